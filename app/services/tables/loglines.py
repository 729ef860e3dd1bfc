"""Lines of a table's log, as somebody may see them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.services.actor import Actor, Role
from app.storage import Connection, people
from app.storage.tables import LineRow


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a table's log as somebody may see it; `at` is microseconds since 1970-01-01 UTC.

    `organizer` is what its author is called if that is an organizer, or empty.
    """

    seq: int
    match: int
    at: int
    kind: str
    actor: str
    data: Mapping[str, Any]
    organizer: str = ""


def organizers(
    connection: Connection, lines: Iterable[LineRow], seated: Iterable[str] = ()
) -> dict[str, str]:
    """User to name of the organizers among the authors of these lines; nobody who is seated is one."""
    authors = {line.actor for line in lines}.difference(seated)
    found = (people.get(connection, user) for user in authors)
    return {one.user: one.name for one in found if one is not None and one.role == Role.ORGANIZER}


def visible(line: LineRow, actor: Actor, *, secret: bool, organizer: str) -> LogLine:
    """The line without what this person may not know.

    Args:
        line: As it stands in the log.
        actor: Who looks.
        secret: Whether the line is of a match that still has secrets: once it is over, all may know all.
        organizer: What its author is called if that is an organizer, or empty.
    """
    data = line.said
    if secret:
        data = _without_secrets(line.kind, data, line.actor, actor.user)
    return LogLine(line.seq, line.match, line.at, line.kind, line.actor, data, organizer)


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
