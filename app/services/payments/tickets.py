"""Tickets: a payee's request for one payment, as a code on a screen. Whoever approves it pays it, once and never again.

open → processed                without success address and webhook: the money moves with the approval
open → approved → processed     with one: the money moves when the payee processes it
open → canceled, open → expired
approved → canceled             by payee or payer
approved → expired              with the debt that was agreed to: paid another way, taken back, or the match over
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.errors import Conflict, InProgress, Invalid, Json, NotAllowed, NotFound, PaymentRefused, Refusal
from app.money import Credits
from app.rules import Payment, Player
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.once import Request, once
from app.services.payments.service import Claim, Payments
from app.services.payments.settling import foreseen
from app.services.payments.ticket import (
    Ticket,
    TicketDraft,
    TicketStatus,
    as_ticket,
    new_row,
    paid_row,
)
from app.services.payments.webhooks import Webhooks
from app.storage import Connection, cyclos, people
from app.storage.cyclos import TicketRow, TicketSearch

__all__ = ["TicketPage", "TicketSearch", "Tickets"]

ANY = TicketSearch()


@dataclass(frozen=True, slots=True)
class TicketPage:
    """Tickets of one page, and how many there are in all."""

    items: tuple[Ticket, ...]
    count: int


class Tickets:
    """What one can ask of tickets."""

    def __init__(self, ground: Ground, payments: Payments) -> None:
        """Stand on the shared parts; every ticket is paid as any payment is."""
        self._ground = ground
        self._payments = payments
        self._webhooks = Webhooks(ground.public_url)

    def create(self, actor: Actor, payee: str, draft: TicketDraft, key: str | None = None) -> Ticket:
        """Ask for a payment to oneself; organizers also for one to somebody else.

        Raises:
            PaymentRefused: If the amount is none, or payer and payee are the same.
            Invalid: If another part can't be read; the field names it.
            NotAllowed: If it is for somebody else.
            NotFound: If payee or payer are no players.
        """
        if payee != actor.user:
            actor.must_be_organizer()
        if draft.payer == payee:
            raise PaymentRefused(Refusal.SELF_PAYMENT)
        now = self._ground.clock.now()
        row = new_row(payee, draft, now)

        def act(connection: Connection) -> Mapping[str, Json]:
            for user in filter(None, (payee, draft.payer)):
                person = people.get(connection, user)
                if person is None or person.role != Role.PLAYER:
                    raise NotFound("No tile has the user name %(user)s.", user=user)
            cyclos.add_ticket(connection, row)
            return {"number": row.number}

        contents: dict[str, Json] = {
            "do": "ticket",
            "payee": payee,
            "payer": draft.payer,
            "amount": row.amount,
            "action": row.action,
            "order": row.order_id,
            "addresses": [row.success_url, row.cancel_url, row.success_webhook],
            "lasts_s": draft.lasts_s,
        }
        done = once(self._ground.database, Request(actor.user, key, contents, now), act)
        return self.get(done["number"])

    def get(self, number: str) -> Ticket:
        """The ticket with this number: for anybody who knows it.

        Raises:
            NotFound: If there is none.
        """
        row = self._row(number)
        if row is None or row.number != number:
            raise NotFound("There is no such ticket.")
        return as_ticket(row, self._ground.clock.now())

    def find(self, actor: Actor, key: str) -> Ticket:
        """A ticket by its number, or by its id: for its payee, for who approved it, and for organizers.

        Raises:
            NotFound: If there is none for this person.
        """
        row = self._row(key)
        involved = row is not None and actor.user in (row.payee, row.approved_by)
        if row is None or not (row.number == key or involved or actor.is_organizer):
            raise NotFound("There is no such ticket.")
        return as_ticket(row, self._ground.clock.now())

    def of(
        self,
        actor: Actor,
        user: str | None,
        search: TicketSearch = ANY,
        *,
        offset: int = 0,
        limit: int,
    ) -> TicketPage:
        """Tickets that somebody made or approved, newest first: one's own; for organizers anybody's, or all (None).

        Args:
            actor: Who asks.
            user: Whose.
            search: Which of them.
            offset: So many are passed over.
            limit: At most so many.
        """
        if user != actor.user:
            actor.must_be_organizer()
        wanted = replace(search, user=user, now=self._ground.clock.now())
        with self._ground.database.read() as connection:
            rows, count = cyclos.tickets(connection, wanted, offset=offset, limit=limit)
        return TicketPage(tuple(as_ticket(row, self._ground.clock.now()) for row in rows), count)

    def paid_by(self, table_id: str, numbers: tuple[int, ...]) -> Mapping[int, Ticket]:
        """Number of a transfer at this table → the ticket that it paid, for those that paid one."""
        with self._ground.database.read() as connection:
            found = cyclos.tickets_paid_by(connection, table_id, numbers)
        return {number: as_ticket(row, self._ground.clock.now()) for number, row in found.items()}

    def foresee(self, actor: Actor, number: str) -> Ticket:
        """Look whether the ticket could be paid by this person now; too little in the account is not looked at.

        Raises:
            PaymentRefused: If the payment would be refused.
            Conflict: If it is not open any more.
            NotAllowed: If it is for somebody else.
            NotFound: If there is none.
        """
        ticket = self.get(number)
        _must_be_open(ticket)
        _may_pay(ticket.payer, actor)
        self._payments.foresee(actor.user, to=ticket.payee, amount=ticket.amount, action=ticket.action)
        return ticket

    def approve(self, actor: Actor, number: str) -> Ticket:
        """Pay a ticket, or leave it to its payee to process. Approving it again changes nothing.

        Raises:
            PaymentRefused: If the payment is refused; the ticket stays open.
            Conflict: If somebody else has approved it, or it is not open any more.
            NotAllowed: If it is for somebody else.
            NotFound: If there is none.
        """
        ticket = self.get(number)
        if ticket.approved_by == actor.user and ticket.status in _AGREED:
            return ticket
        _must_be_open(ticket)
        _may_pay(ticket.payer, actor)
        try:
            if ticket.waits_for_processing:
                self._agree(actor, ticket)
            else:
                self._pay(actor, ticket, TicketStatus.OPEN)
        except Conflict:
            # A second tap that was as fast as the first one.
            again = self.get(number)
            if again.approved_by != actor.user or again.status not in _AGREED:
                raise
            return again
        return self.get(number)

    def process(self, actor: Actor, number: str, order_id: str = "") -> tuple[Ticket, bool]:
        """Make the payment of an approved ticket: for its payee, as often as one likes.

        Only what was due when it was approved is paid by it.

        Returns:
            The ticket, and whether it was paid by this very call.

        Raises:
            PaymentRefused: If the payment is refused; the ticket stays approved.
            Conflict: If it is not approved.
            Invalid: If the order id is not the ticket's.
            NotAllowed: If it is somebody else's.
            NotFound: If there is none.
        """
        ticket = self.get(number)
        if actor.user != ticket.payee:
            actor.must_be_organizer()
        if order_id != ticket.order_id:
            raise Invalid("This ticket has another order id.", field="orderId")
        if ticket.status is TicketStatus.PROCESSED:
            return ticket, False
        if ticket.has_lapsed:
            raise Conflict(_LAPSED)
        payer = self._payer(ticket)
        try:
            self._pay(payer, ticket, TicketStatus.APPROVED)
        except Conflict:
            again = self.get(number)
            if again.status is not TicketStatus.PROCESSED:
                raise
            return again, False
        return self.get(number), True

    def cancel(self, actor: Actor, number: str) -> Ticket:
        """Withdraw a ticket that nobody has paid yet: for its payee, and once it is approved for its payer too.

        Doing it again changes nothing.

        Raises:
            Conflict: If it is paid or too old.
            InProgress: If a bank outside is being asked for its payment.
            NotAllowed: If it is somebody else's.
            NotFound: If there is none.
        """
        ticket = self.get(number)
        if actor.user not in (ticket.payee, ticket.approved_by):
            actor.must_be_organizer()
        now = self._ground.clock.now()

        def work(connection: Connection) -> None:
            row = _locked(connection, number)
            _must_rest(row)
            if row.status != TicketStatus.CANCELED:
                if row.status != TicketStatus.APPROVED:
                    _must_be_open(as_ticket(row, now))
                cyclos.put_ticket(connection, replace(row, status=TicketStatus.CANCELED, ended_at=now))

        self._ground.database.write(work)
        return self.get(number)

    def _agree(self, actor: Actor, ticket: Ticket) -> None:
        """Note an approval of what is due now, without a payment, and tell the payee's program."""
        table_id = self._payments.table_of_payer(actor.user)
        now = self._ground.clock.now()

        def work(connection: Connection) -> None:
            # The table first, as every payment locks: what is agreed to can't go while it is written down.
            snapshot = self._ground.snapshots.locked(connection, table_id)
            row = _locked(connection, ticket.number)
            _must_be_open(as_ticket(row, now))
            payment = Payment(
                Player(actor.user), Player(ticket.payee), Credits(ticket.amount), ticket.action or None
            )
            debt = foreseen(snapshot, payment).settles
            agreed = replace(
                row,
                status=TicketStatus.APPROVED,
                approved_by=actor.user,
                approved_at=now,
                table_id=table_id,
                match=snapshot.row.match,
                debt=debt.id if debt else None,
            )
            cyclos.put_ticket(connection, agreed)

        self._ground.database.write(work)
        if ticket.success_webhook:
            self._webhooks.call(ticket.success_webhook)

    def _pay(self, payer: Actor, ticket: Ticket, stands: TicketStatus) -> None:
        agreed = ticket.table_id if stands is TicketStatus.APPROVED else None
        table_id = agreed or self._payments.table_of_payer(payer.user)
        claim = _Claim(
            ticket.number,
            payer.user,
            table_id,
            stands,
            agreed=(ticket.match, ticket.debt),
            now=self._ground.clock.now(),
        )
        self._payments.pay(
            payer, table_id, to=ticket.payee, amount=ticket.amount, action=ticket.action, claim=claim
        )

    def _payer(self, ticket: Ticket) -> Actor:
        """Who has approved a ticket, as who asks for its payment."""
        if ticket.approved_by is None:
            raise Conflict("This ticket is not approved.")
        with self._ground.database.read() as connection:
            person = people.get(connection, ticket.approved_by)
        if person is None:
            raise NotFound("No tile has the user name %(user)s.", user=ticket.approved_by)
        return Actor(user=person.user, name=person.name, role=Role(person.role), session="")

    def _row(self, key: str) -> TicketRow | None:
        if not ids.possible(key):
            return None
        with self._ground.database.read() as connection:
            return cyclos.ticket(connection, key)


@dataclass(frozen=True, slots=True)
class _Claim(Claim):
    """Ties a payment to a ticket: they last together or not at all."""

    number: str
    payer: str
    table_id: str
    stands: TicketStatus
    agreed: tuple[int | None, int | None]
    now: int

    def check(self, connection: Connection) -> None:
        """Raise Conflict unless the ticket still waits for this payment."""
        row = _locked(connection, self.number)
        ticket = as_ticket(row, self.now)
        if self.stands is TicketStatus.OPEN:
            _must_be_open(ticket)
        if ticket.status is not self.stands:
            raise Conflict(_LAPSED if ticket.has_lapsed else "This ticket is not approved.")
        _must_rest(row)

    def accept(self, match: int, debt: int | None) -> None:
        """Raise Conflict unless this is the debt for which the ticket was approved."""
        if self.stands is TicketStatus.APPROVED and (match, debt) != self.agreed:
            raise Conflict(_LAPSED)

    def hold(self, connection: Connection, reference: str) -> None:
        """Note the order that is under way for the ticket; who settles it settles both."""
        cyclos.put_ticket(connection, replace(_locked(connection, self.number), reference=reference))

    def settle(self, connection: Connection, transfer: int) -> None:
        """Note that the ticket is paid."""
        row = _locked(connection, self.number)
        cyclos.put_ticket(
            connection, paid_row(row, self.payer, table_id=self.table_id, transfer=transfer, at=self.now)
        )


_ENDED = {
    TicketStatus.APPROVED: "This ticket is approved already.",
    TicketStatus.PROCESSED: "This ticket is paid already. Nothing moved a second time.",
    TicketStatus.CANCELED: "This ticket was withdrawn. Ask for a new one.",
    TicketStatus.EXPIRED: "This ticket is too old. Ask for a new one.",
}


_AGREED = (TicketStatus.APPROVED, TicketStatus.PROCESSED)
_LAPSED = "What was agreed to is not due any more. Ask for a new ticket."


def _must_be_open(ticket: Ticket) -> None:
    if ticket.has_lapsed:
        raise Conflict(_LAPSED)
    if ticket.status is not TicketStatus.OPEN:
        raise Conflict(_ENDED[ticket.status])


def _must_rest(row: TicketRow) -> None:
    """Raise InProgress while a bank outside is asked for a ticket's payment."""
    if row.reference is not None and row.transfer is None:
        raise InProgress("The bank is being asked already. The table shows how it ends.")


def _may_pay(only: str | None, actor: Actor) -> None:
    if only is not None and only != actor.user:
        raise NotAllowed("This ticket is for somebody else.")


def _locked(connection: Connection, number: str) -> TicketRow:
    row = cyclos.locked_ticket(connection, number)
    if row is None:
        raise NotFound("There is no such ticket.")
    return row
