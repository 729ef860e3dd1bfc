"""Tickets: asking for a payment by a code on a screen, and paying it."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from marshmallow import fields

from app.cyclos_api import owners, payments, reading, shapes
from app.cyclos_api.callers import actor, guest_or_caller
from app.cyclos_api.names import services
from app.cyclos_api.operations import NOTHING, Answer, created, operation
from app.cyclos_api.pictures import code_picture
from app.cyclos_api.problems import Forbidden, Missing, missing
from app.cyclos_api.shapes import Shape
from app.errors import Invalid
from app.services.accounts.receipts import Receipt
from app.services.payments.ticket import A_DAY_S, Ticket, TicketDraft, TicketStatus

SECONDS = {
    "seconds": 1,
    "minutes": 60,
    "hours": 3600,
    "days": A_DAY_S,
    "weeks": 7 * A_DAY_S,
    "months": 30 * A_DAY_S,
    "years": 365 * A_DAY_S,
}


class Interval(reading.Body):
    """A span of time: TimeInterval."""

    amount = fields.Integer()
    field = reading.text()


class TicketBody(payments.PaymentBody):
    """What somebody asks for: TicketNew."""

    payer = reading.text(1_000)
    orderId = reading.text(1_000)  # noqa: N815 - as it is sent
    cancelUrl = reading.text(2_000)  # noqa: N815
    successUrl = reading.text(2_000)  # noqa: N815
    successWebhook = reading.text(2_000)  # noqa: N815
    expiresAfter = fields.Nested(Interval)  # noqa: N815


def ticket_of(number: str) -> Ticket:
    """The ticket with this number.

    Raises:
        Missing: If there is none.
    """
    with missing("Ticket", number):
        return services().tickets.get(number)


def approve_url(ticket: Ticket) -> str:
    """Where a ticket is paid: what its code says."""
    return f"{services().public_url}/pay/{ticket.number}"


def ticket_view(ticket: Ticket) -> Shape:
    """A ticket as a page shows it: TransactionView."""
    shown: Shape = {
        **ticket_core(ticket),
        "display": ticket.id,
        "ticketNumber": ticket.number,
        "currency": shapes.CURRENCY,
        "to": shapes.account(ticket.payee),
        "payee": shapes.user(ticket.payee),
        "expirationDate": shapes.date(ticket.expires_at),
    }
    payer = ticket.approved_by or ticket.payer
    if payer is not None:
        shown |= {"from": shapes.account(payer), "payer": shapes.user(payer)}
    if ticket.status is TicketStatus.OPEN:
        shown["approveUrl"] = approve_url(ticket)
    for name, address in (("cancelUrl", ticket.cancel_url), ("successUrl", ticket.success_url)):
        if address:
            shown[name] = address
    if ticket.status is TicketStatus.PROCESSED and ticket.ended_at is not None:
        shown["processDate"] = shapes.date(ticket.ended_at)
    return shown | _paid(ticket)


def ticket_core(ticket: Ticket) -> Shape:
    """What is told of a ticket everywhere; its number is a secret, and no part of lists."""
    return {
        "id": ticket.id,
        "date": shapes.date(ticket.at),
        "amount": shapes.amount(ticket.amount),
        "type": shapes.TRADE,
        "kind": "ticket",
        "description": ticket.action,
        "ticketStatus": ticket.status.value,
    }


def _paid(ticket: Ticket) -> Shape:
    """The payment that a ticket led to, for those whom it concerns."""
    who = guest_or_caller()
    if ticket.transfer is None or who is None:
        return {}
    if who.actor.user not in (ticket.payee, ticket.approved_by) and not who.actor.is_organizer:
        return {}
    receipt = services().payments.receipt(who.actor, ticket.transfer)
    return {"transaction": shapes.transaction(receipt, "ticket")}


def creations(receipts: Sequence[Receipt]) -> Mapping[str, str]:
    """Number of a transfer → how its transaction came about, for those that a ticket led to."""
    found = {}
    for table_id in {receipt.table_id for receipt in receipts}:
        numbers = (receipt.number for receipt in receipts if receipt.table_id == table_id)
        paid = services().tickets.paid_by(table_id, tuple(int(one.rpartition("-")[2]) for one in numbers))
        found.update({f"{table_id}-{number}": "ticket" for number in paid})
    return found


def _payee(user: str) -> str:
    payee = owners.user_of(user)
    owners.must_see(payee)
    if payee == actor().user and actor().is_organizer:
        raise Forbidden
    return payee


@operation("dataForNewTicket", "GET", "/{user}/tickets/data-for-new")
def data_for_new(user: str) -> Shape:
    """What a page needs to ask for a payment."""
    payee = _payee(user)
    return {
        "accounts": [shapes.account_with_status(services().accounts.purse(actor(), payee))],
        "paymentTypes": payments.payment_types(),
        "paymentTypeData": payments.TYPE_DATA,
        "principalTypes": shapes.PRINCIPAL_TYPES,
    }


@operation("dataForNewTicketDeprecated", "GET", "/tickets/data-for-new")
def data_for_new_deprecated() -> Shape:
    """The same, at its older address."""
    return data_for_new(owners.SELF)


@operation("newTicket", "POST", "/{user}/tickets")
def new_ticket(user: str) -> Answer:
    """Ask for a payment; the answer has the address that its code shows."""
    payee = _payee(user)
    sent = reading.body(TicketBody())
    ticket = services().tickets.create(actor(), payee, _draft(sent), payments.key())
    return created(f"/tickets/{ticket.number}", ticket_view(ticket))


@operation("newTicketDeprecated", "POST", "/tickets")
def new_ticket_deprecated() -> Answer:
    """The same, at its older address."""
    return new_ticket(owners.SELF)


def _draft(sent: dict[str, Any]) -> TicketDraft:
    payments.check_terms(sent)
    after = sent.get("expiresAfter")
    payer = sent.get("payer")
    return TicketDraft(
        amount=reading.amount_sent(sent.get("amount")),
        action=sent.get("description", ""),
        payer=owners.located(payer).user if payer else None,
        order_id=sent.get("orderId", ""),
        success_url=sent.get("successUrl", ""),
        cancel_url=sent.get("cancelUrl", ""),
        success_webhook=sent.get("successWebhook", ""),
        lasts_s=_seconds(after) if after else A_DAY_S,
    )


def _seconds(interval: dict[str, Any]) -> int:
    unit = SECONDS.get(interval.get("field", "days"))
    if unit is None:
        raise Invalid("There is no such unit of time.", field="expiresAfter")
    return unit * min(max(int(interval.get("amount", 0)), 0), 10**9)


@operation("viewTicket", "GET", "/tickets/{ticket}", guest=True)
def view_ticket(ticket: str) -> Shape:
    """A ticket, for anybody who knows its number."""
    return ticket_view(ticket_of(ticket))


@operation("getTicketQrCode", "GET", "/tickets/{ticket}/qr-code", by_query=True)
def ticket_code(ticket: str) -> Response:
    """The code of an open ticket, as a picture."""
    found = ticket_of(ticket)
    if found.status is not TicketStatus.OPEN:
        raise Missing("Ticket", ticket)
    return code_picture(approve_url(found))


@operation("previewTicket", "POST", "/tickets/{ticket}/preview")
def preview_ticket(ticket: str) -> Shape:
    """What would come of approving a ticket."""
    ticket_of(ticket)
    found = services().tickets.foresee(actor(), ticket)
    meant = payments.Meant(
        {
            "subject": found.payee,
            "amount": shapes.amount(found.amount),
            "type": shapes.TRADE["id"],
            "description": found.action,
        },
        found.payee,
        found.amount,
        found.action,
    )
    shown = payments.preview_of(actor().user, meant, found.amount)
    return shown | _addresses(found)


def _addresses(ticket: Ticket) -> Shape:
    addresses = {"cancelUrl": ticket.cancel_url, "successUrl": ticket.success_url}
    return {name: address for name, address in addresses.items() if address}


@operation("approveTicket", "POST", "/tickets/{ticket}/approve")
def approve_ticket(ticket: str) -> Shape:
    """Pay a ticket, or leave it to its payee to process; approving it again gives the first answer again."""
    ticket_of(ticket)
    found = services().tickets.approve(actor(), ticket)
    return {
        "id": found.id,
        "ticketNumber": found.number,
        "ticketStatus": found.status.value,
        **_addresses(found),
        **_paid(found),
    }


@operation("processTicket", "POST", "/tickets/{ticket}/process")
def process_ticket(ticket: str) -> Shape:
    """Make the payment of an approved ticket; doing it again is safe."""
    ticket_of(ticket)
    found, now = services().tickets.process(actor(), ticket, reading.arg("orderId") or "")
    return {"id": found.id, "ticketNumber": found.number, "actuallyProcessed": now, **_paid(found)}


@operation("cancelTicket", "POST", "/tickets/{ticket}/cancel")
def cancel_ticket(ticket: str) -> Answer:
    """Withdraw an open ticket, or an approved one: its payee, and who approved it."""
    ticket_of(ticket)
    services().tickets.cancel(actor(), ticket)
    return NOTHING
