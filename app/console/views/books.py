"""The books: every transfer, reversing one, and proving the whole."""

from urllib.parse import urlencode

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.errors import NotFound
from app.ledger import TransferKind
from app.pages.forms import asked_from, asked_number, back_to, go, key, text
from app.pages.session import services
from app.services import ids
from app.services.actor import Actor
from app.services.history import Only, Verdict
from app.services.zones import read_moment, zone_named

PAGE = 50
MAX_FILTER = 40


def books(verdict: Verdict | None = None) -> str:
    """Transfers, newest first; of one table or one person where the address says so."""
    who = organizer()
    (asked_from if request.args else back_to)("/organizer/books")
    table = ids.typed(request.args.get("table", ""))[:MAX_FILTER]
    user = ids.typed(request.args.get("user", ""))[:MAX_FILTER]
    codes = {card.id: card.code for card in services().tables.all(who)}
    by_code = {code: table_id for table_id, code in codes.items()}
    number = asked("number")
    if number:
        return transfer(number.lower())
    zone = zone_named("")
    event, kind, action, amount = (asked(name) for name in ("event", "kind", "action", "amount"))
    since, until = asked("from"), asked("to")
    page = services().history.transfers(
        who,
        table_id=by_code.get(table, table) or None,
        user=user or None,
        only=Only(
            event_id=ids.typed(event) or None,
            kind=kind or None,
            action=action.lower().replace(" ", "_") or None,
            amount=asked_number("amount", 0) or None,
            least=asked_number("least", 0) or None,
            most=asked_number("most", 0) or None,
            since=read_moment(since, zone, field="from") if since else None,
            until=read_moment(until, zone, field="to", end=True) if until else None,
        ),
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    filters = {
        "table": table,
        "user": user,
        "event": event,
        "kind": kind,
        "action": action,
        "amount": amount,
        "least": asked("least"),
        "most": asked("most"),
        "from": since,
        "to": until,
    }
    older = {**filters, "after": page.next or ""}
    return render_template(
        "console/books.html",
        now=now(),
        transfers=page.items,
        older=urlencode({name: value for name, value in older.items() if value}) if page.next else "",
        table=table,
        user=user,
        filters=filters,
        events=[one for one in services().events.all(who) if one.mine is not None],
        kinds=[str(kind) for kind in TransferKind],
        codes=codes,
        verdict=verdict,
    )


def asked(name: str) -> str:
    """A part of the address behind the question mark, no longer than any honest one."""
    return request.args.get(name, "")[:MAX_FILTER].strip()


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
        "console/transfer.html",
        now=now(),
        transfer=found,
        code=_code_of(who, found.table_id),
        referee=services().events.acts_at(who, found.table_id),
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
