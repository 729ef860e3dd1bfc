"""What has come about in somebody's account: for streams that tell it as it happens, and again after a cut line.

Nothing is kept for this: news are read from the books, by the number of the last transfer that was told.
"""

from dataclasses import dataclass

from app.services.accounts.receipts import Receipt, as_receipt
from app.services.accounts.service import table_of
from app.services.ground import Ground
from app.storage import journal, tables
from app.storage.journal import Order, Search

AT_ONCE = 50
"""News that are told after a long cut; who missed more looks for themselves."""
PLACE_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Place:
    """How far somebody was told: the number of a transfer in the books of a table."""

    table_id: str
    number: int

    def __str__(self) -> str:
        return f"{self.table_id}-{self.number}"


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at one moment.

    Attributes:
        place: How far this look went; None where somebody has no account yet.
        seq: The last line of the table's log, to wait for the next one.
        receipts: The transfers of the person's account since the place before, oldest first.
    """

    place: Place | None
    seq: int
    receipts: tuple[Receipt, ...]


class News:
    """What one can ask about what has come about."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def look(self, user: str, after: Place | None, *, since: int) -> Look:
        """The transfers of somebody's present account after a place.

        Args:
            user: Whose.
            after: The place before; of another table, or none: from `since` on.
            since: Nothing before this moment (microseconds since 1970-01-01 UTC).
        """
        with self._ground.database.read() as connection:
            table_id = table_of(connection, user)
            # Of this connection's moment: a snapshot may be of a later one, and waiting for what comes after that
            # would pass over what lies between.
            row = tables.get(connection, table_id) if table_id else None
            if table_id is None or row is None:
                return Look(None, 0, ())
            snapshot = self._ground.snapshots.read(connection, table_id)
            known = after.number if after is not None and after.table_id == table_id else 0
            search = Search(table_id=table_id, owner=user, after=known, since=since)
            found = journal.find(connection, search, order=Order.NEWEST, limit=AT_ONCE)
        receipts = tuple(as_receipt(one.sealed, snapshot, one.reversed_by) for one in reversed(found))
        last = max([known, *(one.sealed.transfer.number for one in found)])
        return Look(Place(table_id, last), row.seq, receipts)


def read_place(text: str) -> Place | None:
    """A place from its text, or None if it is none."""
    table_id, _, number = text.strip().rpartition("-")
    fits = table_id.isascii() and table_id.isalnum() and number.isascii() and number.isdecimal()
    return Place(table_id, int(number)) if fits and len(number) <= PLACE_DIGITS else None
