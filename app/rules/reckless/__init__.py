"""Reckless the Card Game: an action claims a card, a claim can be challenged, and what succeeds is paid.

This module is a `Game`. Source: the printed rules of Reckless, with the rulings of rules/reckless.md.
"""

from collections.abc import Mapping

from app.errors import Json
from app.money import Credits
from app.rules import core
from app.rules.core import BANK, Move, Player
from app.rules.reckless import moves
from app.rules.reckless.engine import apply, new
from app.rules.reckless.legal import default_move, legal_moves, waiting_for
from app.rules.reckless.settings import Settings, configure
from app.rules.reckless.state import State
from app.rules.reckless.views import actions, check_payment, obligations, question, view, winners

__all__ = [
    "Settings",
    "State",
    "actions",
    "apply",
    "check_payment",
    "closing",
    "configure",
    "correction",
    "deck_file",
    "decode",
    "default_move",
    "encode",
    "legal_moves",
    "name",
    "new",
    "obligations",
    "question",
    "restore",
    "starting_credits",
    "still_in",
    "view",
    "waiting_for",
    "winners",
]

name = "reckless"
deck_file = "reckless.toml"

encode = core.encode


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


def starting_credits(settings: Settings) -> Credits:
    """Return what every player's balance is set to before a match."""
    return settings.deck.starting_credits


def correction(state: State) -> Move:
    """Return the bank's move after balances were corrected; the same in every state."""
    return moves.Correct(BANK)


def closing(state: State) -> Move:
    """Return the bank's move that ends the match; the same in every state."""
    return moves.Close(BANK)


def still_in(state: State) -> tuple[Player, ...]:
    """Return the players who are not out, in seat order."""
    return state.playing
