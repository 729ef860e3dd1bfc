"""Playing: moves, taking them back, and what silence does."""

import logging
from collections.abc import Mapping
from dataclasses import replace

from app.errors import IllegalMove, InProgress, Invalid, Json, NotAllowed, NotFound, StaleState
from app.rules import Move, Player
from app.services import ids
from app.services.actor import Actor
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.firm import WHY, Firm
from app.services.ground.snapshots import Match, Snapshot
from app.services.play.pausing import must_not_be_paused
from app.services.play.steps import settled_change, take
from app.storage import Connection, books, tables

CLOCK = "@clock"
"""Who wrote what silence did."""

SILENCE = "silence"
"""The move by which host or organizer let the silence speak of somebody who is away."""

MAX_TIMER_S = 3600

logger = logging.getLogger(__name__)


class Play:
    """What one can do while a match runs."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def play(
        self,
        actor: Actor,
        table_id: str,
        move: Mapping[str, Json],
        *,
        on_behalf_of: str | None = None,
        expected_seq: int | None = None,
        key: str | None = None,
    ) -> int:
        """Make a move.

        Args:
            actor: The player whose move it is, or host or organizer with `on_behalf_of`.
            table_id: Where.
            move: As in interface.md, with its `type`; the host also has `undo`, and for others `silence`.
            on_behalf_of: The absent player for whom it is made.
            expected_seq: The line of the log that the page was drawn from; if another question has been asked since,
                nothing is done.
            key: Idempotency key.

        Returns:
            The last line of the log after it.

        Raises:
            IllegalMove: If it is not open now; `expected` says what is awaited and from whom.
            Invalid: If it can't be read.
            StaleState: If the page was drawn from an older state.
            NotAllowed: If it is somebody else's move to make.
        """

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            undoing = move.get("type") == "undo"
            match = begun(snapshot) if undoing else running(snapshot)
            must_not_be_paused(snapshot)
            if expected_seq is not None and expected_seq < match.asked:
                raise StaleState(
                    "The table has moved on. Look again before you decide.", seq=snapshot.row.seq
                )
            if undoing:
                return self._undo(connection, snapshot, match, book, actor, move)
            player = mover(snapshot, actor, on_behalf_of)
            made = self._read(snapshot, match, player, move)
            if player != actor.user:
                must_not_fish(snapshot, match, made)
            return take(self._ground, connection, snapshot, book, made, kind="move")

        contents: dict[str, Json] = {"do": "move", "move": move, "for": on_behalf_of}
        done = change_table(
            self._ground, table_id, user=actor.user, key=key, contents=contents, act=act, log_refusal=True
        )
        return int(done["seq"])

    def _read(self, snapshot: Snapshot, match: Match, player: Player, move: Mapping[str, Json]) -> Move:
        """The move that was sent, or what this player's silence would be."""
        if move.get("type") != SILENCE:
            return match.game.decode(player, as_seated(move, snapshot))
        _must_be_bare(move)
        silent = match.game.default_move(match.state, player)
        if silent is None:
            raise IllegalMove(
                "Their silence means nothing at this moment.",
                expected={"reason": "wrong_moment", "waiting_for": match.game.waiting_for(match.state)},
            )
        return silent

    def expire(self) -> int:
        """Let silence speak at every table whose time is up, for everybody who has not answered.

        Returns:
            How many answers it gave.
        """
        with self._ground.database.read() as connection:
            overdue = tables.overdue(connection, self._ground.clock.steady())
        answers = 0
        for table_id in overdue:
            try:
                while self._silence(table_id):
                    answers += 1
            except Exception:  # a table that is out of order keeps no other one from going on
                logger.exception("The time of table %s is up, but silence could not speak.", table_id)
        return answers

    def _silence(self, table_id: str) -> bool:
        """Give the next answer of silence; False if none is due."""

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            now = self._ground.clock.steady()
            deadline = snapshot.row.deadline
            if deadline is None or deadline > now or snapshot.match is None:
                return Change(snapshot.match, deadline=deadline)
            for player in snapshot.match.game.waiting_for(snapshot.match.state):
                move = snapshot.match.game.default_move(snapshot.match.state, player)
                if move is not None:
                    change = take(self._ground, connection, snapshot, book, move, kind="silence")
                    return replace(change, result={"spoke": True})
            return Change(snapshot.match)

        done = change_table(self._ground, table_id, user=CLOCK, key=None, contents={"do": "silence"}, act=act)
        return "spoke" in done

    def _undo(
        self,
        connection: Connection,
        snapshot: Snapshot,
        match: Match,
        book: Book,
        actor: Actor,
        move: Mapping[str, Json],
    ) -> Change:
        if not snapshot.may_undo(actor):
            raise NotAllowed("Only the table's host can take a move back, unless that is left to organizers.")
        _must_be_bare(move)
        if not match.past:
            raise IllegalMove(
                WHY[match.firm],
                expected={"reason": "wrong_moment", "waiting_for": match.game.waiting_for(match.state)},
            )
        if snapshot.asks_bank:
            raise InProgress(WHY[Firm.BANK])
        last = match.past[-1]
        for sealed in reversed(books.of_line(connection, snapshot.row.id, last.seq)):
            book.reverse(sealed.transfer, reason="move taken back")
        line = book.line("undo", {"by": actor.user, "takes_back": last.seq})
        after = match.after(line)
        return settled_change(self._ground, connection, snapshot, after, book)


def _must_be_bare(move: Mapping[str, Json]) -> None:
    if len(move) > 1:
        raise Invalid("This move has no other parts than its type.", field="type")


def begun(snapshot: Snapshot) -> Match:
    """The match that is being played, or has just ended: a slip that ended it can be taken back too.

    Raises:
        IllegalMove: If none has begun.
    """
    if snapshot.match is None or snapshot.row.status == "lobby":
        raise IllegalMove(
            "The game has not begun yet.",
            expected={"reason": "wrong_moment", "phase": "lobby", "waiting_for": [snapshot.row.host]},
        )
    return snapshot.match


def running(snapshot: Snapshot) -> Match:
    """The match that is being played.

    Raises:
        IllegalMove: If none is.
    """
    match = begun(snapshot)
    if snapshot.row.status == "over":
        raise IllegalMove(
            "This game is over.", expected={"reason": "game_over", "phase": "over", "waiting_for": []}
        )
    return match


def mover(snapshot: Snapshot, actor: Actor, on_behalf_of: str | None) -> Player:
    """For whom a move is made.

    Raises:
        NotAllowed: If the actor may not move for that player.
        NotFound: If that player has no seat here.
    """
    user = ids.typed(on_behalf_of) if on_behalf_of else actor.user
    if snapshot.seat(user) is None:
        if on_behalf_of:
            raise NotFound("Nobody of that name sits at this table.")
        raise NotAllowed("You don't sit at this table.")
    if user != actor.user and not snapshot.runs(actor):
        raise NotAllowed("Only the host or an organizer can move for somebody else.")
    return Player(user)


def must_not_fish(snapshot: Snapshot, match: Match, made: Move) -> None:
    """Let nobody learn what another holds by trying moves for them.

    Raises:
        NotAllowed: If the match has secrets, and this is neither what silence would do nor leaving.
    """
    silent = match.game.default_move(match.state, made.player)
    harmless = silent is None or made == silent or match.game.encode(made)["type"] == "resign"
    if snapshot.is_secret(snapshot.row.match) and not harmless:
        raise NotAllowed("With hidden cards, you can do for others only what their silence would do.")


def as_seated(move: Mapping[str, Json], snapshot: Snapshot) -> dict[str, Json]:
    """The move with the players it names in the spelling of their seats, however they were typed."""
    seated = {seat.user for seat in snapshot.seats}

    def known(value: Json) -> Json:
        if isinstance(value, (list, tuple)):
            return [known(one) for one in value]
        return ids.typed(value) if isinstance(value, str) and ids.typed(value) in seated else value

    return {name: value if name == "type" else known(value) for name, value in move.items()}


def check_options(options: Mapping[str, Json]) -> None:
    """Check the options that are the service's own.

    Raises:
        Invalid: Unless the timer is a whole number of seconds in range, and `host_may_undo` is true or false.
    """
    timer = options.get("timer_s", 0)
    if not isinstance(timer, int) or isinstance(timer, bool) or not 0 <= timer <= MAX_TIMER_S:
        raise Invalid(
            "The timer is a whole number of seconds from 0 (none) to %(most)d.",
            field="options.timer_s",
            most=MAX_TIMER_S,
        )
    if not isinstance(options.get("host_may_undo", True), bool):
        name = "host_may_undo"
        raise Invalid("The option %(name)s is either true or false.", field=f"options.{name}", name=name)
