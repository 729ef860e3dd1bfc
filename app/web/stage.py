"""What is happening at the table, and what the viewer can do about it: one function for each phase."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from flask_babel import gettext as _

from app.web import words
from app.web.answers import challenging, countering, losing, matching, showing
from app.web.declaring import choosing
from app.web.phrases import names, waits
from app.web.reading import Debt, Table, View
from app.web.screen import Absent, Choice, Seat, Stage


def stage(table: Table, pick: str = "") -> Stage:
    """The stage for this viewer; `pick` is the action whose target is being chosen, or empty."""
    drawn = STAGES[table.phase](table, pick)
    return replace(drawn, asked=table.asked, waiting=waits(table))


def seats(table: Table) -> tuple[Seat, ...]:
    """The seats in order of play."""
    return tuple(
        Seat(
            sitting=player,
            turn=player.user == table.turn,
            awaited=table.status == "playing" and player.user in table.waiting_for,
            you=player.user == table.you,
            host=player.user == table.host,
        )
        for player in table.players
    )


def title(table: Table) -> str:
    """The window's title: it changes when the viewer is awaited."""
    if table.status == "over":
        return _("Game over · Reckless")
    if not table.asked:
        return _("Reckless")
    if table.phase == "payment":
        return _("● You owe · Reckless")
    return _("● Your turn · Reckless") if table.phase == "turn" else _("● You are asked · Reckless")


def absent(table: Table) -> tuple[Absent, ...]:
    """What can be done for others who are awaited: what their silence would mean, or paying their debts."""
    if table.status != "playing":
        return ()
    others = [user for user in table.waiting_for if user != table.you]
    default = _SILENCE.get(table.phase)
    if default is None:
        return tuple(_paid_for(table, debt) for debt in table.due if debt.payer in others)
    return tuple(
        Absent(
            user=user,
            label=_("For %(name)s: %(what)s", name=table.name(user), what=_SAID[default]()),
            move={"type": default},
        )
        for user in others
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


def _paid_for(table: Table, debt: Debt) -> Absent:
    return Absent(
        user=debt.payer,
        label=_(
            "For %(name)s: pay %(payee)s %(amount)d",
            name=table.name(debt.payer),
            payee=table.name(debt.payee),
            amount=debt.amount,
        ),
        pay=_order(debt),
    )


def _order(debt: Debt) -> View:
    return {"to": debt.payee, "amount": debt.amount, "action": debt.action}


def _lobby(_table: Table, _pick: str) -> Stage:
    return Stage(headline=_("Who is in?"))


def _payment(table: Table, _pick: str) -> Stage:
    mine = [debt for debt in table.due if debt.payer == table.you]
    to_me = [debt for debt in table.due if debt.payee == table.you]
    if mine:
        return _owing(table, mine)
    if to_me:
        return _owed(table, to_me)
    first = table.due[0]
    payers, payee = names([table.name(debt.payer) for debt in table.due]), table.name(first.payee)
    return Stage(
        headline=_("%(payer)s owes %(payee)s %(amount)d.", payer=payers, payee=payee, amount=first.amount)
        if len(table.due) == 1
        else _("%(payers)s owe %(payee)s.", payers=payers, payee=payee),
        card=_card_of(table, first),
        amount=first.amount,
    )


def _owing(table: Table, mine: Sequence[Debt]) -> Stage:
    first = mine[0]
    payee = table.name(first.payee)
    return Stage(
        headline=_("You owe %(payee)s.", payee=payee),
        note=_(
            "For %(action)s. Scanning %(payee)s's tile gets you to the same place.",
            action=words.an_action(table, first.action),
            payee=payee,
        ),
        card=_card_of(table, first),
        amount=first.amount,
        tone="debt",
        choices=(
            *(
                Choice(
                    label=_("Pay %(payee)s %(amount)d", payee=table.name(debt.payee), amount=debt.amount),
                    tone="pay",
                    pay=_order(debt),
                )
                for debt in mine
            ),
            Choice(label=_("Scan the tile"), href="/scan", card="scan"),
        ),
    )


def _owed(table: Table, to_me: Sequence[Debt]) -> Stage:
    first = to_me[0]
    action = words.an_action(table, first.action)
    return Stage(
        headline=_("%(payer)s owes you.", payer=table.name(first.payer))
        if len(to_me) == 1
        else _("%(payers)s owe you.", payers=names([table.name(debt.payer) for debt in to_me])),
        note=_("For %(action)s.", action=action)
        if len(to_me) == 1
        else _("Together, for %(action)s.", action=action),
        card=_card_of(table, first),
        amount=sum(debt.amount for debt in to_me),
        tone="income",
        choices=(Choice(label=_("Show my code"), href="/receive", card="receive", tone="go"),),
    )


def _card_of(table: Table, debt: Debt) -> str:
    priced = table.priced(debt.action)
    return priced.card if priced else ""


def _over(table: Table, _pick: str) -> Stage:
    winners = table.winners
    if not winners:
        line = _("This table is closed.")
    elif table.you in winners:
        line = _("You won.") if len(winners) == 1 else _("You share the win.")
    elif len(winners) == 1:
        line = _("%(name)s won.", name=table.name(winners[0]))
    else:
        line = _("%(names)s share the win.", names=names([table.name(user) for user in winners]))
    return Stage(headline=line, tone="over")


STAGES: Mapping[str, Callable[[Table, str], Stage]] = {
    "lobby": _lobby,
    "turn": choosing,
    "challenge": challenging,
    "counter": countering,
    "challenge_counter": challenging,
    "show": showing,
    "lose_card": losing,
    "match": matching,
    "payment": _payment,
    "over": _over,
}
