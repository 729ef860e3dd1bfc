"""What was played in Gorilla Warfare, as the log tells it: one sentence for each event."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.web.games.gorilla_warfare import words
from app.web.games.gorilla_warfare.reading import Table
from app.web.words import names

Facts = Mapping[str, Any]


def told(table: Table, kind: str, facts: Facts) -> str:
    """An event as a sentence; "" for one that needs none, or that is the audit's alone."""
    sentence = EVENTS.get(kind)
    return sentence(table, facts) if sentence else ""


def _played(table: Table, facts: Facts) -> str:
    said = {
        "who": table.name(facts["player"]),
        "card": words.card(facts["card"]),
        "whom": table.name(facts.get("target")),
    }
    match facts["card"], facts.get("way"):
        case "defence", _:
            return _("%(who)s lays Defence in front.", **said)
        case _, "swap_hands":
            return _("%(who)s plays %(card)s to swap hands with %(whom)s.", **said)
        case _, "swap_decks":
            return _("%(who)s plays %(card)s to swap decks with %(whom)s.", **said)
        case _ if facts.get("target"):
            return _("%(who)s plays %(card)s against %(whom)s.", **said)
        case _:
            return _("%(who)s plays %(card)s.", **said)


def _defended(table: Table, facts: Facts) -> str:
    said = {"who": table.name(facts["player"]), "card": words.card(facts["card"])}
    if facts["source"] == "front":
        return _("%(who)s stops %(card)s with the Defence in front.", **said)
    return _("%(who)s stops %(card)s with a Defence.", **said)


def _cards(facts: Facts) -> str:
    return names([words.card(card) for card in facts["cards"]])


def _got(table: Table, facts: Facts) -> str:
    return _("That is %(cards)s.", cards=_cards(facts))


def _stolen(table: Table, facts: Facts) -> str:
    return _("It was %(card)s.", card=words.card(facts["card"]))


def _looked(table: Table, facts: Facts) -> str:
    said = {"who": table.name(facts["player"]), "whom": table.name(facts["target"])}
    if facts["target"] is None:
        return _("%(who)s looks at the draw pile.", **said)
    return _("%(who)s looks at the hand of %(whom)s.", **said)


def _saw(table: Table, facts: Facts) -> str:
    return _("There: %(cards)s.", cards=_cards(facts) or _("no card"))


def _out(table: Table, facts: Facts) -> str:
    return _("Collateral Damage: %(who)s is out.", who=table.name(facts["player"]))


def _over(table: Table, facts: Facts) -> str:
    winners = [table.name(user) for user in facts.get("winners") or ()]
    return _("%(names)s won.", names=names(winners)) if winners else _("The game is over.")


def _drew(table: Table, facts: Facts) -> str:
    if facts["to"] == "hand":
        return _("%(who)s draws into the hand.", who=table.name(facts["player"]))
    return _("%(who)s draws.", who=table.name(facts["player"]))


def _swapped(table: Table, facts: Facts) -> str:
    said = {"who": table.name(facts["player"]), "whom": table.name(facts["target"])}
    if facts["what"] == "hands":
        return _("%(who)s and %(whom)s swap hands.", **said)
    return _("%(who)s and %(whom)s swap decks.", **said)


def _stole(table: Table, facts: Facts) -> str:
    return _(
        "%(who)s takes card %(position)d of %(whom)s.",
        who=table.name(facts["player"]),
        whom=table.name(facts["target"]),
        position=facts["position"],
    )


def _rescued(table: Table, facts: Facts) -> str:
    return _("%(who)s gets %(card)s back.", who=table.name(facts["player"]), card=words.card(facts["card"]))


def _reshuffled(table: Table, facts: Facts) -> str:
    return ngettext(
        "The draw pile was empty: %(num)d discarded card is the new one.",
        "The draw pile was empty: %(num)d discarded cards are the new one.",
        facts["count"],
    )


EVENTS: Mapping[str, Callable[[Table, Facts], str]] = {
    "dealt": lambda t, f: ngettext(
        "%(num)d card is dealt to each.", "%(num)d cards are dealt to each.", f["count"]
    ),
    "played": _played,
    "allowed": lambda t, f: _("%(who)s lets it happen.", who=t.name(f["player"])),
    "defended": _defended,
    "expired": lambda t, f: _("The Defence in front of %(who)s is discarded.", who=t.name(f["player"])),
    "drew": _drew,
    "refilled": lambda t, f: _("%(who)s refills the hand.", who=t.name(f["player"])),
    "got": _got,
    "stole": _stole,
    "stolen": _stolen,
    "looked": _looked,
    "saw": _saw,
    "swapped": _swapped,
    "rescued": _rescued,
    "no_effect": lambda t, f: _("It has no effect."),
    "nothing_left": lambda t, f: _("No card is left to draw."),
    "reshuffled": _reshuffled,
    "shuffled": lambda t, f: _("The draw pile is shuffled."),
    "out": _out,
    "resigned": lambda t, f: _("%(who)s resigned.", who=t.name(f["player"])),
    "over": _over,
}
