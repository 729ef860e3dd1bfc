"""One table: its log, transfers, entries and balances, each compared with the others, in one pass and flat memory."""

from collections.abc import Iterator
from itertools import islice
from typing import NoReturn

from app.ledger import BANK, BANK_FLOOR, GENESIS, Spelling, seal_over
from app.services.audit.games import Again
from app.services.audit.row import TELLING, Told
from app.services.audit.shapes import (
    NONSENSE,
    Data,
    check_line_row,
    check_table,
    check_transfer_row,
    said,
    shown,
    unreadable,
)
from app.services.audit.ties import Leg, check_line, check_start, floors_at, name_of
from app.services.audit.verdict import Fault, Wrong
from app.services.ground.booking import checkpoint_of
from app.services.proofs.publishing import leaf_of
from app.storage import Connection, audit, books, proofs, seeds, tables
from app.storage.audit import Booked, LineFacts
from app.storage.proofs import ALL, Leaf
from app.storage.tables import TableRow

_LINE = Spelling(("table", "seq", "match", "at", "kind", "actor", "data"))
_TRANSFER = Spelling(Booked._fields[:-1])


def first_fault(
    connection: Connection, row: TableRow, checkpoint_key: bytes, *, play_again: bool = True
) -> Fault | None:
    """The first thing that is wrong in a table's log and books, or None.

    Args:
        connection: At one moment of the database.
        row: The table.
        checkpoint_key: The service's secret for checkpoints.
        play_again: Whether the matches are played again; that takes most of the time.
    """
    try:
        check_table(row)
        _Table(connection, row, play_again=play_again).check(checkpoint_key)
    except Wrong as wrong:
        return wrong.at(row.id)
    return None


class _Table:
    """The check of one table on its way through the log."""

    def __init__(self, connection: Connection, row: TableRow, *, play_again: bool) -> None:
        self._connection = connection
        self._row = row
        self._again = Again(lambda match: seeds.of_match(connection, row.id, match)) if play_again else None
        self._balances: dict[str, int] = {}
        self._numbers: dict[str, int] = {}
        self._floors: dict[str, int] = {BANK: BANK_FLOOR}
        self._transfers = self._checked_transfers()
        self._next: Booked | None = next(self._transfers, None)
        self._of_moves: dict[int, list[Booked]] = {}
        self._issued = 0
        self._match = 0
        self._told = Told()
        self._last_at = 0
        self._leaves = proofs.leaves_of_table(connection, row.id, row.seq)
        self._leaf = next(self._leaves, None)
        self._last_transfer = 0

    def check(self, checkpoint_key: bytes) -> None:
        """Go through everything.

        Raises:
            Wrong: At the first thing that does not fit.
        """
        for line in self._checked_lines():
            try:
                self._follow(line)
            except NONSENSE as error:
                raise unreadable(f"line {line.seq} of the log", error) from error
        if self._next is not None:
            raise Wrong(name_of(self._next), "it in the books alone", "a line of the log that it belongs to")
        if self._match != self._row.match:
            raise Wrong("the last game", f"game {self._row.match}", f"game {self._match}, by the log")
        self._check_ends()
        self._check_accounts()
        expected = checkpoint_of(self._row, checkpoint_key)
        if self._row.checkpoint != expected:
            raise Wrong(
                "the checkpoint",
                self._row.checkpoint.hex()[:16],
                f"{expected.hex()[:16]}; the end of log or books was changed, or the secret key is another one",
            )
        match = self._again.match if self._again is not None else None
        self._told.check(self._row, tables.seats(self._connection, self._row.id), match, self._last_at)

    def _follow(self, line: LineFacts) -> None:
        again = self._again
        data = said(line)
        self._check_match(line)
        # What is booked moves the balances on; a move is judged by those before.
        before = self._balances if again is None else dict(self._balances)
        transfers = self._booked_with(line)
        undone = self._of_moves.get(data["takes_back"], ()) if line.kind == "undo" else ()
        check_line(line, data, transfers, undone, self._original)
        if line.kind in TELLING:
            self._told.follow(line, data)
        if line.seq == 1:
            self._check_log(line, data)
        if line.kind == "start":
            check_start(line, data, self._balances)
            self._floors |= floors_at(data, self._floors)
        if again is not None:
            again.follow(line, data, transfers, before)
        self._remember(line, transfers)
        self._check_leaf(line, transfers)
        self._last_at = line.at

    def _check_match(self, line: LineFacts) -> None:
        """Each start begins the next game, and nothing else does."""
        self._match += line.kind == "start"
        if line.match != self._match:
            raise Wrong(f"line {line.seq} of the log", f"game {line.match}", f"game {self._match}")

    def _checked_lines(self) -> Iterator[LineFacts]:
        previous, count = GENESIS, 0
        for line in audit.lines(self._connection, self._row.id, self._row.seq):
            count += 1
            check_line_row(line)
            if line.seq != count:
                raise Wrong(f"line {count} of the log", f"line {line.seq}", f"line {count}")
            expected = seal_over(previous, _LINE.of(line))
            if line.seal != expected:
                raise _wrong_seal(f"line {count} of the log", line.seal, expected)
            previous = expected
            yield line
        if count != self._row.seq or previous != self._row.log_seal:
            raise Wrong("the end of the log", f"{count} lines", f"{self._row.seq} lines")

    def _checked_transfers(self) -> Iterator[Booked]:
        previous, count = GENESIS, 0
        table_id, last = self._row.id, self._row.transfers
        legs = audit.legs(self._connection, table_id, last)
        for transfer in audit.booked(self._connection, table_id, last):
            count += 1
            check_transfer_row(transfer)
            if transfer.number != count:
                raise Wrong(f"transfer {table_id}-{count}", f"number {transfer.number}", f"number {count}")
            expected = seal_over(previous, _TRANSFER.of(transfer))
            if transfer.seal != expected:
                raise _wrong_seal(f"transfer {table_id}-{count}", transfer.seal, expected)
            previous = expected
            yield transfer
            # The entries are compared when the transfer is taken: balances move with it.
            self._post(transfer, list(islice(legs, 2)))
        if count != last or previous != self._row.transfer_seal:
            raise Wrong("the end of the books", f"{count} transfers", f"{last} transfers")
        extra = next(legs, None)
        if extra is not None:
            raise Wrong(f"an entry of {extra.owner}", f"entry {extra.number}", "no such entry")

    def _post(self, transfer: Booked, found: list[audit.Leg]) -> None:
        payer, payee, amount = transfer.payer, transfer.payee, transfer.amount
        self._issued += amount * ((payer == BANK) - (payee == BANK))
        gives = self._leg(payer, transfer.number, -amount)
        gets = self._leg(payee, transfer.number, amount)
        if found not in ([gives, gets], [gets, gives]):
            _wrong_legs(transfer, found, [audit.Leg(*gives), audit.Leg(*gets)])

    def _leg(self, owner: str, transfer: int, amount: int) -> tuple[str, int, int, int, int]:
        """Move a balance, and return the entry that has to be there."""
        balance = self._balances[owner] = self._balances.get(owner, 0) + amount
        number = self._numbers[owner] = self._numbers.get(owner, 0) + 1
        return owner, number, transfer, amount, balance  # a named tuple takes twice as long to make

    def _booked_with(self, line: LineFacts) -> list[Booked]:
        found = []
        while self._next is not None and self._next.seq <= line.seq:
            if self._next.seq < line.seq:
                raise Wrong(name_of(self._next), f"line {self._next.seq}", f"line {line.seq} or later")
            found.append(self._next)
            self._next = next(self._transfers, None)
        return found

    def _original(self, number: int) -> Leg | None:
        found = books.get(self._connection, self._row.id, number)
        if found is None:
            return None
        first = found.transfer
        return first.payer, first.payee, first.amount, first.action

    def _remember(self, line: LineFacts, transfers: list[Booked]) -> None:
        """Keep what a move booked, for it may be taken back; what was booked before a match can't."""
        if line.kind == "start":
            self._of_moves.clear()
        elif transfers and line.kind != "payment":
            self._of_moves[line.seq] = transfers

    def _check_log(self, line: LineFacts, data: Data) -> None:
        """Compare the log that this table's lines belong to with the event that its first line opened it in."""
        if line.kind != "opened":
            raise Wrong("line 1 of the log", f"a {line.kind}", "the line that opens the table")
        expected = data.get("event") or ALL
        if self._row.log != expected:
            raise Wrong("the log of this table", f"“{self._row.log}”", f"“{expected}”, where it was opened")

    def _check_leaf(self, line: LineFacts, transfers: list[Booked]) -> None:
        """Compare a line with its leaf in the Merkle log; the newest lines may still wait to get one."""
        if transfers:
            self._last_transfer = transfers[-1].number
        leaf = self._leaf
        if leaf is None:
            return
        expected = leaf_of(self._row.id, line.seq, line.seal, (one.seal for one in transfers))
        if (leaf.log, leaf.seq, leaf.transfers, leaf.hash) != (
            self._row.log,
            line.seq,
            self._last_transfer,
            expected,
        ):
            self._wrong_leaf(leaf, line, expected)
        self._leaf = next(self._leaves, None)

    def _wrong_leaf(self, leaf: Leaf, line: LineFacts, expected: bytes) -> NoReturn:
        where = f"the leaf of line {line.seq} in the log “{leaf.log}”"
        if leaf.log != self._row.log:
            raise Wrong(where, "it there", f"it in the log of its table, “{self._row.log}”")
        if (leaf.seq, leaf.transfers) != (line.seq, self._last_transfer):
            raise Wrong(
                where,
                f"line {leaf.seq} with transfers up to {leaf.transfers}",
                f"line {line.seq} with transfers up to {self._last_transfer}",
            )
        raise Wrong(where, shown(leaf.hash), shown(expected))

    def _check_ends(self) -> None:
        row = self._row
        line, transfer, leg = audit.beyond(self._connection, row.id, seq=row.seq, number=row.transfers)
        if line is not None:
            raise Wrong("the end of the log", f"line {line}", f"{row.seq} lines")
        if transfer is not None:
            raise Wrong("the end of the books", f"transfer {transfer}", f"{row.transfers} transfers")
        published = proofs.leaf_beyond(self._connection, row.id, row.seq)
        if published is not None:
            raise Wrong(
                f"line {published} of the log", "none", "the line that the Merkle log holds: the end was cut"
            )
        if leg is not None:
            raise Wrong(f"an entry of transfer {row.id}-{leg}", "an entry", "no such transfer")

    def _check_accounts(self) -> None:
        accounts = books.accounts(self._connection, self._row.id)
        for owner in sorted(self._balances.keys() | self._floors.keys() | accounts.keys(), key=str):
            account = accounts.get(owner)
            balance = self._balances.get(owner, 0)
            if account is None:
                raise Wrong(f"the account of {owner}", "none", balance)
            if account.balance != balance:
                raise Wrong(f"the balance of {owner}", account.balance, balance)
            if account.entries != self._numbers.get(owner, 0):
                raise Wrong(
                    f"the balance of {owner}",
                    f"{account.entries} entries",
                    f"{self._numbers.get(owner, 0)} entries",
                )
            floor = self._floors.get(owner, 0)
            if account.floor != floor:
                raise Wrong(f"the floor of {owner}", account.floor, floor)
            if account.balance < floor:
                raise Wrong(f"the balance of {owner}", account.balance, f"{floor} or more")
        total = sum(account.balance for account in accounts.values() if account.owner != BANK)
        if total != self._issued:
            raise Wrong("the credits at this table", total, f"{self._issued}, which the bank issued")


def _wrong_seal(where: str, found: object, expected: bytes) -> Wrong:
    return Wrong(where, f"seal {shown(found)}", f"seal {shown(expected)}")


def _wrong_legs(transfer: Booked, found: list[audit.Leg], expected: list[audit.Leg]) -> NoReturn:
    where = f"an entry of {name_of(transfer)}"
    # A database may sort names by another alphabet than ours.
    ordered = sorted(expected)
    for leg, wanted in zip(sorted(found, key=lambda leg: str(leg.owner)), ordered, strict=False):
        if leg != wanted:
            raise Wrong(where, _said(leg), _said(wanted))
    raise Wrong(where, "no entry", _said(ordered[len(found)]))


def _said(leg: audit.Leg) -> str:
    return f"{shown(leg.amount, sign='+')} for {leg.owner}, entry {leg.number} with balance {leg.balance}"
