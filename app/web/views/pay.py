"""Paying, and the code by which one is paid."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go, key, text
from app.pages.refusals import REFUSED
from app.pages.session import services, signed_in
from app.services.actor import Actor
from app.services.codes import symbol
from app.services.payments import Quote
from app.web.bank import asks_for
from app.web.board import paid_to_me
from app.web.debts import due, quoted
from app.web.games import presenter, read
from app.web.page import my_table
from app.web.reading import Table
from app.web.words import names


def pay_page() -> str | Response:
    """What a tile's code opens: the debt it settles, locked; or why there is none, and what is owed instead."""
    who = signed_in()
    table = _table(who)
    back_to(_back(table))
    if table and asks_for(table, who.user):
        return go(_back(table))
    amount, action = request.args.get("amount") or None, request.args.get("description") or None
    quote = services().payments.quote(who, to=request.args.get("to", ""), amount=amount, action=action)
    tried = request.args.get("refused", "")
    return render_template(
        "web/pay.html",
        **_offer(table, quote, tried),
        payee=quote.payee,
        payee_name=quote.payee_name,
        balance=quote.balance,
        amount=amount or "",
        description=action or "",
        table_id=table.id if table else None,
        back=_back(table),
    )


def _offer(table: Table | None, quote: Quote, tried: str) -> dict[str, Any]:
    """What can be paid: this debt, or at a table that plays by voice any amount, or what is owed instead."""
    reason = tried or (quote.refusal.value if quote.refusal else "")
    if table is None:
        return {
            "due": None,
            "mine": (),
            "free": False,
            "prices": (),
            "refusal": REFUSED.get(reason, ""),
            "refused_as": reason,
        }
    settles = quoted(table, quote.due) if quote.due and not reason else None
    by_voice = table.status == "playing" and table.validation != "strict" and quote.payee != table.you
    return {
        "due": settles,
        "mine": [quoted(table, debt) for debt in quote.mine],
        "free": by_voice and settles is None,
        "prices": presenter(table.game).prices(table) if table.validation == "honor" else (),
        "refusal": REFUSED.get(tried if by_voice else reason, ""),
        "refused_as": tried if by_voice else reason,
    }


def pay() -> Response:
    """Pay. Asking twice with one key pays once."""
    who = signed_in()
    to, amount, action, absent = text("to"), text("amount"), text("description"), text("for")
    back_to("/pay/?" + urlencode({"to": to, "amount": amount, "description": action}))
    table_id = text("table") or my_table() or ""
    receipt = services().payments.pay(
        who, table_id, to=to, amount=amount, action=action or None, on_behalf_of=absent or None, key=key()
    )
    return go(f"/tables/{table_id}" if absent else f"/receipts/{receipt.number}")


def receive() -> str:
    """My own code, with the amount when somebody owes me."""
    return render_template("web/receive.html", **_receiving(signed_in()))


def receive_fragment() -> str:
    """The live part of that page."""
    return render_template("web/receiving.html", **_receiving(signed_in()))


def _receiving(who: Actor) -> dict[str, Any]:
    table_id = my_table()
    view = services().tables.view(who, table_id) if table_id else None
    table = read(view) if view else None
    owed = [due(table, debt) for debt in table.due if debt.payee == who.user] if table else []
    payers = names([table.name(debt.payer) for debt in table.due if debt.payee == who.user]) if table else ""
    query: dict[str, Any] = {"to": who.user}
    if len({one.amount for one in owed}) == 1:
        query |= {"amount": owed[0].amount, "description": owed[0].action}
    ticket = services().bank_tickets.link_for(who, table.id) if table else None
    return {
        "ticket": symbol(ticket) if ticket else None,
        "headline": _headline(payers, len(owed)),
        "owed": owed[0] if owed else None,
        "symbol": symbol(f"{services().public_url}/pay/?{urlencode(query)}"),
        "table_id": table_id,
        "back": _back(table),
        "paid_to_me": paid_to_me(view) if view else "",
    }


def _headline(payers: str, count: int) -> str:
    if not count:
        return _("Scan to pay me.")
    return _("%(name)s owes you.", name=payers) if count == 1 else _("%(names)s owe you.", names=payers)


def _table(who: Actor) -> Table | None:
    table_id = my_table()
    return read(services().tables.view(who, table_id)) if table_id else None


def _back(table: Table | None) -> str:
    return f"/tables/{table.id}" if table else "/"


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/pay/", "pay_page", pay_page)
    blueprint.add_url_rule("/pay/", "pay", pay, methods=["POST"])
    blueprint.add_url_rule("/receive", "receive", receive)
    blueprint.add_url_rule("/receive/fragment", "receive_fragment", receive_fragment)
