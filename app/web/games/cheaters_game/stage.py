"""What is happening in Cheater's Game, and what the viewer can do about it: one function for each phase.

What takes more than one tap is kept in the address (`?pick=invite:bob,cyd`), so that it works without script and
outlives a page that is drawn anew.
"""

from collections.abc import Callable, Mapping

from flask_babel import gettext as _

from app.web.games.cheaters_game.answers import invitation, offer, roll, split
from app.web.games.cheaters_game.turn import turn
from app.web.reading import Table
from app.web.screen import Absent, Stage
from app.web.words import names


def stage(table: Table, pick: str) -> Stage:
    """The stage for this viewer; `pick` is what was chosen so far, such as `dice:3,5`, or empty."""
    kind, _sep, chosen = pick.partition(":")
    picked = tuple(part for part in chosen.split(",") if part)
    return STAGES[table.phase](table, kind, picked)


def absent(table: Table) -> tuple[Absent, ...]:
    """What silence would mean for others who are awaited; a turn waits."""
    kind = {"invitation": "decline", "offer": "refuse"}.get(table.phase)
    if kind is None:
        return ()
    says = {"decline": _("no, thanks"), "refuse": _("refuse the offer")}[kind]
    return tuple(
        Absent(
            user=user,
            label=_("For %(name)s: %(what)s", name=table.name(user), what=says),
            move={"type": kind},
        )
        for user in table.waiting_for
        if user != table.you
    )


def waits(table: Table) -> str:
    """Who else is awaited, and for what; empty when nobody is."""
    others = [table.name(user) for user in table.waiting_for if user != table.you]
    if not others:
        return ""
    who = names(others)
    match table.phase:
        case "turn":
            return _("Waiting for %(who)s to choose.", who=who)
        case "invitation":
            return _("Waiting for %(who)s to join or decline.", who=who)
        case "roll":
            return _("Waiting for %(who)s to roll.", who=who)
        case "split":
            return _("Waiting for %(who)s to make an offer.", who=who)
        case _:
            return _("Waiting for %(who)s to accept or refuse.", who=who)


STAGES: Mapping[str, Callable[[Table, str, tuple[str, ...]], Stage]] = {
    "turn": turn,
    "invitation": invitation,
    "roll": roll,
    "split": split,
    "offer": offer,
}
