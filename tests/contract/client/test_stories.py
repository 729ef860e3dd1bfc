"""What people do at our own bank with the client that is made for a real Cyclos."""

from dataclasses import replace
from decimal import Decimal

import pytest

from cyclos_client import (
    SELF,
    SYSTEM,
    AccessClientToken,
    Basic,
    CreateClient,
    CyclosForbidden,
    CyclosInputRefused,
    CyclosNotFound,
    CyclosRefused,
    CyclosUnauthorized,
    Direction,
    PasswordRegistration,
    PerformPayment,
    SessionLogin,
    TicketNew,
    TicketStatus,
    TokenNew,
    TransactionFilters,
    TransferFilters,
    UserFilters,
    UserNew,
    every,
    user_by,
    user_id,
    user_named,
)
from tests.contract.client.bank import PASSWORD

FIFTY = Decimal(50)


def fraud(to: str, amount: Decimal = FIFTY) -> PerformPayment:
    return PerformPayment(user_named(to), amount, type="player.trade", description="fraud")


def test_a_debt_is_paid_and_found_again_everywhere(bank):
    payer, payee, _ = bank.a_debt()
    before = bank.evening.balances
    client = bank[payer]
    offer = client.data_for_perform_payment(SELF, to=user_named(payee))
    amount = offer.payment_type_data.currency.amount("50.00")
    payment = PerformPayment(user_named(payee), amount, type=offer.payment_types[0].id, description="fraud")
    preview = client.preview_payment(SELF, payment)
    assert preview.payment == payment
    made = client.perform_payment(SELF, preview.payment)
    shown = client.view_transaction(made.id)
    assert client.view_transfer(made.transaction_number).transaction.description == "fraud"
    assert (shown.transfer.amount, shown.transfer.to.user.id) == (FIFTY, payee)
    (row, *_) = client.search_account_history(SELF, "player").items
    assert (row.amount, row.transaction_number, row.related_account.user.id) == (
        -FIFTY,
        made.transaction_number,
        payee,
    )
    (listed, *_) = client.search_transactions(SELF, TransactionFilters(kinds=("payment",))).items
    assert (listed.transaction_number, listed.related.user.id) == (made.transaction_number, payee)
    assert bank.evening.balances == {**before, payer: before[payer] - 50, payee: before[payee] + 50}
    assert client.list_accounts_by_owner(SELF)[0].status.balance == bank.evening.balances[payer]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda payee, other: fraud(other),
        lambda payee, other: fraud(payee, Decimal(49)),
        lambda payee, other: fraud(payee, Decimal("50.50")),
        lambda payee, other: PerformPayment(user_named(payee), FIFTY, description="politician"),
    ],
    ids=["payee", "amount", "half a credit", "action"],
)
def test_what_is_not_owed_is_refused_and_nothing_moves(owing_bank, wrong):
    payer, payee, other = owing_bank.debt
    before = owing_bank.evening.everything()
    with pytest.raises(CyclosInputRefused) as caught:
        owing_bank[payer].perform_payment(SELF, wrong(payee, other))
    assert "".join(caught.value.general_errors) or caught.value.property_errors
    assert owing_bank.evening.everything() == before


def test_one_idempotency_key_pays_once_and_never_something_else(bank):
    payer, payee, _ = bank.a_debt()
    client, before = bank[payer], bank.evening.balances[payer]
    first = client.perform_payment(SELF, fraud(payee), idempotency_key="one-key-for-one-payment")
    second = client.perform_payment(SELF, fraud(payee), idempotency_key="one-key-for-one-payment")
    assert first.transaction_number == second.transaction_number
    assert bank.evening.balances[payer] == before - 50
    with pytest.raises(CyclosInputRefused):
        client.perform_payment(SELF, fraud(payee, Decimal(40)), idempotency_key="one-key-for-one-payment")


def test_a_reference_that_would_be_lost_is_refused_when_paying_and_when_looking_for_it(owing_bank):
    payer, payee, _ = owing_bank.debt
    client, before = owing_bank[payer], owing_bank.evening.everything()
    with pytest.raises(CyclosInputRefused) as caught:
        client.perform_payment(SELF, replace(fraud(payee), custom_values={"ref": "rk-1"}))
    assert caught.value.custom_field_errors == {"ref": ("Payments have no custom fields here.",)}
    assert "no custom fields here" in str(caught.value)
    with pytest.raises(CyclosInputRefused):
        client.new_ticket(TicketNew(FIFTY, description="fraud", custom_values={"ref": "rk-1"}))
    assert owing_bank.evening.everything() == before
    for search, filters in (
        (client.search_transactions, TransactionFilters(custom_fields={"ref": "rk-1"})),
        (
            lambda of, wanted: client.search_account_history(of, "player", wanted),
            TransferFilters(custom_fields={"ref": "rk-1"}),
        ),
    ):
        with pytest.raises(CyclosInputRefused) as caught:
            search(SELF, filters)
        assert str(caught.value).endswith("customFields: Nothing can be searched by customFields here.")


def test_a_ticket_is_approved_once_however_often_somebody_tries(bank):
    payer, payee, other = bank.a_debt()
    ticket = bank[payee].new_ticket(TicketNew(FIFTY, description="fraud"))
    assert ticket.approve_url.endswith(ticket.ticket_number)
    assert bank.guest.view_ticket(ticket.ticket_number).ticket_status == TicketStatus.OPEN
    assert bank[payee].get_ticket_qr_code(ticket.ticket_number, size="small")
    with pytest.raises(CyclosRefused):
        bank[other].approve_ticket(ticket.ticket_number)
    assert bank[payer].preview_ticket(ticket.ticket_number).total_amount == FIFTY
    first = bank[payer].approve_ticket(ticket.ticket_number)
    again = bank[payer].approve_ticket(ticket.ticket_number)
    assert (first.ticket_status, first.transaction) == (TicketStatus.PROCESSED, again.transaction)
    assert bank.evening.due == []


def test_a_ticket_with_a_webhook_pays_when_it_is_processed_and_only_once(bank):
    payer, payee, _ = bank.a_debt()
    ticket = bank[payee].new_ticket(
        TicketNew(FIFTY, description="fraud", order_id="order-1", success_url="https://us.example/done")
    )
    approved = bank[payer].approve_ticket(ticket.ticket_number)
    assert (approved.ticket_status, approved.transaction) == (TicketStatus.APPROVED, None)
    with pytest.raises(CyclosRefused):
        bank[payee].process_ticket(ticket.ticket_number, order_id="another order")
    assert bank.evening.due != []
    first = bank[payee].process_ticket(ticket.ticket_number, order_id="order-1")
    again = bank[payee].process_ticket(ticket.ticket_number, order_id="order-1")
    assert (first.actually_processed, again.actually_processed) == (True, False)
    assert first.transaction == again.transaction
    assert bank.evening.due == []


def test_a_canceled_ticket_can_not_be_approved(bank):
    payer, payee, _ = bank.a_debt()
    ticket = bank[payee].new_ticket(TicketNew(FIFTY, description="fraud"))
    bank[payee].cancel_ticket(ticket.ticket_number)
    with pytest.raises(CyclosRefused):
        bank[payer].approve_ticket(ticket.ticket_number)
    assert bank.guest.view_ticket(ticket.ticket_number).ticket_status == TicketStatus.CANCELED


def test_a_payee_is_paid_at_a_point_of_sale_with_the_payers_password(bank):
    payer, payee, _ = bank.a_debt()
    till, payment = bank[payee], fraud(payer)
    assert till.data_for_receive_payment(from_=user_named(payer)).from_user.id == payer
    assert till.preview_receive_payment(payment).confirmation_password_input is not None
    with pytest.raises(CyclosForbidden, match="invalidPassword"):
        till.receive_payment(payment, confirmation_password="a wrong one")
    assert till.receive_payment(payment, confirmation_password=PASSWORD).transaction_number
    assert bank.evening.due == []


def test_an_easy_invoice_is_paid(bank):
    payer, payee, _ = bank.a_debt()
    assert bank.guest.data_for_perform_easy_invoice(user_named(payee), amount=FIFTY).to.id == payee
    assert bank.guest.get_easy_invoice_qr_code(user_named(payee), amount=FIFTY, description="fraud")
    assert bank[payer].preview_easy_invoice(fraud(payee)).total_amount == FIFTY
    assert bank[payer].perform_easy_invoice(fraud(payee)).transaction_number
    assert bank.evening.due == []


def test_an_organizer_sees_all_and_charges_back(bank):
    payer, payee, _ = bank.a_debt()
    bank[payer].perform_payment(SELF, fraud(payee))
    olga = bank["olga"]
    (users, bank_account) = olga.get_user_balances_summary("player"), olga.list_accounts_by_owner(SYSTEM)[0]
    assert users.total.sum + bank_account.status.balance == 0
    balances = every(lambda page: olga.search_users_with_balances("player", page=page, page_size=2))
    assert {row.username: row.balance for row in balances} == bank.evening.balances
    transfers = list(every(lambda page: olga.search_transfers(page=page, page_size=1)))
    assert len(transfers) == len(bank.evening.transfers())
    (found,) = [one for one in transfers if one.amount == FIFTY]
    undone = olga.view_transfer(olga.chargeback_transfer(found.id))
    assert (undone.amount, undone.from_.user.id, undone.to.user.id) == (FIFTY, payee, payer)
    assert olga.view_transfer(found.id).charged_back_by.id == undone.id
    with pytest.raises(CyclosRefused):
        olga.chargeback_transfer(found.id)


def test_a_card_stands_for_its_owner_until_it_is_blocked(bank):
    olga, ada = bank["olga"], bank["ada"]
    card = olga.create_token("qrCard", TokenNew("KEY-4711", user=user_named("ada"), activate_now=True))
    assert bank.guest.locate_user(user_by("qrCard", "KEY-4711")).id == "ada"
    assert bank.guest.locate_user(user_named("KEY-4711")).id == "ada"
    assert (
        bank.client(Basic("KEY-4711", PASSWORD, principal_type="qrCard")).get_current_auth().user.id == "ada"
    )
    ada.block_token(card)
    with pytest.raises(CyclosNotFound):
        bank.guest.locate_user(user_named("KEY-4711"))
    olga.unblock_token(card)
    assert ada.view_token("KEY-4711").status == "active"
    olga.cancel_token(card)
    assert [(one.value, one.status) for one in ada.get_user_tokens(SELF, "qrCard").tokens] == [
        ("KEY-4711", "canceled")
    ]


def test_a_program_pays_with_a_token_of_its_own(bank):
    payer, payee, _ = bank.a_debt()
    made = bank[payer].create_and_activate_client("program", CreateClient("", "Till", "mine-"))
    program = bank.client(AccessClientToken(f"mine-{made.token}"))
    assert program.get_current_auth().access_client.name == "Till"
    assert program.perform_payment(SELF, fraud(payee)).transaction_number
    program.disconnect_current_client()
    with pytest.raises(CyclosUnauthorized, match=r"invalidAccessClient|blockedAccessClient"):
        program.get_current_auth()


def test_a_session_that_was_ended_elsewhere_is_opened_anew_but_pays_nothing_twice(bank):
    payer, payee, _ = bank.a_debt()
    client = bank.client(SessionLogin(payer, PASSWORD))
    assert client.get_current_auth().user.id == payer
    client.logout()
    assert client.perform_payment(SELF, fraud(payee)).transaction_number
    assert [request.headers.get("Session-Token") is not None for request in bank.way.sent[-2:]] == [
        False,
        True,
    ]


def test_a_new_player_can_sign_in_and_a_name_is_given_once(bank):
    olga = bank["olga"]
    (group, *_) = olga.get_groups_for_user_registration()
    (kind, *_) = olga.get_user_data_for_new(group.id).password_types
    new = UserNew(
        group.id, name="Dora", username="dora", passwords=(PasswordRegistration(kind.id, PASSWORD),)
    )
    assert olga.create_user(new).status == "active"
    assert bank["dora"].get_current_auth().user.display == "Dora"
    with pytest.raises(CyclosInputRefused) as caught:
        olga.create_user(new)
    assert "username" in caught.value.property_errors


def test_a_guest_and_a_wrong_password_are_told_apart(quiet_bank):
    with pytest.raises(CyclosUnauthorized, match="missingAuthorization"):
        quiet_bank.guest.list_accounts_by_owner(SELF)
    with pytest.raises(CyclosUnauthorized, match="login"):
        quiet_bank.client(Basic("ada", "wrong")).get_current_auth()
    assert quiet_bank.guest.get_current_auth().user is None


@pytest.mark.parametrize("reference", [user_named("bob"), user_by("username", "bob"), user_id("bob")])
def test_a_person_is_found_by_every_form_of_reference(quiet_bank, reference):
    assert quiet_bank["ada"].locate_user(reference).id == "bob"
    assert quiet_bank["ada"].view_user(reference).id == "bob"


def test_a_scanned_link_leads_to_a_person_and_by_them_to_the_profile(quiet_bank):
    found = quiet_bank["ada"].locate_user(user_named("http://tiles.test/pay/?to=bob"))
    assert quiet_bank["ada"].view_user(user_id(found.id)).username == "bob"


@pytest.mark.parametrize("name", ["nobody", "1234", "self", "a/b", "..", "bob?x=1", "Ümit", "100%"])
def test_nobody_is_nobody_in_every_spelling(quiet_bank, name):
    with pytest.raises(CyclosNotFound) as caught:
        quiet_bank["ada"].locate_user(user_named(name))
    assert caught.value.entity_type == "User"


def test_the_directory_is_walked_through_page_by_page(quiet_bank):
    ada = quiet_bank["ada"]
    found = every(lambda page: ada.search_users(UserFilters(roles=("member",)), page=page, page_size=1))
    assert sorted(user.username for user in found) == ["ada", "bob", "cyd"]


def test_fields_cut_an_answer_down(quiet_bank):
    (account,) = quiet_bank["ada"].list_accounts_by_owner(SELF, fields=["status.balance"])
    assert (account.id, account.type) == (None, None)


def test_a_history_is_filtered_by_direction_and_text(bank):
    payer, payee, _ = bank.a_debt()
    bank[payer].perform_payment(SELF, fraud(payee))
    found = bank[payee].search_account_history(
        SELF, "player", TransferFilters(direction=Direction.CREDIT, description="fraud")
    )
    assert [row.amount for row in found.items] == [FIFTY]
    none = bank[payee].search_account_history(SELF, "player", TransferFilters(direction=Direction.DEBIT))
    assert (none.items, none.total) == ((), 0)
