"""A table's house rules, from and to the form that shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from app.errors import Invalid, Json
from app.pages.forms import number, text
from app.services.tables import TableSettings

MAX_DECK_BYTES = 80_000


@dataclass(frozen=True, slots=True)
class Shown:
    """The form's fields."""

    validation: str
    timer_s: int
    challenger_may_counter: bool
    out_of_cards: str


def shown(settings: TableSettings) -> Shown:
    """How the form shows these settings."""
    return _shown(settings.validation, settings.options)


def shown_of(view: Mapping[str, Any]) -> Shown:
    """How the form shows the settings of a table's view."""
    return _shown(view["validation"], view["options"])


def from_form() -> TableSettings:
    """The settings that the form asks for; without a file, the table keeps its deck or gets the shipped one.

    Raises:
        Invalid: If the deck file is no text.
    """
    options: dict[str, Json] = {
        "timer_s": number("timer_s") or 0,
        "challenger_may_counter": bool(text("challenger_may_counter")),
        "out_of_cards": text("out_of_cards") or "plays_on",
    }
    return TableSettings(validation=text("validation") or "strict", deck=_uploaded(), options=options)


def _uploaded() -> str | None:
    file = request.files.get("deck")
    if file is None or not file.filename:
        return None
    raw = file.stream.read(MAX_DECK_BYTES)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise Invalid("A deck file is a text in TOML.", field="deck") from error


def _shown(validation: str, options: Mapping[str, Any]) -> Shown:
    return Shown(
        validation=validation,
        timer_s=options.get("timer_s", 0),
        challenger_may_counter=options.get("challenger_may_counter", True),
        out_of_cards=options.get("out_of_cards", "plays_on"),
    )
