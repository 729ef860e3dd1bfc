"""What can be put into a game of Gorilla Warfare; in records, `Play` has the type `play`."""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.core import Drawn, Move, Player, by_kind


class Way(StrEnum):
    """In which of its ways a card is played that has several."""

    SHUFFLE = "shuffle"
    SWAP_HANDS = "swap_hands"
    SWAP_DECKS = "swap_decks"
    DRAW_PILE = "draw_pile"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Play(Move):
    """On one's turn: play a card of the hand, or of the deck right after a DEPLOYMENT.

    `card` is its kind; of several alike it is the leftmost of the hand, or the topmost of the deck. `target` is whom
    it is turned against, `way` the one chosen of FOG OF WAR and RECONNAISSANCE, and `position` the place in the
    target's hand, from 1 at the left, from which a RAID takes.
    """

    card: str
    target: Player | None = None
    way: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Done(Move):
    """On one's turn: play no more."""


@dataclass(frozen=True, slots=True)
class Allow(Move):
    """As the attacked: let it happen."""


@dataclass(frozen=True, slots=True)
class Defend(Move):
    """As the attacked: answer by a DEFENCE, the one that lies in front before one of the hand."""


@dataclass(frozen=True, slots=True)
class Resign(Move):
    """Leave the game; one's cards go into the draw pile."""


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """The bank: balances were corrected from outside the game, which has no money."""


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The bank: the game ends here."""


PLAYER_MOVES = by_kind(Play, Done, Allow, Defend, Resign)
"""What a player may send."""

SERVICE_MOVES = by_kind(Drawn, Correct, Close)
"""What the service alone puts in, because it shuffled or the table is closed."""
