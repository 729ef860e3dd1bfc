"""What must be true of the table after every move: the pawns are where pawns can be, and no point came from nowhere."""

from app.rules.cheaters_game.state import Over, State
from app.rules.core import Player, Step


def audit(before: State, step: Step[State]) -> str | None:
    """Return what is wrong with pawns or points after a move, in English; None if nothing is.

    Args:
        before: The match before the move.
        step: What it led to. A correction books nothing: there the books themselves are the source.
    """
    return _pawns(step.state) or _points(before, step)


def _pawns(state: State) -> str | None:
    if not state.alliances:
        return None
    sheet, playing = state.settings.sheet, set(state.playing)
    numbers = [alliance.number for alliance in state.alliances]
    if len(set(numbers)) < len(numbers) or not 1 <= min(numbers) <= max(numbers) <= sheet.alliance_sets:
        return f"alliances with the sets of pawns {numbers}"
    for alliance in state.alliances:
        members = set(alliance.members)
        too_many = len(alliance.members) > sheet.members_in_set + 1
        if too_many or not 2 <= len(members) == len(alliance.members) or not members <= playing:
            return f"alliance {alliance.number} of {', '.join(alliance.members)}"
    if isinstance(state.phase, Over):
        return f"alliances {numbers} after the end"
    return None


def _points(before: State, step: Step[State]) -> str | None:
    state = step.state
    if state.seats is before.seats and state.alliances is before.alliances and not step.bookings:
        return None
    if any(event.kind == "corrected" for event in step.events):
        return None
    change: dict[Player, int] = {}
    for booking in step.bookings:
        change[booking.payer] = change.get(booking.payer, 0) - booking.amount
        change[booking.payee] = change.get(booking.payee, 0) + booking.amount
    had, has = _accounts(before), _accounts(state)
    for owner in had | has:
        if had.get(owner, 0) + change.get(owner, 0) != has.get(owner, 0):
            return f"{has.get(owner, 0)} points of {owner}, who had {had.get(owner, 0)} and got {change.get(owner, 0)}"
    return None


def _accounts(state: State) -> dict[Player, int]:
    honest = {seat.player: seat.honest for seat in state.seats}
    return honest | {alliance.account: alliance.points for alliance in state.alliances}
