"""Accounts as a bank shows them: one a person, at the table where they sit or sat last, and one of the bank itself.

The bank's balance is what is missing to nothing: all balances that are shown add up to zero at every moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.errors import NotAllowed, NotFound
from app.services import ids
from app.services.accounts.receipts import Receipt, as_receipt
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.standing import closed_tables, reads
from app.storage import Connection, journal, people, tables
from app.storage.journal import MACHINES, Found, Order, Search, Sum

__all__ = ["MACHINES", "Accounts", "Movements", "Order", "Purse", "Search", "Sum"]


@dataclass(frozen=True, slots=True)
class Purse:
    """A person's account; the bank's has MACHINES as its user.

    Attributes:
        name: What their table calls them.
        table_id: Where they sit, or sat last; None: nowhere yet, and the account is empty.
    """

    user: str
    name: str
    table_id: str | None
    balance: int


@dataclass(frozen=True, slots=True)
class Movements:
    """Transfers of one page, and how many there are in all."""

    items: tuple[Receipt, ...]
    count: int


class Accounts:
    """What one can ask of accounts."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def purse(self, actor: Actor, owner: str) -> Purse:
        """Somebody's account: one's own; for organizers anybody's, and the bank's.

        Raises:
            NotAllowed: If it is none of the actor's business.
            NotFound: If nobody has this user name, or it is an organizer's, who have no accounts.
        """
        must_be_own(actor, owner)
        if owner == MACHINES:
            return Purse(MACHINES, "", None, -sum(purse.balance for purse in self.everybody(actor)))
        with self._ground.database.read() as connection:
            person = people.get(connection, owner)
            if person is None or person.role != Role.PLAYER:
                raise NotFound("%(user)s has no account.", user=owner)
            table_id = table_of(connection, owner)
            if table_id is None:
                return Purse(owner, person.name, None, 0)
            snapshot = self._ground.snapshots.read(connection, table_id)
        if owner != actor.user and not reads(actor, snapshot.event):
            return Purse(owner, person.name, None, 0)
        seat, account = snapshot.seat(owner), snapshot.accounts.get(owner)
        return Purse(owner, seat.name if seat else person.name, table_id, account.balance if account else 0)

    def names(self, viewer: str, users: Sequence[str]) -> dict[str, str]:
        """User name → what this viewer's table calls the person, or else their own name; unknown ones are left out."""
        with self._ground.database.read() as connection:
            table_id = table_of(connection, viewer)
            snapshot = self._ground.snapshots.read(connection, table_id) if table_id else None
            found = {}
            for user in users:
                seat = snapshot.seat(user) if snapshot else None
                person = None if seat else people.get(connection, user)
                if seat or person:
                    found[user] = seat.name if seat else person.name if person else user
        return found

    def table_of(self, user: str) -> str | None:
        """The table where somebody's account is: where they sit, or sat last; None: nowhere yet."""
        with self._ground.database.read() as connection:
            return table_of(connection, user)

    def everybody(self, actor: Actor) -> tuple[Purse, ...]:
        """All persons' accounts; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            closed = closed_tables(connection, actor)
            everywhere = tables.everyones_table(connection)
            where = {user: at for user, at in everywhere.items() if at not in closed}
            persons = people.every(connection, Role.PLAYER)
            places = [(where[person.user], person.user) for person in persons if person.user in where]
            balances = journal.balances(connection, places)
        return tuple(
            Purse(
                person.user,
                person.name,
                where.get(person.user),
                balances.get((where.get(person.user, ""), person.user), 0),
            )
            for person in persons
        )

    def history(
        self, actor: Actor, search: Search, *, order: Order = Order.NEWEST, offset: int = 0, limit: int
    ) -> Movements:
        """The transfers that are searched for: of one's own present account; for organizers, of anybody's or all.

        Args:
            actor: Who asks.
            search: Without a table: that of the owner's present account.
            order: What comes first.
            offset: So many are passed over.
            limit: At most so many.

        Raises:
            NotAllowed: If they are none of the actor's business.
        """
        must_be_own(actor, search.owner)
        with self._ground.database.read() as connection:
            placed = _at_present(connection, search)
            if placed is None:
                return Movements((), 0)
            _must_read(connection, actor, placed)
            count = journal.total(connection, placed).count
            found = journal.find(connection, placed, order=order, offset=offset, limit=limit)
            return Movements(self._receipts(connection, found), count)

    def moved(self, actor: Actor, search: Search) -> tuple[Sum, Sum]:
        """What came into an account and what went out of it, of the transfers that are searched for.

        Raises:
            NotAllowed: If they are none of the actor's business.
        """
        must_be_own(actor, search.owner)
        with self._ground.database.read() as connection:
            placed = _at_present(connection, search)
            if placed is None:
                return Sum(0, 0), Sum(0, 0)
            _must_read(connection, actor, placed)
            return journal.moved(connection, placed)

    def balances_at(self, actor: Actor, owner: str, moments: Sequence[int]) -> tuple[int, ...]:
        """The balance of an account just before each of these moments (microseconds since 1970-01-01 UTC).

        Raises:
            NotAllowed: If it is none of the actor's business.
        """
        present = self.purse(actor, owner).balance
        with self._ground.database.read() as connection:
            placed = _at_present(connection, Search(owner=owner))
            if placed is None or not moments or placed.table_id in closed_tables(connection, actor):
                return tuple(present for _ in moments)
            return tuple(present - grown for grown in journal.moved_since(connection, placed, moments))

    def _receipts(self, connection: Connection, found: Sequence[Found]) -> tuple[Receipt, ...]:
        at = {one.sealed.transfer.table for one in found}
        snapshots = {table: self._ground.snapshots.read(connection, table) for table in at}
        return tuple(
            as_receipt(one.sealed, snapshots[one.sealed.transfer.table], one.reversed_by) for one in found
        )


def must_be_own(actor: Actor, owner: str | None) -> None:
    """Raise NotAllowed unless an account is the actor's own, or the actor an organizer."""
    if owner != actor.user and not actor.is_organizer:
        raise NotAllowed("This account is somebody else's.")


def _must_read(connection: Connection, actor: Actor, search: Search) -> None:
    """Raise NotAllowed if an organizer would look into an event in which they have no role."""
    closed = closed_tables(connection, actor)
    if search.table_id in closed or (closed and search.table_id is None):
        raise NotAllowed("These are books of an event in which you have no role. Its owner can give you one.")


def table_of(connection: Connection, user: str) -> str | None:
    """The table at which this account sits, or else sat last."""
    if not ids.possible(user):
        return None
    return tables.sits_at(connection, user) or tables.last_table_of(connection, user)


def _at_present(connection: Connection, search: Search) -> Search | None:
    """The search in the books where the owner's present account stands; None if it stands nowhere."""
    if search.owner in (None, MACHINES) or search.table_id is not None:
        return search
    table_id = table_of(connection, search.owner or "")
    return replace(search, table_id=table_id) if table_id else None
