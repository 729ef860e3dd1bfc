"""Plain-text accounting (beancount): every transfer a transaction, every account closed by an assertion of its balance.

Names become valid by themselves: accounts are called by table and user in capitals, what people are called stands
beside them as metadata.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from app.ledger import BANK
from app.services.exports.source import Row, Source
from app.services.zones import moment, utc

CURRENCY = "CREDITS"
OPENED = "1970-01-01"
"""Accounts are open from the beginning of time: a clock that was set back may put a transfer before the others."""


@dataclass(slots=True)
class _Accounts:
    """What is known of the accounts of one table: the last balance of each, and the last day."""

    balances: dict[str, int] = field(default_factory=dict)
    last_day: date = date.min


def as_beancount(source: Source) -> Iterator[bytes]:
    """The transfers as a beancount file."""
    yield _opening(source)
    accounts, table_id = _Accounts(), ""
    for portion in source.portions():
        texts = []
        for row in portion:
            if row.transfer.table != table_id:
                texts.append(_assertions(accounts))
                accounts, table_id = _Accounts(), row.transfer.table
            texts.append(_transaction(row, source, accounts))
        yield "".join(texts).encode("utf-8")
    yield _assertions(accounts).encode("utf-8")


def _opening(source: Source) -> bytes:
    return (
        'option "title" "Reckless"\n'
        f'option "operating_currency" "{CURRENCY}"\n\n'
        f"{OPENED} commodity {CURRENCY}\n"
        f"{OPENED} open Equity:Opening-Balances {CURRENCY}\n"
    ).encode()


def _transaction(row: Row, source: Source, accounts: _Accounts) -> str:
    one = row.transfer
    day = moment(one.at, source.selection.zone).date()
    accounts.last_day = max(accounts.last_day, day)
    opened = "".join(
        _open(row, owner, before, accounts)
        for owner, before in (
            (one.payer, row.payer_balance + one.amount),
            (one.payee, row.payee_balance - one.amount),
        )
    )
    accounts.balances[_account(row, one.payer)] = row.payer_balance
    accounts.balances[_account(row, one.payee)] = row.payee_balance
    about = " ".join(word for word in (one.kind, one.action, one.reason) if word)
    return (
        f"{opened}\n"
        f"{day} * {_quoted(row.name(one.payee))} {_quoted(about)}\n"
        f"  number: {_quoted(row.number)}\n"
        f"  time: {_quoted(utc(one.at))}\n"
        f"  seal: {_quoted(one.seal.hex())}\n"
        f"  {_account(row, one.payer)}  {-one.amount} {CURRENCY}\n"
        f"  {_account(row, one.payee)}  {one.amount} {CURRENCY}\n"
    )


def _open(row: Row, owner: str, balance: int, accounts: _Accounts) -> str:
    """Open an account where it is first used, with what it held before this export began."""
    account = _account(row, owner)
    if account in accounts.balances:
        return ""
    accounts.balances[account] = balance
    text = f"\n{OPENED} open {account} {CURRENCY}\n  name: {_quoted(row.name(owner))}\n"
    if not balance:
        return text
    return (
        f'{text}\n{OPENED} * "Before this export"\n'
        f"  {account}  {balance} {CURRENCY}\n"
        f"  Equity:Opening-Balances  {-balance} {CURRENCY}\n"
    )


def _assertions(accounts: _Accounts) -> str:
    """What every account must hold on the day after."""
    if not accounts.balances:
        return ""
    day = accounts.last_day + timedelta(days=1)
    rows = (
        f"{day} balance {account}  {balance} {CURRENCY}\n"
        for account, balance in sorted(accounts.balances.items())
    )
    return "\n" + "".join(rows)


def _account(row: Row, owner: str) -> str:
    kind = "Equity" if owner.startswith("@") else "Assets"
    name = "Bank" if owner == BANK else owner
    return f"{kind}:T-{_valid(row.transfer.table)}:{_valid(name)}"


def _valid(name: str) -> str:
    """A part of an account's name: capitals, digits and dashes, and never a dash first."""
    letters = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lstrip("@"))
    return letters.upper().lstrip("-") or "X"


def _quoted(text: str) -> str:
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
