"""What a table may choose in Cheater's Game: whose dice are thrown, how long the game is, and the house rules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from app.errors import Invalid, Json
from app.rules.cheaters_game.sheet import MOST_PLAYERS, Sheet, load
from app.rules.core import Level

MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one table: after `dealt` (the service throws the dice) the house rules.

    Source: rules/cheaters-game.md, the passages marked as rulings; docs/rulings.md lists them.
    """

    sheet: Sheet
    dealt: bool = False
    starting_seat: int = 1  # "pick a player to go first": whoever sat down first
    rounds: int = (
        10  # "after ten rounds", as the variant says; the pawn that starts on zero would make eleven
    )
    race: bool = False  # the printed variant: the game ends when somebody is far enough instead
    leader_rolls: bool = True  # a pair that rolled one die would gain nothing over rolling alone
    forming_rolls_all: bool = False  # forming is one of the four things to do, rolling for all is another
    shared_pool: bool = False  # each alliance's dice are a roll of their own
    declined_costs_turn: bool = False  # who finds no companion has done nothing yet
    ask_again: bool = False  # one no is enough for a turn, and ends the asking
    equal_scores_share: bool = (
        True  # nothing in the printed rules breaks the last tie; without this, nobody wins
    )


HOUSE_RULES: Mapping[str, object] = {f.name: f.default for f in fields(Settings)[2:]}
"""The options by name, with their defaults."""


def configure(*, mode: str, validation: str, deck: str, options: Mapping[str, Json]) -> Settings:
    """Read a table's settings.

    Args:
        mode: "table": the dice are real, and who has thrown them says what they show. "dealer": the service
            throws them.
        validation: "strict": points follow from moves, and nobody pays anybody.
        deck: The text of a rule file.
        options: The house rules, under the names of the fields of `Settings`.

    Raises:
        Invalid: Its field is the argument, the option (`options.rounds`) or the key of the rule file.
    """
    if mode not in ("table", "dealer"):
        raise Invalid("Choose one of: %(known)s.", field="mode", known="table, dealer")
    if validation != Level.STRICT:
        message = "In Cheater's Game all points follow from the moves: choose the level “strict”."
        raise Invalid(message, field="validation")
    chosen = {name: _option(name, value) for name, value in options.items()}
    return Settings(load(deck), mode == "dealer", **chosen)


def _option(name: str, value: Json) -> Any:  # noqa: ANN401 - of the type of the option's default
    field = f"options.{name}"
    default = HOUSE_RULES.get(name)
    if default is None:
        raise Invalid("Cheater's Game has no option %(name)s.", field=field, name=name)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise Invalid("The option %(name)s is either true or false.", field=field, name=name)
        return value
    most = MOST_ROUNDS if name == "rounds" else MOST_PLAYERS
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
        message = "The option %(name)s is a whole number from 1 to %(most)s."
        raise Invalid(message, field=field, name=name, most=most)
    return value
