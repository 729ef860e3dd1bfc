"""Rows of tickets, tokens and access clients."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from app.storage import schema
from app.storage.database import Database
from app.storage.prepared import Prepared
from app.storage.rows import flat

_people = schema.people
_tickets, _tokens, _clients = schema.cyclos.tickets, schema.cyclos.tokens, schema.cyclos.access_clients


@dataclass(frozen=True, slots=True)
class TicketRow:
    """A request for one payment; texts are empty where nothing was given."""

    number: str
    id: str
    payee: str
    payer: str | None
    amount: int
    action: str
    order_id: str
    success_url: str
    cancel_url: str
    success_webhook: str
    status: str
    created_at: int
    expires_at: int
    approved_by: str | None = None
    approved_at: int | None = None
    table_id: str | None = None
    transfer: int | None = None
    ended_at: int | None = None
    match: int | None = None
    debt: int | None = None
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A card with a code that stands for a person."""

    id: str
    value: str
    user: str | None
    status: str
    created_at: int
    activated_at: int | None
    expires_at: int | None


@dataclass(frozen=True, slots=True)
class ClientRow:
    """A program that acts for a person."""

    id: str
    user: str
    name: str
    status: str
    code_hash: bytes | None
    code_until: int | None
    token_hash: bytes | None
    created_at: int
    activated_at: int | None


_OF_CLIENT = Prepared(
    select(_people.c.user, _people.c.name, _people.c.role, _clients.c.id, _clients.c.name, _clients.c.status)
    .join(_clients, _clients.c.user == _people.c.user)
    .where(_clients.c.token_hash == bindparam("token_hash"))
)


def add_ticket(connection: Connection, row: TicketRow) -> None:
    """Write a new ticket."""
    connection.execute(insert(_tickets), flat(row))


def ticket(connection: Connection, key: str) -> TicketRow | None:
    """The ticket with this number, or with this id, or None."""
    found = connection.execute(
        select(_tickets).where(or_(_tickets.c.number == key, _tickets.c.id == key))
    ).first()
    return TicketRow(*found) if found else None


def locked_ticket(connection: Connection, number: str) -> TicketRow | None:
    """The ticket with this number; nobody else changes it until this write has ended."""
    query = select(_tickets).where(_tickets.c.number == number).with_for_update()
    found = connection.execute(query).first()
    return TicketRow(*found) if found else None


def put_ticket(connection: Connection, row: TicketRow) -> None:
    """Write a ticket anew that `locked_ticket` found."""
    connection.execute(update(_tickets).where(_tickets.c.number == row.number).values(flat(row)))


def lapse_tickets(
    connection: Connection, place: tuple[str, int], gone: Sequence[int] | None, at: int
) -> None:
    """Let approvals end as expired that are for these debts of a match, given by (table, match); None: for any of it.

    An order that is under way in a bank outside is left to its own end.
    """
    table_id, match = place
    query = update(_tickets).where(
        _tickets.c.table_id == table_id,
        _tickets.c.match == match,
        _tickets.c.status == "approved",
        _tickets.c.reference.is_(None),
    )
    if gone is not None:
        query = query.where(_tickets.c.debt.in_(gone))
    connection.execute(query.values(status="expired", ended_at=at))


def ticket_of_order(connection: Connection, reference: str) -> TicketRow | None:
    """The ticket that an order in a bank outside is under way for, locked, or None."""
    query = select(_tickets).where(_tickets.c.reference == reference).with_for_update()
    found = connection.execute(query).first()
    return TicketRow(*found) if found else None


@dataclass(frozen=True, slots=True)
class TicketSearch:
    """Which tickets are meant; None means any.

    Attributes:
        user: Who made or approved it.
        statuses: How it stands; one that is open too long at the moment `now` is "expired".
        since: Made at this moment or later (microseconds since 1970-01-01 UTC).
        until: Made before this moment.
        incoming: Whether `user` made it, rather than approved it.
        other: Who made or approved it besides, or alone may approve it.
        least: Of so many credits or more.
        most: Of so many credits or less.
        words: Part of what it says is paid for.
        without: Ids of those that are left out.
    """

    user: str | None = None
    statuses: Sequence[str] | None = None
    since: int | None = None
    until: int | None = None
    incoming: bool | None = None
    other: str | None = None
    least: int | None = None
    most: int | None = None
    words: str = ""
    without: Sequence[str] = ()
    now: int = 0

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """What a ticket that is meant fulfils."""
        made, approved = _tickets.c.payee, _tickets.c.approved_by
        if self.user is not None:
            yield or_(made == self.user, approved == self.user)
        if self.incoming is not None:
            yield made == self.user if self.incoming else made != self.user
        if self.other is not None:
            yield or_(*(column == self.other for column in (made, approved, _tickets.c.payer)))
        if self.statuses is not None:
            too_old = and_(_tickets.c.status == "open", _tickets.c.expires_at <= self.now)
            yield case((too_old, "expired"), else_=_tickets.c.status).in_(self.statuses)
        if self.since is not None:
            yield _tickets.c.created_at >= self.since
        if self.until is not None:
            yield _tickets.c.created_at < self.until
        if self.least is not None:
            yield _tickets.c.amount >= self.least
        if self.most is not None:
            yield _tickets.c.amount <= self.most
        if self.words:
            yield _tickets.c.action.icontains(self.words, autoescape=True)
        if self.without:
            yield _tickets.c.id.not_in(self.without)


def tickets(
    connection: Connection, search: TicketSearch, *, offset: int, limit: int
) -> tuple[list[TicketRow], int]:
    """The tickets that fit, newest first, from a place on, and how many there are."""
    query = select(_tickets).where(*search.conditions())
    count = connection.scalar(select(func.count()).select_from(query.subquery())) or 0
    query = query.order_by(_tickets.c.created_at.desc(), _tickets.c.id).offset(offset).limit(limit)
    return [TicketRow(*row) for row in connection.execute(query)], int(count)


def tickets_paid_by(connection: Connection, table_id: str, transfers: Sequence[int]) -> dict[int, TicketRow]:
    """Number of a transfer → the ticket that it paid, for those of a table's transfers that paid one."""
    query = select(_tickets).where(_tickets.c.table_id == table_id, _tickets.c.transfer.in_(transfers))
    rows = [TicketRow(*row) for row in connection.execute(query)] if transfers else []
    return {row.transfer: row for row in rows if row.transfer is not None}


def add_token(connection: Connection, row: TokenRow) -> None:
    """Write a new token."""
    connection.execute(insert(_tokens), flat(row))


def token(connection: Connection, key: str) -> TokenRow | None:
    """The token with this id or this value, or None; an id wins."""
    found = [
        TokenRow(*row)
        for row in connection.execute(select(_tokens).where(or_(_tokens.c.id == key, _tokens.c.value == key)))
    ]
    return min(found, key=lambda row: row.id != key) if found else None


def token_of_value(connection: Connection, value: str) -> TokenRow | None:
    """The token with this value, or None."""
    found = connection.execute(select(_tokens).where(_tokens.c.value == value)).first()
    return TokenRow(*found) if found else None


def locked_token(connection: Connection, token_id: str) -> TokenRow | None:
    """The token with this id; nobody else changes it until this write has ended."""
    found = connection.execute(select(_tokens).where(_tokens.c.id == token_id).with_for_update()).first()
    return TokenRow(*found) if found else None


def put_token(connection: Connection, row: TokenRow) -> None:
    """Write a token anew that `locked_token` found."""
    connection.execute(update(_tokens).where(_tokens.c.id == row.id).values(flat(row)))


def tokens_of(connection: Connection, user: str | None) -> list[TokenRow]:
    """The tokens of this person (None: all), oldest first."""
    query = select(_tokens).order_by(_tokens.c.created_at, _tokens.c.id)
    if user is not None:
        query = query.where(_tokens.c.user == user)
    return [TokenRow(*row) for row in connection.execute(query)]


def add_client(connection: Connection, row: ClientRow) -> None:
    """Write a new access client."""
    connection.execute(insert(_clients), flat(row))


def client(connection: Connection, client_id: str) -> ClientRow | None:
    """The access client with this id, or None; nobody else changes it until this write has ended."""
    found = connection.execute(select(_clients).where(_clients.c.id == client_id).with_for_update()).first()
    return ClientRow(*found) if found else None


def put_client(connection: Connection, row: ClientRow) -> None:
    """Write an access client anew that `client` found."""
    connection.execute(update(_clients).where(_clients.c.id == row.id).values(flat(row)))


def clients_of(connection: Connection, user: str) -> list[ClientRow]:
    """The access clients of this person, oldest first."""
    query = select(_clients).where(_clients.c.user == user)
    return [
        ClientRow(*row) for row in connection.execute(query.order_by(_clients.c.created_at, _clients.c.id))
    ]


def remove_clients(connection: Connection, client_ids: Sequence[str]) -> None:
    """Delete access clients."""
    connection.execute(delete(_clients).where(_clients.c.id.in_(client_ids)))


def of_client(database: Database, token_hash: bytes) -> tuple[str, str, str, str, str, str] | None:
    """(user, name, role; id, name and status of the client) behind an access client's token, or None."""
    found = database.look_up(_OF_CLIENT, {"token_hash": token_hash})
    return (found[0], found[1], found[2], found[3], found[4], found[5]) if found else None
