"""What people decide about a payment that the bank outside gave no answer to, with what was found in front of them."""

from dataclasses import dataclass

from app.errors import Conflict, InProgress, RailError, RailRefused
from app.rails import Movement
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.payments.bank.orders import SECOND, SKEW_S, WINDOW_S, Orders
from app.services.standing import closed_tables, must_act
from app.storage import orders
from app.storage.orders import OrderRow, Purpose, Seen, State


@dataclass(frozen=True, slots=True)
class Case:
    """An unknown order as a person decides it: what was found under its reference, and what looks alike.

    `fault` is why the bank could not be asked, or empty. `may_send` is False until a slow request can't arrive any
    more.
    """

    order: OrderRow
    found: tuple[Movement, ...]
    alike: tuple[Movement, ...]
    fault: str
    may_send: bool


class Deciding:
    """What host and organizers can do about orders that are unknown."""

    def __init__(self, ground: Ground, orders_: Orders) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_

    def case(self, actor: Actor, reference: str) -> Case:
        """An order with what the bank shows of it right now, for host or organizer.

        Raises:
            NotAllowed: If the actor is neither.
        """
        order = self._orders.get(reference)
        self._must_run(actor, order)
        found: tuple[Movement, ...] = ()
        alike: tuple[Movement, ...] = ()
        fault = ""
        try:
            instruction, since = self._orders.instruction(order), order.server_at - SKEW_S * SECOND
            found = self._orders.rail.find(instruction, since=since)
            if not found:
                alike = self._free(self._orders.rail.alike(instruction, since=since))
        except RailError as error:
            fault = str(error)
        return Case(order, found, alike, fault, self._may_send(order))

    def settle_with(self, actor: Actor, reference: str, movement_id: str) -> OrderRow:
        """Settle an unknown order with a movement that was found.

        Raises:
            Conflict: If it is not unknown, or no such movement is there (any more).
        """
        case = self._undecided(actor, reference)
        chosen = next((one for one in (*case.found, *case.alike) if one.id == movement_id), None)
        if chosen is None:
            raise Conflict("The bank shows no such payment any more. Look again.")
        return self._orders.settled(reference, chosen)

    def send_again(self, actor: Actor, reference: str) -> OrderRow:
        """Send an unknown order again under the same reference, after one more look.

        So can an organizer an order that the bank refused, where it follows what is booked here.

        Raises:
            Conflict: If it was found, can't be looked for, or might still arrive.
        """
        order = self._orders.get(reference)
        if order.purpose is Purpose.MIRROR and order.state is State.FAILED:
            self._must_run(actor, order)
            return self._orders.send(reference, out_of=State.FAILED)
        case = self._undecided(actor, reference)
        self._must_be_missing(case)
        return self._orders.send(reference, out_of=State.UNKNOWN)

    def give_up(self, actor: Actor, reference: str) -> OrderRow:
        """Call an unknown order failed, after one more look; its debt can be paid anew.

        Raises:
            Conflict: If it was found or might still arrive; or if it can't be looked for, unless an organizer says so.
        """
        case = self._undecided(actor, reference)
        if not (case.fault and actor.is_organizer and case.may_send):
            self._must_be_missing(case)
        refused = RailRefused("Given up.", answer="givenUp")
        return self._orders.failed(reference, refused, request=case.order.sent)

    def needing(self, actor: Actor) -> tuple[OrderRow, ...]:
        """Orders that need a person: unknown ones, and those that were booked here but refused there."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            unknown = orders.of_states(connection, (State.UNKNOWN,))
            refused = orders.of_states(connection, (State.FAILED,), purpose=Purpose.MIRROR)
            closed = closed_tables(connection, actor)
        return tuple(order for order in (*unknown, *refused) if order.table_id not in closed)

    def _undecided(self, actor: Actor, reference: str) -> Case:
        case = self.case(actor, reference)
        if case.order.state is not State.UNKNOWN:
            raise InProgress("This payment is not undecided (any more). Look again.")
        return case

    def _must_be_missing(self, case: Case) -> None:
        if case.found:
            raise Conflict("The bank has this payment: settle it with that.")
        if case.fault:
            raise Conflict(
                "The bank can't be asked right now (%(fault)s). Try again later.", fault=case.fault
            )
        if not case.may_send:
            raise Conflict(
                "The payment may still arrive. Wait %(seconds)d seconds after it was sent.", seconds=WINDOW_S
            )

    def _may_send(self, order: OrderRow) -> bool:
        given_up = order.given_up_at
        return given_up is not None and self._ground.clock.steady() - given_up >= WINDOW_S * SECOND

    def _must_run(self, actor: Actor, order: OrderRow) -> None:
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, order.table_id)
        if not snapshot.runs(actor):
            must_act(actor, snapshot.event)

    def _free(self, movements: tuple[Movement, ...]) -> tuple[Movement, ...]:
        """Those that settled nothing else."""
        with self._ground.database.read() as connection:
            noted = {one.id: orders.movement(connection, one.id) for one in movements}
        return tuple(one for one in movements if (row := noted[one.id]) is None or row.state is Seen.FLAGGED)
