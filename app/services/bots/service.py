"""Bots at tables: seating them, giving them the seat of somebody who left, and letting them play.

A bot is asked for nothing but what its seat is shown, and does it through the same doors as people: `Play` and
`Payments`. It has no account that anybody could sign in to.
"""

import logging
from collections.abc import Callable
from secrets import randbelow

from app.errors import AppError, Conflict, Invalid, Json, KeyReused, StaleState
from app.rules import Player
from app.rules.bots import Strength, choose
from app.services import ids
from app.services.actor import Actor, Role
from app.services.codes import emblem
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.snapshots import Snapshot
from app.services.payments import Payments
from app.services.play import Play, mover
from app.services.tables import MAX_SEATS, must_be_host
from app.services.tables.seat_names import look
from app.services.tables.views import view
from app.storage import Connection, books, people, tables
from app.storage.people import PersonRow
from app.storage.tables import SeatRow

NAMES = ("Alma", "Bruno", "Cleo", "Dario", "Edda", "Falk", "Gina", "Hugo", "Ida", "Jona", "Kira", "Luis")
"""What bots are called: as many as a table has seats. That they are bots stands beside it."""

DEALT = "dealer"
"""The way to play in which bots can: with real cards or dice somebody has to hold them."""

MOST_IDLE, TRIES = 24, 48
"""How many idle accounts, and how many new names, are looked through for an emblem that is free."""

logger = logging.getLogger(__name__)


class Bots:
    """What one can ask of bots, and what makes them play."""

    def __init__(
        self, ground: Ground, play: Play, payments: Payments, *, roll: Callable[[int], int] = randbelow
    ) -> None:
        """Stand on the shared parts; `roll` is the chance in bots, which tests bring themselves."""
        self._ground = ground
        self._play = play
        self._payments = payments
        self._roll = roll

    def seat(self, actor: Actor, table_id: str, strength: str, *, key: str | None = None) -> int:
        """Give the next seat to a new bot.

        Args:
            actor: The table's host, or an organizer.
            table_id: Where.
            strength: A `Strength`.
            key: Idempotency key.

        Returns:
            The last line of the log after it.

        Raises:
            Conflict: If the game has begun, the table is full, or bots can't play there.
            Invalid: If there is no such strength.
            NotAllowed: If the actor is neither host nor organizer.
        """
        chosen = strength_of(strength)

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_be_host(actor, snapshot)
            self._must_be_possible(snapshot.row.mode)
            if snapshot.row.status != "lobby":
                raise Conflict("The game has begun. A new bot can sit down at a new table.")
            if len(snapshot.seats) >= MAX_SEATS:
                raise Conflict("This table is full.")
            user = self._account(connection, snapshot)
            position = max((seat.position for seat in snapshot.seats), default=0) + 1
            seat = SeatRow(table_id, position, user, free_name(snapshot), str(chosen))
            if user not in snapshot.accounts:
                books.open_account(connection, table_id, user)
            tables.add_seat(connection, seat)
            line: dict[str, Json] = {
                "user": user,
                "name": seat.name,
                "seat": position,
                "bot": str(chosen),
                "new": True,
            }
            book.line("seat", line)
            book.accounts = books.accounts(connection, table_id)
            return Change(snapshot.match, seats=tables.seats(connection, table_id))

        contents: dict[str, Json] = {"do": "seat a bot", "bot": strength}
        done = change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)
        return int(done["seq"])

    def stand_in(
        self, actor: Actor, table_id: str, strength: str, *, user: str | None = None, key: str | None = None
    ) -> int:
        """Have a bot play on for somebody who leaves in the middle of a game.

        Args:
            actor: The player who leaves; or host or organizer for another `user`.
            table_id: Where.
            strength: A `Strength`.
            user: Whose seat it is; the actor's if None.
            key: Idempotency key.

        Raises:
            Conflict: If no game is running, they are out of it, or bots can't play there.
            Invalid: If there is no such strength.
            NotAllowed: If it is somebody else's seat to give.
        """
        return self._set(actor, table_id, str(strength_of(strength)), user=user, key=key)

    def give_back(
        self, actor: Actor, table_id: str, *, user: str | None = None, key: str | None = None
    ) -> int:
        """Have the player play again whose seat a bot holds; for them, host and organizer.

        Raises:
            Conflict: If there is nobody but the bot.
            NotAllowed: If it is somebody else's seat to take.
        """
        return self._set(actor, table_id, None, user=user, key=key)

    def _set(
        self, actor: Actor, table_id: str, strength: str | None, *, user: str | None, key: str | None
    ) -> int:
        whose = ids.typed(user) if user else actor.user

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            player = mover(snapshot, actor, whose if whose != actor.user else None)
            seat = snapshot.seat(player)
            if seat is None or seat.bot == strength:
                return Change(snapshot.match, deadline=snapshot.row.deadline)
            if strength is not None:
                self._must_be_in_play(snapshot, player)
            elif _is_bot(connection, player):
                raise Conflict("%(name)s is a bot and nothing else.", name=seat.name)
            tables.set_bot(connection, table_id, player, strength)
            book.line("seat", {"user": player, "name": seat.name, "seat": seat.position, "bot": strength})
            return Change(
                snapshot.match,
                deadline=snapshot.row.deadline,
                seats=tables.seats(connection, table_id),
            )

        contents: dict[str, Json] = {"do": "bot", "user": whose, "bot": strength}
        done = change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)
        return int(done["seq"])

    def _must_be_in_play(self, snapshot: Snapshot, player: Player) -> None:
        match = snapshot.match
        if match is None or snapshot.row.status != "playing":
            raise Conflict("No game is running. Whoever leaves now can simply get up.")
        self._must_be_possible(match.mode)
        if player not in match.game.still_in(match.state):
            raise Conflict("They are out of this game already.")

    def _must_be_possible(self, mode: str) -> None:
        """Raise Conflict where a bot could not play."""
        if self._ground.rail is not None:
            raise Conflict("The credits of this evening are in a bank, and bots have no account there.")
        if mode != DEALT:
            raise Conflict("Bots can't hold real cards or dice: they play where the app deals and throws.")

    def _account(self, connection: Connection, snapshot: Snapshot) -> str:
        """The account of a bot that sat nowhere, or a new one; it sits at this table now.

        An emblem follows from the user name, and tells people apart: the bot takes one that nobody has there.
        """
        table_id, taken = snapshot.row.id, {emblem(seat.user).key for seat in snapshot.seats}
        for idle in people.idle_bots(connection, Role.BOT, MOST_IDLE):
            if emblem(idle).key not in taken and tables.occupy(connection, idle, table_id):
                return idle
        tries = [ids.new_id() for _ in range(TRIES)]
        user = next((one for one in tries if emblem(one).key not in taken), tries[0])
        bot = PersonRow(user, "Bot", Role.BOT, None, None, None, 0, self._ground.clock.now(), None)
        people.add(connection, [bot])
        tables.occupy(connection, user, table_id)
        return user

    def at_play(self) -> list[str]:
        """Tables at which a bot plays now."""
        with self._ground.database.read() as connection:
            return tables.with_bots(connection)

    def act(self, table_id: str) -> bool:
        """Let every bot of a table answer the question that is open there, if one is asked.

        Returns:
            Whether something was done.
        """
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
        acted = False
        asked = snapshot.match.asked if snapshot.match else 0
        for seat in snapshot.seats if _plays_by_itself(snapshot) else ():
            if seat.bot is None:
                continue
            acted = self._answer(table_id, seat, asked) or acted
        return acted

    def _answer(self, table_id: str, seat: SeatRow, asked: int) -> bool:
        """Do what the bot of this seat decides; False if it has nothing to do, or somebody was quicker."""
        actor = Actor(seat.user, seat.name, Role.PLAYER, session="")
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
        if snapshot.match is None or snapshot.match.asked != asked or snapshot.row.status != "playing":
            return False
        seq = snapshot.row.seq
        chosen = choose(view(self._ground, snapshot, actor), Strength(str(seat.bot)), self._roll)
        if chosen is None:
            return False
        key = f"bot-{table_id}-{seq}-{seat.user}"  # another process may have the same thought
        try:
            if chosen["type"] == "pay":
                self._payments.pay(
                    actor,
                    table_id,
                    to=chosen["to"],
                    amount=chosen["amount"],
                    action=chosen["action"],
                    key=key,
                )
            else:
                self._play.play(actor, table_id, chosen, expected_seq=seq, key=key)
        except (KeyReused, StaleState):
            # Several workers look after the same bot: whichever is first moves, and the others find it done.
            logger.debug("Somebody was quicker than the bot %s at table %s.", seat.user, table_id)
            return False
        except AppError as refused:
            logger.info("The bot %s at table %s could not do what it meant: %s", seat.user, table_id, refused)
            return False
        return True


def strength_of(word: str) -> Strength:
    """Read a strength.

    Raises:
        Invalid: If there is none of that name.
    """
    if word not in list(Strength):
        raise Invalid("Choose one of: %(known)s.", field="bot", known=", ".join(Strength))
    return Strength(word)


def free_name(snapshot: Snapshot) -> str:
    """A name for a bot that nobody at the table has, or one that looks like it."""
    taken = {look(seat.name) for seat in snapshot.seats}
    numbered = (f"Bot {number}" for number in range(1, MAX_SEATS + 2))
    return next(name for name in (*NAMES, *numbered) if look(name) not in taken)


def _plays_by_itself(snapshot: Snapshot) -> bool:
    """Whether a match is running in which bots can play."""
    plays = snapshot.match is not None and snapshot.row.status == "playing" and not snapshot.is_paused
    return plays and snapshot.match is not None and snapshot.match.mode == DEALT


def _is_bot(connection: Connection, user: str) -> bool:
    person = people.get(connection, user)
    return person is not None and person.role == Role.BOT
