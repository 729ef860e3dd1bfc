"""What is open to whom in Cheater's Game: how moves are judged, and the list from which pages draw their buttons.

A move is judged without making that list, which is long where dice or parts of a pool are free; the tests hold both
together.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from app.errors import IllegalMove, Json
from app.rules.cheaters_game import moves
from app.rules.cheaters_game.state import Inviting, Offered, OnTurn, Over, Phase, Rolling, Splitting, State
from app.rules.core import Funds, Lot, Move, Player, kind_of

FACES = 6

KEPT = 1000
"""Lists of moves that are kept: a hundred tables' worth."""

Reason = tuple[str, str, dict[str, Json]]
"""Why a move is refused: a word for programs, a sentence for people, and what would be right."""


def phase_name(phase: Phase) -> str:
    """Return the phase as pages and programs know it."""
    match phase:
        case OnTurn():
            return "turn"
        case Inviting():
            return "invitation"
        case Rolling():
            return "roll"
        case Splitting():
            return "split"
        case Offered():
            return "offer"
        case Over():
            return "over"


def waiting_for(state: State) -> tuple[Player, ...]:
    """Return who must move before the game goes on, in seat order."""
    match state.phase:
        case OnTurn(player) | Splitting(player):
            return (player,)
        case Inviting() as inviting:
            asked = inviting.asked
            return tuple([seat.player for seat in state.seats if seat.player in asked])
        case Rolling(player):
            return () if state.settings.dealt else (player,)
        case Offered(to=to):
            return (to,)
        case Over():
            return ()


def lot(state: State) -> Lot | None:
    """Return the dice that the service is to throw, or None."""
    match state.phase:
        case Rolling(alliance=number) if state.settings.dealt:
            return (FACES,) * state.dice_for(state.alliance(number))
        case _:
            return None


def default_move(state: State, player: Player) -> Move | None:
    """Return what silence means: no to an invitation, no to an offer. A turn waits for as long as it takes."""
    if player not in waiting_for(state):
        return None
    match state.phase:
        case Inviting():
            return moves.Decline(player)
        case Offered():
            return moves.Refuse(player)
        case _:
            return None


def legal_moves(state: State, player: Player, funds: Funds) -> tuple[Move, ...]:
    """Return every move this player can make now, with every value it can have.

    Lists of players are in seat order, dice in rising order; other orders mean the same. Points play no part.
    """
    if not state.plays(player) or isinstance(state.phase, Over) or lot(state) is not None:
        return ()
    answers = _answers(state, player) if player in waiting_for(state) else ()
    return (*answers, moves.Resign(player))


def _answers(state: State, player: Player) -> tuple[Move, ...]:
    match state.phase:
        case OnTurn():
            rolls = (moves.RollAlliances(player),) if state.led_by(player) else ()
            whistles = [moves.Whistle(player, alliance.number) for alliance in state.alliances_of(player)]
            return (moves.Roll(player), *_all_invitations(state, player), *rolls, *whistles)
        case Inviting():
            return (moves.Join(player), moves.Decline(player))
        case Rolling(alliance=number):
            return _throws(player, state.dice_for(state.alliance(number)))
        case Splitting(pool=pool):
            return _offers(player, state.others(player), pool)
        case Offered() if state.settings.dealt:
            return (moves.Accept(player), moves.Refuse(player))
        case Offered():
            return (moves.Accept(player), moves.Refuse(player), moves.Misunderstand(player))
        case Over():
            return ()


def _all_invitations(state: State, player: Player) -> tuple[Move, ...]:
    if state.free_set is None:
        return ()
    return _invitations(player, can_be_asked(state, player), state.settings.sheet.members_in_set)


# The long lists are the same again and again, so that they are made once.


@lru_cache(maxsize=KEPT)
def _invitations(player: Player, free: tuple[Player, ...], most: int) -> tuple[Move, ...]:
    sizes = range(1, min(len(free), most) + 1)
    return tuple(moves.Invite(player, group) for size in sizes for group in combinations(free, size))


@lru_cache(maxsize=KEPT)
def _throws(player: Player, count: int) -> tuple[Move, ...]:
    faces = range(1, FACES + 1)
    return tuple(moves.Dice(player, dice) for dice in combinations_with_replacement(faces, count))


@lru_cache(maxsize=KEPT)
def _offers(player: Player, others: tuple[Player, ...], pool: int) -> tuple[Move, ...]:
    return tuple(moves.Offer(player, other, amount) for other in others for amount in range(pool + 1))


def can_be_asked(state: State, player: Player) -> tuple[Player, ...]:
    """Return whom the player on turn can invite."""
    others = state.others(player)
    if not isinstance(state.phase, OnTurn) or state.settings.ask_again:
        return others
    return tuple([other for other in others if other not in state.phase.declined])


def in_order(state: State, move: Move) -> Move:
    """Return a move with its lists in the order in which `legal_moves` has them."""
    match move:
        case moves.Invite(player, players):
            places = {seat.player: place for place, seat in enumerate(state.seats)}
            return moves.Invite(player, tuple(sorted(players, key=lambda one: places.get(one, -1))))
        case moves.Dice(player, dice):
            return moves.Dice(player, tuple(sorted(dice)))
        case _:
            return move


def refusal(state: State, move: Move, reason: Reason) -> IllegalMove:
    """Say why a move is refused, what is awaited instead, and from whom."""
    word, message, facts = reason
    awaited = {
        "phase": phase_name(state.phase),
        "waiting_for": waiting_for(state),
        "awaited": tuple(kind_of(kind) for kind in _AWAITED[type(state.phase)]),
    }
    return IllegalMove(message, expected={**awaited, "reason": word, **facts}, **facts)


_AWAITED: Mapping[type[Phase], tuple[type[Move], ...]] = {
    OnTurn: (moves.Roll, moves.Invite, moves.RollAlliances, moves.Whistle),
    Inviting: (moves.Join, moves.Decline),
    Rolling: (moves.Dice,),
    Splitting: (moves.Offer,),
    Offered: (moves.Accept, moves.Refuse, moves.Misunderstand),
    Over: (),
}


def why_not(state: State, move: Move) -> Reason | None:
    """Return why a player can't make this move now, or None if it is open."""
    if isinstance(state.phase, Over):
        return "game_over", "This game is over.", {}
    if not state.plays(move.player):
        if state.seat(move.player):
            return "out_of_the_game", "You are out of this game.", {}
        return "not_seated", "You do not sit at this table.", {}
    if lot(state) is not None:
        return "wrong_moment", "The dice are still rolling.", {}
    if isinstance(move, moves.Resign):
        return None
    if type(move) not in _AWAITED[type(state.phase)]:
        return "wrong_moment", "This is not the moment for that.", {}
    if move.player not in waiting_for(state):
        return "not_your_turn", "Somebody else is to answer now.", {}
    return _why_not_so(state, move)


def _why_not_so(state: State, move: Move) -> Reason | None:
    match state.phase, move:
        case _, moves.Invite(player, players):
            return _why_not_invite(state, player, players)
        case _, moves.RollAlliances(player) if not state.led_by(player):
            return "not_leader", "Only the leader rolls for an alliance, and you lead none.", {}
        case _, moves.Whistle(player, number):
            mine = [alliance.number for alliance in state.alliances_of(player)]
            if number not in mine:
                return "not_in_alliance", "You are not in that alliance.", {"alliances": mine}
        case Rolling(alliance=alliance), moves.Dice(dice=dice):
            count = state.dice_for(state.alliance(alliance))
            if len(dice) != count or not all(1 <= die <= FACES for die in dice):
                message = "Say what each die shows: %(count)s of them, each from 1 to 6."
                return "wrong_dice", message, {"count": count}
        case Splitting(pool=pool), moves.Offer(player, to, amount):
            others = state.others(player)
            if to not in others:
                return "wrong_target", "The offer goes to another player of this game.", {"targets": others}
            if not 0 <= amount <= pool:
                message = "The part you offer is a whole number from 0 to %(pool)s."
                return "not_in_pool", message, {"pool": pool}
        case _, moves.Misunderstand() if state.settings.dealt:
            return "wrong_moment", "An offer in the app can't be misunderstood: accept or refuse it.", {}
    return None


def _why_not_invite(state: State, player: Player, players: tuple[Player, ...]) -> Reason | None:
    sheet = state.settings.sheet
    free = can_be_asked(state, player)
    if state.free_set is None:
        message = "There are %(sets)s sets of alliance pawns, and none is free."
        return "no_free_set", message, {"sets": sheet.alliance_sets}
    if not players or len(set(players)) < len(players) or not set(players) <= set(free):
        message = "Invite other players of this game, each once, and nobody who has said no in this turn."
        return "wrong_target", message, {"targets": free}
    if len(players) > sheet.members_in_set:
        message = "A set of pawns is enough for %(most)s companions."
        return "too_many", message, {"most": sheet.members_in_set}
    return None
