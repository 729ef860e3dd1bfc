"""The books: every transfer, reversing one, and proving the whole."""

from urllib.parse import urlencode

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.errors import NotFound
from app.pages.forms import back_to, go, key, text
from app.pages.session import services
from app.services import ids
from app.services.actor import Actor
from app.services.history import Verdict

PAGE = 50
MAX_FILTER = 40


def books(verdict: Verdict | None = None) -> str:
    """Transfers, newest first; of one table or one person where the address says so."""
    who = organizer()
    back_to("/organizer/books")
    table = ids.typed(request.args.get("table", ""))[:MAX_FILTER]
    user = ids.typed(request.args.get("user", ""))[:MAX_FILTER]
    codes = {card.id: card.code for card in services().tables.all(who)}
    by_code = {code: table_id for table_id, code in codes.items()}
    page = services().history.transfers(
        who,
        table_id=by_code.get(table, table) or None,
        user=user or None,
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    older = {"table": table, "user": user, "after": page.next or ""}
    return render_template(
        "console/books.html",
        now=now(),
        transfers=page.items,
        older=urlencode({name: value for name, value in older.items() if value}) if page.next else "",
        table=table,
        user=user,
        codes=codes,
        verdict=verdict,
    )


def check() -> str:
    """Prove the books anew, and say what came out of it above the list."""
    organizer()
    return books(services().history.verify())


def transfer(number: str) -> str:
    """One transfer with all that is known of it, and the form that reverses it."""
    who = organizer()
    back_to("/organizer/books")
    found = services().payments.receipt(who, number)
    return render_template(
        "console/transfer.html", now=now(), transfer=found, code=_code_of(who, found.table_id)
    )


def reverse(number: str) -> Response:
    """Book the opposite of a transfer."""
    who = organizer()
    back_to(f"/organizer/books/{number}")
    booked = services().payments.reverse(who, number, reason=text("reason"), key=key())
    flash(_("Reversed: transfer %(number)s books it back.", number=booked.number), "good")
    return go(f"/organizer/books/{number}")


def _code_of(who: Actor, table_id: str) -> str:
    found = next((card.code for card in services().tables.all(who) if card.id == table_id), None)
    if found is None:
        raise NotFound("There is no such table.")
    return found


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/books", "books", books)
    blueprint.add_url_rule("/books/check", "check", check, methods=["POST"])
    blueprint.add_url_rule("/books/<number>", "transfer", transfer)
    blueprint.add_url_rule("/books/<number>/reverse", "reverse", reverse, methods=["POST"])
