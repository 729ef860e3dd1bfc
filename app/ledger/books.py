"""Accounts, transfers and their entries: values in, values out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from app.errors import InsufficientFunds, LedgerError
from app.money import Credits

BANK = "@bank"
"""The system account that credits come from and go to; one per table. No user name starts with an @."""

BANK_FLOOR = -(2**53)
"""How far below zero the bank may go: as far as exact sums allow."""


class TransferKind(StrEnum):
    """Why credits moved. The audit page and the exports use these words."""

    GRANT = "grant"
    """From the bank, so that a match starts with the starting credits."""
    RETURN = "return"
    """To the bank, for the same reason."""
    PAYMENT = "payment"
    """From a player to another, checked against the game."""
    CHARGE = "charge"
    """To the bank, by a move itself: the cost of an action, points lost."""
    AWARD = "award"
    """From the bank, or between accounts, by a move itself: points won."""
    REVERSAL = "reversal"
    """The opposite of the transfer it names."""


@dataclass(frozen=True, slots=True)
class Account:
    """A purse in the books of one table.

    `entries` counts its entries so far; it is the version that two bookings can't both raise. `floor` is the balance
    below which it can't go.
    """

    table: str
    owner: str
    balance: int = 0
    entries: int = 0
    floor: int = 0


@dataclass(frozen=True, slots=True)
class Transfer:
    """Moves `amount` credits from `payer` to `payee`. Immutable; corrected only by a reversal.

    Attributes:
        table: The table in whose books it stands.
        number: Gapless from 1 within the table.
        seq: The line of the table's log that it was booked with.
        match: The match of the table that it belongs to.
        kind: Why credits moved.
        payer: Owner of the account that gives.
        payee: Owner of the account that gets.
        amount: Whole credits, always positive.
        action: The action it pays for, or "".
        obligation: The debt it settles, if it settles one.
        level: How it was checked: strict, honor, open; "" where no game is asked (grants).
        asked_by: The user who asked for it.
        key: Idempotency key of the request, or "".
        at: Microseconds since 1970-01-01 UTC.
        reverses: Number of the transfer that this one undoes.
        reason: Why, in a person's words (reversals).
    """

    table: str
    number: int
    seq: int
    match: int
    kind: TransferKind
    payer: str
    payee: str
    amount: Credits
    action: str
    obligation: int | None
    level: str
    asked_by: str
    key: str
    at: int
    reverses: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One leg of a transfer on one account; it proves its own step.

    Attributes:
        table: The table in whose books it stands.
        owner: The account's owner.
        number: Gapless from 1 within the account.
        transfer: Number of the transfer.
        amount: Credits, negative where the account gives.
        balance: The account's balance after it.
    """

    table: str
    owner: str
    number: int
    transfer: int
    amount: int
    balance: int


def post(
    transfer: Transfer, accounts: Mapping[str, Account]
) -> tuple[dict[str, Account], tuple[Entry, Entry]]:
    """Turn a transfer into its two entries.

    Args:
        transfer: What moves.
        accounts: The table's accounts by owner; not changed.

    Returns:
        The accounts after it, and the entries (payer's first).

    Raises:
        InsufficientFunds: If the payer's account would fall below its floor.
        LedgerError: If the transfer names one account twice, none, or no positive amount.
    """
    if transfer.payer == transfer.payee or transfer.amount <= 0:
        raise LedgerError("A transfer moves a positive amount between two accounts.")
    try:
        payer, payee = accounts[transfer.payer], accounts[transfer.payee]
    except KeyError as missing:
        raise LedgerError(
            "There is no account of %(owner)s at this table.", owner=str(missing.args[0])
        ) from None
    if payer.balance - transfer.amount < payer.floor:
        raise InsufficientFunds("There is not that much in the account.", balance=payer.balance)
    after = dict(accounts)
    entries = []
    for account, amount in ((payer, -transfer.amount), (payee, transfer.amount)):
        after[account.owner] = replace(account, balance=account.balance + amount, entries=account.entries + 1)
        entries.append(
            Entry(
                table=transfer.table,
                owner=account.owner,
                number=account.entries + 1,
                transfer=transfer.number,
                amount=amount,
                balance=account.balance + amount,
            )
        )
    return after, (entries[0], entries[1])


def reverse(
    transfer: Transfer, *, number: int, seq: int, match: int, asked_by: str, key: str, at: int, reason: str
) -> Transfer:
    """The transfer that undoes this one and names it."""
    return replace(
        transfer,
        number=number,
        seq=seq,
        match=match,
        kind=TransferKind.REVERSAL,
        payer=transfer.payee,
        payee=transfer.payer,
        obligation=None,
        level="",
        asked_by=asked_by,
        key=key,
        at=at,
        reverses=transfer.number,
        reason=reason,
    )
