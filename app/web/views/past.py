"""What is over: a game in pictures, and step by step through anybody's eyes."""

from flask import Blueprint, render_template, request

from app.pages.forms import asked_number, back_to
from app.pages.papers import captions
from app.pages.session import services, signed_in
from app.services import ids
from app.services.zones import local
from app.web.games import presenter, read
from app.web.lines import read_lines
from app.web.stage import seats, stage
from app.web.svg import svg

MAX_USER = 64


def pictures(table_id: str) -> str:
    """A game in pictures."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    story = services().pictures.story(who, table_id, asked_number("match", 0) or None, captions())
    return render_template("web/pictures.html", story=story, svg=svg, table_id=table_id)


def replay(table_id: str) -> str:
    """A game after one of its steps, through the eyes of the viewer, of another seat, or of everybody."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    found = services().replays.moment(
        who,
        table_id,
        match=asked_number("match", 0) or None,
        step=asked_number("step", 1),
        seat=ids.typed(request.args.get("seat", ""))[:MAX_USER] or None,
    )
    table = read(found.view)
    (line,) = read_lines(table, (found.line,))
    shown = presenter(table.game)
    return render_template(
        "web/replay.html",
        **{
            **shown.panel_values(table),
            "moment": found,
            "table": table,
            "line": line,
            "at": local(found.line.at, found.zone),
            "seats": seats(table),
            "headline": stage(table).headline,
            "names": {player.user: player.name for player in table.players},
            "shown": shown,
        },
    )


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tables/<table_id>/pictures", "table_pictures", pictures)
    blueprint.add_url_rule("/tables/<table_id>/replay", "table_replay", replay)
