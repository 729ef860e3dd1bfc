"""Taking new lines into the Merkle log: reading and hashing beside everything else, then one short write.

Payments never wait for it: it runs in the background, on connections of its own, and what it writes at a time is small.
"""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.errors import Json
from app.ledger import Seal, quoted
from app.ledger.merkle import Hash, Tree, edge_of, leaf_hash
from app.ledger.note import Checkpoint
from app.services.proofs.signing import Signer
from app.storage import Connection, Database, audit, proofs
from app.storage.audit import LineFacts
from app.storage.proofs import TILE_LEVELS, Behind, CheckpointRow, Leaf, Node

MOST = 500
"""Lines that are taken up in one write."""
MOST_TABLES = 50
"""Tables that they come from."""


def leaf_record(table_id: str, seq: int, seal: Seal, transfers: Iterable[Seal]) -> dict[str, Json]:
    """What a leaf says: a line by its seal, which covers all of it and all before, and what was booked with it."""
    return {
        "seal": seal.hex(),
        "seq": seq,
        "table": table_id,
        "transfers": [one.hex() for one in transfers],
    }


def leaf_of(table_id: str, seq: int, seal: Seal, transfers: Iterable[Seal]) -> Hash:
    """The hash of that leaf."""
    # The `canonical` of its record, put together here: there is one for every line, and little of it needs quoting.
    booked = ",".join([f'"{one.hex()}"' for one in transfers])
    text = f'{{"seal":"{seal.hex()}","seq":{seq},"table":{quoted(table_id)},"transfers":[{booked}]}}'
    return leaf_hash(text.encode("ascii"))


@dataclass(frozen=True, slots=True)
class Batch:
    """What is written at a time: leaves, subtrees that they complete, and the checkpoint over all."""

    log: str
    before: int
    leaves: tuple[Leaf, ...]
    nodes: tuple[Node, ...]
    checkpoint: Checkpoint


def publish(database: Database, signer: Signer, now: int) -> int:
    """Take up the next lines, at most MOST for each log, and sign a checkpoint over each log that grew.

    Returns:
        How many lines; 0 if there were none, or another process took them up meanwhile.
    """
    with database.read() as connection:
        waiting: dict[str, list[Behind]] = {}
        for one in proofs.behind(connection):
            waiting.setdefault(one.log, []).append(one)
        batches = [_batch(connection, signer, log, tables[:MOST_TABLES]) for log, tables in waiting.items()]
    return sum(_write(database, batch, signer.sign(batch.checkpoint), now) for batch in batches)


def _batch(connection: Connection, signer: Signer, log: str, tables: list[Behind]) -> Batch:
    before = proofs.size(connection, log)
    find = proofs.nodes(connection, log)
    tree = Tree(before, [find(level, index) for level, index in edge_of(before)])
    leaves, nodes = [], []
    for table_id, seq, transfers, leaf in _next_lines(connection, tables):
        complete = tree.append(leaf)
        leaves.append(Leaf(log, complete[0][1], table_id, seq, transfers, complete[0][2]))
        nodes += [
            Node(log, level, place, found) for level, place, found in complete[1:] if level % TILE_LEVELS == 0
        ]
    checkpoint = Checkpoint(signer.origin(log), tree.size, tree.root())
    return Batch(log, before, tuple(leaves), tuple(nodes), checkpoint)


def _next_lines(connection: Connection, tables: list[Behind]) -> Iterator[tuple[str, int, int, Hash]]:
    """(table, line, last transfer up to it, leaf) of the next lines, in order of time; within a table, of number."""
    lines: list[Iterable[tuple[int, LineFacts]]] = [_in_order(connection, one) for one in tables]
    chosen = [line for _, (_, line) in zip(range(MOST), heapq.merge(*lines), strict=False)]
    booked = {one.table_id: _Booked(connection, one) for one in tables}
    for line in chosen:
        seals, last = booked[line.table_id].up_to(line.seq)
        yield line.table_id, line.seq, last, leaf_of(line.table_id, line.seq, line.seal, seals)


def _in_order(connection: Connection, table: Behind) -> Iterator[tuple[int, LineFacts]]:
    at = 0
    last = min(table.last_seq, table.seq + MOST)
    for line in audit.lines(connection, table.table_id, last, after=table.seq):
        at = max(at, line.at)  # a clock that was set back does not change the order of a table's lines
        yield at, line


class _Booked:
    """The transfers of a table, taken line by line."""

    def __init__(self, connection: Connection, table: Behind) -> None:
        self._rest = audit.booked(connection, table.table_id, table.last_transfer, after=table.transfers)
        self._next = next(self._rest, None)
        self._last = table.transfers

    def up_to(self, seq: int) -> tuple[list[Seal], int]:
        """The seals of those that belong to the lines up to this one, and the number of the last one."""
        seals = []
        while self._next is not None and self._next.seq <= seq:
            seals.append(self._next.seal)
            self._last = self._next.number
            self._next = next(self._rest, None)
        return seals, self._last


def _write(database: Database, batch: Batch, signed: str, now: int) -> int:
    if not batch.leaves:
        return 0

    def work(connection: Connection) -> int:
        # Two processes that begin at the same leaf clash on its key, or the later one sees here that it is late.
        if proofs.size(connection, batch.log) != batch.before:
            return 0
        row = CheckpointRow(batch.log, batch.checkpoint.size, now, signed)
        proofs.append(connection, batch.leaves, batch.nodes, row)
        return len(batch.leaves)

    return database.write(work)
