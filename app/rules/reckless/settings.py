"""What a table may choose: the deck, how closely payments are checked, and the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeVar

from app.errors import Invalid, Json
from app.rules.core import Level
from app.rules.decks import Deck, load

Choice = TypeVar("Choice", bound=StrEnum)


class OutOfCards(StrEnum):
    """What becomes of a player without cards: the goal of the printed game is bankruptcy, so play goes on."""

    PLAYS_ON = "plays_on"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one table.

    `challenger_may_counter`: a target who has just lost a challenge may still block, match or sue.
    `starting_seat`: who has the first turn; the first seat deals, so the second one starts.
    `pass_with_cards`: passing is open to a player who could act.
    `sue_a_lawsuit`: a Lawyer may be claimed as a suit against a lawsuit too, where it is a match otherwise.
    """

    deck: Deck
    level: Level = Level.STRICT
    challenger_may_counter: bool = True
    out_of_cards: OutOfCards = OutOfCards.PLAYS_ON
    starting_seat: int = 2
    pass_with_cards: bool = False
    sue_a_lawsuit: bool = False


OPTIONS = tuple(f.name for f in fields(Settings) if f.name not in ("deck", "level"))
"""The names of the house rules."""


def configure(*, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Settings:
    """Read a table's settings.

    Args:
        mode: "table": the cards are on the table, and the table reports what is shown and lost.
        validation: A `Level`.
        deck: The text of a deck file.
        options: The house rules, under the names of the fields of `Settings`.

    Raises:
        Invalid: Its field is the argument, the option (`options.starting_seat`) or the key of the deck file.
    """
    if mode != "table":
        raise Invalid("Reckless is played with the box on the table: choose the mode “table”.", field="mode")
    for name in options:
        if name not in OPTIONS:
            raise Invalid("Reckless has no option %(name)s.", field=f"options.{name}", name=name)
    return Settings(
        deck=load(deck),
        level=_choice(Level, "validation", validation),
        challenger_may_counter=_flag(options, "challenger_may_counter", default=True),
        out_of_cards=_choice(OutOfCards, "options.out_of_cards", options.get("out_of_cards", "plays_on")),
        starting_seat=_seat(options, "starting_seat", default=2),
        pass_with_cards=_flag(options, "pass_with_cards", default=False),
        sue_a_lawsuit=_flag(options, "sue_a_lawsuit", default=False),
    )


def _choice(kind: type[Choice], field: str, value: Json) -> Choice:
    known = [str(member) for member in kind]
    if value not in known:
        raise Invalid("Choose one of: %(known)s.", field=field, known=", ".join(known))
    return kind(value)


def _flag(options: Mapping[str, Json], name: str, *, default: bool) -> bool:
    value = options.get(name, default)
    if not isinstance(value, bool):
        raise Invalid("The option %(name)s is either true or false.", field=f"options.{name}", name=name)
    return value


def _seat(options: Mapping[str, Json], name: str, *, default: int) -> int:
    value = options.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise Invalid("The option %(name)s is the number of a seat.", field=f"options.{name}", name=name)
    return value
