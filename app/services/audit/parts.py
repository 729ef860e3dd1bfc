"""What can be proved by itself: one Merkle log, and the books of one table. Each sees one moment of the database."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.ledger.note import Checkpoint
from app.services.audit.books import first_fault
from app.services.audit.shapes import shown, whole
from app.services.audit.tree import check_log
from app.services.audit.verdict import Fault, Verdict
from app.services.proofs.signing import Signer
from app.storage import Connection, Database, proofs, tables

READABLE = "what this program writes"


@dataclass(frozen=True, slots=True)
class Plan:
    """How everything is proved; plain values, so that other processes can be told.

    Attributes:
        checkpoint_key: The service's secret for the checkpoints of tables.
        signing_seed: What its signing key is drawn from.
        play_again: Whether the matches are played again.
        witnesses: Checkpoints that somebody kept elsewhere; the logs must hold all that they saw.
    """

    checkpoint_key: bytes
    signing_seed: bytes
    play_again: bool
    witnesses: tuple[Checkpoint, ...]

    def parts(self, database: Database) -> "Parts":
        """What there is to prove."""
        with database.read(any_text=True) as connection:
            sizes = tables.sizes(connection)
            names = proofs.names_of_logs(connection) | {one.log for one in self.witnesses}
        odd = [
            Fault(shown(one), "its id", shown(one), "a text") for one, _ in sizes if not isinstance(one, str)
        ]
        odd += [
            Fault("", "the name of a log of leaves and checkpoints", shown(one), "a text")
            for one in sorted(names, key=str)
            if not isinstance(one, str)
        ]
        return Parts(
            sizes=tuple((one, lines) for one, lines in sizes if isinstance(one, str)),
            logs=tuple(sorted(one for one in names if isinstance(one, str))),
            odd=Verdict(faults=tuple(odd)),
        )

    def log(self, database: Database, name: str) -> Verdict:
        """Prove the Merkle log of this name."""

        def look(connection: Connection) -> Verdict:
            # At the same moment as the leaves: a table that is opened later has none among them.
            known = frozenset(tables.ids(connection))
            tree = check_log(connection, name, Signer.from_seed(self.signing_seed), known, self.witnesses)
            faults = (tree.fault,) if tree.fault else ()
            return Verdict(faults=faults, leaves=tree.leaves, checkpoints=tree.checkpoints)

        try:
            return _looked(database, look)
        except _Unreadable as error:
            return Verdict(faults=(Fault("", f"the log “{name}”", str(error), READABLE),))

    def table(self, database: Database, table_id: str) -> Verdict:
        """Prove the books of this table."""

        # One read transaction a table: a check of everything never stands in anybody's way.
        def look(connection: Connection) -> Verdict:
            row = tables.get(connection, table_id)
            if row is None:
                return Verdict(tables=1)  # whose lines are missed in the Merkle log
            fault = first_fault(connection, row, self.checkpoint_key, play_again=self.play_again)
            return Verdict(1, whole(row.seq), whole(row.transfers), (fault,) if fault else ())

        try:
            return _looked(database, look)
        except _Unreadable as error:
            return Verdict(tables=1, faults=(Fault(table_id, "its log and books", str(error), READABLE),))

    def tables(self, database: Database, ids: Sequence[str]) -> Verdict:
        """Prove the books of these tables."""
        verdict = Verdict()
        for table_id in ids:
            verdict += self.table(database, table_id)
        return verdict


@dataclass(frozen=True, slots=True)
class Parts:
    """What there is to prove.

    Attributes:
        sizes: Tables as (id, lines), in order.
        logs: The names of the Merkle logs, in order.
        odd: What is wrong with those whose id or name is none; nothing can be looked up by it.
    """

    sizes: tuple[tuple[str, int], ...]
    logs: tuple[str, ...]
    odd: Verdict


class _Unreadable(Exception):
    """A database that answers can't tell this part of it, or nothing can be made of it."""


def _looked(database: Database, look: Callable[[Connection], Verdict]) -> Verdict:
    """What a look at the database finds, whatever stands there: the rest is to be looked at all the same."""
    try:
        with database.read() as connection:
            return look(connection)
    except Exception:  # noqa: BLE001 - most likely text that is none, which is named where it stands once it is read
        try:
            with database.read(any_text=True) as connection:
                return look(connection)
        except Exception as error:
            if not database.answers():
                raise
            cause = getattr(error, "orig", None) or error  # what the database itself says
            reason = f"{type(cause).__name__}: {' '.join(str(cause).split())}"
            raise _Unreadable(f"what can't be read ({reason})") from error
