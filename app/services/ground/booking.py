"""Writing into a table's log and books: the one place where lines are sealed and transfers are booked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import Json
from app.ledger import Account, Entry, Seal, Transfer, TransferKind, checkpoint, post, reverse, seal
from app.money import Credits
from app.services.ground.snapshots import SETTLING, Match, Snapshot
from app.storage import Connection, books, tables
from app.storage.books import SealedTransfer
from app.storage.orders import Outside
from app.storage.tables import LineRow, SeatRow, TableRow

_COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes a line, when, and on which request.

    `user` is "@clock" for what silence did; `at` is microseconds since 1970-01-01 UTC; `key` is the idempotency key.
    """

    user: str
    at: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A transfer before it has a number and a place."""

    kind: TransferKind
    payer: str
    payee: str
    amount: Credits
    action: str = ""
    obligation: int | None = None
    level: str = ""


class Book:
    """One table's log and books, open for one transaction. Nothing is written before `save`."""

    def __init__(self, snapshot: Snapshot, author: Author) -> None:
        """Open where the table stands.

        Args:
            snapshot: Read under the table's lock.
            author: Who will have written whatever is added.
        """
        self.row: TableRow = snapshot.row
        self.accounts: Mapping[str, Account] = snapshot.accounts
        self._before = snapshot
        self._author = author
        self.known_outside: set[int] = set()
        """Numbers of transfers that a bank outside has moved already, or has no part in."""
        self._transfers: list[tuple[SealedTransfer, tuple[Entry, Entry]]] = []
        self._lines: list[LineRow] = []
        self._floors: dict[str, int] = {}

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """What was booked so far."""
        return tuple(sealed.transfer for sealed, _ in self._transfers)

    @property
    def author(self) -> Author:
        """Who writes."""
        return self._author

    @property
    def next_seq(self) -> int:
        """The number that the next line will have."""
        return self.row.seq + 1

    def begin_match(self) -> None:
        """Let what is added from here on belong to the table's next match."""
        self.row = replace(self.row, match=self.row.match + 1)

    def transfer(self, draft: Draft) -> SealedTransfer:
        """Book a transfer; it belongs to the line that is added next.

        Raises:
            InsufficientFunds: If the payer's account would fall below its floor.
        """
        return self._post(
            Transfer(
                table=self.row.id,
                number=self.row.transfers + 1,
                seq=self.next_seq,
                match=self.row.match,
                kind=draft.kind,
                payer=draft.payer,
                payee=draft.payee,
                amount=draft.amount,
                action=draft.action,
                obligation=draft.obligation,
                level=draft.level,
                asked_by=self._author.user,
                key=self._author.key,
                at=self._author.at,
            )
        )

    def set_floor(self, owner: str, floor: int) -> None:
        """Say below what balance an account can't go from here on; what was booked before is not judged by it."""
        account = self.accounts[owner]
        if account.floor != floor:
            self.accounts = {**self.accounts, owner: replace(account, floor=floor)}
            self._floors[owner] = floor

    def reverse(self, original: Transfer, *, reason: str) -> SealedTransfer:
        """Book the opposite of a transfer, linked to it; it belongs to the line that is added next.

        Raises:
            InsufficientFunds: If who got the credits does not have them any more.
        """
        return self._post(
            reverse(
                original,
                number=self.row.transfers + 1,
                seq=self.next_seq,
                match=self.row.match,
                asked_by=self._author.user,
                key=self._author.key,
                at=self._author.at,
                reason=reason,
            )
        )

    def _post(self, transfer: Transfer) -> SealedTransfer:
        self.accounts, entries = post(transfer, self.accounts)
        sealed = SealedTransfer(transfer, seal(self.row.transfer_seal, books.fields(transfer)))
        self._transfers.append((sealed, entries))
        self.row = replace(self.row, transfers=transfer.number, transfer_seal=sealed.seal)
        return sealed

    def line(self, kind: str, data: Mapping[str, Json]) -> LineRow:
        """Add a line to the log; `data` says what was done."""
        blank = LineRow(
            table_id=self.row.id,
            seq=self.next_seq,
            match=self.row.match,
            at=self._author.at,
            kind=kind,
            actor=self._author.user,
            data=_as_text(data),
            seal=b"",
        )
        line = replace(blank, seal=seal_of_line(self.row.log_seal, blank))
        self._lines.append(line)
        self.row = replace(self.row, seq=line.seq, log_seal=line.seal, changed_at=line.at)
        return line

    def save(
        self,
        connection: Connection,
        match: Match | None,
        secret: bytes,
        *,
        status: str | None = None,
        deadline: int | None = None,
        seats: tuple[SeatRow, ...] | None = None,
        outside: Outside | None = None,
    ) -> Snapshot:
        """Write what was added, and where the table stands after it.

        Args:
            connection: Of the transaction that holds the table's lock.
            match: The match after it.
            secret: The key of the checkpoint.
            status: lobby, playing or over; as before if None.
            deadline: Steady clock, microseconds; None if nobody is pressed.
            seats: The seats after it, already written; as before if None.
            outside: What hangs in a bank outside after it, already written; as before if None.
        """
        row = self.row
        row = replace(
            row, status=status or row.status, deadline=deadline, checkpoint=checkpoint_of(row, secret)
        )
        for line in self._lines:
            tables.append(connection, line)
        self._write_books(connection)
        tables.advance(connection, row)
        for line in self._lines:
            # A move has made the match firm by itself.
            if match is not None and line.kind in SETTLING and "move" not in line.said:
                match = match.settled(line.kind)
        payments = [sealed for sealed, _ in self._transfers if sealed.transfer.kind is TransferKind.PAYMENT]
        same_match = row.match == self._before.row.match
        return Snapshot(
            row=row,
            seats=self._before.seats if seats is None else seats,
            accounts=self.accounts,
            match=match,
            last_payment=payments[-1] if payments else self._before.last_payment if same_match else None,
            outside=outside or self._before.outside,
            event=self._before.event,
        )

    def _write_books(self, connection: Connection) -> None:
        """Write transfers and floors: a lower floor counts from the first transfer on, a higher one after the last."""
        before = self._before.accounts
        lowered = [o for o, floor in self._floors.items() if o not in before or floor < before[o].floor]
        for owner in lowered:
            books.set_floor(connection, self.accounts[owner])
        for sealed, entries in self._transfers:
            books.book(connection, sealed, entries)
        for owner in self._floors.keys() - lowered:
            books.set_floor(connection, self.accounts[owner])


def _as_text(data: Mapping[str, Json]) -> str:
    text = _COMPACT.encode(data)
    # Half a character that somebody sent would stop the database; JSON can spell it.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def seal_of_line(previous: Seal, line: LineRow) -> Seal:
    """The seal of a line of the log after the seal before it."""
    return seal(
        previous,
        {
            "table": line.table_id,
            "seq": line.seq,
            "match": line.match,
            "at": line.at,
            "kind": line.kind,
            "actor": line.actor,
            "data": line.data,
        },
    )


def checkpoint_of(row: TableRow, secret: bytes) -> bytes:
    """The checkpoint over the ends of a table's two chains."""
    return checkpoint(
        secret,
        table=row.id,
        seq=row.seq,
        log_seal=row.log_seal,
        transfers=row.transfers,
        transfer_seal=row.transfer_seal,
    )
