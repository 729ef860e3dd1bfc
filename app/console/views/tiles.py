"""Tiles: print runs, their sheets with the result of the check, and reprints."""

import io
import re

from flask import Blueprint, current_app, flash, render_template, request, send_file
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.console.drawer import Drawer
from app.console.needs import erased_at
from app.errors import NotFound
from app.pages.forms import back_to, go, key, text
from app.pages.session import services
from app.services.actor import Actor
from app.services.sheets import Sheet, read_options
from app.services.tiles import MAX_COUNT, BatchCard

DRAWER = "reckless_drawer"
MAX_NAMES = 4_000

CHOICES: dict[str, tuple[str, ...]] = {
    "paper": ("a4", "letter"),
    "duplex": ("none", "long", "short"),
    "marks": ("crop", "none"),
    "code": ("link", "user", "both"),
}
"""The options of a sheet that are chosen from a list; the first is the default."""
SIZES = {"tile": "85x54", "gap": "0", "margin": "8"}
"""Those that are typed, in millimetres."""


def tiles() -> str:
    """Print runs, a form for a new one, and one for lost tiles."""
    who = organizer()
    return render_template(
        "console/tiles.html",
        now=now(),
        batches=services().tiles.batches(who),
        erased_at=erased_at,
        lost=request.args.get("lost", ""),
        most=MAX_COUNT,
    )


def issue() -> Response:
    """Open accounts."""
    who = organizer()
    back_to("/organizer/tiles")
    count = text("count", 12)
    batch = services().tiles.issue(
        who, count=int(count) if count.isdecimal() else count, label=text("label"), key=key()
    )
    return go(f"/organizer/tiles/{batch.id}")


def reprint() -> Response:
    """Give lost tiles new secrets."""
    who = organizer()
    back_to("/organizer/tiles#lost")
    # People type K7M 2QXD with the blank it is printed with: names end at commas and lines.
    users = [user for user in re.split(r"[,;\n]+", text("users", MAX_NAMES)) if user.strip()]
    batch = services().tiles.reprint(who, users, key=key())
    return go(f"/organizer/tiles/{batch.id}")


def batch_page(batch_id: str) -> str:
    """A print run: its sheet's options, and the result of the check once a sheet was asked for."""
    who = organizer()
    back_to("/organizer/tiles")
    card = _card(who, batch_id)
    asked = "paper" in request.args
    if asked:
        back_to(f"/organizer/tiles/{batch_id}")
    chosen = _chosen()
    return render_template(
        "console/batch.html",
        now=now(),
        batch=card,
        erased_at=erased_at(card),
        chosen=chosen,
        choices=CHOICES,
        names=_names(),
        sheet=_sheet(who, card, chosen) if asked and card.printable else None,
        query=request.query_string.decode(),
    )


def sheet(batch_id: str) -> Response:
    """The sheet, a PDF file; the check is part of making it."""
    who = organizer()
    back_to(f"/organizer/tiles/{batch_id}")
    card = _card(who, batch_id)
    made = _sheet(who, card, _chosen())
    name = re.sub(r"\W+", "-", card.label).strip("-").lower() or "tiles"
    answer = send_file(
        io.BytesIO(made.pdf),
        mimetype="application/pdf",
        as_attachment=True,
        download_name=f"tiles-{name}.pdf",
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def printed(batch_id: str) -> Response:
    """Note that a print run is printed, and erase its secrets."""
    who = organizer()
    back_to(f"/organizer/tiles/{batch_id}")
    services().tiles.printed(who, batch_id, key())
    _drawer().empty(batch_id)
    flash(
        _("Printed. Their passwords and sign-in codes are erased here; the tiles themselves keep working."),
        "good",
    )
    return go("/organizer/tiles")


def _card(who: Actor, batch_id: str) -> BatchCard:
    found = next((card for card in services().tiles.batches(who) if card.id == batch_id), None)
    if found is None:
        raise NotFound("There is no such print run.")
    return found


def _chosen() -> dict[str, str]:
    """The sheet's options as the address has them, or their defaults."""
    defaults = {name: values[0] for name, values in CHOICES.items()} | SIZES
    return {name: request.args.get(name, "")[:40].strip() or value for name, value in defaults.items()}


def _sheet(who: Actor, card: BatchCard, chosen: dict[str, str]) -> Sheet:
    """The sheet as it lies ready, or made and checked anew; refused once the secrets are erased."""
    kept = _drawer().get(card.id, chosen) if card.printable else None
    if kept is not None:
        return kept
    made = services().tiles.sheet(who, card.id, read_options(chosen))
    _drawer().put(card.id, chosen, made)
    return made


def _drawer() -> Drawer:
    drawer: Drawer = current_app.extensions.setdefault(DRAWER, Drawer())
    return drawer


def _names() -> dict[str, str]:
    """What the options and their values are called."""
    return {
        "paper": _("Paper"),
        "a4": _("A4"),
        "letter": _("Letter"),
        "duplex": _("Private side"),
        "none": _("Folded behind"),
        "long": _("Printer turns, long edge"),
        "short": _("Printer turns, short edge"),
        "marks": _("Cutting marks"),
        "crop": _("Yes"),
        "no-marks": _("No"),
        "code": _("The pay code says"),
        "link": _("Our link"),
        "user": _("User name (Cyclos app)"),
        "both": _("Both"),
    }


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tiles", "tiles", tiles)
    blueprint.add_url_rule("/tiles", "issue", issue, methods=["POST"])
    blueprint.add_url_rule("/tiles/reprint", "reprint", reprint, methods=["POST"])
    blueprint.add_url_rule("/tiles/<batch_id>", "batch", batch_page)
    blueprint.add_url_rule("/tiles/<batch_id>/sheet.pdf", "sheet", sheet)
    blueprint.add_url_rule("/tiles/<batch_id>/printed", "printed", printed, methods=["POST"])
