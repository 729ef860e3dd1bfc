"""What can be put into a game of Reckless; in records, `LoseCard` has the type `lose_card`."""

from dataclasses import dataclass

from app.money import Credits
from app.rules.core import Drawn, Move, Player, by_kind


@dataclass(frozen=True, slots=True)
class Declare(Move):
    """On one's turn: play an action, claiming its card; a target unless it goes against everybody."""

    action: str
    target: Player | None = None


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """On one's turn: do nothing, for want of cards."""


@dataclass(frozen=True, slots=True)
class Allow(Move):
    """Let a claim stand."""


@dataclass(frozen=True, slots=True)
class Challenge(Move):
    """Doubt a claim, staking a card."""


@dataclass(frozen=True, slots=True)
class Concede(Move):
    """As the target: let the action succeed."""


@dataclass(frozen=True, slots=True)
class Block(Move):
    """As the target: stop the action, claiming this character."""

    character: str


@dataclass(frozen=True, slots=True)
class Match(Move):
    """As the target: claim the same character; the stronger takes the money."""


@dataclass(frozen=True, slots=True)
class Sue(Move):
    """As the target: claim the character that turns the attack into a lawsuit."""


@dataclass(frozen=True, slots=True)
class Show(Move):
    """The claimed card was seen on the table; its strength counts in a match, and is said there only.

    Where the service deals, it is said too by somebody who holds several of the card.
    """

    card: str
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Not show the claimed card: not held, or not to be proved."""


@dataclass(frozen=True, slots=True)
class LoseCard(Move):
    """Lay a card face up; None if the table does not say which: where the service deals, the one drawn last.

    The strength is said only by somebody who holds several of the card, where the service deals.
    """

    card: str | None = None
    strength: int | None = None


@dataclass(frozen=True, slots=True)
class Resign(Move):
    """Leave the game; the money stays in the account."""


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """A payment that was booked; `player` paid. `obligation` is None where nothing is declared in the app."""

    payee: Player
    amount: Credits
    obligation: int | None = None
    action: str | None = None


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """The bank: balances were corrected from outside the game."""


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The bank: the game ends here."""


PLAYER_MOVES = by_kind(
    Declare, Pass, Allow, Challenge, Concede, Block, Match, Sue, Show, Decline, LoseCard, Resign
)
"""What a player may send."""

SERVICE_MOVES = by_kind(Pay, Correct, Close, Drawn)
"""What the service alone puts in, because money moved, the table is closed, or chance decided."""
