"""How the stories tell what happens in Gorilla Warfare, in the words of its rules."""

from collections.abc import Iterable

from app.rules import Event
from app.rules.gorilla_warfare.cards import Kind
from tests.unit.rules.gorilla import Dealt
from tests.unit.rules.kit import Table

TOLD = {
    "played": "{player} plays {card}",
    "allowed": "{player} lets it happen",
    "defended": "{player} stops it by the DEFENCE {source}",
    "drew": "{player} draws a card {to}",
    "refilled": "{player} refills the hand with {count} of the deck",
    "got": "it is {cards}",
    "stole": "{player} takes card {position} from the left out of {target}'s hand",
    "stolen": "it is {card}",
    "looked": "{player} looks at {target}",
    "saw": "it is {cards}",
    "swapped": "{player} and {target} swap {what}",
    "rescued": "{player} takes {card} from the discard pile onto the bottom of the deck",
    "no_effect": "{card} has no effect",
    "nothing_left": "no card is left to draw",
    "shuffled": "the draw pile is shuffled: {count} cards",
    "reshuffled": "the draw pile is empty, and {count} cards of the discard pile become the new one",
    "expired": "{player}'s DEFENCE in front is discarded",
    "out": "{player} has COLLATERAL DAMAGE in hand and is out; {cards} cards go into the draw pile",
    "resigned": "{player} leaves; {cards} cards go into the draw pile",
    "turn": "it is {player}'s turn",
    "corrected": "the balances were corrected",
    "closed": "the table is closed",
    "over": "the game is over",
}

PLACES = {"hand": "of the hand", "front": "in front"}
WAYS = {
    "shuffle": " to shuffle the draw pile",
    "swap_hands": " to swap hands with {target}",
    "swap_decks": " to swap decks with {target}",
    "draw_pile": " on the draw pile",
    "hand": " on {target}'s hand",
}


def told(_table: Table, event: Event) -> str:
    """An event as a sentence; what only some are told says to whom."""
    facts = dict(event.facts)
    if "card" in facts:
        facts["card"] = name(str(facts["card"]))
    if event.kind in ("got", "saw"):
        facts["cards"] = names(facts["cards"])
    if event.kind == "defended":
        facts["source"] = PLACES[str(facts["source"])]
    if event.kind == "drew":
        facts["to"] = "into the hand" if facts["to"] == "hand" else "onto the bottom of the deck"
    if event.kind == "looked":
        facts["target"] = f"{facts['target']}'s hand" if facts["target"] else "the top of the draw pile"
    sentence = TOLD[event.kind].format(**facts)
    if event.kind == "played":
        sentence += played(facts)
    if not event.audience:
        return sentence
    return f"{sentence} ({' and '.join(event.audience)} alone know{'s' if len(event.audience) == 1 else ''})"


def played(facts: dict) -> str:
    """From where, how and against whom a card is played."""
    from_deck = " from the deck" if facts["source"] == "deck" else ""
    if facts["way"]:
        return from_deck + WAYS[facts["way"]].format(**facts)
    if facts["card"] == name(Kind.DEFENCE):
        return f"{from_deck} in front"
    if facts["position"]:
        return f"{from_deck} on card {facts['position']} of {facts['target']}'s hand"
    return from_deck + (f" on {facts['target']}" if facts["target"] else "")


def name(kind: str) -> str:
    return kind.replace("_", " ").upper()


def names(kinds: Iterable[str]) -> str:
    return ", ".join(map(name, kinds)) or "nothing"


def moment(table: Dealt) -> str:
    """Where the match stands, in one line."""
    if table.winners is not None:
        return f"over: won by {' and '.join(table.winners) or 'nobody'}"
    return f"{table.phase}: {' '.join(table.waiting)}"


def seen(table: Dealt, viewer: str) -> str:
    """What somebody sees of the own cards, or everybody of the table."""
    if viewer == "table":
        view = table.view
        seats = ", ".join(
            f"{seat['user']} {'out' if seat['out'] else seat['cards']}+{seat['deck_cards']}"
            for seat in view["players"]
        )
        top = name(view["discard_top"]) if view["discard_top"] else "nothing"
        return (
            f"everybody sees: {seats}; {view['draw_pile']} to draw; {top} on {view['discard_pile']} discarded"
        )
    view = table.seen_by(viewer)
    front = next(seat["front"] for seat in view["players"] if seat["user"] == viewer)
    return f"{viewer} sees: hand {names(view['hand'])}; deck {names(view['deck'])}" + (
        f"; in front {names(front)}" if front else ""
    )
