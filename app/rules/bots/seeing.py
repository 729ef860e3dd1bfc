"""What all bots share: the words they speak in, and how they draw."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from math import comb
from typing import Any

View = Mapping[str, Any]
"""A table as one seat may see it: JSON, as it is sent. What must be in it is in interface.md and docs/."""

Choice = Mapping[str, Any]
"""A move as it is sent to the table, or a payment; JSON."""

Roll = Callable[[int], int]
"""Gives a whole number from 0 to n - 1."""


class Strength(StrEnum):
    """How well a bot plays: at random, honestly, or to win."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


def happens(percent: float, roll: Roll) -> bool:
    """Tell whether something happens that does so this often in a hundred times."""
    return roll(1000) < percent * 10


def chance_of_holding(*, copies: int, unseen: int, cards: int) -> float:
    """Return the chance that a hand has at least one of some copies, all unseen cards being alike likely in it.

    Args:
        copies: How many of them are unseen.
        unseen: How many cards are unseen in all, the hand's own among them.
        cards: How many the hand has.
    """
    if copies <= 0 or cards <= 0:
        return 0.0
    if copies + cards > unseen:
        return 1.0
    return 1.0 - comb(unseen - copies, cards) / comb(unseen, cards)
