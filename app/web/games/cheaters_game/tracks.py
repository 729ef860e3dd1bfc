"""The two tracks of Cheater's Game as bars: everybody's honest points, and the points of every alliance."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.web.games.cheaters_game.parts import people
from app.web.reading import Table

WIDTH = 100
"""Units that a lane is wide, from the lowest to the highest number of either track."""

SHORTEST = 20
"""Points that a lane shows at least: a single point is no full bar."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One bar: it begins at `start` and is `length` long, in units of WIDTH; `zero` is where no points are."""

    start: int
    length: int
    zero: int


@dataclass(frozen=True, slots=True)
class Honest:
    """A player's place on the honest track; `passes` counts the turns still to be passed."""

    user: str
    name: str
    points: int
    passes: int
    out: bool
    lane: Lane


@dataclass(frozen=True, slots=True)
class Allied:
    """An alliance on the cheater track."""

    number: int
    leader: str
    companions: str
    yours: bool
    points: int
    lane: Lane


def tracks(table: Table) -> Mapping[str, Any]:
    """The values of the panel; both tracks have one scale."""
    players = table.facts["players"]
    alliances = table.facts["alliances"]
    points = [*(one["honest"] for one in players), *(one["points"] for one in alliances)]
    low, high = min(0, *points), max(SHORTEST, table.facts["race_over"] or 0, *points)
    return {
        "honest": tuple(
            Honest(
                one["user"],
                one["name"],
                one["honest"],
                one["passes"],
                one["out"],
                _lane(one["honest"], low, high),
            )
            for one in players
        ),
        "allied": tuple(
            Allied(
                number=one["number"],
                leader=table.name(one["leader"]),
                companions=people(table, tuple(user for user in one["members"] if user != one["leader"])),
                yours=table.you in one["members"],
                points=one["points"],
                lane=_lane(one["points"], low, high),
            )
            for one in alliances
        ),
        "free_sets": table.facts["sets"] - len(alliances),
        "round": _round(table),
    }


def _round(table: Table) -> str:
    if table.facts["rounds"] is None:
        return _(
            "Round %(now)d. The race ends above %(points)d.",
            now=table.facts["round"],
            points=table.facts["race_over"],
        )
    return _("Round %(now)d of %(all)d", now=table.facts["round"], all=table.facts["rounds"])


def _lane(points: int, low: int, high: int) -> Lane:
    def at(number: int) -> int:
        return round((number - low) * WIDTH / (high - low))

    start, end = sorted((at(0), at(points)))
    return Lane(start=start, length=end - start, zero=at(0))
