"""Easy invoices: links and codes that name payee and amount, for anybody and any number of times."""

from flask import Response

from app.cyclos_api import owners, payments, reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, created, operation
from app.cyclos_api.pictures import code_picture
from app.cyclos_api.problems import Forbidden, Missing
from app.cyclos_api.shapes import Shape
from app.money import parse_credits
from app.services.codes import pay_link


def _payee(to: str) -> str:
    """The player whom an invoice names; `self` is nobody here.

    Raises:
        Missing: If it is no player.
    """
    found = None if to in (owners.SELF, owners.SYSTEM) else owners.located(to)
    if found is None or not found.is_player:
        raise Missing("User", to)
    return found.user


def _amount() -> int | None:
    given = reading.arg("amount")
    return parse_credits(reading.amount_sent(given)) if given else None


@operation("getEasyInvoiceQrCode", "GET", "/easy-invoices/qr-code/{to}", guest=True)
def invoice_code(to: str) -> Response:
    """The code of an invoice, as a picture: the link that every phone understands."""
    link = pay_link(
        services().public_url, _payee(to), amount=_amount(), description=reading.arg("description")
    )
    return code_picture(link)


@operation("dataForPerformEasyInvoice", "GET", "/easy-invoices/data-for-perform/{to}", guest=True)
def data_for_invoice(to: str) -> Shape:
    """What a page needs to pay an invoice."""
    payee, amount = _payee(to), _amount()
    shown: Shape = {
        "to": shapes.user(payee),
        "currency": shapes.CURRENCY,
        "paymentTypes": payments.payment_types(),
        "paymentTypeData": payments.TYPE_DATA,
        "customValues": [],
    }
    return shown if amount is None else {**shown, "amount": shapes.amount(amount)}


@operation("previewEasyInvoice", "POST", "/easy-invoices/preview")
def preview_invoice() -> Shape:
    """What would come of paying an invoice."""
    return payments.preview(_payer(), payments.payment_sent())


@operation("performEasyInvoice", "POST", "/easy-invoices")
def pay_invoice() -> Answer:
    """Pay an invoice."""
    receipt = payments.pay(_payer(), payments.payment_sent())
    return created(f"/transactions/{receipt.number}", shapes.transaction(receipt, "easyInvoice"))


def _payer() -> str:
    if actor().is_organizer:
        raise Forbidden
    return actor().user
