"""Rows of the books: accounts, transfers and entries."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Connection,
    Row,
    and_,
    bindparam,
    case,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from app.errors import Json, LedgerError
from app.ledger import Account, Entry, Seal, Transfer, TransferKind
from app.money import Credits
from app.storage import schema
from app.storage.prepared import Prepared
from app.storage.rows import flat

_accounts, _transfers, _entries = schema.accounts, schema.transfers, schema.entries


@dataclass(frozen=True, slots=True)
class SealedTransfer:
    """A transfer as it stands in the books."""

    transfer: Transfer
    seal: Seal


_ACCOUNTS = Prepared(
    select(
        _accounts.c.table_id, _accounts.c.owner, _accounts.c.balance, _accounts.c.entries, _accounts.c.floor
    ).where(_accounts.c.table_id == bindparam("table_id"))
)
_ADD_TRANSFER = Prepared(insert(_transfers).inline())
_ADD_ENTRIES = Prepared(
    insert(_entries).values(
        [
            {column.name: bindparam(f"{leg}_{column.name}") for column in _entries.columns}
            for leg in ("gives", "gets")
        ]
    )
)
_BOOK = Prepared(
    update(_accounts)
    .where(
        _accounts.c.table_id == bindparam("of_table"),
        or_(
            *(
                and_(
                    _accounts.c.owner == bindparam(f"{leg}_owner"),
                    _accounts.c.entries == bindparam(f"{leg}_entries"),
                )
                for leg in ("gives", "gets")
            )
        ),
    )
    .values(
        entries=_accounts.c.entries + literal_column("1"),
        balance=case(
            (_accounts.c.owner == bindparam("gives_owner"), bindparam("gives_balance", type_=BigInteger)),
            else_=bindparam("gets_balance", type_=BigInteger),
        ),
    )
)


def fields(transfer: Transfer) -> dict[str, Json]:
    """Everything that the transfer's seal covers."""
    return flat(transfer)


def open_account(connection: Connection, table_id: str, owner: str, *, floor: int = 0) -> Account:
    """Open an account at zero, which can't go below this floor."""
    account = Account(table_id, owner, floor=floor)
    connection.execute(insert(_accounts), _row(account))
    return account


def set_floor(connection: Connection, account: Account) -> None:
    """Write below what balance this account can't go."""
    connection.execute(
        update(_accounts)
        .where(_accounts.c.table_id == account.table, _accounts.c.owner == account.owner)
        .values(floor=account.floor)
    )


def accounts(connection: Connection, table_id: str) -> dict[str, Account]:
    """The table's accounts by owner."""
    rows = _ACCOUNTS.all(connection, {"table_id": table_id})
    return {account.owner: account for account in (Account(*row) for row in rows)}


def book(connection: Connection, sealed: SealedTransfer, entries: tuple[Entry, Entry]) -> None:
    """Write a transfer with its entries and the balances that follow.

    Args:
        connection: Inside the transaction that holds the table's lock.
        sealed: The next transfer of its table.
        entries: Its two entries.

    Raises:
        LedgerError: If somebody else booked on one of the accounts meanwhile; the transaction must be given up.
    """
    gives, gets = entries
    _ADD_TRANSFER.write(connection, _row(sealed.transfer) | {"seal": sealed.seal})
    legs = {f"gives_{name}": value for name, value in _row(gives).items()}
    legs.update({f"gets_{name}": value for name, value in _row(gets).items()})
    _ADD_ENTRIES.write(connection, legs)
    written = _BOOK.write(
        connection,
        {
            "of_table": gives.table,
            "gives_owner": gives.owner,
            "gives_entries": gives.number - 1,
            "gives_balance": gives.balance,
            "gets_owner": gets.owner,
            "gets_entries": gets.number - 1,
            "gets_balance": gets.balance,
        },
    )
    if written != 2:
        raise LedgerError(
            "Somebody else booked on the account of %(giver)s or of %(getter)s.",
            giver=gives.owner,
            getter=gets.owner,
        )


def get(connection: Connection, table_id: str, number: int) -> SealedTransfer | None:
    """The transfer with this number, or None."""
    found = connection.execute(
        select(_transfers).where(_transfers.c.table_id == table_id, _transfers.c.number == number)
    ).first()
    return sealed_from(found) if found else None


def reversal_of(connection: Connection, table_id: str, number: int) -> int | None:
    """The number of the transfer that reverses this one, or None."""
    found: int | None = connection.scalar(
        select(_transfers.c.number).where(_transfers.c.table_id == table_id, _transfers.c.reverses == number)
    )
    return found


def last_payment(connection: Connection, table_id: str, match: int) -> SealedTransfer | None:
    """The payment that was booked last in a match, or None."""
    found = connection.execute(
        select(_transfers)
        .where(
            _transfers.c.table_id == table_id,
            _transfers.c.match == match,
            _transfers.c.kind == TransferKind.PAYMENT,
        )
        .order_by(_transfers.c.number.desc())
        .limit(1)
    ).first()
    return sealed_from(found) if found else None


def of_line(connection: Connection, table_id: str, seq: int) -> list[SealedTransfer]:
    """The transfers that were booked with this line of the table's log."""
    rows = connection.execute(
        select(_transfers)
        .where(_transfers.c.table_id == table_id, _transfers.c.seq == seq)
        .order_by(_transfers.c.number)
    )
    return [sealed_from(row) for row in rows]


def every_transfer(connection: Connection, table_id: str) -> Iterator[SealedTransfer]:
    """All transfers of a table in order, fetched in portions."""
    query = select(_transfers).where(_transfers.c.table_id == table_id).order_by(_transfers.c.number)
    # Closed even if nobody reads to the end: a cursor left open on PostgreSQL would be in the connection's way.
    with connection.execute(query.execution_options(yield_per=1000)) as rows:
        for row in rows:
            yield sealed_from(row)


def every_entry(connection: Connection, table_id: str) -> Iterator[Entry]:
    """All entries of a table in order of their transfer, the payer's first, fetched in portions."""
    query = (
        select(_entries)
        .where(_entries.c.table_id == table_id)
        .order_by(_entries.c.transfer, _entries.c.amount, _entries.c.owner)
    )
    with connection.execute(query.execution_options(yield_per=1000)) as rows:
        for row in rows:
            yield Entry(*row)


def _row(value: Transfer | Entry | Account) -> dict[str, Json]:
    row = flat(value)
    row["table_id"] = row.pop("table")
    return row


def sealed_from(row: Row[tuple[object, ...]], *, without: Sequence[str] = ()) -> SealedTransfer:
    """A transfer as it stands in the books, from a row with all its columns (and some more)."""
    values = {name: value for name, value in row._asdict().items() if name not in without}
    seal = values.pop("seal")
    return SealedTransfer(
        Transfer(
            table=values.pop("table_id"),
            kind=TransferKind(values.pop("kind")),
            amount=Credits(values.pop("amount")),
            **values,
        ),
        seal,
    )
