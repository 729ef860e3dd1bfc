"""Pausing a table: nobody moves or pays, and no clock runs, until an organizer lets play go on."""

from dataclasses import replace

from app.errors import Conflict, Invalid, Json
from app.services.actor import Actor
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.snapshots import Snapshot
from app.services.standing import must_act
from app.storage import Connection

MAX_REASON = 200


class Pausing:
    """What one can ask of pauses."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def pause(self, actor: Actor, table_id: str, *, reason: str = "", key: str | None = None) -> None:
        """Stop play at a table, and its clock; for organizers who may act there. The table sees the reason.

        Raises:
            Conflict: If no match is running, or it is paused already.
        """
        why = " ".join(reason.split())
        if len(why) > MAX_REASON or not why.isprintable():
            raise Invalid(
                "A reason has up to %(most)d printable characters.", field="reason", most=MAX_REASON
            )

        def act(_: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_act(actor, snapshot.event)
            if snapshot.row.status != "playing":
                raise Conflict("Only a table at which a match is running can be paused.")
            if snapshot.is_paused:
                raise Conflict("This table is paused already.")
            left = None
            if snapshot.row.deadline is not None:
                left = max(0, snapshot.row.deadline - self._ground.clock.steady())
            book.row = replace(book.row, paused_at=self._ground.clock.now(), paused_left=left)
            book.line("paused", {"by": actor.user, "name": actor.name, "reason": why})
            return Change(snapshot.match)

        contents: dict[str, Json] = {"do": "pause", "reason": why}
        change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)

    def resume(self, actor: Actor, table_id: str, *, key: str | None = None) -> None:
        """Let play go on; a clock that ran goes on where it stood.

        Raises:
            Conflict: If it is not paused.
        """

        def act(_: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_act(actor, snapshot.event)
            if not snapshot.is_paused:
                raise Conflict("This table is not paused.")
            left = snapshot.row.paused_left
            book.row = replace(book.row, paused_at=None, paused_left=None)
            book.line("resumed", {"by": actor.user, "name": actor.name})
            return Change(
                snapshot.match, deadline=None if left is None else self._ground.clock.steady() + left
            )

        contents: dict[str, Json] = {"do": "resume"}
        change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)


def must_not_be_paused(snapshot: Snapshot) -> None:
    """Raise Conflict while the table is paused."""
    if snapshot.is_paused:
        raise Conflict("The table is paused. Play goes on when an organizer lets it.")
