"""What can be proved by itself: one Merkle log, and the books of one table. Each sees one moment of the database."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.ledger.note import Checkpoint
from app.services.audit.books import first_fault
from app.services.audit.shapes import whole
from app.services.audit.tree import check_log
from app.services.audit.verdict import Verdict
from app.services.proofs.signing import Signer
from app.storage import Database, tables


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

    def log(self, database: Database, name: str) -> Verdict:
        """Prove the Merkle log of this name."""
        with database.read() as connection:
            # At the same moment as the leaves: a table that is opened later has none among them.
            known = frozenset(tables.ids(connection))
            tree = check_log(connection, name, Signer.from_seed(self.signing_seed), known, self.witnesses)
        return Verdict(
            faults=(tree.fault,) if tree.fault else (), leaves=tree.leaves, checkpoints=tree.checkpoints
        )

    def table(self, database: Database, table_id: str) -> Verdict:
        """Prove the books of this table."""
        # One read transaction a table: a check of everything never stands in anybody's way.
        with database.read() as connection:
            row = tables.get(connection, table_id)
            if row is None:
                return Verdict(tables=1)  # whose lines are missed in the Merkle log
            fault = first_fault(connection, row, self.checkpoint_key, play_again=self.play_again)
        return Verdict(1, whole(row.seq), whole(row.transfers), (fault,) if fault else ())

    def tables(self, database: Database, ids: Sequence[str]) -> Verdict:
        """Prove the books of these tables."""
        verdict = Verdict()
        for table_id in ids:
            verdict += self.table(database, table_id)
        return verdict
