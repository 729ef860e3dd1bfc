"""Our journal against the bank outside, both ways: what differs, why it may, and what to do about it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from app.errors import Json
from app.ledger import Transfer
from app.rails import SYSTEM, Movement
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.ground.mirror import is_relayed, is_system
from app.services.payments.bank.following import OVERLAP_S, STRANGER, Following
from app.services.payments.bank.gathering import CARRIED
from app.services.payments.bank.orders import SECOND, Orders
from app.services.standing import closed_tables, must_act
from app.storage import books, orders, tables
from app.storage.orders import OPEN, MovementRow, OrderRow, Seen, State

Progress = Callable[[int, int], None]


class Kind(StrEnum):
    """What can differ."""

    UNDECIDED = "undecided"
    NOT_THERE = "not_there"
    REFUSED_THERE = "refused_there"
    GONE_THERE = "gone_there"
    OTHER_THERE = "other_there"
    NOT_HERE = "not_here"
    FLAGGED = "flagged"
    UNDONE_THERE = "undone_there"
    BALANCE = "balance"


@dataclass(frozen=True, slots=True)
class Advice:
    """English templates (gettext msgids) to be filled with a difference's facts."""

    what: str
    why: str
    do: str


ADVICE: Mapping[Kind, Advice] = {
    Kind.UNDECIDED: Advice(
        "%(payer)s to %(payee)s, %(amount)s: nobody knows whether the bank has moved it.",
        "The answer was lost, and the bank does not show it (yet).",
        "Decide it on the desk's page of the bank, or as the table's host: there is what was found.",
    ),
    Kind.NOT_THERE: Advice(
        "%(number)s, %(payer)s to %(payee)s, %(amount)s: booked here, and no order to the bank belongs to it.",
        "It was booked before the bank was set up, or somebody changed the database.",
        "If the credits should have moved, make the payment in the bank by hand.",
    ),
    Kind.REFUSED_THERE: Advice(
        "%(number)s, %(payer)s to %(payee)s, %(amount)s: booked here, refused by the bank (%(answer)s).",
        "There was too little in that account, or a limit was hit.",
        "Mend the reason in the bank, then send it again on the desk's page of the bank.",
    ),
    Kind.GONE_THERE: Advice(
        "%(number)s, %(payer)s to %(payee)s, %(amount)s: booked here, but the bank does not show %(movement)s.",
        "The bank was set back to an older state, or its list is not complete.",
        "Ask the bank's own people; until then do not pay it again.",
    ),
    Kind.OTHER_THERE: Advice(
        "%(number)s, %(payer)s to %(payee)s, %(amount)s: the bank shows %(movement)s as %(found)s.",
        "One of the two was changed by hand.",
        "Compare both by their numbers; correct by a new transfer, never by a change.",
    ),
    Kind.NOT_HERE: Advice(
        "%(movement)s in the bank, %(payer)s to %(payee)s, %(amount)s: not taken in here.",
        "It could not be judged yet: a payment of the same payer is undecided.",
        "Decide that payment, then reconcile again.",
    ),
    Kind.FLAGGED: Advice(
        "%(movement)s in the bank, %(payer)s to %(payee)s, %(amount)s: fits nothing that was due.",
        "Somebody paid by the bank's own app, twice or something else than was owed.",
        "Give it back, or leave it, on the desk's page of the bank.",
    ),
    Kind.UNDONE_THERE: Advice(
        "%(number)s, %(payer)s to %(payee)s, %(amount)s: charged back in the bank by %(movement)s, not here.",
        "Somebody charged it back in the bank itself.",
        "Reverse the transfer here only if it belongs to the running game, or pay it once more in the bank. Neither"
        " reopens the debt: it stays paid and is not asked for again.",
    ),
    Kind.BALANCE: Advice(
        "%(payer)s has %(found)s in the bank and %(amount)s here.",
        "One of the differences above, or an account that was used elsewhere during the game.",
        "Mend the others first; the next game begins with the starting credits in any case.",
    ),
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs; `facts` fill the templates of its `kind`."""

    kind: Kind
    table_id: str | None
    facts: Mapping[str, Json]

    @property
    def template(self) -> Advice:
        """What, why and what to do, as templates to be translated and filled."""
        return ADVICE[self.kind]

    @property
    def advice(self) -> Advice:
        """What, why and what to do, in plain English."""
        return Advice(self.template.what % self.facts, self.template.why, self.template.do)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared, what was settled on the way, and what differs still."""

    transfers: int
    movements: int
    settled: int
    differences: tuple[Difference, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing differs."""
        return not self.differences


class Reconciling:
    """Compares both sides. Nothing here is called where our own books are the bank."""

    def __init__(self, ground: Ground, orders_: Orders, following: Following) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._orders = orders_
        self._following = following

    def run(
        self, actor: Actor, *, table_id: str | None = None, progress: Progress | None = None
    ) -> Comparison:
        """Settle what can be settled, then compare; for organizers.

        Args:
            actor: Who asks.
            table_id: Only this table, all of them if None.
            progress: Told (tables done, tables in all).

        Raises:
            RailError: If the bank can't be asked.
        """
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            closed = closed_tables(connection, actor)
            if table_id is not None:
                must_act(actor, self._ground.snapshots.read(connection, table_id).event)
        settled = self._settle(table_id)
        there = self._there(table_id)
        differences: list[Difference] = []
        compared = 0
        with self._ground.database.read() as connection:
            every = [one for one in tables.ids(connection) if one not in closed]
        chosen = [table_id] if table_id is not None else every
        for done, one in enumerate(chosen, start=1):
            count, found = self._table(one, there)
            compared += count
            differences += found
            if progress is not None:
                progress(done, len(chosen))
        differences += self._not_taken_in(there.values(), table_id)
        return Comparison(compared, len(there), settled, tuple(differences))

    def _settle(self, table_id: str | None) -> int:
        """Look for every open order, and take in what moved; how many orders came to their end by it."""
        before = self._open(table_id)
        for order in before:
            if order.state is State.UNKNOWN:
                self._orders.look(order.reference)
            elif order.state is State.WAITING:
                self._orders.send(order.reference, out_of=State.WAITING)
        self._following.tick()
        return len(before) - len(
            {one.reference for one in self._open(table_id)} & {one.reference for one in before}
        )

    def _open(self, table_id: str | None) -> list[OrderRow]:
        with self._ground.database.read() as connection:
            return orders.of_states(connection, OPEN, table_id=table_id)

    def _there(self, table_id: str | None) -> dict[str, Movement]:
        """Everything that moved in the bank since the first movement that we know of."""
        with self._ground.database.read() as connection:
            known = orders.movements_of(connection, table_id=table_id)
            cursor = orders.cursor(connection, self._orders.rail.name)
        first = min((row.at for row in known), default=cursor)
        if first is None:
            return {}
        since = first - OVERLAP_S * SECOND if known else first
        return {one.id: one for one in self._orders.rail.movements(since=since)}

    def _table(self, table_id: str, there: Mapping[str, Movement]) -> tuple[int, list[Difference]]:
        """Compare the books of one table; how many transfers, and what differs."""
        with self._ground.database.read() as connection:
            snapshot = self._ground.snapshots.read(connection, table_id)
            if not is_relayed(snapshot):
                return 0, []
            transfers = [sealed.transfer for sealed in books.every_transfer(connection, table_id)]
            rows = orders.movements_of(connection, table_id=table_id)
            asked = orders.of_states(connection, tuple(State), table_id=table_id)
        if not rows and not asked:
            return 0, []  # a table of the days before the bank outside
        by_transfer = {row.transfer: row for row in rows if row.transfer is not None}
        orders_of = {order.transfer: order for order in asked if order.transfer is not None}
        reversed_here = {one.reverses for one in transfers if one.reverses is not None}
        found = [_undecided(order) for order in asked if order.state is State.UNKNOWN]
        found += [_of_movement(Kind.FLAGGED, row) for row in rows if row.state is Seen.FLAGGED]
        for transfer in transfers:
            row, order = by_transfer.get(transfer.number), orders_of.get(transfer.number)
            difference = self._of_transfer(transfer, row, order, there)
            if difference is not None:
                found.append(difference)
            elif row is not None and transfer.number not in reversed_here:
                found += _undone(transfer, row, rows)
        if snapshot.row.status == "playing":
            found += self._balances(table_id, {seat.user: seat.name for seat in snapshot.seats})
        return len(transfers), found

    def _of_transfer(
        self,
        transfer: Transfer,
        row: MovementRow | None,
        order: OrderRow | None,
        there: Mapping[str, Movement],
    ) -> Difference | None:
        """What differs about one transfer of ours, or None."""
        if transfer.action == CARRIED or (is_system(transfer.payer) and is_system(transfer.payee)):
            return None
        facts = _facts(transfer)
        if row is None:
            if order is None:
                return Difference(Kind.NOT_THERE, transfer.table, facts)
            if order.state is State.FAILED:
                return Difference(Kind.REFUSED_THERE, transfer.table, {**facts, "answer": order.answer})
            return None
        movement = there.get(row.id)
        if movement is None:
            return Difference(Kind.GONE_THERE, transfer.table, {**facts, "movement": row.number})
        shown = (self._user(movement.payer), self._user(movement.payee), movement.amount)
        if shown == (_outside(transfer.payer), _outside(transfer.payee), Decimal(transfer.amount)):
            return None
        told = f"{shown[0]} to {shown[1]}, {movement.amount:f}"
        return Difference(Kind.OTHER_THERE, transfer.table, {**facts, "movement": row.number, "found": told})

    def _not_taken_in(self, there: Iterable[Movement], table_id: str | None) -> list[Difference]:
        """Movements between people of ours that are not noted: only those of one table can't be told apart."""
        if table_id is not None:
            return []
        found = list(there)
        with self._ground.database.read() as connection:
            known = orders.known(connection, [one.id for one in found])
        return [
            Difference(
                Kind.NOT_HERE,
                None,
                {
                    "movement": one.number,
                    "payer": self._user(one.payer),
                    "payee": self._user(one.payee),
                    "amount": f"{one.amount:f}",
                },
            )
            for one in found
            if one.id not in known
        ]

    def _balances(self, table_id: str, seats: Mapping[str, str]) -> list[Difference]:
        with self._ground.database.read() as connection:
            held = books.accounts(connection, table_id)
        found = []
        for user in seats:
            there = self._orders.rail.balance(self._orders.owners.of(user))
            if there != held[user].balance:
                facts: dict[str, Json] = {"payer": user, "found": f"{there:f}", "amount": held[user].balance}
                found.append(Difference(Kind.BALANCE, table_id, facts))
        return found

    def _user(self, owner: str) -> str:
        return SYSTEM if owner == SYSTEM else self._orders.owners.user(owner) or STRANGER


def _outside(owner: str) -> str:
    return SYSTEM if is_system(owner) else owner


def _facts(transfer: Transfer) -> dict[str, Json]:
    return {
        "number": f"{transfer.table}-{transfer.number}",
        "payer": transfer.payer,
        "payee": transfer.payee,
        "amount": transfer.amount,
    }


def _undecided(order: OrderRow) -> Difference:
    facts: dict[str, Json] = {"payer": order.payer, "payee": order.payee, "amount": order.amount}
    return Difference(Kind.UNDECIDED, order.table_id, {**facts, "order": order.reference})


def _of_movement(kind: Kind, row: MovementRow) -> Difference:
    facts: dict[str, Json] = {
        "movement": row.number,
        "payer": row.payer,
        "payee": row.payee,
        "amount": row.amount,
    }
    return Difference(kind, row.table_id, facts)


def _undone(transfer: Transfer, row: MovementRow, rows: Iterable[MovementRow]) -> list[Difference]:
    """Whether the bank has charged back what a transfer mirrors, and our books know nothing of it."""
    return [
        Difference(Kind.UNDONE_THERE, transfer.table, {**_facts(transfer), "movement": one.number})
        for one in rows
        if one.undoes == row.id and one.transfer is None
    ]
