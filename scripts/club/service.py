"""A service of our own on a throw-away database, that can be killed and started again where it was."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.config import read_settings
from app.factory import open_program

from .calling import Wrong

ROOT = Path(__file__).resolve().parent.parent.parent


class Service:
    """`reckless serve` in a process of its own."""

    def __init__(self, folder: Path, organizers: Mapping[str, str]) -> None:
        """Start it over a new database in this folder, with these organizers and their passwords."""
        others = {name: value for name, value in os.environ.items() if not name.startswith("RECKLESS_")}
        database = f"sqlite:///{folder / 'books.sqlite'}"
        self._environment = {**others, "RECKLESS_DATABASE_URL": database, "PYTHONUTF8": "1"}
        self._log = folder / "serve.log"
        self._port = 0
        program = open_program(read_settings(self._environment))
        for name, password in organizers.items():
            program.services.people.add_organizer(name, password)
        program.close()
        self.start()

    def start(self) -> None:
        """Start it, on the port that it had; it is ready when it has said where it is."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-P", "-m", "app.cli", "serve", "--json"),
                    *("--host", "127.0.0.1", "--port", str(self._port)),
                ],
                cwd=ROOT,
                env={**self._environment, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Wrong(f"the service does not start: {self._log.read_text()}")
        self._port = json.loads(line)["port"]

    def kill(self) -> None:
        """What a power cut does."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """What Ctrl-C does; nothing in its log may tell of a fault.

        Raises:
            Wrong: If something does.
        """
        self._process.terminate()
        self._process.communicate()
        if "Traceback" in (log := self._log.read_text()):
            raise Wrong(f"the service had a fault: {log}")

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    def command(self, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
        """Run a command on the same database; what it answers to machines.

        Raises:
            Wrong: If it fails.
        """
        done = subprocess.run(
            [sys.executable, "-P", "-m", "app.cli", *arguments, "--json"],
            cwd=ROOT,
            env={**self._environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Wrong(f"reckless {' '.join(arguments)}: {done.stdout} {done.stderr}")
        return json.loads(done.stdout)


@contextmanager
def served(folder: Path, organizers: Mapping[str, str]) -> Iterator[Service]:
    """A service of our own, stopped at the end."""
    service = Service(folder, organizers)
    try:
        yield service
    except BaseException:
        service.kill()
        raise
    service.stop()
