"""A debt as the pages show it: with names instead of logins, and the sign of its card."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.web.games import presenter
from app.web.reading import Debt, Table


@dataclass(frozen=True, slots=True)
class Due:
    """A payment due, ready to be shown and to be paid by a form; `amount` is whole credits."""

    payee: str
    payee_name: str
    amount: int
    action: str
    action_name: str
    card: str


def due(table: Table, debt: Debt) -> Due:
    """A debt of the table's view."""
    shown = presenter(table.game)
    return Due(
        payee=debt.payee,
        payee_name=table.name(debt.payee),
        amount=debt.amount,
        action=debt.action,
        action_name=shown.an_action(table, debt.action),
        card=shown.card_of(table, debt.action),
    )


def quoted(table: Table, debt: Mapping[str, Any]) -> Due:
    """A debt of a quote."""
    return due(table, Debt(debt["id"], debt["payer"], debt["payee"], debt["amount"], debt["action"]))
