"""Rows of payment orders to a bank outside, of what was seen there, and of who is who there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, Row, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.storage import schema
from app.storage.rows import flat

_orders, _movements = schema.orders.orders, schema.orders.movements
_users, _tickets, _cursors = schema.orders.bank_users, schema.orders.bank_tickets, schema.orders.bank_cursors


class Purpose(StrEnum):
    """Why something is asked of the bank outside."""

    DEBT = "debt"
    """A payment between players; booked once the bank has moved it."""
    CREDITS = "credits"
    """Brings an account to the starting credits; booked once the bank has moved it."""
    REVERSAL = "reversal"
    """Undoes a booked transfer; booked once the bank has moved it."""
    MIRROR = "mirror"
    """Follows what is booked here already: costs of actions, and moves that were taken back."""
    RETURN = "return"
    """Gives back a movement that belongs to no debt; nothing is booked."""


class State(StrEnum):
    """How far an order has come."""

    WAITING = "waiting"
    """Written down; will be sent."""
    ASKING = "asking"
    """A request is under way, in some process, until `look_at` at the latest."""
    UNKNOWN = "unknown"
    """Sent, and no answer: it is looked for again at `look_at`."""
    SETTLED = "settled"
    FAILED = "failed"
    """The bank has moved nothing, and will not."""


class Seen(StrEnum):
    """What a movement in the bank outside is to us."""

    BOOKED = "booked"
    """It stands in our books too."""
    FLAGGED = "flagged"
    """It fits nothing that is due: somebody has to look at it."""
    RETURNED = "returned"
    """It was flagged, and is given back."""
    OURS = "ours"
    """An order of ours made it, which books nothing here."""
    ELSEWHERE = "elsewhere"
    """It touches nobody who sits at a running table."""


_IN_TURN = (_orders.c.created_at, _orders.c.transfer, _orders.c.reference)
"""Oldest first; those of one commit in the order of their transfers."""

OPEN = (State.WAITING, State.ASKING, State.UNKNOWN)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """An order. `payer` and `payee` are owners of our books; `transfer` is its number there once it is booked.

    `server_at` is the bank's time before it was first sent. On the steady clock are `look_at` and `given_up_at`, when
    the last request was waited for no longer. All are microseconds.
    `undoes` is the bank's id of the movement that is charged back, `movement` that of the one that settled the order.
    `answer` is why it failed.
    """

    reference: str
    table_id: str
    match: int
    purpose: Purpose
    state: State
    payer: str
    payee: str
    amount: int
    action: str
    obligation: int | None
    asked_by: str
    reason: str
    created_at: int
    server_at: int
    sent: int = 0
    look_at: int | None = None
    looks: int = 0
    given_up_at: int | None = None
    transfer: int | None = None
    reverses: int | None = None
    undoes: str | None = None
    movement: str | None = None
    answer: str = ""


@dataclass(frozen=True, slots=True)
class MovementRow:
    """A movement in the bank outside. `payer` and `payee` are owners of our books where we know them.

    `amount` is decimal text; `at` is the bank's clock, `seen_at` ours, both in microseconds.
    """

    id: str
    number: str
    at: int
    payer: str
    payee: str
    amount: str
    description: str
    state: Seen
    table_id: str | None
    transfer: int | None
    reference: str | None
    undoes: str | None
    seen_at: int


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A ticket in the bank outside for a debt that is due; `state` is open or closed."""

    number: str
    table_id: str
    match: int
    obligation: int
    reference: str
    state: str
    link: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Outside:
    """What of a table hangs in the bank outside: orders that are open, and movements that fit nothing.

    Orders that follow what is booked already are not among them: nobody at the table waits for those.
    """

    orders: tuple[OrderRow, ...] = ()
    flagged: tuple[MovementRow, ...] = ()


def outside(connection: Connection, table_id: str) -> Outside:
    """What of this table hangs in the bank outside at this moment, oldest first."""
    open_orders = connection.execute(
        select(_orders)
        .where(
            _orders.c.table_id == table_id,
            _orders.c.state.in_(OPEN),
            _orders.c.purpose != Purpose.MIRROR,
        )
        .order_by(*_IN_TURN)
    )
    flagged = connection.execute(
        select(_movements)
        .where(_movements.c.table_id == table_id, _movements.c.state == Seen.FLAGGED)
        .order_by(_movements.c.at, _movements.c.id)
    )
    return Outside(tuple(map(_order, open_orders)), tuple(map(_movement, flagged)))


def add(connection: Connection, row: OrderRow) -> None:
    """Write a new order."""
    connection.execute(insert(_orders), flat(row))


def get(connection: Connection, reference: str) -> OrderRow | None:
    """The order with this reference, or None."""
    found = connection.execute(select(_orders).where(_orders.c.reference == reference)).first()
    return _order(found) if found else None


def save(connection: Connection, row: OrderRow) -> None:
    """Write where an order stands; the transaction holds its table's lock."""
    names = (
        "state",
        "server_at",
        "sent",
        "look_at",
        "looks",
        "given_up_at",
        "transfer",
        "movement",
        "answer",
    )
    connection.execute(
        update(_orders)
        .where(_orders.c.reference == row.reference)
        .values({name: getattr(row, name) for name in names})
    )


def due(connection: Connection, now: int) -> list[OrderRow]:
    """Orders for which something is to be done now (steady clock), oldest first."""
    rows = connection.execute(
        select(_orders)
        .where(
            (_orders.c.state == State.WAITING)
            | (_orders.c.state.in_((State.ASKING, State.UNKNOWN, State.SETTLED)) & (_orders.c.look_at <= now))
        )
        .order_by(*_IN_TURN)
    )
    return [_order(row) for row in rows]


def of_states(
    connection: Connection,
    states: Collection[State],
    *,
    table_id: str | None = None,
    purpose: Purpose | None = None,
) -> list[OrderRow]:
    """Orders in one of these states, oldest first; only those of this table and purpose, where they are named."""
    query = select(_orders).where(_orders.c.state.in_(states))
    if purpose is not None:
        query = query.where(_orders.c.purpose == purpose)
    if table_id is not None:
        query = query.where(_orders.c.table_id == table_id)
    return [_order(row) for row in connection.execute(query.order_by(*_IN_TURN))]


def open_of(connection: Connection, users: Collection[str]) -> list[OrderRow]:
    """Orders at whatever table that have not come to their end and move credits of these accounts."""
    rows = connection.execute(
        select(_orders).where(
            _orders.c.state.in_(OPEN), _orders.c.payer.in_(users) | _orders.c.payee.in_(users)
        )
    )
    return [_order(row) for row in rows]


def of_transfer(connection: Connection, table_id: str, transfer: int) -> OrderRow | None:
    """The order that belongs to this transfer of our books, or None."""
    found = connection.execute(
        select(_orders).where(_orders.c.table_id == table_id, _orders.c.transfer == transfer)
    ).first()
    return _order(found) if found else None


def charging_back(connection: Connection, movement_id: str) -> OrderRow | None:
    """The latest order that charges this movement back, or None."""
    found = connection.execute(
        select(_orders).where(_orders.c.undoes == movement_id).order_by(_orders.c.created_at.desc()).limit(1)
    ).first()
    return _order(found) if found else None


def add_movement(connection: Connection, row: MovementRow) -> bool:
    """Note a movement; False if it is known already, and then nothing is written."""
    try:
        with connection.begin_nested():
            connection.execute(insert(_movements), flat(row))
    except IntegrityError:
        return False
    return True


def movement(connection: Connection, movement_id: str) -> MovementRow | None:
    """The movement with this id of the bank's, or None."""
    found = connection.execute(select(_movements).where(_movements.c.id == movement_id)).first()
    return _movement(found) if found else None


def set_movement(connection: Connection, movement_id: str, state: Seen, *, transfer: int | None) -> None:
    """Write what a movement is to us, and its number in our books if it stands there."""
    connection.execute(
        update(_movements).where(_movements.c.id == movement_id).values(state=state, transfer=transfer)
    )


def known(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Those of these ids whose movements are noted."""
    return set(connection.scalars(select(_movements.c.id).where(_movements.c.id.in_(ids))))


def movement_of_transfer(connection: Connection, table_id: str, transfer: int) -> MovementRow | None:
    """The movement that this transfer of our books mirrors, or None."""
    found = connection.execute(
        select(_movements).where(_movements.c.table_id == table_id, _movements.c.transfer == transfer)
    ).first()
    return _movement(found) if found else None


def movements_of(
    connection: Connection, *, state: Seen | None = None, table_id: str | None = None
) -> list[MovementRow]:
    """Movements, oldest first; only those of this state and table, where they are named."""
    query = select(_movements)
    if state is not None:
        query = query.where(_movements.c.state == state)
    if table_id is not None:
        query = query.where(_movements.c.table_id == table_id)
    return [_movement(row) for row in connection.execute(query.order_by(_movements.c.at, _movements.c.id))]


def owner_of(connection: Connection, user: str) -> str | None:
    """By which id the bank outside knows this account, or None if we don't know."""
    found: str | None = connection.scalar(select(_users.c.owner).where(_users.c.user == user))
    return found


def owners(connection: Connection) -> dict[str, str]:
    """Account → the bank's id, for all that we know."""
    return {row.user: row.owner for row in connection.execute(select(_users))}


def opened_with_a_tile(connection: Connection) -> dict[str, str]:
    """Account → the bank's id, for those that nobody had before they got their tile."""
    rows = connection.execute(select(_users).where(_users.c.adopted == 0))
    return {row.user: row.owner for row in rows}


def add_owner(connection: Connection, user: str, owner: str, *, adopted: bool = False) -> bool:
    """Note by which id the bank outside knows an account; False if either is taken, and nothing is written."""
    try:
        with connection.begin_nested():
            connection.execute(insert(_users), {"user": user, "owner": owner, "adopted": int(adopted)})
    except IntegrityError:
        return False
    return True


def add_ticket(connection: Connection, row: TicketRow) -> None:
    """Write a new ticket."""
    connection.execute(insert(_tickets), flat(row))


def ticket_of(connection: Connection, reference: str) -> TicketRow | None:
    """The ticket that was opened under this reference, or None."""
    found = connection.execute(select(_tickets).where(_tickets.c.reference == reference)).first()
    return TicketRow(*found) if found else None


def tickets(connection: Connection, *, table_id: str | None = None, state: str = "open") -> list[TicketRow]:
    """Tickets in this state, oldest first; only this table's if one is named."""
    query = select(_tickets).where(_tickets.c.state == state)
    if table_id is not None:
        query = query.where(_tickets.c.table_id == table_id)
    return [TicketRow(*row) for row in connection.execute(query.order_by(_tickets.c.created_at))]


def close_ticket(connection: Connection, number: str) -> None:
    """Note that a ticket can't be paid any more."""
    connection.execute(update(_tickets).where(_tickets.c.number == number).values(state="closed"))


def cursor(connection: Connection, bank: str) -> int | None:
    """Up to which moment of its own clock a bank's movements were read, or None."""
    found: int | None = connection.scalar(select(_cursors.c.at).where(_cursors.c.bank == bank))
    return found


def set_cursor(connection: Connection, bank: str, at: int) -> None:
    """Move a bank's cursor; it never moves back."""
    moved = connection.execute(
        update(_cursors).where(_cursors.c.bank == bank, _cursors.c.at <= at).values(at=at)
    ).rowcount
    if not moved and cursor(connection, bank) is None:
        connection.execute(insert(_cursors), {"bank": bank, "at": at})


def _order(row: Row[tuple[object, ...]]) -> OrderRow:
    values = row._asdict()
    return OrderRow(**{**values, "purpose": Purpose(values["purpose"]), "state": State(values["state"])})


def _movement(row: Row[tuple[object, ...]]) -> MovementRow:
    values = row._asdict()
    return MovementRow(**{**values, "state": Seen(values["state"])})
