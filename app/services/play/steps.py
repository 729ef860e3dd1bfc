"""A step of a game on its way into log and books: what it books, what chance does next, how the table stands then."""

from collections.abc import Mapping
from typing import Any

from app.errors import Conflict, Json, LedgerError
from app.ledger import BANK, TransferKind
from app.rules import Booking, Drawn, Funds, Move, Step
from app.services.ground import Change, Ground
from app.services.ground.booking import Book, Draft
from app.services.ground.snapshots import Match, Snapshot, funds
from app.storage import Connection, seeds, tables
from app.storage.tables import SeatRow


def take(
    ground: Ground,
    connection: Connection,
    snapshot: Snapshot,
    book: Book,
    move: Move,
    *,
    kind: str,
    facts: Mapping[str, Json] | None = None,
) -> Change:
    """Make a move in the match that is running, with all that follows from it, in one commit.

    Args:
        ground: The shared parts.
        connection: Of the transaction that holds the table's lock.
        snapshot: The table before it, with a match.
        book: What was booked in it belongs to the move.
        move: Whose legality the game judges.
        kind: The kind of its line in the log.
        facts: What the line says besides.

    Raises:
        IllegalMove: If the game refuses it.
        InsufficientFunds: If an account would fall below its floor by what the move books.
        Conflict: As `settled_change`.
    """
    assert snapshot.match is not None
    after = _step(ground, snapshot, book, snapshot.match, move, kind=kind, facts=facts)
    after = draw_lots(ground, connection, snapshot, book, after)
    return settled_change(ground, connection, snapshot, after, book)


def draw_lots(ground: Ground, connection: Connection, snapshot: Snapshot, book: Book, match: Match) -> Match:
    """Let chance do all that it is to do now; when the match is over by that, publish its seed.

    Raises:
        LedgerError: If something is to be drawn in a match that has no seed.
    """
    seed = seeds.of_match(connection, book.row.id, book.row.match) if match.seed_hash else None
    while (lot := match.game.lot(match.state)) is not None:
        if seed is None:
            raise LedgerError("Match %(match)d has no seed to draw from.", match=book.row.match)
        drawn = ground.chance.drawn(seed, match.drawn + 1, lot)
        match = _step(ground, snapshot, book, match, drawn, kind="chance")
    if seed is not None and not match.seed and match.is_over:
        match = match.after(book.line("seed", {"seed": seed.hex()}))
    return match


def _step(
    ground: Ground,
    snapshot: Snapshot,
    book: Book,
    match: Match,
    move: Move,
    *,
    kind: str,
    facts: Mapping[str, Json] | None = None,
) -> Match:
    before = funds(snapshot.seats, book.accounts)
    step = match.game.apply(match.state, move, before)
    for booking in step.bookings:
        book.transfer(draft(booking))
    has_secrets = isinstance(move, Drawn) or any(event.audience is not None for event in step.events)
    salted: dict[str, Json] = {"salt": ground.chance.salt()} if has_secrets else {}
    line = book.line(kind, {**line_data(match, move, before, step), **(facts or {}), **salted})
    return match.moved(move, step, seq=line.seq, kind=kind)


def draft(booking: Booking) -> Draft:
    """The transfer that a move asks for."""
    kind = kind_of_booking(booking.payee)
    return Draft(kind, booking.payer, booking.payee, booking.amount, action=booking.reason)


def kind_of_booking(payee: str) -> TransferKind:
    """Why credits move by a move itself: to the bank, or to somebody."""
    return TransferKind.CHARGE if payee == BANK else TransferKind.AWARD


def line_data(match: Match, move: Move, before: Funds, step: Step[Any]) -> dict[str, Json]:
    """What the log keeps of a move: enough to replay it exactly, and what followed from it."""
    return {
        "by": move.player,
        "move": match.game.encode(move),
        "funds": {str(player): int(amount) for player, amount in before.items()},
        **consequences(step),
    }


def consequences(step: Step[Any]) -> dict[str, Json]:
    """What followed from a move, as its line in the log keeps it."""
    return {
        "events": [{"kind": e.kind, "facts": e.facts, "audience": e.audience} for e in step.events],
        "bookings": [
            {"payer": b.payer, "payee": b.payee, "amount": b.amount, "reason": b.reason}
            for b in step.bookings
        ],
    }


def settled_change(
    ground: Ground, connection: Connection, snapshot: Snapshot, after: Match, book: Book
) -> Change:
    """How the table stands after a step of the game: over or not, who is free to go, and until when one may think.

    Raises:
        Conflict: If somebody who comes back into the game sits at another table by now.
    """
    over = after.game.winners(after.state) is not None
    before = set(snapshot.match.game.still_in(snapshot.match.state)) if snapshot.match else set()
    inside = set() if over else set(after.game.still_in(after.state))
    for seat in snapshot.seats:
        if seat.user in inside - before:
            take_place(connection, seat)
    out = [seat.user for seat in snapshot.seats if over or seat.user in before - inside]
    if out:
        tables.vacate(connection, snapshot.row.id, out)
    return Change(
        after,
        status="over" if over else "playing",
        deadline=None if over else deadline_after(ground, snapshot, after),
    )


def take_place(connection: Connection, seat: SeatRow, *, advice: str = "") -> None:
    """Note that somebody sits here, who may have been free to sit elsewhere.

    Args:
        connection: Of the transaction that holds the table's lock.
        seat: Whose.
        advice: What is said besides, if they are not.

    Raises:
        Conflict: If they do by now.
    """
    if tables.occupy(connection, seat.user, seat.table_id):
        return
    if tables.sits_at(connection, seat.user) != seat.table_id:
        elsewhere = Conflict("%(name)s sits at another table by now.", name=seat.name)
        if advice:
            elsewhere.add(advice)
        raise elsewhere


def deadline_after(ground: Ground, snapshot: Snapshot, after: Match) -> int | None:
    """Until when (steady clock) the table waits before silence speaks; None for as long as it takes.

    A window keeps its end while answers come in; every new question opens a fresh one, and so does an answer that is
    taken back.
    """
    timer_s = 0 if snapshot.row.paused_at is not None else int(snapshot.options.get("timer_s", 0))
    game, state = after.game, after.state
    awaited = set(game.waiting_for(state))
    if not timer_s or not any(game.default_move(state, player) for player in awaited):
        return None
    before = snapshot.match
    if before is not None and snapshot.row.deadline is not None:
        same_question = game.question(before.state) == game.question(state)
        if same_question and awaited <= set(game.waiting_for(before.state)):
            return snapshot.row.deadline
    return ground.clock.steady() + timer_s * 1_000_000
