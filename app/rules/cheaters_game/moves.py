"""What can be put into Cheater's Game; in records, `RollAlliances` has the type `roll_alliances`."""

from dataclasses import dataclass

from app.rules.core import Drawn, Move, Player, by_kind


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """On one's turn: roll one die for oneself."""


@dataclass(frozen=True, slots=True)
class Invite(Move):
    """On one's turn: ask these players into a new alliance that one leads."""

    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class RollAlliances(Move):
    """On one's turn: roll for every alliance that one leads."""


@dataclass(frozen=True, slots=True)
class Whistle(Move):
    """On one's turn: turn in one's companions of this alliance."""

    alliance: int


@dataclass(frozen=True, slots=True)
class Join(Move):
    """Say yes to an invitation."""


@dataclass(frozen=True, slots=True)
class Decline(Move):
    """Say no to an invitation."""


@dataclass(frozen=True, slots=True)
class Dice(Move):
    """What the real dice show that one has thrown, in any order."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer(Move):
    """After doubles: offer this part of the pool to another player, and keep the rest."""

    to: Player
    amount: int


@dataclass(frozen=True, slots=True)
class Accept(Move):
    """Take what is offered: both parts are scored."""


@dataclass(frozen=True, slots=True)
class Refuse(Move):
    """Refuse what is offered: the pool is gone."""


@dataclass(frozen=True, slots=True)
class Misunderstand(Move):
    """Having accepted, say that it was understood otherwise: the offer is void. With real dice alone."""


@dataclass(frozen=True, slots=True)
class Resign(Move):
    """Leave the game; the honest points stay in the account."""


@dataclass(frozen=True, slots=True)
class Correct(Move):
    """The bank: points were corrected from outside the game."""


@dataclass(frozen=True, slots=True)
class Close(Move):
    """The bank: the game ends here."""


PLAYER_MOVES = by_kind(
    Roll,
    Invite,
    RollAlliances,
    Whistle,
    Join,
    Decline,
    Dice,
    Offer,
    Accept,
    Refuse,
    Misunderstand,
    Resign,
)
"""What a player may send."""

SERVICE_MOVES = by_kind(Drawn, Correct, Close)
"""What the service alone puts in."""
