"""Payments: by the payer, by a link, at a point of sale; transactions, transfers and how to take one back."""

from collections.abc import Iterable
from decimal import Decimal

from cyclos_client.amounts import format_amount
from cyclos_client.caller import Caller, confirmed, fields_parameter
from cyclos_client.filters import TransactionFilters, TransferFilters, filter_query
from cyclos_client.models.banking import (
    DataForEasyInvoice,
    DataForTransaction,
    PaymentPreview,
    PerformPayment,
    Transaction,
    TransactionOverviewResult,
    TransactionResult,
    TransactionSearchData,
    TransactionView,
    TransferResult,
    TransferSearchData,
    TransferView,
)
from cyclos_client.models.basics import CurrencyAmountSummary
from cyclos_client.paging import PAGE_SIZE, Page
from cyclos_client.references import UserRef, fill_path
from cyclos_client.retry import Effect


class PaymentOperations(Caller):
    """Operations of Payments, EasyInvoices, POS, Transactions and Transfers.

    A payment is sent once. `CyclosRefused` says that nothing moved; after `CyclosUnknown` look for the payment, by a
    reference of your own in a custom field or the description, before you send another.
    """

    def data_for_perform_payment(
        self,
        owner: UserRef,
        *,
        to: UserRef | None = None,
        payment_type: str | None = None,
        fields: Iterable[str] | None = None,
    ) -> DataForTransaction:
        """What an owner can pay: without `to` his accounts, with it the kinds of payment to that user."""
        return self._fetch(
            DataForTransaction,
            "dataForPerformPayment",
            fill_path("/{owner}/payments/data-for-perform", owner=owner),
            {"to": to, "type": payment_type, "fields": fields_parameter(fields)},
        )

    def preview_payment(self, owner: UserRef, payment: PerformPayment) -> PaymentPreview:
        """What a payment would do. Nothing is reserved, and the balance is not looked at."""
        answer = self._send(
            Effect.READS, "previewPayment", fill_path("/{owner}/payments/preview", owner=owner), body=payment
        )
        return self._read("previewPayment", answer, PaymentPreview)

    def perform_payment(
        self,
        owner: UserRef,
        payment: PerformPayment,
        *,
        confirmation_password: str | None = None,
        idempotency_key: str | None = None,
    ) -> Transaction:
        """Pay from an owner's account.

        Args:
            owner: Whose account pays: `SELF`, `SYSTEM`, or a user we manage.
            payment: What to pay whom.
            confirmation_password: If the preview asked for it.
            idempotency_key: Sent as `Idempotency-Key`. Cyclos itself ignores it; servers that know it pay once.

        Raises:
            CyclosRefused: Nothing moved; `CyclosPaymentRefused` says why.
            CyclosUnknown: It may have moved.
        """
        return self._pay(
            "performPayment",
            fill_path("/{owner}/payments", owner=owner),
            payment,
            confirmation_password=confirmation_password,
            idempotency_key=idempotency_key,
        )

    def data_for_perform_easy_invoice(
        self,
        to: UserRef,
        *,
        amount: Decimal | None = None,
        payment_type: str | None = None,
        currency: str | None = None,
        fields: Iterable[str] | None = None,
    ) -> DataForEasyInvoice:
        """What an easy-invoice link to a user leads to; guests may ask."""
        return self._fetch(
            DataForEasyInvoice,
            "dataForPerformEasyInvoice",
            fill_path("/easy-invoices/data-for-perform/{to}", to=to),
            {
                "amount": None if amount is None else format_amount(amount),
                "type": payment_type,
                "currency": currency,
                "fields": fields_parameter(fields),
            },
        )

    def preview_easy_invoice(self, payment: PerformPayment) -> PaymentPreview:
        """What paying an easy invoice would do."""
        answer = self._send(Effect.READS, "previewEasyInvoice", "/easy-invoices/preview", body=payment)
        return self._read("previewEasyInvoice", answer, PaymentPreview)

    def perform_easy_invoice(
        self,
        payment: PerformPayment,
        *,
        confirmation_password: str | None = None,
        idempotency_key: str | None = None,
    ) -> Transaction:
        """Pay an easy invoice; arguments and errors as for `perform_payment`."""
        return self._pay(
            "performEasyInvoice",
            "/easy-invoices",
            payment,
            confirmation_password=confirmation_password,
            idempotency_key=idempotency_key,
        )

    def get_easy_invoice_qr_code(
        self,
        to: UserRef,
        *,
        amount: Decimal | None = None,
        description: str | None = None,
        payment_type: str | None = None,
        currency: str | None = None,
        size: str | None = None,
    ) -> bytes:
        """The code of an easy-invoice link, as a PNG; `size` is "tiny", "small", "medium" or "large"."""
        query = {
            "amount": None if amount is None else format_amount(amount),
            "description": description,
            "type": payment_type,
            "currency": currency,
            "size": size,
        }
        return self._picture("getEasyInvoiceQrCode", fill_path("/easy-invoices/qr-code/{to}", to=to), query)

    def data_for_receive_payment(
        self,
        *,
        from_: UserRef | None = None,
        payment_type: str | None = None,
        fields: Iterable[str] | None = None,
    ) -> DataForTransaction:
        """What we can receive at a point of sale: without `from_` our accounts, with it what that user can pay."""
        return self._fetch(
            DataForTransaction,
            "dataForReceivePayment",
            "/pos/data-for-pos",
            {"from": from_, "type": payment_type, "fields": fields_parameter(fields)},
        )

    def preview_receive_payment(self, payment: PerformPayment) -> PaymentPreview:
        """What receiving a payment would do, and what the payer has to enter."""
        answer = self._send(Effect.READS, "previewReceivePayment", "/pos/preview", body=payment)
        return self._read("previewReceivePayment", answer, PaymentPreview)

    def receive_payment(
        self,
        payment: PerformPayment,
        *,
        confirmation_password: str | None = None,
        idempotency_key: str | None = None,
    ) -> Transaction:
        """Receive a payment: its subject is the payer, who entered the password. Errors as for `perform_payment`."""
        return self._pay(
            "receivePayment",
            "/pos",
            payment,
            confirmation_password=confirmation_password,
            idempotency_key=idempotency_key,
        )

    def view_transaction(self, key: str, *, fields: Iterable[str] | None = None) -> TransactionView:
        """All about a transaction, by its id or number (`by_number`)."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(
            TransactionView, "viewTransaction", fill_path("/transactions/{key}", key=key), query
        )

    def get_transactions_data_for_search(
        self, owner: UserRef, *, fields: Iterable[str] | None = None
    ) -> TransactionSearchData:
        """What an owner's transactions can be searched by."""
        return self._fetch(
            TransactionSearchData,
            "getTransactionsDataForSearch",
            fill_path("/{owner}/transactions/data-for-search", owner=owner),
            {"fields": fields_parameter(fields)},
        )

    def search_transactions(
        self,
        owner: UserRef,
        filters: TransactionFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[TransactionResult]:
        """A page of an owner's transactions: payments, tickets, ..."""
        return self._fetch_page(
            TransactionResult,
            "searchTransactions",
            fill_path("/{owner}/transactions", owner=owner),
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def search_transactions_overview(
        self,
        filters: TransactionFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[TransactionOverviewResult]:
        """A page of everybody's transactions, for administrators."""
        return self._fetch_page(
            TransactionOverviewResult,
            "searchTransactionsOverview",
            "/transactions",
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def view_transfer(self, key: str, *, fields: Iterable[str] | None = None) -> TransferView:
        """All about a transfer, by its id or number (`by_number`)."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(TransferView, "viewTransfer", fill_path("/transfers/{key}", key=key), query)

    def get_transfer_data_for_search(self, *, fields: Iterable[str] | None = None) -> TransferSearchData:
        """What everybody's transfers can be searched by."""
        query = {"fields": fields_parameter(fields)}
        return self._fetch(
            TransferSearchData, "getTransferDataForSearch", "/transfers/data-for-search", query
        )

    def search_transfers(
        self,
        filters: TransferFilters | None = None,
        *,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[TransferResult]:
        """A page of everybody's transfers, for administrators."""
        return self._fetch_page(
            TransferResult,
            "searchTransfers",
            "/transfers",
            {**filter_query(filters), "fields": fields_parameter(fields)},
            page=page,
            page_size=page_size,
        )

    def search_transfers_summary(
        self, filters: TransferFilters | None = None, *, fields: Iterable[str] | None = None
    ) -> tuple[CurrencyAmountSummary, ...]:
        """How many transfers the filters find, and their sum, for each currency."""
        query = {**filter_query(filters), "fields": fields_parameter(fields)}
        return self._fetch_list(CurrencyAmountSummary, "searchTransfersSummary", "/transfers/summary", query)

    def chargeback_transfer(self, key: str, *, confirmation_password: str | None = None) -> str:
        """Pay a transfer back; its fees too.

        Returns:
            The id of the transfer that does it.

        Raises:
            CyclosRefused: Nothing moved.
            CyclosUnknown: It may have moved: the transfer's `charged_back_by` tells.
        """
        answer = self._send(
            Effect.PAYS,
            "chargebackTransfer",
            fill_path("/transfers/{key}/chargeback", key=key),
            headers={"Accept": "text/plain, application/json", **confirmed(confirmation_password)},
        )
        return self._read_text("chargebackTransfer", answer)

    def _pay(
        self,
        name: str,
        path: str,
        payment: PerformPayment,
        *,
        confirmation_password: str | None,
        idempotency_key: str | None,
    ) -> Transaction:
        key: dict[str, str] = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        answer = self._send(
            Effect.PAYS,
            name,
            path,
            body=payment,
            headers={**confirmed(confirmation_password), **key},
        )
        return self._read_receipt(name, answer, Transaction)
