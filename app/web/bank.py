"""What of a table hangs in a bank outside, in words: never "failed" for what may have gone through."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.services.payments.bank.deciding import Case
from app.web.reading import Table
from app.web.screen import Stage
from app.web.words import names

HOUSE = "@"
"""How accounts begin that are nobody's at the table."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One line about something that the bank is asked for; `unknown` when it gave no answer.

    `decide` is the page where host and organizers decide it, or empty.
    """

    text: str
    unknown: bool
    decide: str


@dataclass(frozen=True, slots=True)
class Hanging:
    """What the table's page says about the bank: what is asked, and payments there that fit nothing."""

    asked: tuple[Asked, ...] = ()
    flagged: tuple[str, ...] = ()
    gathers: bool = False
    """Whether the bank is asked for starting credits: until it has answered, nobody can start the game once more."""

    def __bool__(self) -> bool:
        return bool(self.asked or self.flagged)


def hanging(table: Table, *, runs: bool) -> Hanging:
    """The lines for this viewer; `runs` if they may decide."""
    bank = table.facts.get("bank") or {"orders": (), "flagged": ()}
    dealt = [one for one in bank["orders"] if one["purpose"] == "credits"]
    others = [one for one in bank["orders"] if one["purpose"] != "credits"]
    # The payer's own payment fills the stage already, unless it is theirs to decide too.
    own = () if runs else [one for one in others if one["payer"] == table.you and one["purpose"] == "debt"]
    asked = [_asked(table, one, runs=runs) for one in others if one not in own]
    unknown = [_asked(table, one, runs=runs) for one in dealt if one["state"] == "unknown"]
    if len(unknown) < len(dealt):
        players = sorted({_player(table, one) for one in dealt if one["state"] != "unknown"})
        text = _("The bank is asked for the starting credits of %(players)s.", players=names(players))
        asked.append(Asked(text, unknown=False, decide=""))
    return Hanging((*asked, *unknown), tuple(_flagged(table, one) for one in bank["flagged"]), bool(dealt))


def asks_for(table: Table, user: str) -> bool:
    """Whether the bank is being asked for a payment of this player, or has not answered for one."""
    bank = table.facts.get("bank") or {"orders": ()}
    return any(one["payer"] == user and one["purpose"] == "debt" for one in bank["orders"])


def asking(table: Table) -> Stage | None:
    """The stage for a payer whose payment the bank is asked for: there is nothing to tap; None for everybody else."""
    bank = table.facts.get("bank") or {"orders": ()}
    mine = [one for one in bank["orders"] if one["payer"] == table.you and one["purpose"] == "debt"]
    if not mine:
        return None
    first = mine[0]
    said = {"payee": name(table, first["payee"]), "amount": first["amount"]}
    if first["state"] == "unknown":
        return Stage(
            headline=_("The bank has not answered."),
            note=_(
                "Your %(amount)d for %(payee)s may have moved. It is looked for, and shown here. Don't pay it again.",
                **said,
            ),
            amount=first["amount"],
        )
    return Stage(
        headline=_("The bank is being asked."),
        note=_("%(amount)d to %(payee)s. It takes a moment, and is shown here. Don't pay it again.", **said),
        amount=first["amount"],
    )


def name(table: Table, owner: str) -> str:
    """What people call an account, the bank's own too."""
    if owner == "@outside":
        return _("somebody outside")
    return _("the bank") if owner.startswith(HOUSE) else table.name(owner)


def _asked(table: Table, order: Mapping[str, Any], *, runs: bool) -> Asked:
    said = {
        "payer": name(table, order["payer"]),
        "payee": name(table, order["payee"]),
        "amount": order["amount"],
    }
    unknown = order["state"] == "unknown"
    text = (
        _("The bank has not answered: %(payer)s to %(payee)s, %(amount)d. It is looked for.", **said)
        if unknown
        else _("The bank is being asked: %(payer)s to %(payee)s, %(amount)d.", **said)
    )
    decide = f"/tables/{table.id}/bank/{order['order']}" if unknown and runs else ""
    return Asked(text, unknown=unknown, decide=decide)


def _player(table: Table, order: Mapping[str, Any]) -> str:
    return name(table, order["payee"] if order["payer"].startswith(HOUSE) else order["payer"])


def _flagged(table: Table, movement: Mapping[str, Any]) -> str:
    return _(
        "In the bank, %(payer)s paid %(payee)s %(amount)s. It fits nothing that was due: an organizer decides.",
        payer=name(table, movement["payer"]),
        payee=name(table, movement["payee"]),
        amount=movement["amount"].removesuffix(".00"),
    )


def told(table: Table, kind: str, data: Mapping[str, Any]) -> str | None:
    """A line of the log about the bank as a sentence; None if the line is about something else."""
    sentence = {
        "asking": _("The bank is asked: %(payer)s to %(payee)s, %(amount)s."),
        "unknown": _("The bank gave no answer: %(payer)s to %(payee)s, %(amount)s. It is looked for."),
        "failed": _("The bank did not move it: %(payer)s to %(payee)s, %(amount)s."),
        "credits": _("The bank moved starting credits: %(payer)s to %(payee)s, %(amount)s."),
        "flagged": _("A payment in the bank fits nothing that was due: %(payer)s to %(payee)s, %(amount)s."),
        "returning": _("The bank is asked to give back: %(payer)s to %(payee)s, %(amount)s."),
        "returned": _("Given back in the bank: %(payer)s to %(payee)s, %(amount)s."),
        "dismissed": _("Left as it is in the bank: %(payer)s to %(payee)s, %(amount)s."),
    }.get(kind)
    if sentence is None:
        return _("The bank is asked for the starting credits.") if kind == "gathering" else None
    return sentence % {
        "payer": name(table, data["payer"]),
        "payee": name(table, data["payee"]),
        "amount": str(data["amount"]).removesuffix(".00"),
    }


def reason(case: Case) -> str:
    """Where an undecided payment stands, in a sentence."""
    if case.fault:
        return _("The bank can't be asked right now. Try again in a moment.")
    if case.found:
        return _("Found: the bank has moved it.")
    if not case.may_send:
        return _("Not found so far, but it may still arrive. Look again in a minute.")
    return _("Not found. A request that was on its way would have arrived by now.")
