"""Payments and reversals by way of a bank outside: written down as an order, asked, and answered like any other."""

from dataclasses import dataclass, replace

from app.errors import AppError, Conflict, InProgress, Json, PaymentRefused, RailRefused, RailUnknown, Refusal
from app.ledger import Transfer
from app.services.accounts.receipts import Receipt, as_receipt, seat_name
from app.services.ground import Change, Ground
from app.services.ground.booking import Book
from app.services.ground.mirror import new_reference
from app.services.ground.snapshots import Snapshot
from app.services.payments.bank.orders import Orders
from app.services.payments.bank.outcomes import as_facts, unchanged
from app.services.payments.settling import Checked
from app.storage import Connection, books, orders
from app.storage.books import SealedTransfer
from app.storage.orders import OrderRow, Purpose, State

POOR = ("insufficientBalance",)
"""The bank's own codes for what we call an insufficient balance."""


@dataclass(slots=True)
class Asking:
    """One request's way to the bank: the bank's time before it, and the order that it wrote down, if it did.

    A request that is repeated under its key finds the order of the first one, and asks nobody.
    """

    server_at: int
    placed: str = ""


class Relay:
    """What payments ask of the bank outside. Nothing here is called where our own books are the bank."""

    def __init__(self, ground: Ground, orders_: Orders) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_

    def begin(self) -> Asking | None:
        """Learn the bank's time, outside of any transaction, before an order is written down; None without a bank.

        Raises:
            RailRefused: If the bank can't be reached: nothing is written down then, and nothing moves.
        """
        if self._ground.rail is None:
            return None
        return Asking(self._ground.rail.server_time())

    def place_payment(
        self, connection: Connection, snapshot: Snapshot, book: Book, asking: Asking, paid: Checked
    ) -> Change:
        """Write a payment down as asking.

        Raises:
            InProgress: If the bank is being asked for a payment of this payer already.
        """
        waiting = snapshot.outside.orders if snapshot.outside else ()
        if any(order.payer == paid.payment.payer and order.purpose is Purpose.DEBT for order in waiting):
            raise InProgress("The bank is being asked already. The table shows how it ends.")
        order = self._new(
            snapshot,
            book,
            asking,
            Purpose.DEBT,
            payer=paid.payment.payer,
            payee=paid.payment.payee,
            amount=paid.payment.amount,
        )
        obligation = paid.settles.id if paid.settles else None
        return self._place(
            connection, snapshot, book, asking, replace(order, action=paid.action, obligation=obligation)
        )

    def place_reversal(
        self,
        connection: Connection,
        snapshot: Snapshot,
        book: Book,
        asking: Asking,
        original: SealedTransfer,
        reason: str,
    ) -> Change:
        """Write the reversal of a transfer down as asking: a chargeback where the bank made it, else the opposite.

        Raises:
            Conflict: If who got the credits does not have them any more, or the bank is being asked for it already.
        """
        old = original.transfer
        waiting = snapshot.outside.orders if snapshot.outside else ()
        if any(order.reverses == old.number for order in waiting):
            raise InProgress("The bank is being asked already. The table shows how it ends.")
        held = snapshot.accounts.get(old.payee)
        if held is None or (not old.payee.startswith("@") and held.balance < old.amount):
            raise not_there(snapshot, old)
        made = orders.movement_of_transfer(connection, old.table, old.number)
        order = self._new(
            snapshot, book, asking, Purpose.REVERSAL, payer=old.payee, payee=old.payer, amount=old.amount
        )
        order = replace(
            order, action=old.action, reason=reason, reverses=old.number, undoes=made.id if made else None
        )
        return self._place(connection, snapshot, book, asking, order)

    def _place(
        self, connection: Connection, snapshot: Snapshot, book: Book, asking: Asking, order: OrderRow
    ) -> Change:
        orders.add(connection, order)
        book.line("asking", as_facts(order))
        asking.placed = order.reference
        result: dict[str, Json] = {"order": order.reference}
        return replace(
            unchanged(snapshot), result=result, outside=orders.outside(connection, snapshot.row.id)
        )

    def carry_out(self, asking: Asking, reference: str) -> Receipt:
        """Ask the bank, if this very request has written the order down; answer how the order stands.

        Raises:
            PaymentRefused: If the bank says that there is not that much in the account.
            RailRefused: If it refused for another reason; nothing moved.
            InProgress: If there is no answer yet.
            RailUnknown: If it was paid when nothing was due any more.
        """
        is_first = asking.placed == reference
        order = self._orders.carry_out(reference) if is_first else self._orders.get(reference)
        match order.state:
            case State.SETTLED if order.transfer is not None:
                return self._receipt(order.table_id, order.transfer)
            case State.SETTLED:
                raise RailUnknown(
                    "The bank has moved it, but by then nothing was due any more. An organizer gives it back."
                )
            case State.FAILED:
                raise refusal_of(order)
            case _:
                raise InProgress("The bank is being asked. The table shows how it ends; don't pay again.")

    def _receipt(self, table_id: str, number: int) -> Receipt:
        with self._ground.database.read() as connection:
            sealed = books.get(connection, table_id, number)
            snapshot = self._ground.snapshots.read(connection, table_id)
            if sealed is None:
                raise Conflict("There is no transfer %(number)s.", number=f"{table_id}-{number}")
            return as_receipt(sealed, snapshot, books.reversal_of(connection, table_id, number))

    def _new(
        self,
        snapshot: Snapshot,
        book: Book,
        asking: Asking,
        purpose: Purpose,
        *,
        payer: str,
        payee: str,
        amount: int,
    ) -> OrderRow:
        return OrderRow(
            reference=new_reference(),
            table_id=snapshot.row.id,
            match=snapshot.row.match,
            purpose=purpose,
            state=State.ASKING,
            payer=payer,
            payee=payee,
            amount=amount,
            action="",
            obligation=None,
            asked_by=book.author.user,
            reason="",
            created_at=book.author.at,
            server_at=asking.server_at,
            sent=1,
            look_at=self._orders.lease(),
        )


def not_there(snapshot: Snapshot, old: Transfer) -> Conflict:
    """Why a transfer can't be reversed when who got the credits has spent them."""
    return Conflict(
        "%(name)s does not have the %(amount)d credits any more, so this can't be reversed.",
        name=seat_name(snapshot, old.payee),
        amount=old.amount,
    )


def refusal_of(order: OrderRow) -> AppError:
    """Why the bank has not moved what an order asked for."""
    if order.answer in POOR:
        return PaymentRefused(Refusal.INSUFFICIENT_BALANCE)
    if order.answer == "unreachable":
        return RailRefused(
            "The bank can't be reached. Nothing moved; try again in a moment.", answer=order.answer
        )
    return RailRefused("The bank refused (%(answer)s). Nothing moved.", answer=order.answer)
