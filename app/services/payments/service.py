"""Payments: what is due, paying it, receipts, and reversing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from app.errors import AppError, Conflict, InsufficientFunds, Invalid, Json, NotFound, PaymentRefused, Refusal
from app.ledger import Transfer
from app.money import MAX_CREDITS, parse_credits
from app.rules import Payment, Player
from app.services import ids
from app.services.accounts.receipts import Receipt, as_receipt, parse_number
from app.services.actor import Actor
from app.services.codes import is_tile_code
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.mirror import is_relayed
from app.services.ground.snapshots import Snapshot
from app.services.health import Tally
from app.services.payments.bank.relay import Asking, Relay, not_there
from app.services.payments.settling import (
    MAX_ACTION,
    book_payment,
    checked,
    corrected,
    foreseen,
    result_of,
    settled_by,
)
from app.services.people.references import References
from app.services.play import mover
from app.services.play.pausing import must_not_be_paused
from app.services.standing import Standing, must_act, reads
from app.storage import Connection, books, people, tables

MAX_REASON = 200


class Claim(Protocol):
    """Something that is settled by a payment, in the same commit."""

    def check(self, connection: Connection) -> None:
        """Raise Conflict unless the payment is still wanted; asked before the game is."""

    def accept(self, match: int, debt: int | None) -> None:
        """Raise Conflict unless it may be settled by paying this debt of this match (None: the table knows none)."""

    def hold(self, connection: Connection, reference: str) -> None:
        """Note that the order of this reference is under way for it in a bank outside, which settles it at its end."""

    def settle(self, connection: Connection, transfer: int) -> None:
        """Note that it is settled by the transfer of this number in its table."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What would happen if somebody paid now.

    Attributes:
        payee: User name of who is to be paid.
        payee_name: What the table calls them.
        table_id: Where the payer sits, or None.
        due: The debt that this would settle, or None.
        mine: All that the payer owes right now.
        balance: What the payer has, or None without an account.
        refusal: Why paying would be refused, or None.
    """

    payee: str
    payee_name: str
    table_id: str | None
    due: Mapping[str, Json] | None
    mine: tuple[Mapping[str, Json], ...]
    balance: int | None
    refusal: Refusal | None


class Payments:
    """What one can ask of payments. `outcomes` counts how they ended: `paid`, or the code of the error."""

    def __init__(self, ground: Ground, relay: Relay) -> None:
        """Stand on the shared parts; the relay is asked where a bank outside moves the credits."""
        self._ground = ground
        self._relay = relay
        self._references = References(ground)
        self.outcomes = Tally()

    def pay(
        self,
        actor: Actor,
        table_id: str,
        *,
        to: str,
        amount: object,
        action: str | None = None,
        on_behalf_of: str | None = None,
        key: str | None = None,
        claim: Claim | None = None,
    ) -> Receipt:
        """Settle the debt that this payment matches; the booking, the game's step and the log are one commit.

        Asking twice with one key pays once and returns the same receipt.

        Args:
            actor: The payer; or host or organizer with `on_behalf_of`.
            table_id: Where.
            to: The payee: a user name typed in any way, a card's value, a pay link, a ticket's link.
            amount: Whole credits, as a number or digits.
            action: Name of the action that is paid for, if the payer named it.
            on_behalf_of: The absent payer for whom the debt is settled; logged as such.
            key: Idempotency key.
            claim: What is settled by the payment and lasts together with it, or not at all.

        Raises:
            PaymentRefused: With the first reason that applies; nothing moved, and the try is in the log.

        Source: rules/reckless.md, "A transfer is valid when, and only when".
        """
        payee = Player(self._meant(to))
        action = _action(action)

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            if claim is not None:
                claim.check(connection)
            must_not_be_paused(snapshot)
            payer = mover(snapshot, actor, on_behalf_of)
            paid = checked(snapshot, Payment(payer, payee, parse_credits(amount), action))
            if claim is not None:
                claim.accept(snapshot.row.match, paid.settles.id if paid.settles else None)
            if asking is not None and is_relayed(snapshot):
                change = self._relay.place_payment(connection, snapshot, book, asking, paid)
                if claim is not None:
                    claim.hold(connection, asking.placed)
                return change
            change, _ = book_payment(self._ground, connection, snapshot, book, paid)
            if claim is not None:
                claim.settle(connection, _number(change))
            return change

        contents = _contents(payee, amount, action, on_behalf_of)
        try:
            asking = self._relay.begin()
            done = change_table(
                self._ground, table_id, user=actor.user, key=key, contents=contents, act=act, log_refusal=True
            )
            receipt = self._answer(done, asking)
        except AppError as error:
            self.outcomes.count(error.code)
            raise
        self.outcomes.count("paid")
        return receipt

    def quote(self, actor: Actor, *, to: str, amount: object = None, action: str | None = None) -> Quote:
        """What paying `to` would settle, without paying.

        Without an amount, the first debt to that person is meant.

        Raises:
            NotFound: If nobody has this user name.
        """
        payee = self._meant(to)
        with self._ground.database.read() as connection:
            person = people.get(connection, payee)
            table_id = tables.sits_at(connection, actor.user)
            snapshot = self._ground.snapshots.read(connection, table_id) if table_id else None
        if person is None:
            raise NotFound("No tile has the user name %(user)s.", user=payee)
        if snapshot is None:
            return Quote(payee, person.name, None, None, (), None, Refusal.NO_GAME)
        seat = snapshot.seat(payee)
        debts = snapshot.match.game.obligations(snapshot.match.state) if snapshot.match else ()
        mine = tuple(debt for debt in debts if debt.payer == actor.user)
        due = next((debt for debt in mine if debt.payee == payee), None)
        refusal = None
        try:
            meant = amount if amount is not None else due.amount if due else 1
            payment = Payment(Player(actor.user), Player(payee), parse_credits(meant), _action(action))
            if snapshot.match is None:
                raise PaymentRefused(Refusal.NO_GAME)
            move = snapshot.match.game.check_payment(snapshot.match.state, payment, snapshot.funds())
            due = settled_by(mine, snapshot.match.game.encode(move))
        except PaymentRefused as refused:
            refusal = refused.reason
        account = snapshot.accounts.get(actor.user)
        return Quote(
            payee=payee,
            payee_name=seat.name if seat else person.name,
            table_id=table_id,
            due=due.as_json() if due else None,
            mine=tuple(debt.as_json() for debt in mine),
            balance=account.balance if account else None,
            refusal=refusal,
        )

    def _meant(self, to: str) -> str:
        """The user name of the payee, who may be named in any way; what means nobody stays as it is.

        A tile's own code costs no look.
        """
        user = ids.typed(to)[:MAX_ACTION]
        if is_tile_code(user):
            return user
        found = self._references.look_for(to)
        return found.user if found else user

    def table_of_payer(self, payer: str) -> str:
        """The table in whose books somebody pays: where they sit, or sat last.

        Raises:
            PaymentRefused: If they have sat nowhere.
        """
        with self._ground.database.read() as connection:
            table_id = tables.sits_at(connection, payer) or tables.last_table_of(connection, payer)
        if table_id is None:
            raise PaymentRefused(Refusal.NO_GAME)
        return table_id

    def foresee(self, payer: str, *, to: str, amount: object, action: str | None = None) -> int:
        """The credits that such a payment would move now; whether the payer has them is not looked at.

        Raises:
            PaymentRefused: With the first reason that applies; it is no try, and not logged.
        """
        payee = self._meant(to)
        payment = Payment(Player(payer), Player(payee), parse_credits(amount), _action(action))
        table_id = self.table_of_payer(payer)
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
        return foreseen(snapshot, payment).payment.amount

    def reverse(self, actor: Actor, number: str, *, reason: str, key: str | None = None) -> Receipt:
        """Book the opposite of a transfer, linked to it; for organizers.

        Raises:
            Conflict: If it is reversed already, of an earlier match, or who got the credits doesn't have them any more.
            NotFound: If there is no such transfer.
        """
        actor.must_be_organizer()
        table_id, n = parse_number(number)
        why = " ".join(reason.split())
        if not 1 <= len(why) <= MAX_REASON or not why.isprintable():
            raise Invalid(
                "A reversal needs a reason of 1 to %(most)d printable characters.",
                field="reason",
                most=MAX_REASON,
            )

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_act(actor, snapshot.event)
            original = books.get(connection, table_id, n)
            if original is None:
                raise NotFound("There is no transfer %(number)s.", number=number)
            if books.reversal_of(connection, table_id, n) is not None:
                raise Conflict("Transfer %(number)s is reversed already.", number=number)
            old = original.transfer
            if old.match != snapshot.row.match:
                raise Conflict(
                    "Transfer %(number)s is of an earlier match; all balances were set anew since.",
                    number=number,
                )
            if asking is not None and is_relayed(snapshot):
                return self._relay.place_reversal(connection, snapshot, book, asking, original, why)
            try:
                sealed = book.reverse(old, reason=why)
            except InsufficientFunds:
                raise not_there(snapshot, old) from None
            facts: dict[str, Json] = {"transfer": sealed.transfer.number, "reverses": n, "reason": why}
            change = corrected(self._ground, connection, snapshot, book, facts)
            return replace(change, result=result_of(sealed, snapshot))

        contents: dict[str, Json] = {"do": "reverse", "number": n, "reason": why}
        asking = self._relay.begin()
        done = change_table(self._ground, table_id, user=actor.user, key=key, contents=contents, act=act)
        return self._answer(done, asking)

    def _answer(self, done: Mapping[str, Any], asking: Asking | None) -> Receipt:
        """The receipt of what was booked, or of what a bank outside says to the order that was written down."""
        if asking is not None and "order" in done:
            return self._relay.carry_out(asking, done["order"])
        return Receipt(**done["receipt"])

    def receipt(self, actor: Actor, number: str) -> Receipt:
        """A transfer, for its payer, its payee, and organizers.

        Raises:
            NotFound: If there is none, or it is none of the actor's business.
        """
        table_id, n = parse_number(number)
        with self._ground.database.read() as connection:
            sealed = books.get(connection, table_id, n)
            snapshot = self._ground.snapshots.read(connection, table_id) if sealed else None
            if sealed is None or snapshot is None or not may_see(actor, sealed.transfer, snapshot.event):
                raise NotFound("There is no transfer %(number)s.", number=f"{table_id}-{n}")
            return as_receipt(sealed, snapshot, books.reversal_of(connection, table_id, n))


def may_see(actor: Actor, transfer: Transfer, event: Standing | None) -> bool:
    """Whether a transfer at a table of this event, or of none, is any of this person's business."""
    return reads(actor, event) or actor.user in (transfer.payer, transfer.payee)


def _number(change: Change) -> int:
    """The number, in its table, of the transfer that a change tells of."""
    receipt = Receipt(**dict(change.result or {})["receipt"])  # type: ignore[arg-type]  # as `result_of` made it
    return parse_number(receipt.number)[1]


def _action(text: str | None) -> str | None:
    """The action that was named, or None; what can't be seen names nothing."""
    return "".join(filter(str.isprintable, text or "")).strip()[:MAX_ACTION] or None


def _contents(payee: str, amount: object, action: str | None, on_behalf_of: str | None) -> dict[str, Json]:
    """All that matters of a payment that is asked for."""
    return {"do": "pay", "to": payee, "amount": _as_sent(amount), "action": action, "for": on_behalf_of}


def _as_sent(amount: object) -> Json:
    """An amount as it is shown to people who ask what was tried, whatever was sent."""
    match amount:
        case str():
            return amount[:MAX_ACTION]
        case int() if abs(amount) <= 10 * MAX_CREDITS:
            return amount
        case _:
            return type(amount).__name__
