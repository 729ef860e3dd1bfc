"""kill -9: whatever was answered is there once, nothing is there twice, the game and the money went together."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT
from tests.integration.databases import ON_BOTH

pytestmark = [ON_BOTH, pytest.mark.skipif(not hasattr(os, "fork"), reason="this system can't fork")]


def kill(how: str, url: str) -> int:
    """How many payments it was about."""
    command = [sys.executable, "-W", "error", "-m", "tests.integration.storage.killing", how, url]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=150)
    assert run.returncode == 0, run.stderr
    return int(run.stdout.split()[-1])


def test_a_program_that_is_killed_between_any_two_statements_loses_and_doubles_nothing(database_url):
    assert kill("statements", database_url) > 10


def test_a_busy_program_that_is_killed_at_any_moment_loses_and_doubles_nothing(database_url):
    assert kill("moments", database_url) >= 20
