"""The audit of the cards: at every moment each card of the box lies in exactly one place.

Cards are followed as a ledger follows money: every move of the record says which card went from where to where.
"""

from collections.abc import Iterable
from functools import lru_cache

from app.rules.core import Event, Step
from app.rules.gorilla_warfare.board import MOVED
from app.rules.gorilla_warfare.cards import Card, Deck
from app.rules.gorilla_warfare.state import State


def audit(before: State, step: Step[State]) -> str | None:
    """Return what is wrong with the cards after a move, or None."""
    return misplaced(step.state) or mistold(before, step.events, step.state)


def misplaced(state: State) -> str | None:
    """Name the first card of the box that lies nowhere or in two places, or that is not of this box; None if none.

    The cards are looked for in the order of the rules, so the answer is always the same one.
    """
    box, lying = _box(state.settings.deck), state.cards
    if len(lying) == len(box) and box == set(lying):
        return None  # as many cards as there are, and all of them: so each lies there once
    found: dict[Card, list[str]] = {card: [] for card in state.settings.deck.cards}
    for place, cards in state.places():
        for card in cards:
            if card not in found:
                return f"{card} lies in the {place}, and is no card of this box"
            found[card].append(place)
    for card, places in found.items():
        if not places:
            return f"{card} is missing"
        if len(places) > 1:
            return f"{card} lies in the {' and in the '.join(places)}"
    return None


def mistold(before: State, events: Iterable[Event], after: State) -> str | None:
    """Name the first card whose recorded ways don't lead from where it lay to where it lies; None if none.

    Args:
        before: The match before a move.
        events: What is recorded of the move.
        after: The match after it.
    """
    ways = tuple(_ways(events))
    # A pile that is the very same as before has neither got nor lost a card. So the others are looked at, or all of
    # them if the record tells of a card that lay in one of those.
    lies, then = _places_of(before.places(unlike=after)), after.places(unlike=before)
    if any(card not in lies for card, _, _ in ways):
        lies, then = _places_of(before.places()), after.places()
    for card, source, to in ways:
        if lies.get(card) != source:
            return f"{card} is told to leave the {source}, and lay in the {lies.get(card, 'box of another game')}"
        lies[card] = to
    for place, cards in then:
        for card in cards:
            if lies.get(card) != place:
                return f"{card} lies in the {place}, and is told to be in the {lies.get(card)}"
    return None


@lru_cache(maxsize=100)
def _box(deck: Deck) -> frozenset[Card]:
    return frozenset(deck.cards)


def _places_of(places: Iterable[tuple[str, tuple[Card, ...]]]) -> dict[str, str]:
    return {card: place for place, cards in places for card in cards}


def _ways(events: Iterable[Event]) -> Iterable[tuple[str, str, str]]:
    for event in events:
        if event.kind != MOVED:
            continue
        ways = event.facts["cards"]
        for way in ways if isinstance(ways, (list, tuple)) else ():
            card, source, to = way
            yield str(card), str(source), str(to)
