"""Rows of the Merkle logs: leaves, hashes of subtrees, checkpoints."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, func, insert, or_, select

from app.errors import LedgerError
from app.ledger.merkle import Hash, Nodes, node_hash
from app.storage import schema
from app.storage.audit import PORTION, LineFacts
from app.storage.prepared import Prepared
from app.storage.rows import flat

_leaves = schema.proofs.merkle_leaves
_nodes = schema.proofs.merkle_nodes
_checkpoints = schema.proofs.merkle_checkpoints
_tables, _log = schema.tables, schema.log

TILE_LEVELS = 8
"""Every so many levels, the hashes of complete subtrees are kept."""
TILE = 1 << TILE_LEVELS

ALL = "all"
"""The name of the log of those tables that were opened in no event; that of an event has the event's id."""


class Leaf(NamedTuple):
    """A line of a table's log in its place of the Merkle log (from 0).

    `transfers` is the number of the last transfer that was booked up to that line.
    """

    log: str
    place: int
    table_id: str
    seq: int
    transfers: int
    hash: Hash


@dataclass(frozen=True, slots=True)
class Node:
    """The hash of a complete subtree; `level` is a multiple of TILE_LEVELS."""

    log: str
    level: int
    place: int
    hash: Hash


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """A signed checkpoint, and when it was signed (microseconds since 1970-01-01 UTC)."""

    log: str
    size: int
    at: int
    note: str


@dataclass(frozen=True, slots=True)
class Behind:
    """A table with lines that are in no Merkle log yet: up to `seq` and `transfers` they are."""

    log: str
    table_id: str
    seq: int
    transfers: int
    last_seq: int
    last_transfer: int


_LEAVES_BY_PLACE = Prepared(
    select(_leaves)
    .where(_leaves.c.log == bindparam("log"), _leaves.c.place >= bindparam("start"))
    .where(_leaves.c.place < bindparam("end"))
    .order_by(_leaves.c.place)
)
_LEAVES_OF_TABLE = Prepared(
    select(_leaves)
    .where(_leaves.c.table_id == bindparam("table_id"), _leaves.c.seq > bindparam("after"))
    .where(_leaves.c.seq <= bindparam("to"))
    .order_by(_leaves.c.seq)
)
_NODES = Prepared(
    select(_nodes.c.place, _nodes.c.hash)
    .where(_nodes.c.log == bindparam("log"), _nodes.c.level == bindparam("level"))
    .where(_nodes.c.place >= bindparam("start"), _nodes.c.place < bindparam("end"))
)


def behind(connection: Connection) -> list[Behind]:
    """The tables with lines that no Merkle log holds yet."""
    other = _leaves.alias()
    newest = select(func.max(other.c.seq)).where(other.c.table_id == _tables.c.id).scalar_subquery()
    query = (
        select(
            _tables.c.log,
            _tables.c.id,
            func.coalesce(_leaves.c.seq, 0),
            func.coalesce(_leaves.c.transfers, 0),
            _tables.c.seq,
            _tables.c.transfers,
        )
        .select_from(
            _tables.outerjoin(_leaves, and_(_leaves.c.table_id == _tables.c.id, _leaves.c.seq == newest))
        )
        .where(or_(_leaves.c.seq.is_(None), _leaves.c.seq < _tables.c.seq))
        .order_by(_tables.c.id)
    )
    return [Behind(*row) for row in connection.execute(query)]


def logs(connection: Connection) -> list[str]:
    """The names of the logs that have a leaf or a checkpoint."""
    return sorted(name for name in names_of_logs(connection) if isinstance(name, str))


def names_of_logs(connection: Connection) -> set[object]:
    """What stands for the name of a log at any leaf or checkpoint; whoever writes past this program writes anything."""
    found: set[object] = set()
    for rows in (_leaves, _checkpoints):
        # From name to name: going through all rows for the few names takes long.
        name = connection.scalar(select(func.min(rows.c.log)))
        while isinstance(name, str):
            found.add(name)
            name = connection.scalar(select(func.min(rows.c.log)).where(rows.c.log > name))
        if name is not None:  # nothing that others could be found after
            found.update(connection.scalars(select(rows.c.log).distinct()))
    return found


def size(connection: Connection, log: str) -> int:
    """How many leaves a log has."""
    last = connection.scalar(
        select(_leaves.c.place).where(_leaves.c.log == log).order_by(_leaves.c.place.desc()).limit(1)
    )
    return 0 if last is None else int(last) + 1


def append(
    connection: Connection, leaves: Sequence[Leaf], nodes: Sequence[Node], checkpoint: CheckpointRow
) -> None:
    """Write the next leaves of a log, the subtrees that they complete, and the checkpoint over all."""
    connection.execute(insert(_leaves), [leaf._asdict() for leaf in leaves])
    if nodes:
        connection.execute(insert(_nodes), [flat(node) for node in nodes])
    connection.execute(insert(_checkpoints), flat(checkpoint))


def leaf_of(connection: Connection, table_id: str, seq: int) -> Leaf | None:
    """The leaf of a line, or None while no log holds it."""
    found = connection.execute(
        select(_leaves).where(_leaves.c.table_id == table_id, _leaves.c.seq == seq)
    ).first()
    return Leaf(*found) if found else None


def last_checkpoint(connection: Connection, log: str) -> CheckpointRow | None:
    """The newest checkpoint of a log, or None if nothing was played yet."""
    found = connection.execute(
        select(_checkpoints).where(_checkpoints.c.log == log).order_by(_checkpoints.c.size.desc()).limit(1)
    ).first()
    return CheckpointRow(*found) if found else None


def checkpoints(connection: Connection, log: str) -> Iterator[CheckpointRow]:
    """All checkpoints of a log, the oldest first, fetched in portions."""
    query = select(_checkpoints).where(_checkpoints.c.log == log).order_by(_checkpoints.c.size).limit(PORTION)
    portion = [CheckpointRow(*row) for row in connection.execute(query)]
    while portion:
        yield from portion
        rest = query.where(_checkpoints.c.size > portion[-1].size)
        portion = [CheckpointRow(*row) for row in connection.execute(rest)]


def leaves(connection: Connection, log: str, count: int) -> Iterator[Leaf]:
    """The leaves of a log up to a size, in order, fetched in portions."""
    for start in range(0, count, PORTION):
        end = min(start + PORTION, count)
        yield from map(Leaf._make, _LEAVES_BY_PLACE.all(connection, {"log": log, "start": start, "end": end}))


def leaves_of_table(connection: Connection, table_id: str, last: int) -> Iterator[Leaf]:
    """The leaves of a table's lines up to a number, in order, fetched in portions."""
    for after in range(0, last, PORTION):
        to = min(after + PORTION, last)
        yield from map(
            Leaf._make, _LEAVES_OF_TABLE.all(connection, {"table_id": table_id, "after": after, "to": to})
        )


def last_transfer(connection: Connection, table_id: str) -> int:
    """The number of a table's last transfer that a log covers; 0 if none does."""
    found = connection.scalar(
        select(_leaves.c.transfers)
        .where(_leaves.c.table_id == table_id)
        .order_by(_leaves.c.seq.desc())
        .limit(1)
    )
    return int(found or 0)


def sealed_lines(connection: Connection, log: str, start: int, end: int) -> list[LineFacts]:
    """The lines of the leaves in a range of places, in order."""
    query = (
        select(_log)
        .join(_leaves, and_(_log.c.table_id == _leaves.c.table_id, _log.c.seq == _leaves.c.seq))
        .where(_leaves.c.log == log, _leaves.c.place >= start, _leaves.c.place < end)
        .order_by(_leaves.c.place)
    )
    return [LineFacts(*row) for row in connection.execute(query)]


def leaf_beyond(connection: Connection, table_id: str, last: int) -> int | None:
    """The first line above this number that a log holds, or None."""
    found: int | None = connection.scalar(
        select(func.min(_leaves.c.seq)).where(_leaves.c.table_id == table_id, _leaves.c.seq > last)
    )
    return found


def nodes(connection: Connection, log: str) -> Nodes:
    """A finder of subtrees' hashes; each tile is read once. It raises LedgerError where one is missing."""
    tiles: dict[tuple[int, int], dict[int, Hash]] = {}

    def tile(level: int, number: int) -> dict[int, Hash]:
        if (level, number) not in tiles:
            values = {"log": log, "start": number * TILE, "end": (number + 1) * TILE}
            if level:
                rows = dict(_NODES.all(connection, {**values, "level": level}))
            else:
                rows = {row[1]: row[5] for row in _LEAVES_BY_PLACE.all(connection, values)}
            tiles[level, number] = rows
        return tiles[level, number]

    def find(level: int, index: int) -> Hash:
        kept = level - level % TILE_LEVELS
        first, width = index << (level - kept), 1 << (level - kept)
        hashes = [tile(kept, first // TILE).get(place, b"") for place in range(first, first + width)]
        if not all(hashes):
            raise LedgerError("The Merkle log %(log)s is not whole: prove the books.", log=log)
        while len(hashes) > 1:
            hashes = [node_hash(*hashes[i : i + 2]) for i in range(0, len(hashes), 2)]
        return hashes[0]

    return find
