"""The bot for Reckless. Easy plays at random, medium honestly; hard weighs what each answer is worth, and bluffs."""

from collections.abc import Sequence

from app.rules.bots.plain import best, pick
from app.rules.bots.reckless_sight import Sight
from app.rules.bots.reckless_worth import answers, card_value, declarations, worth_of_challenge
from app.rules.bots.seeing import Choice, Roll, Strength, View, happens

RASH = 15
"""In how many of a hundred windows the easy bot challenges."""

RECKLESS = 30
"""In how many of a hundred windows the easy bot claims without looking at its hand."""

BLUFFS, DARING = 12, 15
"""In how many of a hundred turns the hard bot claims what it does not hold though its hand has better, and at what loss
in credits at most: or its hand could be read off its moves."""

HONEST_ANSWERS = ("sue", "block", "match", "concede")
"""How the medium bot would rather answer, of what it holds."""

WHIM = 6
"""Credits by which the hard bot's judgement strays, so that nobody can read its hand off its moves."""


def decide(view: View, strength: Strength, roll: Roll) -> Choice | None:
    """Answer what is asked; the view's legal moves have no leaving in them."""
    sight = Sight(view)
    match view["phase"]:
        case "show" | "match" | "lose_card":
            return _lay(sight, strength, roll)
        case "challenge" | "challenge_counter":
            return _answer_claim(sight, strength, roll)
        case "counter":
            return _answer_action(sight, strength, roll)
        case "turn":
            return _declare(sight, strength, roll)
        case _:
            return None


def _lay(sight: Sight, strength: Strength, roll: Roll) -> Choice:
    """Show what was claimed, if it is held; of several the weakest in a challenge, the strongest in a match."""
    shows = sight.moves("show")
    if shows:
        by_strength = sorted(shows, key=lambda move: move.get("strength") or 0)
        return by_strength[-1 if sight.phase == "match" else 0]
    named = [move for move in sight.moves("lose_card") if move.get("card")]
    if named and strength is Strength.EASY:
        return pick(named, roll)
    if named:
        return min(named, key=lambda move: card_value(sight, move["card"], move.get("strength")))
    return pick(sight.legal, roll)


def _answer_claim(sight: Sight, strength: Strength, roll: Roll) -> Choice:
    allow, challenge = sight.moves("allow"), sight.moves("challenge")
    if not challenge or not allow:
        return pick(sight.legal, roll)
    match strength:
        case Strength.EASY:
            doubted = happens(RASH, roll)
        case Strength.MEDIUM:
            doubted = sight.chance(sight.claimant, sight.claimed) == 0
        case Strength.HARD:
            doubted = worth_of_challenge(sight) + _whim(roll) / 2 > 0
    return (challenge if doubted else allow)[0]


def _answer_action(sight: Sight, strength: Strength, roll: Roll) -> Choice:
    match strength:
        case Strength.EASY:
            return _at_random(sight, sight.legal, roll)
        case Strength.MEDIUM:
            honest = [move for move in sight.legal if sight.holds(sight.claimed_by(move))]
            return min(honest or sight.moves("concede"), key=lambda move: HONEST_ANSWERS.index(move["type"]))
        case Strength.HARD:
            return _best(answers(sight), roll)


def _declare(sight: Sight, strength: Strength, roll: Roll) -> Choice:
    declared = sight.moves("declare")
    if not declared:
        return sight.legal[0]
    match strength:
        case Strength.EASY:
            return _at_random(sight, declared, roll)
        case Strength.MEDIUM:
            honest = [one for one in declarations(sight) if sight.holds(sight.claimed_by(one[1]))]
            return _best(honest, roll) if honest else (sight.moves("pass") or [pick(declared, roll)])[0]
        case Strength.HARD:
            weighed = declarations(sight)
            bluffs = [
                one for one in weighed if one[0] > -DARING and not sight.holds(sight.claimed_by(one[1]))
            ]
            if bluffs and happens(BLUFFS, roll):
                return _best(bluffs, roll)
            return _best([*weighed, *((0.0, move) for move in sight.moves("pass"))], roll)


def _at_random(sight: Sight, moves: Sequence[Choice], roll: Roll) -> Choice:
    """Return a move at random: mostly one whose card is held, if there is one, but not always."""
    honest = [move for move in moves if sight.holds(sight.claimed_by(move)) or move["type"] == "concede"]
    return pick(moves if not honest or happens(RECKLESS, roll) else honest, roll)


def _best(weighed: Sequence[tuple[float, Choice]], roll: Roll) -> Choice:
    """Return what is worth most, give or take a whim: so every bluff comes now and then, and none always."""
    return best([(worth + _whim(roll), move) for worth, move in weighed])


def _whim(roll: Roll) -> int:
    return roll(2 * WHIM + 1) - WHIM
