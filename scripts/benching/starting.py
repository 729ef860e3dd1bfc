"""How long a second start takes, from the command to the first answer."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from .figures import Figure, median
from .serving import ROOT, Server, wait_for

SERVE = ROOT / "scripts" / "serve.py"
LIMIT_S = 3


def start(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Start the service by its script several times over one database."""
    times = [_start(folder) for _ in range(2 if quick else 4)][1:]
    yield Figure("from `python3 scripts/serve.py` to the first answer", median(times), "s", at_most=LIMIT_S)


def _start(folder: Path) -> float:
    port = _free_port()
    environ = {**os.environ, "RECKLESS_DATABASE_URL": f"sqlite:///{folder / 'start.sqlite3'}"}
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, SERVE, "--host", "127.0.0.1", "--port", str(port)],
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            wait_for(Server(port, process.pid))
            return time.perf_counter() - begun
        finally:
            process.terminate()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
