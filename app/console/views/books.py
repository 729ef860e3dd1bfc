"""The books: every transfer, reversing one, and proving the whole."""

from urllib.parse import urlencode

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console import words
from app.console.access import about, now, organizer, zone
from app.errors import Invalid, NotFound
from app.ledger import BANK, TransferKind
from app.pages.forms import asked_whole, back_to, go, key, text
from app.pages.problems import told
from app.pages.refused_forms import filled
from app.pages.session import services
from app.services import ids
from app.services.actor import Actor, Role
from app.services.history import Only, Page, Verdict
from app.services.people.directory import Entry
from app.services.zones import read_moment

PAGE = 50
MAX_FILTER = 40
FILTERS = ("table", "user", "event", "kind", "action", "amount", "least", "most", "from", "to")


def books(verdict: Verdict | None = None) -> str | tuple[str, int]:
    """Transfers, newest first; those alone that were asked for. Where that can't be read, none: the page says why."""
    who = organizer()
    back_to("/organizer/books")
    about(asked("event"))
    try:
        if number := asked("number"):
            return transfer(number.lower())
        fitting, page = _found(who)
    except (Invalid, NotFound) as error:
        wrong = error.field if isinstance(error, Invalid) else "number"
        flash(told(error), "bad")
        drawn = _drawn(who, verdict, (), None)
        return filled(drawn, "/organizer/books", request.args.to_dict(flat=False), wrong=wrong), 422
    return _drawn(who, verdict, fitting, page)


def _found(who: Actor) -> tuple[tuple[Entry, ...], Page | None]:
    """The transfers that were asked for; if several people fit what was typed, those people, and no transfers."""
    by_code = {card.code: card for card in services().tables.all(who)}
    known = {card.id: card for card in by_code.values()}
    typed = ids.typed(asked("table"))
    card = by_code.get(typed) or known.get(typed)
    if typed and card is None:
        raise Invalid("There is no such table.", field="table")
    if card is not None:
        about(card.event_id)
    fitting = _called(who, asked("user"))
    event, kind, since, until = (asked(name) for name in ("event", "kind", "from", "to"))
    action = asked("action").lower().replace(" ", "_")
    only = Only(
        event_id=ids.typed(event) or None,
        kind=kind or None,
        action=action or None,
        amount=asked_whole("amount"),
        least=asked_whole("least"),
        most=asked_whole("most"),
        since=read_moment(since, zone(), field="from") if since else None,
        until=read_moment(until, zone(), field="to", end=True) if until else None,
    )
    if len(fitting) > 1:
        return fitting, None
    page = services().history.transfers(
        who,
        table_id=card.id if card else None,
        user=fitting[0].user if fitting else None,
        only=only,
        after=request.args.get("after") or None,
        limit=PAGE,
    )
    actions = services().history.actions(who)
    if action and not page.items and action not in actions:
        raise Invalid(
            "Nothing was ever paid for %(action)s. There is: %(known)s.",
            field="action",
            action=asked("action"),
            known=", ".join(words.action(one) for one in actions) or "–",
        )
    return fitting, page


def _called(who: Actor, name: str) -> tuple[Entry, ...]:
    """Whose transfers are meant: people, or the bank as the list calls it."""
    bank = words.owner(BANK, "")
    if name.casefold() in (BANK, bank.casefold()):
        return (Entry(BANK, bank, Role.PLAYER),)
    return services().directory.called(who, name) if name else ()


def _drawn(who: Actor, verdict: Verdict | None, fitting: tuple[Entry, ...], page: Page | None) -> str:
    """The page; without a list where there is no page of transfers."""
    filters = {name: asked(name) for name in FILTERS}
    more = {name: value for name, value in filters.items() if value}
    return render_template(
        "console/books.html",
        now=now(),
        page=page,
        older=urlencode({**more, "after": page.next}) if page and page.next else "",
        people=[(one, urlencode({**more, "user": one.user})) for one in fitting],
        filters=filters,
        events=[one for one in services().events.all(who) if one.mine is not None],
        kinds=[str(kind) for kind in TransferKind],
        actions=services().history.actions(who),
        codes={card.id: card.code for card in services().tables.all(who)},
        verdict=verdict,
    )


def asked(name: str) -> str:
    """A part of the address behind the question mark, no longer than any honest one."""
    return request.args.get(name, "")[:MAX_FILTER].strip()


def check() -> str | tuple[str, int]:
    """Prove the books anew, and say what came out of it above the list."""
    organizer()
    return books(services().history.verify())


def transfer(number: str) -> str:
    """One transfer with all that is known of it, and the form that reverses it."""
    who = organizer()
    back_to("/organizer/books")
    found = services().payments.receipt(who, number)
    about(found.event_id)
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
