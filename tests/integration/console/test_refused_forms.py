"""Forms that are refused keep what was typed: every form of the site that somebody types or chooses in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from flask import Flask

from app.services.tables import TableSettings
from tests.integration.console.conftest import Desk
from tests.integration.evening import Evening, add_tiles, player
from tests.integration.web.conftest import Phone

LONG = "x" * 401
"""Longer than any honest entry."""


@dataclass
class Form:
    """A form: where it leads, what it sends as it stands, and the names of what people type or choose."""

    action: str
    method: str
    sends: dict[str, list[str]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, html: str):
        super().__init__()
        self.found: list[Form] = []
        self._inside = False
        self._name = self._text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(has["action"], has.get("method", "get")))
            self._inside = True
        if not self._inside:
            return
        name, kind, form = has.get("name", ""), has.get("type", "text"), self.found[-1]
        if tag in ("select", "textarea"):
            self._name, self._text = name, ""
            form.typed.add(name)
        elif tag == "option" and "selected" in has:
            form.sends[self._name] = [has["value"]]
        elif tag == "input" and name and (kind not in ("radio", "checkbox") or "checked" in has):
            form.sends.setdefault(name, []).append(has.get("value", "on"))
        if tag == "input" and kind not in ("hidden", "password", "file"):
            form.typed.add(name)

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.found[-1].sends[self._name] = [self._text.removeprefix("\n")]
        if tag == "form":
            self._inside = False


GUEST = {"/": {"/sign-in": {"user": "k7m 2qxd"}}}
PLAYER = {
    "/?lobby": {"/join": {"code": "ZZ9 ZZ9"}, "/tables": {"way": "reckless:dealer", "timer_s": "99999"}},
    "/programs": {"/programs": {"name": LONG}},
    "/scan": {"/scan": {"typed": "no code at all"}},
    "/proof": {"/proof#held": {"checkpoint": "no checkpoint"}},
    "/join/CODE": {"/join/CODE": {"name": LONG}},
}
SITTING = {"/pay/?to=bob": {"/pay/": {"description": "bribe", "amount": "39"}}}
HOST = {"/tables/LOBBY/settings": {"/tables/LOBBY/settings": {"timer_s": "99999", "validation": "open"}}}
ORGANIZER = {
    "/organizer/": {"/tables": {"timer_s": "99999", "validation": "open"}},
    "/organizer/tiles": {
        "/organizer/tiles": {"count": "0", "label": "Friday"},
        "/organizer/tiles/reprint": {"users": "nobody\nat all"},
    },
    "/organizer/tiles/printers": {"/organizer/tiles/printers": {"name": "Inky", "left": "far"}},
    "/organizer/tiles/themes": {"/organizer/tiles/themes": {"source": "no theme"}},
    "/organizer/books": {"/organizer/books": {"from": "someday", "amount": "50", "kind": "grant"}},
    "/organizer/books/NUMBER": {"/organizer/books/NUMBER/reverse": {"reason": LONG}},
    "/organizer/audit": {"/organizer/export": {"table": "ZZ9 ZZ9", "format": "csv", "zone": "Mars"}},
    "/organizer/events": {"/organizer/events": {"name": "Club evening", "zone": "Mars/Base"}},
    "/organizer/events/EVENT": {
        "/organizer/events/EVENT/roles": {"user": "nobody", "role": "auditor"},
        "/organizer/events/EVENT/delay": {"delay": "999999"},
        "/organizer/events/EVENT/hand-over": {"user": "nobody"},
    },
    "/tables/RUNNING/corner": {"/tables/RUNNING/pause": {"reason": LONG}},
}
ASKS_ONLY = {"/organizer/people"}
"""Any search is accepted there."""

ELSEWHERE = {"/organizer/events/EVENT"}
"""Nothing but what is there can be chosen."""


@pytest.fixture
def names(desk: Desk, evening: Evening) -> dict[str, str]:
    """What stands in addresses, by the words that stand for it above."""
    evening.program.services.tables.configure(
        player("ada"), evening.id, TableSettings(validation="honor"), key="house"
    )
    evening.start()
    add_tiles(evening.program, "dee", "eve")
    lobby = evening.services.tables.open(player("dee"), TableSettings())
    desk.get("/organizer/events").send("/organizer/events", name="Friday", zone="UTC")
    event = re.search(r'/organizer/events/(\w+)/hand-over"', desk.html)
    assert event
    return {
        "CODE": lobby.code,
        "LOBBY": lobby.id,
        "RUNNING": evening.id,
        "EVENT": event[1],
        "NUMBER": evening.transfers()[0].number,
    }


def named(address: str, names: dict[str, str]) -> str:
    for word, name in names.items():
        address = address.replace(word, name)
    return address


def readers(app: Flask, desk: Desk) -> Iterator[tuple[Desk | Phone, dict[str, dict[str, dict[str, str]]]]]:
    yield Phone(app), GUEST
    yield Phone(app, "eve"), PLAYER
    yield Phone(app, "ada"), SITTING
    yield Phone(app, "dee"), HOST
    yield desk, ORGANIZER


def test_every_form_that_is_refused_says_why_and_keeps_what_was_typed(
    app: Flask, desk: Desk, evening: Evening, names: dict[str, str]
):
    for reader, pages in readers(app, desk):
        for page, forms in pages.items():
            found = {
                each.action: each for each in Forms(reader.get(named(page, names)).html).found if each.typed
            }
            wanted = {named(action, names): typed for action, typed in forms.items()}
            assert set(found) - {named(each, names) for each in ASKS_ONLY | ELSEWHERE} == set(wanted), page
            for action, typed in wanted.items():
                reader.get(named(page, names))
                sent = {**found[action].sends, **typed}
                ask = reader.client.get if found[action].method == "get" else reader.client.post
                where = {"query_string": sent} if found[action].method == "get" else {"data": sent}
                reader.page = ask(action, follow_redirects=True, **where)
                shown = next(
                    (each for each in Forms(reader.html).found if each.typed and each.action == action), None
                )
                assert shown, (page, action, reader.words)
                kept = {name: shown.sends.get(name, [""])[0] for name in typed}
                assert {name: re.sub(r"\W", "", text).lower() for name, text in kept.items()} == {
                    name: re.sub(r"\W", "", text).lower() for name, text in typed.items()
                }, (page, action)
                assert re.search(r'class="say bad"|class="leaf wrong"|id="verdict"', reader.html), (
                    page,
                    action,
                )


def test_what_was_typed_is_gone_after_it_was_shown_and_after_a_form_that_was_accepted(
    app: Flask, evening: Evening
):
    evening.start()
    add_tiles(evening.program, "eve")
    eve = Phone(app, "eve").get("/programs")
    eve.client.post("/programs", data={"csrf": eve.csrf(), "name": LONG})
    assert LONG in eve.get("/programs").html
    assert LONG not in eve.get("/programs").html
    eve.client.post("/programs", data={"csrf": eve.csrf(), "name": LONG})
    eve.send("/programs", name="Watch")
    assert LONG not in eve.get("/programs").html


def test_no_password_and_no_private_code_is_kept(app: Flask, evening: Evening):
    guest = Phone(app).get("/")
    guest.client.post("/sign-in", data={"csrf": guest.csrf(), "user": "ada", "password": "open sesame"})
    with guest.client.session_transaction() as kept:
        assert kept["refused"]["fields"] == {"user": ["ada"]}


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "".join(map(chr, range(0x4E00, 0x4E00 + 1_900)))},
        {"name": "".join(map(chr, range(0x1F300, 0x1F300 + 500))) * 7},
        {"name": LONG, **{f"{n}": sha256(bytes([n % 256, n // 256])).hexdigest() for n in range(400)}},
        {"name": LONG, "".join(map(chr, range(0x4E00, 0x4E00 + 3_000))): "1"},
    ],
    ids=["far letters", "pictures", "many fields", "a long name of a field"],
)
def test_a_form_says_why_it_was_refused_however_much_was_typed(
    app: Flask, evening: Evening, fields: dict[str, str]
):
    add_tiles(evening.program, "eve")
    eve = Phone(app, "eve").get("/programs")
    answer = eve.client.post("/programs", data={"csrf": eve.csrf(), **fields})
    assert all(len(cookie) < 4_096 for cookie in answer.headers.getlist("Set-Cookie"))
    assert "This is too long." in eve.get("/programs").words
    if fields["name"] == LONG:
        eve.client.post("/programs", data={"csrf": eve.csrf(), **fields})
        assert LONG in eve.get("/programs").html, "what fits is kept"
