"""A view of Reckless, read for a bot: who holds what, as far as counting can tell."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from app.rules.bots.seeing import Choice, View, chance_of_holding

FIRST_CARD, LAST_CARD = 35, 120
"""What a player's one card of several is worth, and what the last one is: without cards nothing can be claimed, doubted
or blocked any more. In credits; found by letting bots play against each other."""


class Sight:
    """What one seat sees, with the answers that follow from it."""

    def __init__(self, view: View) -> None:
        """Read a view of one's own seat."""
        self.view = view
        self.you: str = view["you"]
        self.phase: str = view["phase"]
        self.legal: Sequence[Choice] = view["legal_moves"]
        self.players: dict[str, Any] = {seat["user"]: seat for seat in view["players"]}
        self.tariff: dict[str, Any] = {line["action"]: line for line in view["actions"]}
        self.of_card: dict[str, Any] = {line["card"]: line for line in view["actions"]}
        self.hand: list[str] = [held["card"] for held in view.get("hand", ())]

    def moves(self, kind: str) -> list[Choice]:
        """Return the open moves of this type."""
        return [move for move in self.legal if move["type"] == kind]

    def holds(self, card: str | None) -> bool:
        """Tell whether one holds this card."""
        return card in self.hand

    def claimed_by(self, move: Choice) -> str | None:
        """Return the card that a move of one's own claims, if it claims any."""
        match move["type"]:
            case "declare":
                return str(self.tariff[str(move["action"])]["card"])
            case "block":
                return str(move["character"])
            case "match":
                return str(self.view["action"]["card"])
            case "sue":
                return str(self.view["prompt"]["sue_with"])
            case _:
                return None

    @property
    def claimant(self) -> str:
        """Whose claim is open to doubt."""
        return str(self.view["prompt"]["claimant"])

    @property
    def claimed(self) -> str:
        """What card that claim names."""
        return str(self.view["prompt"]["card"])

    @cached_property
    def others(self) -> list[Any]:
        """The other players who are in the game."""
        return [seat for seat in self.players.values() if seat["user"] != self.you and not seat.get("out")]

    def doubters(self, besides: str | None = None) -> int:
        """Return how many others hold a card, and so can doubt what one claims."""
        return sum(seat["cards"] > 0 and seat["user"] != besides for seat in self.others)

    def balance(self, player: str) -> int:
        """Return what somebody has."""
        return int(self.players[player]["balance"])

    def cards(self, player: str) -> int:
        """Return how many cards somebody holds."""
        return int(self.players[player]["cards"])

    def value_of_next(self, player: str) -> int:
        """Return what it would cost somebody to lose a card now."""
        return {0: 0, 1: LAST_CARD}.get(self.cards(player), FIRST_CARD)

    def seen(self, card: str) -> int:
        """Return how many copies of a card lie face up."""
        return sum(seat["lost"].count(card) for seat in self.players.values())

    def left(self, card: str) -> int:
        """Return how many copies of a card don't lie face up."""
        return int(self.of_card[card]["copies"]) - self.seen(card)

    @cached_property
    def _hidden(self) -> int:
        """How many cards one can't see."""
        return int(self.view.get("in_deck", 0)) + sum(
            self.cards(player) for player in self.players if player != self.you
        )

    def chance(self, player: str, card: str) -> float:
        """Return the chance that another holds a card, by counting what one sees oneself."""
        return chance_of_holding(
            copies=self.left(card) - self.hand.count(card), unseen=self._hidden, cards=self.cards(player)
        )

    def looks_like(self, card: str) -> float:
        """Return the chance that one holds a card oneself, as the others must see it."""
        return chance_of_holding(
            copies=self.left(card), unseen=self._hidden + len(self.hand), cards=len(self.hand)
        )
