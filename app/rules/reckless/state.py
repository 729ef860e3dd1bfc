"""The state of a match of Reckless: settings, seats, debts and the phase."""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.rules.core import Lot, Obligation, Player
from app.rules.reckless.hands import Copy, Hands
from app.rules.reckless.phases import Phase
from app.rules.reckless.settings import Settings


class Standing(StrEnum):
    """How a player stands; the last three are out of the game."""

    PLAYING = "playing"
    LEAVING = "leaving"
    RESIGNED = "resigned"
    BANKRUPT = "bankrupt"
    ELIMINATED = "eliminated"


# Named once: every seat is asked at every move, and Python 3.11 takes long to look up a member.
LEAVING = Standing.LEAVING
IN_GAME = (Standing.PLAYING, LEAVING)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player. `held` counts the face-down cards; a bankrupt gave them back, until a correction.

    `lost` are the cards laid face up, in order; None where the table did not say which card it was.
    """

    player: Player
    held: int
    lost: tuple[str | None, ...] = ()
    standing: Standing = Standing.PLAYING

    @property
    def in_game(self) -> bool:
        """Whether this player still plays, if only to the end of the turn."""
        return self.standing in IN_GAME

    @property
    def cards(self) -> int:
        """How many face-down cards lie before this player."""
        return self.held if self.standing in IN_GAME else 0


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment.

    `settled` are the paid debts of this turn, or of the last one while nothing new has been declared: they
    tell a payment that was made already from one that was never due. `owed` counts the debts of the match.
    `hands` are the cards where the service deals; None with the cards on the table.
    """

    settings: Settings
    seats: tuple[Seat, ...]
    phase: Phase
    settled: tuple[Obligation, ...] = ()
    owed: int = 0
    hands: Hands | None = None

    @property
    def lot(self) -> Lot | None:
        """What chance must draw before anything else happens."""
        return self.hands.lot if self.hands else None

    @property
    def playing(self) -> tuple[Player, ...]:
        """Who is still in the game, in seat order."""
        return tuple([seat.player for seat in self.seats if seat.standing in IN_GAME])

    def clockwise(self, first: Player) -> tuple[Player, ...]:
        """Return everybody at the table, those who are out included, beginning with this player."""
        players = [seat.player for seat in self.seats]
        place = players.index(first)
        return (*players[place:], *players[:place])

    def left_of(self, player: Player) -> Player:
        """Return the player on the next seat clockwise."""
        players = [seat.player for seat in self.seats]
        return players[(players.index(player) + 1) % len(players)]

    def seat(self, player: Player | None) -> Seat | None:
        """Return a player's seat, or None for a stranger."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        return None

    def cards(self, player: Player | None) -> int:
        """Return how many cards a player can stake; none for a stranger."""
        seat = self.seat(player)
        return seat.cards if seat else 0

    def plays(self, player: Player | None) -> bool:
        """Tell whether somebody is still in the game."""
        seat = self.seat(player)
        return seat is not None and seat.in_game

    def at(self, phase: Phase, *, settled: tuple[Obligation, ...] | None = None, owed: int = 0) -> "State":
        """Return the state in which the match has come to this phase, with other debts settled, or more owed."""
        kept = self.settled if settled is None else settled
        return State(self.settings, self.seats, phase, kept, self.owed + owed, self.hands)

    def with_hands(self, hands: Hands | None) -> "State":
        """Return the state in which the cards lie otherwise."""
        return State(self.settings, self.seats, self.phase, self.settled, self.owed, hands)

    def lay_open(self, player: Player, lost: Copy | None) -> "State":
        """Return the state in which a player has lost a card, which stays face up unless it goes back."""
        goes_back = self.settings.lost_cards_return
        face_up = () if goes_back else (lost.card if lost else None,)
        hands = self.hands.lay_open(player, lost, goes_back=goes_back) if self.hands and lost else self.hands
        left = self.with_hands(hands)
        seat = self.seat(player)
        return (
            left.with_seat(replace(seat, held=seat.held - 1, lost=(*seat.lost, *face_up))) if seat else left
        )

    def exchange(self, player: Player, shown: Copy) -> "State":
        """Return the state in which a card that was shown has gone back, to be replaced after a shuffle."""
        return self.with_hands(self.hands.exchange(player, shown)) if self.hands else self

    def with_seat(self, changed: Seat) -> "State":
        """Return the state in which one seat has changed."""
        seats = tuple([changed if seat.player == changed.player else seat for seat in self.seats])
        return State(self.settings, seats, self.phase, self.settled, self.owed, self.hands)

    def left_in_deck(self, card: str) -> int:
        """Return how many copies of a card have not been laid face up, as far as the table has said."""
        lost = sum(seat.lost.count(card) for seat in self.seats)
        return self.settings.deck.card(card).copies - lost
