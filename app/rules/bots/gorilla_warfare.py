"""The bot for Gorilla Warfare.

Easy plays at random, medium keeps COLLATERAL DAMAGE off its hand where it sees it, hard also counts what the draw pile
may hold, keeps what saves it for later, and sends away what it can't use.
"""

from collections.abc import Sequence
from typing import Any

from app.rules.bots import plain
from app.rules.bots.plain import best
from app.rules.bots.seeing import Choice, Roll, Strength, View

DEADLY = "collateral_damage"
A_HAND = 2

DEATH = 1000.0
"""What it costs to be out; all else is small beside it."""

A_FOE = 90.0
"""What it is worth that another is out."""

KEPT = {
    "fog_of_war": 30,
    "raid": 24,
    "defence": 14,
    "deployment": 12,
    "evasion": 10,
    "kamikaze": 9,
    "saving_grace": 7,
    "reconnaissance": 5,
    "command": 4,
}
"""What a card is worth in the hand: what saves its holder from a card on its way is kept longest."""


class _Sight:
    """What one seat sees of the match."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.you: str = view["you"]
        self.legal: Sequence[Choice] = view["legal_moves"]
        self.hand: list[str] = list(view["hand"])
        self.deck: list[str] = list(view["deck"])
        self.others: list[dict[str, Any]] = [
            seat for seat in view["players"] if seat["user"] != self.you and not seat["out"]
        ]
        self.deploying = view["phase"] == "deploy"

    @property
    def known_pile(self) -> Sequence[str]:
        """The top of the draw pile, as far as it was looked at in this turn and nothing was drawn since."""
        if {"command", "kamikaze", "fog_of_war"} & set(self._since_look()):
            return ()
        looks = [look["cards"] for look in self.view["looks"] if look["at"] is None]
        return looks[-1] if looks else ()

    def _since_look(self) -> Sequence[str]:
        played = list(self.view["played"])
        last = max((n for n, card in enumerate(played) if card == "reconnaissance"), default=len(played))
        return played[last + 1 :]

    def risk(self, place: int = 0) -> float:
        """Return the chance that a card of the draw pile is deadly; it is known for one that was looked at."""
        known = self.known_pile
        if place < len(known):
            return 1.0 if known[place] == DEADLY else 0.0
        copies = sum(int(line["copies"]) for line in self.view["actions"] if line["card"] == DEADLY)
        elsewhere = self.deck.count(DEADLY)
        hidden = int(self.view["draw_pile"]) + sum(int(seat["deck_cards"]) for seat in self.others)
        return min(1.0, max(0, copies - elsewhere) / max(1, hidden))

    def comes(self) -> int | None:
        """Return how many cards of one's own deck lie above one that is deadly; None without one."""
        return self.deck.index(DEADLY) if DEADLY in self.deck else None


def decide(view: View, strength: Strength, roll: Roll) -> Choice | None:
    """Answer what is asked; the view's legal moves have no leaving in them."""
    if strength is Strength.EASY:
        return plain.any_kind(view["legal_moves"], roll)
    sight = _Sight(view)
    if view["phase"] == "answer":
        return _answer(sight, strength)
    if strength is Strength.MEDIUM:
        return _cautious(sight, roll)
    return best([(_worth(sight, move) + roll(8) / 4, move) for move in sight.legal])


def _cautious(sight: _Sight, roll: Roll) -> Choice:
    """Stop as soon as one may; before that, play what does not bring one's own deadly card into the hand."""
    stop = [move for move in sight.legal if move["type"] == "done"]
    if stop:
        return stop[0]
    comes = sight.comes()
    safe = [move for move in sight.legal if comes is None or _draws_after(sight, move) <= comes]
    return plain.any_kind(safe or sight.legal, roll)


def _answer(sight: _Sight, strength: Strength) -> Choice:
    """Defend where something is lost by it, unless the refill that follows would be one's own end."""
    allow = next(move for move in sight.legal if move["type"] == "allow")
    defend = next((move for move in sight.legal if move["type"] == "defend"), None)
    if defend is None:
        return allow
    me = next(seat for seat in sight.view["players"] if seat["user"] == sight.you)
    refills = not me["front"]
    attack = sight.view["action"]
    if refills and sight.comes() == 0:
        # A refill kills; so does the loss of a card to a RAID. To exchange the deck, though, is a rescue.
        return allow
    match attack["card"], attack["way"]:
        case "kamikaze", _:
            return defend
        case "raid", _:
            return defend if strength is Strength.MEDIUM or "fog_of_war" in sight.hand else allow
        case "fog_of_war", "swap_decks":
            return allow if sight.comes() is not None else defend
        case "fog_of_war", _:
            return allow
        case "command", _:
            return defend if me["front"] else allow
        case _:
            return allow


def _draws_after(sight: _Sight, move: Choice) -> int:
    """Return how many cards the hand will draw from the own deck if this is the last card of the turn."""
    if move["type"] == "done":
        return A_HAND - len(sight.hand)
    left = len(sight.hand) - (0 if sight.deploying else 1)
    match move["card"], move.get("way"):
        case "raid", _:
            left += 1
        case "fog_of_war", "swap_hands":
            left = next(seat["cards"] for seat in sight.others if seat["user"] == move["target"])
        case _:
            pass
    return max(0, A_HAND - left)


def _worth(sight: _Sight, move: Choice) -> float:
    """Return what a move is worth, as if the turn ended with it."""
    deck = list(sight.deck)
    if move["type"] == "done":
        return 2.0 - _danger(sight, deck, _draws_after(sight, move), extra=True)
    card = str(move["card"])
    if sight.deploying:
        deck.remove(card)
    evades = sight.view["evaded"] or card == "evasion"
    swaps = card == "fog_of_war" and move.get("way") == "swap_decks"
    worth = -float(KEPT[card]) / 4
    if swaps:
        worth += _worth_of_swap(sight, str(move["target"]))
    else:
        worth -= _danger(sight, deck, _draws_after(sight, move), extra=not evades)
    if card == "deployment":
        worth += _worth_of_deployment(sight)
    return worth + _effect(sight, card, move)


def _danger(sight: _Sight, deck: list[str], draws: int, *, extra: bool) -> float:
    """Return what it costs to refill now: certain death, an unknown card into the hand, or a step towards one's own."""
    if DEADLY in deck[:draws]:
        return DEATH
    unknown = max(0, draws - len(deck))
    risk = 1 - (1 - sight.risk()) ** unknown
    near = DEATH / 10 / (deck.index(DEADLY) - draws + 1) if DEADLY in deck else 0.0
    onto_deck = sight.risk() * DEATH / 12 if extra else 0.0
    return DEATH * risk + near + onto_deck


def _worth_of_swap(sight: _Sight, target: str) -> float:
    """Exchange decks when one's own kills soon, with somebody who has a deck to give."""
    comes = sight.comes()
    theirs = next(int(seat["deck_cards"]) for seat in sight.others if seat["user"] == target)
    if comes is None or comes > 1:
        return -DEATH / 10
    return A_FOE + 5 * min(theirs, 4) - DEATH / 10 * sight.risk() * theirs


def _worth_of_deployment(sight: _Sight) -> float:
    """A card of the deck is to be played at once: a rescue, if one is there and needed; else one card less."""
    if sight.comes() is None:
        return 0.0
    return DEATH * 0.9 if "fog_of_war" in sight.deck and (sight.comes() or 0) <= 1 else -20.0


def _effect(sight: _Sight, card: str, move: Choice) -> float:
    """Return what a card does to the others, or shows oneself."""
    match card, move.get("way"):
        case "command", _:
            target = next(seat for seat in sight.others if seat["user"] == move["target"])
            return (
                A_FOE * sight.risk()
                - 2.0 * len(target["front"])
                + (4 - min(4, int(target["deck_cards"]))) / 2
            )
        case "kamikaze", _:
            return A_FOE * sight.risk() * len(sight.others) - DEATH * sight.risk(len(sight.others))
        case "raid", _:
            return 6.0
        case "reconnaissance", "draw_pile":
            return 6.0 if not sight.known_pile else -4.0
        case "fog_of_war", "shuffle":
            return DEATH / 12 if sight.risk() == 1.0 else 0.0
        case "evasion", _:
            return 2.0
        case "defence", _:
            return 1.0
        case _:
            return 0.0
