"""Payment orders to a bank outside: asking, what came of it, looking again, and what people decide.

An order is written down before the bank is asked, and the bank is asked outside of any transaction. *Asking* (a
request is under way) and *unknown* (no answer) are two states, so that two tries can't both send. An unknown order is
looked for under its reference, and sent again only by a person's word, after the time in which a slow request could
still arrive, and after one more look.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from app.errors import AppError, Conflict, NotFound, RailError, RailRefused, RailUnknown
from app.money import Credits
from app.rails import Instruction, Movement, Rail
from app.services.ground import Change, Ground, change_table
from app.services.ground.booking import Book
from app.services.ground.snapshots import Snapshot
from app.services.payments.bank.holding import release_held, settle_held
from app.services.payments.bank.outcomes import as_facts, book_outcome, note_movement, unchanged
from app.services.payments.bank.owners import Owners
from app.services.payments.bank.wording import description_of
from app.storage import Connection, orders
from app.storage.orders import OPEN, OrderRow, Purpose, Seen, State

SECOND = 1_000_000

FIRST_LOOK_S = 20
"""How long after a lost answer an order is looked for the first time."""
GROWTH = (5, 2)
"""Each pause is this fraction of the one before: two and a half times."""
LONGEST_PAUSE_S = 300

CALL_LIMIT_S = 150
"""No request of ours takes longer: an order that is being asked since then belongs to a process that was killed."""
WINDOW_S = 90
"""How long after a request was given up it could still be carried out by a slow server."""
SKEW_S = 3600
"""How far before the moment of sending an order is looked for; its reference keeps strangers out, clocks may differ."""
PATIENCE_S = 6
"""How long somebody who pays is kept waiting for the answer; after that the table's page tells it."""
BEGUN_AFTER_S = PATIENCE_S + 2
"""How long after the last starting credits a match must have begun; else it is begun for whoever asked for it."""

logger = logging.getLogger(__name__)


def pause_s(looks: int) -> int:
    """Seconds until the next look, after so many."""
    pause = FIRST_LOOK_S
    for _ in range(looks):
        pause = min(LONGEST_PAUSE_S, pause * GROWTH[0] // GROWTH[1])
    return pause


class Orders:
    """What one can ask of payment orders. Without a bank outside there are none, and nothing here is called."""

    def __init__(self, ground: Ground, owners: Owners) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self.owners = owners
        self.when_gathered: Callable[[OrderRow], None] = lambda _: None
        """Told that a match can begin: the last order for its starting credits is settled, and nobody has begun it."""

    @property
    def rail(self) -> Rail:
        """The bank outside.

        Raises:
            Conflict: If our own books are the bank.
        """
        if self._ground.rail is None:
            raise Conflict("This service books in its own ledger: there is no bank outside to ask.")
        return self._ground.rail

    @property
    def outside(self) -> bool:
        """Whether a bank outside moves the credits."""
        return self._ground.rail is not None

    def get(self, reference: str) -> OrderRow:
        """The order with this reference.

        Raises:
            NotFound: If there is none.
        """
        with self._ground.database.read() as connection:
            found = orders.get(connection, reference)
        if found is None:
            raise NotFound("There is no payment order %(reference)s.", reference=reference[:40])
        return found

    def all(self, table_id: str) -> tuple[OrderRow, ...]:
        """Every order of a table, oldest first."""
        with self._ground.database.read() as connection:
            return tuple(orders.of_states(connection, tuple(State), table_id=table_id))

    def lease(self) -> int:
        """Until when (steady clock) an order that is asked from now on is left alone."""
        return self._ground.clock.steady() + CALL_LIMIT_S * SECOND

    # Asking

    def carry_out(self, reference: str) -> OrderRow:
        """Ask the bank about an order that was just written down as asking; wait for the answer, but not for ever.

        Returns:
            The order as it stands after the answer, or still asking after PATIENCE_S.
        """
        worker = _Call(lambda: self.deliver(reference))
        worker.wait(PATIENCE_S)
        return self.get(reference)

    def send_all(self, references: Sequence[str]) -> None:
        """Ask the bank about orders that wait, one after the other; wait for the answers, but not for ever."""

        def send() -> None:
            for reference in references:
                self.send(reference, out_of=State.WAITING)

        _Call(send).wait(PATIENCE_S)

    def deliver(self, reference: str) -> OrderRow:
        """Ask the bank about an order that is ours to ask, and write down what came of it."""
        order = self.get(reference)
        try:
            instruction = self.instruction(order)
        except RailError as fault:
            refused = RailRefused("It was not sent.", answer=_answer_of(fault))
            return self.failed(reference, refused, request=order.sent)
        try:
            movement = self._ask(order, instruction)
        except RailRefused as refused:
            return self.failed(reference, refused, request=order.sent)
        except RailUnknown as fault:
            logger.warning("The bank gave no answer to order %s: %s", reference, fault)
            return self.unknown(reference, request=order.sent)
        return self.settled(reference, movement)

    def _ask(self, order: OrderRow, instruction: Instruction) -> Movement:
        """Have the bank move it: by the ticket that the payer has approved, if there is one."""
        with self._ground.database.read() as connection:
            ticket = orders.ticket_of(connection, order.reference)
        if ticket is not None:
            return self.rail.process_ticket(ticket.number, order.reference)
        return self.rail.pay(instruction)

    def send(self, reference: str, *, out_of: State) -> OrderRow:
        """Take an order out of a state in which nobody asks, and ask; whoever is second leaves it alone."""
        if self._claim(reference, out_of):
            return self.deliver(reference)
        return self.get(reference)

    def _claim(self, reference: str, out_of: State) -> bool:
        server_at = self.rail.server_time()
        claimed = False

        def act(connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Change:
            nonlocal claimed
            claimed = order.state is out_of
            if not claimed:
                return unchanged(snapshot)
            now = replace(
                order,
                state=State.ASKING,
                sent=order.sent + 1,
                server_at=order.server_at or server_at,
                look_at=self.lease(),
            )
            orders.save(connection, now)
            if order.state is not State.WAITING and order.purpose is not Purpose.MIRROR:
                book.line("asking", as_facts(now))
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        self._change(reference, act)
        return claimed

    # What came of it

    def settled(self, reference: str, movement: Movement) -> OrderRow:
        """Book what the bank has moved, once, whoever finds out first."""

        def act(connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Change:
            noted = orders.movement(connection, movement.id)
            taken = noted is not None and noted.state is not Seen.FLAGGED
            if order.state not in OPEN or taken:
                return unchanged(snapshot)
            change, transfer, seen = book_outcome(self._ground, connection, snapshot, book, order)
            orders.save(
                connection,
                replace(
                    order,
                    state=State.SETTLED,
                    transfer=transfer,
                    movement=movement.id,
                    look_at=self._look_whether_begun(order),
                ),
            )
            note_movement(connection, self._seen(movement, order, seen, transfer))
            if transfer is not None:
                settle_held(connection, order, transfer, book.author.at)
            else:
                release_held(connection, snapshot, order, book.author.at)
            return replace(change, outside=orders.outside(connection, snapshot.row.id))

        return self._change(reference, act)

    def _look_whether_begun(self, order: OrderRow) -> int | None:
        """When to look whether the match has begun for which these are the starting credits; None for others."""
        if order.purpose is not Purpose.CREDITS:
            return None
        return self._ground.clock.steady() + BEGUN_AFTER_S * SECOND

    def failed(self, reference: str, refused: RailRefused, *, request: int) -> OrderRow:
        """Note that the bank has moved nothing by the latest request, and will not.

        Args:
            reference: The order's.
            refused: Why.
            request: Which of its requests this is about, counted from 1; what an older one hears says nothing.
        """

        def act(connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Change:
            if order.state not in OPEN or order.sent != request:
                return unchanged(snapshot)
            after = replace(
                order, state=State.FAILED, look_at=None, answer=(refused.answer or str(refused))[:200]
            )
            orders.save(connection, after)
            if order.purpose is not Purpose.MIRROR:
                book.line("failed", as_facts(after))
            release_held(connection, snapshot, order, book.author.at)
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        return self._change(reference, act)

    def unknown(self, reference: str, *, request: int) -> OrderRow:
        """Note that there was no answer; the order is looked for from now on. `request` as for `failed`."""

        def act(connection: Connection, snapshot: Snapshot, book: Book, order: OrderRow) -> Change:
            if order.state is not State.ASKING or order.sent != request:
                return unchanged(snapshot)
            now = self._ground.clock.steady()
            after = replace(
                order, state=State.UNKNOWN, looks=0, look_at=now + pause_s(0) * SECOND, given_up_at=now
            )
            orders.save(connection, after)
            if order.purpose is not Purpose.MIRROR:
                book.line("unknown", as_facts(after))
            return replace(unchanged(snapshot), outside=orders.outside(connection, snapshot.row.id))

        return self._change(reference, act)

    # Looking again

    def tick(self) -> int:
        """Send what waits, give up waiting for killed processes, look for what is unknown; how many orders it met."""
        with self._ground.database.read() as connection:
            due = orders.due(connection, self._ground.clock.steady())
        for order in due:
            try:
                self._attend(order)
            except AppError as fault:
                logger.warning("Order %s has to wait: %s", order.reference, fault)
        return len(due)

    def _attend(self, order: OrderRow) -> None:
        match order.state:
            case State.WAITING:
                self.send(order.reference, out_of=State.WAITING)
            case State.ASKING:
                self.unknown(order.reference, request=order.sent)
            case State.SETTLED:
                self._begun(order.reference)
            case _:
                self.look(order.reference)

    def _begun(self, reference: str) -> None:
        """See to it that a match begins whose last credits came late, or whose start was cut short."""

        def act(connection: Connection, snapshot: Snapshot, _: Book, order: OrderRow) -> Change:
            orders.save(connection, replace(order, look_at=None))
            return unchanged(snapshot)

        order = self._change(reference, act)
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, order.table_id)
        hanging = snapshot.outside.orders if snapshot.outside else ()
        waits = any(one.purpose is Purpose.CREDITS for one in hanging)
        if snapshot.row.match < order.match and not waits:
            self.when_gathered(order)

    def look(self, reference: str) -> OrderRow:
        """Look for an unknown order; settle it if it is found, or say when to look next."""
        order = self.get(reference)
        if order.state is not State.UNKNOWN:
            return order
        found: tuple[Movement, ...] = ()
        try:
            found = self.rail.find(self.instruction(order), since=order.server_at - SKEW_S * SECOND)
        except RailError as fault:
            logger.warning("The bank could not be asked for order %s: %s", reference, fault)
        if found and (order := self.settled(reference, found[0])).state is not State.UNKNOWN:
            return order

        def act(connection: Connection, snapshot: Snapshot, _: Book, order: OrderRow) -> Change:
            if order.state is State.UNKNOWN:
                next_look = self._ground.clock.steady() + pause_s(order.looks + 1) * SECOND
                orders.save(connection, replace(order, looks=order.looks + 1, look_at=next_look))
            return unchanged(snapshot)

        return self._change(reference, act)

    def instruction(self, order: OrderRow) -> Instruction:
        """What the bank is told, or looked through for, in its own terms."""
        return Instruction(
            reference=order.reference,
            payer=self.owners.of(order.payer),
            payee=self.owners.of(order.payee),
            amount=Credits(order.amount),
            description=description_of(order),
            undoes=order.undoes,
        )

    def _seen(
        self, movement: Movement, order: OrderRow, seen: Seen, transfer: int | None
    ) -> orders.MovementRow:
        return orders.MovementRow(
            id=movement.id,
            number=movement.number,
            at=movement.at,
            payer=order.payer,
            payee=order.payee,
            amount=str(movement.amount),
            description=movement.description,
            state=seen,
            table_id=order.table_id,
            transfer=transfer,
            reference=order.reference,
            undoes=movement.undoes,
            seen_at=self._ground.clock.now(),
        )

    def _change(
        self, reference: str, act: Callable[[Connection, Snapshot, Book, OrderRow], Change]
    ) -> OrderRow:
        order = self.get(reference)

        def run(connection: Connection, snapshot: Snapshot, book: Book) -> Change:
            now = orders.get(connection, reference)
            return act(connection, snapshot, book, now or order)

        change_table(
            self._ground,
            order.table_id,
            user=order.asked_by,
            key=None,
            contents={"do": "order", "order": reference},
            act=run,
        )
        return self.get(reference)


class _Call:
    """A call in a thread of its own: whoever waits may stop waiting, and a stop of the service need not."""

    def __init__(self, call: Callable[[], object]) -> None:
        self._call = call
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="bank", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._call()
        except BaseException as fault:  # noqa: BLE001 - told to whoever waits
            self._fault = fault

    def wait(self, timeout_s: int) -> None:
        """Wait for the end of the call; raises what it raised."""
        self._thread.join(timeout_s)
        if self._fault is not None:
            raise self._fault


def _answer_of(fault: RailError) -> str:
    return fault.answer if isinstance(fault, RailRefused) and fault.answer else "unreachable"
