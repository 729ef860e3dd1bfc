"""Transactions and transfers: looking at one by id or number, and searching."""

from app.cyclos_api import reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, operation
from app.cyclos_api.owners import owner_of
from app.cyclos_api.problems import Missing, missing
from app.cyclos_api.searching import SEARCH_LISTS, number_of, order, search_sent
from app.cyclos_api.shapes import Shape
from app.cyclos_api.tickets import creations, ticket_core, ticket_view
from app.errors import Json
from app.ledger import TransferKind
from app.services.accounts import MACHINES, Order, Search, must_be_own
from app.services.accounts.receipts import Receipt
from app.services.payments.ticket import Ticket, TicketStatus
from app.services.payments.tickets import TicketSearch


def receipt_of(key: str, kind: str) -> Receipt:
    """The transfer with this id or number.

    Raises:
        Missing: If there is none for who asks.
    """
    place = number_of(key)
    if place is None:
        raise Missing(kind, key)
    with missing(kind, key):
        return services().payments.receipt(actor(), f"{place[0]}-{place[1]}")


def creation(receipt: Receipt) -> str:
    """How a transfer's transaction came about."""
    return creations([receipt]).get(receipt.number, "direct")


def transaction_view(receipt: Receipt) -> Shape:
    """A transaction as a page shows it, with its transfer: TransactionView."""
    return {**shapes.transaction(receipt, creation(receipt)), "transfer": _transfer_core(receipt)}


def transfer_view(receipt: Receipt) -> Shape:
    """A transfer as a page shows it, with its transaction: TransferView."""
    return {**_transfer_core(receipt), "transaction": shapes.transaction(receipt, creation(receipt))}


def _transfer_core(receipt: Receipt) -> Shape:
    shown = shapes.transfer(receipt)
    shown["canChargeback"] = (
        actor().is_organizer
        and not receipt.reversed_by
        and not receipt.reverses
        and services().events.acts_at(actor(), receipt.table_id)
    )
    for name, number in (("chargedBackBy", receipt.reversed_by), ("chargebackOf", receipt.reverses)):
        if number:
            shown[name] = {"id": number, "transactionNumber": number}
    return shown


@operation("viewTransaction", "GET", "/transactions/{key}")
def view_transaction(key: str) -> Shape:
    """One transaction, by id or number; a ticket too."""
    if number_of(key) is None:
        return ticket_view(_ticket(key))
    return transaction_view(receipt_of(key, "Transaction"))


def _ticket(key: str) -> Ticket:
    with missing("Transaction", key):
        return services().tickets.find(actor(), key)


@operation("viewTransfer", "GET", "/transfers/{key}")
def view_transfer(key: str) -> Shape:
    """One transfer, by id or transaction number."""
    return transfer_view(receipt_of(key, "Transfer"))


@operation("getTransactionsDataForSearch", "GET", "/{owner}/transactions/data-for-search")
def data_for_search(owner: str) -> Shape:
    """What a page needs to search an owner's transactions."""
    meant = owner_of(owner)
    must_be_own(actor(), meant)
    shown = {**SEARCH_DATA, "accountTypes": [{**shapes.account_type(meant), "currency": shapes.CURRENCY}]}
    return shown if meant == MACHINES else {**shown, "user": shapes.user(meant)}


KINDS = (
    "payment",
    "ticket",
    "chargeback",
    "externalPayment",
    "import",
    "order",
    "paymentRequest",
    "recurringPayment",
    "scheduledPayment",
)
"""All kinds of transactions that the official description knows; here there are the first two."""

SEARCH_DATA: Shape = {
    **SEARCH_LISTS,
    "query": {"orderBy": "dateDesc"},
    "visibleKinds": ["payment", "ticket"],
}


@operation("searchTransactions", "GET", "/{owner}/transactions")
def search_transactions(owner: str) -> Answer:
    """An owner's transactions, payments and tickets: what came in is positive, what went out negative."""
    meant = owner_of(owner)
    must_be_own(actor(), meant)
    return _found(meant)


@operation("searchTransactionsOverview", "GET", "/transactions")
def search_overview() -> Answer:
    """All transactions: for organizers."""
    actor().must_be_organizer()
    return _found(None)


@operation("getTransactionsOverviewDataForSearch", "GET", "/transactions/data-for-search")
def data_for_overview() -> Shape:
    """What a page needs to search all transactions."""
    actor().must_be_organizer()
    types: list[Json] = [{**kind, "currency": shapes.CURRENCY} for kind in shapes.ACCOUNT_TYPES.values()]
    return {**SEARCH_DATA, "accountTypes": types}


def _found(owner: str | None) -> Answer:
    """A page of payments and tickets of an owner (None: of all), merged by date."""
    page, kinds = reading.paging(), set(reading.choices("kinds", KINDS))
    last = page.offset + page.size
    rows: list[tuple[int, Shape]] = []
    count = 0
    search = search_sent(owner=owner, of_transfers=False)
    if not kinds or "payment" in kinds:
        found = services().accounts.history(actor(), search, order=order(), limit=last)
        made = creations(found.items)
        count += found.count
        rows += [(one.at, _payment_row(one, owner, made.get(one.number, "direct"))) for one in found.items]
    wanted = _tickets_of(search)
    if owner != MACHINES and wanted and (not kinds or "ticket" in kinds):
        tickets = services().tickets.of(actor(), owner, wanted, limit=last)
        count += tickets.count
        rows += [(one.at, _ticket_row(one, owner)) for one in tickets.items]
    if order() in (Order.NEWEST, Order.OLDEST):
        rows.sort(key=lambda row: row[0], reverse=order() is Order.NEWEST)
    return page.answer([row for _, row in rows[page.offset : last]], count)


def _tickets_of(search: Search) -> TicketSearch | None:
    """The tickets that the query means besides these transfers; None: none, for a ticket itself moves no money."""
    of_our_type = search.kinds is None or TransferKind.PAYMENT in search.kinds
    if reading.arg("transactionNumber") is not None or not of_our_type or search.reversed:
        return None
    return TicketSearch(
        statuses=_statuses(),
        since=search.since,
        until=search.until,
        incoming=search.incoming,
        other=search.other,
        least=search.least,
        most=search.most,
        words=reading.arg("description") or "",
        without=reading.args("excludedIds"),
    )


def _statuses() -> tuple[TicketStatus, ...] | None:
    given = reading.choices("ticketStatuses", tuple(TicketStatus))
    return tuple(status for status in TicketStatus if status in given) if given else None


def _payment_row(receipt: Receipt, owner: str | None, made: str) -> Shape:
    """A payment in a list: TransactionResult, or TransactionOverviewResult without an owner."""
    shown: Shape = {
        "id": receipt.number,
        "transactionNumber": receipt.number,
        "date": shapes.date(receipt.at),
        "amount": shapes.amount(receipt.amount),
        "type": shapes.payment_type(receipt.payer, receipt.payee),
        "description": shapes.description(receipt),
        "kind": "payment",
        "creationType": made,
        "authorizationStatus": "authorized",
        "currency": str(shapes.CURRENCY["id"]),
    }
    if owner is None:
        return shown | {"from": shapes.account(receipt.payer), "to": shapes.account(receipt.payee)}
    signed, other = shapes.seen_from(receipt, owner)
    return shown | {"amount": signed, "related": shapes.account(other)}


def _ticket_row(ticket: Ticket, owner: str | None) -> Shape:
    """A ticket in a list."""
    shown = ticket_core(ticket) | {
        "currency": str(shapes.CURRENCY["id"]),
        "expirationDate": shapes.date(ticket.expires_at),
    }
    payer = ticket.approved_by or ticket.payer
    if owner is None:
        shown["to"] = shapes.account(ticket.payee)
        return shown | ({"from": shapes.account(payer)} if payer else {})
    if owner != ticket.payee:
        return shown | {"amount": shapes.amount(-ticket.amount), "related": shapes.account(ticket.payee)}
    return shown | ({"related": shapes.account(payer)} if payer else {})
