"""The rules in force, at a table or as they come in the box."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request
from flask_babel import gettext as _

from app.errors import NotFound
from app.pages.forms import back_to
from app.pages.session import services, signed_in
from app.rules import GAMES
from app.services.ground.decks import shipped_deck
from app.services.tables import TableSettings
from app.web.games import presenter, read


def rules() -> str:
    """The rules page of the table's game, or of the one that `game` names.

    Raises:
        NotFound: If there is no such game.
    """
    back_to("/")
    table_id = request.args.get("table", "")
    if table_id:
        who = signed_in()
        deck = services().tables.deck(who, table_id)
        view: Mapping[str, Any] = services().tables.view(who, table_id)
    else:
        name = request.args.get("game") or TableSettings().game
        if name not in GAMES:
            raise NotFound("There is no game of that name.")
        deck = shipped_deck(GAMES[name])
        view = _in_the_box(name, deck)
    table = read(view)
    return render_template(
        "web/rules.html",
        table_id=table_id,
        rules=presenter(table.game).rules(table, deck),
        checked=_checked(table.validation) if len(GAMES[table.game].levels) > 1 else "",
        validation=table.validation,
        chance=table.chance,
        others=() if table_id else [presenter(name) for name in GAMES if name != table.game],
    )


def _in_the_box(name: str, deck: str) -> Mapping[str, Any]:
    """A game as it is shipped, in the form of a table's view."""
    game = GAMES[name]
    mode, level = game.modes[0], game.levels[0]
    settings = game.configure(mode=mode, validation=level, deck=deck, options={})
    nobody = dict.fromkeys(("id", "code", "you", "host"), "")
    begun = {"seq": 0, "match": 0, "status": "lobby", "phase": "lobby", "players": ()}
    ruled = {"game": name, "validation": str(level), "mode": mode, "options": {}}
    return {**nobody, **begun, **ruled, "actions": game.actions(settings), "seats": game.seats(settings)}


def _checked(validation: str) -> str:
    """What a payment is checked against."""
    match validation:
        case "honor":
            return _(
                "Nothing is declared on the phones. A payment names an action and costs what that costs."
            )
        case "open":
            return _("Payments are not checked against the game. The log marks them so.")
        case _:
            return _(
                "A payment must settle a debt that is open: payer, payee and amount. Anything else is refused, "
                "nothing moves, and the page says what would be right."
            )


def add_to(blueprint: Blueprint) -> None:
    """Add this view."""
    blueprint.add_url_rule("/rules", "rules", rules)
