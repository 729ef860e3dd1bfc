"""The one table of transitions of Gorilla Warfare: what each move leads to, and what then happens by itself."""

from app.errors import Invalid
from app.rules.core import Drawn, Funds, Move, Player, Step, shuffled
from app.rules.gorilla_warfare import moves, tasks
from app.rules.gorilla_warfare.board import Board
from app.rules.gorilla_warfare.cards import DEALT, HAND, Kind, kind_of
from app.rules.gorilla_warfare.effects import play
from app.rules.gorilla_warfare.legal import is_legal, refusal
from app.rules.gorilla_warfare.settings import Settings
from app.rules.gorilla_warfare.state import (
    BeginTurn,
    Deal,
    Deploying,
    EndTurn,
    Refill,
    Seat,
    Shuffle,
    Standing,
    State,
    Strike,
    Turn,
    TurnSoFar,
    Window,
)


def new(players: tuple[Player, ...], settings: Settings) -> State:
    """Begin a match: the cards lie in their box, COLLATERAL DAMAGE aside, and wait to be shuffled and dealt.

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
    deadly = deck.cards_of(Kind.COLLATERAL_DAMAGE)
    return State(
        settings=settings,
        seats=tuple(Seat(player) for player in players),
        draw=deck.cards_of(*(kind for kind in Kind if kind is not Kind.COLLATERAL_DAMAGE)),
        discard=(),
        aside=deadly,
        agenda=(Deal(),),
        turn=TurnSoFar(players[settings.starting_seat - 1]),
    )


def apply(state: State, move: Move, funds: Funds) -> Step[State]:
    """Make a move, and then all that follows from it without anybody's choice or chance.

    Args:
        state: The match.
        move: A player's move, what chance drew, or a move of the bank.
        funds: Nobody's: this game has no money.

    Raises:
        IllegalMove: If it is not open to this player now.
    """
    if not is_legal(state, move):
        raise refusal(state, move)
    board = Board(state)
    match board.now, move:
        case Deal(), Drawn(numbers=numbers):
            _deal(board, numbers)
        case Shuffle(), Drawn(numbers=numbers):
            board.draw.cards = shuffled(board.draw.cards, numbers)
            board.agenda.pop(0)
            board.tell("shuffled", count=len(board.draw.cards))
        case Turn(player), moves.Play():
            play(board, move, board.holdings[player].hand)
        case Deploying(player), moves.Play():
            board.agenda.pop(0)
            play(board, move, board.holdings[player].deck)
        case Turn(player), moves.Done():
            board.agenda[:1] = [Refill(player), EndTurn(player)]
        case Window() as window, moves.Allow(player):
            _answered(board, window, player)
            board.tell("allowed", player=player)
        case Window() as window, moves.Defend(player):
            _answered(board, window, player)
            _defend(board, window, player)
        case _, moves.Resign(player):
            board.take_out(player, Standing.RESIGNED)
        case _, moves.Correct():
            board.tell("corrected")
        case _, moves.Close():
            board.tell("closed")
            board.end(())
        case _:
            raise refusal(state, move)
    tasks.run(board)
    return board.step()


def _deal(board: Board, numbers: tuple[int, ...]) -> None:
    """Shuffle and deal, beginning at the dealer's left; COLLATERAL DAMAGE joins what is left.

    Source: seed rules, "Setup".
    """
    board.draw.cards = shuffled(board.draw.cards, numbers)
    first = board.turn.player
    players = board.holdings.players
    place = players.index(first)
    for number in range(DEALT):
        for player in (*players[place:], *players[:place]):
            holding = board.holdings[player]
            board.move(board.draw.cards[0], board.draw, holding.hand if number < HAND else holding.deck)
    board.move_all(board.aside, board.draw)
    board.agenda = [Shuffle(), BeginTurn(first)]
    board.tell("dealt", count=DEALT)


def _answered(board: Board, window: Window, player: Player) -> None:
    board.agenda[0] = Window(window.attack, tuple(other for other in window.asked if other != player))


def _defend(board: Board, window: Window, player: Player) -> None:
    """Stop an attack for this player, who refills the hand at once if the DEFENCE came from there."""
    holding = board.holdings[player]
    source = holding.front if holding.front.cards else holding.hand
    card = next(card for card in source.cards if kind_of(card) is Kind.DEFENCE)
    board.move(card, source, board.discard, on_top=True)
    board.tell("defended", player=player, card=window.attack.card, source=source.kind)
    board.agenda = [task for task in board.agenda if not (isinstance(task, Strike) and task.player == player)]
    if source is holding.hand:
        board.do_first(Refill(player))
