"""What cards and actions of Reckless are called on the pages; every word passes through gettext.

The shipped deck's words are translated. A deck file of the table's own brings names that stand as they are.
"""

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from app.web.games.reckless.reading import Table

SIGNS = ("politician", "lobbyist", "lawyer", "banker", "ceo", "ponzi_scheme", "blackmail", "scandal")
"""The cards that have a sign of their own; any other card of a deck file gets the plain one."""

_CARD: Mapping[str, LazyString] = {
    "politician": _l("Politician"),
    "lobbyist": _l("Lobbyist"),
    "lawyer": _l("Lawyer"),
    "banker": _l("Banker"),
    "ceo": _l("CEO"),
    "ponzi_scheme": _l("Ponzi Scheme"),
    "blackmail": _l("Blackmail"),
    "scandal": _l("Scandal"),
}
_THE: Mapping[str, LazyString] = {
    "politician": _l("the Politician"),
    "lobbyist": _l("the Lobbyist"),
    "lawyer": _l("the Lawyer"),
    "banker": _l("the Banker"),
    "ceo": _l("the CEO"),
    "ponzi_scheme": _l("the Ponzi Scheme"),
    "blackmail": _l("Blackmail"),
    "scandal": _l("the Scandal"),
}
_SOME: Mapping[str, LazyString] = {
    "politician": _l("a Politician"),
    "lobbyist": _l("a Lobbyist"),
    "lawyer": _l("a Lawyer"),
    "banker": _l("a Banker"),
    "ceo": _l("a CEO"),
}
_ACTION: Mapping[str, LazyString] = {
    "bribe": _l("Bribe"),
    "lobbying": _l("Lobbying"),
    "lawsuit": _l("Lawsuit"),
    "fraud": _l("Fraud"),
    "collusion": _l("Collusion"),
    "ponzi_scheme": _l("Ponzi Scheme"),
    "blackmail": _l("Blackmail"),
    "scandal": _l("Scandal"),
}
_ACTION_INSIDE: Mapping[str, LazyString] = {
    "bribe": _l("a bribe"),
    "lobbying": _l("lobbying"),
    "lawsuit": _l("a lawsuit"),
    "fraud": _l("fraud"),
    "collusion": _l("collusion"),
    "ponzi_scheme": _l("a Ponzi Scheme"),
    "blackmail": _l("blackmail"),
    "scandal": _l("a scandal"),
}


def card(table: Table, key: str) -> str:
    """`Banker`."""
    return str(_CARD.get(key) or _own_name(table, key))


def the_card(table: Table, key: str) -> str:
    """`the Banker`."""
    return str(_THE.get(key) or _("the %(card)s", card=_own_name(table, key)))


def some_card(table: Table, key: str) -> str:
    """`a Banker`."""
    return str(_SOME.get(key) or _("one %(card)s", card=_own_name(table, key)))


def copy(table: Table, key: str, strength: int | None) -> str:
    """`Banker 2×`, or the name alone for a card without strengths."""
    return f"{card(table, key)} {strength}×" if strength else card(table, key)


def the_copy(table: Table, key: str, strength: int | None) -> str:
    """`the Banker 2×`."""
    return f"{the_card(table, key)} {strength}×" if strength else the_card(table, key)


def action(table: Table, key: str) -> str:
    """`Fraud`: a title."""
    priced = table.priced(key)
    return str(_ACTION.get(key) or (priced.name if priced else key))


def an_action(table: Table, key: str) -> str:
    """`fraud`, `a bribe`: inside a sentence."""
    return str(_ACTION_INSIDE.get(key) or action(table, key))


def card_of_action(table: Table, key: str) -> str:
    """The card that an action claims, or ""."""
    priced = table.priced(key)
    return priced.card if priced else ""


def _own_name(table: Table, key: str) -> str:
    claimed = table.claimed_by(key)
    return claimed.card_name if claimed else key.replace("_", " ").title()
