"""The cards of Gorilla Warfare: their kinds, each single card by its own name, and the deck file that counts them."""

from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import NewType

from app.rules.decks.table import MAX_LIST, Table, parse, wrong

Card = NewType("Card", str)
"""One card of the box, such as `raid-4`: told apart from its like, so that every one can be followed."""

DEALT = 5
"""Cards dealt to each player. Source: seed rules, "Setup" (1)."""

HAND = 2
"""Cards of a full hand. Source: seed rules, "Setup" (2)."""


class Kind(StrEnum):
    """The kinds of card, in the order of the rules."""

    COLLATERAL_DAMAGE = "collateral_damage"
    COMMAND = "command"
    DEFENCE = "defence"
    DEPLOYMENT = "deployment"
    EVASION = "evasion"
    FOG_OF_WAR = "fog_of_war"
    KAMIKAZE = "kamikaze"
    RAID = "raid"
    RECONNAISSANCE = "reconnaissance"
    SAVING_GRACE = "saving_grace"

    @property
    def title(self) -> str:  # type: ignore[override] # a text's own `title` would say "Fog_Of_War"
        """The name that is printed on the card."""
        return " ".join(word if word == "of" else word.capitalize() for word in self.value.split("_"))


@cache
def kind_of(card: Card) -> Kind:
    """Return what a card is."""
    return Kind(card.rpartition("-")[0])


@dataclass(frozen=True, slots=True)
class Deck:
    """The values of one deck file; `house` are patterns of the keys whose values the printed rules don't give."""

    name: str
    min_players: int
    max_players: int
    counts: tuple[tuple[Kind, int], ...]
    house: tuple[str, ...]

    def cards_of(self, *kinds: Kind) -> tuple[Card, ...]:
        """Return every card of these kinds, in the order of the rules."""
        return tuple(
            Card(f"{kind}-{number}")
            for kind, count in self.counts
            if kind in kinds
            for number in range(1, count + 1)
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the box."""
        return self.cards_of(*Kind)

    def is_house_ruling(self, key: str) -> bool:
        """Tell whether a value, such as `cards.raid`, is not from the printed rules."""
        return _fits_one(key, self.house)


@lru_cache(maxsize=1000)  # asked for every kind of card whenever a page or a match begins
def _fits_one(key: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(key, pattern) for pattern in patterns)


def load(text: str) -> Deck:
    """Read a deck file.

    Raises:
        Invalid: Its field is the key that is missing, unknown, of the wrong type or out of range; `deck`
            where the text is no TOML at all.
    """
    top = parse(text)
    name = top.text("name")
    min_players = top.number("min_players", 2, 6)
    max_players = top.number("max_players", min_players, 6)
    house = top.texts("house")
    counted = top.table("cards")
    counts = tuple((kind, _count(counted, kind)) for kind in Kind)
    counted.finish()
    top.finish()
    deck = Deck(name, min_players, max_players, counts, house)
    _check_size(deck)
    _check_house(deck)
    return deck


def _count(counted: Table, kind: Kind) -> int:
    # Without a single COLLATERAL DAMAGE nobody would ever be out.
    return counted.number(kind.value, 1 if kind is Kind.COLLATERAL_DAMAGE else 0, MAX_LIST)


def _check_size(deck: Deck) -> None:
    """Refuse a deck that is too small for its fullest table: COLLATERAL DAMAGE is not dealt."""
    needed = deck.max_players * DEALT
    size = len(deck.cards) - len(deck.cards_of(Kind.COLLATERAL_DAMAGE))
    if needed > size:
        message = "%(key)s: so many players are dealt %(needed)s cards; without COLLATERAL DAMAGE there are %(size)s."
        raise wrong(message, "max_players", needed=needed, size=size)


def _check_house(deck: Deck) -> None:
    keys = ("name", "min_players", "max_players", *(f"cards.{kind}" for kind in Kind))
    for pattern in deck.house:
        if not any(fnmatchcase(key, pattern) for key in keys):
            raise wrong("%(key)s: the file has no %(pattern)s.", "house", pattern=pattern)
