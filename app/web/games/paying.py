"""The stage while debts are open, which is the same in every game: who owes whom what, and one big button."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.web.reading import Debt, Table, View
from app.web.screen import Absent, Choice, Stage
from app.web.words import names

Named = Callable[[Any, str], str]
"""What an action is called inside a sentence, or the card that it claims."""


@dataclass(frozen=True, slots=True)
class Payment:
    """The stage of a table where something is owed; `an_action` and `card_of` are its presenter's."""

    table: Table
    an_action: Named
    card_of: Named

    def stage(self) -> Stage:
        """From the viewer's side: what you owe, what others owe you, what they owe each other."""
        table = self.table
        mine = [debt for debt in table.due if debt.payer == table.you]
        to_me = [debt for debt in table.due if debt.payee == table.you]
        if mine:
            return self._owing(mine)
        if to_me:
            return self._owed(to_me)
        first = table.due[0]
        payers, payee = names([table.name(debt.payer) for debt in table.due]), table.name(first.payee)
        return Stage(
            headline=_("%(payer)s owes %(payee)s %(amount)d.", payer=payers, payee=payee, amount=first.amount)
            if len(table.due) == 1
            else _("%(payers)s owe %(payee)s.", payers=payers, payee=payee),
            card=self.card_of(table, first.action),
            amount=first.amount,
        )

    def _owing(self, mine: Sequence[Debt]) -> Stage:
        table, first = self.table, mine[0]
        payee = table.name(first.payee)
        return Stage(
            headline=_("You owe %(payee)s.", payee=payee),
            note=_(
                "For %(action)s. Scanning %(payee)s's tile gets you to the same place.",
                action=self.an_action(table, first.action),
                payee=payee,
            ),
            card=self.card_of(table, first.action),
            amount=first.amount,
            tone="debt",
            choices=(
                *(
                    Choice(
                        label=_("Pay %(payee)s %(amount)d", payee=table.name(debt.payee), amount=debt.amount),
                        tone="pay",
                        pay=order(debt),
                    )
                    for debt in mine
                ),
                Choice(label=_("Scan the tile"), href="/scan", card="scan"),
            ),
        )

    def _owed(self, to_me: Sequence[Debt]) -> Stage:
        table, first = self.table, to_me[0]
        action = self.an_action(table, first.action)
        return Stage(
            headline=_("%(payer)s owes you.", payer=table.name(first.payer))
            if len(to_me) == 1
            else _("%(payers)s owe you.", payers=names([table.name(debt.payer) for debt in to_me])),
            note=_("For %(action)s.", action=action)
            if len(to_me) == 1
            else _("Together, for %(action)s.", action=action),
            card=self.card_of(table, first.action),
            amount=sum(debt.amount for debt in to_me),
            tone="income",
            choices=(Choice(label=_("Show my code"), href="/receive", card="receive", tone="go"),),
        )


def paid_for(table: Table) -> tuple[Absent, ...]:
    """Paying the debts of others who are awaited."""
    return tuple(
        Absent(
            user=debt.payer,
            label=_(
                "For %(name)s: pay %(payee)s %(amount)d",
                name=table.name(debt.payer),
                payee=table.name(debt.payee),
                amount=debt.amount,
            ),
            pay=order(debt),
        )
        for debt in table.due
        if debt.payer in table.waiting_for and debt.payer != table.you
    )


def order(debt: Debt) -> View:
    """A debt as the form that pays it sends it."""
    return {"to": debt.payee, "amount": debt.amount, "action": debt.action}
