"""The sentences that tell a table what is going on, from the viewer's side."""

from flask_babel import gettext as _

from app.web.games.reckless import words
from app.web.games.reckless.reading import Countered, Declared, Table
from app.web.words import names


def waits(table: Table) -> str:
    """Who else is awaited, and for what; empty when nobody is."""
    others = [table.name(user) for user in table.waiting_for if user != table.you]
    if not others or table.status != "playing":
        return ""
    who = names(others)
    match table.phase:
        case "turn":
            return _("Waiting for %(who)s to choose.", who=who)
        case "challenge" | "challenge_counter":
            return _("Waiting for %(who)s to let it pass or challenge.", who=who)
        case "counter":
            return _("Waiting for %(who)s to answer.", who=who)
        case "show" | "match":
            return _("Waiting for %(who)s to show a card.", who=who)
        case "lose_card":
            return _("Waiting for %(who)s to lay a card face up.", who=who)
        case "payment":
            return _("Waiting for %(who)s to pay.", who=who)
        case _:
            return _("Waiting for %(who)s.", who=who)


def claimed(table: Table, declared: Declared) -> str:
    """Say the declared action, as in `Ada claims the Banker: fraud, 50 from you`."""
    facts = {
        "actor": table.name(declared.actor),
        "target": table.name(declared.target),
        "card": words.the_card(table, declared.card),
        "action": words.an_action(table, declared.key),
        "amount": declared.amount,
    }
    mine, on_me = declared.actor == table.you, declared.target == table.you
    if declared.target is None:
        if mine:
            return _("You claim %(card)s: %(amount)d from everybody else.", **facts)
        if table.seated:
            return _("%(actor)s claims %(card)s: %(amount)d from everybody, you too.", **facts)
        return _("%(actor)s claims %(card)s: %(amount)d from everybody.", **facts)
    if not declared.amount:
        if mine:
            return _("You claim %(card)s: %(target)s loses a card.", **facts)
        if on_me:
            return _("%(actor)s claims %(card)s: you lose a card.", **facts)
        return _("%(actor)s claims %(card)s: %(target)s loses a card.", **facts)
    if declared.general:
        if mine:
            return _("You claim %(card)s: %(amount)d from %(target)s.", **facts)
        if on_me:
            return _("%(actor)s claims %(card)s: %(amount)d from you.", **facts)
        return _("%(actor)s claims %(card)s: %(amount)d from %(target)s.", **facts)
    if mine:
        return _("You claim %(card)s: %(action)s, %(amount)d from %(target)s.", **facts)
    if on_me:
        return _("%(actor)s claims %(card)s: %(action)s, %(amount)d from you.", **facts)
    return _("%(actor)s claims %(card)s: %(action)s, %(amount)d from %(target)s.", **facts)


def countered(table: Table, counter: Countered, declared: Declared) -> str:
    """Say the declared answer, as in `Bob blocks with the CEO`."""
    suit = table.claimed_by(counter.card)
    facts = {
        "who": table.name(counter.player),
        "actor": table.name(declared.actor),
        "card": words.the_card(table, counter.card),
        "amount": suit.amount if suit else 0,
    }
    mine, on_me = counter.player == table.you, declared.actor == table.you
    match counter.kind:
        case "block":
            return (
                _("You block with %(card)s.", **facts)
                if mine
                else _("%(who)s blocks with %(card)s.", **facts)
            )
        case "match":
            return (
                _("You claim %(card)s too.", **facts) if mine else _("%(who)s claims %(card)s too.", **facts)
            )
        case _:
            if mine:
                return _("You sue with %(card)s: %(amount)d from %(actor)s.", **facts)
            if on_me:
                return _("%(who)s sues with %(card)s: %(amount)d from you.", **facts)
            return _("%(who)s sues with %(card)s: %(amount)d from %(actor)s.", **facts)
