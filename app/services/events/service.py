"""Events: evenings of many tables, who may do what there, and their end."""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.errors import Conflict, Invalid, Json, NotAllowed, NotFound
from app.services import ids
from app.services.actor import COMMAND_LINE, Actor
from app.services.events.facts import (
    NO_CODE,
    RECOVERY_LETTERS,
    Decision,
    Event,
    Opened,
    as_event,
    existing,
    in_groups,
    new_code,
    organizer_named,
    read_name,
    read_role,
    read_zone,
)
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.snapshots import Snapshot
from app.services.once import Request, once
from app.services.people import organizer_user
from app.services.people.passwords import hash_secret
from app.services.standing import EventRole, acts, must_act, must_run, standing
from app.services.tables import Tables
from app.storage import Connection, events, tables
from app.storage.events import EventLine, EventRow, RoleRow
from app.storage.tables import TableRow
from qr.codes import ALPHABET

__all__ = ["Decision", "Event", "Events", "Opened"]

MAX_DELAY_S = 3600


class Asked(NamedTuple):
    """Who asked for a decision, by what key, and all that matters of the request."""

    user: str
    key: str | None
    contents: Mapping[str, Json]


class Events:
    """What one can ask of events."""

    def __init__(self, ground: Ground, tables: Tables) -> None:
        """Stand on the shared parts, and on the tables that an event ends."""
        self._ground = ground
        self._tables = tables

    def open(self, actor: Actor, *, name: str, zone: str, key: str | None = None) -> Opened:
        """Open an event; whoever opens it is its owner.

        Args:
            actor: An organizer.
            name: 1 to 64 printable characters.
            zone: Name of a time zone, such as Europe/Berlin.
            key: Idempotency key.

        Raises:
            Invalid: If one of them can't be read.
        """
        actor.must_be_organizer()
        row = EventRow(
            id=ids.new_id(),
            name=read_name(name),
            zone=read_zone(zone),
            created_at=self._ground.clock.now(),
            created_by=actor.user,
            ended_at=None,
            board=ids.new_secret(),
            board_delay_s=0,
            recovery_hash=b"",
        )
        row = replace(row, recovery_hash=hash_secret(self._first_code(row.id)))

        def work(connection: Connection) -> Mapping[str, Json]:
            events.add(connection, row)
            if actor.user != COMMAND_LINE:
                events.give_role(connection, RoleRow(row.id, actor.user, EventRole.OWNER))
            self._log(connection, row.id, actor, "opened", {"name": row.name, "zone": row.zone})
            return {"id": row.id}

        contents: dict[str, Json] = {"do": "open an event", "name": row.name, "zone": row.zone}
        asked = Request(user=actor.user, key=key, contents=contents, at=row.created_at)
        event_id = str(once(self._ground.database, asked, work)["id"])
        return Opened(event_id, in_groups(self._first_code(event_id)))

    def all(self, actor: Actor) -> tuple[Event, ...]:
        """All events, the newest first; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return tuple(as_event(connection, row, actor) for row in events.every(connection))

    def get(self, actor: Actor, event_id: str) -> Event:
        """One event, for whoever has a role in it.

        Raises:
            NotFound: If there is none.
            NotAllowed: If the actor has no role there.
        """
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            event = as_event(connection, existing(events.get(connection, event_id)), actor)
        if event.mine is None:
            raise NotAllowed("You have no role in this event. Its owner can give you one.")
        return event

    def decisions(self, actor: Actor, event_id: str) -> tuple[Decision, ...]:
        """What was decided about the event itself, in order; for whoever has a role in it."""
        self.get(actor, event_id)
        with self._ground.database.read() as connection:
            found = events.lines(connection, event_id)
        return tuple(Decision(line.at, line.kind, line.actor, json.loads(line.data)) for line in found)

    def give_role(self, actor: Actor, event_id: str, *, user: str, role: str, key: str | None = None) -> None:
        """Give an organizer a role, whatever they were before; for the owner.

        Raises:
            Invalid: If there is no such role.
            NotFound: If no organizer has this name.
            Conflict: If the owner would have no owner any more: hand the event over instead.
        """
        wanted = read_role(role)
        name = organizer_user(user)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            if (
                organizer_named(connection, name) == row_owner(connection, row.id)
                and wanted is not EventRole.OWNER
            ):
                raise Conflict("An event keeps an owner. Hand it over to somebody else first.")
            if wanted is EventRole.OWNER:
                raise Conflict("There is one owner. Hand the event over instead.")
            events.give_role(connection, RoleRow(row.id, name, wanted))
            self._log(connection, row.id, actor, "role_given", {"user": name, "role": wanted})

        self._decide(
            event_id, work, Asked(actor.user, key, {"do": "give a role", "user": name, "role": wanted})
        )

    def take_role(self, actor: Actor, event_id: str, *, user: str, key: str | None = None) -> None:
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

        self._decide(event_id, work, Asked(actor.user, key, {"do": "take a role", "user": name}))

    def hand_over(self, actor: Actor, event_id: str, *, user: str, key: str | None = None) -> None:
        """Make another organizer the owner; who was it stays as a referee.

        The recovery code that the old owner has is dead at once. The next one is shown to the new owner alone, who
        asks for it by `renew_recovery`.

        Raises:
            NotFound: If no organizer has this name.
            Conflict: If they are the owner.
        """
        name = organizer_user(user)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            heir = organizer_named(connection, name)
            if heir == row_owner(connection, row.id):
                raise Conflict("This event is theirs already.")
            events.put(connection, replace(row, recovery_hash=NO_CODE))
            self._make_owner(connection, row, heir)
            self._log(connection, row.id, actor, "handed_over", {"user": name})

        self._decide(event_id, work, Asked(actor.user, key, {"do": "hand over", "user": name}))

    def recover(self, actor: Actor, event_id: str, *, code: str) -> str:
        """Become the owner by the event's recovery code, which is used up by it.

        Returns:
            The next recovery code.

        Raises:
            NotAllowed: If it is not this event's code.
        """
        actor.must_be_organizer()
        new = new_code()

        def work(connection: Connection, row: EventRow) -> None:
            if not secrets.compare_digest(hash_secret(ids.typed(code)), row.recovery_hash):
                raise NotAllowed(
                    "This is not the event's recovery code. It was shown once to the event's owner."
                )
            events.put(connection, replace(row, recovery_hash=hash_secret(new)))
            self._make_owner(connection, row, organizer_named(connection, actor.user))
            self._log(connection, row.id, actor, "recovered", {})

        self._decide(event_id, work)
        return in_groups(new)

    def renew_recovery(self, actor: Actor, event_id: str) -> str:
        """A new recovery code; the old one is worth nothing any more. For the owner."""
        new = new_code()

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            events.put(connection, replace(row, recovery_hash=hash_secret(new)))
            self._log(connection, row.id, actor, "recovery_renewed", {})

        self._decide(event_id, work)
        return in_groups(new)

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

    def end(self, actor: Actor, event_id: str, *, key: str | None = None) -> None:
        """End the event: open doors are closed, and nothing of it changes any more. For the owner.

        Raises:
            Conflict: If a table of it is still being played at.
        """
        self._close_doors(actor, event_id)

        def work(connection: Connection, row: EventRow) -> None:
            self._must_own(connection, row, actor)
            # Locked one by one: whatever just begins at one of them has either begun by then, or sees the end.
            locked = [tables.lock(connection, one) for one in sorted(events.tables_of(connection, row.id))]
            _must_be_still([table for table in locked if table is not None])
            if any(table is not None and table.status == "lobby" for table in locked):
                raise Conflict("A table was opened in this moment. End the event once more.")
            events.put(connection, replace(row, ended_at=self._ground.clock.now()))
            self._log(connection, row.id, actor, "ended", {})

        self._decide(event_id, work, Asked(actor.user, key, {"do": "end"}))

    def acts_at(self, actor: Actor, table_id: str) -> bool:
        """Whether this person may change something at a table as an organizer."""
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
        return not snapshot.is_frozen and acts(actor, snapshot.event)

    def take_in(self, actor: Actor, event_id: str, *, table_id: str, key: str | None = None) -> None:
        """Let a table that belongs to no event belong to this one; for its owner and referees.

        Raises:
            Conflict: If it belongs to an event already, or this one has ended.
            NotFound: If there is no such table or event.
        """

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            event = standing(connection, event_id)
            if event is None:
                raise NotFound("There is no such event.")
            must_act(actor, event)
            must_run(event)
            if snapshot.event is not None:
                raise Conflict("This table belongs to “%(name)s” already.", name=snapshot.event.name)
            events.take_in(connection, event.id, table_id)
            book.row = replace(book.row, event_id=event.id)
            book.line("moved", {"event": event.id, "name": event.name})
            return Change(snapshot.match, deadline=snapshot.row.deadline)

        contents: dict[str, Json] = {"do": "take in", "event": event_id}
        change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)

    def _close_doors(self, actor: Actor, event_id: str) -> None:
        """Close every table of an event before its first game: whoever sits there could never get up again."""
        with self._ground.database.read() as connection:
            row = existing(events.get(connection, event_id))
            found = [tables.get(connection, one) for one in events.tables_of(connection, event_id)]
            if row.ended_at is not None:
                return
            self._must_own(connection, row, actor)
        _must_be_still([table for table in found if table is not None])
        for table in found:
            if table is not None and table.status == "lobby":
                self._tables.close(actor, table.id)

    def _decide(
        self, event_id: str, work: Callable[[Connection, EventRow], None], asked: Asked | None = None
    ) -> None:
        """Change what is decided about an event, once for each key."""

        def locked(connection: Connection) -> Mapping[str, Json]:
            work(connection, existing(events.lock(connection, event_id)))
            return {}

        user, key, contents = asked or Asked("", None, {})
        request = Request(
            user=user, key=key, contents={**contents, "event": event_id}, at=self._ground.clock.now()
        )
        once(self._ground.database, request, locked)

    def _first_code(self, event_id: str) -> str:
        """The first recovery code of an event: whoever asks again with one key is told the same one."""
        drawn = int.from_bytes(self._ground.key_for(f"recovery of {event_id}"))
        return "".join(ALPHABET[drawn // len(ALPHABET) ** n % len(ALPHABET)] for n in range(RECOVERY_LETTERS))

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


def _must_be_still(found: Sequence[TableRow]) -> None:
    playing = sum(row.status == "playing" for row in found)
    if playing == 1:
        raise Conflict("A table is still being played at. Let them finish, or close it, first.")
    if playing:
        raise Conflict(
            "%(count)d tables are still being played at. Let them finish, or close them, first.",
            count=playing,
        )


def row_owner(connection: Connection, event_id: str) -> str | None:
    """User name of the event's owner, or None if nobody is it (it was opened from the command line)."""
    owners = (one.user for one in events.roles(connection, event_id) if one.role == EventRole.OWNER)
    return next(owners, None)
