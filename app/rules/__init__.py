"""The rules of the games: pure functions from values to values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from app.rules import reckless
from app.rules.core import (
    BANK,
    Event,
    Funds,
    Game,
    Level,
    Move,
    Obligation,
    Payment,
    Player,
    Step,
    replay,
)

__all__ = [
    "BANK",
    "GAMES",
    "Event",
    "Funds",
    "Game",
    "Level",
    "Move",
    "Obligation",
    "Payment",
    "Player",
    "Step",
    "replay",
]

GAMES: Mapping[str, Game[Any]] = MappingProxyType({reckless.name: reckless})
"""Every game that can be played, under the name it has in addresses and records."""
