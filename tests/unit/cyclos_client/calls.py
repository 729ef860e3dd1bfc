"""One call of every operation, with every argument it takes, and what the server answers in its place."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal

from cyclos_client import (
    SELF,
    SYSTEM,
    AmountRange,
    BalanceFilters,
    ChangePassword,
    ChangeUserStatus,
    CreateClient,
    CyclosClient,
    Direction,
    LoginUser,
    Order,
    PasswordRegistration,
    PerformPayment,
    Period,
    TicketNew,
    TicketStatus,
    TimeInterval,
    TokenFilters,
    TokenNew,
    TransactionFilters,
    TransferFilters,
    UserFilters,
    UserNew,
    user_id,
    user_named,
)

MOMENT = datetime(2026, 11, 30, 5, 44, tzinfo=UTC)
PICTURE = b"\x89PNG\r\n\x1a\n"
FIELDS = {"fields": ["id", "-name"]}
PAGE = {"page": 2, "page_size": 50, **FIELDS}

PAYMENT = PerformPayment(
    user_named("bob"),
    Decimal("12.50"),
    type="player.trade",
    description="politician",
    currency="coin",
    custom_values={"ref": "rk-1"},
)
TICKET = TicketNew(
    Decimal("7.00"),
    description="Round 3",
    type="player.trade",
    currency="coin",
    payer=user_named("bob"),
    order_id="rk-2",
    success_url="https://us.example/done",
    cancel_url="https://us.example/canceled",
    success_webhook="https://us.example/hook",
    expires_after=TimeInterval(2, "hours"),
    custom_values={"ref": "rk-2"},
)
USER = UserNew(
    "players",
    name="Dora",
    username="dora",
    email="dora@x.org",
    passwords=(PasswordRegistration("login", "1234", check_confirmation=True, confirmation_value="1234"),),
    custom_values={"seat": "4"},
    skip_activation_email=True,
    accept_agreements=("1",),
)
TRANSFERS = TransferFilters(
    date_period=Period(date(2026, 11, 1), MOMENT),
    amount_range=AmountRange(Decimal("1"), Decimal("40.50")),
    user=user_id("102"),
    by=user_named("1234"),
    transaction_number="RC5007",
    transfer_types=("player.trade", "bank.grant"),
    transfer_filters=("player.games",),
    kinds=("payment", "chargeback"),
    channels=("main",),
    groups=("players",),
    access_clients=("5",),
    from_current_access_client=True,
    include_generated_by_access_client=False,
    excluded_ids=("1", "2"),
    charged_back=False,
    custom_fields={"ref": "rk-1"},
)
IN_AN_ACCOUNT = TransferFilters(
    direction=Direction.CREDIT, date_period=Period(end=MOMENT), description="rk-1"
)
HISTORY = replace(IN_AN_ACCOUNT, order_by=Order.OLDEST)
TRANSACTIONS = TransactionFilters(
    date_period=Period(MOMENT),
    amount_range=AmountRange(highest=Decimal("40")),
    user=user_named("bob"),
    by=SELF,
    transaction_number="RC5007",
    transfer_types=("player.trade",),
    transfer_filters=("player.games",),
    kinds=("payment", "ticket"),
    creation_types=("direct", "ticket"),
    ticket_statuses=(TicketStatus.OPEN, TicketStatus.APPROVED),
    ticket_expiration=Period(MOMENT, MOMENT),
    authorization_statuses=("authorized",),
    channels=("main",),
    groups=("players",),
    access_clients=("5",),
    from_current_access_client=True,
    include_generated_by_access_client=True,
    excluded_ids=("1",),
    custom_fields={"ref": "rk-1"},
    order_by=Order.NEWEST,
)
OWNERS_TRANSACTIONS = TransactionFilters(direction=Direction.DEBIT, account_types=("player",))
USERS = UserFilters(
    keywords="bob",
    groups=("players",),
    roles=("member",),
    statuses=("active", "blocked"),
    users_to_include=(user_named("bob"),),
    users_to_exclude=(SELF,),
    profile_fields={"username": "bob"},
    include_group=True,
    ignore_profile_fields_in_list=True,
    order_by="alphabeticallyAsc",
)
BALANCES = BalanceFilters(
    keywords="bob",
    groups=("players",),
    statuses=("active",),
    users_to_include=(user_named("bob"),),
    users_to_exclude=(user_named("eve"),),
    balance_range=AmountRange(Decimal("-5.00"), Decimal("40")),
)


@dataclass(frozen=True)
class Call:
    """A call, and an answer that the client can read."""

    make: Callable[[CyclosClient], object]
    answer: object = None
    status: int = 200


OBJECT: dict = {"id": "1"}

CALLS = {
    "getCurrentAuth": Call(lambda c: c.get_current_auth(**FIELDS), {}),
    "getDataForLogin": Call(lambda c: c.get_data_for_login(**FIELDS), {}),
    "login": Call(
        lambda c: c.login("ada", "1234", principal_type="username", timeout_s=60), {"sessionToken": "abc"}
    ),
    "logout": Call(lambda c: c.logout(), status=200),
    "dataForUi": Call(lambda c: c.data_for_ui(**FIELDS), {}),
    "activateClient": Call(lambda c: c.activate_client("1234", prefix="mine"), {"token": "abc"}),
    "createAndActivateClient": Call(
        lambda c: c.create_and_activate_client("pos", CreateClient("1234", "Till", "mine")), {"token": "abc"}
    ),
    "loginUser": Call(
        lambda c: c.login_user(
            LoginUser(user_named("bob"), "1234", remote_address="192.0.2.7", channel="main"), **FIELDS
        ),
        {"sessionToken": "abc"},
    ),
    "disconnectUserSessions": Call(lambda c: c.disconnect_user_sessions(user_named("bob")), "2"),
    "viewClient": Call(lambda c: c.view_client("5", **FIELDS), OBJECT),
    "unassignClient": Call(lambda c: c.unassign_client("5", confirmation_password="1234"), status=204),
    "disconnectCurrentClient": Call(lambda c: c.disconnect_current_client(confirmation_password="1234")),
    "listAccountsByOwner": Call(lambda c: c.list_accounts_by_owner(SYSTEM, **FIELDS), [OBJECT]),
    "getAccountStatusByOwnerAndType": Call(
        lambda c: c.get_account_status_by_owner_and_type(SELF, "player", IN_AN_ACCOUNT, **FIELDS), OBJECT
    ),
    "getAccountHistoryDataByOwnerAndType": Call(
        lambda c: c.get_account_history_data_by_owner_and_type(SELF, "player", **FIELDS), {}
    ),
    "searchAccountHistory": Call(
        lambda c: c.search_account_history(SELF, "player", HISTORY, **PAGE), [OBJECT]
    ),
    "getAccountBalanceHistory": Call(
        lambda c: c.get_account_balance_history(
            SELF, "player", period=Period(MOMENT, MOMENT), interval=TimeInterval(1, "days"), **FIELDS
        ),
        {"interval": {"amount": 1, "field": "days"}, "balances": [{"amount": "80.00"}]},
    ),
    "getUserBalancesData": Call(lambda c: c.get_user_balances_data(**FIELDS), {}),
    "searchUsersWithBalances": Call(
        lambda c: c.search_users_with_balances("player", BALANCES, **PAGE), [OBJECT]
    ),
    "getUserBalancesSummary": Call(lambda c: c.get_user_balances_summary("player", BALANCES, **FIELDS), {}),
    "dataForPerformPayment": Call(
        lambda c: c.data_for_perform_payment(
            SELF, to=user_named("bob"), payment_type="player.trade", **FIELDS
        ),
        {},
    ),
    "previewPayment": Call(lambda c: c.preview_payment(SELF, PAYMENT), {}),
    "performPayment": Call(
        lambda c: c.perform_payment(user_named("1234"), PAYMENT, confirmation_password="1234"), OBJECT, 201
    ),
    "dataForPerformEasyInvoice": Call(
        lambda c: c.data_for_perform_easy_invoice(
            user_named("bob"), amount=Decimal("10"), payment_type="trade", currency="coin", **FIELDS
        ),
        {},
    ),
    "previewEasyInvoice": Call(lambda c: c.preview_easy_invoice(PAYMENT), {}),
    "performEasyInvoice": Call(
        lambda c: c.perform_easy_invoice(PAYMENT, confirmation_password="1234"), OBJECT, 201
    ),
    "getEasyInvoiceQrCode": Call(
        lambda c: c.get_easy_invoice_qr_code(
            user_named("bob"),
            amount=Decimal("10.50"),
            description="politician",
            payment_type="trade",
            currency="coin",
            size="medium",
        ),
        PICTURE,
    ),
    "dataForReceivePayment": Call(
        lambda c: c.data_for_receive_payment(from_=user_named("bob"), payment_type="trade", **FIELDS), {}
    ),
    "previewReceivePayment": Call(lambda c: c.preview_receive_payment(PAYMENT), {}),
    "receivePayment": Call(lambda c: c.receive_payment(PAYMENT, confirmation_password="1234"), OBJECT, 201),
    "viewTransaction": Call(lambda c: c.view_transaction("RC5007", **FIELDS), OBJECT),
    "getTransactionsDataForSearch": Call(lambda c: c.get_transactions_data_for_search(SELF, **FIELDS), {}),
    "searchTransactions": Call(
        lambda c: c.search_transactions(SELF, OWNERS_TRANSACTIONS, **PAGE), [{"currency": "coin"}]
    ),
    "searchTransactionsOverview": Call(
        lambda c: c.search_transactions_overview(TRANSACTIONS, **PAGE), [OBJECT]
    ),
    "viewTransfer": Call(lambda c: c.view_transfer("-5008", **FIELDS), OBJECT),
    "getTransferDataForSearch": Call(lambda c: c.get_transfer_data_for_search(**FIELDS), {}),
    "searchTransfers": Call(
        lambda c: c.search_transfers(
            TransferFilters(currencies=("coin",), from_account_types=("player",), to_account_types=("bank",)),
            **PAGE,
        ),
        [OBJECT],
    ),
    "searchTransfersSummary": Call(lambda c: c.search_transfers_summary(TRANSFERS, **FIELDS), [{"count": 2}]),
    "chargebackTransfer": Call(
        lambda c: c.chargeback_transfer("5008", confirmation_password="1234"), "5009", 201
    ),
    "dataForNewTicket": Call(
        lambda c: c.data_for_new_ticket(SELF, payment_type="trade", payer=user_named("bob"), **FIELDS), {}
    ),
    "newTicket": Call(lambda c: c.new_ticket(TICKET), OBJECT, 201),
    "viewTicket": Call(lambda c: c.view_ticket("abc", **FIELDS), OBJECT),
    "getTicketQrCode": Call(lambda c: c.get_ticket_qr_code("abc", size="large"), PICTURE),
    "previewTicket": Call(lambda c: c.preview_ticket("abc"), {}),
    "approveTicket": Call(lambda c: c.approve_ticket("abc", confirmation_password="1234"), OBJECT),
    "processTicket": Call(lambda c: c.process_ticket("abc", order_id="rk-2"), OBJECT),
    "cancelTicket": Call(lambda c: c.cancel_ticket("abc"), status=204),
    "searchUsers": Call(lambda c: c.search_users(USERS, **PAGE), [OBJECT]),
    "viewUser": Call(lambda c: c.view_user(SELF, **FIELDS), OBJECT),
    "locateUser": Call(lambda c: c.locate_user(user_named("bob"), **FIELDS), OBJECT),
    "getGroupsForUserRegistration": Call(lambda c: c.get_groups_for_user_registration(**FIELDS), [OBJECT]),
    "getUserDataForNew": Call(lambda c: c.get_user_data_for_new("players", **FIELDS), {}),
    "createUser": Call(lambda c: c.create_user(USER), {"user": OBJECT, "status": "active"}, 201),
    "getUserStatus": Call(lambda c: c.get_user_status(user_named("bob"), **FIELDS), {}),
    "changeUserStatus": Call(
        lambda c: c.change_user_status(user_named("bob"), ChangeUserStatus("blocked", "lost")), status=204
    ),
    "listUserPasswords": Call(lambda c: c.list_user_passwords(SELF, **FIELDS), [{"status": "active"}]),
    "changePassword": Call(
        lambda c: c.change_password(
            SELF,
            "login",
            ChangePassword(
                "5678",
                old_password="1234",
                check_confirmation=True,
                new_password_confirmation="5678",
                force_change=True,
            ),
        ),
        status=204,
    ),
    "resetAndSendPassword": Call(
        lambda c: c.reset_and_send_password(user_named("bob"), "login", mediums=("email", "sms")), status=204
    ),
    "resetGeneratedPassword": Call(
        lambda c: c.reset_generated_password(user_named("bob"), "login"), status=204
    ),
    "unblockPassword": Call(lambda c: c.unblock_password(user_named("bob"), "login"), status=204),
    "listUserTokenTypes": Call(lambda c: c.list_user_token_types(SELF, **FIELDS), [{"create": True}]),
    "getUserTokens": Call(lambda c: c.get_user_tokens(SELF, "qrCard", **FIELDS), {"tokens": [OBJECT]}),
    "searchGeneralTokens": Call(
        lambda c: c.search_general_tokens(
            "qrCard", TokenFilters("KEY-4711", user_named("bob"), ("active", "pending"), ("players",)), **PAGE
        ),
        [OBJECT],
    ),
    "viewToken": Call(lambda c: c.view_token("KEY-4711", **FIELDS), OBJECT),
    "getTokenDataForNew": Call(
        lambda c: c.get_token_data_for_new("qrCard", user=user_named("bob"), **FIELDS), {}
    ),
    "createToken": Call(
        lambda c: c.create_token("qrCard", TokenNew("KEY-4711", user=user_named("bob"), activate_now=True)),
        "5",
        201,
    ),
    "activateToken": Call(lambda c: c.activate_token(SELF, "qrCard", "KEY-4711"), "5"),
    "assignToken": Call(lambda c: c.assign_token("5", user_named("bob")), status=204),
    "activatePendingToken": Call(lambda c: c.activate_pending_token("5"), status=204),
    "blockToken": Call(lambda c: c.block_token("5"), status=204),
    "unblockToken": Call(lambda c: c.unblock_token("5"), status=204),
    "cancelToken": Call(lambda c: c.cancel_token("5"), status=204),
    "setTokenExpiryDate": Call(lambda c: c.set_token_expiry_date("5", MOMENT), status=204),
    "getTokenQrCode": Call(lambda c: c.get_token_qr_code("5", size="small"), PICTURE),
    "searchNotifications": Call(
        lambda c: c.search_notifications(only_new=True, only_unread=True, **PAGE), [OBJECT]
    ),
    "notificationsStatus": Call(lambda c: c.notifications_status(), {"unreadNotifications": 2}),
    "subscribeForPushNotifications": Call(
        lambda c: next(
            iter(
                c.subscribe_for_push_notifications(
                    ["ticket", "accountStatus"], ticket_number="abc", client_id="me", last_event_id="6"
                )
            )
        ),
        b"data: 1\n\n",
    ),
}
"""By operationId."""
