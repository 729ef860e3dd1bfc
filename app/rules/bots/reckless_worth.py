"""What a move in Reckless is worth to whoever makes it, in credits, as far as one can tell without the others' hands.

These are judgements, not money: they may be parts of a credit. The constants were found by letting bots play against
each other (`scripts/bench.py`).
"""

from collections.abc import Callable

from app.rules.bots.reckless_sight import Sight
from app.rules.bots.seeing import Choice

CLAIMS_FALSELY = 0.05
"""How likely somebody claims a card that they don't hold, beside how likely they claim one that they do."""

DOUBTED_BY_OTHERS = 0.2
"""How likely a claim, even one that sounds true, is doubted by each player who can."""

STOPPED = 0.4
"""How likely a target who can answer an action stops it."""

BANKRUPT = 60
"""What it is worth that another player is out, besides their credits; and, twice as much, that one is not oneself."""


def truth(sight: Sight, player: str, card: str) -> float:
    """Return the chance that somebody who has just claimed a card holds it."""
    holds = sight.chance(player, card)
    if holds == 0:
        return 0.0
    return holds / (holds + (1 - holds) * CLAIMS_FALSELY)


def caught(sight: Sight, card: str) -> float:
    """Return the chance that a claim of one's own is doubted."""
    doubters = sight.doubters()
    if not doubters:
        return 0.0
    looks = sight.looks_like(card)
    if looks == 0:
        return 1.0
    let_pass = (1 - DOUBTED_BY_OTHERS * (2 - looks)) ** doubters
    return 1 - max(0.0, let_pass)


def paid_by(sight: Sight, player: str, amount: int) -> float:
    """Return what it is worth that another pays so much: what they have at most, and more if they have no more."""
    has = sight.balance(player)
    return min(amount, has) + (BANKRUPT if has <= amount else 0)


def paying(sight: Sight, amount: int) -> float:
    """Return what it costs to pay so much oneself."""
    has = sight.balance(sight.you)
    return amount if has > amount else has + 2 * BANKRUPT


def anothers_card(sight: Sight, player: str) -> float:
    """Return what it is worth that another loses a card: the less, the more players share in it."""
    return sight.value_of_next(player) / (1 + len(sight.others))


def worth_of_challenge(sight: Sight) -> float:
    """Return what doubting the claim on the table is worth, beside letting it stand."""
    true = truth(sight, sight.claimant, sight.claimed)
    own = sight.value_of_next(sight.you)
    return (1 - true) * (anothers_card(sight, sight.claimant) + _averted(sight)) - true * own


def _averted(sight: Sight) -> float:
    """What one gains if the claim falls, besides the claimant's card."""
    action, counter = sight.view["action"], sight.view["counter"]
    amount = int(action["amount"])
    if counter is not None:
        if action["player"] != sight.you:
            return 0.0
        gain = paid_by(sight, str(counter["player"]), amount)
        suit = int(sight.of_card[counter["character"]]["amount"]) if counter["type"] == "sue" else 0
        return gain + (paying(sight, suit) if suit else 0)
    line = sight.tariff[action["action"]]
    if line["effect"] == "target_loses_card":
        return float(sight.value_of_next(sight.you)) if action["target"] == sight.you else 0.0
    if action["target"] not in (None, sight.you):
        return 0.0
    if action["general"] or not sight.cards(sight.you):
        return paying(sight, amount)
    # Whoever lets it stand can still answer it.
    return -min(0.0, _best_answer(sight))


def answers(sight: Sight) -> list[tuple[float, Choice]]:
    """Return what each answer to an action against oneself is worth."""
    return [
        (_worth_of_answer(sight, sight.claimed_by(move) or "", str(move["type"])), move)
        for move in sight.legal
    ]


def _best_answer(sight: Sight) -> float:
    """What the best answer would be worth that one has to an action, were it to stand."""
    action = sight.tariff[sight.view["action"]["action"]]
    blocks = [_worth_of_answer(sight, card, "block") for card in action["blocked_by"]]
    matched = _worth_of_answer(sight, action["card"], "match")
    return max(_worth_of_answer(sight, "", "concede"), matched, *blocks)


def _worth_of_answer(sight: Sight, card: str, kind: str) -> float:
    action = sight.view["action"]
    actor, cost = str(action["player"]), paying(sight, int(action["amount"]))
    if kind == "concede":
        return -cost
    risk = caught(sight, card)
    held = sight.holds(card)
    fails = -(sight.value_of_next(sight.you) + cost)
    match kind:
        case "sue":
            stands = paid_by(sight, actor, int(sight.of_card[card]["amount"]))
        case "match":
            wins = _wins_match(sight, actor, card)
            stands = (
                wins * paid_by(sight, actor, int(action["amount"])) - _loses_match(sight, actor, card) * cost
            )
        case _:
            stands = 0.0
    if held:
        return stands + risk * anothers_card(sight, actor)
    return (1 - risk) * stands + risk * fails


def _wins_match(sight: Sight, actor: str, card: str) -> float:
    """The chance that one's card is the stronger in a match with whoever claimed it first."""
    mine = _strongest(sight, card)
    if not mine:
        return 0.0
    true = truth(sight, actor, card)
    return (1 - true) + true * _share(sight, card, lambda strength: strength < mine)


def _loses_match(sight: Sight, actor: str, card: str) -> float:
    mine = _strongest(sight, card)
    return truth(sight, actor, card) * _share(sight, card, lambda strength: strength > mine)


def _strongest(sight: Sight, card: str) -> int:
    return max(
        (held["strength"] or 0 for held in sight.view.get("hand", ()) if held["card"] == card), default=0
    )


def _share(sight: Sight, card: str, fits: Callable[[int], bool]) -> float:
    mine = [held["strength"] for held in sight.view.get("hand", ()) if held["card"] == card]
    left = [strength for strength in sight.of_card[card]["strengths"] if strength not in mine]
    return sum(map(fits, left)) / len(left) if left else 0.0


def declarations(sight: Sight) -> list[tuple[float, Choice]]:
    """Return what each action is worth that one can play."""
    return [(_worth_of_action(sight, move), move) for move in sight.moves("declare")]


def _worth_of_action(sight: Sight, move: Choice) -> float:
    line = sight.tariff[str(move["action"])]
    target = str(move["target"]) if move.get("target") else None
    amount, card = int(line["amount"]), str(line["card"])
    match line["effect"]:
        case "everyone_pays":
            gain = sum(paid_by(sight, str(seat["user"]), amount) for seat in sight.others)
        case "target_loses_card":
            gain = anothers_card(sight, target) if target else 0.0
        case _:
            gain = (paid_by(sight, target, amount) + _ahead(sight, target)) if target else 0.0
    if not line["general"] and target and sight.cards(target) > 0:
        gain = gain * (1 - STOPPED) - (8 if line["suable"] else 0)
    gain -= int(line["cost"])
    risk = caught(sight, card)
    if sight.holds(card):
        return gain + risk * anothers_card(sight, target or sight.you)
    return (1 - risk) * gain - risk * sight.value_of_next(sight.you)


def _ahead(sight: Sight, player: str) -> float:
    """A little more for taking from whoever has most: the richest wins when nobody holds a card."""
    return sight.balance(player) / 40


def card_value(sight: Sight, card: str, strength: int | None) -> float:
    """Return how useful a card is to keep: what it brings, and what it stops."""
    line = sight.of_card[card]
    general = line["general"]
    brings = int(line["amount"]) * (len(sight.others) if line["effect"] == "everyone_pays" else 1)
    if line["effect"] == "target_loses_card":
        brings = 20
    stops = sum(int(other["amount"]) for other in sight.tariff.values() if card in other["blocked_by"])
    sues = (
        40
        if any(line["card"] == card and not line["suable"] and not general for line in sight.tariff.values())
        else 0
    )
    twice = 25 if sight.hand.count(card) > 1 else 0
    return brings + stops / 4 + sues + 3 * (strength or 0) - twice + (15 if general else 0)
