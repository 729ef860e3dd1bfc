"""What happens by itself in Gorilla Warfare between two choices: refilling, drawing, passing the turn on.

Source: seed rules, "On your turn"; rules/gorilla-warfare.md, "Turn".
"""

from dataclasses import replace

from app.rules.core import Player
from app.rules.gorilla_warfare.board import Board
from app.rules.gorilla_warfare.cards import HAND, Kind, kind_of
from app.rules.gorilla_warfare.effects import draw_onto_deck, is_deadly, strike
from app.rules.gorilla_warfare.moves import Way
from app.rules.gorilla_warfare.state import (
    BeginTurn,
    EndTurn,
    Fetch,
    Refill,
    Shuffle,
    Standing,
    Strike,
    Task,
    Turn,
    TurnSoFar,
    Window,
)

FETCHED, FETCHED_AFTER_EVASION = 3, 2
"""Cards that are drawn from the draw pile when the own deck can't refill the hand."""


def run(board: Board) -> None:
    """Do what is on the agenda until a player or chance is awaited, or the match is over."""
    while _done_by_itself(board):
        pass


def _done_by_itself(board: Board) -> bool:
    """Do the next task, or a part of it; False if it is not one that runs by itself."""
    if not board.draw.cards and len(board.discard.cards) > 1 and _needs_a_card(board, board.now):
        _reshuffle(board)
        return True
    match board.now:
        case Turn(player) if not board.holdings[player].hand.cards:
            board.agenda[:1] = [Refill(player), EndTurn(player)]
        case Shuffle() if len(board.draw.cards) < 2:
            board.agenda.pop(0)
        case Window(asked=()):
            board.agenda.pop(0)
        case Strike(attack, player):
            board.agenda.pop(0)
            strike(board, attack, player)
        case Refill(player):
            board.agenda.pop(0)
            _refill(board, player)
        case Fetch(player, count):
            board.agenda.pop(0)
            _fetch(board, player, count)
        case EndTurn(player):
            if not board.turn.evaded and not board.turn.fetched:
                draw_onto_deck(board, player)
            board.agenda[:1] = [BeginTurn(board.left_of(player))]
        case BeginTurn(player):
            _begin_turn(board, player)
        case _:
            return False
    return True


def _needs_a_card(board: Board, task: Task) -> bool:
    """Tell whether a task can't go on without a draw pile."""
    match task:
        case Strike(attack):
            return attack.card in (Kind.COMMAND, Kind.KAMIKAZE) or attack.way == Way.DRAW_PILE
        case Fetch():
            return True
        case EndTurn():
            return not board.turn.evaded and not board.turn.fetched
        case _:
            return False


def _reshuffle(board: Board) -> None:
    """Make a new draw pile of the discard pile but its top card."""
    old = board.discard.cards[1:]
    for card in old:
        board.move(card, board.discard, board.draw)
    board.tell("reshuffled", count=len(old))
    board.do_first(Shuffle())


def _begin_turn(board: Board, player: Player) -> None:
    """Give a player the turn; a DEFENCE that has lain in front since their last one is discarded."""
    board.turn = TurnSoFar(player)
    board.agenda[0] = Turn(player)
    board.tell("turn", player=player)
    front = board.holdings[player].front
    for card in front.cards:
        board.move(card, front, board.discard, on_top=True)
        board.tell("expired", player=player)


def _refill(board: Board, player: Player) -> None:
    """Fill a hand from the own deck; where that runs short, the draw pile is drawn from."""
    holding = board.holdings[player]
    got = []
    while len(holding.hand.cards) < HAND and holding.deck.cards:
        card = holding.deck.cards[0]
        board.move(card, holding.deck, holding.hand)
        got.append(card)
        if is_deadly(card):
            break
    if got:
        board.tell("refilled", player=player, count=len(got))
        board.whisper("got", player, player=player, cards=tuple(map(kind_of, got)), to="hand")
    if got and is_deadly(got[-1]):
        board.take_out(player, Standing.OUT)
    elif len(holding.hand.cards) < HAND:
        on_turn = board.turn.player == player
        board.do_first(Fetch(player, FETCHED_AFTER_EVASION if on_turn and board.turn.evaded else FETCHED))
        if on_turn:
            board.turn = replace(board.turn, fetched=True)


def _fetch(board: Board, player: Player, count: int) -> None:
    """Have a player draw one card of several: into the hand until that is full, then onto the deck."""
    if not board.draw.cards:
        board.tell("nothing_left", player=player)
        return
    holding = board.holdings[player]
    card = board.draw.cards[0]
    into_hand = len(holding.hand.cards) < HAND
    board.move(card, board.draw, holding.hand if into_hand else holding.deck)
    board.tell("drew", player=player, to="hand" if into_hand else "deck")
    board.whisper("got", player, player=player, cards=(kind_of(card),), to="hand" if into_hand else "deck")
    if into_hand and is_deadly(card):
        board.take_out(player, Standing.OUT)
    elif count > 1:
        board.do_first(Fetch(player, count - 1))
