"""An event as its organizers see it, and what they type about one."""

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.errors import Invalid, Json, NotFound
from app.services import ids
from app.services.actor import COMMAND_LINE, Actor, Role
from app.services.standing import EventRole
from app.storage import Connection, events, people
from app.storage.events import EventRow

MAX_NAME = 64
NO_CODE = b""
"""Where the hash of the recovery code stands: no code fits."""
RECOVERY_LETTERS = 16
"""28 letters to the power of 16: 76 bits."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event as its organizers see it.

    Times are microseconds since 1970-01-01 UTC; `ended_at` is None while it runs. `board` is the end of the address of
    its board screen, `board_delay_s` how far that stays behind. `has_recovery` is false from a hand-over until the new
    owner has the recovery code shown. `roles` has user name -> role, `mine` the viewer's own.
    """

    id: str
    name: str
    zone: str
    created_at: int
    ended_at: int | None
    board: str
    board_delay_s: int
    roles: Mapping[str, EventRole]
    mine: EventRole | None
    has_recovery: bool = True

    @property
    def is_over(self) -> bool:
        """Whether it has ended: nothing of it changes any more."""
        return self.ended_at is not None


@dataclass(frozen=True, slots=True)
class Opened:
    """A new event; the recovery code is in this answer only."""

    id: str
    recovery_code: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of an event's own log; when in microseconds since 1970-01-01 UTC."""

    at: int
    kind: str
    actor: str
    facts: Mapping[str, Json]


def as_event(connection: Connection, row: EventRow, actor: Actor) -> Event:
    """An event as this actor sees it."""
    roles = {one.user: EventRole(one.role) for one in events.roles(connection, row.id)}
    mine = EventRole.OWNER if actor.user == COMMAND_LINE else roles.get(actor.user)
    return Event(
        id=row.id,
        name=row.name,
        zone=row.zone,
        created_at=row.created_at,
        ended_at=row.ended_at,
        board=row.board,
        board_delay_s=row.board_delay_s,
        roles=roles,
        mine=mine,
        has_recovery=bool(row.recovery_hash),
    )


def existing(row: EventRow | None) -> EventRow:
    """The event, if there is one."""
    if row is None:
        raise NotFound("There is no such event.")
    return row


def organizer_named(connection: Connection, user: str) -> str:
    """The user name, if it is an organizer's."""
    person = people.get(connection, user)
    if person is None or person.role != Role.ORGANIZER:
        raise NotFound("No organizer is called %(user)s.", user=user)
    return user


def read_role(text: str) -> EventRole:
    """A role, as it was typed."""
    try:
        return EventRole(text)
    except ValueError:
        raise Invalid("A role is referee or auditor.", field="role") from None


def read_name(text: str) -> str:
    """An event's name, as it was typed."""
    name = " ".join(text.split())
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise Invalid("An event's name has 1 to %(most)d printable characters.", field="name", most=MAX_NAME)
    return name


def read_zone(text: str) -> str:
    """The name of a time zone, as it was typed."""
    try:
        return ZoneInfo(text.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Invalid("A time zone has a name like Europe/Berlin or UTC.", field="zone") from None


def new_code() -> str:
    """A new recovery code."""
    return ids.new_id(RECOVERY_LETTERS)


def in_groups(code: str) -> str:
    """A code as people copy it: four letters and four."""
    return " ".join(code[start : start + 4].upper() for start in range(0, len(code), 4))
