"""Phones at an evening's table: a client for each person, signed in by the private code of their tile."""

import re
from collections.abc import Callable
from html import unescape

import pytest
import zxingcpp
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from app.services.program import Program
from tests.integration.apps import app_over
from tests.integration.evening import Evening


@pytest.fixture
def app(program: Program) -> Flask:
    app = app_over(program)
    app.config["TESTING"] = True
    return app


class Phone:
    """One person's browser without script: it follows links and presses buttons by their words."""

    def __init__(self, app: Flask, user: str = ""):
        self.client: FlaskClient = app.test_client()
        self.page: TestResponse | None = None
        if user:
            self.get("/enter")
            self.send("/enter", secret=f"{user}-secret")

    @property
    def html(self) -> str:
        assert self.page is not None
        return self.page.get_data(as_text=True)

    @property
    def words(self) -> str:
        """What can be read on the page."""
        body = re.sub(r"<(script|style)\b.*?</\1>", " ", self.html, flags=re.S)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())

    @property
    def path(self) -> str:
        assert self.page is not None
        return self.page.request.path

    def get(self, address: str) -> "Phone":
        self.page = self.client.get(address, follow_redirects=True)
        return self

    def csrf(self) -> str:
        found = re.search(r'<meta name="csrf" content="(\w+)"', self.html)
        assert found
        return found.group(1)

    def send(self, address: str, **fields: str) -> "Phone":
        """Send a form of the present page, and follow where it leads."""
        self.page = self.client.post(address, data={"csrf": self.csrf(), **fields}, follow_redirects=True)
        return self

    def forms(self) -> list["Form"]:
        return [Form(*found) for found in re.findall(r"<form\b([^>]*)>(.*?)</form>", self.html, re.S)]

    def button(self, words: str) -> "Form":
        """The form of the button with these words, that button pressed."""
        for form in self.forms():
            for attributes, inside in re.findall(r"<button\b([^>]*)>(.*?)</button>", form.inside, re.S):
                said = " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())
                if words in said:
                    return form.pressed(attributes)
        raise AssertionError(f"no button says {words!r}: {self.words}")

    def press(self, words: str, **fields: str) -> "Phone":
        form = self.button(words)
        self.page = self.client.post(form.action, data={**form.fields, **fields}, follow_redirects=True)
        return self

    def codes(self) -> list[str]:
        """What the codes on the page say, read from their drawing."""
        return [_decoded(int(side), path) for side, path in _DRAWN.findall(self.html)]

    def says(self, *texts: str) -> "Phone":
        for text in texts:
            assert text in self.words, f"{text!r} is not on the page: {self.words}"
        return self


class Form:
    def __init__(self, attributes: str, inside: str):
        self.inside = inside
        self.action = _attribute(attributes, "action")
        self.fields = {
            _attribute(tag, "name"): _attribute(tag, "value")
            for tag in re.findall(r"<input\b([^>]*)>", inside)
            if _attribute(tag, "name")
            and (_attribute(tag, "type") not in ("radio", "checkbox") or "checked" in tag)
        }

    def pressed(self, attributes: str) -> "Form":
        if name := _attribute(attributes, "name"):
            self.fields[name] = _attribute(attributes, "value")
        return self


_DRAWN = re.compile(r'<div class="qr"><svg viewBox="0 0 (\d+) .*?<path fill="#000" d="([^"]+)"', re.S)
_RUN = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def _decoded(side: int, path: str) -> str:
    picture = Image.new("L", (side, side), 255)
    for x, y, width, height in (map(int, run) for run in _RUN.findall(path)):
        picture.paste(0, (x, y, x + width, y + height))
    return scanned(picture.resize((side * 4, side * 4), Image.Resampling.NEAREST))


def scanned(picture: Image.Image) -> str:
    """What the one QR code in a picture says; other kinds of code can be seen by chance in a large one."""
    (found,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf"""\b{name}=(?:"([^"]*)"|'([^']*)')""", tag)
    return unescape(found.group(1) or found.group(2) or "") if found else ""


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """A browser in which nobody has signed in."""
    return Phone(app).get("/")


@pytest.fixture
def phone(app: Flask, evening: Evening) -> Callable[[str], Phone]:
    """Each person's phone, by user name; the same one for the same person."""
    phones: dict[str, Phone] = {}

    def of(user: str) -> Phone:
        if user not in phones:
            phones[user] = Phone(app, user)
        return phones[user]

    return of
