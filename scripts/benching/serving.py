"""Services in processes of their own, all on the server that the project uses.

As a module it is such a process: `python -m scripts.benching.serving ours|locks|bare DATABASE`.
"""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.factory import Background, create_app, open_program
from app.front import Front
from app.server import listen, set_up_logging, stop_on_signals

from . import bare
from .hall import settings_for

OURS, LOCKS, BARE = "ours", "locks", "bare"
"""The service; the service with a transaction for each write; the bare view."""

ROOT = Path(__file__).resolve().parent.parent.parent
READY_S = 30


@dataclass(frozen=True, slots=True)
class Server:
    """A running service."""

    port: int
    pid: int

    def get(self, path: str, token: str = "") -> tuple[float, int]:
        """Fetch something on a new connection: (seconds, status)."""
        begun = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=READY_S)
        try:
            headers = {"Authorization": f"Bearer {token}", "Cookie": f"reckless={token}"} if token else {}
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            answer.read()
            return time.perf_counter() - begun, answer.status
        finally:
            connection.close()

    def memory_mb(self) -> float | None:
        """How much memory it holds, where the system tells."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return None
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def processor_s(self) -> float | None:
        """How much processor time it has taken, where the system tells."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(kind: str, database: Path) -> Iterator[Server]:
    """A service over a database that is there already."""
    with subprocess.Popen(
        [sys.executable, "-m", __name__, kind, str(database)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            server = Server(int(process.stdout.readline()), process.pid)
            wait_for(server)
            yield server
        finally:
            process.terminate()


def wait_for(server: Server) -> None:
    """Return as soon as the service answers.

    Raises:
        TimeoutError: If it does not do so in time.
    """
    until = time.monotonic() + READY_S
    while time.monotonic() < until:
        try:
            if server.get("/healthz")[1] == 200:
                return
        except OSError:
            time.sleep(0.01)
    raise TimeoutError("The service did not start.")


def _serve(kind: str, database: Path) -> None:
    set_up_logging()
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    if kind == BARE:
        front = Front(bare.create_app(database), listening, behind_proxy=False)
        stop_on_signals(front.stop)
        front.run(on_stop=lambda: None)
        return
    settings = settings_for(database)
    program = open_program(settings, group_commit=kind == OURS)
    background = Background(program)
    front = Front(create_app(settings, program), listening, behind_proxy=False)
    stop_on_signals(front.stop)
    front.run(on_stop=program.services.hub.close)
    background.close()
    program.close()


if __name__ == "__main__":
    _serve(sys.argv[1], Path(sys.argv[2]))
