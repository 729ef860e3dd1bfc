"""Reading the whole of a table in portions, as plain rows in order: for a check of everything in flat memory.

Numbers are gapless from 1, so a portion is a range of numbers: no count, no offset, no cursor that stays open.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from sqlalchemy import Column, Connection, Select, bindparam, select

from app.storage import schema
from app.storage.prepared import Prepared

PORTION = 2_000
"""Rows that are in memory at a time."""

_log, _transfers, _entries = schema.log, schema.transfers, schema.entries


class LineFacts(NamedTuple):
    """A line of a log as it stands; fields as in `tables.LineRow`."""

    table_id: str
    seq: int
    match: int
    at: int
    kind: str
    actor: str
    data: str
    seal: bytes


class Booked(NamedTuple):
    """A transfer as it stands; fields as in `ledger.Transfer`, and its seal."""

    table: str
    number: int
    seq: int
    match: int
    kind: str
    payer: str
    payee: str
    amount: int
    action: str
    obligation: int | None
    level: str
    asked_by: str
    key: str
    at: int
    reverses: int | None
    reason: str
    seal: bytes


class Leg(NamedTuple):
    """An entry as it stands; fields as in `ledger.Entry`, but for the table."""

    owner: str
    number: int
    transfer: int
    amount: int
    balance: int


def _between(query: Select[tuple[object, ...]], table_id: Column[str], number: Column[int]) -> Prepared:
    return Prepared(
        query.where(table_id == bindparam("table_id"), number > bindparam("after"), number <= bindparam("to"))
    )


def _first_beyond(table_id: Column[str], number: Column[int]) -> Prepared:
    return Prepared(
        select(number).where(table_id == bindparam("table_id"), number > bindparam("last")).order_by(number)
    )


_LINES = _between(select(_log).order_by(_log.c.seq), _log.c.table_id, _log.c.seq)
_BOOKED = _between(
    select(_transfers).order_by(_transfers.c.number), _transfers.c.table_id, _transfers.c.number
)
_LEGS = _between(
    select(_entries.c.owner, _entries.c.number, _entries.c.transfer, _entries.c.amount, _entries.c.balance)
    # As the index has them: no sorting.
    .order_by(_entries.c.transfer, _entries.c.owner),
    _entries.c.table_id,
    _entries.c.transfer,
)
_LINE_BEYOND = _first_beyond(_log.c.table_id, _log.c.seq)
_TRANSFER_BEYOND = _first_beyond(_transfers.c.table_id, _transfers.c.number)
_LEG_BEYOND = _first_beyond(_entries.c.table_id, _entries.c.transfer)


def lines(connection: Connection, table_id: str, last: int, *, after: int = 0) -> Iterator[LineFacts]:
    """The lines of a table with numbers above `after`, up to `last`, in order."""
    return map(LineFacts._make, _portions(_LINES, connection, table_id, after, last))


def booked(connection: Connection, table_id: str, last: int, *, after: int = 0) -> Iterator[Booked]:
    """The transfers of a table with numbers above `after`, up to `last`, in order."""
    return map(Booked._make, _portions(_BOOKED, connection, table_id, after, last))


def legs(connection: Connection, table_id: str, last: int, *, after: int = 0) -> Iterator[Leg]:
    """The entries of these transfers, in order of transfer and owner."""
    return map(Leg._make, _portions(_LEGS, connection, table_id, after, last))


def _portions(
    rows: Prepared, connection: Connection, table_id: str, after: int, last: int
) -> Iterator[tuple[object, ...]]:
    return chain.from_iterable(
        rows.all(connection, {"table_id": table_id, "after": start, "to": min(start + PORTION, last)})
        for start in range(after, last, PORTION)
    )


class Beyond(NamedTuple):
    """The number of the first row of each kind above the last one that was given, or None.

    Whatever stands where a number should: it may be none at all.
    """

    line: object
    transfer: object
    leg: object


def beyond(connection: Connection, table_id: str, *, seq: int, number: int) -> Beyond:
    """What stands in a table's log and books after their ends."""

    def first(rows: Prepared, last: int) -> object:
        found = rows.first(connection, {"table_id": table_id, "last": last})
        return found[0] if found else None

    return Beyond(first(_LINE_BEYOND, seq), first(_TRANSFER_BEYOND, number), first(_LEG_BEYOND, number))
