"""A table's house rules, from and to the form that shows them."""

from collections.abc import Mapping
from typing import Any

from flask import request

from app.errors import Invalid, Json
from app.pages.forms import number, text
from app.pages.session import services
from app.rules.reckless.settings import OutOfCards
from app.services.tables import TableSettings
from app.web import house

MAX_DECK_BYTES = 80_000


def house_rules(validation: str = "strict", options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What the form's template draws from; without arguments, the settings of a new table."""
    options = options or {}
    return {
        "validation": validation,
        "options": house.in_force(options),
        "flags": house.FLAGS,
        "eliminated": house.eliminated(options),
        "decks": [deck for deck in services().tables.decks() if deck.game == TableSettings().game],
    }


def from_form() -> TableSettings:
    """The settings that the form asks for; with neither file nor name, the table keeps its deck.

    Raises:
        Invalid: If the deck file is no text.
    """
    options: dict[str, Json] = {flag.name: bool(text(flag.name)) for flag in house.FLAGS}
    options["timer_s"] = number("timer_s") or 0
    options["starting_seat"] = number("starting_seat") or house.DEFAULTS["starting_seat"]
    options["out_of_cards"] = str(OutOfCards.ELIMINATED if text("eliminated") else OutOfCards.PLAYS_ON)
    return TableSettings(
        validation=text("validation") or "strict",
        deck=_uploaded() or text("deck_name") or None,
        options=options,
    )


def _uploaded() -> str | None:
    file = request.files.get("deck")
    if file is None or not file.filename:
        return None
    raw = file.stream.read(MAX_DECK_BYTES)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Invalid("A deck file is a text in TOML.", field="deck") from error
