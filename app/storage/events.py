"""Rows of events: evenings of many tables, and who may do what there."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from app.storage import schema
from app.storage.prepared import Prepared
from app.storage.rows import flat

_events = schema.events.events
_roles = schema.events.event_roles
_log = schema.events.event_log
_tables = schema.tables


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event. Times are microseconds since 1970-01-01 UTC; `ended_at` is None while it runs."""

    id: str
    name: str
    zone: str
    created_at: int
    created_by: str
    ended_at: int | None
    board: str
    board_delay_s: int
    recovery_hash: bytes


@dataclass(frozen=True, slots=True)
class RoleRow:
    """What an organizer is at an event: owner, referee or auditor."""

    event_id: str
    user: str
    role: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """One thing that was decided about an event itself; `data` is JSON."""

    event_id: str
    seq: int
    at: int
    kind: str
    actor: str
    data: str


_GET = Prepared(select(_events).where(_events.c.id == bindparam("event_id")))
_ROLES = Prepared(
    select(_roles).where(_roles.c.event_id == bindparam("event_id")).order_by(_roles.c.role, _roles.c.user)
)


def add(connection: Connection, row: EventRow) -> None:
    """Write a new event."""
    connection.execute(insert(_events), flat(row))


def get(connection: Connection, event_id: str) -> EventRow | None:
    """The event, or None."""
    found = _GET.first(connection, {"event_id": event_id})
    return EventRow(*found) if found else None


def lock(connection: Connection, event_id: str) -> EventRow | None:
    """The event, locked until the transaction ends: nobody else decides anything about it meanwhile."""
    found = connection.execute(select(_events).where(_events.c.id == event_id).with_for_update()).first()
    return EventRow(*found) if found else None


def of_board(connection: Connection, board: str) -> EventRow | None:
    """The event whose board screen has this address, or None."""
    found = connection.execute(select(_events).where(_events.c.board == board)).first()
    return EventRow(*found) if found else None


def every(connection: Connection) -> list[EventRow]:
    """All events, the newest first."""
    query = select(_events).order_by(_events.c.created_at.desc(), _events.c.id)
    return [EventRow(*row) for row in connection.execute(query)]


def running(connection: Connection) -> list[EventRow]:
    """The events that have not ended, the newest first."""
    query = select(_events).where(_events.c.ended_at.is_(None)).order_by(_events.c.created_at.desc())
    return [EventRow(*row) for row in connection.execute(query)]


def put(connection: Connection, row: EventRow) -> None:
    """Write what `lock` found anew."""
    connection.execute(update(_events).where(_events.c.id == row.id).values(flat(row)))


def roles(connection: Connection, event_id: str) -> tuple[RoleRow, ...]:
    """Who is what at an event."""
    return tuple(RoleRow(*row) for row in _ROLES.all(connection, {"event_id": event_id}))


def roles_of(connection: Connection, user: str) -> dict[str, str]:
    """Event -> what this organizer is there."""
    rows = connection.execute(select(_roles.c.event_id, _roles.c.role).where(_roles.c.user == user))
    return {row.event_id: row.role for row in rows}


def give_role(connection: Connection, row: RoleRow) -> None:
    """Make somebody this at an event, whatever they were before; for who has locked the event."""
    take_role(connection, row.event_id, row.user)
    connection.execute(insert(_roles), flat(row))


def take_role(connection: Connection, event_id: str, user: str) -> None:
    """Let somebody be nothing at an event; for who has locked the event."""
    connection.execute(delete(_roles).where(_roles.c.event_id == event_id, _roles.c.user == user))


def append(connection: Connection, line: EventLine) -> None:
    """Write a line at the end of an event's own log; for who has locked the event."""
    connection.execute(insert(_log), flat(line))


def last_seq(connection: Connection, event_id: str) -> int:
    """The number of the last line of an event's own log; 0 if it has none."""
    return int(connection.scalar(select(func.max(_log.c.seq)).where(_log.c.event_id == event_id)) or 0)


def lines(connection: Connection, event_id: str) -> Sequence[EventLine]:
    """What was decided about an event itself, in order."""
    query = select(_log).where(_log.c.event_id == event_id).order_by(_log.c.seq)
    return [EventLine(*row) for row in connection.execute(query)]


def take_in(connection: Connection, event_id: str, table_id: str) -> None:
    """Let a table belong to this event; for who has locked both."""
    connection.execute(update(_tables).where(_tables.c.id == table_id).values(event_id=event_id))


def tables_of(connection: Connection, event_id: str) -> list[str]:
    """Ids of the tables of an event, in the order in which they were opened."""
    query = select(_tables.c.id).where(_tables.c.event_id == event_id)
    return list(connection.scalars(query.order_by(_tables.c.created_at, _tables.c.id)))
