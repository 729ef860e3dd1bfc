"""The bench still runs; what it measures is not a test's business."""

import json
import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.mark.parametrize("name", ["debts", "pages", "proving", "bots"])
def test_a_measurement_tells_its_figures(name: str):
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benching", "--quick", "--json", "--only", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=150,
    )
    assert done.returncode in (0, 1), done.stderr  # 1: an aim was missed, which a busy machine may do
    figures = json.loads(done.stdout)[name]
    assert figures
    assert all(figure["value"] > 0 for figure in figures)
