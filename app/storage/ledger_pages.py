"""Pages of transfers, newest first: by keys of an index, so that the millionth is found as fast as the first."""

from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Select, func, or_, select, tuple_, union_all

from app.ledger import TransferKind
from app.storage import schema
from app.storage.books import SealedTransfer, sealed_from

_transfers, _tables = schema.transfers, schema.tables
_roles = schema.events.event_roles


Value = TypeVar("Value")

FEW = 2_000
"""So many rows are sorted sooner than others are passed over to find them in their order."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which transfers are meant; None means any.

    Attributes:
        table_id: In the books of this table.
        event_id: In the books of this event's tables.
        owner: From or to an account of this owner.
        kind: Of this kind.
        action: For this action.
        amount: Of so many credits.
        least: Of so many credits or more.
        most: Of so many credits or fewer.
        since: At this moment or later (microseconds since 1970-01-01 UTC).
        until: At this moment or before.
        reader: Not at tables of events in which this organizer has no role.
    """

    table_id: str | None = None
    event_id: str | None = None
    owner: str | None = None
    kind: TransferKind | None = None
    action: str | None = None
    amount: int | None = None
    least: int | None = None
    most: int | None = None
    since: int | None = None
    until: int | None = None
    reader: str | None = None


def page(
    connection: Connection, wanted: Wanted, *, before: tuple[int, str, int] | None, limit: int
) -> list[SealedTransfer]:
    """Transfers, newest first, from a place on.

    Args:
        connection: Any.
        wanted: Which.
        before: (at, table id, number) of the last one already seen.
        limit: At most so many.
    """
    return [sealed_from(row) for row in connection.execute(page_query(connection, wanted, before, limit))]


def page_query(
    connection: Connection, wanted: Wanted, before: tuple[int, str, int] | None, limit: int
) -> Select[tuple[object, ...]]:
    """The query of a page; the connection is asked when an event's first table was opened."""
    # Within a table numbers are the order of time, even if the clock was set back; between tables there is none.
    names = ("number",) if wanted.table_id is not None else ("at", "table_id", "number")
    by_amount = _few_are_between(connection, wanted)
    chosen = _conditions(connection, wanted, by_amount=by_amount)
    keys = [_hidden(_transfers.c[name], hide=by_amount and name == "at") for name in names]
    # Many are met in their order until the page is full: by the index of amounts, all of them would be sorted.
    chosen += _between(_hidden(_transfers.c.amount, hide=not by_amount), wanted)
    if before is not None:
        place = tuple_(*keys)
        chosen.append(place < tuple_(*(before[2:] if wanted.table_id is not None else before)))

    def part(*more: ColumnElement[bool]) -> Select[tuple[object, ...]]:
        order = [key.desc() for key in keys]
        return select(_transfers).where(*chosen, *more).order_by(*order).limit(limit)

    if wanted.owner is None or wanted.table_id is not None:
        mine = or_(_transfers.c.payer == wanted.owner, _transfers.c.payee == wanted.owner)
        return part(*(() if wanted.owner is None else (mine,)))
    # Each side has an index of its own, and nobody pays themselves: two short lists are merged.
    sides = [part(side == wanted.owner).subquery() for side in (_transfers.c.payer, _transfers.c.payee)]
    both = union_all(*(select(side) for side in sides)).subquery()
    return select(both).order_by(*(both.c[name].desc() for name in names)).limit(limit)


def _between(amount: ColumnElement[int], wanted: Wanted) -> list[ColumnElement[bool]]:
    least = [] if wanted.least is None else [amount >= wanted.least]
    return least if wanted.most is None else [*least, amount <= wanted.most]


def _few_are_between(connection: Connection, wanted: Wanted) -> bool:
    """Whether no more than FEW transfers have such an amount; who looks at one table or owner has an index for that."""
    anything = wanted.least is None and wanted.most is None
    if anything or wanted.table_id is not None or wanted.owner is not None:
        return False
    amount = _transfers.c.amount
    found = select(amount).where(*_between(amount, wanted)).limit(FEW + 1).subquery()
    return (connection.scalar(select(func.count()).select_from(found)) or 0) <= FEW


def _hidden(column: ColumnElement[Value], *, hide: bool) -> ColumnElement[Value]:
    """A column so that no index of it is used: a database would guess, and go through or sort the whole ledger."""
    return func.coalesce(column, column) if hide else column


def _conditions(connection: Connection, wanted: Wanted, *, by_amount: bool) -> list[ColumnElement[bool]]:
    column = _transfers.c
    found: list[ColumnElement[bool]] = []
    for name in ("table_id", "kind", "action", "amount"):
        value = getattr(wanted, name)
        if value is not None:
            found.append(_hidden(column[name], hide=by_amount and name != "amount") == value)
    at = _hidden(column.at, hide=by_amount)
    if wanted.since is not None:
        found.append(at >= wanted.since)
    if wanted.until is not None:
        found.append(at <= wanted.until)
    if wanted.event_id is not None:
        of_event = _tables.c.event_id == wanted.event_id
        # Not the bare column: both databases would read all transfers of those tables and sort them.
        found.append(func.coalesce(column.table_id, "").in_(select(_tables.c.id).where(of_event)))
        # An event is an evening: what was before its first table is not looked through for it.
        first = connection.scalar(select(func.min(_tables.c.created_at)).where(of_event))
        found.append(at >= (first or 0))
    if wanted.reader is not None:
        found.append(column.table_id.not_in(closed_to(wanted.reader)))
    return found


def actions(connection: Connection, reader: str | None, most: int) -> tuple[str, ...]:
    """What transfers that this organizer may read were for, by the alphabet: from one to the next in their index."""
    found: list[str] = []
    open_to = () if reader is None else (_transfers.c.table_id.not_in(closed_to(reader)),)
    while len(found) < most:
        query = select(func.min(_transfers.c.action)).where(
            _transfers.c.action > (found or [""])[-1], *open_to
        )
        following = connection.scalar(query)
        if following is None:
            break
        found.append(following)
    return tuple(found)


def closed_to(reader: str) -> Select[tuple[str]]:
    """Ids of the tables of events in which this organizer has no role."""
    mine = select(_roles.c.event_id).where(_roles.c.user == reader)
    return select(_tables.c.id).where(_tables.c.event_id.is_not(None), _tables.c.event_id.not_in(mine))
