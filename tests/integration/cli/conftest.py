"""The command line over a database of its own: in this process, and as a process for what only a process can show."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli import main
from tests.conftest import ROOT

PUBLIC_URL = "http://tiles.test"


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.out)

    def refused(self, words: str) -> "Ended":
        """Wrong usage or configuration: exit code 2, one line that has these words, nothing else."""
        assert (self.code, self.out) == (2, ""), self
        assert self.err.count("\n") == 1, self.err
        assert words in self.err
        return self


class Reckless:
    """`reckless ...` with an environment of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.database = f"sqlite:///{folder / 'books.sqlite'}"
        self.environ = {"RECKLESS_DATABASE_URL": self.database, "RECKLESS_PUBLIC_URL": PUBLIC_URL}

    def __call__(self, *arguments: object, stdin: str = "", **environ: str) -> Ended:
        names = {name: None for name in os.environ if name.startswith("RECKLESS_")}
        result = CliRunner().invoke(
            main,
            [str(argument) for argument in arguments],
            input=stdin,
            env={**names, **self.environ, **environ},
        )
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    def issue(self, count: int = 2, *more: object) -> dict[str, Any]:
        """Open accounts; the answer for machines."""
        out = self.folder / "tiles.pdf"
        ended = self("tiles", "issue", "--count", count, "--label", "Friday", "--out", out, "--json", *more)
        assert ended.code == 0, ended
        return ended.data

    def in_process(self, *arguments: object, **environ: str) -> Ended:
        """The same as a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "app.cli", *map(str, arguments)],
            cwd=ROOT,
            env=self.process_environ(**environ),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=150,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def process_environ(self, **environ: str) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("RECKLESS_")}
        return {**inherited, **self.environ, "PYTHONUTF8": "1", **environ}

    @contextmanager
    def serving(self, *arguments: object, **environ: str) -> Iterator["Server"]:
        """`reckless serve` on a free port, killed at the end if it still runs."""
        log = self.folder / "serve.log"
        with log.open("a") as errors:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "app.cli", "serve", "--json"),
                    *("--host", "127.0.0.1", "--port", "0", *map(str, arguments)),
                ],
                cwd=ROOT,
                env=self.process_environ(**environ),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, log.read_text()
            yield Server(process, json.loads(line), log)
        finally:
            process.kill()
            process.communicate()


@dataclass(frozen=True)
class Server:
    """A running `reckless serve`, and what it said when it started."""

    process: subprocess.Popen[str]
    said: dict[str, Any]
    log: Path

    @property
    def port(self) -> int:
        return int(self.said["port"])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def reckless(tmp_path: Path) -> Reckless:
    return Reckless(tmp_path)
