"""The Merkle logs: their roots, made anew from all leaves, against every checkpoint that was ever signed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from app.errors import Invalid, LedgerError
from app.ledger import note
from app.ledger.merkle import Tree
from app.ledger.note import Checkpoint
from app.services.audit.shapes import NONSENSE, shown, unreadable
from app.services.audit.verdict import Fault, Wrong
from app.services.proofs.publishing import MOST
from app.services.proofs.signing import Signer
from app.storage import Connection, proofs
from app.storage.proofs import TILE_LEVELS, CheckpointRow


@dataclass(frozen=True, slots=True)
class TreeVerdict:
    """How many leaves and checkpoints were checked, and the first fault, if there is one."""

    leaves: int
    checkpoints: int
    fault: Fault | None


def check_log(
    connection: Connection,
    log: str,
    signer: Signer,
    known_tables: frozenset[str],
    witnesses: Sequence[Checkpoint] = (),
) -> TreeVerdict:
    """Check one log.

    Args:
        connection: At one moment of the database.
        log: Its name.
        signer: Whose checkpoints they are.
        known_tables: The tables that are there; a leaf of another one shows that one was deleted.
        witnesses: Checkpoints that others kept; the log must hold all that they saw.
    """
    check = _Log(connection, log, signer, known_tables, witnesses)
    try:
        check.run()
        fault = None
    except Wrong as wrong:
        fault = wrong.at("")
    except NONSENSE as error:
        fault = unreadable(f"the log “{log}” after {check.tree.size} lines", error).at("")
    return TreeVerdict(check.tree.size, check.checked, fault)


class _Log:
    def __init__(
        self,
        connection: Connection,
        log: str,
        signer: Signer,
        known_tables: frozenset[str],
        witnesses: Sequence[Checkpoint],
    ) -> None:
        self._connection = connection
        self._log = log
        self._signer = signer
        self._known = known_tables
        self._witnesses = sorted((one for one in witnesses if one.log == log), key=lambda one: one.size)
        self.tree = Tree()
        self.checked = 0
        self._kept = proofs.nodes(connection, log)

    def run(self) -> None:
        """Grow the tree leaf by leaf, and stop at each checkpoint.

        Raises:
            Wrong: At the first leaf, subtree or checkpoint that does not fit.
        """
        for one in self._witnesses:
            if one.origin != self._signer.origin(self._log):
                raise Wrong("a checkpoint that was kept elsewhere", f"one of {one.origin}", self._signer.name)
        size = proofs.size(self._connection, self._log)
        checkpoints = proofs.checkpoints(self._connection, self._log)
        leaves = proofs.leaves(self._connection, self._log, size)
        for row in checkpoints:
            where = self._check_row(row)
            while self.tree.size < row.size:
                leaf = next(leaves, None)
                if leaf is None or leaf.place != self.tree.size:
                    raise Wrong(where, f"{self.tree.size} lines", f"{row.size} lines: the others are gone")
                if not isinstance(leaf.hash, bytes):
                    raise Wrong(
                        f"the leaf in place {leaf.place} of the log “{self._log}”", shown(leaf.hash), "a hash"
                    )
                if leaf.table_id not in self._known:
                    raise Wrong(
                        f"line {leaf.seq} of table {leaf.table_id}", "no such table", "the table of this line"
                    )
                for level, place, found in self.tree.append(leaf.hash)[TILE_LEVELS::TILE_LEVELS]:
                    self._check_node(level, place, found)
                if self._witnesses:
                    self._ask_witnesses()
            self._check(where, row.note)
        if self.tree.size != size:
            raise Wrong(f"the log “{self._log}”", f"{size} lines", f"{self.tree.size}, as last signed")
        if self._witnesses:
            one = self._witnesses[0]
            raise Wrong(f"the log “{self._log}”", f"{size} lines", f"{one.size}, as a checkpoint says")

    def _check_row(self, row: CheckpointRow) -> str:
        """How people find this checkpoint, once it is one that can come after the one before."""
        before = self.tree.size
        if row.size.__class__ is not int or row.size <= 0:
            raise Wrong(
                f"a checkpoint of the log “{self._log}”",
                f"one over {shown(row.size)} lines",
                "one over 1 or more",
            )
        where = f"the checkpoint over {row.size} lines of the log “{self._log}”"
        if row.size > before + MOST:
            expected = f"one over {before + MOST} at most: at least one was deleted in between"
            raise Wrong(where, f"none between it and the one over {before}", expected)
        if row.at.__class__ is not int:
            raise Wrong(f"{where}, when it was signed", shown(row.at), "a whole number")
        return where

    def _check_node(self, level: int, place: int, expected: bytes) -> None:
        try:
            found = self._kept(level, place)
        except LedgerError:
            found = b""
        if found != expected:
            where = f"the hash over {1 << level} lines from {(place << level) + 1} of the log “{self._log}”"
            raise Wrong(where, shown(found) or "none", shown(expected))

    def _check(self, where: str, text: str) -> None:
        expected = Checkpoint(self._signer.origin(self._log), self.tree.size, self.tree.root())
        # One key signs one text in one way only: signing again takes less time than checking, and finds more.
        if text != self._signer.sign(expected):
            self._wrong_note(where, text, expected)
        self.checked += 1

    def _wrong_note(self, where: str, text: str, expected: Checkpoint) -> NoReturn:
        try:
            seen, signatures = note.read(text)
        except (Invalid, AttributeError, TypeError):  # no such text, or none at all
            raise Wrong(where, shown(text), "a signed checkpoint") from None
        if seen != expected:
            raise Wrong(where, note.encoded(seen.root), f"{note.encoded(expected.root)} of {expected.origin}")
        if not self._signer.has_signed(seen, signatures):
            raise Wrong(where, "no signature of ours that fits", f"one by {self._signer.verifier_key}")
        raise Wrong(where, "more than was signed, or another spelling", "what was signed and nothing else")

    def _ask_witnesses(self) -> None:
        while self._witnesses and self._witnesses[0].size <= self.tree.size:
            one = self._witnesses.pop(0)
            if one.size == self.tree.size and one.root != self.tree.root():
                raise Wrong(
                    f"the first {one.size} lines of the log “{self._log}”",
                    note.encoded(self.tree.root()),
                    f"{note.encoded(one.root)}, as a checkpoint that was kept elsewhere says",
                )
