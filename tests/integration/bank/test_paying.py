"""Paying through a Cyclos: asked once, booked once, and never called failed while nobody knows."""

import pytest

from app.errors import Conflict, InProgress, PaymentRefused, RailRefused, Unavailable
from app.services.payments.ticket import TicketDraft
from tests.integration.bank.evening import BankEvening, once, program_at
from tests.integration.bank.standin import Mishap, StandIn
from tests.integration.evening import refusal_of
from tests.unit.rules.kit import shipped_deck


def test_a_match_begins_with_the_starting_credits_in_every_account(evening, bank):
    bank.move("system", bank.users["bob"], 230)
    evening.start()
    assert evening.in_bank == {"ada": 200, "bob": 200, "cyd": 200}
    assert evening.balances == evening.in_bank
    assert evening.phase == "turn"


def test_a_debt_is_paid_through_the_bank_and_booked_here(evening, bank):
    receipt = evening.start().a_debt().pay("cyd bob 50 fraud", key="k")
    assert (receipt.payer, receipt.payee, receipt.amount, receipt.action) == ("cyd", "bob", 50, "fraud")
    assert evening.in_bank == evening.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert evening.due == []
    assert [made.fields.keys() for made in bank.between("cyd", "bob")] == [{"reckless"}]
    assert evening.pay("cyd bob 50 fraud", key="k") == receipt
    assert len(bank.between("cyd", "bob")) == 1


def test_the_cost_of_an_action_follows_in_the_bank(database_url, clock, bank):
    deck = shipped_deck().replace(
        'action = "fraud"\namount = 50\ncost = 0', 'action = "fraud"\namount = 50\ncost = 5'
    )
    evening = BankEvening(program_at(database_url, clock, bank), bank, deck=deck).start()
    evening.play("bob declare fraud ada")
    assert (evening.balances["bob"], evening.in_bank["bob"]) == (195, 200)
    evening.later(1)
    assert evening.in_bank == evening.balances
    evening.undo()
    evening.later(1)
    assert evening.in_bank == evening.balances == {"ada": 200, "bob": 200, "cyd": 200}
    evening.check()
    evening.program.close()


REFUSALS = [
    (Mishap.REFUSED, "bank_refused"),
    (Mishap.NO_CONNECTION, "bank_refused"),
    (Mishap.BLOCKED, "bank_refused"),
    (Mishap.BUSY, "bank_refused"),
]
UNKNOWN_AND_DONE = [
    Mishap.LOST_AFTER,
    Mishap.CUT,
    Mishap.GARBLED,
    Mishap.PROXY_AFTER,
    Mishap.FAULT_AFTER,
]
UNKNOWN_NOT_DONE = [Mishap.LOST_BEFORE, Mishap.PROXY_BEFORE, Mishap.FAULT_BEFORE, Mishap.UNEXPECTED]


@pytest.mark.parametrize(("mishap", "code"), REFUSALS)
def test_what_the_bank_refuses_moves_nothing_and_can_be_paid_again(indebted, bank, mishap, code):
    bank.mishap = once(mishap)
    refused = refusal_of(indebted.pay, "cyd bob 50", key="k")
    assert refused.code == code
    assert refusal_of(indebted.pay, "cyd bob 50", key="k").code == code
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 200, "cyd": 200}
    assert [line.kind for line in indebted.log()][-2:] == ["asking", "failed"]
    indebted.pay("cyd bob 50", key="another")
    assert indebted.in_bank["bob"] == 250


def test_too_little_in_the_bank_is_an_insufficient_balance(indebted, bank):
    bank.pay_by_app("cyd", "system", "180")
    refused = refusal_of(indebted.pay, "cyd bob 50")
    assert isinstance(refused, PaymentRefused)
    assert refused.code == "insufficient_balance"


@pytest.mark.parametrize("mishap", UNKNOWN_AND_DONE)
def test_a_payment_without_an_answer_is_unknown_until_it_is_found_and_then_booked(indebted, bank, mishap):
    bank.mishap = once(mishap)
    assert refusal_of(indebted.pay, "cyd bob 50", key="k").code == "in_progress"
    assert [order["state"] for order in indebted.view()["bank"]["orders"]] == ["unknown"]
    assert indebted.due == [("cyd", "bob", 50, "fraud")]
    # Nobody can pay a second time meanwhile: neither this phone nor another one.
    for key in ("k", "another", None):
        assert isinstance(refusal_of(indebted.pay, "cyd bob 50", key=key), InProgress)
    indebted.later(19)
    assert indebted.due
    indebted.later(1)
    assert indebted.due == []
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert indebted.pay("cyd bob 50", key="k").amount == 50
    assert len(bank.between("cyd", "bob")) == 1


@pytest.mark.parametrize("mishap", UNKNOWN_NOT_DONE)
def test_a_payment_that_is_not_found_is_looked_for_again_and_decided_by_a_person(indebted, bank, mishap):
    bank.mishap = once(mishap)
    assert refusal_of(indebted.pay, "cyd bob 50").code == "in_progress"
    decide = indebted.services.deciding
    order = indebted.order.reference
    host = indebted.actor("ada")
    assert isinstance(refusal_of(decide.send_again, host, order), Conflict)
    assert refusal_of(decide.case, indebted.actor("bob"), order).code == "not_allowed"
    looks = [indebted.later(seconds) or indebted.order.looks for seconds in (20, 50, 125, 300, 300)]
    assert looks == [1, 2, 3, 4, 5]
    case = decide.case(host, order)
    assert (case.found, case.alike, case.fault, case.may_send) == ((), (), "", True)
    decide.send_again(host, order)
    assert indebted.due == []
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert {made.fields["reckless"] for made in bank.between("cyd", "bob")} == {order}


def test_a_payment_that_is_given_up_can_be_paid_anew(indebted, bank):
    bank.mishap = once(Mishap.LOST_BEFORE)
    refusal_of(indebted.pay, "cyd bob 50")
    indebted.later(100)
    order = indebted.order.reference
    assert indebted.services.deciding.give_up(indebted.actor("ada"), order).state == "failed"
    indebted.pay("cyd bob 50")
    assert indebted.in_bank == indebted.balances


def test_what_a_slow_server_carries_out_late_is_found_and_never_sent_again(indebted, bank):
    bank.mishap = once(Mishap.LATE)
    refusal_of(indebted.pay, "cyd bob 50")
    order = indebted.order.reference
    indebted.later(60)
    assert isinstance(
        refusal_of(indebted.services.deciding.send_again, indebted.actor("ada"), order), Conflict
    )
    indebted.later(40)
    assert isinstance(refusal_of(indebted.services.deciding.give_up, indebted.actor("ada"), order), Conflict)
    indebted.later(40)
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_a_session_that_ends_in_mid_pay_costs_nobody_a_second_payment(indebted, bank):
    bank.mishap = once(Mishap.SESSION_OVER)
    indebted.pay("cyd bob 50")
    assert len(bank.between("cyd", "bob")) == 1


def test_a_process_that_is_killed_while_it_asks_leaves_an_order_that_is_found(indebted, bank):
    class Killed(BaseException):
        pass

    def kill(*_):
        raise Killed

    indebted.program.ground.rail.client.view_transaction = kill
    with pytest.raises(Killed):
        indebted.pay("cyd bob 50", key="k")
    assert indebted.order.state == "asking"
    assert isinstance(refusal_of(indebted.pay, "cyd bob 50", key="k"), InProgress)
    indebted.restart()
    indebted.later(149)
    assert indebted.order.state == "asking"
    indebted.later(1)
    assert indebted.order.state == "unknown"
    indebted.later(20)
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}


@pytest.mark.parametrize("address", ["", "https://shop.test/"])
def test_a_ticket_of_ours_comes_to_its_end_with_its_order_whoever_was_killed_in_between(indebted, address):
    class Killed(BaseException):
        pass

    bob, cyd = indebted.actor("bob"), indebted.actor("cyd")
    tickets = indebted.services.tickets
    number = tickets.create(bob, "bob", TicketDraft("50", success_url=address)).number

    def kill(*_):
        raise Killed

    indebted.program.ground.rail.client.view_transaction = kill
    if address:
        tickets.approve(cyd, number)
    with pytest.raises(Killed):
        tickets.process(bob, number) if address else tickets.approve(cyd, number)
    assert isinstance(refusal_of(tickets.cancel, bob, number), InProgress)
    indebted.restart()
    indebted.later(150)
    indebted.later(20)
    paid = indebted.services.tickets.get(number)
    assert (paid.status, paid.approved_by) == ("processed", "cyd")
    assert indebted.services.tickets.approve(cyd, number).transfer == paid.transfer
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_a_ticket_whose_payment_the_bank_refuses_can_be_paid_later(indebted, bank):
    bob, cyd = indebted.actor("bob"), indebted.actor("cyd")
    tickets = indebted.services.tickets
    number = tickets.create(bob, "bob", TicketDraft("50")).number
    bank.mishap = once(Mishap.REFUSED)
    refusal_of(tickets.approve, cyd, number)
    assert tickets.get(number).status == "open"
    assert tickets.approve(cyd, number).status == "processed"


def test_without_a_custom_field_the_reference_stands_in_the_description(database_url, clock):
    bank = StandIn(clock.now, fields=False, skew_s=-7200, page_cap=2, filters=False)
    evening = BankEvening(program_at(database_url, clock, bank), bank).start().a_debt()
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(evening.pay, "cyd bob 50")
    for _ in range(5):
        bank.move("system", bank.users["cyd"], 1, "noise")
        bank.pay_by_app("cyd", "system", "1")
    evening.later(20)
    assert evening.due == []
    assert bank.between("cyd", "bob")[0].description == f"fraud [{evening.order.reference}]"
    evening.program.close()


def test_no_move_is_taken_back_while_the_bank_is_asked_for_a_payment(indebted, bank):
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(indebted.pay, "cyd bob 50")
    assert {"type": "undo"} not in indebted.moves("ada")
    assert isinstance(refusal_of(indebted.undo), InProgress)


def test_a_match_waits_for_credits_that_the_bank_does_not_answer_for_and_begins_by_itself(evening, bank):
    bank.mishap = once(Mishap.LOST_AFTER)
    assert refusal_of(evening.start).code == "in_progress"
    assert evening.phase == "lobby"
    assert isinstance(refusal_of(evening.start), InProgress)
    evening.later(20)
    evening.later(10)
    assert evening.phase == "turn"
    assert evening.in_bank == evening.balances == {"ada": 200, "bob": 200, "cyd": 200}


def test_a_bank_that_can_not_be_reached_lets_no_match_begin_and_changes_nothing(evening, bank):
    bank.down = True
    before = len(evening.log())
    assert isinstance(refusal_of(evening.start), Unavailable)
    assert len(evening.log()) == before


def test_while_the_bank_is_away_play_goes_on_and_debts_wait(indebted, bank):
    bank.down = True
    refused = refusal_of(indebted.pay, "cyd bob 50")
    assert isinstance(refused, RailRefused)
    assert indebted.due == [("cyd", "bob", 50, "fraud")]
    bank.down = False
    indebted.pay("cyd bob 50")
    assert indebted.in_bank == indebted.balances


def test_a_reversal_is_a_chargeback_with_the_same_checks(indebted, bank):
    receipt = indebted.pay("cyd bob 50")
    back = indebted.reverse(receipt.number)
    assert (back.payer, back.payee, back.amount, back.reverses) == ("bob", "cyd", 50, receipt.number)
    assert bank.between("cyd", "bob")[0].undone_by is not None
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 200, "cyd": 200}
    assert isinstance(refusal_of(indebted.reverse, receipt.number), Conflict)


def test_a_reversal_without_an_answer_is_found_by_what_it_charges_back(indebted, bank):
    receipt = indebted.pay("cyd bob 50")
    bank.mishap = once(Mishap.LOST_AFTER, end="/chargeback")
    assert refusal_of(indebted.reverse, receipt.number).code == "in_progress"
    assert isinstance(refusal_of(indebted.reverse, receipt.number), InProgress)
    indebted.later(20)
    assert indebted.in_bank == indebted.balances == {"ada": 200, "bob": 200, "cyd": 200}
