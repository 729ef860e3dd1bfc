"""Accounts, their histories, and the overview of all balances."""

from collections.abc import Iterable

from cyclos_client.caller import Caller, fields_parameter
from cyclos_client.filters import BalanceFilters, Period, TransferFilters, filter_query
from cyclos_client.models.banking import AccountBalanceHistory, AccountHistoryData, AccountHistoryResult
from cyclos_client.models.basics import Account, AccountWithHistoryStatus, TimeInterval
from cyclos_client.models.people import UserBalancesData, UserBalancesSummary, UserWithBalance
from cyclos_client.paging import PAGE_SIZE, Page
from cyclos_client.references import UserRef, fill_path


class AccountOperations(Caller):
    """Operations of Accounts. An account type is an internal name or an id."""

    def list_accounts_by_owner(
        self, owner: UserRef, *, fields: Iterable[str] | None = None
    ) -> tuple[Account, ...]:
        """The accounts of a user, or of the system, with their balances where we may see them."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch_list(
            Account, "listAccountsByOwner", fill_path("/{owner}/accounts", owner=owner), query
        )

    def get_account_status_by_owner_and_type(
        self,
        owner: UserRef,
        account_type: str,
        filters: TransferFilters | None = None,
        *,
        fields: Iterable[str] | None = None,
    ) -> AccountWithHistoryStatus:
        """One account; its status also sums up what came and went as far as the filters let it through."""
        return self._fetch(
            AccountWithHistoryStatus,
            "getAccountStatusByOwnerAndType",
            fill_path("/{owner}/accounts/{type}", owner=owner, type=account_type),
            {**filter_query(filters), "fields": fields_parameter(fields)},
        )

    def get_account_history_data_by_owner_and_type(
        self, owner: UserRef, account_type: str, *, fields: Iterable[str] | None = None
    ) -> AccountHistoryData:
        """What the history of an account can be asked for: its custom fields, for one."""
        return self._fetch(
            AccountHistoryData,
            "getAccountHistoryDataByOwnerAndType",
            fill_path("/{owner}/accounts/{type}/data-for-history", owner=owner, type=account_type),
            {"fields": fields_parameter(fields)},
        )

    def search_account_history(
        self,
        owner: UserRef,
        account_type: str,
        filters: TransferFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[AccountHistoryResult]:
        """A page of the transfers of an account: what came in is positive, what went out negative."""
        return self._fetch_page(
            AccountHistoryResult,
            "searchAccountHistory",
            fill_path("/{owner}/accounts/{type}/history", owner=owner, type=account_type),
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def get_account_balance_history(
        self,
        owner: UserRef,
        account_type: str,
        *,
        period: Period | None = None,
        interval: TimeInterval | None = None,
        fields: Iterable[str] | None = None,
    ) -> AccountBalanceHistory:
        """How the balance of an account went, at each interval of a period."""
        query = filter_query(TransferFilters(date_period=period))
        if interval is not None:
            query |= {"intervalUnit": interval.field, "intervalCount": interval.amount}
        return self._fetch(
            AccountBalanceHistory,
            "getAccountBalanceHistory",
            fill_path("/{owner}/accounts/{type}/balances-history", owner=owner, type=account_type),
            {**query, "fields": fields_parameter(fields)},
        )

    def get_user_balances_data(self, *, fields: Iterable[str] | None = None) -> UserBalancesData:
        """Of which accounts and groups an administrator can see all balances."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(UserBalancesData, "getUserBalancesData", "/accounts/data-for-user-balances", query)

    def search_users_with_balances(
        self,
        account_type: str,
        filters: BalanceFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[UserWithBalance]:
        """A page of users, each with his balance."""
        return self._fetch_page(
            UserWithBalance,
            "searchUsersWithBalances",
            fill_path("/accounts/{type}/user-balances", type=account_type),
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def get_user_balances_summary(
        self, account_type: str, filters: BalanceFilters | None = None, *, fields: Iterable[str] | None = None
    ) -> UserBalancesSummary:
        """How many accounts of a type there are, and the sum of their balances."""
        return self._fetch(
            UserBalancesSummary,
            "getUserBalancesSummary",
            fill_path("/accounts/{type}/user-balances/summary", type=account_type),
            {**filter_query(filters), "fields": fields_parameter(fields)},
        )
