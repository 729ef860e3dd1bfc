"""Reckless the Card Game: an action claims a card, a claim can be challenged, and what succeeds is paid.

This module is a `Game`. Source: the printed rules of Reckless, with the rulings of rules/reckless.md.
"""

from collections import Counter
from collections.abc import Mapping

from app.errors import Json
from app.money import Credits
from app.rules import core
from app.rules.core import BANK, Level, Lot, Move, Player
from app.rules.decks import load
from app.rules.reckless import moves
from app.rules.reckless.engine import apply, new
from app.rules.reckless.hands import Copy, Printed, printed
from app.rules.reckless.legal import default_move, legal_moves, waiting_for
from app.rules.reckless.settings import MODES, Settings, configure
from app.rules.reckless.state import State
from app.rules.reckless.views import actions, check_payment, obligations, question, view, winners

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

name = "reckless"
deck_file = "reckless.toml"
modes = MODES
levels = tuple(Level)

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
    """Return the game's own accounts: none, whatever the settings."""
    return ()


def floor(settings: Settings, owner: Player) -> int:
    """Return below what balance nobody can go: 0, whatever the settings."""
    return 0


def lot(state: State) -> Lot | None:
    """Return what chance must draw: an order of the deck, where the service deals."""
    return state.lot


def audit(before: State, step: core.Step[State]) -> str | None:
    """Return what is wrong with the cards after a move: nothing that could be known, with the cards on the table.

    Values never change: where hands and seats are the very ones from before the move, they are as right as they were.
    """
    state = step.state
    untouched = (
        state.hands is before.hands and state.seats is before.seats and state.settings is before.settings
    )
    if state.hands is None or untouched:
        return None
    everything = state.hands.everything()
    missing: Counter[Printed] = Counter(printed(state.settings.deck))
    missing.subtract(everything)
    for odd, count in missing.items():
        if count:
            found, (card, strength) = everything.count(Copy(*odd)), odd
            return f"{found} of {card} {strength or ''}, where the box has {found + count}"
    if state.lot is not None:
        return None
    short = (seat for seat in state.seats if seat.in_game and len(state.hands.of(seat.player)) != seat.held)
    return next((f"a hand of {seat.player} that has not {seat.held} cards" for seat in short), None)


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
