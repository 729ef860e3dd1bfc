"""Who leaves a match of Reckless, or comes back by a correction, and how the moment goes on without them.

Source: rules/reckless.md, "Silence and leaving".
"""

from dataclasses import replace

from app.money import Credits
from app.rules.core import Funds, Level, Player, Step
from app.rules.reckless.claims import go_on, stands, still_asked
from app.rules.reckless.phases import (
    Challenged,
    Losing,
    Matching,
    OnTurn,
    OpenToChallenge,
    OpenToCounter,
    Over,
    Paying,
    Phase,
    Play,
    Undeclared,
)
from app.rules.reckless.state import LEAVING, Seat, Standing, State
from app.rules.reckless.turns import end_game, end_turn, give_turn, happened, take_out


def resign(state: State, seat: Seat, funds: Funds) -> Step[State]:
    """Let a player go: when the turn ends, if it still needs them and the table waits for that, or at once."""
    if seat.player in _needed(state.phase) and not state.settings.resign_at_once:
        leaving = state.with_seat(replace(seat, standing=LEAVING))
        return Step(leaving, (happened("leaving", player=seat.player),))
    step = take_out(state, seat, Standing.RESIGNED)
    return resume(step.state, funds).following(step)


def judge(state: State, player: Player, funds: Funds) -> Step[State]:
    """Take a player out whose balance is 0, and one back in who was bankrupt and has credits again."""
    seat = state.seat(player)
    if seat is None or state.settings.level is Level.OPEN:
        return Step(state)
    if seat.in_game and funds[player] == 0:
        return take_out(state, seat, Standing.BANKRUPT)
    if seat.standing is Standing.BANKRUPT and funds[player] > 0:
        back = state.with_seat(replace(seat, standing=Standing.PLAYING))
        if back.hands:
            missing = seat.held - len(back.hands.of(player))
            back = back.with_hands(back.hands.deal(player, missing))
        return Step(back, (happened("returned", player=player),))
    return Step(state)


def correct(state: State, funds: Funds) -> Step[State]:
    """Judge everybody anew, because balances have changed from outside the game."""
    step = Step(state, (happened("corrected"),))
    for seat in state.seats:
        step = judge(step.state, seat.player, funds).following(step)
    return resume(step.state, funds).following(step)


def resume(state: State, funds: Funds) -> Step[State]:
    """Go on from the present moment with those who are in the game now."""
    match state.phase:
        case OnTurn(player):
            return _resume_turn(state, player, funds)
        case OpenToChallenge(play, asked) if _whole(state, play):
            return still_asked(state, play, tuple(p for p in asked if state.plays(p)), funds)
        case Challenged(play) if _whole(state, play) and not state.plays(play.challenger):
            return stands(state, play, funds)
        case Losing(play, player, then) if _whole(state, play) and not state.plays(player):
            return go_on(state, play, player, then, funds)
        case Paying() as paying:
            return _resume_paying(state, paying, funds)
        case OpenToChallenge(play) | OpenToCounter(play) | Challenged(play) | Losing(play) | Matching(play):
            return Step(state) if _whole(state, play) else end_turn(state, play, funds)
        case Undeclared() if state.settings.level is Level.HONOR and len(state.playing) <= 1:
            return end_game(state, state.playing)
        case Undeclared() | Over():
            return Step(state)


def _resume_turn(state: State, player: Player, funds: Funds) -> Step[State]:
    step = give_turn(state, player, funds)
    # Whose turn it was already is no news.
    return Step(state) if step.state == state else step


def _resume_paying(state: State, paying: Paying, funds: Funds) -> Step[State]:
    """Cap the debts anew; those of and to players who are out are gone."""
    deck = state.settings.deck
    due = tuple(
        replace(debt, amount=Credits(min(deck.action(debt.action).amount, funds[debt.payer])))
        for debt in paying.due
        if state.plays(debt.payer) and state.plays(debt.payee)
    )
    if not due:
        return end_turn(state, paying.play, funds)
    return Step(state.at(Paying(paying.play, due)))


def _whole(state: State, play: Play) -> bool:
    """Tell whether those whom an action is about are both in the game; without one of them it is off."""
    return state.plays(play.actor) and (play.target is None or state.plays(play.target))


def _needed(phase: Phase) -> set[Player | None]:
    """Return the players without whom the turn can't be brought to its end."""
    match phase:
        case OpenToChallenge(play) | OpenToCounter(play) | Matching(play):
            return {play.actor, play.target}
        case Challenged(play):
            return {play.actor, play.target, play.challenger}
        case Losing(play, player):
            return {play.actor, play.target, player}
        case Paying(play, due):
            return {play.actor, play.target, *(debt.payer for debt in due)}
        case OnTurn() | Undeclared() | Over():
            return set()
