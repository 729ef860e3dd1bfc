"""What a deck file says, as values: the cards, the actions they allow, and who blocks what."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import lru_cache

from app.money import Credits

CHARACTER_KEYS = ("name", "action", "amount", "cost", "blocks", "sues")
SPECIAL_KEYS = ("name", "copies", "effect", "amount", "cost")


class Effect(StrEnum):
    """What an action does when it succeeds."""

    TARGET_PAYS = "target_pays"
    EVERYONE_PAYS = "everyone_pays"
    TARGET_LOSES_CARD = "target_loses_card"


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: a character, with one copy for each strength, or a special card, which has none."""

    key: str
    name: str
    copies: int
    strengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """What can be played by claiming a card; `amount` and `cost` are whole credits.

    A general action belongs to a special card: it can be challenged, but not blocked, matched or sued for.
    """

    key: str
    name: str
    card: str
    amount: Credits
    cost: Credits
    effect: Effect
    general: bool
    blocked_by: tuple[str, ...]

    @property
    def targeted(self) -> bool:
        """Whether it is played against one chosen player."""
        return self.effect is not Effect.EVERYONE_PAYS


@dataclass(frozen=True, slots=True)
class Deck:
    """The values of one deck file.

    `suing` is the character whose claim turns an attack into a lawsuit, if any; `house` are patterns of the
    keys whose values the printed rules don't give.
    """

    name: str
    starting_credits: Credits
    cards_dealt: int
    min_players: int
    max_players: int
    cards: tuple[Card, ...]
    actions: tuple[Action, ...]
    suing: str | None
    house: tuple[str, ...]

    def card(self, key: str) -> Card:
        """Return the card of this key."""
        return next(card for card in self.cards if card.key == key)

    def action(self, key: str) -> Action:
        """Return the action of this key."""
        return next(action for action in self.actions if action.key == key)

    def action_of(self, card: str) -> Action:
        """Return the action that is printed on a card."""
        return next(action for action in self.actions if action.card == card)

    def named(self, text: str) -> Action | None:
        """Return the action that a person means, in any letter case, with blanks, hyphens or underscores."""
        meant = plain(text)
        return next((a for a in self.actions if meant in (plain(a.key), plain(a.name))), None)

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(card.copies for card in self.cards)

    def is_house_ruling(self, key: str) -> bool:
        """Tell whether a value, such as `specials.scandal.effect`, is not from the printed rules."""
        return any(fnmatchcase(key, pattern) for pattern in self.house)

    def matched(self, pattern: str) -> bool:
        """Tell whether a pattern of `house` names a value that a deck file has."""
        return any(fnmatchcase(key, pattern) for key in self._keys())

    def _keys(self) -> Iterator[str]:
        yield from ("name", "starting_credits", "cards_dealt", "strengths")
        yield from ("min_players", "max_players", "spare_cards")
        for action in self.actions:
            kind, parts = ("specials", SPECIAL_KEYS) if action.general else ("characters", CHARACTER_KEYS)
            yield from (f"{kind}.{action.card}.{part}" for part in parts)


@lru_cache(maxsize=1000)  # each payment asks for the names of all actions
def plain(text: str) -> str:
    """Return a name without letter case, blanks, hyphens and underscores."""
    return "".join(text.casefold().replace("_", " ").replace("-", " ").split())
