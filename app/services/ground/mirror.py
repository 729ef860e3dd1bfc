"""What is booked here and must follow in a bank outside: costs of actions, and moves that were taken back."""

import secrets

from app.ledger import Transfer
from app.services.ground.booking import Book
from app.services.ground.snapshots import Snapshot
from app.storage import Connection, orders
from app.storage.orders import OrderRow, Purpose, State

REFERENCE_BYTES = 12
"""96 random bits: no two orders of any installation share a reference."""


def new_reference() -> str:
    """A reference that nobody has; its letters survive every search box."""
    return f"rk-{secrets.token_hex(REFERENCE_BYTES)}"


def is_system(owner: str) -> bool:
    """Whether this account of our books is the bank's own outside: bank, pots and other accounts of the house."""
    return owner.startswith("@")


def is_relayed(snapshot: Snapshot) -> bool:
    """Whether the credits of this table are moved by the bank outside; points of a game without money are not."""
    return snapshot.game.starting_credits(snapshot.settings) > 0


def mirror(connection: Connection, snapshot: Snapshot, book: Book) -> None:
    """Write an order for every transfer that was booked and that the bank outside does not know of.

    Args:
        connection: Of the transaction that holds the table's lock.
        snapshot: The table before it.
        book: With what was booked.
    """
    if not book.transfers or not is_relayed(snapshot):
        return
    for transfer in book.transfers:
        if not _must_follow(transfer, book):
            continue
        orders.add(
            connection,
            OrderRow(
                reference=new_reference(),
                table_id=transfer.table,
                match=transfer.match,
                purpose=Purpose.MIRROR,
                state=State.WAITING,
                payer=transfer.payer,
                payee=transfer.payee,
                amount=transfer.amount,
                action=transfer.action,
                obligation=None,
                asked_by=transfer.asked_by,
                reason=transfer.reason,
                created_at=transfer.at,
                server_at=0,
                transfer=transfer.number,
            ),
        )


def _must_follow(transfer: Transfer, book: Book) -> bool:
    between_us = is_system(transfer.payer) and is_system(transfer.payee)
    return transfer.number not in book.known_outside and not between_us
