"""What was agreed to for a debt ends with the debt: paid another way, taken back, or its match over."""

from app.services.ground.snapshots import Snapshot
from app.storage import Connection, cyclos


def debts_of(snapshot: Snapshot) -> frozenset[int]:
    """Ids of the debts that are due at a table; none outside of a match."""
    match = snapshot.match
    if match is None or not is_playing(snapshot):
        return frozenset()
    return frozenset(debt.id for debt in match.game.obligations(match.state))


def is_playing(snapshot: Snapshot) -> bool:
    """Whether a match is under way."""
    return snapshot.match is not None and snapshot.row.status == "playing"


def let_lapse(connection: Connection, before: Snapshot, after: Snapshot, at: int) -> None:
    """Let the approvals of tickets lapse whose debt has gone by a change of a table, in the same commit.

    A later debt may well be like it, and may even have its id after a move was taken back: it was never agreed to.
    """
    if not is_playing(before):
        return
    place = (before.row.id, before.row.match)
    if not is_playing(after) or after.row.match != before.row.match:
        cyclos.lapse_tickets(connection, place, None, at)
    elif gone := debts_of(before) - debts_of(after):
        cyclos.lapse_tickets(connection, place, sorted(gone), at)
