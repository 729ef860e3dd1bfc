"""What an audit says: how much was checked, and what is wrong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that is wrong in the books of a table, or of the whole (`table_id` empty then).

    Attributes:
        table_id: Whose books.
        where: Which line, transfer, entry, balance or sum.
        found: What stands there.
        expected: What should.
    """

    table_id: str
    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        place = f"table {self.table_id}, {self.where}" if self.table_id else self.where
        return f"{place}: found {self.found}, expected {self.expected}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check of the books found: how much was checked, and the first fault of each table and log that has one.

    `leaves` and `checkpoints` are those of the Merkle logs; the newest lines may still wait to get into one.
    """

    tables: int = 0
    lines: int = 0
    transfers: int = 0
    faults: tuple[Fault, ...] = ()
    leaves: int = 0
    checkpoints: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def __add__(self, other: "Verdict") -> "Verdict":
        """Of both together; this one's faults come first."""
        return Verdict(
            tables=self.tables + other.tables,
            lines=self.lines + other.lines,
            transfers=self.transfers + other.transfers,
            faults=self.faults + other.faults,
            leaves=self.leaves + other.leaves,
            checkpoints=self.checkpoints + other.checkpoints,
        )


class Wrong(Exception):
    """Ends the check of a table at the first thing that is wrong there; caught where the check began."""

    def __init__(self, where: str, found: object, expected: object) -> None:
        super().__init__(where)
        self.where = where
        self.found = str(found)
        self.expected = str(expected)

    def at(self, table_id: str) -> Fault:
        """The fault, once it is known whose it is."""
        return Fault(table_id, self.where, self.found, self.expected)
