"""What a ticket is: a payee's request for one payment, and where it stands."""

import secrets
import string
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode, urlsplit

from app.errors import Invalid
from app.money import parse_credits
from app.services import ids
from app.services.payments.settling import MAX_ACTION
from app.services.people.references import TICKET_DIGITS
from app.storage.cyclos import TicketRow

SECOND = 1_000_000
A_DAY_S = 24 * 3600
MAX_EXPIRY_S = 366 * A_DAY_S
MAX_ADDRESS = 1_000
MAX_ORDER_ID = 100
_ALPHABET = string.ascii_letters + string.digits


class TicketStatus(StrEnum):
    """Where a ticket stands."""

    OPEN = "open"
    APPROVED = "approved"
    PROCESSED = "processed"
    CANCELED = "canceled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class TicketDraft:
    """A ticket before it has a number; texts are empty where nothing is wished.

    Attributes:
        amount: Whole credits, as a number or digits.
        action: Name of the action that is paid for.
        payer: User name of who alone may pay it; None: anybody.
        order_id: The payee's own number for it, which processing must name.
        success_url: Where the payer's browser is led after approving.
        cancel_url: Where it is led when the payer would rather not.
        success_webhook: What is called after an approval.
        lasts_s: After so many seconds it expires.
    """

    amount: object
    action: str = ""
    payer: str | None = None
    order_id: str = ""
    success_url: str = ""
    cancel_url: str = ""
    success_webhook: str = ""
    lasts_s: int = A_DAY_S


@dataclass(frozen=True, slots=True)
class Ticket:
    """A ticket; `number` is a secret that opens it to whoever knows it, `id` is not.

    Attributes:
        approved_by: User name of who approved it.
        table_id: The table at which it was approved or paid.
        match: The match there for which it was approved.
        debt: The debt of that match for which it was approved, None where the table knows no debts.
        transfer: Number of the transfer that paid it.
        success_url: With order id and ticket number, ready to be opened.
        cancel_url: The same.
        at: When it was made; all times are microseconds since 1970-01-01 UTC.
        ended_at: When it was paid or cancelled, or its approval lapsed.
    """

    number: str
    id: str
    payee: str
    payer: str | None
    amount: int
    action: str
    order_id: str
    success_url: str
    cancel_url: str
    success_webhook: str
    status: TicketStatus
    at: int
    expires_at: int
    approved_by: str | None
    table_id: str | None
    match: int | None
    debt: int | None
    transfer: str | None
    ended_at: int | None

    @property
    def has_lapsed(self) -> bool:
        """Whether what its payer agreed to pay is not due any more."""
        return self.status is TicketStatus.EXPIRED and self.approved_by is not None

    @property
    def waits_for_processing(self) -> bool:
        """Whether an approval leaves the payment to the payee."""
        return bool(self.success_url or self.success_webhook)


def new_row(payee: str, draft: TicketDraft, now: int) -> TicketRow:
    """A new ticket with a number of its own.

    Raises:
        PaymentRefused: If the amount is none.
        Invalid: If another part can't be read; the field names it.
    """
    seen = "".join(letter if letter.isprintable() else " " for letter in draft.action)
    return TicketRow(
        number="".join(secrets.choice(_ALPHABET) for _ in range(TICKET_DIGITS)),
        id=ids.new_id(12),
        payee=payee,
        payer=draft.payer,
        amount=parse_credits(draft.amount),
        action=" ".join(seen.split())[:MAX_ACTION],
        order_id=_order_id(draft.order_id),
        success_url=_address(draft.success_url, "successUrl"),
        cancel_url=_address(draft.cancel_url, "cancelUrl"),
        success_webhook=_address(draft.success_webhook, "successWebhook"),
        status=TicketStatus.OPEN,
        created_at=now,
        expires_at=now + _lasting(draft.lasts_s) * SECOND,
    )


def as_ticket(row: TicketRow, now: int) -> Ticket:
    """A ticket as it stands at a moment (microseconds since 1970-01-01 UTC)."""
    facts = {"orderId": row.order_id, "ticketNumber": row.number}
    return Ticket(
        number=row.number,
        id=row.id,
        payee=row.payee,
        payer=row.payer,
        amount=row.amount,
        action=row.action,
        order_id=row.order_id,
        success_url=_with(row.success_url, facts),
        cancel_url=_with(row.cancel_url, facts),
        success_webhook=_with(row.success_webhook, facts),
        status=status_of(row, now),
        at=row.created_at,
        expires_at=row.expires_at,
        approved_by=row.approved_by,
        table_id=row.table_id,
        match=row.match,
        debt=row.debt,
        transfer=f"{row.table_id}-{row.transfer}" if row.transfer is not None else None,
        ended_at=row.ended_at,
    )


def paid_row(row: TicketRow, payer: str, *, table_id: str, transfer: int, at: int) -> TicketRow:
    """A ticket once a transfer of this number has paid it (microseconds since 1970-01-01 UTC)."""
    return replace(
        row,
        status=TicketStatus.PROCESSED,
        approved_by=payer,
        approved_at=row.approved_at or at,
        table_id=table_id,
        transfer=transfer,
        ended_at=at,
    )


def status_of(row: TicketRow, now: int) -> TicketStatus:
    """Where a ticket stands at a moment; nobody writes down that its time is over."""
    status = TicketStatus(row.status)
    return TicketStatus.EXPIRED if status is TicketStatus.OPEN and row.expires_at <= now else status


def _lasting(seconds: int) -> int:
    if not 1 <= seconds <= MAX_EXPIRY_S:
        raise Invalid("A ticket lasts from a second to a year.", field="expiresAfter")
    return seconds


def _order_id(text: str) -> str:
    if len(text) > MAX_ORDER_ID or not text.isprintable():
        raise Invalid(
            "An order id has at most %(most)d printable characters.", field="orderId", most=MAX_ORDER_ID
        )
    return text


def _address(text: str, field: str) -> str:
    """A web address to which a browser may be led or which may be called; empty for none."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or len(text) > MAX_ADDRESS or not text.isprintable() or " " in text or "@" in parts.netloc:
        raise Invalid("This is no web address, like https://shop.example.org/paid.", field=field)
    return text


def _with(address: str, facts: Mapping[str, str]) -> str:
    """An address with more parameters; an empty one stays empty."""
    if not address:
        return ""
    parts = urlsplit(address)
    more = urlencode({name: value for name, value in facts.items() if value})
    return parts._replace(query="&".join(filter(None, (parts.query, more)))).geturl()
