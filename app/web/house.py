"""The house rules in words: what the settings' form asks, and what the rules page says when they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from app.rules.reckless.settings import HOUSE_RULES, OutOfCards


@dataclass(frozen=True, slots=True)
class Flag:
    """A house rule that is on or off: what it says when it is on, and when it is off (empty: nothing to say)."""

    name: str
    on: LazyString
    off: LazyString | str = ""


FLAGS = (
    Flag("challenger_may_counter", _l("A target who lost a challenge may still answer.")),
    Flag("pass_with_cards", _l("Passing is open to those who could act.")),
    Flag("sue_a_lawsuit", _l("A lawsuit can be sued for, not only matched.")),
    Flag("undecided_match_pays", _l("A match in which neither can show lets the action succeed.")),
    Flag("match_costs_card", _l("The loser of a match loses a card too.")),
    Flag("match_cards_return", _l("Cards shown in a match go back and are replaced.")),
    Flag(
        "lost_cards_return",
        _l("A lost card goes back into the deck."),
        _l("A lost card leaves the game, face up."),
    ),
    Flag(
        "bankrupt_cards_return",
        _l("The cards of whoever is out go back into the deck."),
        _l("The cards of whoever is out leave the game."),
    ),
    Flag("equal_balances_share", _l("Equal balances share the win."), _l("Equal balances: nobody wins.")),
    Flag(
        "resign_at_once",
        _l("Whoever resigns is out at once, open debts and all."),
        _l("Whoever resigns first pays what is owed."),
    ),
    Flag(
        "host_may_undo",
        _l("The host may take back moves until a debt of the turn is paid."),
        _l("Only an organizer takes moves back."),
    ),
)

DEFAULTS: Mapping[str, Any] = {**HOUSE_RULES, "host_may_undo": True, "timer_s": 0}


def in_force(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Every house rule with its value at this table."""
    return {**DEFAULTS, **options}


def eliminated(options: Mapping[str, Any]) -> bool:
    """Whether a player without cards is out."""
    return bool(in_force(options)["out_of_cards"] == OutOfCards.ELIMINATED)


def said(options: Mapping[str, Any], *names: str) -> tuple[str, ...]:
    """The sentences of these flags as they stand; those with nothing to say are left out."""
    values = in_force(options)
    flags = {flag.name: flag for flag in FLAGS}
    sentences = (str(flags[name].on if values[name] else flags[name].off) for name in names)
    return tuple(sentence for sentence in sentences if sentence)
