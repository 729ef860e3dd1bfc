"""The ledger: what moved, undoing it, and proving the books."""

from app.api import shapes
from app.api.access import caller, services
from app.api.calls import Calls, key
from app.services.accounts.receipts import Receipt
from app.services.history import Only, Page, Verdict
from app.services.ids import typed

CALLS = Calls("ledger", "The journal and its proof.")
PAGE = 50


@CALLS.call("GET", "/ledger/transfers", query=shapes.TransferQuery, gives=shapes.Transfers)
def list_transfers(
    table: str = "",
    user: str = "",
    event: str = "",
    kind: str = "",
    action: str = "",
    amount: int | None = None,
    least: int | None = None,
    most: int | None = None,
    after: str = "",
    limit: int = PAGE,
) -> Page:
    """Transfers, newest first: an organizer sees all at tables they may look at, a player their own."""
    return services().history.transfers(
        caller(),
        table_id=typed(table) or None,
        user=typed(user) or None,
        only=Only(
            event_id=typed(event) or None,
            kind=kind or None,
            action=action or None,
            amount=amount,
            least=least,
            most=most,
        ),
        after=after or None,
        limit=limit,
    )


@CALLS.call("GET", "/ledger/transfers/<number>", gives=shapes.Transfer)
def view_transfer(number: str) -> Receipt:
    """One transfer: its payer, its payee, organizer."""
    return services().payments.receipt(caller(), number)


@CALLS.call(
    "POST", "/ledger/transfers/<number>/reverse", takes=shapes.Reversal, gives=shapes.Transfer, status=201
)
def reverse_transfer(number: str, reason: str) -> Receipt:
    """Book the opposite of a transfer, linked to it: organizer."""
    return services().payments.reverse(caller(), number, reason=reason, key=key())


@CALLS.call("GET", "/ledger/verify", gives=shapes.Verdict)
def verify_ledger() -> Verdict:
    """Check all books anew, as `reckless audit verify` does: organizer."""
    caller().must_be_organizer()
    return services().history.verify()
