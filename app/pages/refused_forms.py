"""What was typed into a form that was refused: kept until its page is shown again, and put back there.

Every form of every page is covered, for the page is changed on its way out: no template takes part. Passwords, private
codes and files are never kept, and a hidden field never changes.
"""

import bisect
import json
import re
import time
from collections.abc import Mapping
from html import escape
from html.parser import HTMLParser
from typing import cast

from flask import Response, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface

from app.errors import Json

KEPT = "refused"
KEPT_FOR_S = 60
"""The page is asked for at once; whatever comes much later is another visit."""

MOST_BYTES = 3_800
"""Of the finished cookie that carries it: browsers drop a whole cookie of more than 4,096 bytes, name and all."""

NEVER = frozenset({"csrf", "key", "password", "secret"})
PRIVATE = re.compile(r"/(enter|welcome)#")
"""What signs in is not repeated wherever it was typed."""

UNTOUCHED = frozenset({"hidden", "password", "file", "submit", "button", "image", "reset"})


def keep(page: str, wrong: str) -> None:
    """Keep what the form of this request holds, for the page with this address; `wrong` names the field at fault."""
    sent = request.form if request.method == "POST" else request.args
    fields = {name: sent.getlist(name) for name in sent if name not in NEVER}
    fields = {name: values for name, values in fields.items() if not PRIVATE.search(" ".join(values))}
    kept: dict[str, Json] = {
        "page": _address(page),
        "action": request.path,
        "wrong": wrong,
        "at": int(time.time()),
    }
    shortest_first = sorted(fields, key=lambda name: (name != wrong, len(json.dumps([name, fields[name]]))))
    # The message of what went wrong travels in the same cookie and comes first: what doesn't fit beside it is let go.
    fitting = bisect.bisect_left(
        range(1, len(fields) + 1),
        x=True,
        key=lambda n: not _fits({**kept, "fields": {name: fields[name] for name in shortest_first[:n]}}),
    )
    kept["fields"] = {name: fields[name] for name in shortest_first[:fitting]}
    session.pop(KEPT, None)
    if _fits(kept):
        g.form_is_refused = True
        session[KEPT] = kept


def _fits(kept: Mapping[str, Json]) -> bool:
    """Whether the session's cookie can carry this besides what it holds, written as it will be."""
    notes = cast(SecureCookieSessionInterface, current_app.session_interface)
    signer = notes.get_signing_serializer(current_app)
    return signer is not None and len(signer.dumps({**session, KEPT: kept})) <= MOST_BYTES


def give_back(response: Response) -> Response:
    """Put what is kept for this page into its form; forget it once it is shown, or once a form was accepted."""
    kept = session.get(KEPT)
    if kept is None or g.get("form_is_refused"):
        return response
    if request.method == "POST" or time.time() - kept["at"] > KEPT_FOR_S:
        session.pop(KEPT)
    elif kept["page"] == _address(request.full_path) and response.mimetype == "text/html":
        session.pop(KEPT)
        page = response.get_data(as_text=True)
        response.set_data(filled(page, kept["action"], kept["fields"], wrong=kept["wrong"]))
    return response


def _address(page: str) -> str:
    return page.partition("#")[0].rstrip("?")


def filled(page: str, action: str, fields: Mapping[str, list[str]], *, wrong: str = "") -> str:
    """The page with these values in the form that leads to `action`, and that form unfolded."""
    return _Filling(page, action, fields, wrong).done()


class _Filling(HTMLParser):
    """Reads a page and notes what to change where."""

    def __init__(self, page: str, action: str, fields: Mapping[str, list[str]], wrong: str) -> None:
        super().__init__(convert_charrefs=False)
        self._page, self._action, self._fields, self._wrong = page, action, fields, wrong
        self._edits: list[tuple[int, int, str]] = []
        self._folds: list[tuple[int, str]] = []
        self._inside = False
        self._select = ""
        self._text_from: int | None = None
        self._text = ""
        self._lines = [0, *(found.end() for found in re.finditer("\n", page))]

    def done(self) -> str:
        """Read it all, and change it from the end, so that places stay true."""
        self.feed(self._page)
        page = self._page
        for start, end, text in sorted(self._edits, reverse=True):
            page = page[:start] + text + page[end:]
        return page

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form of ours, its fields, and whatever it is folded up in."""
        has = {name: value or "" for name, value in attrs}
        if tag == "details":
            self._folds.append((self._at(), self.get_starttag_text() or ""))
        if tag == "form" and has.get("action", "").partition("#")[0] == self._action:
            self._inside = True
        if not self._inside:
            return
        while self._folds:
            start, text = self._folds.pop()
            self._change(start, text, _with(text, "open"))
        name = has.get("name", "")
        if tag == "input":
            self._input(name, has)
        elif tag == "select":
            self._select = name
            self._mark(name)
        elif tag == "option" and self._select in self._fields:
            chosen = has.get("value", "") in self._fields[self._select]
            self._set(_with(self._tag(), "selected") if chosen else _without(self._tag(), "selected"))
        elif tag == "textarea" and name in self._fields:
            self._mark(name)
            self._text_from, self._text = self._at() + len(self._tag()), self._fields[name][0]

    def handle_endtag(self, tag: str) -> None:
        """Where a form, a choice or a text ends."""
        if tag == "details" and self._folds:
            self._folds.pop()
        elif tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = ""
        elif tag == "textarea" and self._text_from is not None:
            self._edits.append((self._text_from, self._at(), f"\n{escape(self._text)}"))
            self._text_from = None

    def _input(self, name: str, has: Mapping[str, str]) -> None:
        kind = has.get("type", "text")
        if kind in UNTOUCHED or not name:
            return
        tag = self._tag()
        if kind in ("radio", "checkbox"):
            if kind == "radio" and name not in self._fields:
                return
            chosen = has.get("value", "on") in self._fields.get(name, ())
            tag = _with(tag, "checked") if chosen else _without(tag, "checked")
        elif name in self._fields:
            tag = _with(tag, "value", self._fields[name][0])
        self._set(self._marked(name, tag))

    def _mark(self, name: str) -> None:
        self._set(self._marked(name, self._tag()))

    def _marked(self, name: str, tag: str) -> str:
        if name != self._wrong or not name:
            return tag
        return _with(_with(tag, "aria-invalid", "true"), "aria-describedby", "notes")

    def _set(self, tag: str) -> None:
        self._change(self._at(), self._tag(), tag)

    def _change(self, start: int, before: str, after: str) -> None:
        if before != after:
            self._edits.append((start, start + len(before), after))

    def _tag(self) -> str:
        return self.get_starttag_text() or ""

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _without(tag: str, attribute: str) -> str:
    return re.sub(rf'\s{attribute}(="[^"]*")?(?=[\s/>])', "", tag)


def _with(tag: str, attribute: str, value: str | None = None) -> str:
    said = attribute if value is None else f'{attribute}="{escape(value)}"'
    return re.sub(r"^<\w+", lambda found: f"{found[0]} {said}", _without(tag, attribute))
