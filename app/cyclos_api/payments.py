"""Paying: what a page needs for it, looking what would come of it, and doing it."""

from dataclasses import dataclass
from typing import Any

from flask import request
from marshmallow import fields

from app.cyclos_api import owners, reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, created, operation
from app.cyclos_api.problems import Forbidden, MissingParameter, check_custom_values
from app.cyclos_api.shapes import Shape
from app.errors import Invalid, Json
from app.ledger import BANK
from app.services.accounts import MACHINES
from app.services.accounts.receipts import Receipt

KEY_HEADER = "Idempotency-Key"
TYPE_NAMES = ("trade", "player.trade")


class PaymentBody(reading.Body):
    """What somebody wants to pay: PerformPayment."""

    amount = fields.Raw()
    subject = reading.text(1_000)
    type = reading.text()
    currency = reading.text()
    description = reading.text(1_000)
    scheduling = reading.text()
    customValues = fields.Dict(keys=reading.text())  # noqa: N815 - as it is sent


@dataclass(frozen=True, slots=True)
class Meant:
    """A payment that a body describes.

    Attributes:
        sent: The body's own part of what a preview gives back.
        other: User name of the person at the other end; BANK for `system`.
    """

    sent: Shape
    other: str
    amount: object
    action: str


def payment_sent(schema: reading.Body | None = None) -> Meant:
    """The payment that the body describes.

    Raises:
        Invalid: If it can't be read, or is of a type that we don't have.
        Missing: If it names a person who is not there.
        MissingParameter: If it lacks subject or amount.
    """
    return meant_by(reading.body(schema or PaymentBody()))


def meant_by(sent: dict[str, Any]) -> Meant:
    """The payment that a body describes, once it is read; raises as `payment_sent`."""
    for name in ("subject", "amount"):
        if sent.get(name) in (None, ""):
            raise MissingParameter(name)
    check_terms(sent)
    subject = sent["subject"]
    other = BANK if subject == owners.SYSTEM else owners.located(subject).user
    echoed: Shape = {name: str(sent[name]) for name in ("subject", "amount")}
    return Meant(
        {**echoed, "type": str(shapes.TRADE["id"]), "description": sent.get("description", "")},
        other,
        reading.amount_sent(sent["amount"]),
        sent.get("description", ""),
    )


def check_terms(sent: dict[str, Any]) -> None:
    """Raise Invalid if a payment is of a type or currency that we don't have, is made later, or has custom values."""
    check_custom_values("Payments", sent)
    if sent.get("type", TYPE_NAMES[0]) not in ("", *TYPE_NAMES):
        raise Invalid("There is no such payment type.", field="type")
    if sent.get("currency", "credits") not in ("", "credits", "cr"):
        raise Invalid("There is no such currency.", field="currency")
    if sent.get("scheduling", "direct") not in ("", "direct"):
        raise Invalid("Payments are made at once.", field="scheduling")


def key() -> str | None:
    """The idempotency key of the call: an extension that clients of other Cyclos servers do without."""
    return request.headers.get(KEY_HEADER)


def payer_of(owner: str) -> str:
    """Who pays, by the owner in the address.

    Raises:
        Forbidden: If the bank is meant, which pays by the game alone, or an organizer's own account, which is none.
    """
    payer = owners.owner_of(owner)
    if payer == MACHINES or (payer == actor().user and actor().is_organizer):
        raise Forbidden
    owners.must_see(payer)
    return payer


def pay(payer: str, meant: Meant) -> Receipt:
    """Pay, through the same door as everybody.

    Raises:
        PaymentRefused: With the first reason that applies.
    """
    table_id = services().payments.table_of_payer(payer)
    return services().payments.pay(
        actor(),
        table_id,
        to=meant.other,
        amount=meant.amount,
        action=meant.action,
        on_behalf_of=None if payer == actor().user else payer,
        key=key(),
    )


def preview(payer: str, meant: Meant) -> Shape:
    """What would come of a payment: PaymentPreview. Whether there is enough in the account is seen when it is made.

    Raises:
        Invalid: If it would be refused for another reason.
    """
    amount = services().payments.foresee(payer, to=meant.other, amount=meant.amount, action=meant.action)
    return preview_of(payer, meant, amount)


def preview_of(payer: str, meant: Meant, amount: int) -> Shape:
    """The preview of a payment of so many credits that was looked at."""
    return {
        "paymentType": {**shapes.TRADE, "from": shapes.PLAYER, "to": shapes.PLAYER},
        "currency": shapes.CURRENCY,
        "fromAccount": shapes.account(payer),
        "toAccount": shapes.account(meant.other),
        "totalAmount": shapes.amount(amount),
        "mainAmount": shapes.amount(amount),
        "fees": [],
        "customValues": [],
        "payment": meant.sent,
    }


def payment_types() -> list[Json]:
    """The types of payment between players: there is one."""
    return [
        {**shapes.TRADE, "from": shapes.PLAYER, "to": shapes.PLAYER, "currency": shapes.CURRENCY},
    ]


TYPE_DATA: Shape = {
    **shapes.TRADE,
    "currency": shapes.CURRENCY,
    "descriptionAvailability": "optional",
    "customFields": [],
    "maxInstallments": 0,
    "allowsRecurringPayments": False,
}
"""What a payment of our one type takes: TransactionTypeData."""


def found_by(said: str) -> Shape:
    """A person located by what a client sent, with the text to send back."""
    found = owners.located(said)
    return shapes.located(
        found.user, said=said, principal=found.principal.value if found.principal else None, value=found.value
    )


@operation("dataForPerformPayment", "GET", "/{owner}/payments/data-for-perform")
def data_for_perform(owner: str) -> Shape:
    """What a page needs for a payment; with `to`, what is known of the payee."""
    payer = owners.owner_of(owner)
    to, kind = reading.arg("to"), reading.arg("type")
    if to is None and kind is not None:
        return {"paymentTypeData": TYPE_DATA}
    shown = _from(payer)
    if to is None:
        return shown
    if to == owners.SYSTEM:
        return {**shown, "toKind": "system", "paymentTypes": []}
    located = found_by(to)
    if payer == MACHINES:
        return {**shown, "toKind": "user", "toUser": located, "paymentTypes": []}
    return {
        **shown,
        "toKind": "user",
        "toUser": located,
        "paymentTypes": payment_types(),
        "paymentTypeData": TYPE_DATA,
    }


def _from(payer: str) -> Shape:
    is_organizer = payer == actor().user and actor().is_organizer
    purses = [] if is_organizer else [services().accounts.purse(actor(), payer)]
    # No `toKind` here: clients take it for a payee that can't be changed.
    shown: Shape = {
        "accounts": [shapes.account_with_status(purse) for purse in purses],
        "fromKind": "system" if payer == MACHINES else "user",
        "allowScanQrCode": True,
        "allowAutocomplete": True,
        "allowContacts": False,
        "principalTypes": shapes.PRINCIPAL_TYPES,
        "defaultIdMethod": "principalType",
        "defaultPrincipalType": "username",
        "paymentTypes": [] if payer == MACHINES else payment_types(),
    }
    return shown if payer == MACHINES else {**shown, "fromUser": shapes.user(payer)}


@operation("previewPayment", "POST", "/{owner}/payments/preview")
def preview_payment(owner: str) -> Shape:
    """What would come of a payment; nothing is reserved by it."""
    payer = payer_of(owner)
    return preview(payer, payment_sent())


@operation("performPayment", "POST", "/{owner}/payments")
def perform_payment(owner: str) -> Answer:
    """Pay: checked against the game, booked, and seen by the table at once."""
    payer = payer_of(owner)
    receipt = pay(payer, payment_sent())
    return created(f"/transactions/{receipt.number}", shapes.transaction(receipt))
