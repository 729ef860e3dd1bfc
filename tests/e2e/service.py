"""`reckless serve` as people start it, on a free port over a database of its own, and a way in for what is only setting up."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import requests

from tests.conftest import ROOT

ORGANIZER, PASSWORD = "olga", "a long enough password"


@dataclass(frozen=True)
class Tile:
    """What is printed on a tile."""

    user: str
    name: str
    password: str
    pay_url: str
    enter_url: str

    @property
    def secret(self) -> str:
        return self.enter_url.partition("#")[2]


@dataclass(frozen=True)
class Service:
    """A running service. `said` is what it told whoever started it."""

    folder: Path
    environ: dict[str, str]
    said: dict[str, Any]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.said['port']}"

    @property
    def public_url(self) -> str:
        return str(self.said["url"])

    def command(self, *arguments: object, stdin: str = "") -> dict[str, Any]:
        """Run `reckless ...` on the same database; its answer for machines. It must end with exit code 0."""
        done = subprocess.run(
            [sys.executable, "-m", "app.cli", *map(str, arguments), "--json"],
            cwd=ROOT,
            env=self.environ,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done
        return json.loads(done.stdout)

    def issue(self, count: int, label: str = "Friday") -> tuple[tuple[Tile, ...], bytes]:
        """Tiles and their printed sheet, from the command line."""
        out = self.folder / f"{uuid4().hex}.pdf"
        said = self.command("tiles", "issue", "--count", count, "--label", label, "--out", out)
        return tuple(Tile(**tile) for tile in said["tiles"]), out.read_bytes()

    def sign_in(self, user: str, password: str) -> "Caller":
        """A program's session under /v1."""
        answer = Caller(self.url, "").post("/sessions", user=user, password=password)
        return Caller(self.url, answer["token"])


@dataclass(frozen=True)
class Caller:
    """Somebody who calls /v1; what is refused fails the test."""

    url: str
    token: str

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, **body: object) -> Any:
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: object) -> Any:
        headers = {"Idempotency-Key": uuid4().hex}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        answer = requests.request(method, f"{self.url}/v1{path}", json=body, headers=headers, timeout=20)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None


@contextmanager
def served(folder: Path, *arguments: object, environ: Sequence[tuple[str, str]] = ()) -> Iterator[Service]:
    """Start the service and stop it at the end."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("RECKLESS_")}
    own = {
        "RECKLESS_DATABASE_URL": f"sqlite:///{folder / 'books.sqlite'}",
        "PYTHONUTF8": "1",
        **dict(environ),
    }
    log = folder / "serve.log"
    with log.open("a") as errors:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "app.cli", "serve", "--json"),
                *("--host", "127.0.0.1", "--port", "0", *map(str, arguments)),
            ],
            cwd=ROOT,
            env={**inherited, **own},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
        )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, log.read_text()
        said = json.loads(line)
        # Commands print the address at which this service is, on any port.
        own["RECKLESS_PUBLIC_URL"] = said["url"]
        yield Service(folder, {**inherited, **own}, said)
        assert process.poll() is None, log.read_text()
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
    assert "Traceback" not in log.read_text(), log.read_text()
