"""The journal, and proving the books."""

import base64
import binascii
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.errors import Invalid
from app.ledger import TransferKind
from app.ledger.note import Checkpoint
from app.services import ids
from app.services.accounts.receipts import Receipt, as_receipt
from app.services.actor import Actor
from app.services.audit.parts import Plan
from app.services.audit.side_by_side import WORTH_PROCESSES, prove
from app.services.audit.verdict import Fault, Verdict
from app.services.ground import Ground
from app.services.proofs.signing import PURPOSE
from app.services.standing import closed_reader, reads, standing
from app.storage import Connection, books, tables
from app.storage.ledger_pages import Wanted, actions, page
from app.storage.tables import TableRow

__all__ = ["Fault", "History", "Page", "Verdict"]

MAX_PAGE = 500
FEW_ACTIONS = 60
"""All that the games have, and more; at an open table, people name a payment as they like."""
MAX_AT, MAX_NUMBER = 2**63, 2**31
"""What a database has room for."""


@dataclass(frozen=True, slots=True)
class Page:
    """Transfers, newest first, and the cursor of the next page (None: that was all)."""

    items: tuple[Receipt, ...]
    next: str | None


@dataclass(frozen=True, slots=True)
class Only:
    """What transfers have to be, besides of a table or a user; None means anything.

    `least` and `most` are credits, `since` and `until` microseconds since 1970-01-01 UTC, all of them included.
    """

    event_id: str | None = None
    kind: str | None = None
    action: str | None = None
    amount: int | None = None
    least: int | None = None
    most: int | None = None
    since: int | None = None
    until: int | None = None


class History:
    """What one can ask of the past."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def transfers(
        self,
        actor: Actor,
        *,
        table_id: str | None = None,
        user: str | None = None,
        only: Only | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page:
        """Transfers, newest first; an organizer sees all, a player their own.

        Args:
            actor: Who asks.
            table_id: Only this table's.
            user: Only those from or to this user.
            only: What else they have to be.
            after: The cursor of the page before.
            limit: At most so many, up to MAX_PAGE.

        Raises:
            Invalid: If limit, cursor, or a kind can't be read, or the least amount is more than the most.
        """
        if not 1 <= limit <= MAX_PAGE:
            raise Invalid("The limit is a number from 1 to %(most)d.", field="limit", most=MAX_PAGE)
        only = only or Only()
        if only.least is not None and only.most is not None and only.least > only.most:
            raise Invalid(
                "No amount is at least %(least)d and at most %(most)d.",
                field="least",
                least=only.least,
                most=only.most,
            )
        owner = user if actor.is_organizer else actor.user
        if not ids.possible(f"{table_id}{owner}{only.event_id}"):
            return Page((), None)
        wanted = Wanted(
            table_id=table_id,
            event_id=only.event_id,
            owner=owner,
            kind=_kind(only.kind) if only.kind is not None else None,
            action=only.action,
            amount=only.amount,
            least=only.least,
            most=only.most,
            since=only.since,
            until=only.until,
            reader=closed_reader(actor),
        )
        with self._ground.database.read() as connection:
            found = page(connection, wanted, before=_read_cursor(after), limit=limit + 1)
            items = []
            for sealed in found[:limit]:
                transfer = sealed.transfer
                snapshot = self._ground.snapshots.read(connection, transfer.table)
                items.append(
                    as_receipt(
                        sealed, snapshot, books.reversal_of(connection, transfer.table, transfer.number)
                    )
                )
        last = found[limit - 1].transfer if len(found) > limit else None
        cursor = _cursor(last.at, last.table, last.number) if last else None
        return Page(tuple(items), cursor)

    def actions(self, actor: Actor) -> tuple[str, ...]:
        """What transfers were ever for, the first FEW_ACTIONS by the alphabet; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return actions(connection, closed_reader(actor), FEW_ACTIONS)

    def verify(
        self,
        progress: Callable[[int, int], None] | None = None,
        *,
        play_again: bool = True,
        witnesses: Sequence[Checkpoint] = (),
        processes: int = 1,
    ) -> Verdict:
        """Check all books anew, table by table, play every match again, and check the Merkle logs.

        Args:
            progress: Told (tables done, tables in all).
            play_again: Whether the matches are played again; that takes most of the time.
            witnesses: Checkpoints that somebody kept elsewhere; the logs must hold all that they saw.
            processes: How many may work at it side by side, if there is so much to check. More than one is for
                commands alone, as `side_by_side.prove` says.

        Raises:
            Unavailable: If one of several processes could not do its part.
        """
        database, key_for = self._ground.database, self._ground.key_for
        plan = Plan(key_for("checkpoint"), key_for(PURPOSE), play_again, tuple(witnesses))
        parts = plan.parts(database)
        sizes, logs = parts.sizes, parts.logs
        if processes > 1 and sum(lines for _, lines in sizes) >= WORTH_PROCESSES:
            found = prove(database.url, plan, logs, sizes, processes=processes, progress=progress)
            return parts.odd + found
        verdict = parts.odd
        for table_id, _ in sizes:
            verdict += plan.table(database, table_id)
            if progress is not None:
                progress(verdict.tables, len(sizes))
        # Whose books are wrong says more than that the whole does not fit any more.
        for log in logs:
            verdict += plan.log(database, log)
        return verdict

    def codes(self, actor: Actor, faults: Iterable[Fault]) -> dict[str, str]:
        """The join codes of the tables that these faults are of, by id; of those that an organizer may look at.

        Read from the rows alone: nothing else can be relied on there.
        """
        actor.must_be_organizer()
        with self._ground.database.read(any_text=True) as connection:
            rows = (tables.get(connection, one) for one in {fault.table_id for fault in faults} - {""})
            return {
                row.id: str(row.code) for row in rows if row is not None and _reads(connection, actor, row)
            }


def _reads(connection: Connection, actor: Actor, row: TableRow) -> bool:
    event = standing(connection, row.event_id) if row.event_id is not None else None
    return reads(actor, event) and (event is None) == (row.event_id is None)


def _kind(text: str) -> TransferKind:
    try:
        return TransferKind(text)
    except ValueError:
        known = ", ".join(TransferKind)
        raise Invalid("A transfer is of one of these kinds: %(known)s.", field="kind", known=known) from None


def _cursor(at: int, table_id: str, number: int) -> str:
    return base64.urlsafe_b64encode(f"{at} {table_id} {number}".encode()).decode().rstrip("=")


def _read_cursor(cursor: str | None) -> tuple[int, str, int] | None:
    if not cursor:
        return None
    try:
        at, table_id, number = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(" ")
        moment, n = int(at), int(number)
        if not 0 <= moment < MAX_AT or not 0 <= n < MAX_NUMBER or not ids.possible(table_id):
            raise ValueError
        return moment, table_id, n
    except (ValueError, binascii.Error) as error:
        raise Invalid("This cursor is not one of ours: begin without one.", field="after") from error
