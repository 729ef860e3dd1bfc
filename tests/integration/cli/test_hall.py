"""scripts/hall.py plays a small evening over HTTP, with a power cut in it, and its books prove."""

import re
import subprocess
import sys

from tests.conftest import ROOT


def hall(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "scripts.club", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def test_a_small_evening_with_a_power_cut_ends_in_books_that_prove():
    done = hall("--tables", "3", "--steps", "12", "--seed", "suite")
    assert done.returncode == 0, done.stderr
    assert "restarts: 1" in done.stdout
    moves = re.search(r"(\d+) moves", done.stdout)
    assert moves
    assert int(moves[1]) > 12
    assert done.stdout.endswith("The books prove.\n")
