"""`reckless demo` as somebody meets it who has never seen this program: one command, a browser, a turn played."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT
from tests.e2e.phone import DO, Phone

pytestmark = pytest.mark.browser


COMMAND = ("demo", "--no-browser", "--json", "--pause", "0", "--game", "cheaters_game")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """A demo under way, its bots without a pause; when it ends, nothing is left of it."""
    with (
        (tmp_path / "demo.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "app.cli", *COMMAND],
            cwd=ROOT,
            env=_environ(tmp_path),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as running,
    ):
        assert running.stdout is not None
        try:
            yield json.loads(running.stdout.readline())
        finally:
            running.terminate()
        assert running.wait(timeout=150) == 0
    assert (tmp_path / "demo.log").read_text() == ""
    assert [left.name for left in tmp_path.iterdir()] == ["demo.log"]


def _environ(folder: Path) -> dict[str, str]:
    return {**os.environ, "TMPDIR": str(folder), "PYTHONUTF8": "1"}


def test_a_newcomer_plays_a_turn_against_bots(demo: dict[str, Any], phone: Callable[..., Phone]):
    visitor = phone("Visitor").enters(demo["address"])
    page = visitor.page
    visitor.sees("Your turn.")
    expect(page.locator(".seat .bot")).to_have_count(3)
    expect(page.locator("#hint")).to_contain_text("One thing a turn")
    visitor.taps("Roll for yourself", DO)
    log = page.locator("section.log")
    expect(log).to_contain_text("Visitor")
    expect(log).to_contain_text(re.compile(r"Alma (?!, a bot)"))
    page.locator("#explain-off").tap()
    expect(page.locator("#hint")).to_have_count(0)
