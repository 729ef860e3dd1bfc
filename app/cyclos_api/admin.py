"""What organizers see and do: all balances, all transfers, and taking a transfer back."""

from app.cyclos_api import reading, shapes, users
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, created_text, operation
from app.cyclos_api.problems import Missing
from app.cyclos_api.searching import SEARCH_LISTS, order, search_sent
from app.cyclos_api.shapes import Shape
from app.cyclos_api.transactions import receipt_of
from app.errors import Json
from app.services.accounts import Purse, Sum
from app.services.actor import Role
from app.services.people.directory import Entry


@operation("getUserBalancesData", "GET", "/accounts/data-for-user-balances")
def data_for_balances() -> Shape:
    """What a page needs to show everybody's balance: organizers."""
    actor().must_be_organizer()
    return {
        **users.NONE_OF_THESE,
        "allowKeywords": True,
        "accountTypes": [{**shapes.PLAYER, "currency": shapes.CURRENCY}],
        "query": {"accountType": shapes.PLAYER["id"], "orderBy": "alphabeticallyAsc"},
    }


def _purses(account_type: str) -> list[Purse]:
    """The accounts that the query means, in its order.

    Raises:
        Missing: If players have no accounts of this type.
    """
    if account_type != shapes.PLAYER["id"]:
        raise Missing("AccountType", account_type)
    meant = {entry.user for entry in users.found_by_words()}
    least, most = reading.whole_numbers("balanceRange")
    purses = [
        purse
        for purse in services().accounts.everybody(actor())
        if purse.user in meant
        and (least is None or purse.balance >= least)
        and (most is None or purse.balance <= most)
    ]
    wanted = reading.choice("orderBy", ORDERS) or ""
    if wanted.startswith("balance"):
        purses.sort(key=lambda purse: purse.balance, reverse=wanted == "balanceDesc")
    else:
        purses.sort(key=lambda purse: purse.name.casefold(), reverse=wanted == "alphabeticallyDesc")
    return purses


ORDERS = ("alphabeticallyAsc", "alphabeticallyDesc", "balanceAsc", "balanceDesc")


@operation("searchUsersWithBalances", "GET", "/accounts/{accountType}/user-balances")
def balances(account_type: str) -> Answer:
    """Everybody's balance: organizers."""
    actor().must_be_organizer()
    rows: list[Json] = [
        {
            **users.user_row(Entry(purse.user, purse.name, Role.PLAYER)),
            "balance": shapes.amount(purse.balance),
        }
        for purse in _purses(account_type)
    ]
    return reading.paging().of(rows)


@operation("getUserBalancesSummary", "GET", "/accounts/{accountType}/user-balances/summary")
def balances_summary(account_type: str) -> Shape:
    """How many accounts there are and what is in all of them: with the bank's balance it adds up to zero."""
    actor().must_be_organizer()
    purses = _purses(account_type)
    return {"total": shapes.summed(Sum(len(purses), sum(purse.balance for purse in purses)))}


@operation("getTransferDataForSearch", "GET", "/transfers/data-for-search")
def data_for_transfers() -> Shape:
    """What a page needs to search all transfers: organizers."""
    actor().must_be_organizer()
    types: list[Json] = [{**kind, "currency": shapes.CURRENCY} for kind in shapes.ACCOUNT_TYPES.values()]
    lists = {**SEARCH_LISTS, "transferStatusFlows": []}
    return {**lists, "accountTypes": types, "query": {"orderBy": "dateDesc"}}


@operation("searchTransfers", "GET", "/transfers")
def search_transfers() -> Answer:
    """All transfers: organizers."""
    actor().must_be_organizer()
    page = reading.paging()
    found = services().accounts.history(
        actor(), search_sent(owner=None), order=order(), offset=page.offset, limit=page.size
    )
    return page.answer([shapes.transfer(receipt) for receipt in found.items], found.count)


@operation("chargebackTransfer", "POST", "/transfers/{key}/chargeback")
def chargeback(key: str) -> Answer:
    """Take a transfer back by a linked opposite one: organizers."""
    actor().must_be_organizer()
    receipt = receipt_of(key, "Transfer")
    undone = services().payments.reverse(actor(), receipt.number, reason="Charged back")
    return created_text(f"/transfers/{undone.number}", undone.number)
