"""A proof in several processes that somebody ends: by Ctrl-C, or by killing its first process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.services.program import Program
from tests.conftest import ROOT
from tests.integration.cli.conftest import Reckless
from tests.integration.evening import SECRET_KEY, Evening

PATIENCE_S = 120


def until(true: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    return true()


def is_alive(pid: int) -> bool:
    try:
        # One that has ended and waits for somebody to ask how is not alive.
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def proof(
    program: Program, database_url: str, reckless: Reckless, tmp_path: Path
) -> Iterator[subprocess.Popen]:
    """The command while two processes work for it, in a group of its own as a terminal makes one."""
    Evening(program).start().services.proofs.publish()
    program.close()
    notes = tmp_path / "notes"
    notes.mkdir()
    environ = reckless.process_environ(
        RECKLESS_DATABASE_URL=database_url, RECKLESS_SECRET_KEY=SECRET_KEY, NOTES=str(notes)
    )
    command = [sys.executable, "-m", "tests.integration.cli.endless", "audit", "verify", "--processes", "2"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environ, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert until(lambda: len(list(notes.iterdir())) == 2)
        yield process
    finally:
        workers = [int(note.name) for note in notes.iterdir()]
        assert until(lambda: not any(map(is_alive, workers))), workers
        process.kill()
        process.communicate()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
class TestEnding:
    """Afterwards no process is left, as the fixture makes sure."""

    def test_ctrl_c_ends_it_with_one_line(self, proof):
        os.killpg(proof.pid, signal.SIGINT)
        _, said = proof.communicate(timeout=PATIENCE_S)
        assert (proof.returncode, said.strip()) == (130, "Interrupted.")

    def test_whoever_kills_it_leaves_nothing_behind(self, proof):
        proof.kill()
        assert proof.wait(PATIENCE_S) == -signal.SIGKILL
