"""What frames the moves of Reckless: debts, who is out, whose turn it is, and the end.

Source: rules/reckless.md, "A turn" (7) and "Out, and the end".
"""

from collections.abc import Iterable
from dataclasses import replace

from app.errors import Json
from app.rules.core import Event, Funds, Obligation, Player, Step
from app.rules.reckless.phases import OnTurn, Over, Paying, Play
from app.rules.reckless.settings import OutOfCards
from app.rules.reckless.state import LEAVING, Seat, Standing, State


def happened(kind: str, **facts: Json) -> Event:
    """Return an event for everybody, which tells nothing that was hidden."""
    return Event(kind, facts)


def owe(
    state: State, play: Play, debts: Iterable[tuple[Player, Player]], key: str, funds: Funds
) -> Step[State]:
    """Open the debts (payer, payee) for the action of this key; who has less than its amount owes all."""
    price = state.settings.deck.action(key).amount
    able = [(payer, payee) for payer, payee in debts if funds[payer] > 0]
    due = tuple(
        Obligation(state.owed + number, payer, payee, min(price, funds[payer]), key)
        for number, (payer, payee) in enumerate(able, start=1)
    )
    if not due:
        return end_turn(state, play, funds)
    return Step(
        state.at(Paying(play, due), owed=len(due)), tuple(happened("owed", **debt.as_json()) for debt in due)
    )


def take_out(state: State, seat: Seat, standing: Standing) -> Step[State]:
    """Take a player out of the game; the event is called as the standing is."""
    goes_back = state.settings.bankrupt_cards_return
    event = happened(standing, player=seat.player, goes_back=goes_back)
    left = state.with_seat(replace(seat, standing=standing))
    if left.hands:
        left = left.with_hands(left.hands.leave(seat.player, goes_back=goes_back))
    return Step(left, (event,))


def end_turn(state: State, play: Play, funds: Funds) -> Step[State]:
    """End the turn in which something was played, and let go who has waited for that to leave."""
    step = Step(state)
    for seat in state.seats:
        if seat.standing is LEAVING:
            step = take_out(step.state, seat, Standing.RESIGNED).following(step)
    if state.settings.out_of_cards is OutOfCards.ELIMINATED:
        step = _eliminate(step.state).following(step)
    return give_turn(step.state, state.left_of(play.actor), funds).following(step)


def give_turn(state: State, first: Player, funds: Funds) -> Step[State]:
    """Give the turn to this player, or the next clockwise who is in the game, unless the game is decided."""
    playing = state.playing
    if len(playing) <= 1:
        return end_game(state, playing)
    if not _holders(state):
        return end_game(state, richest(state, funds))
    player = next(player for player in state.clockwise(first) if player in playing)
    return Step(state.at(OnTurn(player)), (happened("turn", player=player),))


def richest(state: State, funds: Funds) -> tuple[Player, ...]:
    """Return who of those still in the game has most; equal balances share the win, or nobody has it."""
    most = max((funds[player] for player in state.playing), default=0)
    first = tuple(player for player in state.playing if funds[player] == most)
    return first if len(first) == 1 or state.settings.equal_balances_share else ()


def end_game(state: State, winners: tuple[Player, ...]) -> Step[State]:
    """End the match."""
    return Step(state.at(Over(winners)), (happened("over", winners=winners),))


def _eliminate(state: State) -> Step[State]:
    """Take out who has no card left, unless nobody has: then balances decide among all of them."""
    step = Step(state)
    for seat in state.seats:
        if seat.in_game and not seat.cards and _holders(state):
            step = take_out(step.state, seat, Standing.ELIMINATED).following(step)
    return step


def _holders(state: State) -> tuple[Player, ...]:
    return tuple([seat.player for seat in state.seats if seat.cards])
