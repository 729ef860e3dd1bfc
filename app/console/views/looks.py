"""Looks of tiles: themes, and printers that were measured."""

import io

from flask import Blueprint, current_app, flash, render_template, request, send_file
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.console.access import now, organizer
from app.console.views.tiles import forget_sheets
from app.errors import Invalid
from app.pages.forms import back_to, go, text
from app.pages.session import services

MAX_THEME = 20_000
MAX_PICTURE_BYTES = 8 * 1024 * 1024
EXAMPLE = """name = "Casino night"
design = "colour"
network = "Club bank"

[colours]
frame = "#14342b"
paper = "#fff8e7"
text = "#14342b"
"""
MEASURES = ("left", "top", "wide", "high", "back_left", "back_top")


def themes() -> str:
    """The designs, the themes, and a form for another one."""
    who = organizer()
    return render_template(
        "console/themes.html",
        now=now(),
        themes=services().looks.themes(who),
        draft=_drafts().get(who.user, EXAMPLE),
    )


def put_theme() -> Response:
    """Keep a theme: its text as typed or as a file, and its pictures."""
    who = organizer()
    back_to("/organizer/tiles/themes")
    source = text("source", MAX_THEME)
    files = {file.filename: file.stream for file in request.files.getlist("pictures") if file.filename}
    pictures = {name: stream.read(MAX_PICTURE_BYTES + 1) for name, stream in files.items()}
    given = request.files.get("file")
    if given is not None and given.filename:
        source = given.stream.read(MAX_THEME + 1).decode("utf-8", "replace")
    if not source:
        raise Invalid("Choose a theme file, or write one.", field="source")
    # Whoever is refused finds what they wrote again.
    _drafts()[who.user] = source[:MAX_THEME]
    name = services().looks.put_theme(who, source, pictures)
    _drafts().pop(who.user, None)
    forget_sheets()
    flash(_("The theme %(name)s can be chosen for sheets now.", name=name), "good")
    return go("/organizer/tiles/themes")


def remove_theme() -> Response:
    """Forget a theme."""
    who = organizer()
    back_to("/organizer/tiles/themes")
    services().looks.remove_theme(who, text("name"))
    forget_sheets()
    return go("/organizer/tiles/themes")


def preview(name: str) -> Response:
    """Both sides of a tile in a look, a PNG."""
    who = organizer()
    picture = services().looks.preview(who, name, request.args.get("language", "en")[:2])
    answer = send_file(io.BytesIO(picture), mimetype="image/png")
    answer.headers["Cache-Control"] = "private, max-age=60"
    return answer


def printers() -> str:
    """The printers that were measured, and how to measure one."""
    who = organizer()
    return render_template("console/printers.html", now=now(), printers=services().looks.printers(who))


def measure_printer() -> Response:
    """Keep what was measured."""
    who = organizer()
    back_to("/organizer/tiles/printers")
    measures = {name: text(name, 12) for name in MEASURES}
    does = services().looks.measure_printer(who, text("name"), measures)
    forget_sheets()
    flash(
        _("%(name)s is measured: choose it for a sheet, and the sheet comes out right.", name=does.name),
        "good",
    )
    return go("/organizer/tiles/printers")


def remove_printer() -> Response:
    """Forget a printer."""
    who = organizer()
    back_to("/organizer/tiles/printers")
    services().looks.remove_printer(who, text("name"))
    forget_sheets()
    return go("/organizer/tiles/printers")


def calibration_page() -> Response:
    """The page by which a printer is measured."""
    who = organizer()
    back_to("/organizer/tiles/printers")
    page = services().looks.calibration_page(
        who, request.args.get("paper", "a4")[:10], request.args.get("printer", "")[:40]
    )
    return send_file(
        io.BytesIO(page), mimetype="application/pdf", as_attachment=True, download_name="calibration.pdf"
    )


def _drafts() -> dict[str, str]:
    """What each organizer wrote and was refused; until the process ends."""
    drafts: dict[str, str] = current_app.extensions.setdefault("reckless_drafts", {})
    return drafts


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tiles/themes", "themes", themes)
    blueprint.add_url_rule("/tiles/themes", "put_theme", put_theme, methods=["POST"])
    blueprint.add_url_rule("/tiles/themes/remove", "remove_theme", remove_theme, methods=["POST"])
    blueprint.add_url_rule("/tiles/themes/<name>.png", "theme_preview", preview)
    blueprint.add_url_rule("/tiles/printers", "printers", printers)
    blueprint.add_url_rule("/tiles/printers", "measure_printer", measure_printer, methods=["POST"])
    blueprint.add_url_rule("/tiles/printers/remove", "remove_printer", remove_printer, methods=["POST"])
    blueprint.add_url_rule("/tiles/printers/calibration.pdf", "calibration_page", calibration_page)
