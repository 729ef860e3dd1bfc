"""The bot for any game: whatever is open, at random."""

from collections.abc import Sequence
from typing import TypeVar

from app.rules.bots.seeing import Choice, Roll, Strength, View

Item = TypeVar("Item")


def decide(view: View, strength: Strength, roll: Roll) -> Choice | None:
    """Make any move that is open, whatever the strength."""
    return any_kind(view["legal_moves"], roll)


def any_kind(moves: Sequence[Choice], roll: Roll) -> Choice:
    """Return any move: first its kind is drawn, then one of that kind, or the longest list would always win."""
    kind = pick(sorted({str(move["type"]) for move in moves}), roll)
    return pick([move for move in moves if move["type"] == kind], roll)


def pick(things: Sequence[Item], roll: Roll) -> Item:
    """Return one of some things, each as likely as any other."""
    return things[roll(len(things))]


def best(weighed: Sequence[tuple[float, Item]]) -> Item:
    """Return what is worth most; of equals the first."""
    return max(weighed, key=lambda one: one[0])[1]
