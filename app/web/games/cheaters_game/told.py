"""What was played in Cheater's Game, as the log tells it: one sentence for each event."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.web.reading import Table
from app.web.words import names

Facts = Mapping[str, Any]


def told(table: Table, kind: str, facts: Facts) -> str:
    """An event as a sentence; "" for one that needs none."""
    sentence = EVENTS.get(kind)
    return sentence(table, facts) if sentence else ""


def rolled(table: Table, facts: Facts) -> str:
    """What somebody rolled, and for whom."""
    said = {
        "who": table.name(facts["player"]),
        "dice": " ".join(map(str, facts["dice"])),
        "points": sum(facts["dice"]),
        "number": facts["alliance"] or 0,
    }
    if facts["alliance"] is None:
        return _("%(who)s rolled %(dice)s.", **said)
    return _("%(who)s rolled %(dice)s for alliance %(number)d: %(points)d.", **said)


def decided(by: str) -> str:
    """How it was decided who has won, as the rules page has it."""
    match by:
        case "honest":
            return _("Equal totals: the most honest points win.")
        case "cheaters_lose":
            return _("Equal totals and honest points: whoever has cheater points loses.")
        case "shared":
            return _("Equal to the end.")
        case "nobody":
            return _("Equal to the end, and nobody is left who could win. They say that cheaters never do.")
        case "last_player":
            return _("Everybody else has left.")
        case _:
            return _("The highest total wins.")


def turned_in(table: Table, facts: Facts, others: str) -> str:
    """On what somebody blew the whistle, and what that costs the others, who are named so."""
    blown = _(
        "%(who)s blew the whistle on alliance %(number)d: %(points)d more.",
        who=table.name(facts["player"]),
        number=facts["alliance"],
        points=facts["points"],
    )
    return f"{blown} {cost(facts, others)}"


def cost(facts: Facts, others: str) -> str:
    """What the whistle costs the others, who are named so."""
    return ngettext(
        "That costs %(others)s %(points)d and a turn.",
        "That costs %(others)s %(points)d each, and a turn.",
        len(facts["others"]),
        others=others,
        points=facts["points"],
    )


def _people(table: Table, users: Sequence[str]) -> str:
    return names([table.name(user) for user in users])


def _offered(table: Table, facts: Facts) -> str:
    return _(
        "%(who)s offers %(to)s %(amount)d and keeps %(kept)d.",
        who=table.name(facts["player"]),
        to=table.name(facts["to"]),
        amount=facts["amount"],
        kept=facts["kept"],
    )


def _accepted(table: Table, facts: Facts) -> str:
    return _(
        "%(who)s accepts: %(amount)d, and %(kept)d for %(by)s.",
        who=table.name(facts["player"]),
        amount=facts["amount"],
        kept=facts["kept"],
        by=table.name(facts["offered_by"]),
    )


def _dissolved(table: Table, facts: Facts) -> str:
    return _(
        "Alliance %(number)d ends: its %(points)d are %(who)s's honest points now.",
        number=facts["alliance"],
        points=facts["points"],
        who=table.name(facts["player"]),
    )


def _over(table: Table, facts: Facts) -> str:
    winners = [table.name(user) for user in facts["winners"]]
    won = _("%(names)s won.", names=names(winners)) if winners else _("Nobody won.")
    return f"{won} {decided(facts['decided_by'])}"


def _rolling(table: Table, facts: Facts) -> str:
    if not facts["alliances"]:
        return _("%(who)s rolls a die.", who=table.name(facts["player"]))
    return ngettext(
        "%(who)s rolls for alliance %(numbers)s.",
        "%(who)s rolls for alliances %(numbers)s.",
        len(facts["alliances"]),
        who=table.name(facts["player"]),
        numbers=names([str(number) for number in facts["alliances"]]),
    )


EVENTS: Mapping[str, Callable[[Table, Facts], str]] = {
    "rolling": _rolling,
    "rolled": rolled,
    "doubles": lambda t, f: _(
        "Doubles: %(pool)d for %(who)s to split.", who=t.name(f["player"]), pool=f["pool"]
    ),
    "invited": lambda t, f: _(
        "%(who)s invites %(others)s.", who=t.name(f["player"]), others=_people(t, f["players"])
    ),
    "joined": lambda t, f: _("%(who)s joins.", who=t.name(f["player"])),
    "declined": lambda t, f: _("%(who)s declines.", who=t.name(f["player"])),
    "nobody_joined": lambda t, f: _("Nobody joins %(who)s.", who=t.name(f["player"])),
    "allied": lambda t, f: _(
        "%(who)s leads alliance %(number)d with %(others)s.",
        who=t.name(f["player"]),
        number=f["alliance"],
        others=_people(t, f["members"][1:]),
    ),
    "whistle": lambda t, f: turned_in(t, f, _people(t, f["others"])),
    "offered": _offered,
    "accepted": _accepted,
    "refused": lambda t, f: _("%(who)s refuses: the pool is gone.", who=t.name(f["player"])),
    "misunderstood": lambda t, f: _(
        "%(who)s understood it otherwise: the pool is gone.", who=t.name(f["player"])
    ),
    "passed": lambda t, f: _("%(who)s has to pass.", who=t.name(f["player"])),
    "round_over": lambda t, f: _("Round %(number)d is over.", number=f["round"]),
    "resigned": lambda t, f: _("%(who)s resigned.", who=t.name(f["player"])),
    "leads": lambda t, f: _(
        "%(who)s leads alliance %(number)d now.", who=t.name(f["player"]), number=f["alliance"]
    ),
    "dissolved": _dissolved,
    "over": _over,
}
