"""What a table of Gorilla Warfare may choose: the deck, and who starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.errors import Invalid, Json
from app.rules.core import Level
from app.rules.gorilla_warfare.cards import Deck, load


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one table. Source: rules/gorilla-warfare.md; docs/rulings.md lists the rulings."""

    deck: Deck
    starting_seat: int = 2  # the first seat deals, and the player to the dealer's left starts


HOUSE_RULES: Mapping[str, object] = {"starting_seat": 2}
"""The options by name, with their defaults."""


def configure(*, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Settings:
    """Read a table's settings.

    Args:
        mode: "dealer": the service shuffles, deals and keeps every card.
        validation: `Level.STRICT`; there are no payments that could be checked less.
        deck: The text of a deck file.
        options: The house rules, under the names of `HOUSE_RULES`.

    Raises:
        Invalid: Its field is the argument, the option (`options.starting_seat`) or the key of the deck file.
    """
    if mode != "dealer":
        message = "In Gorilla Warfare the cards are dealt by the service: choose the mode “dealer”."
        raise Invalid(message, field="mode")
    if validation != Level.STRICT:
        message = "Gorilla Warfare has no payments to check: choose “strict”."
        raise Invalid(message, field="validation")
    for name in options:
        if name not in HOUSE_RULES:
            message = "Gorilla Warfare has no option %(name)s."
            raise Invalid(message, field=f"options.{name}", name=name)
    seat = options.get("starting_seat", 2)
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 1:
        message = "The option %(name)s is the number of a seat."
        raise Invalid(message, field="options.starting_seat", name="starting_seat")
    return Settings(load(deck), seat)
