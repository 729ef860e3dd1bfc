"""What is open to whom: the one table from which pages draw their buttons and by which moves are judged."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from app.errors import IllegalMove
from app.rules.core import BANK, CHANCE, Drawn, Lot, Move, Player, shuffle_lot
from app.rules.core import kind_of as move_kind
from app.rules.gorilla_warfare import moves
from app.rules.gorilla_warfare.cards import Card, Kind, kind_of
from app.rules.gorilla_warfare.moves import Play, Way
from app.rules.gorilla_warfare.state import (
    Deal,
    Deploying,
    Over,
    Seat,
    Shuffle,
    Standing,
    State,
    Task,
    Turn,
    Window,
)

Other = tuple[Player, int]
"""Somebody a card can be turned against, and how many cards are in their hand: all that the player sees."""


def phase_name(state: State) -> str:
    """Return the moment as pages and programs know it."""
    match state.now:
        case Turn():
            return "turn"
        case Deploying():
            return "deploy"
        case Window():
            return "answer"
        case Over():
            return "over"
        case _:
            return "shuffle"


def lot(state: State) -> Lot | None:
    """Return what a shuffle takes, while one is to be made."""
    match state.now:
        case Deal() | Shuffle():
            return shuffle_lot(len(state.draw))
        case _:
            return None


def waiting_for(state: State) -> tuple[Player, ...]:
    """Return who must move before the game goes on, in seat order.

    Whoever is attacked is asked, with a DEFENCE or without one: the question alone tells nobody anything.
    """
    match state.now:
        case Turn(player) | Deploying(player):
            return (player,)
        case Window(asked=asked):
            return asked
        case _:
            return ()


def legal_moves(state: State, player: Player) -> tuple[Move, ...]:
    """Return every move this player can make now, with every value it can have."""
    seat = state.seat(player)
    if seat is None or not seat.in_game or lot(state) is not None or isinstance(state.now, Over):
        return ()
    return (*_answers(state, seat), moves.Resign(player))


def is_legal(state: State, move: Move) -> bool:
    """Tell whether a move is open: for players as `legal_moves` lists it, without listing all of them."""
    match move:
        case Drawn():
            return move.player == CHANCE and lot(state) is not None
        case moves.Correct():
            return move.player == BANK
        case moves.Close():
            return move.player == BANK and not isinstance(state.now, Over)
        case Play() if isinstance(state.now, (Turn, Deploying)) and state.now.player == move.player:
            seat = state.seat(move.player)
            held = [kind for kind in _in_reach(state, seat) if kind == move.card] if seat else []
            return bool(held) and move in plays(held[0], move.player, _others(state, move.player))
        case _:
            return move in legal_moves(state, move.player)


def _answers(state: State, seat: Seat) -> tuple[Move, ...]:
    player = seat.player
    match state.now:
        case Turn(active) if active == player:
            # A turn may end once a card was played in it, or where none can be.
            listed = _plays(state, seat)
            return (*listed, moves.Done(player)) if state.turn.played or not listed else listed
        case Deploying(active) if active == player:
            return _plays(state, seat)
        case Window(attack, asked) if player in asked:
            if seat.front or (attack.player != player and _defence_in(seat.hand)):
                return (moves.Allow(player), moves.Defend(player))
            return (moves.Allow(player),)
        case _:
            return ()


def _in_reach(state: State, seat: Seat) -> dict[Kind, None]:
    """Return the kinds of card this player can lay hands on now, each once, in their order."""
    pile = seat.deck if isinstance(state.now, Deploying) else seat.hand
    return dict.fromkeys(map(kind_of, pile))


def _plays(state: State, seat: Seat) -> tuple[Play, ...]:
    others = _others(state, seat.player)
    return tuple(chain.from_iterable([plays(kind, seat.player, others) for kind in _in_reach(state, seat)]))


def _others(state: State, player: Player) -> tuple[Other, ...]:
    return tuple([(seat.player, len(seat.hand)) for seat in state.others(player)])


def _defence_in(pile: tuple[Card, ...]) -> bool:
    return any(kind_of(card) is Kind.DEFENCE for card in pile)


def can_be_played(kind: Kind, others: Sequence[Other]) -> bool:
    """Tell whether a card of this kind can be played at all, beside these others."""
    return kind is not Kind.COLLATERAL_DAMAGE and (kind is not Kind.RAID or any(hand for _, hand in others))


@lru_cache(maxsize=10_000)  # few players and full hands: the same lists are asked for all the time
def plays(kind: Kind, player: Player, others: tuple[Other, ...]) -> tuple[Play, ...]:
    """Return every way in which a player can play a card of this kind; the nearest to the left is named first."""
    return tuple(_plays_of(kind, player, others))


def _plays_of(kind: Kind, player: Player, others: tuple[Other, ...]) -> Iterator[Play]:
    card = str(kind)
    match kind:
        case Kind.COLLATERAL_DAMAGE:
            return
        case Kind.COMMAND:
            yield from (Play(player, card, other) for other, _ in others)
        case Kind.FOG_OF_WAR:
            yield Play(player, card, way=str(Way.SHUFFLE))
            for way in (str(Way.SWAP_HANDS), str(Way.SWAP_DECKS)):
                yield from (Play(player, card, other, way) for other, _ in others)
        case Kind.RAID:
            for other, hand in others:
                for position in range(1, hand + 1):
                    yield Play(player, card, other, position=position)
        case Kind.RECONNAISSANCE:
            yield Play(player, card, way=str(Way.DRAW_PILE))
            yield from (Play(player, card, other, str(Way.HAND)) for other, _ in others)
        case _:
            yield Play(player, card)


def default_move(state: State, player: Player) -> Move | None:
    """Return what silence means.

    Whoever is attacked is protected by a DEFENCE in front, and plays none from the hand. Whoever is on turn plays the
    leftmost card in the first of its ways, and then no more.
    """
    seat = state.seat(player)
    if seat is None or player not in waiting_for(state):
        return None
    match state.now:
        case Window():
            return moves.Defend(player) if seat.front else moves.Allow(player)
        case Turn() if state.turn.played:
            return moves.Done(player)
        case _:
            return next(iter(_plays(state, seat)), moves.Done(player))


def refusal(state: State, move: Move) -> IllegalMove:
    """Say why a move is refused, what is awaited instead, and from whom; nothing in it is hidden from anybody."""
    reason, message = _why(state, move)
    awaited = tuple(move_kind(kind) for kind in _AWAITED.get(type(state.now), ()))
    return IllegalMove(
        message,
        expected={
            "phase": phase_name(state),
            "waiting_for": waiting_for(state),
            "awaited": awaited,
            "reason": reason,
        },
    )


_AWAITED: Mapping[type[Task], tuple[type[Move], ...]] = {
    Turn: (Play, moves.Done),
    Deploying: (Play,),
    Window: (moves.Allow, moves.Defend),
}


def _why(state: State, move: Move) -> tuple[str, str]:
    seat = state.seat(move.player)
    match state.now, move:
        case Over(), _:
            return "game_over", "This game is over."
        case _ if seat is None:
            return "not_seated", "You do not sit at this table."
        case _ if seat.standing is not Standing.PLAYING:
            return "out_of_the_game", "You are out of this game."
        case _ if type(move) not in _AWAITED.get(type(state.now), ()):
            return "wrong_moment", "This is not the moment for that."
        case _ if move.player not in waiting_for(state):
            return "not_your_turn", "Somebody else is to answer now."
        case _, moves.Done():
            return "must_play", "At least one card must be played in every turn."
        case _, moves.Defend():
            return "no_defence", "You have no DEFENCE that could answer this."
        case _, Play(card=card) if card not in _in_reach(state, seat):
            return "not_held", "You don't hold that card where you could play it from."
        case _, Play(card=Kind.COLLATERAL_DAMAGE):
            return "not_on_card", "COLLATERAL DAMAGE can't be played."
        case _:
            return "not_on_card", "That card can't be played in that way."


__all__ = [
    "Other",
    "can_be_played",
    "default_move",
    "is_legal",
    "legal_moves",
    "lot",
    "phase_name",
    "plays",
    "refusal",
    "waiting_for",
]
