"""Rows of game tables: settings, seats and the append-only log."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.errors import LedgerError
from app.ledger import Seal
from app.storage import schema
from app.storage.ledger_pages import closed_to
from app.storage.prepared import Prepared
from app.storage.rows import flat

_tables, _seats, _sitting, _log = schema.tables, schema.seats, schema.sitting, schema.log


@dataclass(frozen=True, slots=True)
class TableRow:
    """A game table. `match` counts from 1 (0: none yet); `seq` and `transfers` are the last numbers given.

    `deadline` is on the steady clock (microseconds), all other times are on the wall clock. `event_id` is the event it
    belongs to, if any. While it is paused, `paused_at` says since when, and `paused_left` how much of a running clock
    was left (microseconds; None if none ran). `log` is the Merkle log of its lines, fixed when it was opened.
    """

    id: str
    code: str
    game: str
    mode: str
    validation: str
    deck: str
    options: str
    host: str
    status: str
    match: int
    seq: int
    log_seal: Seal
    transfers: int
    transfer_seal: Seal
    checkpoint: bytes
    deadline: int | None
    created_at: int
    changed_at: int
    event_id: str | None = None
    paused_at: int | None = None
    paused_left: int | None = None
    log: str = "all"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; play goes round in order of `position`. `bot` is how well a bot plays there, or None."""

    table_id: str
    position: int
    user: str
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line of a table's log; `data` is JSON."""

    table_id: str
    seq: int
    match: int
    at: int
    kind: str
    actor: str
    data: str
    seal: Seal

    @property
    def said(self) -> dict[str, Any]:
        """What it says.

        Raises:
            LedgerError: If that can't be read.
        """
        try:
            said = json.loads(self.data)
        except (ValueError, TypeError, RecursionError):
            said = None
        if not isinstance(said, dict):
            raise LedgerError(
                "Line %(seq)d of table %(table)s can't be read, for something else was written there. The audit of the"
                " books names every such row.",
                seq=self.seq,
                table=self.table_id,
            )
        return said


_OF_ID = select(_tables).where(_tables.c.id == bindparam("table_id"))
_GET = Prepared(_OF_ID)
_LOCK = Prepared(_OF_ID.with_for_update())
_ADVANCING = (
    "status",
    "match",
    "seq",
    "log_seal",
    "transfers",
    "transfer_seal",
    "checkpoint",
    "deadline",
    "changed_at",
    "paused_at",
    "paused_left",
)
_ADVANCE = Prepared(
    update(_tables)
    .where(_tables.c.id == bindparam("table_id"))
    .values({name: bindparam(f"new_{name}") for name in _ADVANCING})
)
_SEATS = Prepared(
    select(_seats).where(_seats.c.table_id == bindparam("table_id")).order_by(_seats.c.position)
)
_APPEND = Prepared(insert(_log).inline())


def add(connection: Connection, row: TableRow) -> None:
    """Write a new table."""
    connection.execute(insert(_tables), flat(row))


def get(connection: Connection, table_id: str) -> TableRow | None:
    """The table, or None."""
    found = _GET.first(connection, {"table_id": table_id})
    return TableRow(*found) if found else None


def lock(connection: Connection, table_id: str) -> TableRow | None:
    """The table, locked until the transaction ends: nothing else moves at it meanwhile."""
    found = _LOCK.first(connection, {"table_id": table_id})
    return TableRow(*found) if found else None


def advance(connection: Connection, row: TableRow) -> None:
    """Write where the table stands now; its settings stay as they are."""
    values = {f"new_{name}": getattr(row, name) for name in _ADVANCING}
    _ADVANCE.write(connection, {"table_id": row.id, **values})


def set_settings(connection: Connection, row: TableRow) -> None:
    """Write how the table plays; for a table at which nothing is played at present."""
    names = ("game", "mode", "validation", "deck", "options")
    values = {name: getattr(row, name) for name in names}
    connection.execute(update(_tables).where(_tables.c.id == row.id).values(values))


def id_of_code(connection: Connection, code: str) -> str | None:
    """The id of the table with this join code, or None."""
    found: str | None = connection.scalar(select(_tables.c.id).where(_tables.c.code == code))
    return found


def overdue(connection: Connection, now: int) -> list[str]:
    """Ids of tables whose deadline (steady clock, microseconds) has passed."""
    return list(connection.scalars(select(_tables.c.id).where(_tables.c.deadline <= now)))


def playing(connection: Connection) -> list[str]:
    """Ids of tables at which a match is running, in order."""
    return list(
        connection.scalars(select(_tables.c.id).where(_tables.c.status == "playing").order_by(_tables.c.id))
    )


def every(connection: Connection) -> list[TableRow]:
    """All tables, the one that changed last first."""
    return [
        TableRow(*row) for row in connection.execute(select(_tables).order_by(_tables.c.changed_at.desc()))
    ]


def ids(connection: Connection) -> list[str]:
    """Ids of all tables, in order."""
    return list(connection.scalars(select(_tables.c.id).order_by(_tables.c.id)))


def sizes(connection: Connection) -> list[tuple[object, int]]:
    """(id as it stands, lines in its log) of all tables, in order of their ids; 0 where no number stands."""
    rows = connection.execute(select(_tables.c.id, _tables.c.seq).order_by(_tables.c.id))
    return [(row.id, row.seq if isinstance(row.seq, int) else 0) for row in rows]


def ids_of_log(connection: Connection, log: str) -> list[str]:
    """Ids of the tables whose lines belong to this Merkle log, in order."""
    return list(connection.scalars(select(_tables.c.id).where(_tables.c.log == log).order_by(_tables.c.id)))


def finished(connection: Connection) -> dict[str, int]:
    """The number of the last match of each table that is over; 0 where none is."""
    rows = connection.execute(select(_tables.c.id, _tables.c.match, _tables.c.status))
    return {row.id: row.match - (row.status == "playing") for row in rows}


def unfinished_of(connection: Connection, host: str, *, since: int) -> int:
    """How many tables this account has opened since a moment that are not over."""
    return int(
        connection.scalar(
            select(func.count()).where(
                _tables.c.host == host, _tables.c.status != "over", _tables.c.created_at > since
            )
        )
        or 0
    )


def last_seqs(connection: Connection, table_ids: Sequence[str]) -> dict[str, int]:
    """The number of the last log line of each of these tables."""
    rows = connection.execute(select(_tables.c.id, _tables.c.seq).where(_tables.c.id.in_(table_ids)))
    return {row.id: row.seq for row in rows}


def seats(connection: Connection, table_id: str) -> tuple[SeatRow, ...]:
    """The seats in order of play."""
    return tuple(SeatRow(*row) for row in _SEATS.all(connection, {"table_id": table_id}))


def names_at_tables(connection: Connection, reader: str | None) -> set[tuple[str, str]]:
    """(User, name) of every seat there ever was, but for tables of events in which this organizer has no role."""
    query = select(_seats.c.user, _seats.c.name).distinct()
    if reader is not None:
        query = query.where(_seats.c.table_id.not_in(closed_to(reader)))
    return {(row.user, row.name) for row in connection.execute(query)}


def names_that_sat(connection: Connection, table_id: str) -> dict[str, str]:
    """User to name of everybody who ever sat at a table, as its log tells: the last name of each.

    Raises:
        LedgerError: If a line of the log can't be read.
    """
    query = select(_log).where(_log.c.table_id == table_id, _log.c.kind == "seat").order_by(_log.c.seq)
    told = (LineRow(*row).said for row in connection.execute(query))
    return {str(line.get("user")): str(line["name"]) for line in told if "name" in line}


def add_seat(connection: Connection, seat: SeatRow) -> None:
    """Write a new seat."""
    connection.execute(insert(_seats), flat(seat))


def set_bot(connection: Connection, table_id: str, user: str, bot: str | None) -> None:
    """Note how well a bot plays in this seat, or None for its player."""
    connection.execute(
        update(_seats).where(_seats.c.table_id == table_id, _seats.c.user == user).values(bot=bot)
    )


def with_bots(connection: Connection) -> list[str]:
    """Ids of tables at which a match is running and a bot has a seat."""
    return list(
        connection.scalars(
            select(_tables.c.id)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .where(_tables.c.status == "playing", _seats.c.bot.is_not(None))
            .distinct()
        )
    )


def remove_seat(connection: Connection, table_id: str, user: str) -> None:
    """Take a seat away; the others keep their order."""
    connection.execute(delete(_seats).where(_seats.c.table_id == table_id, _seats.c.user == user))


def occupy(connection: Connection, user: str, table_id: str) -> bool:
    """Note that this account sits at this table; False if it already sits at one."""
    try:
        with connection.begin_nested():
            connection.execute(insert(_sitting), {"user": user, "table_id": table_id})
    except IntegrityError:
        return False
    return True


def vacate(connection: Connection, table_id: str, users: Sequence[str]) -> None:
    """Note that these accounts sit here no more."""
    connection.execute(delete(_sitting).where(_sitting.c.table_id == table_id, _sitting.c.user.in_(users)))


def sits_at(connection: Connection, user: str) -> str | None:
    """The id of the running table at which this account sits, or None."""
    found: str | None = connection.scalar(select(_sitting.c.table_id).where(_sitting.c.user == user))
    return found


def last_table_of(connection: Connection, user: str) -> str | None:
    """The table that changed last among those where this account has a seat, or None."""
    found: str | None = connection.scalar(
        select(_tables.c.id)
        .join(_seats, _seats.c.table_id == _tables.c.id)
        .where(_seats.c.user == user)
        .order_by(_tables.c.changed_at.desc())
        .limit(1)
    )
    return found


def everyone_sitting(connection: Connection) -> dict[str, str]:
    """Account → id of the running table at which it sits."""
    rows = connection.execute(select(_sitting.c.user, _sitting.c.table_id))
    return {row.user: row.table_id for row in rows}


def everyones_table(connection: Connection) -> dict[str, str]:
    """Account → id of the table at which it sits, or else sat last."""
    rows = connection.execute(
        select(_seats.c.user, _seats.c.table_id)
        .join(_tables, _seats.c.table_id == _tables.c.id)
        .order_by(_tables.c.changed_at)
    )
    return {row.user: row.table_id for row in rows} | everyone_sitting(connection)


def seq_at(connection: Connection, table_id: str, at: int) -> int:
    """The number of the last line that a table's log had at this moment; 0 if it had none."""
    query = select(_log.c.seq).where(_log.c.table_id == table_id, _log.c.at <= at)
    return int(connection.scalar(query.order_by(_log.c.seq.desc()).limit(1)) or 0)


def last_of_kind(connection: Connection, table_id: str, kind: str) -> LineRow | None:
    """The last line of this kind in a table's log, or None."""
    query = select(_log).where(_log.c.table_id == table_id, _log.c.kind == kind)
    found = connection.execute(query.order_by(_log.c.seq.desc()).limit(1)).first()
    return LineRow(*found) if found else None


def moved_at(connection: Connection, table_id: str, besides: Collection[str]) -> int:
    """When a table's log had its last line, but for lines of these kinds."""
    query = select(_log.c.at).where(_log.c.table_id == table_id, _log.c.kind.not_in(besides))
    return int(connection.scalar(query.order_by(_log.c.seq.desc()).limit(1)) or 0)


def append(connection: Connection, line: LineRow) -> None:
    """Write a line at the end of a table's log."""
    _APPEND.write(connection, flat(line))


def lines(
    connection: Connection,
    table_id: str,
    *,
    after: int = 0,
    match: int | None = None,
    limit: int | None = None,
) -> list[LineRow]:
    """Lines of the log with a greater number than `after`, in order."""
    query = select(_log).where(_log.c.table_id == table_id, _log.c.seq > after).order_by(_log.c.seq)
    if match is not None:
        query = query.where(_log.c.match == match)
    if limit is not None:
        query = query.limit(limit)
    return [LineRow(*row) for row in connection.execute(query)]
