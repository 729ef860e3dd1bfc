"""Accounts' histories, payments, tickets: what is sent and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from cyclos_client.amounts import payable
from cyclos_client.models.basics import (
    Account,
    AccountType,
    AccountWithHistoryStatus,
    AccountWithOwner,
    AccountWithOwnerAndCurrency,
    Currency,
    CustomFieldDetailed,
    CustomFieldValue,
    EntityReference,
    PasswordInput,
    PrincipalType,
    TimeInterval,
    User,
)
from cyclos_client.references import UserRef


class TicketStatus(StrEnum):
    """Where a ticket stands."""

    OPEN = "open"
    APPROVED = "approved"
    PROCESSED = "processed"
    CANCELED = "canceled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Transfer:
    """One movement between two accounts."""

    id: str | None = None
    display: str | None = None
    transaction_number: str | None = None
    date: datetime | None = None
    amount: Decimal | None = None
    from_: AccountWithOwner | None = None
    to: AccountWithOwner | None = None
    type: EntityReference | None = None
    currency: Currency | None = None
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class TransferResult(Transfer):
    """A row of the administrators' list of transfers."""

    custom_values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Transaction:
    """What somebody did: a payment, a ticket, ... Its id is not the id of the transfer it made."""

    id: str | None = None
    display: str | None = None
    transaction_number: str | None = None
    date: datetime | None = None
    amount: Decimal | None = None
    from_: AccountWithOwner | None = None
    to: AccountWithOwner | None = None
    type: EntityReference | None = None
    currency: Currency | None = None
    ticket_number: str | None = field(default=None, repr=False)  # who knows it can pay it
    description: str | None = None
    kind: str | None = None
    creation_type: str | None = None
    authorization_status: str | None = None


@dataclass(frozen=True, slots=True)
class TransferView(Transfer):
    """All about a transfer; the description of a payment lies in `transaction.description`."""

    description: str | None = None
    can_chargeback: bool | None = None
    charged_back_by: Transfer | None = None
    chargeback_of: Transfer | None = None
    parent: Transfer | None = None
    children: tuple[Transfer, ...] = ()
    transaction: "TransactionView | None" = None
    confirmation_password_input: PasswordInput | None = None


@dataclass(frozen=True, slots=True)
class TransactionView(Transaction):
    """All about a transaction. A ticket has the `ticket_...` and `payee` fields, a payment its `transfer`."""

    channel: EntityReference | None = None
    access_client: EntityReference | None = None
    by: User | None = None
    custom_values: tuple[CustomFieldValue, ...] = ()
    transfer: TransferView | None = None
    confirmation_password_input: PasswordInput | None = None
    ticket_status: str | None = None
    expiration_date: datetime | None = None
    process_date: datetime | None = None
    payee: User | None = None
    payer: User | None = None
    approve_url: str | None = field(default=None, repr=False)  # holds the ticket number
    cancel_url: str | None = None
    success_url: str | None = None
    transaction: Transaction | None = None
    preview: "PaymentPreview | None" = None

    def custom_value(self, internal_name: str) -> str | None:
        """The text in the custom field of this internal name; None if there is none."""
        for value in self.custom_values:
            if value.field is not None and value.field.internal_name == internal_name:
                return value.string_value
        return None


@dataclass(frozen=True, slots=True)
class AccountHistoryResult:
    """A transfer seen from an account: what came in is positive, what went out negative."""

    id: str | None = None
    transaction_number: str | None = None
    date: datetime | None = None
    amount: Decimal | None = None
    type: EntityReference | None = None
    description: str | None = None
    related_account: AccountWithOwner | None = None
    related_name: str | None = None
    transaction: Transaction | None = None
    custom_values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _TransactionRow:
    id: str | None = None
    transaction_number: str | None = None
    date: datetime | None = None
    amount: Decimal | None = None
    type: EntityReference | None = None
    description: str | None = None
    kind: str | None = None
    creation_type: str | None = None
    currency: str | None = None
    authorization_status: str | None = None
    ticket_status: str | None = None
    expiration_date: datetime | None = None
    custom_values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TransactionResult(_TransactionRow):
    """A transaction seen from an owner: what he gets is positive. The currency is an id or internal name."""

    related: AccountWithOwner | None = None
    related_name: str | None = None


@dataclass(frozen=True, slots=True)
class TransactionOverviewResult(_TransactionRow):
    """A transaction in the administrators' list."""

    from_: AccountWithOwner | None = None
    to: AccountWithOwner | None = None
    from_name: str | None = None
    to_name: str | None = None


@dataclass(frozen=True, slots=True)
class BalanceEntry:
    """The balance at one moment."""

    date: datetime | None = None
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True)
class AccountBalanceHistory:
    """How a balance went."""

    account: AccountWithHistoryStatus | None = None
    interval: TimeInterval | None = None
    balances: tuple[BalanceEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class AccountHistoryData:
    """What an account's history can be asked for: `custom_fields_in_search` are those it filters by."""

    account: AccountWithOwnerAndCurrency | None = None
    custom_fields: tuple[CustomFieldDetailed, ...] = ()
    custom_fields_in_search: tuple[CustomFieldDetailed, ...] = ()


@dataclass(frozen=True, slots=True)
class TransferSearchData:
    """What a search of all transfers can be asked for."""

    account_types: tuple[AccountType, ...] = ()
    custom_fields: tuple[CustomFieldDetailed, ...] = ()
    custom_fields_in_search: tuple[CustomFieldDetailed, ...] = ()


@dataclass(frozen=True, slots=True)
class TransactionSearchData:
    """What a search of transactions can be asked for: `custom_fields_in_search` are those it filters by."""

    account_types: tuple[AccountType, ...] = ()
    visible_kinds: tuple[str, ...] = ()
    custom_fields: tuple[CustomFieldDetailed, ...] = ()
    custom_fields_in_search: tuple[CustomFieldDetailed, ...] = ()
    user: User | None = None


@dataclass(frozen=True, slots=True)
class TransferType(EntityReference):
    """A kind of payment, from one kind of account to one."""

    from_: EntityReference | None = None
    to: EntityReference | None = None


@dataclass(frozen=True, slots=True)
class PaymentType(TransferType):
    """The same, with its currency."""

    currency: Currency | None = None


@dataclass(frozen=True, slots=True)
class PaymentTypeData(EntityReference):
    """What a payment of this kind wants: `description_availability` is "disabled", "optional" or "required"."""

    currency: Currency | None = None
    fixed_amount: Decimal | None = None
    custom_fields: tuple[CustomFieldDetailed, ...] = ()
    description_availability: str | None = None
    max_installments: int | None = None
    allows_recurring_payments: bool | None = None


@dataclass(frozen=True, slots=True)
class DataForTransaction:
    """What can be paid from where, to whom and how."""

    accounts: tuple[Account, ...] = ()
    from_kind: str | None = None
    from_user: User | None = None
    to_kind: str | None = None
    to_user: User | None = None
    payment_types: tuple[PaymentType, ...] = ()
    payment_type_data: PaymentTypeData | None = None
    principal_types: tuple[PrincipalType, ...] = ()
    allow_scan_qr_code: bool | None = None
    allow_autocomplete: bool | None = None


@dataclass(frozen=True, slots=True)
class DataForEasyInvoice:
    """What an easy-invoice link leads to."""

    to: User | None = None
    amount: Decimal | None = None
    currency: Currency | None = None
    payment_types: tuple[PaymentType, ...] = ()
    payment_type_data: PaymentTypeData | None = None


@dataclass(frozen=True, slots=True)
class PerformPayment:
    """A payment to make: at a point of sale `subject` is the payer, elsewhere the payee.

    Attributes:
        subject: The other side.
        amount: Above zero, with the decimals of the currency: `Currency.amount` makes it so.
        type: Id or `accountType.paymentType` of the payment type; may be left out where there is only one.
        custom_values: By internal name of the field.
    """

    subject: UserRef
    amount: Decimal
    type: str | None = None
    description: str | None = None
    currency: str | None = None
    custom_values: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount", payable(self.amount))


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee on a payment."""

    fee: EntityReference | None = None
    amount: Decimal | None = None
    currency: Currency | None = None
    from_: AccountWithOwner | None = None
    to: AccountWithOwner | None = None


@dataclass(frozen=True, slots=True)
class PaymentPreview:
    """What a payment would do. Nothing is reserved, and the balance was not looked at.

    Attributes:
        payment: What to send to make it.
        confirmation_password_input: What has to be entered; None if nothing.
    """

    payment: PerformPayment | None = None
    payment_type: TransferType | None = None
    currency: Currency | None = None
    from_account: AccountWithOwner | None = None
    to_account: AccountWithOwner | None = None
    total_amount: Decimal | None = None
    main_amount: Decimal | None = None
    fees: tuple[Fee, ...] = ()
    custom_values: tuple[CustomFieldValue, ...] = ()
    confirmation_password_input: PasswordInput | None = None
    confirmation_message: str | None = None
    pending_authorization: bool | None = None
    skip_confirmation: bool | None = None


@dataclass(frozen=True, slots=True)
class TicketPreview(PaymentPreview):
    """The same for a ticket."""

    cancel_url: str | None = None
    success_url: str | None = None


@dataclass(frozen=True, slots=True)
class TicketNew:
    """A ticket to create: a payment that somebody else approves.

    Attributes:
        amount: Above zero, with the decimals of the currency.
        payer: Only this user may approve it; None lets anybody.
        order_id: Our reference; once given, it is needed to process the ticket.
        success_webhook: Where the server calls when it was approved; then nothing moves before `process_ticket`.
        expires_after: One day if left out.
    """

    amount: Decimal
    description: str | None = None
    type: str | None = None
    currency: str | None = None
    payer: UserRef | None = None
    order_id: str | None = None
    success_url: str | None = None
    cancel_url: str | None = None
    success_webhook: str | None = field(default=None, repr=False)  # may hold a secret
    expires_after: TimeInterval | None = None
    custom_values: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount", payable(self.amount))


@dataclass(frozen=True, slots=True)
class TicketApproval:
    """What became of a ticket that was approved; `transaction` is there once it is processed."""

    id: str | None = None
    ticket_number: str | None = field(default=None, repr=False)
    ticket_status: str | None = None
    success_url: str | None = None
    cancel_url: str | None = None
    transaction: Transaction | None = None


@dataclass(frozen=True, slots=True)
class TicketProcessing:
    """What became of a ticket that was processed; `actually_processed` is false if it was done before."""

    id: str | None = None
    ticket_number: str | None = field(default=None, repr=False)
    actually_processed: bool | None = None
    transaction: Transaction | None = None
