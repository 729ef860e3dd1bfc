"""The numbers that the rule sheet of Cheater's Game gives: players, sets of pawns, and how far a race goes."""

from dataclasses import dataclass

from app.money import Credits
from app.rules.decks.table import parse

MOST_PLAYERS = 6
"""One more than printed: whom to invite and what was thrown still fit on a phone as a list."""

MOST_SETS = 9


@dataclass(frozen=True, slots=True)
class Sheet:
    """The values of one rule file.

    `alliance_sets` is how many alliances can stand at once, `members_in_set` how many can join a leader;
    `race_over` are the points of which somebody must have more for a race to end.
    """

    name: str
    min_players: int
    max_players: int
    alliance_sets: int
    members_in_set: int
    race_over: Credits


def load(text: str) -> Sheet:
    """Read a rule file.

    Raises:
        Invalid: Its field is the key that is missing, unknown, of the wrong type or out of range; `deck`
            where the text is no TOML at all.
    """
    top = parse(text)
    min_players = top.number("min_players", 2, MOST_PLAYERS)
    sheet = Sheet(
        name=top.text("name"),
        min_players=min_players,
        max_players=top.number("max_players", min_players, MOST_PLAYERS),
        alliance_sets=top.number("alliance_sets", 1, MOST_SETS),
        members_in_set=top.number("members_in_set", 1, MOST_PLAYERS - 1),
        race_over=Credits(top.number("race_over", 1, 10_000)),
    )
    top.finish()
    return sheet
