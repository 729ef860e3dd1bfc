"""What a table may choose: the deck, how closely payments are checked, and the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from app.errors import Invalid, Json
from app.rules.core import Level
from app.rules.decks import Deck, load

MODES = ("table", "dealer")
"""The ways to play: with the box on the table, or dealt by the service."""

Choice = TypeVar("Choice", bound=StrEnum)


class OutOfCards(StrEnum):
    """What becomes of a player without cards."""

    PLAYS_ON = "plays_on"
    ELIMINATED = "eliminated"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one table: after `dealt` (the service deals the cards) the house rules, each with its reason.

    Source: rules/reckless.md, the passages marked as rulings; docs/rulings.md lists them.
    """

    deck: Deck
    level: Level = Level.STRICT
    dealt: bool = False
    starting_seat: int = 2  # the first seat deals, and the player to the dealer's left starts
    pass_with_cards: bool = False  # who can act performs an action, as the printed rules say
    challenger_may_counter: bool = True  # a target who doubted in vain has lost a card, no more
    sue_a_lawsuit: bool = False  # Lawyer against Lawyer is a match already
    undecided_match_pays: bool = False  # where nobody is the stronger, nobody takes the money
    match_costs_card: bool = False  # a match is not a challenge: its loser pays, and that is all
    match_cards_return: bool = True  # a card that all have seen is exchanged, as after a challenge
    lost_cards_return: bool = False  # lost cards lie face up to the end, as in the games this one resembles
    bankrupt_cards_return: bool = True  # whoever is out takes no card out of the deck
    out_of_cards: OutOfCards = OutOfCards.PLAYS_ON  # the goal of the game is bankruptcy
    equal_balances_share: bool = True  # nothing in the printed rules breaks a tie; without this, nobody wins
    resign_at_once: bool = False  # who leaves in the middle of a turn first settles what it asks


HOUSE_RULES: Mapping[str, object] = {f.name: f.default for f in fields(Settings)[3:]}
"""The options by name, with their defaults."""


def configure(*, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Settings:
    """Read a table's settings.

    Args:
        mode: "table": the cards are on the table, and the table reports what is shown and lost. "dealer": the service
            deals and keeps them, and everything is declared in the app.
        validation: A `Level`.
        deck: The text of a deck file.
        options: The house rules, under the names of the fields of `Settings`.

    Raises:
        Invalid: Its field is the argument, the option (`options.starting_seat`) or the key of the deck file.
    """
    if mode not in MODES:
        raise Invalid("Choose one of: %(known)s.", field="mode", known=", ".join(MODES))
    level, dealt = _choice(Level, "validation", validation), mode == "dealer"
    if dealt and level is not Level.STRICT:
        message = "Where the service deals, all is declared in the app: choose the level “strict”."
        raise Invalid(message, field="validation")
    return Settings(
        load(deck), level, dealt, **{name: _option(name, value) for name, value in options.items()}
    )


def _option(name: str, value: Json) -> Any:  # noqa: ANN401 - of the type of the option's default
    field = f"options.{name}"
    match HOUSE_RULES.get(name):
        case None:
            raise Invalid("Reckless has no option %(name)s.", field=field, name=name)
        case StrEnum() as default:
            return _choice(type(default), field, value)
        case bool():
            if not isinstance(value, bool):
                raise Invalid("The option %(name)s is either true or false.", field=field, name=name)
        case _:
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise Invalid("The option %(name)s is the number of a seat.", field=field, name=name)
    return value


def _choice(kind: type[Choice], field: str, value: Json) -> Choice:
    known = [str(member) for member in kind]
    if value not in known:
        raise Invalid("Choose one of: %(known)s.", field=field, known=", ".join(known))
    return kind(value)
