"""What follows here once the bank outside has moved what an order says: booked once, or flagged for a person."""

from dataclasses import replace

from app.errors import InsufficientFunds, Json, PaymentRefused
from app.ledger import TransferKind
from app.money import Credits
from app.rules import Payment, Player
from app.services.ground import Change, Ground
from app.services.ground.booking import Book, Draft
from app.services.ground.mirror import is_system
from app.services.ground.snapshots import Snapshot
from app.services.payments.settling import book_payment, checked, corrected, result_of
from app.storage import Connection, books, orders
from app.storage.orders import MovementRow, OrderRow, Purpose, Seen

Outcome = tuple[Change, int | None, Seen]


def book_outcome(
    ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow
) -> Outcome:
    """Do here what an order that the bank has carried out stands for.

    Returns:
        How the table stands after it, the number of the transfer that was booked (or None), and what the movement is
        to us: flagged if the books can't take it, because the debt has gone or the credits have.
    """
    match order.purpose:
        case Purpose.DEBT:
            return _pay(ground, connection, snapshot, book, order)
        case Purpose.CREDITS:
            return _deal(snapshot, book, order)
        case Purpose.REVERSAL:
            return _reverse(ground, connection, snapshot, book, order)
        case Purpose.MIRROR:
            return unchanged(snapshot), order.transfer, Seen.BOOKED
        case Purpose.RETURN:
            return _give_back(connection, snapshot, book, order)


def _pay(ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Outcome:
    payment = Payment(Player(order.payer), Player(order.payee), Credits(order.amount), order.action or None)
    try:
        paid = checked(snapshot, payment)
        change, sealed = book_payment(ground, connection, snapshot, book, paid)
    except PaymentRefused as refused:
        book.line("flagged", {**as_facts(order), "code": refused.code})
        return unchanged(snapshot), None, Seen.FLAGGED
    book.known_outside.add(sealed.transfer.number)
    return change, sealed.transfer.number, Seen.BOOKED


def _deal(snapshot: Snapshot, book: Book, order: OrderRow) -> Outcome:
    kind = TransferKind.GRANT if is_system(order.payer) else TransferKind.RETURN
    draft = Draft(kind, order.payer, order.payee, Credits(order.amount))
    try:
        sealed = book.transfer(draft)
    except InsufficientFunds:
        book.line("flagged", as_facts(order))
        return unchanged(snapshot), None, Seen.FLAGGED
    book.known_outside.add(sealed.transfer.number)
    book.line("credits", {**as_facts(order), "transfer": sealed.transfer.number})
    return unchanged(snapshot), sealed.transfer.number, Seen.BOOKED


def _reverse(
    ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow
) -> Outcome:
    number = order.reverses or 0
    original = books.get(connection, snapshot.row.id, number)
    try:
        if original is None or books.reversal_of(connection, snapshot.row.id, number) is not None:
            raise InsufficientFunds("It is reversed already.")
        sealed = book.reverse(original.transfer, reason=order.reason)
    except InsufficientFunds:
        book.line("flagged", as_facts(order))
        return unchanged(snapshot), None, Seen.FLAGGED
    book.known_outside.add(sealed.transfer.number)
    facts: dict[str, Json] = {
        "transfer": sealed.transfer.number,
        "reverses": number,
        "reason": order.reason,
        "order": order.reference,
    }
    change = corrected(ground, connection, snapshot, book, facts)
    return replace(change, result=result_of(sealed, snapshot)), sealed.transfer.number, Seen.BOOKED


def _give_back(connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Outcome:
    if order.undoes is not None:
        orders.set_movement(connection, order.undoes, Seen.RETURNED, transfer=None)
    book.line("returned", as_facts(order))
    return unchanged(snapshot), None, Seen.OURS


def note_movement(connection: Connection, row: MovementRow) -> None:
    """Note a movement for what it is now known to be; one that was flagged before may have found its place."""
    if not orders.add_movement(connection, row):
        orders.set_movement(connection, row.id, row.state, transfer=row.transfer)


def unchanged(snapshot: Snapshot) -> Change:
    """The table as it stands."""
    return Change(snapshot.match, deadline=snapshot.row.deadline)


def as_facts(order: OrderRow) -> dict[str, Json]:
    """What the log says of an order."""
    return {
        "order": order.reference,
        "purpose": order.purpose.value,
        "payer": order.payer,
        "payee": order.payee,
        "amount": order.amount,
        "action": order.action,
        "obligation": order.obligation,
        "answer": order.answer,
    }
