"""What one can ask of the Merkle logs: checkpoints, proofs, receipts and result slips that prove themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.errors import Invalid, Json, LedgerError, NotFound
from app.ledger import GENESIS, canonical, note
from app.ledger.kept import Kept, Path, lost_in_copying, read_kept
from app.ledger.merkle import (
    Hash,
    Nodes,
    Tree,
    consistency_proof,
    edge_of,
    inclusion_proof,
    verify_inclusion,
)
from app.ledger.note import Checkpoint
from app.services import ids
from app.services.accounts.receipts import parse_number
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.ground.names_of import played_by
from app.services.ground.snapshots import Snapshot
from app.services.payments import may_see
from app.services.proofs.publishing import leaf_record, publish
from app.services.proofs.signing import PURPOSE, Signer
from app.services.tables import seen_by
from app.storage import Connection, audit, books, proofs, tables
from app.storage.proofs import ALL, CheckpointRow, Leaf
from app.storage.tables import SeatRow

MAX_BATCHES = 1_000


@dataclass(frozen=True, slots=True)
class Consistency:
    """The newest checkpoint, and what proves that it holds all that an older one held.

    No hashes if it does not, and an empty checkpoint while nothing was played.
    """

    checkpoint: str
    hashes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A player's line on a result slip."""

    place: int
    name: str
    balance: int
    won: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """The result of a match under our signature.

    Attributes:
        text: The signed checkpoint with the result as its fourth line; short enough for a code.
        checkpoint: What it says.
        game: What was played.
        match: Which game at the table, from 1.
        code: The table's.
        rows: The players, winners first, then by what they have.
        at: When the checkpoint was signed, microseconds since 1970-01-01 UTC.
        zone: The time zone of the table's event, in which people read that; None where there is no event.
    """

    text: str
    checkpoint: Checkpoint
    game: str
    match: int
    code: str
    rows: tuple[SlipRow, ...]
    at: int
    zone: str | None


class Proofs:
    """Merkle logs and what they prove."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self.signer = Signer.from_seed(ground.key_for(PURPOSE))

    @property
    def key(self) -> str:
        """The public key that checkpoints are checked with, as one line of text."""
        return self.signer.verifier_key

    def publish(self) -> int:
        """Take all lines that wait into their logs; how many there were."""
        lines = 0
        for _ in range(MAX_BATCHES):
            taken = publish(self._ground.database, self.signer, self._ground.clock.now())
            if not taken:
                break
            lines += taken
        return lines

    def checkpoint(self, log: str = ALL) -> CheckpointRow:
        """The newest checkpoint of a log.

        Raises:
            NotFound: If nothing stands in it.
        """
        with self._ground.database.read() as connection:
            found = proofs.last_checkpoint(connection, log) if ids.possible(log) else None
        if found is None:
            raise NotFound("There is no such log, or nothing was played yet.")
        return found

    def newest(self) -> tuple[CheckpointRow, ...]:
        """The newest checkpoint of every log; that of the tables of no event first."""
        # Whatever somebody wrote there, the desk can be asked what is wrong: what is no checkpoint is left out.
        with self._ground.database.read(any_text=True) as connection:
            found = [proofs.last_checkpoint(connection, log) for log in proofs.logs(connection)]
        whole = (row for row in found if row and (type(row.at), type(row.note)) == (int, str))
        return tuple(sorted(whole, key=lambda row: (row.log != ALL, row.log)))

    def log_of(self, table_id: str) -> str | None:
        """The log that a table's lines belong to, or None if there is no such table, or it can't be read."""
        try:
            with self._ground.database.read() as connection:
                row = tables.get(connection, table_id) if ids.possible(table_id) else None
        except LedgerError:  # every page asks, and the one that says what is wrong as well
            return None
        return row.log if row else None

    def consistency(self, log: str, old: int) -> Consistency:
        """What a phone asks that has seen this log with `old` leaves.

        A log of which nothing is there is told as an empty one: phones that have seen it shall say so.

        Raises:
            NotFound: If no log can have such a name.
        """
        if not ids.possible(log):
            raise NotFound("There is no such log, or nothing was played yet.")
        with self._ground.database.read() as connection:
            found = proofs.last_checkpoint(connection, log)
            if found is None or not 0 < old <= found.size:
                return Consistency(found.note if found else "", ())
            try:
                hashes = consistency_proof(proofs.nodes(connection, log), old, found.size)
            except LedgerError:  # leaves are gone: nothing proves anything any more, and phones shall say so
                hashes = ()
        return Consistency(found.note, tuple(note.encoded(one) for one in hashes))

    def kept(self, text: str) -> Kept:
        """Read what somebody kept, and what was signed here.

        Args:
            text: A checkpoint, a result slip or a receipt with one at its end, in whatever lines.

        Raises:
            Invalid: If it can't be read, or is not what was signed.
        """
        found = read_kept(text)
        seen = found.checkpoint
        ours = seen.origin == self.signer.origin(seen.log)
        if ours and self.signer.has_signed(seen, found.signatures):
            return found
        if ours and found.broken:
            raise lost_in_copying()
        raise Invalid(
            "This was not signed here, or it is not, letter by letter, what was signed.", field="checkpoint"
        )

    def holds(self, text: str) -> bool:
        """Whether our log begins with what somebody kept saw.

        Args:
            text: As for `kept`.

        Raises:
            Invalid: As for `kept`.
        """
        found = self.kept(text)
        seen = found.checkpoint
        with self._ground.database.read() as connection:
            if seen.size > proofs.size(connection, seen.log):
                return False
            if found.path and not leads_to(proofs.nodes(connection, seen.log), found.path, seen):
                return False
            return seen.root == root_at(connection, seen.log, seen.size)

    def receipt(self, actor: Actor, number: str) -> str:
        """A transfer with the proof that it stands in the log, as text that travels alone.

        Raises:
            NotFound: If there is none, or it is none of the actor's business.
        """
        table_id, n = parse_number(number)
        with self._ground.database.read() as connection:
            sealed = books.get(connection, table_id, n)
            event = self._ground.snapshots.read(connection, table_id).event if sealed else None
        if sealed is None or not may_see(actor, sealed.transfer, event):
            raise NotFound("There is no transfer %(number)s.", number=f"{table_id}-{n}")
        leaf = self._leaf(table_id, sealed.transfer.seq)
        with self._ground.database.read() as connection:
            checkpoint = proofs.last_checkpoint(connection, leaf.log)
            if checkpoint is None:
                raise NotFound("There is no such log, or nothing was played yet.")
            hashes = inclusion_proof(proofs.nodes(connection, leaf.log), leaf.place, checkpoint.size)
            before = books.get(connection, table_id, n - 1) if n > 1 else None
            record: dict[str, Json] = {
                "leaf": record_of(connection, leaf),
                "previous": (before.seal if before else GENESIS).hex(),
                "transfer": books.fields(sealed.transfer),
            }
        return note.proof(canonical(record), leaf.place, hashes, checkpoint.note)

    def slip(self, actor: Actor, table_id: str) -> Slip:
        """The result of the match that was played last at a table, signed, with where the log stood.

        Raises:
            NotFound: If none is over.
            NotAllowed: As for the table's view.
        """
        snapshot = seen_by(self._ground, actor, table_id)
        match = snapshot.match
        if match is None or snapshot.row.status != "over":
            raise NotFound("No game is over at this table.")
        leaf = self._leaf(table_id, snapshot.row.seq)
        with self._ground.database.read() as connection:
            row = proofs.last_checkpoint(connection, leaf.log)
            seats = played_by(connection, snapshot)
        if row is None:
            raise NotFound("There is no such log, or nothing was played yet.")
        result = result_of(snapshot, seats)
        seen = note.read(row.note)[0]
        checkpoint = Checkpoint(seen.origin, seen.size, seen.root, (canonical(result).decode(),))
        return Slip(
            text=self.signer.sign(checkpoint),
            checkpoint=checkpoint,
            game=match.game.name,
            match=snapshot.row.match,
            code=snapshot.row.code,
            rows=standings_of(snapshot, seats),
            at=row.at,
            zone=snapshot.event.zone if snapshot.event else None,
        )

    def _leaf(self, table_id: str, seq: int) -> Leaf:
        """The leaf of a line; a line that still waits is taken up now."""
        for _ in range(2):
            with self._ground.database.read() as connection:
                leaf = proofs.leaf_of(connection, table_id, seq)
            if leaf is not None:
                return leaf
            self.publish()
        raise NotFound("There is no line %(seq)d of table %(table)s.", seq=seq, table=table_id)


def leads_to(find: Nodes, path: Path, checkpoint: Checkpoint) -> bool:
    """Whether a path leads from our own leaf at its place to a checkpoint's root."""
    index, size = path.index, checkpoint.size
    return 0 <= index < size and verify_inclusion(find(0, index), index, size, path.hashes, checkpoint.root)


def root_at(connection: Connection, log: str, size: int) -> Hash:
    """The root of a log when it had so many leaves."""
    find = proofs.nodes(connection, log)
    return Tree(size, [find(level, index) for level, index in edge_of(size)]).root()


def record_of(connection: Connection, leaf: Leaf) -> dict[str, Json]:
    """What a leaf was made of, from the books as they stand.

    Raises:
        NotFound: If the line is gone.
    """
    line = next(audit.lines(connection, leaf.table_id, leaf.seq, after=leaf.seq - 1), None)
    if line is None:
        raise NotFound("There is no line %(seq)d of table %(table)s.", seq=leaf.seq, table=leaf.table_id)
    before = proofs.leaf_of(connection, leaf.table_id, leaf.seq - 1)
    booked = audit.booked(connection, leaf.table_id, leaf.transfers, after=before.transfers if before else 0)
    return leaf_record(leaf.table_id, leaf.seq, line.seal, [one.seal for one in booked])


def result_of(snapshot: Snapshot, seats: Sequence[SeatRow]) -> dict[str, Json]:
    """How the last match of a table ended: who won, and what everybody had who played it in these seats."""
    match = snapshot.match
    winners = match.game.winners(match.state) if match else ()
    scores = scores_of(snapshot, seats)
    balances = {seat.user: snapshot.accounts[seat.user].balance for seat in seats}
    return {
        "balances": balances,
        "game": match.game.name if match else snapshot.row.game,
        "match": snapshot.row.match,
        "seq": snapshot.row.seq,
        "table": snapshot.row.id,
        "winners": sorted(winners or ()),
        **({"scores": scores} if scores != balances else {}),
    }


def scores_of(snapshot: Snapshot, seats: Sequence[SeatRow]) -> dict[str, int]:
    """What the score of each of these seats is in the last match: `total` of its game's view, or else the balance."""
    match = snapshot.match
    players: Any = match.game.view(match.state, None)["players"] if match else ()
    totals = {facts["user"]: facts["total"] for facts in players if "total" in facts}
    return {seat.user: totals.get(seat.user, snapshot.accounts[seat.user].balance) for seat in seats}


def standings_of(snapshot: Snapshot, seats: Sequence[SeatRow]) -> tuple[SlipRow, ...]:
    """These seats, in order of play, by how the last match ended: winners first, then by their score."""
    match = snapshot.match
    winners = set((match.game.winners(match.state) if match else None) or ())
    scores = scores_of(snapshot, seats)
    found = sorted(
        ((seat.user in winners, scores[seat.user], seat) for seat in seats),
        key=lambda one: (not one[0], -one[1]),
    )
    ranks = [(won, balance) for won, balance, _ in found]
    return tuple(
        SlipRow(place=ranks.index((won, balance)) + 1, name=seat.name, balance=balance, won=won)
        for won, balance, seat in found
    )
