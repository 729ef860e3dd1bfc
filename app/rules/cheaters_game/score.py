"""Who has won Cheater's Game. Source: its printed rules, "Winning"; rules/cheaters-game.md, "End and score"."""

from dataclasses import dataclass
from enum import StrEnum

from app.errors import Json
from app.rules.core import Player


class Decided(StrEnum):
    """What decided who has won, in the order in which it is asked."""

    LAST_PLAYER = "last_player"
    """Everybody else has left."""
    TOTAL = "total"
    """The highest total."""
    HONEST = "honest"
    """Among equal totals, the most honest points."""
    CHEATERS_LOSE = "cheaters_lose"
    """Equal again: whoever has cheater points has lost, and the others' highest total wins."""
    SHARED = "shared"
    """The others' highest totals are equal too, and share the win."""
    NOBODY = "nobody"
    """Nobody is left who could win."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's points at the end."""

    player: Player
    honest: int
    cheater: int

    @property
    def total(self) -> int:
        """All points."""
        return self.honest + self.cheater

    def as_json(self) -> dict[str, Json]:
        """Return the points as pages and programs see them."""
        return {
            "user": self.player,
            "honest": self.honest,
            "cheater": self.cheater,
            "total": self.total,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won, and by what."""

    winners: tuple[Player, ...]
    decided_by: Decided


def judge(standings: tuple[Standing, ...], *, equal_scores_share: bool) -> Verdict:
    """Find the winners.

    Args:
        standings: The points of everybody who is in the game.
        equal_scores_share: Whether those who are still equal after all printed rules share the win, or nobody wins.
    """
    if len(standings) <= 1:
        return Verdict(tuple(s.player for s in standings), Decided.LAST_PLAYER)
    highest = max(s.total for s in standings)
    leaders = [s for s in standings if s.total == highest]
    if len(leaders) == 1:
        return Verdict((leaders[0].player,), Decided.TOTAL)
    most_honest = max(s.honest for s in leaders)
    leaders = [s for s in leaders if s.honest == most_honest]
    if len(leaders) == 1:
        return Verdict((leaders[0].player,), Decided.HONEST)
    # Every player of the game, not only those who are tied.
    honest_players = [s for s in standings if not s.cheater]
    if not honest_players:
        return Verdict((), Decided.NOBODY)
    highest = max(s.total for s in honest_players)
    winners = tuple(s.player for s in honest_players if s.total == highest)
    if len(winners) == 1:
        return Verdict(winners, Decided.CHEATERS_LOSE)
    return Verdict(winners, Decided.SHARED) if equal_scores_share else Verdict((), Decided.NOBODY)
