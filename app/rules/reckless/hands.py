"""The cards where the service deals them: who holds what, what lies in the deck, and what chance is to do next.

With the cards on the table there is none of this. Whatever happens to a card there by hand happens to it here, at the
same moments: the game itself is one and the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.errors import Json
from app.rules.core import Event, Lot, Player, shuffle_lot, shuffled
from app.rules.decks import Deck

Printed = tuple[str, int | None]
"""What stands on a card: its kind and, for a character, its strength."""


class Copy(NamedTuple):
    """One card of the box: what stands on it. Cards are counted often: a tuple is quick at that."""

    card: str
    strength: int | None = None

    def as_json(self) -> dict[str, Json]:
        """Return the card as its holder sees it."""
        return {"card": self.card, "strength": self.strength}


@dataclass(frozen=True, slots=True)
class Hands:
    """Every card of the box is in exactly one of these places.

    `held` has each player's hand in seat order, the card drawn last at its end. `to_draw` is None but while the deck is
    to be shuffled: then it says who draws how many afterwards, in order.
    """

    pile: tuple[Copy, ...]
    held: tuple[tuple[Player, tuple[Copy, ...]], ...]
    face_up: tuple[Copy, ...] = ()
    to_draw: tuple[tuple[Player, int], ...] | None = None

    def of(self, player: Player | None) -> tuple[Copy, ...]:
        """Return a player's hand; none for a stranger."""
        for who, hand in self.held:
            if who == player:
                return hand
        return ()

    def find(self, player: Player, card: str, strength: int | None) -> Copy | None:
        """Return the card of this kind and strength that a player holds; of any strength if none is said."""
        fitting = (one for one in self.of(player) if one.card == card and strength in (None, one.strength))
        return next(fitting, None)

    def exchange(self, player: Player, shown: Copy) -> "Hands":
        """Put a card that was shown back into the deck, for another one after the shuffle."""
        return self._without(player, (shown,))._into_deck((shown,), ((player, 1),))

    def lay_open(self, player: Player, lost: Copy, *, goes_back: bool) -> "Hands":
        """Lay a lost card face up, or put it back into the deck."""
        left = self._without(player, (lost,))
        return left._into_deck((lost,), ()) if goes_back else replace(left, face_up=(*left.face_up, lost))

    def leave(self, player: Player, *, goes_back: bool) -> "Hands":
        """Put the hand of somebody who is out back into the deck, or out of the game; what they were to draw stays."""
        hand = self.of(player) if goes_back else ()
        drawing = None if self.to_draw is None else tuple(one for one in self.to_draw if one[0] != player)
        left = replace(self._without(player, hand), to_draw=drawing)
        return left._into_deck(hand, ()) if hand else left

    def deal(self, player: Player, count: int) -> "Hands":
        """Have a player who is back in the game draw so many cards after a shuffle."""
        return self._into_deck((), ((player, count),)) if count else self

    @property
    def lot(self) -> Lot | None:
        """What chance must draw: an order of the deck, if it is to be shuffled."""
        return None if self.to_draw is None else shuffle_lot(len(self.pile))

    def dealt(self, numbers: Sequence[int]) -> "tuple[Hands, tuple[Event, ...]]":
        """Shuffle the deck, and let draw who is to.

        Raises:
            Invalid: If the numbers are none of this lot.
        """
        pile = shuffled(self.pile, numbers)
        hands, events = dict(self.held), [Event("shuffled", {"cards": len(pile)})]
        for player, count in self.to_draw or ():
            drawn, pile = pile[:count], pile[count:]
            hands[player] = (*hands[player], *drawn)
            cards = tuple(one.as_json() for one in drawn)
            events.append(Event("drew", {"player": player, "cards": cards}, audience=(player,)))
        return Hands(pile, tuple(hands.items()), self.face_up), tuple(events)

    def settled(self) -> "Hands":
        """Return the cards when nothing is to be drawn any more, as after the end."""
        return replace(self, to_draw=None)

    def everything(self) -> tuple[Copy, ...]:
        """Return all cards, wherever they lie."""
        return (*self.pile, *self.face_up, *(one for _, hand in self.held for one in hand))

    def _without(self, player: Player, gone: Sequence[Copy]) -> "Hands":
        hand = list(self.of(player))
        for one in gone:
            hand.remove(one)
        held = tuple([(who, tuple(hand) if who == player else had) for who, had in self.held])
        return Hands(self.pile, held, self.face_up, self.to_draw)

    def _into_deck(self, cards: Sequence[Copy], draw: tuple[tuple[Player, int], ...]) -> "Hands":
        return Hands((*self.pile, *cards), self.held, self.face_up, (*(self.to_draw or ()), *draw))


def whole(deck: Deck) -> tuple[Copy, ...]:
    """Return every card of a deck, in its order."""
    return tuple(Copy(*one) for one in printed(deck))


def printed(deck: Deck) -> Iterator[Printed]:
    """Name every card of a deck, in its order, by kind and strength."""
    for card in deck.cards:
        yield from ((card.key, strength) for strength in card.strengths or (None,) * card.copies)


def fresh(deck: Deck, players: Sequence[Player]) -> Hands:
    """Return the cards before the deal: all in the deck, which is to be shuffled."""
    return Hands(
        pile=whole(deck),
        held=tuple((player, ()) for player in players),
        to_draw=tuple((player, deck.cards_dealt) for player in players),
    )
