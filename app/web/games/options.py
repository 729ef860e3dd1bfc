"""A game's house rules, as its settings form asks for them and its rules page says them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

Words = LazyString | str


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule that is on or off: what it says when it is on, and when it is off (empty: nothing to say).

    `values` are what the game calls off and on.
    """

    name: str
    on: Words
    off: Words = ""
    hint: Words = ""
    values: tuple[Any, Any] = (False, True)

    def is_on(self, options: Mapping[str, Any]) -> bool:
        """Whether it is on, with these options in force."""
        return bool(options[self.name] == self.values[True])

    def said(self, options: Mapping[str, Any]) -> str:
        """What it says, with these options in force."""
        return str(self.on if self.is_on(options) else self.off)


@dataclass(frozen=True, slots=True)
class Number:
    """A house rule that is a whole number."""

    name: str
    label: Words
    low: int
    high: int
    hint: Words = ""


Option = Switch | Number

HOST_MAY_UNDO = Switch(
    "host_may_undo",
    _l("The host may take back moves until something was paid, shown or drawn since."),
    _l("Only an organizer takes moves back."),
)

SERVICE_DEFAULTS: Mapping[str, Any] = {HOST_MAY_UNDO.name: True, "timer_s": 0}
"""The options that every table has, whatever is played."""


def said(known: tuple[Option, ...], options: Mapping[str, Any], *names: str) -> tuple[str, ...]:
    """The sentences of these switches with these options in force; those with nothing to say are left out."""
    switches = {one.name: one for one in (*known, HOST_MAY_UNDO) if isinstance(one, Switch)}
    return tuple(sentence for name in names if (sentence := switches[name].said(options)))
