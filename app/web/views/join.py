"""Sitting down: what a table's code opens."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go, key, text
from app.pages.session import actor, services, signed_in
from app.pages.titles import title_of
from app.web.bound import bound_for
from app.web.page import my_table


def find() -> Response:
    """Find the table of a code that was typed."""
    signed_in()
    back_to("/?lobby")
    return go(f"/join/{services().tables.by_code(text('code')).code}")


def door(code: str) -> str | Response:
    """Who sits there already, and a free seat; who sits there is led to the table.

    Whoever is not signed in yet scans their tile next: the browser keeps in mind which table they are bound for.
    """
    if actor() is None:
        return bound_for(redirect(url_for("web.start", next=f"/join/{code}"), 303), code)
    back_to("/?lobby")
    card = services().tables.by_code(code)
    if my_table() == card.id:
        return go(f"/tables/{card.id}")
    return render_template("web/join.html", card=card, game=title_of(card.game))


def sit(code: str) -> Response:
    """Take the seat."""
    who = signed_in()
    back_to(f"/join/{code}")
    card = services().tables.by_code(code)
    services().tables.sit(who, card.id, name=text("name") or None, key=key())
    return go(f"/tables/{card.id}")


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/join", "find", find, methods=["POST"])
    blueprint.add_url_rule("/join/<code>", "door", door)
    blueprint.add_url_rule("/join/<code>", "sit", sit, methods=["POST"])
