"""The audit: proving everything, what the log's key and newest checkpoint are, and taking the ledger away."""

from flask import Blueprint, Response, render_template, request
from flask_babel import get_locale

from app.console.access import about, now, organizer, zone
from app.pages.forms import asked_from, back_to, text
from app.pages.papers import words
from app.pages.session import services
from app.services.audit import Verdict
from app.services.exports import FORMATS
from app.services.exports.tabular import SEPARATORS

SEMICOLON = frozenset(
    "bg cs da de el es et fi fr hr hu id it lt lv nb nl nn no pl pt ro ru sk sl sr sv tr uk vi".split(" ")  # noqa: SIM905
)
"""Languages whose spreadsheets take a comma for the sign before decimals, and part columns by semicolons."""

MAX_FILTER = 60


def audit(verdict: Verdict | None = None) -> str:
    """What can be proved, and what can be taken away."""
    who = organizer()
    back_to("/organizer/audit")
    locale = get_locale()
    return render_template(
        "console/audit.html",
        now=now(),
        verdict=verdict,
        newest=services().proofs.newest(),
        events={event.id: event.name for event in services().events.all(who)},
        verifier_key=services().proofs.key,
        formats=FORMATS,
        separators=SEPARATORS,
        separator="semicolon" if locale and locale.language in SEMICOLON else "comma",
        codes=services().history.codes(who, verdict.faults if verdict else ()),
    )


def prove() -> str:
    """Check everything anew; the games too, unless that was left out."""
    organizer()
    back_to("/organizer/audit")
    return audit(services().history.verify(play_again=text("games") != "no"))


def export() -> Response:
    """The ledger, or a part of it, as a file that comes as it is made."""
    who = organizer()
    asked_from("/organizer/audit")

    def chosen(name: str, otherwise: str = "") -> str:
        return request.args.get(name, otherwise)[:MAX_FILTER].strip()

    exports = services().exports
    about(chosen("event"))
    selection = exports.selection(
        table=chosen("table"),
        event=chosen("event"),
        start=chosen("from"),
        end=chosen("to"),
        zone=chosen("zone") or getattr(zone(), "key", ""),
    )
    made = exports.export(
        who,
        chosen("format", "csv"),
        selection,
        separator=chosen("separator", "comma"),
        paper=chosen("paper", "a4"),
        words=words(),
    )
    response = Response(made.chunks, mimetype=made.mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    return response


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/audit", "audit", audit)
    blueprint.add_url_rule("/audit", "prove", prove, methods=["POST"])
    blueprint.add_url_rule("/export", "export", export)
