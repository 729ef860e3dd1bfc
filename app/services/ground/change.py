"""What all services stand on, and how any of them changes a table."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from app.errors import Json, Refused
from app.live import Hub
from app.rails import Rail
from app.services.clock import Clock
from app.services.ground.booking import Author, Book
from app.services.ground.chance import Chance
from app.services.ground.decks import Decks
from app.services.ground.lapsing import let_lapse
from app.services.ground.mirror import mirror
from app.services.ground.snapshots import Match, Snapshot, Snapshots
from app.services.once import Request, once
from app.services.standing import must_run
from app.storage import Connection, Database, notify, tables
from app.storage.orders import Outside
from app.storage.tables import SeatRow

MAX_REFUSALS, MAX_REFUSALS_OF_ONE = 40, 20
"""Refused tries that the log keeps on end; more are answered, but push nothing out of sight and wake no phone."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The parts that are made once for the process and shared by all services.

    `rail` leads to the bank outside that credits are moved by; None where our own books are the bank.
    """

    database: Database
    hub: Hub
    clock: Clock
    secret_key: str
    public_url: str
    snapshots: Snapshots
    decks: Decks
    chance: Chance
    rail: Rail | None = None

    def key_for(self, purpose: str) -> bytes:
        """A key of 32 bytes for one purpose, drawn from the service's secret."""
        return hashlib.sha256(f"{purpose}\n{self.secret_key}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Change:
    """How a table stands after a use case, but for what the book knows by itself; None means as before."""

    match: Match | None
    status: str | None = None
    deadline: int | None = None
    seats: tuple[SeatRow, ...] | None = None
    result: Mapping[str, Json] | None = None
    outside: Outside | None = None


Act = Callable[[Connection, Snapshot, Book], Change]


def change_table(
    ground: Ground,
    table_id: str,
    *,
    user: str,
    key: str | None,
    contents: Mapping[str, Json],
    act: Act,
    log_refusal: bool = False,
) -> dict[str, Any]:
    """Change a table in one commit, once for each key, and wake who waits for it.

    Args:
        ground: The shared parts.
        table_id: Which table.
        user: Who asks.
        key: Idempotency key of the request, or None.
        contents: All that matters of the request.
        act: Does it, by adding to the book; raises Refused before it has written anything.
        log_refusal: Whether a refusal is written into the table's log; after MAX_REFUSALS with nothing else
            in between, no more are.

    Returns:
        The change's result, with `seq`, the last line of the log after it.

    Raises:
        Refused: As `act` did.
        NotFound: If there is no such table.
    """
    at = ground.clock.now()
    checkpoint_key = ground.key_for("checkpoint")
    saved: Snapshot | None = None

    def begin() -> None:
        nonlocal saved
        saved = None

    def run(connection: Connection) -> Mapping[str, Json]:
        nonlocal saved
        snapshot = ground.snapshots.locked(connection, table_id)
        must_run(snapshot.event)
        book = Book(snapshot, Author(user=user, at=at, key=key or ""))
        change = act(connection, snapshot, book)
        if ground.rail is not None:
            mirror(connection, snapshot, book)
        saved = book.save(
            connection,
            change.match,
            checkpoint_key,
            status=change.status,
            deadline=change.deadline,
            seats=change.seats,
            outside=change.outside,
        )
        let_lapse(connection, snapshot, saved, at)
        ground.snapshots.written(saved)
        return {**(change.result or {}), "seq": saved.row.seq}

    def note(connection: Connection, refused: Refused) -> None:
        nonlocal saved
        snapshot = ground.snapshots.locked(connection, table_id)
        if _tries_on_and_on(connection, snapshot, user):
            return
        book = Book(snapshot, Author(user=user, at=at, key=key or ""))
        tried: dict[str, Json] = {"code": refused.code, "tried": contents, "expected": refused.expected}
        if snapshot.is_secret(snapshot.row.match):
            tried["salt"] = ground.chance.salt()
        book.line("refused", tried)
        saved = book.save(connection, snapshot.match, checkpoint_key, deadline=snapshot.row.deadline)
        ground.snapshots.written(saved)

    request = Request(user=user, key=key, contents={**contents, "table": table_id}, at=at)
    try:
        done = once(ground.database, request, run, note if log_refusal else None, begin)
    except Refused:
        _tell(ground, saved)
        raise
    _tell(ground, saved)
    return done


def _tries_on_and_on(connection: Connection, snapshot: Snapshot, user: str) -> bool:
    """Whether the log's last lines are refused tries, as many as it keeps, or as many by this person."""
    nearest = tables.lines(connection, snapshot.row.id, after=max(0, snapshot.row.seq - MAX_REFUSALS))
    refused = list(takewhile(lambda line: line.kind == "refused", reversed(nearest)))
    by_one = sum(line.actor == user for line in refused)
    return len(refused) >= MAX_REFUSALS or by_one >= MAX_REFUSALS_OF_ONE


def _tell(ground: Ground, saved: Snapshot | None) -> None:
    """Give the table's readers what is on disk now, and wake who waits; None: nothing was written."""
    if saved is not None:
        ground.snapshots.on_disk(saved)
        ground.hub.publish(saved.row.id, saved.row.seq)
        notify.moved(ground.database, saved.row.id, saved.row.seq)
