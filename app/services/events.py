"""Events: evenings of many tables, who may do what there, and their end."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.errors import Conflict, Invalid, Json, NotAllowed, NotFound
from app.services import ids
from app.services.actor import COMMAND_LINE, Actor, Role
from app.services.ground import Ground
from app.services.passwords import hash_secret
from app.services.people import organizer_user
from app.services.standing import EventRole
from app.storage import Connection, events, people, tables
from app.storage.events import EventLine, EventRow, RoleRow

T = TypeVar("T")

MAX_NAME = 64
MAX_DELAY_S = 3600
RECOVERY_LETTERS = 16
"""28 letters to the power of 16: 76 bits."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event as its organizers see it.

    Times are microseconds since 1970-01-01 UTC; `ended_at` is None while it runs. `board` is the end of the address of
    its board screen, `board_delay_s` how far that stays behind. `roles` has user name -> role, `mine` the viewer's own.
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


class Events:
    """What one can ask of events."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def open(self, actor: Actor, *, name: str, zone: str) -> Opened:
        """Open an event; whoever opens it is its owner.

        Args:
            actor: An organizer.
            name: 1 to 64 printable characters.
            zone: Name of a time zone, such as Europe/Berlin.

        Raises:
            Invalid: If one of them can't be read.
        """
        actor.must_be_organizer()
        row = EventRow(
            id=ids.new_id(),
            name=_name(name),
            zone=_zone(zone),
            created_at=self._ground.clock.now(),
            created_by=actor.user,
            ended_at=None,
            board=ids.new_secret(),
            board_delay_s=0,
            recovery_hash=b"",
        )
        code = _new_code()
        row = replace(row, recovery_hash=hash_secret(code))

        def work(connection: Connection) -> None:
            events.add(connection, row)
            if actor.user != COMMAND_LINE:
                events.give_role(connection, RoleRow(row.id, actor.user, EventRole.OWNER))
            self._log(connection, row.id, actor, "opened", {"name": row.name, "zone": row.zone})

        self._ground.database.write(work)
        return Opened(row.id, _in_groups(code))

    def all(self, actor: Actor) -> tuple[Event, ...]:
        """All events, the newest first; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return tuple(_event(connection, row, actor) for row in events.every(connection))

    def get(self, actor: Actor, event_id: str) -> Event:
        """One event, for whoever has a role in it.

        Raises:
            NotFound: If there is none.
            NotAllowed: If the actor has no role there.
        """
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            event = _event(connection, _found(events.get(connection, event_id)), actor)
        if event.mine is None:
            raise NotAllowed("You have no role in this event. Its owner can give you one.")
        return event

    def decisions(self, actor: Actor, event_id: str) -> tuple[Decision, ...]:
        """What was decided about the event itself, in order; for whoever has a role in it."""
        self.get(actor, event_id)
        with self._ground.database.read() as connection:
            found = events.lines(connection, event_id)
        return tuple(Decision(line.at, line.kind, line.actor, json.loads(line.data)) for line in found)

    def give_role(self, actor: Actor, event_id: str, *, user: str, role: str) -> None:
        """Give an organizer a role, whatever they were before; for the owner.

        Raises:
            Invalid: If there is no such role.
            NotFound: If no organizer has this name.
            Conflict: If the owner would have no owner any more: hand the event over instead.
        """
        wanted = _role(role)
        name = organizer_user(user)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            if (
                _organizer(connection, name) == row_owner(connection, row.id)
                and wanted is not EventRole.OWNER
            ):
                raise Conflict("An event keeps an owner. Hand it over to somebody else first.")
            if wanted is EventRole.OWNER:
                raise Conflict("There is one owner. Hand the event over instead.")
            events.give_role(connection, RoleRow(row.id, name, wanted))
            self._log(connection, row.id, actor, "role_given", {"user": name, "role": wanted})

        self._decide(event_id, work)

    def take_role(self, actor: Actor, event_id: str, *, user: str) -> None:
        """Take an organizer's role away; for the owner.

        Raises:
            Conflict: If it is the owner's own: hand the event over first.
        """
        name = organizer_user(user)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            if name == row_owner(connection, row.id):
                raise Conflict("An event keeps an owner. Hand it over to somebody else first.")
            events.take_role(connection, row.id, name)
            self._log(connection, row.id, actor, "role_taken", {"user": name})

        self._decide(event_id, work)

    def hand_over(self, actor: Actor, event_id: str, *, user: str) -> None:
        """Make another organizer the owner; who was it stays as a referee.

        Raises:
            NotFound: If no organizer has this name.
        """
        name = organizer_user(user)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            self._make_owner(connection, row, _organizer(connection, name))
            self._log(connection, row.id, actor, "handed_over", {"user": name})

        self._decide(event_id, work)

    def recover(self, actor: Actor, event_id: str, *, code: str) -> str:
        """Become the owner by the event's recovery code, which is used up by it.

        Returns:
            The next recovery code.

        Raises:
            NotAllowed: If it is not this event's code.
        """
        actor.must_be_organizer()
        new = _new_code()

        def work(connection: Connection, row: EventRow) -> None:
            if not secrets.compare_digest(hash_secret(ids.typed(code)), row.recovery_hash):
                raise NotAllowed(
                    "This is not the event's recovery code. It was shown when the event was opened."
                )
            events.put(connection, replace(row, recovery_hash=hash_secret(new)))
            self._make_owner(connection, row, _organizer(connection, actor.user))
            self._log(connection, row.id, actor, "recovered", {})

        self._decide(event_id, work)
        return _in_groups(new)

    def renew_recovery(self, actor: Actor, event_id: str) -> str:
        """A new recovery code; the old one is worth nothing any more. For the owner."""
        new = _new_code()

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            events.put(connection, replace(row, recovery_hash=hash_secret(new)))
            self._log(connection, row.id, actor, "recovery_renewed", {})

        self._decide(event_id, work)
        return _in_groups(new)

    def set_delay(self, actor: Actor, event_id: str, *, delay_s: int) -> None:
        """Let the board stay behind by so many seconds (0 to an hour); for the owner."""
        if not 0 <= delay_s <= MAX_DELAY_S:
            raise Invalid(
                "The board may stay behind by 0 to %(most)d seconds.", field="delay_s", most=MAX_DELAY_S
            )

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            events.put(connection, replace(row, board_delay_s=delay_s))
            self._log(connection, row.id, actor, "board_delayed", {"delay_s": delay_s})

        self._decide(event_id, work)

    def end(self, actor: Actor, event_id: str) -> None:
        """End the event: nothing of it changes any more. For the owner.

        Raises:
            Conflict: If a table of it is still being played at.
        """

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            playing = set(tables.playing(connection)) & set(events.tables_of(connection, row.id))
            if playing:
                raise Conflict(
                    "%(count)d tables are still being played at. Let them finish, or close them, first.",
                    count=len(playing),
                )
            events.put(connection, replace(row, ended_at=self._ground.clock.now()))
            self._log(connection, row.id, actor, "ended", {})

        self._decide(event_id, work)

    def _decide(self, event_id: str, work: Callable[[Connection, EventRow], T]) -> T:
        def locked(connection: Connection) -> T:
            return work(connection, _found(events.lock(connection, event_id)))

        return self._ground.database.write(locked)

    def _must_own(self, connection: Connection, row: EventRow, actor: Actor) -> None:
        actor.must_be_organizer()
        if actor.user not in (row_owner(connection, row.id), COMMAND_LINE):
            raise NotAllowed("Only the owner of the event can do this.")
        if row.ended_at is not None:
            raise Conflict("This event has ended. It stays as it is.")

    def _make_owner(self, connection: Connection, row: EventRow, user: str) -> None:
        before = row_owner(connection, row.id)
        if before is not None and before != user:
            events.give_role(connection, RoleRow(row.id, before, EventRole.REFEREE))
        events.give_role(connection, RoleRow(row.id, user, EventRole.OWNER))

    def _log(
        self, connection: Connection, event_id: str, actor: Actor, kind: str, facts: Mapping[str, Json]
    ) -> None:
        seq = events.last_seq(connection, event_id) + 1
        at = self._ground.clock.now()
        events.append(connection, EventLine(event_id, seq, at, kind, actor.user, json.dumps(dict(facts))))


def row_owner(connection: Connection, event_id: str) -> str | None:
    """User name of the event's owner, or None if nobody is it (it was opened from the command line)."""
    owners = (one.user for one in events.roles(connection, event_id) if one.role == EventRole.OWNER)
    return next(owners, None)


def _event(connection: Connection, row: EventRow, actor: Actor) -> Event:
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
    )


def _found(row: EventRow | None) -> EventRow:
    if row is None:
        raise NotFound("There is no such event.")
    return row


def _organizer(connection: Connection, user: str) -> str:
    person = people.get(connection, user)
    if person is None or person.role != Role.ORGANIZER:
        raise NotFound("No organizer is called %(user)s.", user=user)
    return user


def _role(text: str) -> EventRole:
    try:
        return EventRole(text)
    except ValueError:
        raise Invalid("A role is referee or auditor.", field="role") from None


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise Invalid("An event's name has 1 to %(most)d printable characters.", field="name", most=MAX_NAME)
    return name


def _zone(text: str) -> str:
    try:
        return ZoneInfo(text.strip()).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Invalid("A time zone has a name like Europe/Berlin or UTC.", field="zone") from None


def _new_code() -> str:
    return ids.new_id(RECOVERY_LETTERS)


def _in_groups(code: str) -> str:
    return " ".join(code[start : start + 4].upper() for start in range(0, len(code), 4))
