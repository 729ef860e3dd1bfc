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


def visible(line: LineRow, actor: Actor) -> LogLine:
    """The line without the events that this person may not know."""
    data = json.loads(line.data)
    if "events" in data:
        data["events"] = [
            event for event in data["events"] if event["audience"] is None or actor.user in event["audience"]
        ]
    return LogLine(seq=line.seq, match=line.match, at=line.at, kind=line.kind, actor=line.actor, data=data)
