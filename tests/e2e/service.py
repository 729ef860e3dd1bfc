"""`reckless serve` as people start it, over a database of its own, and a way in for what is only setting up."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
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


class Service:
    """A service that can be stopped, killed and started again on the same port."""

    def __init__(self, folder: Path, *arguments: object):
        self.folder = folder
        self.log = folder / "serve.log"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("RECKLESS_")}
        self.environ = {
            **inherited,
            "RECKLESS_DATABASE_URL": f"sqlite:///{folder / 'books.sqlite'}",
            "PYTHONUTF8": "1",
        }
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.said: dict[str, Any] = {}
        self.start()

    def start(self) -> None:
        """Start it; it is ready when it has said where it is."""
        with self.log.open("a") as errors:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "app.cli", "serve", "--json", "--host", "127.0.0.1"),
                    *("--port", str(self._port), *map(str, self._arguments)),
                ],
                cwd=ROOT,
                env=self.environ,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self.log.read_text()
        self.said = json.loads(line)
        self._port = self.said["port"]
        # Commands print the address at which this service is, on any port.
        self.environ["RECKLESS_PUBLIC_URL"] = self.said["url"]

    def kill(self) -> None:
        """What a power cut does."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """What Ctrl-C does; it must have kept its log free of faults."""
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.communicate(timeout=150)
        except subprocess.TimeoutExpired:
            self.kill()
        assert "Traceback" not in self.log.read_text(), self.log.read_text()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def public_url(self) -> str:
        """What tiles say."""
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
            timeout=150,
            check=False,
        )
        assert done.returncode == 0, done
        return json.loads(done.stdout)

    def issue(self, count: int, label: str = "Friday") -> tuple[tuple[Tile, ...], bytes]:
        """Tiles and their printed sheet, from the command line."""
        out = self.folder / f"{uuid4().hex}.pdf"
        said = self.command("tiles", "issue", "--count", count, "--label", label, "--out", out)
        return tuple(Tile(**tile) for tile in said["tiles"]), out.read_bytes()

    def add_organizer(self) -> "Caller":
        """Add an organizer, and sign in as a program."""
        self.command("organizer", "add", ORGANIZER, "--password-stdin", stdin=f"{PASSWORD}\n")
        return self.sign_in(ORGANIZER, PASSWORD)

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

    def file(self, path: str) -> bytes:
        """What is answered, as it is."""
        return self._answer("GET", path, None).content

    def _ask(self, method: str, path: str, body: object) -> Any:
        answer = self._answer(method, path, body)
        return answer.json() if answer.content else None

    def _answer(self, method: str, path: str, body: object) -> requests.Response:
        headers = {"Idempotency-Key": uuid4().hex}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        answer = requests.request(method, f"{self.url}/v1{path}", json=body, headers=headers, timeout=150)
        assert answer.ok, answer.text
        return answer


@contextmanager
def served(folder: Path, *arguments: object) -> Iterator[Service]:
    """A service with these arguments, stopped at the end."""
    service = Service(folder, *arguments)
    try:
        yield service
    finally:
        service.stop()
