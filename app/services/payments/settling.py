"""Booking a payment between players: the transfer, the game's step and the line of the log, for every rail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.errors import InsufficientFunds, Json, PaymentRefused, Refusal
from app.ledger import TransferKind
from app.rules import Funds, Move, Obligation, Payment
from app.services.accounts.receipts import as_receipt
from app.services.ground import Change, Ground
from app.services.ground.booking import Book, Draft
from app.services.ground.snapshots import Match, Snapshot
from app.services.play.steps import take
from app.storage import Connection
from app.storage.books import SealedTransfer
from app.storage.rows import flat

MAX_ACTION = 64


@dataclass(frozen=True, slots=True)
class Checked:
    """A payment that the game accepts: its move, and the debt that it settles where the table knows debts."""

    payment: Payment
    match: Match
    move: Move
    settles: Obligation | None

    @property
    def action(self) -> str:
        """The name of the action that is paid for, or an empty text."""
        if self.settles is not None:
            return self.settles.action
        return str(self.match.game.encode(self.move).get("action") or self.payment.action or "")


def checked(snapshot: Snapshot, payment: Payment) -> Checked:
    """Ask the game whether this is to be paid now.

    Raises:
        PaymentRefused: With the first reason that applies.

    Source: rules/reckless.md, "A transfer is valid when, and only when".
    """
    return _asked(snapshot, payment, snapshot.funds())


def foreseen(snapshot: Snapshot, payment: Payment) -> Checked:
    """As `checked`, but whether there is enough in the payer's account is seen when it is paid."""
    funds = dict(snapshot.funds())
    if payment.payer in funds:
        funds[payment.payer] = max(funds[payment.payer], payment.amount)
    return _asked(snapshot, payment, funds)


def _asked(snapshot: Snapshot, payment: Payment, funds: Funds) -> Checked:
    match = snapshot.match
    if match is None:
        raise PaymentRefused(Refusal.NO_GAME)
    move = match.game.check_payment(match.state, payment, funds)
    if snapshot.seat(payment.payee) is None:
        raise PaymentRefused(Refusal.WRONG_PAYEE)
    settles = settled_by(match.game.obligations(match.state), match.game.encode(move))
    return Checked(payment, match, move, settles)


def book_payment(
    ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, paid: Checked
) -> tuple[Change, SealedTransfer]:
    """Book a payment and let the game take its step.

    Raises:
        PaymentRefused: If there is not that much in the account; nothing is written then.
    """
    payment = paid.payment
    try:
        sealed = book.transfer(
            Draft(
                TransferKind.PAYMENT,
                payer=payment.payer,
                payee=payment.payee,
                amount=payment.amount,
                action=paid.action,
                obligation=paid.settles.id if paid.settles else None,
                level=snapshot.row.validation,
            )
        )
    except InsufficientFunds:
        raise PaymentRefused(Refusal.INSUFFICIENT_BALANCE) from None
    facts: dict[str, Json] = {
        "transfer": sealed.transfer.number,
        "payee": payment.payee,
        "amount": payment.amount,
    }
    change = take(ground, connection, snapshot, book, paid.move, kind="payment", facts=facts)
    return replace(change, result=result_of(sealed, snapshot)), sealed


def corrected(
    ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, facts: Mapping[str, Json]
) -> Change:
    """Let the game judge anew who is bankrupt after a correction of the books."""
    match = snapshot.match
    if match is None or snapshot.row.status != "playing":
        book.line("correction", facts)
        return Change(match, deadline=snapshot.row.deadline)
    move = match.game.correction(match.state)
    return take(ground, connection, snapshot, book, move, kind="correction", facts=facts)


def settled_by(debts: Sequence[Obligation], move: Mapping[str, Json]) -> Obligation | None:
    """The debt that a payment's move names, if it names one."""
    return next((debt for debt in debts if debt.id == move.get("obligation")), None)


def result_of(sealed: SealedTransfer, snapshot: Snapshot) -> dict[str, Json]:
    """What is answered to whoever asked for a transfer, now and whenever the request is repeated."""
    return {"receipt": flat(as_receipt(sealed, snapshot, None))}
