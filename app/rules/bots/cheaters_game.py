"""The bot for Cheater's Game. Easy plays at random, medium trusts, hard counts who is hurt by what, and when."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from app.rules.bots import plain
from app.rules.bots.plain import best, pick
from app.rules.bots.seeing import Choice, Roll, Strength, View, happens

A_DIE = 3.5
"""What a die shows on average."""

BETRAYS = 12
"""In how many of a hundred turns the medium bot blows a whistle that it could blow."""

A_TURN = 4.0
"""Points that a turn is worth to whoever has it."""

ASKED_FOR = 0.5
"""The part of the others' gain that counts against one's own: they are several, and one of them may win."""


class _Sight:
    """What one seat sees of the match."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.you: str = view["you"]
        self.legal: Sequence[Choice] = view["legal_moves"]
        self.prompt: Mapping[str, Any] = view["prompt"]
        self.players = {seat["user"]: seat for seat in view["players"]}
        self.order = [seat["user"] for seat in view["players"] if not seat["out"]]
        self.alliances = {alliance["number"]: alliance for alliance in view["alliances"]}

    def moves(self, kind: str) -> list[Choice]:
        """The open moves of this type."""
        return [move for move in self.legal if move["type"] == kind]

    def total(self, player: str) -> int:
        """Somebody's points, all counted."""
        return int(self.players[player]["total"])

    @property
    def best_other(self) -> int:
        """The most that another has."""
        return max((self.total(player) for player in self.order if player != self.you), default=0)

    def turns_until(self, player: str, since: str) -> int:
        """How many players have a turn before this one, counted from the one after `since`."""
        after = self.order[self.order.index(since) + 1 :] + self.order[: self.order.index(since) + 1]
        return sum(1 for _ in takewhile(lambda other: other != player, after))

    def moves_before(self, player: str, other: str, since: str) -> bool:
        """Tell whether somebody will have a turn to use before another has one."""
        first = (self.players[player]["passes"], self.turns_until(player, since))
        return first < (self.players[other]["passes"], self.turns_until(other, since))

    @property
    def is_last_turn(self) -> bool:
        """Whether nobody has a turn after this one."""
        ends = self.view["rounds"] is not None and self.view["round"] >= self.view["rounds"]
        return bool(ends and self.order and self.view["turn"] == self.order[-1])


def decide(view: View, strength: Strength, roll: Roll) -> Choice | None:
    """Answer what is asked; the view's legal moves have no leaving in them."""
    sight = _Sight(view)
    match view["phase"], strength:
        case _, Strength.EASY:
            return plain.any_kind(view["legal_moves"], roll)
        case "turn", Strength.MEDIUM:
            return _trusting(sight, roll)
        case "turn", Strength.HARD:
            return best([(_worth(sight, move) + roll(8) / 8, move) for move in sight.legal])
        case "invitation", _:
            return _answer_invitation(sight, strength)
        case "split", _:
            return _split(sight, strength, roll)
        case "offer", _:
            return _answer_offer(sight)
        case _:  # real dice are read by people
            return None


def _trusting(sight: _Sight, roll: Roll) -> Choice:
    """Form an alliance if one leads none, roll for those one leads, betray seldom."""
    whistles, invitations = sight.moves("whistle"), sight.moves("invite")
    if whistles and happens(BETRAYS, roll):
        return max(whistles, key=lambda move: sight.alliances[move["alliance"]]["points"])
    if sight.moves("roll_alliances"):
        return sight.moves("roll_alliances")[0]
    if invitations and happens(50, roll):
        return pick(invitations, roll)
    return sight.moves("roll")[0]


def _worth(sight: _Sight, move: Choice) -> float:
    """Return what a turn brings: one's own gain, less a part of what it brings the others who are ahead."""
    match move["type"]:
        case "whistle":
            return _worth_of_whistle(sight, sight.alliances[move["alliance"]])
        case "roll_alliances":
            led = [one for one in sight.alliances.values() if one["leader"] == sight.you]
            return sum(_worth_of_roll(sight, one["members"], one["dice"]) for one in led)
        case "invite":
            invited = [str(player) for player in _people(move)]
            if not sight.is_last_turn and not all(_is_harmless(sight, player) for player in invited):
                return 0.0
            return _worth_of_roll(sight, [sight.you, *invited], len(invited) + 1)
        case _:
            return A_DIE


def _worth_of_whistle(sight: _Sight, alliance: Mapping[str, Any]) -> float:
    """Every companion loses twice the points and a turn; and none of them can do it to oneself any more."""
    companions = [player for player in alliance["members"] if player != sight.you]
    points = int(alliance["points"])
    if not companions:
        return 0.0
    swing = (2 * points + (0 if sight.is_last_turn else A_TURN)) * ASKED_FOR * len(companions)
    ahead = sum(sight.total(player) > sight.total(sight.you) - 2 * points for player in companions)
    feared = 0 if sight.is_last_turn else 2 * points * ASKED_FOR
    return swing * (0.6 + 0.4 * ahead / len(companions)) + feared if points > 0 else 0.0


def _worth_of_roll(sight: _Sight, members: list[str], dice: int) -> float:
    gain = A_DIE * dice
    rivals = sum(
        sight.total(player) + gain >= sight.total(sight.you) for player in members if player != sight.you
    )
    return gain * (1 - ASKED_FOR * rivals / max(1, len(sight.order) - 1))


def _is_harmless(sight: _Sight, player: str) -> bool:
    """Tell whether a companion could blow the whistle only after oneself."""
    return sight.moves_before(sight.you, player, sight.you)


def _people(move: Choice) -> list[Any]:
    players = move["players"]
    return list(players) if isinstance(players, (list, tuple)) else []


def _answer_invitation(sight: _Sight, strength: Strength) -> Choice:
    """Join whoever one can betray first; a trusting player joins anybody."""
    leader = sight.prompt["leader"]
    rivals = [*sight.prompt["asked"], *sight.prompt["joined"], leader]
    first = all(sight.moves_before(sight.you, other, leader) for other in rivals if other != sight.you)
    joins = strength is Strength.MEDIUM or first
    return (sight.moves("join") if joins else sight.moves("decline"))[0]


def _split(sight: _Sight, strength: Strength, roll: Roll) -> Choice:
    """Offer so much to whoever is furthest behind that they take it: half of it where people are fair."""
    pool = int(sight.prompt["pool"])
    targets = sight.prompt["targets"]
    if strength is Strength.MEDIUM:
        chosen, part = pick(targets, roll), pool // 2
    else:
        chosen = min(targets, key=lambda player: (sight.total(player), player))
        part = pool * 2 // 5
    return next(move for move in sight.moves("offer") if (move["to"], move["amount"]) == (chosen, part))


def _answer_offer(sight: _Sight) -> Choice:
    """Take what is fair, or what helps oneself more than it helps a leader."""
    amount, kept = int(sight.prompt["amount"]), int(sight.prompt["kept"])
    giver = sight.view["turn"]
    leads = sight.total(giver) + kept > max(sight.total(sight.you) + amount, sight.best_other)
    fair = amount > 0 and (5 * amount >= 3 * kept or not leads)
    return (sight.moves("accept") if fair else sight.moves("refuse"))[0]
