"""The organizers' desk by a test client: Olga is signed in."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.services.actor import Role
from app.services.people.passwords import hash_secret
from app.services.people.sessions import COOKIE
from app.services.program import Program
from app.storage import people
from app.storage.people import PersonRow
from tests.integration.apps import app_over
from tests.integration.evening import START

PASSWORD = "a long enough password"


class Desk:
    """A browser without script; it sends forms with the token that the last page had."""

    def __init__(self, app: Flask, token: str = ""):
        self.client = app.test_client()
        if token:
            self.client.set_cookie(COOKIE, token)
        self.page: TestResponse = self.client.get("/organizer/", follow_redirects=True)

    @property
    def html(self) -> str:
        return self.page.get_data(as_text=True)

    @property
    def words(self) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.html)).split())

    @property
    def path(self) -> str:
        return self.page.request.path

    def get(self, address: str) -> "Desk":
        self.page = self.client.get(address, follow_redirects=True)
        return self

    def token(self) -> str:
        found = re.search(r'name="csrf" content="(\w+)"', self.html)
        assert found, self.words
        return found.group(1)

    def send(self, address: str, **fields: Any) -> "Desk":
        self.page = self.client.post(address, data={"csrf": self.token(), **fields}, follow_redirects=True)
        return self

    def says(self, *texts: str) -> "Desk":
        for text in texts:
            assert text in self.words, f"{text!r} is not on the page: {self.words}"
        return self

    def silent_on(self, *texts: str) -> "Desk":
        for text in texts:
            assert text not in self.words, f"{text!r} is on the page: {self.words}"
        return self


@pytest.fixture
def app(program: Program) -> Flask:
    app = app_over(program)
    app.config["TESTING"] = True
    return app


@pytest.fixture
def desk(app: Flask, program: Program) -> Desk:
    olga = PersonRow(
        user="olga",
        name="Olga",
        role=Role.ORGANIZER,
        password_hash=None,
        enter_hash=hash_secret("olga-secret"),
        batch=None,
        position=0,
        created_at=START,
        seen_at=None,
    )
    program.database.write(lambda connection: people.add(connection, [olga]))
    return Desk(app, program.services.people.enter("olga-secret").token)
