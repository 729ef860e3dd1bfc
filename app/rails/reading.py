"""What Cyclos answers, read into the terms of services; and what is written beside a payment, read back."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from app.rails.kinds import Kind
from app.rails.rail import SYSTEM, Instruction, Movement, Ticket
from cyclos_client import AccountHistoryResult, AccountWithOwner, TransactionView, TransferView

MARK = "rk-"
"""How our references begin."""


def describe(instruction: Instruction, kind: Kind) -> str | None:
    """What is written beside a payment: the reference too, where it has no field of its own."""
    if not kind.described:
        return None
    if kind.field:
        return instruction.description
    return f"{instruction.description} [{instruction.reference}]".strip()


def of_row(row: AccountHistoryResult, ours: str, kind: Kind) -> Movement:
    """A row of a history; negative amounts went out."""
    amount = row.amount or Decimal()
    other = owner_of(row.related_account)
    description, reference = read_description(row.description or "")
    return Movement(
        id=row.id or "",
        number=row.transaction_number or row.id or "",
        at=micro(row.date),
        payer=ours if amount < 0 else other,
        payee=other if amount < 0 else ours,
        amount=abs(amount),
        description=description,
        reference=row.custom_values.get(kind.field, reference) if kind.field else reference,
        details=kind.field is None,
    )


def of_transfer(transfer: TransferView, transaction: TransactionView | None) -> Movement:
    """A transfer with the transaction that made it, which has the description and the custom fields."""
    text = (transaction.description if transaction else None) or transfer.description or ""
    description, reference = read_description(text)
    for value in transaction.custom_values if transaction else ():
        if value.string_value and value.string_value.startswith(MARK):
            reference = value.string_value
    side = transaction or transfer
    return Movement(
        id=transfer.id or "",
        number=transfer.transaction_number or side.transaction_number or transfer.id or "",
        at=micro(transfer.date or side.date),
        payer=owner_of(transfer.from_ or side.from_),
        payee=owner_of(transfer.to or side.to),
        amount=abs(transfer.amount or side.amount or Decimal()),
        description=description,
        reference=reference,
        undoes=transfer.chargeback_of.id if transfer.chargeback_of else None,
    )


def read_description(text: str) -> tuple[str, str | None]:
    """A description without our reference, and the reference if one stands at its end in brackets."""
    body, opening, rest = text.rpartition(f"[{MARK}")
    if not opening or not rest.endswith("]") or not rest[:-1].isalnum():
        return text, None
    return body.strip(), f"{MARK}{rest[:-1]}"


def ticket_of(view: TransactionView) -> Ticket:
    """A ticket in the terms of services."""
    made = view.transaction
    return Ticket(
        number=view.ticket_number or "",
        state=view.ticket_status or "open",
        link=view.approve_url or "",
        movement=made.id if made else None,
    )


def owner_of(account: AccountWithOwner | None) -> str:
    """Whose account this is."""
    return account.user.id if account and account.user and account.user.id else SYSTEM


def micro(when: datetime | None) -> int:
    """A moment as microseconds since 1970-01-01 UTC; 0 for none."""
    if when is None:
        return 0
    return (when - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def moment(at: int) -> datetime:
    """The moment of so many microseconds."""
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=max(0, at))
