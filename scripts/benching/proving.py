"""Proving the books: against reading and hashing the very same rows, and what playing the games again costs."""

import hashlib
import sqlite3
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from app.config import Settings
from app.rules import Payment, Player
from app.services.actor import Actor, Role
from app.services.ground.booking import Author, Book
from app.services.payments.settling import book_payment, checked
from app.services.program import Program, open_program
from app.services.tables import TableSettings
from app.storage import Connection, people
from app.storage.people import PersonRow

from .figures import Figure

PAYMENTS, FEW = 40_000, 2_000
AT_ONCE = 500
RATIO = 4
MEMORY_RATIO = 1.5
MILLION = 1_000_000
USERS = ("ada", "bob")
ROWS = ("log", "transfers", "entries", "merkle_leaves")


def proving(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Fill a table with payments, take them into the Merkle log, and prove all of it."""
    count = FEW if quick else PAYMENTS
    database = folder / "proving.sqlite3"
    program = open_program(
        Settings(f"sqlite:///{database}", "http://bench", public_url_is_set=True, secret_key="b" * 40)
    )
    try:
        table_id = _open(program)
        _pay(program, table_id, count // 4)
        program.services.proofs.publish()
        few = _peak(program)
        _pay(program, table_id, count - count // 4)
        published = _seconds(program.services.proofs.publish)
        yield Figure("taking a line into the Merkle log", published / (count * 0.75) * MILLION, "µs")
        bare = _seconds(lambda: _read_and_hash(database))
        books = _seconds(lambda: program.services.history.verify(play_again=False))
        whole = _seconds(program.services.history.verify)
        yield Figure(
            "proving the books, a transfer", books / count * MILLION, "µs", note=_million(books, count)
        )
        yield Figure("against reading and hashing the same rows", books / bare, "x", at_most=RATIO)
        again = max(0.0, whole - books) / count * MILLION
        yield Figure("playing the games again, a move", again, "µs", note=_million(whole, count))
        yield Figure(
            "memory at the peak, four times as many rows",
            _peak(program) / few,
            "x",
            at_most=None if quick else MEMORY_RATIO,  # few rows fit into one portion
        )
    finally:
        program.close()


def _open(program: Program) -> str:
    """A table at which two people pay each other without a game's check."""
    rows = [
        PersonRow(user, user.capitalize(), Role.PLAYER, None, None, None, 0, created_at=0, seen_at=None)
        for user in USERS
    ]
    program.database.write(lambda connection: people.add(connection, rows))
    host, *others = (Actor(user, user.capitalize(), Role.PLAYER, session="") for user in USERS)
    table_id = program.services.tables.open(host, TableSettings(validation="open")).id
    for one in (host, *others):
        program.services.tables.sit(one, table_id)
    program.services.tables.start(host, table_id)
    return table_id


def _pay(program: Program, table_id: str, count: int) -> None:
    """Book payments to and fro as the service does, many in one transaction: the disk is not what is measured."""
    ground = program.ground

    def work(connection: Connection) -> None:
        for number in range(AT_ONCE):
            snapshot = ground.snapshots.locked(connection, table_id)
            payer, payee = USERS if number % 2 else USERS[::-1]
            book = Book(snapshot, Author(user=payer, at=ground.clock.now(), key=f"bench-{number:012}"))
            paid = checked(snapshot, Payment(Player(payer), Player(payee), snapshot.funds()[Player(payer)]))
            change, _ = book_payment(ground, connection, snapshot, book, paid)
            saved = book.save(connection, change.match, ground.key_for("checkpoint"), status=change.status)
            ground.snapshots.written(saved)

    for _ in range(count // AT_ONCE):
        program.database.write(work)


def _read_and_hash(database: Path) -> int:
    found = 0
    with closing(sqlite3.connect(database)) as connection:
        for table in ROWS:
            for row in connection.execute(f"SELECT * FROM {table}"):
                hashlib.sha256(repr(row).encode()).digest()
                found += 1
    return found


def _peak(program: Program) -> int:
    """Most memory that a check has in use, in bytes."""
    tracemalloc.start()
    program.services.history.verify(play_again=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def _seconds(work: Callable[[], object]) -> float:
    """Processor time, which minds other work on the machine least."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _million(seconds: float, count: int) -> str:
    return f"1,000,000 transfers: {seconds / count * MILLION:.0f} s"
