"""What is exported: transfers in order of table and number, each with names and the balances after it.

Rows come in portions, each read by itself: a slow download holds no transaction open. Log and books only grow, so that
where to stop, noted once at the start, makes all portions one moment.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo

from app.errors import Json
from app.services.ground.names_of import names_of
from app.storage import Connection, Database, audit, proofs, tables
from app.storage.audit import PORTION, Booked, LineFacts
from app.storage.proofs import CheckpointRow


@dataclass(frozen=True, slots=True)
class Selection:
    """What is wanted.

    Attributes:
        table_id: Only this table's; all if None.
        event_id: Only of tables that were opened in this event: those whose lines are its log.
        start: Not before this, microseconds since 1970-01-01 UTC.
        end: Not after this.
        zone: The zone of local times; this machine's if None.
        closed: Tables that whoever asks may not look at.
    """

    table_id: str | None = None
    start: int | None = None
    end: int | None = None
    zone: tzinfo | None = None
    closed: frozenset[str] = frozenset()
    event_id: str | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out: of everything, or of the event."""
        everything = self.event_id is not None or not self.closed
        return (self.table_id, self.start, self.end) == (None, None, None) and everything

    def holds(self, at: int) -> bool:
        """Whether a moment is in it."""
        return (self.start is None or at >= self.start) and (self.end is None or at <= self.end)


@dataclass(frozen=True, slots=True)
class Part:
    """A table's part of an export: its transfers up to a number, and how many matches there were."""

    table_id: str
    code: str
    matches: int
    last: int
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """A transfer with what people want to see beside it."""

    part: Part
    transfer: Booked
    payer_balance: int
    payee_balance: int

    @property
    def number(self) -> str:
        """As receipts write it."""
        return f"{self.transfer.table}-{self.transfer.number}"

    def name(self, user: str) -> str:
        """What the table calls an account's owner; accounts that are nobody's by what they are."""
        return self.part.names.get(user) or user.removeprefix("@")

    @property
    def fields(self) -> dict[str, Json]:
        """Everything that the seal covers."""
        return dict(zip(Booked._fields[:-1], self.transfer, strict=False))


@dataclass(frozen=True, slots=True)
class Source:
    """An export's parts, fixed at one moment, and the newest checkpoint of each log that it holds whole.

    `finished` is the number of the last match of each table that is over.
    """

    database: Database
    selection: Selection
    parts: tuple[Part, ...]
    checkpoints: tuple[CheckpointRow, ...]
    finished: Mapping[str, int]
    progress: Callable[[int, int], None] | None = None

    @property
    def count(self) -> int:
        """How many transfers these tables have."""
        return sum(part.last for part in self.parts)

    def portions(self) -> Iterator[list[Row]]:
        """The rows, some thousand at a time; whoever wants to know is told how far it is."""
        done = 0
        for part in self.parts:
            for after in range(0, part.last, PORTION):
                with self.database.read() as connection:
                    rows = _rows(connection, part, after)
                yield [row for row in rows if self.selection.holds(row.transfer.at)]
                done += len(rows)
                if self.progress is not None:
                    self.progress(done, self.count)

    def lines(self, covered_by: CheckpointRow) -> Iterator[list[LineFacts]]:
        """All lines that a checkpoint covers, in their order."""
        log, size = covered_by.log, covered_by.size
        for start in range(0, size, PORTION):
            with self.database.read() as connection:
                yield proofs.sealed_lines(connection, log, start, min(start + PORTION, size))

    def may_be_read(self, line: LineFacts) -> bool:
        """Whether what a line says can be shown: while a match runs, it may hold what is hidden from somebody."""
        return line.match <= self.finished.get(line.table_id, 0)


def source(
    database: Database, selection: Selection, progress: Callable[[int, int], None] | None = None
) -> Source:
    """Note what there is to export now; `progress` is told (transfers done, transfers in all)."""
    with database.read() as connection:
        newest = _checkpoints(connection, selection)
        finished = tables.finished(connection) if newest else {}
        parts = [
            _part(connection, table_id, covered=bool(newest))
            for table_id in _tables(connection, selection)
            if table_id not in selection.closed
        ]
    return Source(
        database,
        selection,
        tuple(part for part in parts if part is not None and part.last),
        newest,
        finished,
        progress,
    )


def _tables(connection: Connection, selection: Selection) -> list[str]:
    if selection.table_id is not None:
        return [selection.table_id]
    if selection.event_id is not None:
        return tables.ids_of_log(connection, selection.event_id)
    return tables.ids(connection)


def _checkpoints(connection: Connection, selection: Selection) -> tuple[CheckpointRow, ...]:
    """The newest checkpoints of the logs of which nothing is left out."""
    if not selection.is_whole:
        return ()
    logs = proofs.logs(connection) if selection.event_id is None else [selection.event_id]
    found = (proofs.last_checkpoint(connection, log) for log in logs)
    return tuple(row for row in found if row is not None)


def _part(connection: Connection, table_id: str, *, covered: bool) -> Part | None:
    row = tables.get(connection, table_id)
    if row is None:
        return None
    last = proofs.last_transfer(connection, table_id) if covered else row.transfers
    return Part(row.id, row.code, row.match, last, names_of(connection, table_id))


def _rows(connection: Connection, part: Part, after: int) -> list[Row]:
    last = min(after + PORTION, part.last)
    balances = {
        (leg.transfer, leg.owner): leg.balance
        for leg in audit.legs(connection, part.table_id, last, after=after)
    }
    return [
        Row(
            part,
            transfer,
            balances.get((transfer.number, transfer.payer), 0),
            balances.get((transfer.number, transfer.payee), 0),
        )
        for transfer in audit.booked(connection, part.table_id, last, after=after)
    ]
