"""The rules of the games: pure functions from values to values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from app.rules import cheaters_game, gorilla_warfare, reckless
from app.rules.core import (
    BANK,
    CHANCE,
    Booking,
    Drawn,
    Event,
    Funds,
    Game,
    Level,
    Lot,
    Move,
    Obligation,
    Payment,
    Player,
    Step,
    replay,
)

__all__ = [
    "BANK",
    "CHANCE",
    "GAMES",
    "Booking",
    "Drawn",
    "Event",
    "Funds",
    "Game",
    "Level",
    "Lot",
    "Move",
    "Obligation",
    "Payment",
    "Player",
    "Step",
    "replay",
]

SHIPPED: dict[str, Game[Any]] = {game.name: game for game in (reckless, cheaters_game, gorilla_warfare)}
"""What comes in the box. A test that brings a game of its own puts it in here for as long as it runs."""

GAMES: Mapping[str, Game[Any]] = MappingProxyType(SHIPPED)
"""Every game that can be played, under the name it has in addresses and records."""
