"""The state of a match of Gorilla Warfare: where every card lies, and what is to be done next.

What is to be done is an *agenda*: the first task is the present moment, the others wait beneath it. An attack puts its
window on top, a death its shuffle on top of that, and once a task is done, the game goes on with the one below.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from app.rules.core import Player
from app.rules.gorilla_warfare.cards import Card, Kind
from app.rules.gorilla_warfare.settings import Settings


class Standing(StrEnum):
    """How a player stands; the last two are out of the game."""

    PLAYING = "playing"
    RESIGNED = "resigned"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player with the hand, left card first, the deck, top card first, and every DEFENCE that lies in front.

    `fell` tells as which one, from 1, they went out of the game; 0 while they are in it.
    """

    player: Player
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    front: tuple[Card, ...] = ()
    standing: Standing = Standing.PLAYING
    fell: int = 0

    @property
    def in_game(self) -> bool:
        """Whether this player still stands."""
        return self.standing is Standing.PLAYING


@dataclass(frozen=True, slots=True)
class Attack:
    """A card that was played and takes effect on somebody: `target`, or everybody where that is None."""

    player: Player
    card: Kind
    target: Player | None = None
    way: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards are shuffled, then dealt."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance: the draw pile is shuffled."""


@dataclass(frozen=True, slots=True)
class BeginTurn:
    """This player's turn comes."""

    player: Player


@dataclass(frozen=True, slots=True)
class Turn:
    """This player is to play a card, or has played enough."""

    player: Player


@dataclass(frozen=True, slots=True)
class Deploying:
    """This player is to play a card of the deck."""

    player: Player


@dataclass(frozen=True, slots=True)
class Window:
    """These players are to say whether they answer an attack by a DEFENCE."""

    attack: Attack
    asked: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Strike:
    """An attack takes effect on this player."""

    attack: Attack
    player: Player


@dataclass(frozen=True, slots=True)
class Refill:
    """This player's hand is filled up from the deck, and from the draw pile if that runs short."""

    player: Player


@dataclass(frozen=True, slots=True)
class Fetch:
    """This player draws so many cards more: into the hand until it is full, the others onto the deck."""

    player: Player
    count: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """This player draws a card, and the turn passes on."""

    player: Player


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended."""

    winners: tuple[Player, ...]


Task = Deal | Shuffle | BeginTurn | Turn | Deploying | Window | Strike | Refill | Fetch | EndTurn | Over
"""What can be on the agenda."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the player on turn has looked at in private: the draw pile, or the hand of `whose`."""

    cards: tuple[Card, ...]
    whose: Player | None = None


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """The turn that is being played: the cards played in it, and what follows for its end."""

    player: Player
    played: tuple[Kind, ...] = ()
    evaded: bool = False
    fetched: bool = False
    looks: tuple[Look, ...] = ()

    def having_played(self, kind: Kind) -> "TurnSoFar":
        """Return the turn with one card more; written out, for every card comes here and `replace` is slow."""
        return TurnSoFar(self.player, (*self.played, kind), self.evaded, self.fetched, self.looks)


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. Piles are told from the top; `aside` is COLLATERAL DAMAGE until all have been dealt to.

    `plays` counts the cards that have been played in the match.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    draw: tuple[Card, ...]
    discard: tuple[Card, ...]
    aside: tuple[Card, ...]
    agenda: tuple[Task, ...]
    turn: TurnSoFar
    plays: int = 0

    @property
    def now(self) -> Task:
        """The present moment."""
        return self.agenda[0]

    @property
    def playing(self) -> tuple[Player, ...]:
        """Who is still in the game, in seat order."""
        return tuple([seat.player for seat in self.seats if seat.in_game])

    def seat(self, player: Player | None) -> Seat | None:
        """Return a player's seat, or None for a stranger."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def others(self, player: Player) -> tuple[Seat, ...]:
        """Return everybody else who is in the game, from this player's left on."""
        place = [seat.player for seat in self.seats].index(player)
        clockwise = self.seats[place + 1 :] + self.seats[:place]
        return tuple([seat for seat in clockwise if seat.in_game])

    @property
    def cards(self) -> list[Card]:
        """Every card that lies anywhere, as often as it does."""
        cards = [*self.draw, *self.discard, *self.aside]
        for seat in self.seats:
            cards += seat.hand + seat.deck + seat.front
        return cards

    def places(self, *, unlike: "State | None" = None) -> Iterator[tuple[str, tuple[Card, ...]]]:
        """Return every place where cards lie, with its cards.

        Args:
            unlike: Another moment of the match: what is the very same pile there, or seat, is left out.
        """
        if unlike is None or self.draw is not unlike.draw:
            yield "draw_pile", self.draw
        if unlike is None or self.discard is not unlike.discard:
            yield "discard_pile", self.discard
        if unlike is None or self.aside is not unlike.aside:
            yield "aside", self.aside
        others = () if unlike is None else unlike.seats
        for seat, other in zip_longest(self.seats, others):
            if seat is not None and seat is not other:
                yield f"hand of {seat.player}", seat.hand
                yield f"deck of {seat.player}", seat.deck
                yield f"front of {seat.player}", seat.front
