"""A payment's receipt: the whole screen turns, and both phones show the same four digits."""

from dataclasses import dataclass

from flask import Blueprint, render_template
from flask_babel import gettext as _

from app.pages.forms import back_to
from app.pages.session import services, signed_in
from app.services.accounts.receipts import Receipt
from app.services.actor import Actor
from app.services.zones import local
from app.web.games import presenter, read
from app.web.reading import Table


@dataclass(frozen=True, slots=True)
class Paid:
    """What the screen shows of a payment."""

    number: str
    table_id: str
    amount: int
    headline: str
    note: str
    confirmation: str
    stamp: str


def receipt(number: str) -> str:
    """The receipt's page."""
    who = signed_in()
    back_to("/")
    return render_template("web/receipt.html", paid=_paid(who, number))


def notice(table_id: str, n: int) -> str:
    """The same, for the payee's phone to lay over the table."""
    who = signed_in()
    return render_template("web/paid.html", paid=_paid(who, f"{table_id}-{n}"), covers=True)


def _paid(who: Actor, number: str) -> Paid:
    found = services().payments.receipt(who, number)
    table = read(services().tables.view(who, found.table_id))
    return Paid(
        number=found.number,
        table_id=found.table_id,
        amount=found.amount,
        headline=_headline(who.user, found),
        note=_note(table, found),
        confirmation=found.confirmation,
        stamp=local(found.at, found.zone).strftime("%H:%M:%S %Z"),
    )


def _headline(you: str, found: Receipt) -> str:
    facts = {"payer": found.payer_name, "payee": found.payee_name, "amount": found.amount}
    if you == found.payer:
        return _("You paid %(payee)s %(amount)d.", **facts)
    if you == found.payee:
        return _("%(payer)s paid you %(amount)d.", **facts)
    return _("%(payer)s paid %(payee)s %(amount)d.", **facts)


def _note(table: Table, found: Receipt) -> str:
    if found.reversed_by:
        return _("Taken back by transfer %(number)s.", number=found.reversed_by)
    if found.reverses:
        return _("Takes back transfer %(number)s.", number=found.reverses)
    if not found.action:
        return ""
    return _("For %(action)s.", action=presenter(table.game).an_action(table, found.action))


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/receipts/<number>", "receipt", receipt)
    blueprint.add_url_rule("/tables/<table_id>/paid/<int:n>", "table_notice", notice)
