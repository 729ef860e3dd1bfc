"""Tiles: print runs, their sheets with the result of the check, and reprints."""

import io
import re
from itertools import chain

from flask import Blueprint, current_app, flash, render_template, request, send_file
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.console.drawer import Drawer
from app.console.needs import erased_at
from app.console.press import Job, Press
from app.console.words import KINDS, LANGUAGES, TRIALS
from app.errors import NotFound
from app.pages.forms import back_to, go, key, text
from app.pages.problems import told
from app.pages.session import services
from app.services import ids
from app.services.actor import Actor
from app.services.tiles import MAX_COUNT
from app.services.tiles.batches import BatchCard
from app.services.tiles.register import as_csv
from app.services.tiles.sheets import (
    BAR,
    Progress,
    Sheet,
    label_sheets,
    read_sheet,
    what_is_wrong,
)

DRAWER, PRESS = "reckless_drawer", "reckless_press"
MAX_NAMES = 4_000

SIZES = {"tile": "85x54", "gap": "0", "margin": "8", "bleed": "0", "skip": "0"}
"""Options that are typed: millimetres, and the number of places that are used already."""


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
        may_issue=services().tiles.may_issue(who),
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


def batch_page(batch_id: str) -> tuple[str, int]:
    """A print run: its sheet's options, and the result of the check once a sheet was asked for."""
    who = organizer()
    back_to("/organizer/tiles")
    card = _card(who, batch_id)
    asked = "paper" in request.args and card.printable and card.may_print
    if asked:
        back_to(f"/organizer/tiles/{batch_id}")
    choices = _choices(who)
    chosen = _chosen(choices)
    wrong = what_is_wrong(_asked_for(chosen)) if asked else None
    made, job = _in_the_making(who, card, chosen) if asked and not wrong else (None, None)
    page = render_template(
        "console/batch.html",
        now=now(),
        batch=card,
        erased_at=erased_at(card),
        chosen=chosen,
        wrong=wrong and {"field": wrong.field, "says": told(wrong)},
        choices=choices,
        usual=SIZES | {name: next(iter(values)) for name, values in choices.items()},
        names=_names(),
        sheet=made,
        job=job,
        bar=BAR,
        trials=TRIALS,
        kinds=KINDS,
        records=services().register.records(who, batch_id),
        may_issue=services().tiles.may_issue(who),
        codes={card.id: card.code for card in services().tables.all(who)},
        query=request.query_string.decode(),
    )
    return page, 422 if wrong else 200


def sheet(batch_id: str) -> Response:
    """The sheet, a PDF file; the check is part of making it."""
    who = organizer()
    back_to(f"/organizer/tiles/{batch_id}")
    card = _card(who, batch_id)
    made = _sheet(who, card, _chosen(_choices(who)))
    return _as_file(made.pdf, "application/pdf", f"tiles-{_file_name(card)}.pdf")


def bundle(batch_id: str) -> Response:
    """The file for a print shop: one half of a tile on a page, with bleed."""
    who = organizer()
    back_to(f"/organizer/tiles/{batch_id}")
    card = _card(who, batch_id)
    options, look = read_sheet(_asked_for(_chosen(_choices(who))))
    made = services().tiles.bundle(who, batch_id, options, look=look)
    return _as_file(made.pdf, "application/pdf", f"print-shop-{_file_name(card)}.pdf")


def pictures(batch_id: str) -> Response:
    """Two pictures of every tile in a ZIP file, for shops that take no PDF; it is sent while it is made."""
    who = organizer()
    back_to(f"/organizer/tiles/{batch_id}")
    card = _card(who, batch_id)
    options, look = read_sheet(_asked_for(_chosen(_choices(who))))
    parts = services().tiles.zipped_pictures(who, batch_id, options, look=look)
    # The first part is made before anything is sent, so that what can't be printed is told on the page.
    answer = Response(chain([next(parts)], parts), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"pictures-{_file_name(card)}.zip")
    answer.headers["Cache-Control"] = "no-store"
    return answer


def register(batch_id: str) -> Response:
    """The register of a print run as a CSV file, without secrets."""
    who = organizer()
    card = _card(who, batch_id)
    text = as_csv(services().register.records(who, batch_id))
    return _as_file(text.encode(), "text/csv; charset=utf-8", f"register-{_file_name(card)}.csv")


def revoke() -> Response:
    """Make a tile worthless."""
    who = organizer()
    back = text("back") or "/organizer/tiles"
    back_to(back)
    services().register.revoke(who, [text("user")], key())
    flash(_("%(user)s works no more.", user=ids.grouped(text("user"))), "good")
    return go(back)


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


def _choices(who: Actor) -> dict[str, dict[str, str]]:
    """The options that are chosen from a list: value to what it is called; the first is the usual one."""
    names = _names()
    printers = services().looks.printers(who)
    return {
        "paper": {value: names[value] for value in ("a4", "letter")},
        "duplex": {value: names[value] for value in ("none", "long", "short")},
        "code": {value: names[value] for value in ("link", "user", "both")},
        "design": {value: names[value] for value in ("colour", "ink")}
        | {theme.name: theme.name for theme in services().looks.themes(who)},
        "language": LANGUAGES,
        "printer": {"": _("Not measured")} | {printer.name: printer.name for printer in printers},
        "marks": {"crop": _("In the margins"), "lines": _("Lines across the paper"), "none": _("None")},
        "fold": {"side": _("Beside the front"), "top": _("Above the front")},
        "labels": {"": _("Bare paper")} | {code: code for code in label_sheets()},
    }


def _chosen(choices: dict[str, dict[str, str]]) -> dict[str, str]:
    """The sheet's options as the address has them, or the usual ones."""
    usual = {name: next(iter(values)) for name, values in choices.items()} | SIZES
    return {name: request.args.get(name, "")[:40].strip() or value for name, value in usual.items()}


def _asked_for(chosen: dict[str, str]) -> dict[str, str]:
    """What `read_sheet` is to be told: an empty choice is none."""
    return {name: value for name, value in chosen.items() if value}


def _in_the_making(who: Actor, card: BatchCard, chosen: dict[str, str]) -> tuple[Sheet | None, Job | None]:
    """The sheet if it lies ready, or how far it is."""
    kept = _drawer().get(card.id, chosen)
    if kept is not None:
        return kept, None
    options, look = read_sheet(_asked_for(chosen))
    tiles_of = services().tiles

    def make(progress: Progress) -> Sheet:
        made = tiles_of.sheet(who, card.id, options, progress, look=look)
        drawer.put(card.id, chosen, made)
        return made

    drawer, press = _drawer(), current_app.extensions.setdefault(PRESS, Press())
    job: Job = press.start((card.id, tuple(sorted(chosen.items()))), make)
    return job.sheet, None if job.sheet else job


def _sheet(who: Actor, card: BatchCard, chosen: dict[str, str]) -> Sheet:
    """The sheet as it lies ready, or made and checked anew; refused once the secrets are erased, and to others."""
    kept = _drawer().get(card.id, chosen) if card.printable and card.may_print else None
    if kept is not None:
        return kept
    options, look = read_sheet(_asked_for(chosen))
    made = services().tiles.sheet(who, card.id, options, look=look)
    _drawer().put(card.id, chosen, made)
    return made


def _drawer() -> Drawer:
    drawer: Drawer = current_app.extensions.setdefault(DRAWER, Drawer())
    return drawer


def forget_sheets() -> None:
    """Throw away what lies ready: a theme or a printer has changed."""
    _drawer().empty_all()


def _file_name(card: BatchCard) -> str:
    return re.sub(r"\W+", "-", card.label).strip("-").lower() or "tiles"


def _as_file(data: bytes, kind: str, name: str) -> Response:
    answer = send_file(io.BytesIO(data), mimetype=kind, as_attachment=True, download_name=name)
    answer.headers["Cache-Control"] = "no-store"
    return answer


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
        "code": _("The pay code says"),
        "link": _("Our link"),
        "user": _("User name (Cyclos app)"),
        "both": _("Both"),
        "design": _("Design"),
        "colour": _("Colour"),
        "ink": _("Black and white, saves ink"),
        "language": _("Language on the tiles"),
        "printer": _("Printer"),
        "fold": _("Folded: private side lies"),
        "labels": _("Labels or ready-cut cards"),
        "tile": _("Tile in mm, width x height"),
        "gap": _("Gap in mm"),
        "margin": _("Margin in mm"),
        "bleed": _("Bleed in mm"),
        "skip": _("Places used already"),
    }


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tiles", "tiles", tiles)
    blueprint.add_url_rule("/tiles", "issue", issue, methods=["POST"])
    blueprint.add_url_rule("/tiles/reprint", "reprint", reprint, methods=["POST"])
    blueprint.add_url_rule("/tiles/<batch_id>", "batch", batch_page)
    blueprint.add_url_rule("/tiles/<batch_id>/sheet.pdf", "sheet", sheet)
    blueprint.add_url_rule("/tiles/revoke", "revoke", revoke, methods=["POST"])
    blueprint.add_url_rule("/tiles/<batch_id>/bundle.pdf", "bundle", bundle)
    blueprint.add_url_rule("/tiles/<batch_id>/pictures.zip", "pictures", pictures)
    blueprint.add_url_rule("/tiles/<batch_id>/register.csv", "register", register)
    blueprint.add_url_rule("/tiles/<batch_id>/printed", "printed", printed, methods=["POST"])
