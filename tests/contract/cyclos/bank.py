"""Calling /api as somebody: every answer is held to the official description on the way, where that is at hand."""

import base64
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.cyclos_api import OPERATIONS
from app.services.people.passwords import hash_printed
from app.services.program import Program
from app.storage import people
from app.storage.people import PersonRow
from tests.contract.cyclos import description
from tests.integration.apps import app_over
from tests.integration.evening import START, Evening, set_password

PASSWORD = "wordofada"


def basic(user: str, password: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


class Client:
    """Somebody's client of a Cyclos."""

    def __init__(self, bank: "Bank", headers: dict[str, str]):
        self.bank = bank
        self.headers = headers
        self.client = bank.app.test_client()

    def call(self, method: str, path: str, body: object = None, **how: Any) -> TestResponse:
        headers = {"Accept": "application/json", "Channel": "main", **self.headers, **how.pop("headers", {})}
        if body is not None:
            how["json"] = body
        answer = self.client.open(f"/api{path}", method=method, headers=headers, **how)
        self.bank.note(method, path, answer)
        return answer

    def get(self, path: str, **how: Any) -> TestResponse:
        return self.call("GET", path, **how)

    def post(self, path: str, body: object = None, **how: Any) -> TestResponse:
        return self.call("POST", path, body, **how)

    def delete(self, path: str, **how: Any) -> TestResponse:
        return self.call("DELETE", path, **how)

    # What several stories do

    def balance(self) -> str:
        return str(self.get("/self/accounts/player").json["status"]["balance"])

    def pay(self, to: str, amount: object, action: str | None = None, **how: Any) -> TestResponse:
        body = {"subject": to, "amount": amount, **({"description": action} if action is not None else {})}
        return self.post("/self/payments", body, **how)

    def ticket(self, amount: object = "50", **more: Any) -> dict[str, Any]:
        made = self.post("/self/tickets", {"amount": amount, **more})
        assert made.status_code == 201, made.text
        return dict(made.json)


class Bank:
    """The whole service over an evening, with people who have passwords, and olga who organizes."""

    def __init__(self, program: Program, *, users: str = "ada bob cyd", **settings: Any):
        self.program = program
        self.app: Flask = app_over(program)
        self.evening = Evening(program, users, **settings)
        for user in self.evening.users:
            set_password(program, user, PASSWORD)
        self.add_organizer("olga")
        self.called: set[str] = set()
        self.clients: dict[str, Client] = {}

    def add_organizer(self, user: str) -> None:
        row = PersonRow(
            user=user,
            name=user.capitalize(),
            role="organizer",
            password_hash=hash_printed(PASSWORD),
            enter_hash=None,
            batch=None,
            position=0,
            created_at=START,
            seen_at=None,
        )
        self.program.database.write(lambda connection: people.add(connection, [row]))

    def __getitem__(self, user: str) -> Client:
        """A client with this user's name and password."""
        if user not in self.clients:
            self.clients[user] = Client(self, basic(user, PASSWORD))
        return self.clients[user]

    @property
    def guest(self) -> Client:
        return Client(self, {})

    def signed_in(self, user: str) -> Client:
        """A client with a session of this user's."""
        token = self[user].post("/auth/session").json["sessionToken"]
        return Client(self, {"Session-Token": token})

    def a_debt(self) -> tuple[Client, Client, Client]:
        """Somebody owes 50 for fraud: who pays, who is paid, and who is neither."""
        if self.evening.view()["phase"] == "lobby":
            self.evening.start()
        self.evening.a_debt()
        payer, payee, amount, action = self.evening.due[0]
        assert (amount, action) == (50, "fraud")
        other = next(user for user in self.evening.users if user not in (payer, payee))
        return self[payer], self[payee], self[other]

    @property
    def due(self) -> tuple[str, str, int, str]:
        return self.evening.due[0]

    def payee_of(self, number: str) -> str:
        """Who was paid by a transfer."""
        return next(one.payee for one in self.evening.transfers() if one.number == number)

    def note(self, method: str, path: str, answer: TestResponse) -> None:
        """Hold an answer to the description, and note that its operation was called."""
        name = operation_of(self.app, method, path)
        if name is None:
            return
        if answer.status_code < 400:
            self.called.add(name)
        if description.MISSING is None and "fields=" not in path:
            description.check(name, answer)


def operation_of(app: Flask, method: str, path: str) -> str | None:
    """The operationId behind an address, or None if it is none of ours."""
    names = {operation.id for operation in OPERATIONS}
    rules = app.url_map.bind("localhost")
    if not rules.test(f"/api{path.partition('?')[0]}", method=method):
        return None
    endpoint = str(rules.match(f"/api{path.partition('?')[0]}", method=method)[0]).rpartition(".")[2]
    return endpoint if endpoint in names else None
