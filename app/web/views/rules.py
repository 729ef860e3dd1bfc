"""The rules in force, at a table or as they come in the box."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request

from app.pages.forms import back_to
from app.pages.session import services, signed_in
from app.rules import GAMES
from app.rules.decks import load
from app.services.decks import shipped_deck
from app.services.tables import TableSettings
from app.web import sheet
from app.web.reading import read


def rules() -> str:
    """The rules page."""
    back_to("/")
    table_id = request.args.get("table", "")
    if table_id:
        who = signed_in()
        text = services().tables.deck(who, table_id)
        view: Mapping[str, Any] = services().tables.view(who, table_id)
    else:
        text = shipped_deck(GAMES[TableSettings().game])
        view = _in_the_box(text)
    table, options = read(view), view["options"]
    return render_template(
        "web/rules.html",
        table_id=table_id,
        deck=load(text),
        cards=sheet.printed(table),
        turn=sheet.turn(options),
        end=sheet.end(options),
        silence=sheet.silence(options),
        checked=sheet.checked(table.validation),
        validation=table.validation,
    )


def _in_the_box(deck: str) -> Mapping[str, Any]:
    """The game as it is shipped, in the form of a table's view."""
    chosen = TableSettings()
    game = GAMES[chosen.game]
    settings = game.configure(mode=chosen.mode, validation=chosen.validation, deck=deck, options={})
    nobody = dict.fromkeys(("id", "code", "you", "host"), "")
    begun = {"seq": 0, "match": 0, "status": "lobby", "phase": "lobby", "players": ()}
    ruled = {"validation": chosen.validation, "mode": chosen.mode, "options": {}}
    return {**nobody, **begun, **ruled, "actions": game.actions(settings)}


def add_to(blueprint: Blueprint) -> None:
    """Add this view."""
    blueprint.add_url_rule("/rules", "rules", rules)
