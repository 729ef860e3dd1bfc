"""The journal, and proving the books."""

import base64
import binascii
import json
from collections.abc import Callable
from dataclasses import dataclass

from app.errors import Invalid
from app.ledger import GENESIS, TransferKind, floor_of, seal
from app.services import ids
from app.services.actor import Actor
from app.services.booking import checkpoint_of, seal_of_line
from app.services.ground import Ground
from app.services.receipts import Receipt, as_receipt
from app.storage import Connection, books, tables
from app.storage.tables import TableRow

MAX_PAGE = 500
MAX_AT, MAX_NUMBER = 2**63, 2**31
"""What a database has room for."""


@dataclass(frozen=True, slots=True)
class Page:
    """Transfers, newest first, and the cursor of the next page (None: that was all)."""

    items: tuple[Receipt, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong in the books of a table."""

    table_id: str
    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"table {self.table_id}, {self.where}: found {self.found}, expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check of the books found: how much was checked, and the first fault of each table that has one."""

    tables: int
    lines: int
    transfers: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class History:
    """What one can ask of the past."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def transfers(
        self,
        actor: Actor,
        *,
        table_id: str | None = None,
        user: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page:
        """Transfers, newest first; an organizer sees all, a player their own.

        Args:
            actor: Who asks.
            table_id: Only this table's.
            user: Only those from or to this user.
            after: The cursor of the page before.
            limit: At most so many, up to MAX_PAGE.

        Raises:
            Invalid: If limit or cursor can't be read.
        """
        if not 1 <= limit <= MAX_PAGE:
            raise Invalid("The limit is a number from 1 to %(most)d.", field="limit", most=MAX_PAGE)
        owner = user if actor.is_organizer else actor.user
        if not ids.possible(f"{table_id}{owner}"):
            return Page((), None)
        with self._ground.database.read() as connection:
            found = books.page(
                connection, table_id=table_id, owner=owner, before=_read_cursor(after), limit=limit + 1
            )
            items = []
            for sealed in found[:limit]:
                transfer = sealed.transfer
                snapshot = self._ground.snapshots.read(connection, transfer.table)
                items.append(
                    as_receipt(
                        sealed, snapshot, books.reversal_of(connection, transfer.table, transfer.number)
                    )
                )
        last = found[limit - 1].transfer if len(found) > limit else None
        cursor = _cursor(last.at, last.table, last.number) if last else None
        return Page(tuple(items), cursor)

    def verify(self, progress: Callable[[int, int], None] | None = None) -> Verdict:
        """Check all books anew, table by table: both chains, every balance, conservation, and the checkpoints.

        Args:
            progress: Told (tables done, tables in all).
        """
        lines = transfers = 0
        faults = []
        with self._ground.database.read() as connection:
            all_ids = tables.ids(connection)
        key = self._ground.key_for("checkpoint")
        for done, table_id in enumerate(all_ids, start=1):
            # One read transaction a table: a check of everything never stands in anybody's way.
            with self._ground.database.read() as connection:
                row = tables.get(connection, table_id)
                if row is not None:
                    lines += row.seq
                    transfers += row.transfers
                    fault = first_fault(connection, row, key)
                    faults.extend([fault] if fault else [])
            if progress is not None:
                progress(done, len(all_ids))
        return Verdict(tables=len(all_ids), lines=lines, transfers=transfers, faults=tuple(faults))


def first_fault(connection: Connection, row: TableRow, checkpoint_key: bytes) -> Fault | None:
    """The first thing that is wrong in a table's log and books, or None."""
    return (
        _check_log(connection, row)
        or _check_transfers(connection, row)
        or _check_entries(connection, row)
        or _check_checkpoint(row, checkpoint_key)
    )


def _check_log(connection: Connection, row: TableRow) -> Fault | None:
    previous, count = GENESIS, 0
    booked: list[int] = []
    for line in tables.lines(connection, row.id):
        count += 1
        where = f"line {count} of the log"
        if line.seq != count:
            return Fault(row.id, where, f"line {line.seq}", f"line {count}")
        expected = seal_of_line(previous, line)
        if line.seal != expected:
            return Fault(row.id, where, f"seal {line.seal.hex()[:16]}", f"seal {expected.hex()[:16]}")
        previous = line.seal
        if line.kind == "payment":
            booked.append(int(json.loads(line.data)["transfer"]))
    if count != row.seq or previous != row.log_seal:
        return Fault(row.id, "the end of the log", f"{count} lines", f"{row.seq} lines")
    payments = [
        sealed.transfer.number
        for sealed in books.every_transfer(connection, row.id)
        if sealed.transfer.kind is TransferKind.PAYMENT
    ]
    if payments != booked:
        odd = sorted(set(payments) ^ set(booked))
        return Fault(row.id, f"transfer {row.id}-{odd[0]}", "only in the books or only in the log", "in both")
    return None


def _check_transfers(connection: Connection, row: TableRow) -> Fault | None:
    previous, count = GENESIS, 0
    for sealed in books.every_transfer(connection, row.id):
        count += 1
        where = f"transfer {row.id}-{count}"
        if sealed.transfer.number != count:
            return Fault(row.id, where, f"number {sealed.transfer.number}", f"number {count}")
        expected = seal(previous, books.fields(sealed.transfer))
        if sealed.seal != expected:
            return Fault(row.id, where, f"seal {sealed.seal.hex()[:16]}", f"seal {expected.hex()[:16]}")
        previous = sealed.seal
    if count != row.transfers or previous != row.transfer_seal:
        return Fault(row.id, "the end of the books", f"{count} transfers", f"{row.transfers} transfers")
    return None


def _check_entries(connection: Connection, row: TableRow) -> Fault | None:
    """Recompute every entry from the transfers, then compare balances and their sum."""
    balances: dict[str, int] = {}
    numbers: dict[str, int] = {}
    entries = books.every_entry(connection, row.id)
    for sealed in books.every_transfer(connection, row.id):
        transfer = sealed.transfer
        for owner, amount in ((transfer.payer, -transfer.amount), (transfer.payee, transfer.amount)):
            balances[owner] = balances.get(owner, 0) + amount
            numbers[owner] = numbers.get(owner, 0) + 1
            entry = next(entries, None)
            expected = (owner, numbers[owner], transfer.number, amount, balances[owner])
            found = entry and (entry.owner, entry.number, entry.transfer, entry.amount, entry.balance)
            if found != expected:
                return Fault(
                    row.id, f"an entry of transfer {row.id}-{transfer.number}", str(found), str(expected)
                )
    extra = next(entries, None)
    if extra is not None:
        return Fault(row.id, f"an entry of {extra.owner}", f"entry {extra.number}", "no such entry")
    accounts = books.accounts(connection, row.id)
    for owner in sorted(balances.keys() | accounts.keys()):
        account = accounts.get(owner)
        if account is None:
            return Fault(row.id, f"the account of {owner}", "none", str(balances[owner]))
        if (account.balance, account.entries) != (balances.get(owner, 0), numbers.get(owner, 0)):
            return Fault(row.id, f"the balance of {owner}", str(account.balance), str(balances.get(owner, 0)))
        if account.balance < floor_of(owner):
            return Fault(
                row.id, f"the balance of {owner}", str(account.balance), f"{floor_of(owner)} or more"
            )
    total = sum(account.balance for account in accounts.values())
    return Fault(row.id, "the sum of all balances", str(total), "0") if total else None


def _check_checkpoint(row: TableRow, key: bytes) -> Fault | None:
    expected = checkpoint_of(row, key)
    if row.checkpoint == expected:
        return None
    return Fault(
        row.id,
        "the checkpoint",
        row.checkpoint.hex()[:16],
        f"{expected.hex()[:16]}; the end of log or books was changed, or the secret key is another one",
    )


def _cursor(at: int, table_id: str, number: int) -> str:
    return base64.urlsafe_b64encode(f"{at} {table_id} {number}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str | None) -> tuple[int, str, int] | None:
    if not cursor:
        return None
    try:
        at, table_id, number = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(" ")
        moment, n = int(at), int(number)
        if not 0 <= moment < MAX_AT or not 0 <= n < MAX_NUMBER or not ids.possible(table_id):
            raise ValueError
        return moment, table_id, n
    except (ValueError, binascii.Error) as error:
        raise Invalid("This cursor is not one of ours: begin without one.", field="after") from error
