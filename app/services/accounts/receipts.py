"""Receipts: a booked transfer as payer, payee and organizers may see it."""

from dataclasses import dataclass

from app.errors import NotFound
from app.ledger import BANK
from app.services import ids
from app.services.ground.names_of import name_of_account
from app.services.ground.snapshots import Snapshot
from app.storage.books import SealedTransfer

MAX_DIGITS = 9
MAX_SHOWN = 64


@dataclass(frozen=True, slots=True)
class Receipt:
    """A booked transfer, as payer, payee and organizers may see it.

    Attributes:
        number: `{table}-{n}`.
        confirmation: Four digits from the transfer's seal; the same on both phones.
        at: Microseconds since 1970-01-01 UTC.
        level: How it was checked: strict, honor, open; "" where no game is asked.
        reverses: Number of the transfer that it undoes, if it does.
        reversed_by: Number of the transfer that undoes it, if one does.
        reason: Why, for a reversal.
        event_id: The event of the table, if there is one.
        zone: That event's time zone, in which people read `at`.
    """

    number: str
    table_id: str
    match: int
    kind: str
    payer: str
    payer_name: str
    payee: str
    payee_name: str
    amount: int
    action: str
    level: str
    at: int
    confirmation: str
    seal: str
    reverses: str | None
    reversed_by: str | None
    reason: str
    event_id: str | None = None
    zone: str | None = None


def as_receipt(sealed: SealedTransfer, snapshot: Snapshot | None, reversed_by: int | None) -> Receipt:
    """A transfer as people see it; names are those of the table's seats."""
    transfer = sealed.transfer
    return Receipt(
        number=f"{transfer.table}-{transfer.number}",
        table_id=transfer.table,
        match=transfer.match,
        kind=transfer.kind.value,
        payer=transfer.payer,
        payer_name=seat_name(snapshot, transfer.payer),
        payee=transfer.payee,
        payee_name=seat_name(snapshot, transfer.payee),
        amount=transfer.amount,
        action=transfer.action,
        level=transfer.level,
        at=transfer.at,
        confirmation=f"{int.from_bytes(sealed.seal[:4], 'big') % 10_000:04d}",
        seal=sealed.seal.hex(),
        reverses=f"{transfer.table}-{transfer.reverses}" if transfer.reverses else None,
        reversed_by=f"{transfer.table}-{reversed_by}" if reversed_by else None,
        reason=transfer.reason,
        event_id=snapshot.event.id if snapshot and snapshot.event else None,
        zone=snapshot.event.zone if snapshot and snapshot.event else None,
    )


def seat_name(snapshot: Snapshot | None, user: str) -> str:
    """What the table calls this account; its own name if it has no seat."""
    seat = snapshot.seat(user) if snapshot else None
    if seat is None and user.startswith("@") and user != BANK:
        return name_of_account(user)
    return seat.name if seat else user


def parse_number(number: str) -> tuple[str, int]:
    """The table and the number in it of a transfer, as receipts write it: `{table}-{n}`.

    Raises:
        NotFound: If no transfer can have this number.
    """
    table_id, _, n = number.strip().lower().rpartition("-")
    if not table_id or not ids.possible(number) or not n.isdecimal() or len(n) > MAX_DIGITS:
        raise NotFound("There is no transfer %(number)s.", number=number[:MAX_SHOWN])
    return table_id, int(n)
