"""What an organizer may do at the tables of an event."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.errors import Conflict, NotAllowed, NotFound
from app.services.actor import COMMAND_LINE, Actor
from app.storage import Connection, events
from app.storage.ledger_pages import closed_to


class EventRole(StrEnum):
    """What an organizer is at an event."""

    OWNER = "owner"
    """May do everything, and says who may do what."""
    REFEREE = "referee"
    """May step into tables, move for others, pause, correct."""
    AUDITOR = "auditor"
    """May read everything, and change nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An event as its tables know it. `roles` has user name -> role."""

    id: str
    name: str
    zone: str
    is_over: bool
    roles: Mapping[str, str]

    def may_read(self, actor: Actor) -> bool:
        """Whether this organizer may look at the event's tables."""
        return actor.user == COMMAND_LINE or actor.user in self.roles

    def may_act(self, actor: Actor) -> bool:
        """Whether this organizer may change something at the event's tables."""
        acting = (EventRole.OWNER, EventRole.REFEREE)
        return actor.user == COMMAND_LINE or self.roles.get(actor.user) in acting


def standing(connection: Connection, event_id: str) -> Standing | None:
    """The event as it stands now."""
    row = events.get(connection, event_id)
    if row is None:
        return None
    roles = {one.user: one.role for one in events.roles(connection, event_id)}
    return Standing(row.id, row.name, row.zone, row.ended_at is not None, roles)


def reads(actor: Actor, event: Standing | None) -> bool:
    """Whether somebody may look, as an organizer, at a table of this event, or of none."""
    return actor.is_organizer and (event is None or event.may_read(actor))


def acts(actor: Actor, event: Standing | None) -> bool:
    """Whether somebody may change things, as an organizer, at a table of this event, or of none."""
    return actor.is_organizer and (event is None or event.may_act(actor))


def closed_tables(connection: Connection, actor: Actor) -> frozenset[str]:
    """Ids of the tables that this organizer may not look at: of events in which they have no role."""
    reader = closed_reader(actor)
    return frozenset(connection.scalars(closed_to(reader))) if reader is not None else frozenset()


def closed_reader(actor: Actor) -> str | None:
    """Who is to be kept from tables of events without a role there; None for players and the command line."""
    return actor.user if actor.is_organizer and actor.user != COMMAND_LINE else None


def must_act(actor: Actor, event: Standing | None) -> None:
    """Raise NotAllowed unless this organizer may change things at a table of this event, or of none."""
    actor.must_be_organizer()
    if not acts(actor, event):
        raise NotAllowed("You may not change anything in this event. Its owner can make you a referee.")


def keeps_keys(connection: Connection, actor: Actor) -> bool:
    """Whether somebody may make, and hand out, what opens other people's accounts: tiles, cards, passwords, locks.

    While events run, an organizer who may act in none of them may not: with a player's sign-in code they could do at
    a table whatever the player can, and nobody would see who it was. While none runs, any organizer may.
    """
    if not actor.is_organizer or actor.user == COMMAND_LINE:
        return actor.is_organizer
    running = [standing(connection, row.id) for row in events.running(connection)]
    return not running or any(event is not None and event.may_act(actor) for event in running)


def must_keep_keys(connection: Connection, actor: Actor) -> None:
    """Raise NotAllowed unless this organizer may make and hand out what opens other people's accounts."""
    actor.must_be_organizer()
    if not keeps_keys(connection, actor):
        raise NotAllowed(
            "While an event runs, its owner and referees give out tiles and what opens accounts. Its owner can make"
            " you a referee."
        )


def must_run(event: Standing | None) -> None:
    """Raise Conflict if the event has ended."""
    if event is not None and event.is_over:
        raise Conflict("The event %(name)s has ended. Nothing of it changes any more.", name=event.name)


def event_for_new_table(connection: Connection, actor: Actor, wanted: str | None) -> str | None:
    """The event that a new table belongs to.

    Args:
        connection: Of the transaction that opens the table.
        actor: Who opens it.
        wanted: Id of the event; "" for none. If None, it is the one event that runs, if there is just one in which
            the actor may open a table.

    Raises:
        NotFound: If no such event runs.
        NotAllowed: If the actor is an organizer who may not act there.
    """
    if wanted == "":
        return None
    if wanted is None:
        running = [row.id for row in events.running(connection)]
        found = standing(connection, running[0]) if len(running) == 1 else None
        wanted = found.id if found and (not actor.is_organizer or found.may_act(actor)) else None
    if wanted is None:
        return None
    # Locked, so that it does not end while the table comes into being.
    row = events.lock(connection, wanted)
    if row is None or row.ended_at is not None:
        raise NotFound("There is no such event, or it has ended.")
    if actor.is_organizer:
        must_act(actor, standing(connection, wanted))
    return wanted
