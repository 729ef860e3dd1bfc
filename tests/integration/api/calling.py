"""Calling the API as somebody: every answer is checked against its schema on the way."""

import itertools
from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.api import event_shapes, problems, shapes, tile_shapes
from app.services.people.passwords import hash_secret
from app.services.program import Program
from app.storage import people
from app.storage.people import PersonRow
from tests.integration.apps import api_over
from tests.integration.evening import START, add_tiles, set_password

SHAPES = (shapes, event_shapes, tile_shapes)
PROBLEM_FIELDS = ["type", "title", "status", "detail", "code"]
_keys = itertools.count(1)
# Every application describes itself alike, and takes a twentieth of a second for it.
_document: dict[str, Any] = {}


def add_organizer(program: Program, user: str) -> None:
    """An organizer with a private code, without the time that a good password's hash takes."""
    row = PersonRow(
        user=user,
        name=user.capitalize(),
        role="organizer",
        password_hash=None,
        enter_hash=hash_secret(f"{user}-secret"),
        batch=None,
        position=0,
        created_at=START,
        seen_at=None,
    )
    program.database.write(lambda connection: people.add(connection, [row]))


class Caller:
    """Somebody who calls the API, signed in or not."""

    def __init__(self, app: Flask, token: str | None = None):
        self.app = app
        self.client = app.test_client()
        self.token = token

    def call(self, method: str, path: str, body: object = None, **how: Any) -> TestResponse:
        """Call an address below /v1; a POST has a new idempotency key unless one is given."""
        headers = dict(how.pop("headers", {}))
        if self.token:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        key = how.pop("key", f"key-{next(_keys)}" if method == "POST" else None)
        if key is not None:
            headers["Idempotency-Key"] = key
        if body is not None:
            how["json"] = body
        answer = self.client.open(f"/v1{path}", method=method, headers=headers, **how)
        check(self.app, method, path, answer)
        return answer

    def get(self, path: str, **how: Any) -> TestResponse:
        return self.call("GET", path, **how)

    def post(self, path: str, body: object = None, **how: Any) -> TestResponse:
        return self.call("POST", path, body, **how)


class House:
    """The API over a program, with ada, bob and cyd, and olga who organizes."""

    def __init__(self, program: Program):
        self.program = program
        self.app = api_over(program)
        add_tiles(program, "ada", "bob", "cyd", "dan")
        add_organizer(program, "olga")
        self.callers: dict[str, Caller] = {}
        self.table = ""

    def __getitem__(self, user: str) -> Caller:
        """The caller who is signed in as this user."""
        if user not in self.callers:
            self.callers[user] = self.another(user)
        return self.callers[user]

    def another(self, user: str) -> Caller:
        """Another phone of the same user."""
        return Caller(self.app, self.program.services.people.enter(f"{user}-secret").token)

    def password(self, user: str, password: str) -> None:
        set_password(self.program, user, password)

    def open(self, host: str = "ada", seats: str = "ada bob cyd", **settings: Any) -> str:
        """A table that this host has opened, with these seats."""
        self.table = self[host].post("/tables", settings).json["id"]
        for user in seats.split():
            assert self[user].post(self.at("seats"), {}).status_code == 201
        return self.table

    def start(self, **settings: Any) -> str:
        self.open(**settings)
        assert self["ada"].post(self.at("start")).status_code == 200
        return self.table

    def at(self, part: str = "") -> str:
        return f"/tables/{self.table}" + (f"/{part}" if part else "")

    def move(self, user: str, kind: str, **more: Any) -> TestResponse:
        """Make a move that must be accepted."""
        answer = self[user].post(self.at("moves"), {"type": kind, **more})
        assert answer.status_code == 200, answer.text
        return answer

    def pay(
        self, payer: str, payee: str, amount: object, action: str | None = None, **how: Any
    ) -> TestResponse:
        body = {"to": payee, "amount": amount, **({"action": action} if action else {})}
        return self[payer].post(self.at("payments"), body, **how)

    def a_debt(self) -> None:
        """Bob takes 50 from Ada by fraud."""
        self.move("bob", "declare", action="fraud", target="ada")
        self.move("ada", "allow")
        self.move("cyd", "allow")
        self.move("ada", "concede")

    def view(self, user: str = "ada") -> dict[str, Any]:
        return dict(self[user].get(self.at()).json or {})

    def balances(self) -> dict[str, int]:
        return {player["user"]: player["balance"] for player in self.view()["players"]}

    def log(self, user: str = "ada") -> list[dict[str, Any]]:
        return self[user].get(self.at("log?limit=500")).json["items"]


def check(app: Flask, method: str, path: str, answer: TestResponse) -> None:
    """Hold an answer against the OpenAPI document and the schema it names."""
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    if answer.status_code >= 400:
        check_problem(answer)
        return
    assert method == "GET" or answer.status_code in (200, 201, 204)
    described = operation(app, method, path)["responses"][str(answer.status_code)]
    media_types = described.get("content", {})
    if not media_types:
        assert answer.status_code == 204
        assert not answer.data
        return
    assert answer.mimetype in media_types
    if answer.mimetype == "application/json":
        name = media_types["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        shape = next(getattr(module, name) for module in SHAPES if hasattr(module, name))
        shape().load(answer.json)


def check_problem(answer: TestResponse) -> None:
    assert answer.mimetype == problems.MEDIA_TYPE
    document = answer.json
    shapes.Problem().load(document)
    assert document["status"] == answer.status_code
    assert document["type"] == f"/v1/docs#{document['code']}"


def operation(app: Flask, method: str, path: str) -> dict[str, Any]:
    """What the OpenAPI document says about a call."""
    if not _document:
        _document.update(app.test_client().get("/v1/openapi.json").json)
    adapter = app.url_map.bind("localhost")
    rule, _ = adapter.match(f"/v1{path.partition('?')[0]}", method=method, return_rule=True)
    address = str(rule.rule).replace("<", "{").replace(">", "}")
    return _document["paths"][address][method.lower()]


def events(answer: TestResponse) -> Iterator[dict[str, str]]:
    """The events of a stream as they come; what is no event (a heartbeat) is empty."""
    for chunk in answer.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        yield dict(line.split(": ", 1) for line in text.splitlines() if line and not line.startswith(":"))
