"""What searches can be asked for, and how it is written into the query."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from decimal import Decimal
from enum import StrEnum

from cyclos_client.amounts import format_amount
from cyclos_client.errors import CyclosInvalid
from cyclos_client.references import UserRef
from cyclos_client.schemas import day_or_moment, wire_name


class Direction(StrEnum):
    """Which way an amount went, seen from an account."""

    CREDIT = "credit"
    DEBIT = "debit"


class Order(StrEnum):
    """How rows are sorted."""

    NEWEST = "dateDesc"
    OLDEST = "dateAsc"
    SMALLEST = "amountAsc"
    LARGEST = "amountDesc"


@dataclass(frozen=True, slots=True)
class Period:
    """From a day or moment to one, both included; None leaves a side open. Moments need their zone."""

    begin: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True)
class AmountRange:
    """From an amount to one, both included; None leaves a side open."""

    lowest: Decimal | None = None
    highest: Decimal | None = None


@dataclass(frozen=True, slots=True)
class TransferFilters:
    """Which transfers to find, in an account's history or among all.

    Attributes:
        user: The other side, or either side.
        custom_fields: Values of custom fields by internal name, for those that the server searches by.
        excluded_ids: Ids of rows that are known already.
        direction: For an account's history only.
        description: For an account's history only.
        currencies: For all transfers only, as `from_account_types` and `to_account_types`.
    """

    date_period: Period | None = None
    amount_range: AmountRange | None = None
    direction: Direction | None = None
    user: UserRef | None = None
    by: UserRef | None = None
    description: str | None = None
    transaction_number: str | None = None
    transfer_types: Sequence[str] = ()
    transfer_filters: Sequence[str] = ()
    kinds: Sequence[str] = ()
    channels: Sequence[str] = ()
    groups: Sequence[str] = ()
    access_clients: Sequence[str] = ()
    from_current_access_client: bool | None = None
    include_generated_by_access_client: bool | None = None
    excluded_ids: Sequence[str] = ()
    charged_back: bool | None = None
    currencies: Sequence[str] = ()
    from_account_types: Sequence[str] = ()
    to_account_types: Sequence[str] = ()
    custom_fields: Mapping[str, str] = field(default_factory=dict)
    order_by: Order | None = None


@dataclass(frozen=True, slots=True)
class TransactionFilters:
    """Which transactions to find, of an owner or among all; as `TransferFilters`, and the kinds of transactions."""

    date_period: Period | None = None
    amount_range: AmountRange | None = None
    direction: Direction | None = None
    user: UserRef | None = None
    by: UserRef | None = None
    transaction_number: str | None = None
    account_types: Sequence[str] = ()
    transfer_types: Sequence[str] = ()
    transfer_filters: Sequence[str] = ()
    kinds: Sequence[str] = ()
    creation_types: Sequence[str] = ()
    ticket_statuses: Sequence[str] = ()
    ticket_expiration: Period | None = None
    authorization_statuses: Sequence[str] = ()
    channels: Sequence[str] = ()
    groups: Sequence[str] = ()
    access_clients: Sequence[str] = ()
    from_current_access_client: bool | None = None
    include_generated_by_access_client: bool | None = None
    excluded_ids: Sequence[str] = ()
    custom_fields: Mapping[str, str] = field(default_factory=dict)
    order_by: Order | None = None


@dataclass(frozen=True, slots=True)
class UserFilters:
    """Which users to find; `profile_fields` are values by field, such as `username`."""

    keywords: str | None = None
    groups: Sequence[str] = ()
    roles: Sequence[str] = ()
    statuses: Sequence[str] = ()
    users_to_include: Sequence[UserRef] = ()
    users_to_exclude: Sequence[UserRef] = ()
    profile_fields: Mapping[str, str] = field(default_factory=dict)
    include_group: bool | None = None
    ignore_profile_fields_in_list: bool | None = None
    order_by: str | None = None


@dataclass(frozen=True, slots=True)
class BalanceFilters:
    """Whose balances to find."""

    keywords: str | None = None
    groups: Sequence[str] = ()
    statuses: Sequence[str] = ()
    users_to_include: Sequence[UserRef] = ()
    users_to_exclude: Sequence[UserRef] = ()
    balance_range: AmountRange | None = None
    order_by: str | None = None


@dataclass(frozen=True, slots=True)
class TokenFilters:
    """Which tokens to find."""

    value: str | None = None
    user: UserRef | None = None
    statuses: Sequence[str] = ()
    groups: Sequence[str] = ()


Filters = TransferFilters | TransactionFilters | UserFilters | BalanceFilters | TokenFilters


def filter_query(filters: Filters | None) -> dict[str, object]:
    """Filters as parameters of the query.

    Raises:
        CyclosInvalid: If a value can't be written there without being taken for something else.
    """
    if filters is None:
        return {}
    return {wire_name(one.name): _written(getattr(filters, one.name)) for one in fields(filters)}


def _written(value: object) -> object:
    match value:
        case Period(begin, end):
            return _range(
                None if begin is None else day_or_moment(begin), None if end is None else day_or_moment(end)
            )
        case AmountRange(lowest, highest):
            return _range(
                None if lowest is None else format_amount(lowest),
                None if highest is None else format_amount(highest),
            )
        case Mapping():
            return tuple(f"{name}:{_plain(text)}" for name, text in value.items())
        case str() | bool() | None:
            return value
        case Sequence():
            return tuple(_plain(str(item)) for item in value)
        case _:
            return value


def _range(low: str | None, high: str | None) -> object:
    """Both bounds are repeated; only an upper one has a comma before it, as the API wants it."""
    if high is None:
        return low
    return f",{high}" if low is None else (low, high)


def _plain(text: str) -> str:
    if "," in text or "|" in text:
        raise CyclosInvalid(
            "A value to search for has no comma and no bar: Cyclos would take it for several."
        )
    return text
