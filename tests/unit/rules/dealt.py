"""A table of Reckless that the service deals, with the cards as a test wants them."""

from collections.abc import Iterable
from typing import Any

from app.rules import CHANCE, Drawn, Player
from app.rules.reckless.hands import Copy
from tests.unit.rules.gorilla import lot_for
from tests.unit.rules.kit import Table


def copies(cards: str) -> list[Copy]:
    """`banker2 scandal` as cards: the kind, and the strength of a character."""
    return [Copy(one.rstrip("123"), int(one[-1]) if one[-1].isdigit() else None) for one in cards.split()]


def named(cards: Iterable[Copy]) -> str:
    """Cards in the same words."""
    return " ".join(f"{one.card}{one.strength or ''}" for one in cards)


class DealtReckless(Table):
    """A match that begins with the hands as told; whatever is not told lies as it lay.

    `next_draws` says what is drawn after the next shuffles, one text for each.
    """

    def __init__(self, players: str = "ada bob cyd", *, hands: dict[str, str] | None = None, **how: Any):
        self.hands_told = hands or {}
        self.next_draws: list[str] = []
        self._kept = {"players": players, **how}
        super().__init__(players, mode="dealer", **how)

    def laid(self, place: str, cards: str) -> "DealtReckless":
        """The same table with one thing told more: a hand before the first move, or what is drawn next (`deck`)."""
        if place == "deck":
            self.next_draws.append(cards)
            return self
        assert all(move.player == CHANCE for move, _ in self.record), "hands are dealt before the first move"
        return DealtReckless(**self._kept, hands={**self.hands_told, place: cards})

    def _draw(self) -> None:
        while self.rules.lot(self.state) is not None:
            pile = self.state.hands.pile
            wanted = (
                self._deal() if not self.record else copies(self.next_draws.pop(0) if self.next_draws else "")
            )
            rest = list(pile)
            for card in wanted:
                rest.remove(card)
            self._make(Drawn(CHANCE, lot_for(pile, [*wanted, *rest])))

    def _deal(self) -> list[Copy]:
        told = {player: copies(self.hands_told.get(player, "")) for player in self.players}
        taken = [card for hand in told.values() for card in hand]
        spare = [card for card in self.state.hands.pile if card not in taken]
        for player, count in self.state.hands.to_draw:
            while len(told[player]) < count:
                told[player].append(spare.pop(0))
        return [card for hand in told.values() for card in hand]

    def hand(self, player: str) -> str:
        """What somebody holds, the card drawn last at the end."""
        return named(self.state.hands.of(Player(player)))

    def seen_by(self, player: str) -> dict:
        return self.rules.view(self.state, Player(player))
