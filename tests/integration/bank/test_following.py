"""Players who pay by the Cyclos app: their payments settle debts here, once, and what fits nothing is flagged."""

import pytest

from app.errors import Conflict, NotAllowed
from app.services.program import Background
from tests.integration.bank.evening import once
from tests.integration.bank.standin import Mishap
from tests.integration.evening import ORGANIZER, refusal_of


@pytest.fixture
def followed(indebted):
    """Cyd owes Bob 50 for fraud, and the accounts are followed from here on."""
    indebted.services.following.tick()
    return indebted


def follow(evening) -> int:
    return evening.services.following.tick()


@pytest.mark.parametrize("description", ["fraud", "Fraud", "for your FRAUD, Bob", ""])
def test_a_payment_by_the_app_settles_the_debt_that_it_names(followed, bank, description):
    bank.pay_by_app("cyd", "bob", "50", description)
    assert follow(followed) == 1
    assert followed.due == []
    assert followed.in_bank == followed.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert follow(followed) == 0
    assert followed.balances["bob"] == 250


@pytest.mark.parametrize(
    ("payee", "amount", "description", "code"),
    [
        ("bob", "49", "fraud", "wrong_amount"),
        ("bob", "50.50", "fraud", "bad_amount"),
        ("ada", "50", "fraud", "wrong_payee"),
        ("bob", "50", "bribe", "wrong_action"),
        ("system", "50", "", "wrong_payee"),
    ],
)
def test_a_payment_that_fits_no_debt_is_flagged_and_charged_back(
    followed, bank, payee, amount, description, code
):
    bank.pay_by_app("cyd", payee, amount, description)
    follow(followed)
    (flagged,) = followed.view()["bank"]["flagged"]
    assert (flagged["payer"], flagged["amount"], flagged["description"]) == (
        "cyd",
        f"{amount}.00"[:5],
        description,
    )
    assert followed.log("flagged")[0].data["code"] == code
    assert followed.balances == {"ada": 200, "bob": 200, "cyd": 200}
    services = followed.services
    assert isinstance(
        refusal_of(services.following.charge_back, followed.actor("ada"), flagged["movement"]), NotAllowed
    )
    assert services.following.charge_back(ORGANIZER, flagged["movement"]).state == "settled"
    assert followed.view()["bank"] == {"orders": [], "flagged": []}
    assert followed.in_bank == followed.balances
    follow(followed)
    assert followed.view()["bank"]["flagged"] == []
    assert isinstance(refusal_of(services.following.charge_back, ORGANIZER, flagged["movement"]), Conflict)


def test_a_second_payment_of_the_same_debt_is_flagged(followed, bank):
    followed.pay("cyd bob 50")
    bank.pay_by_app("cyd", "bob", "50", "fraud")
    follow(followed)
    assert followed.balances["bob"] == 250
    assert [one["payee"] for one in followed.view()["bank"]["flagged"]] == ["bob"]


def test_a_payment_of_ours_whose_answer_was_lost_is_settled_when_the_accounts_show_it(followed, bank):
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(followed.pay, "cyd bob 50")
    follow(followed)
    assert followed.due == []
    assert followed.in_bank == followed.balances
    followed.later(20)
    assert len(followed.log("payment")) == 1


def test_a_payment_by_the_app_waits_while_an_order_for_the_same_payer_is_unknown(followed, bank):
    bank.mishap = once(Mishap.LOST_BEFORE)
    refusal_of(followed.pay, "cyd bob 50")
    bank.pay_by_app("cyd", "bob", "50", "fraud")
    assert follow(followed) == 0
    assert followed.due
    followed.later(100)
    followed.services.deciding.give_up(followed.actor("ada"), followed.order.reference)
    assert follow(followed) == 1
    assert followed.in_bank == followed.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_what_looks_alike_can_be_taken_for_an_unknown_order_by_a_person(followed, bank):
    bank.mishap = once(Mishap.LOST_BEFORE)
    refusal_of(followed.pay, "cyd bob 50")
    made = bank.pay_by_app("cyd", "bob", "50")
    order = followed.order.reference
    case = followed.services.deciding.case(followed.actor("ada"), order)
    assert [one.id for one in case.alike] == [made.id]
    followed.services.deciding.settle_with(followed.actor("ada"), order, made.id)
    assert followed.due == []
    follow(followed)
    assert followed.in_bank == followed.balances


def test_an_order_that_was_called_failed_and_moves_after_all_settles_its_debt(followed, bank):
    bank.mishap = once(Mishap.LATE)
    refusal_of(followed.pay, "cyd bob 50")
    late, bank.late = bank.late, []
    followed.later(100)
    followed.services.deciding.give_up(followed.actor("ada"), followed.order.reference)
    bank.late = late
    followed.later(1)
    follow(followed)
    assert followed.due == []
    assert followed.in_bank == followed.balances


def test_every_page_is_read_and_every_movement_taken_in_once_across_a_restart(followed, bank):
    bank.page_cap = 2
    for _ in range(5):
        bank.pay_by_app("ada", "bob", "1", "a present")
    assert follow(followed) == 5
    followed.restart()
    bank.pay_by_app("cyd", "bob", "50", "fraud")
    assert follow(followed) == 1
    assert len(followed.view()["bank"]["flagged"]) == 5
    assert followed.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_a_stranger_who_pays_a_player_is_flagged_and_one_who_plays_nowhere_is_let_be(followed, bank):
    bank.add("eve", "fay", balance=100)
    bank.pay_by_app("eve", "fay", "10")
    bank.pay_by_app("eve", "cyd", "10")
    follow(followed)
    (flagged,) = followed.view()["bank"]["flagged"]
    assert (flagged["payer"], flagged["payee"]) == ("@outside", "cyd")


def test_a_flagged_payment_that_somebody_gives_back_in_the_bank_is_done_with(followed, bank):
    made = bank.pay_by_app("cyd", "ada", "10")
    follow(followed)
    bank.charge_back({}, {}, made.id)
    follow(followed)
    assert followed.view()["bank"]["flagged"] == []
    assert followed.log("returned")


def test_an_outage_is_caught_up_with(followed, bank):
    bank.down = True
    bank.pay_by_app("cyd", "bob", "50", "fraud")
    assert refusal_of(follow, followed).code == "bank_refused"
    bank.down = False
    follow(followed)
    assert followed.due == []


# Tickets


def tickets(evening) -> None:
    evening.services.bank_tickets.tick()


def test_a_debt_gets_a_ticket_and_its_approval_is_checked_before_anything_moves(followed, bank):
    tickets(followed)
    (ticket,) = bank.tickets.values()
    assert (ticket.payee, ticket.payer) == (bank.users["bob"], bank.users["cyd"])
    assert ticket.webhook == "http://tiles.test/bank/tickets"
    bank.approve(ticket.number)
    assert bank.between("cyd", "bob") == []
    for _ in range(2):
        followed.services.bank_tickets.hint(ticket.number, ticket.order)
    assert followed.due == []
    assert followed.in_bank == followed.balances == {"ada": 200, "bob": 250, "cyd": 150}
    follow(followed)
    assert len(bank.between("cyd", "bob")) == 1
    assert len(followed.log("payment")) == 1


def test_a_lost_webhook_is_made_up_for_by_looking(followed, bank):
    tickets(followed)
    bank.approve(next(iter(bank.tickets)))
    followed.clock.pass_(6)
    tickets(followed)
    assert followed.due == []


def test_a_hint_with_a_forged_number_or_order_does_nothing(followed, bank):
    tickets(followed)
    (ticket,) = bank.tickets.values()
    asked = len(bank.requests)
    followed.services.bank_tickets.hint(ticket.number, "rk-forged")
    followed.services.bank_tickets.hint("forged", ticket.order)
    assert len(bank.requests) == asked


def test_the_ticket_of_a_debt_that_has_gone_is_canceled_and_one_approved_too_late_moves_nothing(
    followed, bank
):
    tickets(followed)
    (ticket,) = bank.tickets.values()
    followed.pay("cyd bob 50")
    bank.approve(ticket.number)
    followed.services.bank_tickets.hint(ticket.number, ticket.order)
    assert len(bank.between("cyd", "bob")) == 1
    tickets(followed)
    assert bank.tickets[ticket.number].state == "approved"


def test_a_ticket_whose_processing_got_no_answer_is_processed_once(followed, bank):
    tickets(followed)
    (ticket,) = bank.tickets.values()
    bank.approve(ticket.number)
    bank.mishap = once(Mishap.LOST_AFTER, end="/process")
    followed.services.bank_tickets.hint(ticket.number, ticket.order)
    assert followed.due
    followed.later(20)
    assert followed.due == []
    assert len(bank.between("cyd", "bob")) == 1


def test_a_canceled_ticket_is_followed_by_a_new_one_while_the_debt_is_due(followed, bank):
    tickets(followed)
    (ticket,) = bank.tickets.values()
    bank.tickets[ticket.number].state = "expired"
    followed.clock.pass_(6)
    tickets(followed)
    tickets(followed)
    assert [one.state for one in bank.tickets.values()] == ["expired", "open"]


def test_while_the_service_runs_all_of_this_goes_by_itself(followed, bank):
    background, hub = Background(followed.program), followed.services.hub
    try:
        with hub.watching(followed.id):
            seq = followed.view()["seq"]
            bank.pay_by_app("cyd", "bob", "50", "fraud")
            for _ in range(9):
                if followed.due:
                    seq = hub.wait(followed.id, seq, 10)
    finally:
        background.close()
    assert followed.due == []
    assert followed.in_bank == followed.balances
