"""Tables: opening one, sitting down and leaving, starting a match, closing; and who may look at what."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import Conflict, Invalid, Json, NotAllowed, NotFound
from app.ledger import BANK, BANK_FLOOR
from app.rules import Player
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Author, Book
from app.services.ground.decks import DeckCard
from app.services.ground.snapshots import Snapshot, begin, settings_of, start_data
from app.services.once import Request, once
from app.services.payments.bank.gathering import Gathering, must_be_gathered
from app.services.play import mover, running
from app.services.play.opening import keep_seed, open_books
from app.services.play.steps import deadline_after, draw_lots, take, take_place
from app.services.standing import event_for_new_table, must_run, reads
from app.services.tables.loglines import LogLine, organizers, visible
from app.services.tables.seat_names import seat_name
from app.services.tables.settings import TableSettings, new_row
from app.services.tables.views import TableCard, card, view
from app.storage import Connection, books, people, tables
from app.storage.proofs import ALL
from app.storage.tables import SeatRow, TableRow

__all__ = ["TableOpened", "TableSettings", "Tables", "must_be_host", "seen_by"]

MAX_SEATS = 12
MAX_LINES = 1000
MAX_UNFINISHED = 20
"""Tables that a player may have opened within a day and not ended: the desk shows all of them, and reads every log."""
A_DAY = 24 * 3600 * 1_000_000


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A new table's id, and the six characters that open its door."""

    id: str
    code: str


class Tables:
    """What one can ask of tables."""

    def __init__(self, ground: Ground, gathering: Gathering) -> None:
        """Stand on the shared parts; the gathering is asked where a bank outside moves the credits."""
        self._ground = ground
        self._gathering = gathering

    def open(
        self,
        actor: Actor,
        settings: TableSettings,
        key: str | None = None,
        *,
        event: str | None = None,
    ) -> TableOpened:
        """Open a table; whoever opens it is its host.

        Args:
            actor: A player or an organizer.
            settings: How it is to be played.
            key: Idempotency key.
            event: Id of the event it belongs to; "" for none. If None, it belongs to the one event that runs, if there
                is just one.

        Raises:
            NotFound: If no such event runs.
            NotAllowed: If the actor is an organizer who may not act there.
            Invalid: If a setting can't be read; the field names it.
            Conflict: If the actor is a player who sits at a running table, or has opened too many.
        """
        row = new_row(self._ground, actor, settings)

        def act(connection: Connection) -> Mapping[str, Json]:
            if actor.role is Role.PLAYER:
                if tables.sits_at(connection, actor.user) is not None:
                    raise _sits_elsewhere(connection, actor.user, actor.name, to=actor)
                opened = tables.unfinished_of(connection, actor.user, since=row.created_at - A_DAY)
                if opened >= MAX_UNFINISHED:
                    raise Conflict(
                        "You have opened %(count)d tables in a day that are not over. Close one of them first.",
                        count=opened,
                    )
            event_id = event_for_new_table(connection, actor, event)
            tables.add(connection, replace(row, event_id=event_id, log=event_id or ALL))
            books.open_account(connection, row.id, BANK, floor=BANK_FLOOR)
            snapshot = self._ground.snapshots.locked(connection, row.id)
            book = Book(snapshot, Author(user=actor.user, at=row.created_at, key=key or ""))
            facts = {"game": row.game, "mode": row.mode, "validation": row.validation, "event": event_id}
            book.line("opened", {name: fact for name, fact in facts.items() if fact is not None})
            book.save(connection, None, self._ground.key_for("checkpoint"))
            return {"id": row.id, "code": row.code}

        contents: dict[str, Json] = {"do": "open", "settings": settings.as_json()}
        if event is not None:
            contents["event"] = event
        done = once(
            self._ground.database,
            Request(user=actor.user, key=key, contents=contents, at=row.created_at),
            act,
        )
        return TableOpened(id=done["id"], code=done["code"])

    def configure(self, actor: Actor, table_id: str, settings: TableSettings, key: str | None = None) -> int:
        """Change how a table plays, before a match. Without a deck, the table keeps that of its game.

        Raises:
            Conflict: If a match is running.
            Invalid: If a setting can't be read; the field names it.
            NotAllowed: If the actor is neither host nor organizer.
        """
        wanted = new_row(self._ground, actor, settings)

        def keeps_deck(row: TableRow) -> bool:
            return settings.deck is None and row.game == wanted.game

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_be_host(actor, snapshot)
            if snapshot.row.status == "playing":
                raise Conflict("The game is running. Its settings can be changed before the next one.")
            book.row = replace(
                snapshot.row,
                game=wanted.game,
                mode=wanted.mode,
                validation=wanted.validation,
                deck=snapshot.row.deck if keeps_deck(snapshot.row) else wanted.deck,
                options=wanted.options,
            )
            tables.set_settings(connection, book.row)
            book.line("settings", settings.as_json())
            return Change(snapshot.match)

        contents: dict[str, Json] = {"do": "configure", "settings": settings.as_json()}
        done = change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)
        return int(done["seq"])

    def settings(self, actor: Actor, table_id: str) -> TableSettings:
        """How the table plays, or will play next; the deck is not told.

        Raises:
            NotAllowed: As for the table's view.
        """
        row = seen_by(self._ground, actor, table_id).row
        return TableSettings(row.game, row.mode, row.validation, options=json.loads(row.options))

    def by_code(self, code: str) -> TableCard:
        """The table with this join code, typed in any way.

        Raises:
            NotFound: If there is none.
        """
        with self._ground.database.read() as connection:
            table_id = tables.id_of_code(connection, ids.typed(code)[:8])
            if table_id is None:
                raise NotFound(
                    "No table has this code. It has six characters; ask the host to show it again."
                )
            return card(connection, self._ground.snapshots.read(connection, table_id))

    def sit(
        self,
        actor: Actor,
        table_id: str,
        *,
        user: str | None = None,
        name: str | None = None,
        key: str | None = None,
    ) -> int:
        """Take the next seat. Sitting down again changes nothing but the name.

        Args:
            actor: Who sits down; host or organizer for another `user`.
            table_id: Where.
            user: Who is to sit; the actor if None.
            name: What the others shall call them; the person's own name if None.
            key: Idempotency key.

        Raises:
            Conflict: If the game has begun, the table is full, or the person sits at another one.
        """
        sitter = ids.typed(user) if user else actor.user

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            if sitter != actor.user and not snapshot.runs(actor):
                raise NotAllowed("Only the host or an organizer can seat somebody else.")
            person = people.get(connection, sitter)
            if person is None or person.role != Role.PLAYER:
                raise NotFound("No tile has the user name %(user)s.", user=sitter)
            called = seat_name(name or person.name, snapshot, sitter)
            seat = snapshot.seat(sitter)
            if seat is not None and seat.name == called:
                return Change(snapshot.match, deadline=snapshot.row.deadline)
            if snapshot.row.status == "playing":
                raise Conflict("The game has begun. Wait for the next one.")
            if seat is None:
                if len(snapshot.seats) >= MAX_SEATS:
                    raise Conflict("This table is full.")
                if snapshot.row.status == "lobby" and not tables.occupy(connection, sitter, table_id):
                    raise _sits_elsewhere(connection, sitter, person.name, to=actor)
                seat = SeatRow(
                    table_id, max((s.position for s in snapshot.seats), default=0) + 1, sitter, called
                )
                if sitter not in snapshot.accounts:
                    books.open_account(connection, table_id, sitter)
            else:
                tables.remove_seat(connection, table_id, sitter)
                seat = SeatRow(table_id, seat.position, sitter, called)
            tables.add_seat(connection, seat)
            book.line("seat", {"user": sitter, "name": called, "seat": seat.position})
            book.accounts = books.accounts(connection, table_id)
            return Change(snapshot.match, seats=tables.seats(connection, table_id))

        contents: dict[str, Json] = {"do": "sit", "user": sitter, "name": name}
        return int(
            change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)["seq"]
        )

    def leave(self, actor: Actor, table_id: str, *, user: str | None = None, key: str | None = None) -> int:
        """Give up a seat before or after a match; during one, resigning is a move.

        A table of an ended event stays as it is, and holds nobody: whoever leaves there is gone already.

        Raises:
            Conflict: If a match is running.
        """
        leaver = ids.typed(user) if user else actor.user
        if leaver == actor.user and (seen := seen_by(self._ground, actor, table_id)).is_frozen:
            return seen.row.seq

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            player = mover(snapshot, actor, leaver if leaver != actor.user else None)
            seat = snapshot.seat(player)
            if snapshot.row.status == "playing":
                raise Conflict("The game is running: resign instead of leaving.")
            tables.remove_seat(connection, table_id, player)
            tables.vacate(connection, table_id, [player])
            book.line("seat", {"user": player, "left": True, "name": seat.name if seat else player})
            return Change(snapshot.match, seats=tables.seats(connection, table_id))

        contents: dict[str, Json] = {"do": "leave", "user": leaver}
        return int(
            change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)["seq"]
        )

    def start(self, actor: Actor, table_id: str, key: str | None = None) -> int:
        """Begin a match, the first or another one with the same seats: every balance is set to the starting credits.

        Raises:
            Conflict: If one is running, the lobby was closed, or somebody sits at another table by now.
            InProgress: If a bank outside has not settled the starting credits yet; the match begins once it has.
            Invalid: If so many can't play.
            NotAllowed: If the actor is neither host nor organizer.
        """
        if self._ground.rail is not None:
            self._gathering.gather(actor, table_id, lambda snapshot: must_be_startable(actor, snapshot))

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_be_startable(actor, snapshot)
            if self._ground.rail is not None:
                must_be_gathered(snapshot)
            for seat in snapshot.seats:
                take_place(connection, seat, advice="To play without them, have them get up here first.")
            row = snapshot.row
            settings = settings_of(row.game, row.mode, row.validation, row.deck, row.options)
            book.row = replace(book.row, paused_at=None, paused_left=None)
            book.begin_match()
            open_books(connection, book, snapshot.seats, snapshot.game, settings)
            seed_hash = keep_seed(self._ground, connection, book.row)
            match = begin(book.line("start", start_data(row, snapshot.seats, seed_hash)))
            match = draw_lots(self._ground, connection, snapshot, book, match)
            return Change(match, status="playing", deadline=deadline_after(self._ground, snapshot, match))

        done = change_table(
            self._ground, table_id, user=actor.user, key=key, contents={"do": "start"}, act=act
        )
        return int(done["seq"])

    def close(self, actor: Actor, table_id: str, key: str | None = None) -> int:
        """End a table's match now, or its lobby for good; everybody is free to sit elsewhere.

        Raises:
            NotAllowed: If the actor is neither host nor organizer.
        """

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_be_host(actor, snapshot)
            if snapshot.row.status == "playing":
                match = running(snapshot)
                closing = match.game.closing(match.state)
                return take(self._ground, connection, snapshot, book, closing, kind="closed")
            tables.vacate(connection, table_id, [seat.user for seat in snapshot.seats])
            book.line("closed", {})
            return Change(snapshot.match, status="over")

        done = change_table(
            self._ground, table_id, user=actor.user, key=key, contents={"do": "close"}, act=act
        )
        return int(done["seq"])

    def view(self, actor: Actor, table_id: str) -> dict[str, Json]:
        """The table as this person may see it, in the form of interface.md.

        Raises:
            NotAllowed: If they neither sit there nor host it nor are an organizer.
        """
        return view(self._ground, seen_by(self._ground, actor, table_id), actor)

    def log(self, actor: Actor, table_id: str, *, after: int = 0, limit: int = 200) -> tuple[LogLine, ...]:
        """Lines of the log, oldest first, as this person may see them.

        Raises:
            Invalid: If the limit is not from 0 to MAX_LINES.
        """
        if not 0 <= limit <= MAX_LINES:
            raise Invalid("The limit is a number from 0 to %(most)d.", field="limit", most=MAX_LINES)
        snapshot = seen_by(self._ground, actor, table_id)
        with self._ground.database.read() as connection:
            lines = tables.lines(connection, table_id, after=min(after, snapshot.row.seq), limit=limit)
            named = organizers(connection, lines, (seat.user for seat in snapshot.seats))
        return tuple(
            visible(
                line,
                actor,
                secret=snapshot.is_secret(line.match),
                organizer=named.get(line.actor, ""),
            )
            for line in lines
        )

    def deck(self, actor: Actor, table_id: str) -> str:
        """The text of the deck file in force at the table.

        Raises:
            NotAllowed: As for the table's view.
        """
        return seen_by(self._ground, actor, table_id).row.deck

    def seated_at(self, actor: Actor) -> str | None:
        """The table at which this account sits, or else sat last while another game can begin there, or None."""
        with self._ground.database.read() as connection:
            table_id = tables.sits_at(connection, actor.user) or tables.last_table_of(connection, actor.user)
            if table_id is None or self._ground.snapshots.read(connection, table_id).is_done:
                return None
        return table_id

    def all(self, actor: Actor) -> tuple[TableCard, ...]:
        """All tables, the last to change first; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            found = (self._ground.snapshots.read(connection, row.id) for row in tables.every(connection))
            return tuple(
                card(connection, snapshot, actor) for snapshot in found if reads(actor, snapshot.event)
            )

    def decks(self) -> tuple[DeckCard, ...]:
        """The decks that a table can choose by name, those in the box first; broken files say what is wrong."""
        return self._ground.decks.cards()


def seen_by(ground: Ground, actor: Actor, table_id: str) -> Snapshot:
    """The table as it stands, for whoever may look at it.

    Raises:
        NotAllowed: If they neither sit there nor host it nor are an organizer.
    """
    with ground.database.read() as connection:
        snapshot = ground.snapshots.read(connection, table_id)
    hosts = actor.user == snapshot.row.host and not actor.is_organizer
    if snapshot.seat(actor.user) is None and not hosts and not reads(actor, snapshot.event):
        raise NotAllowed("You don't sit at this table.")
    return snapshot


def _sits_elsewhere(connection: Connection, user: str, name: str, *, to: Actor) -> Conflict:
    """Why somebody can't sit down; which table it is, only they are told."""
    seated = tables.sits_at(connection, user) if user == to.user else None
    if seated is None:
        return Conflict("%(name)s sits at another table. Leave that one first.", name=name)
    row = tables.get(connection, seated)
    return Conflict(
        "You sit at another table, %(code)s. Leave that one first.",
        code=ids.grouped(row.code) if row else seated,
        table=seated,
    )


def must_be_startable(actor: Actor, snapshot: Snapshot) -> None:
    """Refuse to begin a match where none can begin now.

    Raises:
        Conflict: If one is running, the lobby was closed, or the event has ended.
        Invalid: If so many can't play.
        NotAllowed: If the actor is neither host nor organizer.
    """
    must_run(snapshot.event)
    must_be_host(actor, snapshot)
    if snapshot.row.status == "playing":
        raise Conflict("The game is running already.")
    if snapshot.is_done:
        raise Conflict("This table was closed before a game. Open another one.")
    if snapshot.row.mode != "dealer" and any(seat.bot for seat in snapshot.seats):
        raise Conflict(
            "Bots can't hold real cards or dice: let the app deal and throw, or have the bots get up."
        )
    snapshot.game.new(tuple(Player(seat.user) for seat in snapshot.seats), snapshot.settings)


def must_be_host(actor: Actor, snapshot: Snapshot) -> None:
    """Raise NotAllowed unless this is the table's host or an organizer."""
    if not snapshot.runs(actor):
        raise NotAllowed("Only the table's host or an organizer can do this.")
