"""What is happening in a game of Reckless, and what the viewer can do about it: one function for each phase."""

from collections.abc import Callable, Mapping

from flask_babel import gettext as _

from app.web.games.paying import Payment, paid_for
from app.web.games.reckless import words
from app.web.games.reckless.answers import challenging, countering, losing, matching, showing
from app.web.games.reckless.declaring import choosing
from app.web.games.reckless.reading import Table
from app.web.screen import Absent, Stage


def stage(table: Table, pick: str) -> Stage:
    """The stage for this viewer; `pick` is the action whose target is being chosen, or empty."""
    return STAGES[table.phase](table, pick)


def absent(table: Table) -> tuple[Absent, ...]:
    """What silence would mean for others who are awaited, or paying their debts."""
    default = _SILENCE.get(table.phase)
    if default is None:
        return paid_for(table)
    return tuple(
        Absent(
            user=user,
            label=_("For %(name)s: %(what)s", name=table.name(user), what=_said(table, default)),
            move={"type": default},
        )
        for user in table.waiting_for
        if user != table.you
    )


_SILENCE: Mapping[str, str] = {
    "challenge": "allow",
    "challenge_counter": "allow",
    "counter": "concede",
    "show": "decline",
    "match": "decline",
    "lose_card": "lose_card",
}
"""Source: rules/reckless.md, "Silence and leaving"."""

_SAID: Mapping[str, Callable[[], str]] = {
    "allow": lambda: _("let it pass"),
    "concede": lambda: _("pay"),
    "decline": lambda: _("can't show it"),
    "lose_card": lambda: _("a card was laid face up"),
}


def _said(table: Table, default: str) -> str:
    if table.dealt and default == "lose_card":
        return _("give up the card drawn last")
    return _SAID[default]()


def _payment(table: Table, _pick: str) -> Stage:
    return Payment(table, words.an_action, words.card_of_action).stage()


STAGES: Mapping[str, Callable[[Table, str], Stage]] = {
    "turn": choosing,
    "challenge": challenging,
    "counter": countering,
    "challenge_counter": challenging,
    "show": showing,
    "lose_card": losing,
    "match": matching,
    "payment": _payment,
}
