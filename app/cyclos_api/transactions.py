"""Transactions and transfers: looking at one by id or number, and searching."""

from app.cyclos_api import shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import operation
from app.cyclos_api.problems import Missing
from app.cyclos_api.searching import number_of
from app.cyclos_api.shapes import Shape
from app.errors import NotFound
from app.services.receipts import Receipt


def receipt_of(key: str, kind: str) -> Receipt:
    """The transfer with this id or number.

    Raises:
        Missing: If there is none for who asks.
    """
    place = number_of(key)
    if place is None:
        raise Missing(kind, key)
    try:
        return services().payments.receipt(actor(), f"{place[0]}-{place[1]}")
    except NotFound as error:
        raise Missing(kind, key) from error


def transaction_view(receipt: Receipt) -> Shape:
    """A transaction as a page shows it, with its transfer: TransactionView."""
    return {**shapes.transaction(receipt), "transfer": _transfer_core(receipt)}


def transfer_view(receipt: Receipt) -> Shape:
    """A transfer as a page shows it, with its transaction: TransferView."""
    return {**_transfer_core(receipt), "transaction": shapes.transaction(receipt)}


def _transfer_core(receipt: Receipt) -> Shape:
    shown = shapes.transfer(receipt)
    shown["canChargeback"] = actor().is_organizer and not receipt.reversed_by and not receipt.reverses
    for name, number in (("chargedBackBy", receipt.reversed_by), ("chargebackOf", receipt.reverses)):
        if number:
            shown[name] = {"id": number, "transactionNumber": number}
    return shown


@operation("viewTransaction", "GET", "/transactions/{key}")
def view_transaction(key: str) -> Shape:
    """One transaction, by id or number."""
    return transaction_view(receipt_of(key, "Transaction"))


@operation("viewTransfer", "GET", "/transfers/{key}")
def view_transfer(key: str) -> Shape:
    """One transfer, by id or transaction number."""
    return transfer_view(receipt_of(key, "Transfer"))
