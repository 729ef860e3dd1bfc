"""The pictures of a match: balances, who took what from whom, the standings, claims and challenges."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.ledger import BANK
from app.services.pictures.drawing import (
    DASHES,
    LETTER,
    Bar,
    Drawing,
    Label,
    Line,
    Ribbon,
    Shade,
    Shape,
    shortened,
    stepped,
)
from app.services.pictures.facts import Claims, MatchFacts

WIDTH = 360
ROW = 30
SIDE = 104
"""Room for names on either side of a flow."""
SERIES = len(DASHES)


@dataclass(frozen=True, slots=True)
class Captions:
    """What the pictures say, with the named gaps of `%`."""

    balances: str = "Balances, step by step"
    balances_text: str = "%(names)s began with %(start)s and ended with %(end)s."
    flow: str = "Who took what from whom"
    flow_text: str = "%(payer)s gave %(payee)s %(amount)d."
    standings: str = "Standings"
    standings_text: str = "%(name)s has %(amount)d."
    claims: str = "Claims and challenges"
    claims_text: str = (
        "%(name)s claimed %(made)d times: %(caught)d bluffs were caught, %(proved)d were proved, and challenged"
        " %(challenges)d times, %(right)d of them rightly."
    )
    caught: str = "caught"
    proved: str = "proved"
    believed: str = "not challenged"
    bank: str = "The bank"
    paid: str = "paid"
    took: str = "took"


def series_of(facts: MatchFacts, user: str) -> int:
    """The colour and dashes of a player: by their seat."""
    return facts.players.index(user) % SERIES if user in facts.players else SERIES - 1


def balances(facts: MatchFacts, names: Mapping[str, str], say: Captions) -> Drawing | None:
    """One stepped line for each player, its name and last balance at the end; None if nothing moved."""
    if len(facts.steps) < 2:
        return None
    low = min(0, *(min(step.values()) for step in facts.steps))
    top = max(1, *(max(step.values()) for step in facts.steps))
    height, wide = 170, WIDTH - SIDE
    shapes: list[Shape] = [
        Line(((0, height), (wide, height)), SERIES),
        Label(0, 10, str(top), 10),
        Label(0, height - 4, str(low), 10),
    ]
    ends = []
    for player in facts.players:
        values = [step[player] for step in facts.steps]
        series = series_of(facts, player)
        line = stepped(values, x=0, y=14, width=wide, height=height - 18, low=low, top=top)
        shapes.append(Line(line.points, series, DASHES[series]))
        ends.append((line.points[-1][1], player, values[-1]))
    for y, (_, player, value) in zip(_apart([end[0] for end in sorted(ends)]), sorted(ends), strict=True):
        series = series_of(facts, player)
        shapes.append(Line(((wide + 4, y), (wide + 22, y)), series, DASHES[series]))
        shapes.append(Label(wide + 26, y + 4, shortened(f"{value} {names[player]}", SIDE - 28, 11), 11))
    first, last = facts.steps[0], facts.steps[-1]
    text = say.balances_text % {
        "names": ", ".join(names[player] for player in facts.players),
        "start": ", ".join(str(first[player]) for player in facts.players),
        "end": ", ".join(str(last[player]) for player in facts.players),
    }
    return Drawing(WIDTH, height + 4, tuple(shapes), say.balances, text)


def _apart(heights: Sequence[int], least: int = 14) -> list[int]:
    """Heights of labels, pushed apart so that none covers another."""
    found: list[int] = []
    for height in heights:
        found.append(max(height, found[-1] + least) if found else height)
    overflow = max(0, found[-1] - 168) if found else 0
    for place in range(len(found) - 1, -1, -1):
        limit = 168 if place == len(found) - 1 else found[place + 1] - least
        found[place] = min(found[place], limit) if overflow else found[place]
    return found


def flow(facts: MatchFacts, names: Mapping[str, str], say: Captions) -> Drawing | None:
    """Payers on the left, payees on the right, bands between them as thick as what went that way."""
    if not facts.flows:
        return None
    order = (*facts.players, *sorted({one for pair in facts.flows for one in pair} - set(facts.players)))
    known = {BANK: say.bank, **names}
    gave = {one: sum(a for (payer, _), a in facts.flows.items() if payer == one) for one in order}
    got = {one: sum(a for (_, payee), a in facts.flows.items() if payee == one) for one in order}
    total = sum(facts.flows.values())
    rows = max(sum(1 for one in order if gave[one]), sum(1 for one in order if got[one]))
    room, gap = 150 + 14 * rows, 16

    def thick(amount: int) -> int:
        return max(2, amount * room // total)

    left, right = _stack(order, gave, thick, gap), _stack(order, got, thick, gap)
    shapes: list[Shape] = []
    used_left, used_right = dict(left), dict(right)
    for (payer, payee), amount in sorted(
        facts.flows.items(), key=lambda one: (order.index(one[0][0]), order.index(one[0][1]))
    ):
        band = thick(amount)
        shapes.append(
            Ribbon(
                SIDE + 8,
                used_left[payer],
                WIDTH - SIDE - 8,
                used_right[payee],
                band,
                series_of(facts, payee),
            )
        )
        used_left[payer] += band
        used_right[payee] += band
    for one, y in left.items():
        shapes.append(Bar(SIDE, y, 8, used_left[one] - y, series_of(facts, one)))
        middle = (y + used_left[one]) // 2
        shapes.append(
            Label(SIDE - 6, middle, shortened(known.get(one, one), SIDE - 8, 11), 11, "end", strong=True)
        )
        shapes.append(Label(SIDE - 6, middle + 12, f"{say.paid} {gave[one]}", 10, "end"))
    for one, y in right.items():
        shapes.append(Bar(WIDTH - SIDE - 8, y, 8, used_right[one] - y, series_of(facts, one)))
        middle = (y + used_right[one]) // 2
        shapes.append(
            Label(WIDTH - SIDE + 6, middle, shortened(known.get(one, one), SIDE - 8, 11), 11, strong=True)
        )
        shapes.append(Label(WIDTH - SIDE + 6, middle + 12, f"{say.took} {got[one]}", 10))
    text = " ".join(
        say.flow_text % {"payer": known.get(payer, payer), "payee": known.get(payee, payee), "amount": amount}
        for (payer, payee), amount in sorted(facts.flows.items(), key=lambda one: -one[1])
    )
    height = max(*used_left.values(), *used_right.values()) + 14
    return Drawing(WIDTH, height, tuple(shapes), say.flow, text)


def _stack(
    order: Sequence[str], amounts: Mapping[str, int], thick: Callable[[int], int], gap: int
) -> dict[str, int]:
    """Where everybody's bar begins."""
    found, y = {}, 12
    for one in order:
        if amounts[one]:
            found[one] = y
            y += max(14, thick(amounts[one])) + gap
    return found


def standings(rows: Sequence[tuple[str, int, bool]], say: Captions) -> Drawing | None:
    """A bar for each player, the longest first; (name, balance, won). What is below zero goes to the left of it."""
    if not rows:
        return None
    low = min(0, *(balance for _, balance, _ in rows))
    high = max(1, *(balance for _, balance, _ in rows))

    def at(number: int) -> int:
        return SIDE + (number - low) * (WIDTH - SIDE - 50) // (high - low)

    shapes: list[Shape] = []
    for number, (name, balance, won) in enumerate(rows):
        y = number * ROW
        shapes.append(Label(0, y + 18, shortened(name, SIDE - 6, 12), 12, strong=won))
        start, end = sorted((at(0), at(balance)))
        shapes.append(Bar(start, y + 5, max(1, end - start), 18, 0, Shade.SOLID if won else Shade.HALF))
        shapes.append(Label(end + 6, y + 18, str(balance), 12, strong=won))
    text = " ".join(say.standings_text % {"name": name, "amount": balance} for name, balance, _ in rows)
    return Drawing(WIDTH, len(rows) * ROW, tuple(shapes), say.standings, text)


def claims(facts: MatchFacts, names: Mapping[str, str], say: Captions) -> Drawing | None:
    """For each player how many claims were caught, proved, and never challenged."""
    counted = [(player, facts.claims.get(player, Claims())) for player in facts.players]
    top = max((one.made for _, one in counted), default=0)
    if not top:
        return None
    shapes: list[Shape] = []
    legend = (
        (say.caught, Shade.SOLID),
        (say.proved, Shade.HALF),
        (say.believed, Shade.OPEN),
    )
    x = 0
    for word, shade in legend:
        shapes += [Bar(x, 2, 12, 12, 0, shade), Label(x + 17, 12, word, 11)]
        x += 34 + int(len(word) * 11 * LETTER)
    for number, (player, one) in enumerate(counted):
        y = 24 + number * ROW
        shapes.append(Label(0, y + 18, shortened(names[player], SIDE - 6, 12), 12))
        x = SIDE
        for value, shade in (
            (one.caught, Shade.SOLID),
            (one.proved, Shade.HALF),
            (one.unchallenged, Shade.OPEN),
        ):
            wide = value * (WIDTH - SIDE - 50) // top
            if value:
                shapes.append(Bar(x, y + 5, max(2, wide - 2), 18, 0, shade))
                x += wide
        said = f"{one.caught} / {one.proved} / {one.unchallenged}"
        shapes.append(Label(min(x + 6, WIDTH - 48), y + 18, said, 11))
    text = " ".join(
        say.claims_text
        % {
            "name": names[player],
            "made": one.made,
            "caught": one.caught,
            "proved": one.proved,
            "challenges": one.challenges,
            "right": one.right,
        }
        for player, one in counted
    )
    return Drawing(WIDTH, 24 + len(counted) * ROW, tuple(shapes), say.claims, text)
