"""Being paid at a payment point: the payee types the payment, the payer's password makes it."""

from flask import request

from app.cyclos_api import callers, owners, payments, reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, created, operation
from app.cyclos_api.problems import Forbidden, MissingParameter, confirming
from app.cyclos_api.shapes import Shape
from app.errors import Json
from app.services.actor import Actor

CONFIRMATION = "confirmationPassword"
"""The header with the payer's password."""


@operation("dataForReceivePayment", "GET", "/pos/data-for-pos")
def data_for_pos() -> Shape:
    """What a payment point needs; with `from`, what is known of the payer."""
    payee = _payee()
    payer, kind = reading.arg("from"), reading.arg("type")
    if payer is None and kind is not None:
        return {"paymentTypeData": payments.TYPE_DATA}
    # No `toKind` without a payer: clients take it for a payer that can't be changed.
    shown: Shape = {
        "accounts": [shapes.account_with_status(services().accounts.purse(actor(), payee))],
        "allowScanQrCode": True,
        "allowAutocomplete": True,
        "allowContacts": False,
        "principalTypes": shapes.PRINCIPAL_TYPES,
        "defaultIdMethod": "principalType",
        "defaultPrincipalType": "username",
    }
    if payer is None:
        return shown
    types: list[Json] = payments.payment_types()
    return {
        **shown,
        "fromKind": "user",
        "fromUser": payments.found_by(payer),
        "paymentTypes": types,
        "paymentTypeData": payments.TYPE_DATA,
    }


@operation("previewReceivePayment", "POST", "/pos/preview")
def preview_pos() -> Shape:
    """What would come of being paid, and that the payer's password is asked for."""
    meant = _meant()
    turned = payments.Meant(meant.sent, _payee(), meant.amount, meant.action)
    shown = payments.preview(meant.other, turned)
    return {**shown, "confirmationPasswordInput": shapes.PASSWORD_INPUT}


@operation("receivePayment", "POST", "/pos")
def receive_payment() -> Answer:
    """Be paid, with the payer's password in the header confirmationPassword."""
    payee, meant = _payee(), _meant()
    payer = _confirmed(meant.other)
    receipt = services().payments.pay(
        payer,
        services().payments.table_of_payer(payer.user),
        to=payee,
        amount=meant.amount,
        action=meant.action,
        key=payments.key(),
    )
    return created(f"/transactions/{receipt.number}", shapes.transaction(receipt, "pos"))


def _payee() -> str:
    if actor().is_organizer:
        raise Forbidden
    return actor().user


def _meant() -> payments.Meant:
    meant = payments.payment_sent()
    if meant.sent["subject"] == owners.SYSTEM:
        raise Forbidden
    return meant


def _confirmed(payer: str) -> Actor:
    """The payer, who has typed the password here.

    Raises:
        Forbidden: If it is another one, or nobody may try any more for now.
    """
    password = request.headers.get(CONFIRMATION)
    if not password:
        raise MissingParameter(CONFIRMATION)
    with confirming(shapes.PASSWORD_TYPE):
        return services().people.vouch(payer, password, address=callers.address())
