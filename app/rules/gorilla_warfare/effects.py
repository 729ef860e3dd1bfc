"""What each card of Gorilla Warfare does. Source: seed rules, "The cards"."""

from dataclasses import replace

from app.rules.core import Player
from app.rules.gorilla_warfare.board import Board, Pile
from app.rules.gorilla_warfare.cards import Card, Kind, kind_of
from app.rules.gorilla_warfare.legal import can_be_played
from app.rules.gorilla_warfare.moves import Play, Way
from app.rules.gorilla_warfare.state import (
    Attack,
    Deploying,
    Look,
    Refill,
    Shuffle,
    Standing,
    Strike,
    Window,
)

LOOK = 3
"""Cards of the draw pile that RECONNAISSANCE shows."""


def play(board: Board, move: Play, source: Pile) -> None:
    """Play a card from a hand or a deck: it is laid down, and what it does comes onto the agenda."""
    kind, player = Kind(move.card), move.player
    card = next(card for card in source.cards if kind_of(card) is kind)
    board.plays += 1
    board.turn = board.turn.having_played(kind)
    board.tell(
        "played",
        player=player,
        card=kind,
        target=move.target,
        way=move.way,
        position=move.position,
        source=source.kind,
    )
    rescued = board.discard.cards[0] if board.discard.cards else None
    laid_on = board.holdings[player].front if kind is Kind.DEFENCE else board.discard
    board.move(card, source, laid_on, on_top=True)
    attack = Attack(player, kind, move.target, move.way, move.position)
    match kind:
        case Kind.EVASION:
            board.turn = replace(board.turn, evaded=True)
        case Kind.DEPLOYMENT:
            _deploy(board, player)
        case Kind.SAVING_GRACE:
            _rescue(board, player, rescued)
        case Kind.FOG_OF_WAR if move.way == Way.SHUFFLE:
            board.do_first(Shuffle())
        case Kind.RECONNAISSANCE if move.way == Way.DRAW_PILE:
            board.do_first(Strike(attack, player))
        case Kind.KAMIKAZE:
            _spread(board, attack)
        case _ if move.target is not None:
            board.do_first(Window(attack, (move.target,)), Strike(attack, move.target))
        case _:  # a DEFENCE lies in front, and waits
            pass


def strike(board: Board, attack: Attack, player: Player) -> None:
    """Let an attack take effect on a player who has not stopped it."""
    holding, attacker = board.holdings[player], board.holdings[attack.player]
    match attack.card, attack.way:
        case Kind.COMMAND, _:
            draw_onto_deck(board, player)
        case Kind.KAMIKAZE, _ if board.draw.cards and is_deadly(board.draw.cards[0]):
            board.move(board.draw.cards[0], board.draw, holding.hand)
            board.take_out(player, Standing.OUT)
        case Kind.KAMIKAZE, _:
            draw_onto_deck(board, player)
        case Kind.RAID, _:
            card = holding.hand.cards[(attack.position or 1) - 1]
            board.move(card, holding.hand, attacker.hand)
            board.tell("stole", player=attack.player, target=player, position=attack.position)
            board.whisper("stolen", attack.player, player, player=attack.player, card=kind_of(card))
            board.do_first(Refill(player))
        case Kind.FOG_OF_WAR, Way.SWAP_HANDS:
            _swap(board, attacker.hand, holding.hand)
            board.tell("swapped", player=attack.player, target=player, what="hands")
            board.do_first(Refill(player))
        case Kind.FOG_OF_WAR, _:
            _swap(board, attacker.deck, holding.deck)
            board.tell("swapped", player=attack.player, target=player, what="decks")
        case Kind.RECONNAISSANCE, Way.HAND:
            _look(board, attack.player, Look(holding.hand.cards, player))
        case _:
            _look(board, attack.player, Look(board.draw.cards[:LOOK]))


def draw_onto_deck(board: Board, player: Player) -> None:
    """Have a player draw the top of the draw pile onto the bottom of their deck, if there is a card left."""
    if not board.draw.cards:
        board.tell("nothing_left", player=player)
        return
    card = board.draw.cards[0]
    board.move(card, board.draw, board.holdings[player].deck)
    board.tell("drew", player=player, to="deck")
    board.whisper("got", player, player=player, cards=(kind_of(card),), to="deck")


def is_deadly(card: Card) -> bool:
    """Tell whether a card is COLLATERAL DAMAGE."""
    return kind_of(card) is Kind.COLLATERAL_DAMAGE


def _deploy(board: Board, player: Player) -> None:
    others = [(other, len(board.holdings[other].hand.cards)) for other in board.playing if other != player]
    if any(can_be_played(kind_of(card), others) for card in board.holdings[player].deck.cards):
        board.do_first(Deploying(player))
    else:
        board.tell("no_effect", player=player, card=Kind.DEPLOYMENT)


def _rescue(board: Board, player: Player, rescued: Card | None) -> None:
    if rescued is None:
        board.tell("no_effect", player=player, card=Kind.SAVING_GRACE)
        return
    board.move(rescued, board.discard, board.holdings[player].deck)
    board.tell("rescued", player=player, card=kind_of(rescued))


def _spread(board: Board, attack: Attack) -> None:
    """Have a KAMIKAZE meet everybody from its player's left on; who plays it is saved by a DEFENCE in front only."""
    order = [board.left_of(attack.player)]
    while order[-1] != attack.player:
        order.append(board.left_of(order[-1]))
    asked = tuple(p for p in board.playing if p != attack.player or board.holdings[p].front.cards)
    board.do_first(Window(attack, asked), *(Strike(attack, player) for player in order))


def _swap(board: Board, one: Pile, other: Pile) -> None:
    ones, others = one.cards, other.cards
    for card in ones:
        board.move(card, one, other)
    for card in others:
        board.move(card, other, one)


def _look(board: Board, player: Player, look: Look) -> None:
    board.turn = replace(board.turn, looks=(*board.turn.looks, look))
    board.tell("looked", player=player, target=look.whose)
    board.whisper("saw", player, player=player, cards=tuple(map(kind_of, look.cards)), target=look.whose)
