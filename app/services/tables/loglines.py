"""Lines of a table's log, as somebody may see them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.services.actor import Actor
from app.storage.tables import LineRow


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a table's log as somebody may see it; `at` is microseconds since 1970-01-01 UTC."""

    seq: int
    match: int
    at: int
    kind: str
    actor: str
    data: Mapping[str, Any]


def visible(line: LineRow, actor: Actor, *, secret: bool) -> LogLine:
    """The line without what this person may not know.

    Args:
        line: As it stands in the log.
        actor: Who looks.
        secret: Whether the line is of a match that still has secrets: once it is over, all may know all.
    """
    data = json.loads(line.data)
    if secret:
        data = _without_secrets(line.kind, data, line.actor, actor.user)
    return LogLine(seq=line.seq, match=line.match, at=line.at, kind=line.kind, actor=line.actor, data=data)


def _without_secrets(kind: str, data: dict[str, Any], author: str, user: str) -> dict[str, Any]:
    if kind == "refused" and author != user and "move" in data["tried"]:
        # What can't be played, and why not, would tell what somebody holds.
        return {"code": data["code"], "tried": {"do": "move"}, "expected": {}}
    data = {name: value for name, value in data.items() if name != "salt"}
    if kind == "chance":
        # What was drawn tells the order of every card that lies face down.
        data = {**data, "move": {"type": data["move"]["type"]}}
    if "events" in data:
        events = data["events"]
        data = {
            **data,
            "events": [e for e in events if e["audience"] is None or user in e["audience"]],
        }
    return data
