"""What was played in Reckless, as the log tells it: one sentence for each event."""

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

from app.web.games.reckless import words
from app.web.games.reckless.reading import Table
from app.web.words import names


def told(table: Table, kind: str, facts: Mapping[str, Any]) -> str:
    """An event as a sentence; "" for one that needs none."""
    sentence = EVENTS.get(kind)
    return sentence(table, facts) if sentence else ""


def _declared(table: Table, facts: Mapping[str, Any]) -> str:
    said = {
        "who": table.name(facts["player"]),
        "card": words.the_card(table, facts["card"]),
        "action": words.an_action(table, facts["action"]),
        "target": table.name(facts.get("target")),
    }
    if facts.get("target") is None:
        return _("%(who)s claims %(card)s.", **said)
    return _("%(who)s claims %(card)s against %(target)s.", **said)


def _countered(table: Table, facts: Mapping[str, Any]) -> str:
    said = {"who": table.name(facts["player"]), "card": words.the_card(table, facts["character"])}
    match facts["type"]:
        case "block":
            return _("%(who)s blocks with %(card)s.", **said)
        case "match":
            return _("%(who)s claims %(card)s too.", **said)
        case _:
            return _("%(who)s sues with %(card)s.", **said)


def _lost(table: Table, facts: Mapping[str, Any]) -> str:
    if not facts.get("card"):
        return _("%(who)s lost a card.", who=table.name(facts["player"]))
    return _(
        "%(who)s lost %(card)s.", who=table.name(facts["player"]), card=words.the_card(table, facts["card"])
    )


def _drew(table: Table, facts: Mapping[str, Any]) -> str:
    cards = names([words.the_copy(table, one["card"], one["strength"]) for one in facts["cards"]])
    if facts["player"] == table.you:
        return _("You drew %(cards)s.", cards=cards)
    return _("%(who)s drew %(cards)s.", who=table.name(facts["player"]), cards=cards)


def _shown(table: Table, facts: Mapping[str, Any]) -> str:
    said = {"who": table.name(facts["player"]), "card": words.the_card(table, facts["card"])}
    if facts.get("strength"):
        return _("%(who)s showed %(card)s, %(strength)d×.", strength=facts["strength"], **said)
    return _("%(who)s showed %(card)s.", **said)


def _paid(table: Table, facts: Mapping[str, Any]) -> str:
    said = {
        "payer": table.name(facts["payer"]),
        "payee": table.name(facts["payee"]),
        "amount": facts["amount"],
    }
    if not facts.get("action"):
        return _("%(payer)s paid %(payee)s %(amount)d.", **said)
    return _(
        "%(payer)s paid %(payee)s %(amount)d for %(action)s.",
        action=words.an_action(table, facts["action"]),
        **said,
    )


def _over(table: Table, facts: Mapping[str, Any]) -> str:
    winners = [table.name(user) for user in facts.get("winners") or ()]
    if not winners:
        return _("The game is over.")
    return _("%(names)s won.", names=names(winners))


EVENTS: Mapping[str, Callable[[Table, Mapping[str, Any]], str]] = {
    "declared": _declared,
    "allowed": lambda t, f: _("%(who)s lets it pass.", who=t.name(f["player"])),
    "challenged": lambda t, f: _(
        "%(who)s challenges %(claimant)s.", who=t.name(f["player"]), claimant=t.name(f["claimant"])
    ),
    "conceded": lambda t, f: _("%(who)s gives in.", who=t.name(f["player"])),
    "countered": _countered,
    "blocked": lambda t, f: _("The block holds."),
    "shown": _shown,
    "shuffled": lambda t, f: _("The deck was shuffled."),
    "drew": _drew,
    "declined": lambda t, f: _(
        "%(who)s can't show %(card)s.", who=t.name(f["player"]), card=words.the_card(t, f["card"])
    ),
    "card_lost": _lost,
    "action_off": lambda t, f: _("The action is off."),
    "match_won": lambda t, f: _("%(who)s is stronger.", who=t.name(f["player"])),
    "match_undecided": lambda t, f: _("Neither could show one."),
    "owed": lambda t, f: _(
        "%(payer)s owes %(payee)s %(amount)d.",
        payer=t.name(f["payer"]),
        payee=t.name(f["payee"]),
        amount=f["amount"],
    ),
    "paid": _paid,
    "passed": lambda t, f: _("%(who)s passes.", who=t.name(f["player"])),
    "bankrupt": lambda t, f: _("%(who)s is bankrupt.", who=t.name(f["player"])),
    "eliminated": lambda t, f: _("%(who)s has no cards left and is out.", who=t.name(f["player"])),
    "leaving": lambda t, f: _("%(who)s leaves when this turn ends.", who=t.name(f["player"])),
    "resigned": lambda t, f: _("%(who)s resigned.", who=t.name(f["player"])),
    "returned": lambda t, f: _("%(who)s is back in the game.", who=t.name(f["player"])),
    "over": _over,
}
