"""The board of an event for a projector: no sign-in, and nothing that a spectator could not see."""

from flask import Blueprint, render_template
from flask_babel import gettext as _

from app.pages.session import services
from app.services.events.boards import Shown
from app.services.zones import local
from app.web.board import Place, standings
from app.web.games import read
from app.web.words import names


def board(secret: str) -> str:
    """The board; its script asks for it again and again."""
    found = services().boards.see(secret)
    at = local(found.at, found.zone)
    return render_template("web/board.html", board=found, at=at, tables=[_drawn(one) for one in found.tables])


def _drawn(shown: Shown) -> dict[str, object]:
    """What the board says of a table: names, points and who is awaited; no user names, no codes, no reasons."""
    places: tuple[Place, ...] = ()
    if shown.view is None:
        return {"number": shown.number, "state": _("Before the game"), "doing": "", "places": places}
    table = read(shown.view)
    state = _("Game %(n)d", n=table.match)
    if table.status == "over":
        won = names([table.name(user) for user in table.winners])
        doing = _("Won by %(names)s", names=won) if won else _("Over")
    elif table.paused:
        doing = _("Paused")
    else:
        waiting = names([table.name(user) for user in table.waiting_for])
        doing = _("Waiting for %(names)s", names=waiting) if waiting else _("Playing")
    turn = table.name(table.turn) if table.turn and table.status == "playing" else ""
    return {
        "number": shown.number,
        "state": state,
        "doing": doing,
        "over": table.status == "over",
        "paused": bool(table.paused),
        "turn": turn,
        "places": standings(table),
        "turn_user": table.turn,
    }


def add_to(blueprint: Blueprint) -> None:
    """Add this view."""
    blueprint.add_url_rule("/board/<secret>", "board", board)
