"""Tickets in the bank outside for debts that are due.

Who pays by the bank's own app approves one, and we check before it is processed: nothing moves for a debt that has
gone.
"""

import logging
from dataclasses import replace

from app.errors import PaymentRefused, RailError, RailRefused
from app.money import Credits
from app.rails import Instruction
from app.rules import Obligation, Payment
from app.services.actor import Actor
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.mirror import is_relayed, new_reference
from app.services.ground.snapshots import Snapshot
from app.services.payments.bank.orders import SECOND, Orders
from app.services.payments.bank.outcomes import as_facts, unchanged
from app.services.payments.settling import checked
from app.storage import Connection, orders, tables
from app.storage.orders import OrderRow, Purpose, State, TicketRow

ASK_AGAIN_S = 6
"""How often an open ticket is looked at when nobody tells that it was approved."""
REST_S = 60
"""How long no ticket is tried for a debt whose ticket was refused."""
HOOK = "/bank/tickets"
"""Where the bank tells that a ticket was approved, below our own address."""

logger = logging.getLogger(__name__)


class BankTickets:
    """Opens, watches and closes tickets. Nothing here is called where our own books are the bank."""

    def __init__(self, ground: Ground, orders_: Orders) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_
        self._not_before: dict[tuple[str, int, int], int] = {}
        self._looked: dict[str, int] = {}

    @property
    def webhook(self) -> str:
        """Our address that the bank calls."""
        return f"{self._ground.public_url}{HOOK}"

    def link_for(self, payee: Actor, table_id: str) -> str | None:
        """The link of a ticket by which somebody can pay this person at a table now, or None."""
        if self._ground.rail is None:
            return None
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
            tickets = orders.tickets(connection, table_id=table_id)
        owed = {debt.id for debt in _debts(snapshot) if debt.payee == payee.user}
        here = (one for one in tickets if one.match == snapshot.row.match and one.obligation in owed)
        return next((one.link for one in here), None)

    def tick(self) -> None:
        """Open tickets for new debts, close those of debts that have gone, look at the others now and then."""
        with self._ground.database.read() as connection:
            playing = tables.playing(connection)
            open_tickets = orders.tickets(connection)
        held = {(one.table_id, one.match, one.obligation): one for one in open_tickets}
        due: set[tuple[str, int, int]] = set()
        for table_id in playing:
            with self._ground.database.read() as connection:
                snapshot = self._ground.snapshots.read(connection, table_id)
            for debt in _debts(snapshot):
                place = (table_id, snapshot.row.match, debt.id)
                due.add(place)
                if place not in held and self._not_before.get(place, 0) <= self._ground.clock.steady():
                    self._open(snapshot, debt, place)
        for place, ticket in held.items():
            if place in due:
                self._look_now_and_then(ticket)
            else:
                self._close(ticket)

    def hint(self, number: str, reference: str) -> None:
        """Somebody says that a ticket was approved: it is believed only as far as looking goes."""
        with self._ground.database.read() as connection:
            ticket = orders.ticket_of(connection, reference)
        if ticket is not None and ticket.number == number and ticket.state == "open":
            self.look(ticket)

    def look(self, ticket: TicketRow) -> None:
        """Ask how a ticket stands, and do what follows.

        Raises:
            RailError: If the bank can't be asked.
        """
        state = self._orders.rail.ticket(ticket.number).state
        match state:
            case "approved":
                self._carry_out(ticket)
            case "processed":
                # Its payment comes by the accounts that are followed, if it is not known already.
                self._forget(ticket)
            case "canceled" | "expired":
                self._forget(ticket)
            case _:
                return

    def _carry_out(self, ticket: TicketRow) -> None:
        """Let an approved ticket be paid, if its debt is still due and nobody is paying it already."""
        server_at = self._orders.rail.server_time()
        placed = False

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            nonlocal placed
            placed = False
            debt = next((one for one in _debts(snapshot) if one.id == ticket.obligation), None)
            waiting = snapshot.outside.orders if snapshot.outside else ()
            known = orders.get(connection, ticket.reference)
            if debt is None or known is not None or snapshot.row.match != ticket.match:
                return unchanged(snapshot)
            if any(order.payer == debt.payer and order.purpose is Purpose.DEBT for order in waiting):
                return unchanged(snapshot)
            try:
                checked(snapshot, Payment(debt.payer, debt.payee, debt.amount, debt.action))
            except PaymentRefused:
                return unchanged(snapshot)
            order = self._order(ticket, debt, book, server_at)
            orders.add(connection, order)
            book.line("asking", as_facts(order))
            placed = True
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        change_table(
            self._ground,
            ticket.table_id,
            user=self._payer(ticket),
            key=None,
            contents={"do": "ticket", "order": ticket.reference},
            act=act,
        )
        if placed:
            self._orders.carry_out(ticket.reference)
            self._forget(ticket)

    def _order(self, ticket: TicketRow, debt: Obligation, book: Book, server_at: int) -> OrderRow:
        return OrderRow(
            reference=ticket.reference,
            table_id=ticket.table_id,
            match=ticket.match,
            purpose=Purpose.DEBT,
            state=State.ASKING,
            payer=debt.payer,
            payee=debt.payee,
            amount=debt.amount,
            action=debt.action,
            obligation=debt.id,
            asked_by=debt.payer,
            reason="",
            created_at=book.author.at,
            server_at=server_at,
            sent=1,
            look_at=self._orders.lease(),
        )

    def _payer(self, ticket: TicketRow) -> str:
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, ticket.table_id)
        return next((one.payer for one in _debts(snapshot) if one.id == ticket.obligation), snapshot.row.host)

    def _open(self, snapshot: Snapshot, debt: Obligation, place: tuple[str, int, int]) -> None:
        reference = new_reference()
        try:
            instruction = Instruction(
                reference=reference,
                payer=self._orders.owners.of(debt.payer),
                payee=self._orders.owners.of(debt.payee),
                amount=Credits(debt.amount),
                description=debt.action,
            )
            opened = self._orders.rail.open_ticket(instruction, webhook=self.webhook)
        except RailRefused as refused:
            logger.info("No ticket for a debt at table %s: %s", place[0], refused)
            self._not_before[place] = self._ground.clock.steady() + REST_S * SECOND
            return
        row = TicketRow(
            number=opened.number,
            table_id=snapshot.row.id,
            match=snapshot.row.match,
            obligation=debt.id,
            reference=reference,
            state="open",
            link=opened.link,
            created_at=self._ground.clock.now(),
        )
        self._ground.database.write(lambda connection: orders.add_ticket(connection, row))
        self._looked[row.number] = self._ground.clock.steady()

    def _look_now_and_then(self, ticket: TicketRow) -> None:
        now = self._ground.clock.steady()
        if now - self._looked.get(ticket.number, 0) >= ASK_AGAIN_S * SECOND:
            self._looked[ticket.number] = now
            self.look(ticket)

    def _close(self, ticket: TicketRow) -> None:
        try:
            self._orders.rail.cancel_ticket(ticket.number)
        except RailError as fault:
            logger.info("Ticket of table %s stays open for now: %s", ticket.table_id, fault)
            return
        self._forget(ticket)

    def _forget(self, ticket: TicketRow) -> None:
        self._looked.pop(ticket.number, None)
        self._ground.database.write(lambda connection: orders.close_ticket(connection, ticket.number))


def _debts(snapshot: Snapshot) -> tuple[Obligation, ...]:
    """What is due at a table whose credits are in the bank outside."""
    if snapshot.match is None or snapshot.row.status != "playing" or not is_relayed(snapshot):
        return ()
    return snapshot.match.game.obligations(snapshot.match.state)
