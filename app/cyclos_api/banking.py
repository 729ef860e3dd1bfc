"""Accounts and their history."""

from datetime import timedelta

from app.cyclos_api import reading, shapes
from app.cyclos_api.callers import actor
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, operation
from app.cyclos_api.owners import owner_of
from app.cyclos_api.problems import Missing
from app.cyclos_api.searching import SEARCH_LISTS, order, search_sent
from app.cyclos_api.shapes import Shape
from app.cyclos_api.tickets import creations
from app.errors import Json
from app.services.accounts import Purse, Search

CHART_POINTS = 12


def purse_of(owner: str, account_type: str) -> Purse:
    """An owner's account of a type, named by its id or internal name.

    Raises:
        Missing: If there is none.
    """
    if shapes.account_type(owner)["id"] != account_type:
        raise Missing("AccountType", account_type)
    return services().accounts.purse(actor(), owner)


@operation("listAccountsByOwner", "GET", "/{owner}/accounts")
def accounts(owner: str) -> list[Json]:
    """The accounts of an owner, with their balances."""
    meant = owner_of(owner)
    if meant == actor().user and actor().is_organizer:
        return []
    return [shapes.account_with_status(services().accounts.purse(actor(), meant))]


@operation("getAccountStatusByOwnerAndType", "GET", "/{owner}/accounts/{accountType}")
def account(owner: str, account_type: str) -> Shape:
    """One account with its balance, and what came in and went out of it in a period."""
    purse = purse_of(owner_of(owner), account_type)
    return {**account_shape(purse), "status": {**shapes.status(purse), **_period(purse)}}


def account_shape(purse: Purse) -> Shape:
    """An account with owner and currency."""
    return {**shapes.account(purse.user), "currency": shapes.CURRENCY}


def _period(purse: Purse) -> Shape:
    search = search_sent(owner=purse.user)
    came, went = services().accounts.moved(actor(), search)
    ends = [at for at in (search.since, search.until) if at is not None]
    at_ends = iter(services().accounts.balances_at(actor(), purse.user, ends))
    shown: Shape = {
        "incoming": shapes.summed(came),
        "outgoing": shapes.summed(went),
        "netInflow": shapes.amount(came.amount - went.amount),
    }
    if search.since is not None:
        shown["beginDate"] = shapes.date(search.since)
        shown["balanceAtBegin"] = shapes.amount(next(at_ends))
    if search.until is not None:
        shown["endDate"] = shapes.date(search.until)
        shown["balanceAtEnd"] = shapes.amount(next(at_ends))
    return shown


@operation("getAccountHistoryDataByOwnerAndType", "GET", "/{owner}/accounts/{accountType}/data-for-history")
def data_for_history(owner: str, account_type: str) -> Shape:
    """What a page needs to show an account's history."""
    purse = purse_of(owner_of(owner), account_type)
    return {
        "account": account_shape(purse),
        "query": {"orderBy": "dateDesc"},
        "canFilterByDirection": True,
        "showDescriptionInList": True,
        "showDescriptionInFilters": True,
        "transferStatusFlows": [],
        **SEARCH_LISTS,
    }


@operation("searchAccountHistory", "GET", "/{owner}/accounts/{accountType}/history")
def history(owner: str, account_type: str) -> Answer:
    """An account's transfers: what came in is positive, what went out negative."""
    purse = purse_of(owner_of(owner), account_type)
    page = reading.paging()
    found = services().accounts.history(
        actor(), search_sent(owner=purse.user), order=order(), offset=page.offset, limit=page.size
    )
    made = creations(found.items)
    rows: list[Json] = [
        shapes.history_row(receipt, purse.user, made.get(receipt.number, "direct")) for receipt in found.items
    ]
    return page.answer(rows, found.count)


@operation("getAccountBalanceHistory", "GET", "/{owner}/accounts/{accountType}/balances-history")
def balances_history(owner: str, account_type: str) -> Shape:
    """The balance of an account over time."""
    purse = purse_of(owner_of(owner), account_type)
    return {
        "account": account_shape(purse),
        "balances": balance_points(purse),
    }


def balance_points(purse: Purse) -> list[Json]:
    """The balance at some moments of the period that is asked for, or since the first of its last transfers."""
    since, until = reading.moments("datePeriod")
    end = until or services().clock.now()
    if since is None:
        start = services().accounts.history(actor(), Search(owner=purse.user), limit=CHART_POINTS).items
        since = start[-1].at if start else end - timedelta(hours=1) // timedelta(microseconds=1)
    step = max(1, (end - since) // (CHART_POINTS - 1))
    at = [since + n * step for n in range(CHART_POINTS - 1)] + [end]
    balances = services().accounts.balances_at(actor(), purse.user, at)
    return [
        {"date": shapes.date(moment), "amount": shapes.amount(balance)}
        for moment, balance in zip(at, balances, strict=True)
    ]
