"""What is shown: our accounts, people and transfers in the shapes of the official description."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from app.cyclos_api.names import BANK_NAME, display
from app.errors import Json
from app.services.accounts import MACHINES, Purse, Sum
from app.services.accounts.receipts import Receipt

Shape = dict[str, Json]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

CURRENCY: Shape = {
    "id": "credits",
    "name": "Credits",
    "internalName": "credits",
    "symbol": "cr",
    "suffix": " cr",
    "decimalDigits": 0,
    "transactionNumberPattern": "table-#",
}
"""Whole credits: clients that take no note of `decimalDigits` round what people type."""

PLAYER: Shape = {"id": "player", "name": "Player account", "internalName": "player"}
BANK: Shape = {"id": "bank", "name": BANK_NAME, "internalName": "bank"}
ACCOUNT_TYPES: Mapping[str, Shape] = {"player": PLAYER, "bank": BANK}

TRADE: Shape = {"id": "trade", "name": "Payment", "internalName": "trade"}
GRANT: Shape = {"id": "grant", "name": "From the bank", "internalName": "grant"}
FEE: Shape = {"id": "fee", "name": "To the bank", "internalName": "fee"}

USERNAME: Shape = {"id": "username", "name": "User name", "internalName": "username"}
CARD: Shape = {"id": "qrCard", "name": "QR card", "internalName": "qrCard"}
PRINCIPALS: Mapping[str, Shape] = {"username": USERNAME, "qrCard": CARD}
PRINCIPAL_TYPES: list[Json] = [{**USERNAME, "kind": "username"}, {**CARD, "kind": "token"}]

PASSWORD_TYPE: Shape = {"id": "login", "name": "Password", "internalName": "login"}
PASSWORD_INPUT: Shape = {
    "allowedCredentials": ["password"],
    "activeCredentials": ["password"],
    "passwordType": {**PASSWORD_TYPE, "mode": "manual", "inputMethod": "textBox"},
    "mode": "manual",
    "inputMethod": "textBox",
}


def amount(credits: int) -> str:
    """Credits as a decimal text of the currency."""
    return str(credits)


def date(at: int) -> str:
    """A moment (microseconds since 1970-01-01 UTC) with its offset."""
    return (EPOCH + timedelta(microseconds=at)).isoformat(timespec="milliseconds")


def user(name: str) -> Shape:
    """A person."""
    return {"id": name, "display": display(name), "shortDisplay": name}


def located(name: str, *, said: str, principal: str | None, value: str) -> Shape:
    """A person who was found by what a client sent, which it sends back as it is."""
    found = {**user(name), "locator": said}
    if principal is not None:
        found["locatorPrincipal"] = {"value": value, "type": PRINCIPALS[principal]}
    return found


def account_type(owner: str) -> Shape:
    """The type of an owner's account."""
    return BANK if owner.startswith(MACHINES) else PLAYER


def account_id(owner: str) -> str:
    """The id of an owner's account."""
    return "bank" if owner.startswith(MACHINES) else f"{owner}.player"


def account(owner: str) -> Shape:
    """An account with its owner: AccountWithOwner."""
    shown: Shape = {"id": account_id(owner), "type": account_type(owner)}
    if owner.startswith(MACHINES):
        return {**shown, "kind": "system"}
    return {**shown, "kind": "user", "user": user(owner)}


def status(purse: Purse) -> Shape:
    """What is in an account."""
    return {
        "balance": amount(purse.balance),
        "availableBalance": amount(purse.balance),
        "reservedAmount": amount(0),
        "creditLimit": amount(0),
    }


def account_with_currency(owner: str) -> Shape:
    """An account without its owner: AccountWithCurrency."""
    return {"id": account_id(owner), "type": account_type(owner), "currency": CURRENCY}


def account_with_status(purse: Purse) -> Shape:
    """An account and what is in it: AccountWithStatus."""
    return {**account_with_currency(purse.user), "status": status(purse)}


def summed(found: Sum) -> Shape:
    """Count, sum and average of amounts; the average with two decimals."""
    whole, hundredths = divmod(found.amount * 100 // found.count, 100) if found.count else (0, 0)
    return {"count": found.count, "sum": amount(found.amount), "average": f"{whole}.{hundredths:02d}"}


def payment_type(payer: str, payee: str) -> Shape:
    """The type of a payment between these owners."""
    if payer.startswith(MACHINES):
        return GRANT
    return FEE if payee.startswith(MACHINES) else TRADE


def transfer_kind(receipt: Receipt) -> str:
    """The kind of a transfer in Cyclos's words."""
    match receipt.kind:
        case "grant":
            return "initialCredit"
        case "reversal":
            return "chargeback"
        case _:
            return "payment"


def description(receipt: Receipt) -> str:
    """What a transfer was for."""
    return (receipt.reason or receipt.action).replace("_", " ")


def transaction(receipt: Receipt, creation: str = "direct") -> Shape:
    """What somebody did, with which credits moved: Transaction."""
    return {
        **_core(receipt),
        "kind": "payment",
        "creationType": creation,
        "authorizationStatus": "authorized",
        "description": description(receipt),
    }


def transfer(receipt: Receipt) -> Shape:
    """How credits moved: Transfer."""
    return {**_core(receipt), "kind": transfer_kind(receipt)}


def _core(receipt: Receipt) -> Shape:
    return {
        "id": receipt.number,
        "display": receipt.number,
        "transactionNumber": receipt.number,
        "date": date(receipt.at),
        "amount": amount(receipt.amount),
        "from": account(receipt.payer),
        "to": account(receipt.payee),
        "type": payment_type(receipt.payer, receipt.payee),
        "currency": CURRENCY,
    }


def seen_from(receipt: Receipt, owner: str) -> tuple[str, str]:
    """(signed amount, owner at the other end) of a transfer, as seen from an account."""
    outgoing = receipt.payer == owner or (owner == MACHINES and receipt.payer.startswith(MACHINES))
    return (amount(-receipt.amount), receipt.payee) if outgoing else (amount(receipt.amount), receipt.payer)


def history_row(receipt: Receipt, owner: str, creation: str = "direct") -> Shape:
    """A line of an account's history: AccountHistoryResult."""
    signed, other = seen_from(receipt, owner)
    return {
        "id": receipt.number,
        "transactionNumber": receipt.number,
        "date": date(receipt.at),
        "amount": signed,
        "kind": transfer_kind(receipt),
        "type": payment_type(receipt.payer, receipt.payee),
        "description": description(receipt),
        "relatedAccount": account(other),
        "transaction": {
            "id": receipt.number,
            "transactionNumber": receipt.number,
            "kind": "payment",
            "creationType": creation,
        },
    }
