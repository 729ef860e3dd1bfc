"""The board of an event: what a spectator could see at its tables, some seconds ago, rebuilt from their logs."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import Json, NotFound
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.ground.names_of import names_of
from app.services.ground.snapshots import Snapshot
from app.services.history.replays import accounts_after, as_it_was, fold
from app.services.tables.views import view
from app.storage import Connection, events, tables

SECOND = 1_000_000
KEPT = 1000
SPECTATOR = Actor("", "", Role.PLAYER, session="")


@dataclass(frozen=True, slots=True)
class Shown:
    """A table on the board: its number in the event, and its public view; None before its first game."""

    number: int
    view: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class Board:
    """What hangs on the wall. `at` is the moment it shows, microseconds since 1970-01-01 UTC."""

    name: str
    zone: str
    at: int
    delay_s: int
    is_over: bool
    tables: tuple[Shown, ...]


class Boards:
    """What one can ask of boards, without signing in."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._kept: dict[str, tuple[int, Snapshot]] = {}
        self._lock = threading.Lock()

    def see(self, secret: str) -> Board:
        """The board at this address, as far behind as its owner wants.

        Raises:
            NotFound: If there is no such board.
        """
        with self._ground.database.read() as connection:
            event = events.of_board(connection, secret) if ids.possible(secret) else None
            if event is None:
                raise NotFound("There is no such board.")
            at = self._ground.clock.now() - event.board_delay_s * SECOND
            found = [
                (number, self._then(connection, table_id, at if event.board_delay_s else None))
                for number, table_id in enumerate(events.tables_of(connection, event.id), start=1)
            ]
        return Board(
            name=event.name,
            zone=event.zone,
            at=at,
            delay_s=event.board_delay_s,
            is_over=event.ended_at is not None and event.ended_at <= at,
            tables=tuple(
                Shown(number, view(self._ground, then, SPECTATOR) if then.match is not None else None)
                for number, then in found
                if then is not None
            ),
        )

    def _then(self, connection: Connection, table_id: str, at: int | None) -> Snapshot | None:
        """The table as it stood at a moment (None: now), or None if it was not open yet."""
        now = self._ground.snapshots.read(connection, table_id)
        if at is None:
            return now
        seq = tables.seq_at(connection, table_id, at)
        if seq == 0:
            return None
        if seq >= now.row.seq:
            return now
        kept = self._kept.get(table_id)
        if kept is None or kept[0] != seq:
            kept = seq, _rebuilt(connection, now, seq)
            with self._lock:
                if len(self._kept) >= KEPT:
                    self._kept.clear()
                self._kept[table_id] = kept
        return kept[1]


def _rebuilt(connection: Connection, now: Snapshot, seq: int) -> Snapshot:
    """The table after this line of its log."""
    (last,) = tables.lines(connection, now.row.id, after=seq - 1, limit=1)
    lines = tables.lines(connection, now.row.id, match=last.match, limit=seq)
    lines = [line for line in lines if line.seq <= seq]
    start = next((number for number, line in enumerate(lines) if line.kind == "start"), None)
    if start is None:
        return replace(now, row=replace(now.row, status="lobby", match=0, paused_at=None), match=None)
    match = fold(lines[start:])
    accounts = accounts_after(connection, now, last)
    then = as_it_was(now, lines[start:], match, names_of(connection, now.row.id), accounts)
    paused = next((line for line in reversed(lines) if line.kind in ("paused", "resumed")), None)
    since = paused.at if paused is not None and paused.kind == "paused" else None
    return replace(then, row=replace(then.row, paused_at=since, paused_left=None))
