"""Books in which something else stands than any program of ours writes, and every seal fits all the same."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from app.ledger import GENESIS, Spelling, seal_over
from app.services.ground.booking import checkpoint_of
from app.services.program import Program
from app.storage import tables
from app.storage.audit import Booked

KEYS = {
    "tables": ("id",),
    "seats": ("table_id", "position"),
    "log": ("table_id", "seq"),
    "transfers": ("table_id", "number"),
    "entries": ("table_id", "owner", "number"),
    "accounts": ("table_id", "owner"),
    "seeds": ("table_id", "match"),
    "merkle_leaves": ("log", "place"),
    "merkle_nodes": ("log", "level", "place"),
    "merkle_checkpoints": ("log", "size"),
}
"""Rows that the audit reads, and how one of them is found."""

STRANGE: tuple[Any, ...] = (None, "x", "", -1, 7, 2**62, 1.5, b"\xff\x00")
"""What a column can hold on SQLite, whatever its type."""

STRANGE_JSON: tuple[Any, ...] = (None, True, "x", "ada", -1, 0, 10**30, 1.5, [], ["x", 1], {}, {"x": "y"})
STRANGE_TEXTS = ("", "null", "[]", "7", '{"by":', "NaN", "[" * 50_000, '{"amount":' + "9" * 5_000 + "}")

_SEALED = {
    "log": ("seq", Spelling(("table", "seq", "match", "at", "kind", "actor", "data")), "log_seal"),
    "transfers": ("number", Spelling(Booked._fields[:-1]), "transfer_seal"),
}


@dataclass(frozen=True)
class Change:
    """One value in one row put in the place of another."""

    rows: str
    key: Mapping[str, Any]
    column: str
    value: Any
    part: str = ""
    """Which part of what a line says, if it is of such a one."""

    def __str__(self) -> str:
        at = ", ".join(f"{name} {value}" for name, value in self.key.items())
        return f"{self.rows} ({at}): {self.column} = {str(self.value)[:300]!r}"


def changes(connection: Connection, name: str) -> Iterator[Change]:
    """Each column of each row of these in turn, with each strange value."""
    for row in connection.execute(text(f"SELECT * FROM {name}")).mappings().all():
        key = {column: row[column] for column in KEYS[name]}
        for column, value in row.items():
            for strange in (*STRANGE, *_near(value)):
                if strange != value:
                    yield Change(name, key, column, strange)


def said_otherwise(connection: Connection) -> Iterator[Change]:
    """Each part of what each line says in turn: gone, or something else."""
    for row in connection.execute(text("SELECT * FROM log")).mappings().all():
        key = {column: row[column] for column in KEYS["log"]}
        data = json.loads(row["data"])
        for place in _places(data):
            for other in _otherwise(data, place):
                if json.dumps(other) != json.dumps(data):
                    yield Change("log", key, "data", json.dumps(other), f"{row['kind']} {place[0]}")
        for strange in STRANGE_TEXTS:
            yield Change("log", key, "data", strange)


def _near(value: object) -> Sequence[object]:
    if isinstance(value, int):
        return (value + 1, f"{value} x")
    if isinstance(value, str):
        return (f"{value}x", value.encode())
    return ()


def _places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inside:
        yield (*at, name)
        yield from _places(value, (*at, name))


def _otherwise(data: dict[str, Any], place: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    def copied() -> tuple[dict[str, Any], Any]:
        copy = deepcopy(data)
        holder: Any = copy
        for name in place[:-1]:
            holder = holder[name]
        return copy, holder

    copy, holder = copied()
    value = holder.pop(place[-1])
    yield copy
    for strange in (*STRANGE_JSON, *(one for one in _near(value) if not isinstance(one, bytes))):
        copy, holder = copied()
        holder[place[-1]] = strange
        yield copy


@contextmanager
def tampering(program: Program) -> Iterator[Connection]:
    """A connection on which everything may be written; what is written goes when it ends."""
    with program.database.engine.connect() as connection:
        for name in connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            connection.execute(text(f"DROP TRIGGER {name}"))
        connection.commit()
        driver = connection.connection.driver_connection
        assert driver is not None
        for pragma in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
            driver.execute(f"PRAGMA {pragma}")
        yield connection
        connection.rollback()


@contextmanager
def changed(connection: Connection, change: Change, secret: bytes) -> Iterator[bool]:
    """The books with a change, and every seal and checkpoint made to fit it; whether the database took it."""
    where = " AND ".join(f"{name} = :key_{name}" for name in change.key)
    values = {f"key_{name}": value for name, value in change.key.items()}
    read = text(f'SELECT "{change.column}" FROM {change.rows} WHERE {where}')
    statement = f'UPDATE {change.rows} SET "{change.column}" = :value WHERE {where}'
    try:
        before = connection.scalar(read, values)
        try:
            connection.execute(text(statement), {"value": change.value, **values})
            if connection.scalar(read, values) == before:
                yield False  # a column of numbers takes "7" for 7
                return
            if change.rows in _SEALED and change.column != "seal":
                _seal_anew(connection, change.rows, secret)
        except (DatabaseError, OverflowError):
            yield False
        else:
            yield True
    finally:
        connection.rollback()


def _seal_anew(connection: Connection, name: str, secret: bytes) -> None:
    number, spelling, end = _SEALED[name]
    for table_id in tables.ids(connection):
        previous = GENESIS
        query = text(f"SELECT rowid, * FROM {name} WHERE table_id = :id ORDER BY {number}")
        for rowid, *row in connection.execute(query, {"id": table_id}).all():
            previous = seal_over(previous, spelling.of(row))
            connection.execute(
                text(f"UPDATE {name} SET seal = :seal WHERE rowid = :rowid"),
                {"seal": previous, "rowid": rowid},
            )
        connection.execute(
            text(f"UPDATE tables SET {end} = :seal WHERE id = :id"), {"seal": previous, "id": table_id}
        )
        end_row = tables.get(connection, table_id)
        assert end_row is not None
        connection.execute(
            text("UPDATE tables SET checkpoint = :checkpoint WHERE id = :id"),
            {"checkpoint": checkpoint_of(end_row, secret), "id": table_id},
        )
