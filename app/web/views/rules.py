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
    box = in_the_box()
    view: Mapping[str, Any] = services().tables.view(signed_in(), table_id) if table_id else box
    table, options = read(view), view["options"]
    return render_template(
        "web/rules.html",
        table_id=table_id,
        deck=view.get("deck") or box["deck"],
        cards=sheet.printed(table),
        turn=sheet.turn(options),
        end=sheet.end(options),
        silence=sheet.silence(options),
        checked=sheet.checked(table.validation),
    )


def in_the_box() -> Mapping[str, Any]:
    """The game as it is shipped, in the form of a table's view."""
    chosen = TableSettings()
    game = GAMES[chosen.game]
    text = shipped_deck(game)
    deck = load(text)
    settings = game.configure(mode=chosen.mode, validation=chosen.validation, deck=text, options={})
    return {
        "id": "",
        "code": "",
        "seq": 0,
        "match": 0,
        "status": "lobby",
        "phase": "lobby",
        "validation": chosen.validation,
        "mode": chosen.mode,
        "you": "",
        "host": "",
        "players": (),
        "options": {},
        "actions": game.actions(settings),
        "deck": {
            "name": deck.name,
            "starting_credits": deck.starting_credits,
            "cards_dealt": deck.cards_dealt,
            "min_players": deck.min_players,
            "max_players": deck.max_players,
        },
    }


def add_to(blueprint: Blueprint) -> None:
    """Add this view."""
    blueprint.add_url_rule("/rules", "rules", rules)
