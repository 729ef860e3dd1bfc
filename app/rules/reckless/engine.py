"""The one table of transitions of Reckless: what each move leads to in each phase."""

from dataclasses import replace

from app.errors import Invalid
from app.rules.core import BANK, CHANCE, Booking, Drawn, Event, Funds, Level, Move, Player, Step
from app.rules.reckless import claims, leaving, moves, phases
from app.rules.reckless.hands import Copy, fresh
from app.rules.reckless.legal import default_move, is_legal, refusal
from app.rules.reckless.phases import Counteraction, Play, Shown, Then, Way
from app.rules.reckless.settings import Settings
from app.rules.reckless.state import LEAVING, Seat, State
from app.rules.reckless.turns import end_game, end_turn, give_turn, happened, richest


def new(players: tuple[Player, ...], settings: Settings) -> State:
    """Begin a match: everybody has the dealt cards, and the starting seat has the first turn.

    Raises:
        Invalid: If so many can't play this deck, one sits twice, or nobody sits on the starting seat.
    """
    deck = settings.deck
    if not deck.min_players <= len(players) <= deck.max_players:
        message = "This deck is for %(low)s to %(high)s players."
        raise Invalid(message, field="players", low=deck.min_players, high=deck.max_players)
    if len(set(players)) < len(players):
        raise Invalid("Nobody can sit on two seats.", field="players")
    if settings.starting_seat > len(players):
        raise Invalid("Nobody sits on the seat that is to start.", field="options.starting_seat")
    seats = tuple(Seat(player, deck.cards_dealt) for player in players)
    hands = fresh(deck, players) if settings.dealt else None
    if settings.level is Level.STRICT:
        return State(settings, seats, phases.OnTurn(players[settings.starting_seat - 1]), hands=hands)
    return State(settings, seats, phases.Undeclared())


def apply(state: State, move: Move, funds: Funds) -> Step[State]:
    """Make a move, and then the moves of those who are leaving and answer nothing any more.

    Args:
        state: The match.
        move: A player's move, a booked payment, or a move of the bank.
        funds: What each can pay at this moment; for a payment and a correction, after it.

    Raises:
        IllegalMove: If it is not open to this player now.
    """
    step = _settled(_make(state, move, funds))
    while silent := _next_answer_of_leavers(step.state):
        step = _settled(_make(step.state, silent, funds).following(step))
    return step


def _settled(step: Step[State]) -> Step[State]:
    """Leave nothing to chance after the end, nor in a deck of one card or none."""
    hands = step.state.hands
    if hands is None or hands.lot is None:
        return step
    if isinstance(step.state.phase, phases.Over):
        return replace(step, state=step.state.with_hands(hands.settled()))
    return step if hands.lot else _deal(step.state, Drawn(CHANCE, ())).following(step)


def _make(state: State, move: Move, funds: Funds) -> Step[State]:
    if type(move) in moves.PLAYER_MOVES.values() and not is_legal(state, move, funds):
        raise refusal(state, move, funds)
    match state.phase, move:
        case _, Drawn() if state.lot is not None:
            return _deal(state, move)
        case _, moves.Resign(player) if seat := state.seat(player):
            return leaving.resign(state, seat, funds)
        case phases.OnTurn(), moves.Declare():
            return _declare(state, move, funds)
        case phases.OnTurn(), moves.Pass(player):
            return give_turn(state, state.left_of(player), funds).after(happened("passed", player=player))
        case phases.OpenToChallenge(play, asked), moves.Allow(player):
            left = tuple(other for other in asked if other != player)
            return claims.still_asked(state, play, left, funds).after(happened("allowed", player=player))
        case phases.OpenToChallenge(play), moves.Challenge(player):
            return claims.challenge(state, play, player)
        case phases.OpenToCounter(play), moves.Concede(player):
            return claims.succeed(state, play, funds).after(happened("conceded", player=player))
        case phases.OpenToCounter(play), moves.Block(player, character):
            return claims.counter(state, play, Counteraction(player, Way.BLOCK, character), funds)
        case phases.OpenToCounter(play), moves.Match(player):
            return claims.counter(state, play, Counteraction(player, Way.MATCH, play.action.card), funds)
        case phases.OpenToCounter(play), moves.Sue(player) if suing := state.settings.deck.suing:
            return claims.counter(state, play, Counteraction(player, Way.SUE, suing), funds)
        case phases.Challenged(play), moves.Show() if shown := _copy(state, move):
            return claims.show(state, play, shown, funds)
        case phases.Challenged(play), moves.Decline(player):
            step = claims.must_lose(state, play, player, Then.CLAIM_FALLS, funds)
            return step.after(happened("declined", player=player, card=play.claimed))
        case phases.Losing() as losing, moves.LoseCard():
            return claims.lose(state, losing, _copy(state, move), funds)
        case phases.Matching() as matching, moves.Show(player) if shown := _copy(state, move):
            return claims.show_in_match(state, matching, player, shown, funds)
        case phases.Matching(play) as matching, moves.Decline(player):
            step = claims.compare(state, matching, Shown(player, None), funds)
            return step.after(happened("declined", player=player, card=play.claimed))
        case phases.Paying() as paying, moves.Pay() if _settles(paying, move):
            return _settle(state, paying, move, funds)
        case phases.Undeclared(), moves.Pay(player):
            step = leaving.judge(state, player, funds)
            return leaving.resume(step.state, funds).following(step).after(_paid(move))
        case phases.Over(), moves.Correct():
            # Money can still be put right after the end; who won stands.
            return Step(state, (happened("corrected"),))
        case _, moves.Correct():
            return leaving.correct(state, funds)
        case _, moves.Close() if not isinstance(state.phase, phases.Over):
            return end_game(state, richest(state, funds)).after(happened("closed"))
        case _:
            raise refusal(state, move, funds)


def _copy(state: State, move: moves.Show | moves.LoseCard) -> Copy | None:
    """Return the card that a move names; where the service deals, the very one, of which its holder need not say more.

    None is a card of which the table has not said which it was.
    """
    if state.hands is None:
        return Copy(move.card, move.strength) if move.card else None
    if move.card is None:
        return state.hands.of(move.player)[-1]
    return state.hands.find(move.player, move.card, move.strength)


def _deal(state: State, move: Drawn) -> Step[State]:
    if state.hands is None:
        raise ValueError("nothing is dealt where the cards are on the table")
    hands, events = state.hands.dealt(move.numbers)
    return Step(state.with_hands(hands), events)


def _declare(state: State, move: moves.Declare, funds: Funds) -> Step[State]:
    action = state.settings.deck.action(move.action)
    play = Play(move.player, action, move.target)
    declared = happened(
        "declared", player=move.player, action=action.key, target=move.target, card=action.card
    )
    charged = (Booking(move.player, BANK, action.cost, action.key),) if action.cost else ()
    fresh = state.at(state.phase, settled=()) if state.settled else state
    return claims.claim(fresh, play, funds).after(declared, bookings=charged)


def _settles(paying: phases.Paying, move: moves.Pay) -> bool:
    return any(
        (debt.id, debt.payer, debt.payee, debt.amount)
        == (move.obligation, move.player, move.payee, move.amount)
        for debt in paying.due
    )


def _settle(state: State, paying: phases.Paying, move: moves.Pay, funds: Funds) -> Step[State]:
    paid = tuple(debt for debt in paying.due if debt.id == move.obligation)
    due = tuple(debt for debt in paying.due if debt.id != move.obligation)
    settled = state.at(phases.Paying(paying.play, due), settled=(*state.settled, *paid))
    step = leaving.judge(settled, move.player, funds)
    if not due:
        step = end_turn(step.state, paying.play, funds).following(step)
    return step.after(_paid(move))


def _paid(move: moves.Pay) -> Event:
    return happened(
        "paid",
        id=move.obligation,
        payer=move.player,
        payee=move.payee,
        amount=move.amount,
        action=move.action,
    )


def _next_answer_of_leavers(state: State) -> Move | None:
    """Return the next answer that silence gives for somebody who is leaving."""
    for seat in state.seats:
        if seat.standing is LEAVING and (move := default_move(state, seat.player)):
            return move
    return None
