"""The phases of a match of Reckless: what is being played, and what is awaited from whom."""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.core import Obligation, Player
from app.rules.decks import Action


class Way(StrEnum):
    """The ways to answer an action."""

    BLOCK = "block"
    MATCH = "match"
    SUE = "sue"


@dataclass(frozen=True, slots=True)
class Counteraction:
    """The target's claim against an action."""

    player: Player
    way: Way
    character: str


@dataclass(frozen=True, slots=True)
class Play:
    """What is being played: an action, and what has come of it so far.

    A counteraction is a claim about a claim: once there is one, it is what can be challenged. `challenger`
    has challenged the latest claim.
    """

    actor: Player
    action: Action
    target: Player | None
    counter: Counteraction | None = None
    challenger: Player | None = None

    @property
    def claimant(self) -> Player:
        """Who made the latest claim."""
        return self.counter.player if self.counter else self.actor

    @property
    def claimed(self) -> str:
        """The card of the latest claim."""
        return self.counter.character if self.counter else self.action.card

    def answered(self, counter: Counteraction) -> "Play":
        """Return the play with a counteraction, which nobody has challenged yet."""
        return Play(self.actor, self.action, self.target, counter)

    def doubted(self, challenger: Player) -> "Play":
        """Return the play with its latest claim challenged."""
        return Play(self.actor, self.action, self.target, self.counter, challenger)


class Then(StrEnum):
    """What happens once a card is lost."""

    CLAIM_STANDS = "claim_stands"
    CLAIM_FALLS = "claim_falls"
    TURN_ENDS = "turn_ends"
    MATCH_LOST = "match_lost"


@dataclass(frozen=True, slots=True)
class OnTurn:
    """This player is to declare an action."""

    player: Player


@dataclass(frozen=True, slots=True)
class Undeclared:
    """Nothing is declared in the app: payments are all that is recorded."""


@dataclass(frozen=True, slots=True)
class OpenToChallenge:
    """These players may still challenge the latest claim."""

    play: Play
    asked: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class OpenToCounter:
    """The target is to answer the action."""

    play: Play


@dataclass(frozen=True, slots=True)
class Challenged:
    """The claimant is to show the claimed card."""

    play: Play


@dataclass(frozen=True, slots=True)
class Losing:
    """This player is to lay a card face up."""

    play: Play
    player: Player
    then: Then


@dataclass(frozen=True, slots=True)
class Shown:
    """What a player had to show in a match: None is nothing."""

    player: Player
    strength: int | None


@dataclass(frozen=True, slots=True)
class Matching:
    """Actor and target are to show the same character; the stronger takes the money."""

    play: Play
    shown: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class Paying:
    """These debts are open."""

    play: Play
    due: tuple[Obligation, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended."""

    winners: tuple[Player, ...]


Phase = OnTurn | Undeclared | OpenToChallenge | OpenToCounter | Challenged | Losing | Matching | Paying | Over
