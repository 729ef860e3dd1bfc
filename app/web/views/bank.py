"""A bank outside: deciding a payment that it gave no answer to; and the address that it calls itself."""

from flask import Blueprint, Flask, Response, flash, render_template, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from app.errors import AppError, Invalid
from app.pages.forms import back_to, go, text
from app.pages.session import services, signed_in
from app.services.payments.bank.tickets import HOOK
from app.web.bank import name, reason
from app.web.games import read

MAX_NUMBER = 64


def page(table_id: str, reference: str) -> str:
    """One payment without an answer: what the bank shows of it right now, and what can be done."""
    who = signed_in()
    back_to(f"/tables/{table_id}")
    case = services().deciding.case(who, reference)
    table = read(services().tables.view(who, table_id))
    order = case.order
    return render_template(
        "web/undecided.html",
        table=table,
        case=case,
        order=order,
        payer=name(table, order.payer),
        payee=name(table, order.payee),
        reason=reason(case),
        open=order.state.value == "unknown",
        organizer=who.is_organizer,
    )


def decide(table_id: str, reference: str) -> AnyResponse:
    """Settle it with what was found, send it again, or call it failed."""
    who = signed_in()
    back_to(f"/tables/{table_id}/bank/{reference}")
    deciding = services().deciding
    match text("do"):
        case "settle":
            order = deciding.settle_with(who, reference, text("movement", MAX_NUMBER))
        case "again":
            order = deciding.send_again(who, reference)
        case "fail":
            order = deciding.give_up(who, reference)
        case _:
            raise Invalid("This button can't be read. Load the page again.", field="do")
    flash(_said(order.state.value), "good")
    return go("/organizer/bank" if text("desk") else f"/tables/{table_id}")


def _said(state: str) -> str:
    return {
        "settled": _("Settled."),
        "failed": _("It counts as not paid, and can be paid anew."),
    }.get(state, _("The bank is being asked."))


def hook() -> Response:
    """What the bank calls when a ticket was approved: a hint to go and look, of which nothing is believed."""
    number, reference = (request.values.get(name, "")[:MAX_NUMBER] for name in ("ticketNumber", "orderId"))
    try:
        services().bank_tickets.hint(number, reference)
    except AppError:
        # Whatever speaks against it now, the accounts and tickets are looked at anyway.
        return Response("later", status=202, mimetype="text/plain")
    return Response("ok", mimetype="text/plain")


def add_hook(app: Flask) -> None:
    """Add the address that the bank calls; it carries no session, and no form of ours."""
    app.add_url_rule(HOOK, "bank_hook", hook, methods=["GET", "POST"])


def add_to(blueprint: Blueprint) -> None:
    """Add the pages."""
    blueprint.add_url_rule("/tables/<table_id>/bank/<reference>", "undecided", page)
    blueprint.add_url_rule("/tables/<table_id>/bank/<reference>", "decide", decide, methods=["POST"])
