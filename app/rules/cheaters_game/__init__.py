"""Cheater's Game: honest points are safe, an alliance's are faster, and any companion can blow the whistle.

This module is a `Game`. Source: the rules by Jonathan A. Leistiko (18 December 2008) with his answers below them, and
the rulings of rules/cheaters-game.md.
"""

from collections.abc import Mapping
from functools import cache

from app.errors import Json
from app.money import Credits
from app.rules import core
from app.rules.cheaters_game import moves
from app.rules.cheaters_game.audit import audit
from app.rules.cheaters_game.engine import apply, new
from app.rules.cheaters_game.legal import default_move, legal_moves, lot, waiting_for
from app.rules.cheaters_game.settings import Settings, configure
from app.rules.cheaters_game.sheet import load
from app.rules.cheaters_game.state import State, account_of
from app.rules.cheaters_game.views import actions, check_payment, obligations, question, view, winners
from app.rules.core import BANK, Level, Move, Player

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

name = "cheaters_game"
deck_file = "cheaters_game.toml"
modes = ("dealer", "table")
levels = (Level.STRICT,)

LOWEST = -(10**9)
"""How far below zero honest points can go: further than any game."""

encode = core.encode


def deck_title(deck: str) -> str:
    """Return what a rule file calls itself.

    Raises:
        Invalid: If it can't be played.
    """
    return load(deck).name


def seats(settings: Settings) -> tuple[int, int]:
    """Return how many can play: the fewest, and the most."""
    return settings.sheet.min_players, settings.sheet.max_players


def accounts(settings: Settings) -> tuple[Player, ...]:
    """Return the accounts of the alliances: one for each set of pawns, at zero while no alliance uses it."""
    return _accounts_of(settings.sheet.alliance_sets)


@cache
def _accounts_of(alliance_sets: int) -> tuple[Player, ...]:
    return tuple(account_of(number + 1) for number in range(alliance_sets))


def floor(settings: Settings, owner: Player) -> int:
    """Return below what an account can't go: honest points may be negative, an alliance's are not."""
    return 0 if owner in accounts(settings) else LOWEST


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
    """Return what every player's points are set to before a match: none, whatever the settings."""
    return Credits(0)


def correction(state: State) -> Move:
    """Return the bank's move after points were corrected; the same in every state."""
    return moves.Correct(BANK)


def closing(state: State) -> Move:
    """Return the bank's move that ends the match; the same in every state."""
    return moves.Close(BANK)


def still_in(state: State) -> tuple[Player, ...]:
    """Return the players who are not out, in seat order."""
    return state.playing
