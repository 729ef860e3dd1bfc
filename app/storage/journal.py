"""Looking for transfers: by whose account, when, how much, what for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, false, func, or_, select, true

from app.ledger import TransferKind
from app.storage import schema
from app.storage.books import SealedTransfer, sealed_from

_transfers = schema.transfers
_later = schema.transfers.alias("later")
_accounts = schema.accounts

MACHINES = "@"
"""With this begin the owners of accounts that are no person's; as an owner to search for, it means all of them."""


class Order(StrEnum):
    """How found transfers are ordered."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LEAST = "least"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class Search:
    """Which transfers are meant; None, and an empty text, mean any.

    Attributes:
        table_id: In the books of this table.
        owner: From or to an account of this owner; MACHINES: of no person.
        incoming: To the owner's account (True), or from it (False).
        other: The owner of the account at the other end.
        since: At this moment or later (microseconds since 1970-01-01 UTC).
        until: Before this moment.
        least: Of so many credits or more.
        most: Of so many credits or fewer.
        text: With this in the name of the action.
        number: With this number in its table.
        kinds: Of these kinds.
        reversed: Undone by another one (True), or not (False).
        after: With a greater number in its table.
        without: None of these (table, number).
    """

    table_id: str | None = None
    owner: str | None = None
    incoming: bool | None = None
    other: str | None = None
    since: int | None = None
    until: int | None = None
    least: int | None = None
    most: int | None = None
    text: str = ""
    number: int | None = None
    kinds: tuple[TransferKind, ...] | None = None
    reversed: bool | None = None
    after: int | None = None
    without: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A transfer, and the number of the one in its table that undoes it, if one does."""

    sealed: SealedTransfer
    reversed_by: int | None


@dataclass(frozen=True, slots=True)
class Sum:
    """How many transfers, and how many credits they moved."""

    count: int
    amount: int


def find(
    connection: Connection, search: Search, *, order: Order = Order.NEWEST, offset: int = 0, limit: int
) -> list[Found]:
    """The transfers that fit, from a place on."""
    query = _joined(select(_transfers, _later.c.number.label("reversed_by"))).where(*_conditions(search))
    query = query.order_by(*_ordered(search, order)).offset(offset).limit(limit)
    rows = connection.execute(query)
    return [Found(sealed_from(row, without=("reversed_by",)), row.reversed_by) for row in rows]


def total(connection: Connection, search: Search) -> Sum:
    """How many transfers fit, and their sum."""
    query = _joined(select(func.count(), func.coalesce(func.sum(_transfers.c.amount), 0)))
    row = connection.execute(query.where(*_conditions(search))).one()
    return Sum(int(row[0]), int(row[1]))


def moved(connection: Connection, search: Search) -> tuple[Sum, Sum]:
    """What came into the owner's account, and what went out of it."""
    return (
        total(connection, replace(search, incoming=True)),
        total(connection, replace(search, incoming=False)),
    )


def moved_since(connection: Connection, search: Search, moments: Sequence[int]) -> list[int]:
    """By how much the owner's balance has grown from each of these moments until now."""
    if search.owner is None:
        raise ValueError("a balance has an owner")
    signed = case((_owned(_transfers.c.payee, search.owner), _transfers.c.amount), else_=0) - case(
        (_owned(_transfers.c.payer, search.owner), _transfers.c.amount), else_=0
    )
    sums = [func.coalesce(func.sum(case((_transfers.c.at >= at, signed), else_=0)), 0) for at in moments]
    row = connection.execute(select(*sums).where(*_conditions(search))).one()
    return [int(value) for value in row]


def balances(connection: Connection, places: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """(table, owner) → balance, for those of these accounts that there are."""
    tables = {table for table, _ in places}
    wanted = set(places)
    query = select(_accounts.c.table_id, _accounts.c.owner, _accounts.c.balance)
    found: dict[tuple[str, str], int] = {}
    ordered = sorted(tables)
    for first in range(0, len(ordered), 500):
        for row in connection.execute(query.where(_accounts.c.table_id.in_(ordered[first : first + 500]))):
            if (row.table_id, row.owner) in wanted:
                found[row.table_id, row.owner] = row.balance
    return found


def _joined(query: Select[Any]) -> Select[Any]:
    return query.select_from(
        _transfers.outerjoin(
            _later, and_(_later.c.table_id == _transfers.c.table_id, _later.c.reverses == _transfers.c.number)
        )
    )


def _owned(column: ColumnElement[str], owner: str) -> ColumnElement[bool]:
    return column.startswith(MACHINES) if owner == MACHINES else column == owner


def _conditions(search: Search) -> list[ColumnElement[bool]]:
    columns = _transfers.c
    conditions: list[ColumnElement[bool]] = []
    if search.table_id is not None:
        conditions.append(columns.table_id == search.table_id)
    if search.owner is not None:
        conditions.append(_of_owner(search.owner, search.incoming))
    if search.other is not None:
        conditions.append(true() if search.other != search.owner else false())
        conditions.append(or_(_owned(columns.payer, search.other), _owned(columns.payee, search.other)))
    if search.since is not None:
        conditions.append(columns.at >= search.since)
    if search.until is not None:
        conditions.append(columns.at < search.until)
    if search.least is not None:
        conditions.append(columns.amount >= search.least)
    if search.most is not None:
        conditions.append(columns.amount <= search.most)
    if search.number is not None:
        conditions.append(columns.number == search.number)
    if search.after is not None:
        conditions.append(columns.number > search.after)
    if search.text:
        conditions.append(func.lower(columns.action).contains(search.text.lower(), autoescape=True))
    if search.kinds is not None:
        conditions.append(columns.kind.in_([kind.value for kind in search.kinds]))
    if search.reversed is not None:
        conditions.append(_later.c.number.is_not(None) if search.reversed else _later.c.number.is_(None))
    conditions += [
        or_(columns.table_id != table, columns.number != number) for table, number in search.without
    ]
    return conditions


def _of_owner(owner: str, incoming: bool | None) -> ColumnElement[bool]:  # noqa: FBT001 - a field of Search
    columns = _transfers.c
    match incoming:
        case True:
            return _owned(columns.payee, owner)
        case False:
            return _owned(columns.payer, owner)
        case None:
            return or_(_owned(columns.payer, owner), _owned(columns.payee, owner))


def _ordered(search: Search, order: Order) -> list[ColumnElement[object]]:
    columns = _transfers.c
    # Within a table numbers are the order of time, even if the clock was set back.
    time = [columns.number] if search.table_id is not None else [columns.at, columns.table_id, columns.number]
    match order:
        case Order.NEWEST:
            return [column.desc() for column in time]
        case Order.OLDEST:
            return [column.asc() for column in time]
        case Order.LEAST:
            return [columns.amount.asc(), *(column.desc() for column in time)]
        case Order.MOST:
            return [columns.amount.desc(), *(column.desc() for column in time)]
