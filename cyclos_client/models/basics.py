"""What many answers share: entities, currencies, users, accounts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from cyclos_client.amounts import format_amount


@dataclass(frozen=True, slots=True)
class EntityReference:
    """A reference to anything that has a name; wherever Cyclos wants one, id or internal name will do."""

    id: str | None = None
    name: str | None = None
    internal_name: str | None = None


@dataclass(frozen=True, slots=True)
class Currency(EntityReference):
    """A currency: how amounts are written. `suffix` and `prefix` carry their blank."""

    symbol: str | None = None
    prefix: str | None = None
    suffix: str | None = None
    decimal_digits: int | None = None
    transaction_number_pattern: str | None = None

    def amount(self, value: str | int | Decimal) -> Decimal:
        """The amount with exactly the decimals of this currency: 40 is Decimal("40.00") in one with two.

        Raises:
            CyclosInvalid: If it has more decimals than the currency; nothing is rounded.
        """
        return Decimal(format_amount(value, self.decimal_digits))


@dataclass(frozen=True, slots=True)
class Principal:
    """An identification of a user: a login name, an e-mail, a card."""

    value: str | None = None
    type: EntityReference | None = None


@dataclass(frozen=True, slots=True)
class User:
    """A user, as far as we may see him.

    Attributes:
        display: The name to show.
        user: For an operator, the user he works for.
        locator: The reference by which he was found, to be sent again as it is.
        locator_principal: The identification in it.
    """

    id: str | None = None
    display: str | None = None
    user: "User | None" = None
    locator: str | None = None
    locator_principal: Principal | None = None


@dataclass(frozen=True, slots=True)
class AmountSummary:
    """How many amounts, their sum and average."""

    count: int | None = None
    sum: Decimal | None = None
    average: Decimal | None = None


@dataclass(frozen=True, slots=True)
class CurrencyAmountSummary(AmountSummary):
    """The same for one currency of several."""

    currency: Currency | None = None


@dataclass(frozen=True, slots=True)
class AccountStatus:
    """Where an account stands; `credit_limit` is how far it may go below zero, as a positive amount."""

    balance: Decimal | None = None
    available_balance: Decimal | None = None
    reserved_amount: Decimal | None = None
    credit_limit: Decimal | None = None
    upper_credit_limit: Decimal | None = None
    negative_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class AccountHistoryStatus(AccountStatus):
    """The same, with what came and went in the period asked for."""

    begin_date: datetime | None = None
    balance_at_begin: Decimal | None = None
    end_date: datetime | None = None
    balance_at_end: Decimal | None = None
    incoming: AmountSummary | None = None
    outgoing: AmountSummary | None = None
    net_inflow: Decimal | None = None


@dataclass(frozen=True, slots=True)
class AccountType(EntityReference):
    """A kind of account."""

    currency: Currency | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """An account; `status` is None if we may not see it."""

    id: str | None = None
    number: str | None = None
    type: EntityReference | None = None
    currency: Currency | None = None
    status: AccountStatus | None = None


@dataclass(frozen=True, slots=True)
class AccountWithOwner:
    """An account and whose it is: `kind` is "user" or "system", and only the first has a user."""

    id: str | None = None
    number: str | None = None
    type: EntityReference | None = None
    kind: str | None = None
    user: User | None = None


@dataclass(frozen=True, slots=True)
class AccountWithOwnerAndCurrency(AccountWithOwner):
    """The same, with the currency."""

    currency: Currency | None = None


@dataclass(frozen=True, slots=True)
class AccountWithHistoryStatus(AccountWithOwnerAndCurrency):
    """An account with its status, for the filters asked for."""

    status: AccountHistoryStatus | None = None


@dataclass(frozen=True, slots=True)
class CustomField(EntityReference):
    """A field that the installation added; `type` is `string`, `text`, `integer`, ..."""

    type: str | None = None


@dataclass(frozen=True, slots=True)
class CustomFieldDetailed(CustomField):
    """The same, with what it wants."""

    required: bool | None = None
    default_value: str | None = None


@dataclass(frozen=True, slots=True)
class CustomFieldValue:
    """What a custom field says, in the attribute of its type."""

    field: CustomField | None = None
    string_value: str | None = None
    integer_value: int | None = None
    decimal_value: Decimal | None = None
    boolean_value: bool | None = None
    date_value: datetime | None = None


@dataclass(frozen=True, slots=True)
class PasswordType(EntityReference):
    """A kind of password."""

    mode: str | None = None
    input_method: str | None = None
    min_length: int | None = None
    max_length: int | None = None
    only_numeric: bool | None = None


@dataclass(frozen=True, slots=True)
class PasswordInput:
    """What has to be entered to confirm: which password, or which other proof."""

    password_type: PasswordType | None = None
    allowed_credentials: tuple[str, ...] = ()
    active_credentials: tuple[str, ...] = ()
    password_status: str | None = None


@dataclass(frozen=True, slots=True)
class TimeInterval:
    """A span of time: `amount` times `field`, which is "minutes", "hours", "days", ..."""

    amount: int
    field: str


@dataclass(frozen=True, slots=True)
class PrincipalType(EntityReference):
    """A kind of identification; `kind` is "username", "email", "accountNumber", "token", ..."""

    kind: str | None = None


Permissions = Mapping[str, object]
"""What we may do, as the server's tree of true and false."""
