"""How the stories tell what happens in Cheater's Game."""

from collections.abc import Mapping
from typing import Any

from app.rules import Event
from tests.unit.rules.kit import Table

TOLD = {
    "rolling": "{player} is to roll {whom}",
    "rolled": "{player} rolls {dice} {whom}: {points}",
    "doubles": "doubles: {player} has a pool of {pool} to split",
    "invited": "{player} invites {players} into an alliance",
    "joined": "{player} joins",
    "declined": "{player} declines",
    "nobody_joined": "nobody joins {player}",
    "allied": "{player} leads alliance {alliance}: {members}",
    "whistle": "{player} turns in alliance {alliance}, {points} more; {points} less and a turn to pass: {others}",
    "offered": "{player} offers {to} {amount} of {pool}, and keeps {kept}",
    "accepted": "{player} accepts {amount}, {offered_by} keeps {kept}",
    "refused": "{player} refuses: the pool is gone",
    "misunderstood": "{player} has misunderstood the offer: the pool is gone",
    "passed": "{player} must pass",
    "round_over": "round {round} is over",
    "turn": "it is {player}'s turn",
    "resigned": "{player} has left",
    "leads": "alliance {alliance} is led by {player} now",
    "dissolved": "alliance {alliance} has one member left: its {points} are honest points of {player}",
    "corrected": "the points were corrected",
    "closed": "the table is closed",
    "over": "the game is over: {standings}; decided by {decided_by}",
}

DECIDED = {
    "last_player": "everybody else having left",
    "total": "the highest total",
    "honest": "the most honest points among equal totals",
    "cheaters_lose": "equal totals and honest points: who has cheater points loses",
    "shared": "nothing any more: the win is shared",
    "nobody": "nothing any more: nobody wins",
}


def told(table: Table, event: Event) -> str:
    """An event as a sentence."""
    facts: dict[str, Any] = {name: _listed(value) for name, value in event.facts.items()}
    if event.kind == "rolled":
        number = event.facts["alliance"]
        facts["whom"] = "alone" if number is None else f"for alliance {number}"
    if event.kind == "rolling":
        facts["whom"] = "for every alliance led" if event.facts["alliances"] else "alone"
    if event.kind == "over":
        facts["decided_by"] = DECIDED[str(event.facts["decided_by"])]
    return TOLD[event.kind].format(**facts)


def _listed(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return " ".join(_points(one) if isinstance(one, Mapping) else str(one) for one in value) or "nobody"


def _points(standing: Mapping[str, Any]) -> str:
    return "{user} {honest}+{cheater}={total}".format(**standing)
