"""Who is where: every tile, the table it sits at, and whether it is locked."""

from flask import Blueprint, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.pages.forms import back_to, go, local, text
from app.pages.session import services
from app.services import ids
from app.services.people import Whereabouts

SHOWN = 200
MAX_SEARCH = 60


def people() -> str:
    """The list, or those that a search finds."""
    who = organizer()
    search = request.args.get("q", "")[:MAX_SEARCH].strip()
    found = sorted(
        (one for one in services().people.whereabouts(who) if _fits(one, search)),
        key=lambda one: (not one.locked, one.table_id is None, -(one.last_seen or 0), one.name),
    )
    return render_template(
        "console/people.html",
        now=now(),
        people=found[:SHOWN],
        hidden_count=max(0, len(found) - SHOWN),
        search=search,
        may_issue=services().tiles.may_issue(who),
        codes={card.id: card.code for card in services().tables.all(who)},
    )


def unlock(user: str) -> Response:
    """Let an account try passwords again."""
    who = organizer()
    back_to("/organizer/people")
    services().people.unlock(who, user)
    flash(_("%(user)s can try again.", user=ids.grouped(user)), "good")
    return go(local(text("back") or "/organizer/people"))


def _fits(one: Whereabouts, search: str) -> bool:
    said = search.casefold()
    return (
        said in one.name.casefold()
        or said in one.label.casefold()
        or (bool(ids.typed(said)) and ids.typed(said) in one.user)
    )


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/people", "people", people)
    blueprint.add_url_rule("/people/<user>/unlock", "unlock", unlock, methods=["POST"])
