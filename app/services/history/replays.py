"""A finished match, step by step, as each seat saw it: the log played again up to a line."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice

from app.errors import Conflict, Json, NotFound
from app.ledger import Account
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.ground.names_of import names_of
from app.services.ground.snapshots import Match, Snapshot, begin
from app.services.tables import seen_by
from app.services.tables.loglines import LogLine, organizers, visible
from app.services.tables.views import view
from app.storage import Connection, audit, tables
from app.storage.tables import LineRow, SeatRow

MOST_LINES = 20_000
"""Longer matches are not shown step by step: an evening's game has some hundred."""

STEPS = ("start", "move", "chance", "silence", "payment", "correction", "undo", "closed")
"""Lines after which the table looks different; `closed` and `correction` only where they hold a move."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after one of its steps.

    Attributes:
        match: Which one.
        matches: How many of this table can be shown.
        step: Which step, from 1.
        steps: How many there are.
        line: The line of the log that made it, with all that was hidden then.
        seat: Through whose eyes, or None for what everybody saw.
        players: Users in seat order.
        view: The table as that seat saw it, as `views.view` has it.
        zone: The time zone of the table's event, or None.
    """

    match: int
    matches: int
    step: int
    steps: int
    line: LogLine
    seat: str | None
    players: tuple[str, ...]
    view: Mapping[str, Json]
    zone: str | None


class Replays:
    """Going through what was played."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def moment(
        self,
        actor: Actor,
        table_id: str,
        *,
        match: int | None = None,
        step: int | None = None,
        seat: str | None = None,
    ) -> Moment:
        """A finished match after a step; for the table's people and organizers.

        Args:
            actor: Who looks.
            table_id: Where.
            match: Which match, from 1; the last finished one if None.
            step: After which step, from 1; the last one if None or greater.
            seat: Through whose eyes; what everybody saw if None.

        Raises:
            NotFound: If there is no such match or seat.
            Conflict: If the match is not over: what is hidden stays hidden, or it is too long.
            NotAllowed: As for the table's view.
        """
        snapshot = seen_by(self._ground, actor, table_id)
        finished = snapshot.row.match - (snapshot.row.status == "playing")
        wanted = finished if match is None else match
        if not 1 <= wanted <= snapshot.row.match:
            raise NotFound("There was no such game at this table.")
        if wanted > finished:
            raise Conflict("This game is not over. It can be gone through once it is.")
        with self._ground.database.read() as connection:
            lines = list(islice(_lines(connection, snapshot, wanted), MOST_LINES + 1))
            if len(lines) > MOST_LINES:
                raise Conflict("This game is too long to be gone through step by step.")
            names = names_of(connection, table_id)
            steps = [number for number, line in enumerate(lines) if _is_step(line)]
            last = min(max(1, step or len(steps)), len(steps))
            upto = lines[: steps[last - 1] + 1]
            accounts = accounts_after(connection, snapshot, upto[-1])
            named = organizers(connection, upto[-1:])
        found = fold(upto)
        players = tuple(upto[0].said["players"])
        if seat is not None and seat not in players:
            raise NotFound("Nobody of that name sat there.")
        shown = as_it_was(snapshot, upto, found, names, accounts)
        viewer = Actor(seat or "", names.get(seat or "", ""), Role.PLAYER, session="")
        line = upto[-1]
        return Moment(
            match=wanted,
            matches=finished,
            step=last,
            steps=len(steps),
            line=visible(line, viewer, secret=False, organizer=named.get(line.actor, "")),
            seat=seat,
            players=players,
            view=view(self._ground, shown, viewer),
            zone=snapshot.event.zone if snapshot.event else None,
        )


def _lines(connection: Connection, snapshot: Snapshot, match: int) -> list[LineRow]:
    """The lines of a match from its start on; what stands before it (such as credits brought) is no part of it."""
    found = tables.lines(connection, snapshot.row.id, match=match, limit=MOST_LINES + 2)
    start = next((number for number, line in enumerate(found) if line.kind == "start"), None)
    if start is None:
        raise NotFound("There was no such game at this table.")
    return found[start:]


def _is_step(line: LineRow) -> bool:
    return line.kind in STEPS and (line.kind in ("start", "undo") or '"move"' in line.data)


def fold(lines: list[LineRow]) -> Match:
    """The match after these lines, the first of which starts it."""
    match = begin(lines[0])
    for line in lines[1:]:
        match = match.after(line)
    return match


def accounts_after(connection: Connection, snapshot: Snapshot, line: LineRow) -> dict[str, Account]:
    """What everybody had after a line: the last entry of each account until then."""
    found: dict[str, Account] = {}
    table_id, last = snapshot.row.id, snapshot.row.transfers
    legs = audit.legs(connection, table_id, last)
    for transfer in audit.booked(connection, table_id, last):
        if transfer.seq > line.seq:
            break
        for leg in islice(legs, 2):
            found[leg.owner] = Account(table_id, leg.owner, leg.balance, leg.number)
    return found


def as_it_was(
    snapshot: Snapshot,
    lines: list[LineRow],
    match: Match,
    names: Mapping[str, str],
    accounts: dict[str, Account],
) -> Snapshot:
    """The table after these lines, with the settings and the seats of that match."""
    said, last = lines[0].said, lines[-1]
    players = said["players"]
    row = replace(
        snapshot.row,
        **{name: said[name] for name in ("game", "mode", "validation", "deck", "options")},
        status="over" if match.is_over else "playing",
        match=last.match,
        seq=last.seq,
        deadline=None,
        paused_at=None,
        changed_at=last.at,
    )
    seats = tuple(
        SeatRow(row.id, number, user, names.get(user, user)) for number, user in enumerate(players, start=1)
    )
    for user in players:
        accounts.setdefault(user, Account(row.id, user))
    return Snapshot(row=row, seats=seats, accounts=accounts, match=match, last_payment=None)
