"""A table: opening it, its page and its log, and all that can be done there but paying."""

from typing import Any

from flask import Blueprint, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.pages.forms import asked_number, back_to, go, key, number, text
from app.pages.papers import captions
from app.pages.session import services, signed_in
from app.services.actor import Actor
from app.services.codes import symbol
from app.services.zones import called, local
from app.web.board import NEAR, board
from app.web.explaining import is_explaining, remembered
from app.web.games import presenter, read
from app.web.lines import read_lines
from app.web.page import move
from app.web.parting import ending, question, resigning
from app.web.reading import Table
from app.web.settings import from_form, house_rules
from app.web.svg import svg

LOG_PAGE = 200
WHOLE_GAME = 1_000
"""Lines of the log from which the picture of the balances is drawn."""


def open_table() -> Response:
    """Open a table and take its first seat."""
    who = signed_in()
    back_to("/organizer/" if who.is_organizer else "/?lobby")
    chosen = text("event") if "event" in request.form else None
    opened = services().tables.open(who, from_form(), key=key(), event=chosen)
    if not who.is_organizer:
        services().tables.sit(who, opened.id)
    return go(f"/tables/{opened.id}")


def page(table_id: str) -> Response:
    """The table as this person may see it."""
    who = signed_in()
    back_to("/?lobby")
    return remembered(make_response(render_template("web/table.html", **drawn(who, table_id))))


def drawn(who: Actor, table_id: str) -> dict[str, Any]:
    """All that the table's templates draw from."""
    view = services().tables.view(who, table_id)
    lines = NEAR if view["status"] == "playing" else WHOLE_GAME
    log = services().tables.log(who, table_id, after=max(0, int(str(view["seq"])) - lines), limit=lines)
    values = board(view, log, pick=request.args.get("pick", ""), explains=is_explaining())
    if view["status"] == "lobby":
        values["join"] = symbol(f"{services().public_url}/join/{view['code']}")
    if view["status"] == "over" and view["match"]:
        values["taken"] = (
            svg(found) if (found := services().pictures.taken(who, table_id, captions())) else None
        )
    return values


def log(table_id: str) -> str:
    """What was played, the last line first."""
    who = signed_in()
    back_to("/?lobby")
    table = read(services().tables.view(who, table_id))
    before = asked_number("before", table.seq + 1)
    after = max(0, before - 1 - LOG_PAGE)
    found = services().tables.log(who, table_id, after=after, limit=max(0, before - 1 - after))
    return render_template(
        "web/log.html",
        heading=_("What was played"),
        chance=table.chance,
        lines=read_lines(table, found),
        table_id=table.id,
        more=after + 1 if after else None,
        zone=_zone(table),
    )


def _zone(table: Table) -> str:
    """What the zone of a table's times is called."""
    return called(local(services().clock.now(), table.zone))


def log_with(table_id: str, user: str) -> str:
    """What was between the viewer and one other player; with oneself, one's payments, each with its receipt.

    Where nobody pays anybody, it is all that one did oneself.
    """
    who = signed_in()
    back_to("/?lobby")
    table = read(services().tables.view(who, table_id))
    found = services().tables.log(who, table_id, after=max(0, table.seq - WHOLE_GAME), limit=WHOLE_GAME)
    pair = {who.user, user}
    other = table.name(user)
    mine = user == who.user
    pays = presenter(table.game).pays
    lines = [
        line
        for line in read_lines(table, found)
        if (bool(line.transfer) and line.mine if mine and pays else pair <= line.people)
    ]
    alone = _("Your payments") if pays else _("With you")
    return render_template(
        "web/log.html",
        heading=alone if mine else _("%(name)s and you", name=other),
        lines=lines,
        table_id=table.id,
        more=None,
        zone=_zone(table),
    )


def corner(table_id: str) -> str:
    """What is seldom done: moving for somebody who is away, taking a move back, leaving, ending the game."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    view: dict[str, Any] = services().tables.view(who, table_id)
    values = board(view, (), explains=is_explaining())
    table = values["table"]
    sure = question(
        table, request.args.get("sure", ""), may_end=values["host"], absent=request.args.get("for", "")
    )
    return render_template(
        "web/corner.html",
        heading=sure.heading if sure else _("Help, undo, leave"),
        question=sure,
        resigning=resigning(table),
        ending=ending(table),
        **values,
    )


def play(table_id: str) -> Response:
    """Make the move a button stands for."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    services().play.play(
        who, table_id, move(), on_behalf_of=text("for") or None, expected_seq=number("seq"), key=key()
    )
    return go(f"/tables/{table_id}")


def start(table_id: str) -> Response:
    """Begin the game, or another one with the same seats."""
    back_to(f"/tables/{table_id}")
    services().tables.start(signed_in(), table_id, key=key())
    return go(f"/tables/{table_id}")


def leave(table_id: str) -> Response:
    """Give the seat up; whoever runs the table can have others get up."""
    back_to(f"/tables/{table_id}")
    user = text("user") or None
    services().tables.leave(signed_in(), table_id, user=user, key=key())
    return go(f"/tables/{table_id}" if user else "/?lobby")


def bots(table_id: str) -> Response:
    """Seat a bot, have one play for somebody, or the player again: what a button of the form says."""
    back_to(f"/tables/{table_id}")
    who, user, bot = signed_in(), text("user") or None, text("bot")
    if user is None:
        services().bots.seat(who, table_id, bot, key=key())
    elif bot == "none":
        services().bots.give_back(who, table_id, user=user, key=key())
    else:
        services().bots.stand_in(who, table_id, bot, user=user, key=key())
    return go(f"/tables/{table_id}")


def close(table_id: str) -> Response:
    """End the game, or the table before one."""
    back_to(f"/tables/{table_id}")
    services().tables.close(signed_in(), table_id, key=key())
    return go(f"/tables/{table_id}")


def pause(table_id: str) -> Response:
    """Stop play, with a reason that the table sees."""
    back_to(f"/tables/{table_id}/corner")
    services().pausing.pause(signed_in(), table_id, reason=text("reason"), key=key())
    return go(f"/tables/{table_id}")


def resume(table_id: str) -> Response:
    """Let play go on."""
    back_to(f"/tables/{table_id}/corner")
    services().pausing.resume(signed_in(), table_id, key=key())
    return go(f"/tables/{table_id}")


def settings(table_id: str) -> str:
    """The house rules before a game."""
    chosen = services().tables.settings(signed_in(), table_id)
    return render_template("web/settings.html", table_id=table_id, form=house_rules(chosen))


def keep_settings(table_id: str) -> Response:
    """Change the house rules before a game."""
    who = signed_in()
    back_to(f"/tables/{table_id}/settings")
    services().tables.configure(who, table_id, from_form(), key=key())
    return go(f"/tables/{table_id}")


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tables", "open_table", open_table, methods=["POST"])
    for rule, view in (
        ("", page),
        ("/log", log),
        ("/with/<user>", log_with),
        ("/settings", settings),
        ("/corner", corner),
    ):
        blueprint.add_url_rule(f"/tables/<table_id>{rule}", f"table_{view.__name__}", view)
    for rule, action in (
        ("/moves", play),
        ("/start", start),
        ("/leave", leave),
        ("/bots", bots),
        ("/close", close),
        ("/pause", pause),
        ("/resume", resume),
        ("/settings", keep_settings),
    ):
        blueprint.add_url_rule(
            f"/tables/<table_id>{rule}", f"table_{action.__name__}", action, methods=["POST"]
        )
