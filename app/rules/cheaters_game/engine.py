"""The one table of transitions of Cheater's Game: what each move leads to in each phase."""

from dataclasses import replace

from app.errors import Invalid
from app.rules.cheaters_game import moves
from app.rules.cheaters_game.legal import in_order, lot, refusal, why_not
from app.rules.cheaters_game.settings import Settings
from app.rules.cheaters_game.state import (
    Alliance,
    Inviting,
    Offered,
    OnTurn,
    Over,
    Rolling,
    Seat,
    Splitting,
    State,
    Thrown,
    booked,
    counted,
    from_bank,
    with_alliance,
    with_seat,
)
from app.rules.cheaters_game.turns import (
    end_game,
    end_turn,
    happened,
    leave_alliances,
    roll_next,
    split,
    whistle,
)
from app.rules.core import Drawn, Funds, Move, Player, Step, check_drawn


def new(players: tuple[Player, ...], settings: Settings) -> State:
    """Begin a match: everybody has no points, and the starting seat has the first turn.

    Raises:
        Invalid: If so many can't play, one sits twice, or nobody sits on the starting seat.
    """
    low, high = settings.sheet.min_players, settings.sheet.max_players
    if not low <= len(players) <= high:
        message = "This game is for %(low)s to %(high)s players."
        raise Invalid(message, field="players", low=low, high=high)
    if len(set(players)) < len(players):
        raise Invalid("Nobody can sit on two seats.", field="players")
    if settings.starting_seat > len(players):
        raise Invalid("Nobody sits on the seat that is to start.", field="options.starting_seat")
    seats = tuple(Seat(player) for player in players)
    return State(settings, seats, OnTurn(players[settings.starting_seat - 1]))


def apply(state: State, move: Move, funds: Funds) -> Step[State]:
    """Make a move.

    Args:
        state: The match.
        move: A player's move, dice that were drawn, or a move of the bank.
        funds: The points in the books at this moment; for a correction, after it.

    Raises:
        IllegalMove: If it is not open to this player now.
    """
    state = counted(state, funds)
    if isinstance(move, Drawn | moves.Correct | moves.Close):
        return _for_the_service(state, move)
    reason = why_not(state, move)
    if reason is not None:
        raise refusal(state, move, reason)
    return _make(state, in_order(state, move))


def _for_the_service(state: State, move: Move) -> Step[State]:
    match state.phase, move:
        case Rolling() as rolling, Drawn(_, numbers) if (open_lot := lot(state)) is not None:
            check_drawn(open_lot, numbers)
            return _thrown(state, rolling, tuple(number + 1 for number in numbers))
        case _, moves.Correct():
            # After the end points can still be put right; who won stands.
            return Step(state, (happened("corrected"),))
        case _, moves.Close() if not isinstance(state.phase, Over):
            return end_game(state).after(happened("closed"))
        case _:
            raise refusal(state, move, ("wrong_moment", "This is not the moment for that.", {}))


def _make(state: State, move: Move) -> Step[State]:
    match state.phase, move:
        case _, moves.Resign(player):
            return _resign(state, player)
        case OnTurn(player), moves.Roll():
            event = happened("rolling", player=player, alliances=())
            return Step(state.at(Rolling(player, None), ()), (event,))
        case OnTurn(player, declined), moves.Invite(players=players):
            inviting = Inviting(player, players, before=declined)
            return Step(state.at(inviting), (happened("invited", player=player, players=players),))
        case OnTurn(player), moves.RollAlliances():
            led = state.led_by(player)
            event = happened("rolling", player=player, alliances=led)
            return roll_next(state.at(state.phase, ()), player, led).after(event)
        case OnTurn(player), moves.Whistle(alliance=number) if alliance := state.alliance(number):
            return whistle(state.at(state.phase, ()), player, alliance)
        case Inviting() as inviting, moves.Join(player):
            answered = inviting.answered((*inviting.joined, player), inviting.declined)
            return _answered(state, answered).after(happened("joined", player=player))
        case Inviting() as inviting, moves.Decline(player):
            answered = inviting.answered(inviting.joined, (*inviting.declined, player))
            return _answered(state, answered).after(happened("declined", player=player))
        case Rolling() as rolling, moves.Dice(dice=dice):
            return _thrown(state, rolling, dice)
        case Splitting(player, pool, left), moves.Offer(_, to, amount):
            offered = Offered(player, to, amount, pool, left)
            event = happened("offered", player=player, to=to, amount=amount, kept=offered.kept, pool=pool)
            return Step(state.at(offered), (event,))
        case Offered() as offered, moves.Accept():
            return _accepted(state, offered)
        case Offered(player, to, left=left), moves.Refuse():
            return roll_next(state, player, left).after(happened("refused", player=to, offered_by=player))
        case Offered(player, to, left=left), moves.Misunderstand():
            event = happened("misunderstood", player=to, offered_by=player)
            return roll_next(state, player, left).after(event)
        case _:  # why_not lets nothing else through
            raise refusal(state, move, ("wrong_moment", "This is not the moment for that.", {}))


def _answered(state: State, inviting: Inviting) -> Step[State]:
    """Go on asking, or, when all have answered, form the alliance of those who joined."""
    if inviting.asked:
        return Step(state.at(inviting))
    leader, number = inviting.player, state.free_set
    if not inviting.joined or number is None:
        event = happened("nobody_joined", player=leader)
        if state.settings.declined_costs_turn:
            return end_turn(state, leader).after(event)
        return Step(state.at(OnTurn(leader, (*inviting.before, *inviting.declined))), (event,))
    joined = tuple(player for player in inviting.invited if player in inviting.joined)
    alliance = Alliance(number, (leader, *joined))
    event = happened("allied", player=leader, alliance=number, members=alliance.members)
    formed = with_alliance(state, alliance).at(state.phase, ())
    rolls = formed.led_by(leader) if state.settings.forming_rolls_all else (number,)
    return roll_next(formed, leader, rolls).after(event)


def _thrown(state: State, rolling: Rolling, dice: tuple[int, ...]) -> Step[State]:
    """Score dice, and look for doubles: in each roll, or, with a shared pool, among all rolls of the turn."""
    player, alliance = rolling.player, state.alliance(rolling.alliance)
    payee, reason = (alliance.account, "alliance_roll") if alliance else (player, "roll")
    step = booked(state, (from_bank(payee, sum(dice), reason),))
    event = happened("rolled", player=player, alliance=rolling.alliance, dice=dice, points=sum(dice))
    thrown = (*state.thrown, Thrown(player, rolling.alliance, dice))
    scored = step.state.at(step.state.phase, thrown)
    if state.settings.shared_pool:
        after = roll_next(scored, player, rolling.left, (*rolling.pooled, *dice))
    else:
        after = split(scored, player, dice, rolling.left)
    return after.after(event, bookings=step.bookings)


def _accepted(state: State, offered: Offered) -> Step[State]:
    """Score both parts of a pool."""
    parts = (
        from_bank(offered.to, offered.amount, "bonus"),
        from_bank(offered.player, offered.kept, "bonus"),
    )
    step = booked(state, parts)
    event = happened(
        "accepted", player=offered.to, offered_by=offered.player, amount=offered.amount, kept=offered.kept
    )
    return roll_next(step.state, offered.player, offered.left).after(event, bookings=step.bookings)


def _resign(state: State, player: Player) -> Step[State]:
    """Let a player go at once; the moment goes on without them."""
    seat = state.seat(player)
    out = with_seat(state, replace(seat, in_game=False)) if seat else state
    left = leave_alliances(out, player).after(happened("resigned", player=player))
    if len(left.state.playing) <= 1:
        return end_game(left.state).following(left)
    return _resume(left.state, player).following(left)


def _resume(state: State, gone: Player) -> Step[State]:
    """Go on from the present moment without somebody who has just left."""
    match state.phase:
        case Over():
            return Step(state)
        case phase if phase.player == gone:
            return end_turn(state, gone)
        case Inviting() as inviting if gone in inviting.invited:
            joined = tuple(player for player in inviting.joined if player != gone)
            declined = (*(player for player in inviting.declined if player != gone), gone)
            return _answered(state, inviting.answered(joined, declined))
        case Rolling(player, int() as number, left, pooled) if state.alliance(number) is None:
            return roll_next(state, player, left, pooled)
        case Offered(player, to, left=left) if to == gone:
            return roll_next(state, player, left)
        case _:
            return Step(state)
