"""What moves in the bank outside without us: payments from its own app settle debts, the rest is flagged.

Every movement is taken in once, whoever is first: its id is a key in our database. A debt whose order is under way is
left to that order.
"""

import logging
import threading
from collections.abc import Iterator
from dataclasses import replace

from app.errors import AppError, Conflict, InProgress, Json, NotFound, PaymentRefused, RailError, Refusal
from app.ledger import BANK
from app.money import parse_credits
from app.rails import SYSTEM, Movement
from app.rules import Payment, Player
from app.services.actor import Actor
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.change import Act
from app.services.ground.mirror import new_reference
from app.services.ground.snapshots import Snapshot
from app.services.payments.bank.orders import SECOND, Orders
from app.services.payments.bank.outcomes import note_movement, unchanged
from app.services.payments.bank.wording import plain
from app.services.payments.settling import book_payment, checked
from app.services.standing import closed_tables, must_act
from app.storage import Connection, orders, tables
from app.storage.orders import OPEN, MovementRow, OrderRow, Purpose, Seen, State

OVERLAP_S = 120
"""How far behind the latest movement is read again: some are dated before others that were seen earlier."""

STRANGER = "@outside"
"""Who gave or got credits whom we don't know."""

logger = logging.getLogger(__name__)


class Following:
    """Follows the accounts in the bank outside."""

    def __init__(self, ground: Ground, orders_: Orders) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_
        self._one_at_a_time = threading.Lock()

    def tick(self) -> int:
        """Take in all that has moved since the last time; how many movements were new.

        Raises:
            RailError: If the bank can't be asked. What was taken in stays.
        """
        with self._one_at_a_time:
            return self._read_on()

    def _read_on(self) -> int:
        rail = self._orders.rail
        with self._ground.database.read() as connection:
            cursor = orders.cursor(connection, rail.name)
        if cursor is None:
            return self._begin(rail.server_time())
        taken, reached, stuck = 0, cursor, False
        for movement in self._unseen(cursor - OVERLAP_S * SECOND):
            if self._safely(movement):
                taken += 1
                reached = reached if stuck else max(reached, movement.at)
            else:
                stuck = True
        if reached > cursor:
            self._set_cursor(reached)
        return taken

    def _begin(self, at: int) -> int:
        """Begin to follow: what moved before we were there is none of our business, unless an order of ours did it."""
        for movement in self._unseen(at - OVERLAP_S * SECOND):
            order = self._order_of(movement)
            if order is None or order.state not in OPEN:
                self._note(self._row(movement, self._user(movement.payer), self._user(movement.payee)))
            else:
                self.take_in(movement)
        self._set_cursor(at)
        return 0

    def _unseen(self, since: int) -> Iterator[Movement]:
        """Movements that are not noted yet, with all their details."""
        rail = self._orders.rail
        found = list(rail.movements(since=since))
        with self._ground.database.read() as connection:
            known = orders.known(connection, [movement.id for movement in found])
        for movement in found:
            if movement.id not in known:
                yield rail.detailed(movement)

    def _safely(self, movement: Movement) -> bool:
        """Take a movement in; False if it has to be looked at again."""
        try:
            return self.take_in(movement)
        except RailError:
            raise
        except AppError as fault:
            logger.warning("Movement %s has to wait: %s", movement.id, fault)
            return False

    def take_in(self, movement: Movement) -> bool:
        """Find out what a movement is to us, and do what follows; False if that can't be said yet."""
        order = self._order_of(movement)
        if order is not None and order.state in OPEN and _fits(movement, order):
            self._orders.settled(order.reference, movement)
            return self._is_noted(movement.id)
        payer, payee = self._user(movement.payer), self._user(movement.payee)
        row = self._row(movement, payer, payee)
        if movement.undoes is not None and self._returned(movement, row):
            return True
        table_id = self._table_of(payer, payee)
        if table_id is None and movement.undoes is not None:
            row = replace(row, table_id=self._table_of_movement(movement.undoes))
        if table_id is None:
            self._note(row)
            return True
        return self._settle_or_flag(table_id, row)

    def _is_noted(self, movement_id: str) -> bool:
        """Whether a movement has found its place: its order may have come to another end in the meantime."""
        with self._ground.database.read() as connection:
            return bool(orders.known(connection, [movement_id]))

    def _note(self, row: MovementRow) -> None:
        self._ground.database.write(lambda connection: orders.add_movement(connection, row))

    def _settle_or_flag(self, table_id: str, row: MovementRow) -> bool:
        taken = False

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            nonlocal taken
            taken = True
            if orders.movement(connection, row.id) is not None:
                return unchanged(snapshot)
            waiting = snapshot.outside.orders if snapshot.outside else ()
            if any(order.payer == row.payer and order.purpose is Purpose.DEBT for order in waiting):
                taken = False
                return unchanged(snapshot)
            return self._judge(connection, snapshot, book, row)

        change_table(
            self._ground,
            table_id,
            user=row.payer,
            key=None,
            contents={"do": "follow", "movement": row.id},
            act=act,
        )
        return taken

    def _judge(self, connection: Connection, snapshot: Snapshot, book: Book, row: MovementRow) -> Change:
        """Settle the debt that a movement pays; flag it if it pays none."""
        here = replace(row, table_id=snapshot.row.id)
        try:
            if row.undoes is not None or STRANGER in (row.payer, row.payee):
                raise PaymentRefused(Refusal.WRONG_PAYEE)
            amount = parse_credits(row.amount.removesuffix(".00").removesuffix(".0"))
            payer, payee = Player(row.payer), Player(row.payee)
            payment = Payment(payer, payee, amount, _action(snapshot, row))
            change, sealed = book_payment(
                self._ground, connection, snapshot, book, checked(snapshot, payment)
            )
        except PaymentRefused as refused:
            orders.add_movement(connection, replace(here, state=Seen.FLAGGED))
            book.line("flagged", {**as_facts(here), "code": refused.code})
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))
        book.known_outside.add(sealed.transfer.number)
        orders.add_movement(connection, replace(here, state=Seen.BOOKED, transfer=sealed.transfer.number))
        return replace(change, outside=orders.outside(connection, snapshot.row.id))

    def _order_of(self, movement: Movement) -> OrderRow | None:
        if movement.reference is None:
            return None
        with self._ground.database.read() as connection:
            return orders.get(connection, movement.reference)

    def _returned(self, movement: Movement, row: MovementRow) -> bool:
        """Whether this gives back a movement that was flagged; then both are done with."""
        with self._ground.database.read() as connection:
            undone = orders.movement(connection, movement.undoes or "")
            order = orders.charging_back(connection, movement.undoes or "")
        if order is not None and order.state in OPEN:
            self._orders.settled(order.reference, movement)
            return True
        if undone is None or undone.state is not Seen.FLAGGED or undone.table_id is None:
            return False

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            orders.set_movement(connection, undone.id, Seen.RETURNED, transfer=None)
            note_movement(connection, replace(row, state=Seen.OURS, table_id=undone.table_id))
            book.line("returned", as_facts(undone))
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        change_table(
            self._ground,
            undone.table_id,
            user=BANK,
            key=None,
            contents={"do": "follow", "movement": row.id},
            act=act,
        )
        return True

    def _table_of_movement(self, movement_id: str) -> str | None:
        with self._ground.database.read() as connection:
            found = orders.movement(connection, movement_id)
        return found.table_id if found else None

    def _table_of(self, payer: str, payee: str) -> str | None:
        """The table with a running match at which one of these plays, or None."""
        with self._ground.database.read() as connection:
            for user in (payer, payee):
                table_id = tables.sits_at(connection, user)
                row = tables.get(connection, table_id) if table_id else None
                if row is not None and row.status == "playing":
                    return row.id
        return None

    def _user(self, owner: str) -> str:
        return BANK if owner == SYSTEM else self._orders.owners.user(owner) or STRANGER

    def _row(self, movement: Movement, payer: str, payee: str) -> MovementRow:
        return MovementRow(
            id=movement.id,
            number=movement.number,
            at=movement.at,
            payer=payer,
            payee=payee,
            amount=f"{movement.amount:f}",
            description=movement.description,
            state=Seen.ELSEWHERE,
            table_id=None,
            transfer=None,
            reference=movement.reference,
            undoes=movement.undoes,
            seen_at=self._ground.clock.now(),
        )

    def _set_cursor(self, at: int) -> None:
        name = self._orders.rail.name
        self._ground.database.write(lambda connection: orders.set_cursor(connection, name, at))

    # What people do about flagged movements

    def flagged(self, actor: Actor) -> tuple[MovementRow, ...]:
        """Movements that fit nothing that was due, oldest first; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            closed = closed_tables(connection, actor)
            flagged = orders.movements_of(connection, state=Seen.FLAGGED)
        return tuple(one for one in flagged if one.table_id not in closed)

    def charge_back(self, actor: Actor, movement_id: str) -> OrderRow:
        """Give a flagged movement back, by an order like any other; for organizers.

        Raises:
            Conflict: If it is not flagged (any more), or is a chargeback itself.
            InProgress: If the bank is being asked for it already.
        """
        actor.must_be_organizer()
        flagged = self._flagged(movement_id)
        if flagged.undoes is not None:
            raise Conflict("This gives back another payment. Only the bank's own people can undo that.")
        server_at = self._orders.rail.server_time()
        reference = new_reference()

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_act(actor, snapshot.event)
            waiting = snapshot.outside.orders if snapshot.outside else ()
            if any(order.undoes == movement_id for order in waiting):
                raise InProgress("The bank is being asked already. The table shows how it ends.")
            orders.add(connection, self._return(flagged, snapshot, book, reference, server_at))
            book.line("returning", as_facts(flagged))
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        self._decide(actor, flagged, "charge_back", act)
        self._orders.send_all([reference])
        return self._orders.get(reference)

    def dismiss(self, actor: Actor, movement_id: str) -> None:
        """Leave a flagged movement as it is: somebody meant it so; for organizers.

        Raises:
            Conflict: If it is not flagged (any more).
        """
        actor.must_be_organizer()
        flagged = self._flagged(movement_id)

        def act(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            must_act(actor, snapshot.event)
            orders.set_movement(connection, movement_id, Seen.ELSEWHERE, transfer=None)
            book.line("dismissed", as_facts(flagged))
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        self._decide(actor, flagged, "dismiss", act)

    def _decide(self, actor: Actor, flagged: MovementRow, what: str, act: Act) -> None:
        contents: dict[str, Json] = {"do": what, "movement": flagged.id}
        change_table(
            self._ground, flagged.table_id or "", user=actor.user, key=None, contents=contents, act=act
        )

    def _flagged(self, movement_id: str) -> MovementRow:
        with self._ground.database.read() as connection:
            found = orders.movement(connection, movement_id)
        if found is None or found.table_id is None:
            raise NotFound("There is no such payment in the bank.")
        if found.state is not Seen.FLAGGED:
            raise Conflict("This payment needs nobody any more. Look again.")
        return found

    def _return(
        self, flagged: MovementRow, snapshot: Snapshot, book: Book, reference: str, server_at: int
    ) -> OrderRow:
        return OrderRow(
            reference=reference,
            table_id=snapshot.row.id,
            match=snapshot.row.match,
            purpose=Purpose.RETURN,
            state=State.WAITING,
            payer=flagged.payee,
            payee=flagged.payer,
            # A chargeback gives back all of it, whatever part of a credit it is.
            amount=max(1, int(flagged.amount.partition(".")[0])),
            action=flagged.description[:64],
            obligation=None,
            asked_by=book.author.user,
            reason="",
            created_at=book.author.at,
            server_at=server_at,
            undoes=flagged.id,
        )


def _fits(movement: Movement, order: OrderRow) -> bool:
    """Whether a movement under an order's reference is what the order asked for."""
    return movement.amount == order.amount or order.undoes is not None


def _action(snapshot: Snapshot, row: MovementRow) -> str | None:
    """The action that a description names: that of a debt it could settle, or whatever it says."""
    said = plain(row.description)
    if not said or snapshot.match is None:
        return said or None
    names = {str(line["action"]): str(line["name"]) for line in snapshot.game.actions(snapshot.settings)}
    for debt in snapshot.match.game.obligations(snapshot.match.state):
        if (debt.payer, debt.payee) == (row.payer, row.payee):
            known = (plain(debt.action), plain(names.get(debt.action, debt.action)))
            if any(name and name in said for name in known):
                return debt.action
    return row.description.strip()[:64]


def as_facts(row: MovementRow) -> dict[str, str]:
    """What the log says of a movement."""
    return {
        "movement": row.id,
        "number": row.number,
        "payer": row.payer,
        "payee": row.payee,
        "amount": row.amount,
        "description": row.description[:200],
    }
