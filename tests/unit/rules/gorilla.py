"""A table of Gorilla Warfare at which the cards lie as a test wants them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from app.rules import CHANCE, Drawn, Player
from app.rules.core import shuffle_lot
from app.rules.gorilla_warfare.cards import DEALT, HAND, Card, kind_of
from app.rules.gorilla_warfare.state import Deal
from tests.unit.rules.kit import Table

Item = TypeVar("Item")

SMALL_DECK = """
name = "Hardly more than is dealt"
min_players = 2
max_players = 2
[cards]
collateral_damage = 1
command = 0
defence = 0
deployment = 0
evasion = 5
fog_of_war = 0
kamikaze = 0
raid = 0
reconnaissance = 0
saving_grace = 5
"""
"""One card more than is dealt to two players."""


def lot_for(cards: Sequence[Item], wanted: Sequence[Item]) -> tuple[int, ...]:
    """What chance must draw so that these cards come to lie in the wanted order."""
    order, numbers = list(cards), []
    for count in shuffle_lot(len(cards)):
        number = order.index(wanted[count - 1])
        order[count - 1], order[number] = order[number], order[count - 1]
        numbers.append(number)
    return tuple(numbers)


def on_top(cards: Iterable[Card], kinds: Iterable[str]) -> list[Card]:
    """The cards with some of these kinds on top, in this order; the others follow as they lay."""
    left, top = list(cards), []
    for kind in kinds:
        card = next(card for card in left if kind_of(card) == kind)
        left.remove(card)
        top.append(card)
    return top + left


class Dealt(Table):
    """A match that begins with the cards as told; ada deals and bob starts, unless an option says otherwise.

    `hands` has what each player is dealt, as in "raid command / evasion evasion kamikaze": the hand from the left,
    then the deck from the top. `pile` is the top of the draw pile. Whatever is not told lies as it lay: a shuffle
    changes nothing unless `next_piles` says what comes on top.
    """

    def __init__(
        self,
        pile: str = "",
        *,
        deck: str | None = None,
        options: Mapping[str, Any] | None = None,
        **hands: str,
    ):
        self.hands = {player: cards.replace("/", " ").split() for player, cards in hands.items()}
        self.next_piles = [pile.split()]
        super().__init__(" ".join(hands), game="gorilla_warfare", deck=deck, **(options or {}))
        self._kept: dict[str, Any] = {"deck": deck, "options": options}

    def laid(self, place: str, cards: str) -> "Dealt":
        """The same table with one thing told more: a player's cards before the first move, or `pile`, at any time."""
        before = all(move.player == CHANCE for move, _ in self.record)
        hands = {player: " ".join(kinds) for player, kinds in self.hands.items()}
        if place != "pile":
            assert before, "hands are dealt before the first move"
            return Dealt(**self._kept, **hands | {place: cards})
        if before:
            return Dealt(cards, **self._kept, **hands)
        self.next_piles.append(cards.split())
        return self

    def _draw(self) -> None:
        while (lot := self.rules.lot(self.state)) is not None:
            wanted = self._deal() if isinstance(self.state.now, Deal) else self._shuffle()
            numbers = lot_for(self.state.draw, wanted)
            assert len(numbers) == len(lot)
            self._make(Drawn(CHANCE, numbers))

    def _deal(self) -> list[Card]:
        first = list(self.hands).index(self.state.turn.player)
        order = [*self.hands][first:] + [*self.hands][:first]
        told = on_top(self.state.draw, (kind for player in order for kind in self.hands[player]))
        dealt, left = {}, told
        for player in order:
            count = len(self.hands[player])
            dealt[player], left = left[:count], left[count:]
        for player in order:
            missing = DEALT - len(dealt[player])
            dealt[player], left = dealt[player] + left[:missing], left[missing:]
        return [dealt[player][number] for number in range(DEALT) for player in order] + left

    def _shuffle(self) -> list[Card]:
        return on_top(self.state.draw, self.next_piles.pop(0) if self.next_piles else ())

    def hand(self, player: str) -> str:
        """What somebody holds, from the left."""
        return kinds(self._seat(player).hand)

    def deck(self, player: str) -> str:
        """Somebody's deck, from the top."""
        return kinds(self._seat(player).deck)

    def front(self, player: str) -> str:
        return kinds(self._seat(player).front)

    @property
    def pile(self) -> str:
        """The draw pile, from the top."""
        return kinds(self.state.draw)

    @property
    def discard(self) -> str:
        """The discard pile, from the top."""
        return kinds(self.state.discard)

    def _seat(self, player: str) -> Any:
        seat = self.state.seat(Player(player))
        assert seat is not None
        return seat

    def seen_by(self, player: str) -> dict:
        return self.rules.view(self.state, Player(player))

    def told(self, player: str | None = None) -> list[str]:
        """The kinds of the last events that everybody, or also this player, is told."""
        return [e.kind for e in self.events if e.audience is None or player in e.audience]


def kinds(cards: Iterable[Card]) -> str:
    return " ".join(map(kind_of, cards))


__all__ = ["HAND", "Dealt", "kinds", "lot_for", "on_top"]
