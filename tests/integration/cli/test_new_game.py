"""The steps of docs/new-game.md, followed to the letter on a copy of the program."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

RECIPE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")


def test_a_new_game_is_in_the_demo_after_the_steps_that_are_told(tmp_path: Path):
    copy = tmp_path / "program"
    for package in ("app", "qr", "cyclos_client"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    made = re.search(r"`cp (\S+) (\S+)`", RECIPE)
    assert made
    shutil.copy(ROOT / made[1], copy / made[2])
    box = copy / "app" / "rules" / "__init__.py"
    lines = box.read_text(encoding="utf-8").splitlines()
    told = re.findall(r"^   (from app\.rules import .*|SHIPPED: .*)$", RECIPE, re.M)
    assert len(told) == 2
    for line in told:
        start = line.partition("(")[0].partition(" cheaters_game")[0]
        (place,) = (number for number, old in enumerate(lines) if old.startswith(start))
        lines[place] = line
    box.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = re.search(r"`\.venv/bin/reckless (demo --game \S+)`", RECIPE)
    assert command
    environ = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(copy)}
    with subprocess.Popen(
        [sys.executable, "-m", "app.cli", *command[1].split(), "--no-browser", "--json"],
        cwd=copy,
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        said = running.stdout.readline()
        running.terminate()
    assert json.loads(said)["game"] == "high_card"
