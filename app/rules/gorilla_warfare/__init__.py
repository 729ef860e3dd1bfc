"""Gorilla Warfare: hands, decks in a fixed order, and four cards that end a game; the last player standing wins.

This module is a `Game`. Source: the printed rules of Gorilla Warfare (Untamed Cardworks), with the rulings of
rules/gorilla-warfare.md.
"""

from collections.abc import Mapping

from app.errors import Json, PaymentRefused, Refusal
from app.money import Credits
from app.rules import core
from app.rules.core import BANK, Funds, Level, Move, Obligation, Payment, Player
from app.rules.gorilla_warfare import legal, moves
from app.rules.gorilla_warfare.audit import audit
from app.rules.gorilla_warfare.cards import load
from app.rules.gorilla_warfare.engine import apply, new
from app.rules.gorilla_warfare.legal import default_move, lot, waiting_for
from app.rules.gorilla_warfare.settings import Settings, configure
from app.rules.gorilla_warfare.state import State
from app.rules.gorilla_warfare.views import actions, question, view, winners

__all__ = [
    "Settings",
    "State",
    "accounts",
    "actions",
    "apply",
    "audit",
    "check_payment",
    "closing",
    "configure",
    "correction",
    "deck_file",
    "deck_title",
    "decode",
    "default_move",
    "encode",
    "floor",
    "legal_moves",
    "levels",
    "lot",
    "modes",
    "name",
    "new",
    "obligations",
    "question",
    "restore",
    "seats",
    "starting_credits",
    "still_in",
    "view",
    "waiting_for",
    "winners",
]

name = "gorilla_warfare"
deck_file = "gorilla_warfare.toml"
modes = ("dealer",)
levels = (Level.STRICT,)

encode = core.encode


def deck_title(deck: str) -> str:
    """Return what a deck file calls itself.

    Raises:
        Invalid: If it can't be played; the field is the key that is wrong.
    """
    return load(deck).name


def seats(settings: Settings) -> tuple[int, int]:
    """Return how many this deck is for: the fewest, and the most."""
    return settings.deck.min_players, settings.deck.max_players


def accounts(settings: Settings) -> tuple[Player, ...]:
    """Return the game's own accounts: none, for it has no money."""
    return ()


def floor(settings: Settings, owner: Player) -> int:
    """Return below what balance nobody can go: 0, whatever the settings."""
    return 0


def starting_credits(settings: Settings) -> Credits:
    """Return the balance before a match: nothing, for this game has no money."""
    return Credits(0)


def legal_moves(state: State, player: Player, funds: Funds) -> tuple[Move, ...]:
    """Return every move this player can make now; funds play no part."""
    return legal.legal_moves(state, player)


def obligations(state: State) -> tuple[Obligation, ...]:
    """Return the open debts: none, ever."""
    return ()


def check_payment(state: State | None, payment: Payment, funds: Funds) -> Move:
    """Refuse a payment: nobody owes anything in this game.

    Raises:
        PaymentRefused: Always, with the reason.
    """
    if state is None:
        raise PaymentRefused(Refusal.NO_GAME)
    raise PaymentRefused(Refusal.NOTHING_DUE if winners(state) is None else Refusal.GAME_OVER)


def correction(state: State) -> Move:
    """Return the bank's move after balances were corrected; it changes nothing here."""
    return moves.Correct(BANK)


def closing(state: State) -> Move:
    """Return the bank's move that ends the match; the same in every state."""
    return moves.Close(BANK)


def still_in(state: State) -> tuple[Player, ...]:
    """Return the players who are not out, in seat order."""
    return state.playing


def decode(player: Player, data: Mapping[str, Json]) -> Move:
    """Read a move that a player sent.

    Raises:
        Invalid: If it can't be read, or is not a player's to make.
    """
    return core.decode(moves.PLAYER_MOVES, player, data)


def restore(player: Player, data: Mapping[str, Json]) -> Move:
    """Read any move back from a record.

    Raises:
        Invalid: If it can't be read.
    """
    return core.decode({**moves.PLAYER_MOVES, **moves.SERVICE_MOVES}, player, data)
