"""Paying: valid when, and only when, a debt is open for exactly this; anything else moves nothing."""

from itertools import product
from typing import Any

import pytest

from app.errors import Conflict, Invalid, KeyReused, NotAllowed, NotFound, PaymentRefused, Refusal
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player, refusal_of
from tests.unit.rules.kit import shipped_deck

pytestmark = ON_BOTH

SHIPPED = shipped_deck()
COSTLY = SHIPPED.replace('action = "fraud"\namount = 50\ncost = 0', 'action = "fraud"\namount = 50\ncost = 5')
POOR = SHIPPED.replace("starting_credits = 200", "starting_credits = 40")


def refused(evening: Evening, line: str, **how) -> Any:
    """The refusal of a payment, after making sure that nothing has moved."""
    before, lines = evening.everything(), len(evening.log())
    refusal = refusal_of(evening.pay, line, **how)
    assert isinstance(refusal, PaymentRefused), refusal
    assert evening.everything() == before
    assert len(evening.log()) == lines + 1
    return refusal


@pytest.fixture
def indebted(evening: Evening) -> Evening:
    """Cyd owes Bob 50 for fraud."""
    return evening.start().a_debt()


# What is valid


def test_a_debt_is_paid_by_payer_payee_and_amount(indebted):
    receipt = indebted.pay("cyd bob 50")
    assert (receipt.payer, receipt.payee, receipt.amount, receipt.action) == ("cyd", "bob", 50, "fraud")
    assert indebted.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert indebted.due == []
    assert indebted.turn == "cyd"


@pytest.mark.parametrize("action", ["fraud", "Fraud", "FRAUD", " fraud "])
def test_the_action_may_be_named_in_any_letter_case(indebted, action):
    assert indebted.pay(f"cyd bob 50 {action}").action == "fraud"


@pytest.mark.parametrize("payee", ["bob", "BOB", " b-o b "])
def test_the_payee_may_be_typed_in_any_way(indebted, payee):
    pay = indebted.services.payments.pay
    assert pay(player("cyd"), indebted.id, to=payee, amount=50).payee == "bob"


def test_a_receipt_says_all_there_is_to_say(indebted):
    receipt = indebted.pay("cyd bob 50 fraud", key="k")
    transfer = indebted.transfers()[-1]
    assert receipt == transfer
    assert (receipt.number, receipt.table_id, receipt.match) == (f"{indebted.id}-4", indebted.id, 1)
    assert (receipt.payer_name, receipt.payee_name) == ("Cyd", "Bob")
    assert (receipt.kind, receipt.level, receipt.at) == (
        "payment",
        "strict",
        indebted.program.ground.clock.now(),
    )
    assert len(receipt.confirmation) == 4
    assert receipt.confirmation.isdecimal()
    assert (receipt.reverses, receipt.reversed_by, receipt.reason) == (None, None, "")


def test_payer_payee_and_organizers_see_a_receipt_and_nobody_else_does(indebted):
    receipt = indebted.pay("cyd bob 50")
    for who in (player("cyd"), player("bob"), ORGANIZER):
        assert indebted.services.payments.receipt(who, receipt.number) == receipt
    with pytest.raises(NotFound):
        indebted.services.payments.receipt(player("ada"), receipt.number)


def test_a_number_that_is_no_transfers_is_not_found(indebted):
    for number in (
        "",
        "-",
        "1",
        "x-",
        "x-0",
        "x-99",
        "\x00-1",
        "\ud800-1",
        "x-1e9",
        "x-99999999999",
        "x-²",
        "x--1",
    ):
        wanted = number.replace("x", indebted.id)
        assert isinstance(refusal_of(indebted.services.payments.receipt, ORGANIZER, wanted), NotFound), wanted
        assert isinstance(refusal_of(indebted.reverse, wanted), NotFound), wanted


def test_the_payment_the_games_step_and_the_log_line_belong_together(indebted):
    receipt = indebted.pay("cyd bob 50 fraud")
    (line,) = indebted.log("payment")
    assert receipt.number == f"{indebted.id}-{line.data['transfer']}"
    assert [event["kind"] for event in line.data["events"]] == ["paid", "turn"]
    assert indebted.view()["last_payment"]["confirmation"] == receipt.confirmation
    assert indebted.view()["last_payment"]["seq"] == line.seq


# Every reason to refuse


def test_no_game(evening):
    assert refused(evening, "ada bob 40").reason is Refusal.NO_GAME


def test_game_over(indebted):
    indebted.close()
    assert refused(indebted, "cyd bob 50").reason is Refusal.GAME_OVER


def test_nothing_due(evening):
    assert refused(evening.start(), "ada bob 40").reason is Refusal.NOTHING_DUE


def test_not_the_payer(indebted):
    assert refused(indebted, "ada bob 50").reason is Refusal.NOT_THE_PAYER


def test_wrong_payee(indebted):
    assert refused(indebted, "cyd ada 50").reason is Refusal.WRONG_PAYEE


def test_who_does_not_sit_here_is_the_wrong_payee(indebted):
    pay = indebted.services.payments.pay
    for payee in ("eve", "@bank", "", "\ud800", "\x00", "x" * 5000):
        refusal = refusal_of(pay, player("cyd"), indebted.id, to=payee, amount=50)
        assert refusal.code == "wrong_payee", payee


def test_wrong_amount(indebted):
    for amount in (1, 49, 51, 500):
        assert refused(indebted, f"cyd bob {amount}").reason is Refusal.WRONG_AMOUNT


def test_wrong_action(indebted):
    for action in ("bribe", "frau", "fraud fraud", "x" * 5000):
        assert refused(indebted, f"cyd bob 50 {action}").reason is Refusal.WRONG_ACTION


def test_what_can_not_be_seen_names_no_action(indebted):
    pay = indebted.services.payments.pay
    assert pay(player("cyd"), indebted.id, to="bob", amount=50, action="\ud800\x00").action == "fraud"


def test_already_settled(evening):
    evening.start().play("bob declare ponzi_scheme").allow()
    evening.pay("ada bob 10")
    assert refused(evening, "ada bob 10").reason is Refusal.ALREADY_SETTLED


def test_insufficient_balance(program):
    evening = Evening(program, validation="open").start()
    assert refused(evening, "ada bob 201").reason is Refusal.INSUFFICIENT_BALANCE


def test_self_payment(program):
    evening = Evening(program, validation="open").start()
    assert refused(evening, "ada ada 40").reason is Refusal.SELF_PAYMENT


def test_bad_amount(indebted):
    before = indebted.everything()
    pay = indebted.services.payments.pay
    huge = (10**30, 10**5000, "9" * 5000)
    for amount in (-40, 0, "-0", "0.00", "--40", "+40", "40,00", True, None, 40.0, [50], *huge):
        refusal = refusal_of(pay, player("cyd"), indebted.id, to="bob", amount=amount)
        assert refusal.code == "bad_amount"
        assert indebted.everything() == before
        assert len(str(indebted.log("refused")[-1].data["tried"]["amount"])) <= 64


def test_who_is_refused_hears_what_would_be_right(indebted):
    (due,) = refused(indebted, "cyd ada 50").expected["due"]
    assert (due["payer"], due["payee"], due["amount"], due["action"]) == ("cyd", "bob", 50, "fraud")


def test_a_refused_try_is_in_the_log_with_what_was_tried_and_what_would_be_right(indebted):
    refused(indebted, "cyd ada 49 bribe")
    (line,) = indebted.log("refused")
    assert (line.actor, line.data["code"]) == ("cyd", "wrong_payee")
    assert line.data["tried"] == {"do": "pay", "to": "ada", "amount": "49", "action": "bribe", "for": None}
    assert line.data["expected"]["due"][0]["payee"] == "bob"


def test_a_stranger_can_not_pay_at_a_table(indebted):
    add_tiles(indebted.program, "eve")
    refusal = refusal_of(indebted.services.payments.pay, player("eve"), indebted.id, to="bob", amount=50)
    assert isinstance(refusal, NotAllowed)


def test_there_is_no_paying_at_a_table_that_is_not_there(indebted):
    with pytest.raises(NotFound):
        indebted.services.payments.pay(player("cyd"), "nowhere", to="bob", amount=50)


# Keys


def test_the_same_key_gives_the_same_receipt_and_pays_once(indebted):
    first = indebted.pay("cyd bob 50", key="k")
    assert indebted.pay("cyd bob 50", key="k") == first
    assert indebted.balances["cyd"] == 150


def test_the_same_key_gives_the_same_receipt_after_a_restart_and_another_turn(indebted):
    first = indebted.pay("cyd bob 50", key="k")
    indebted.restart().play("cyd declare bribe ada")
    assert indebted.pay("cyd bob 50", key="k") == first


@pytest.mark.parametrize("other", ["cyd bob 49", "cyd ada 50", "cyd bob 50 bribe"])
def test_a_key_with_other_contents_is_refused(indebted, other):
    indebted.pay("cyd bob 50", key="k")
    assert isinstance(refusal_of(indebted.pay, other, key="k"), KeyReused)
    assert indebted.balances["cyd"] == 150


def test_a_late_repeat_of_what_was_refused_does_not_succeed_by_surprise(evening):
    evening.start()
    assert refusal_of(evening.pay, "cyd bob 50", key="k").code == "nothing_due"
    evening.a_debt()
    again = refusal_of(evening.pay, "cyd bob 50", key="k")
    assert isinstance(again, PaymentRefused)
    assert again.code == "nothing_due"
    assert evening.pay("cyd bob 50", key="a new one").amount == 50


def test_two_people_may_have_made_the_same_key(evening):
    evening.start().play("bob declare ponzi_scheme").allow()
    evening.pay("ada bob 10", key="k")
    evening.pay("cyd bob 10", key="k")
    assert evening.balances["bob"] == 220


def test_a_key_is_short_and_printable(indebted):
    for key in ("x" * 101, "naïve", "a\nb", "\x00"):
        refusal = refusal_of(indebted.pay, "cyd bob 50", key=key)
        assert isinstance(refusal, Invalid)
        assert refusal.field == "Idempotency-Key"


# For an absent player


def test_the_host_settles_for_an_absent_player_and_it_is_logged_as_such(indebted):
    receipt = indebted.pay("cyd bob 50", by="ada")
    assert receipt.payer == "cyd"
    (line,) = indebted.log("payment")
    assert (line.actor, line.data["by"]) == ("ada", "cyd")


def test_an_organizer_may_settle_too(indebted):
    assert indebted.pay("cyd bob 50", by="olga").payer == "cyd"


def test_no_other_player_may_pay_with_somebodys_money(indebted):
    assert isinstance(refusal_of(indebted.pay, "cyd bob 50", by="bob"), NotAllowed)
    assert indebted.balances["cyd"] == 200


# What a page shows before one pays


def test_what_is_offered_is_what_is_accepted(indebted):
    quote = indebted.services.payments.quote
    offered = quote(player("cyd"), to="bob")
    assert (offered.refusal, offered.due["amount"], offered.due["action"]) == (None, 50, "fraud")
    assert (offered.payee_name, offered.balance, offered.table_id) == ("Bob", 200, indebted.id)


def test_the_offer_says_why_a_payment_will_be_refused(indebted):
    payments = indebted.services.payments
    for to, amount, action in product(
        ("bob", "ada", "cyd"), (50, "50", "49", "-1"), (None, "", "  ", " Fraud", "bribe")
    ):
        asked = {"to": to, "amount": amount, "action": action}
        offered = payments.quote(player("cyd"), **asked).refusal
        if offered is None:
            assert (to, int(amount)) == ("bob", 50)
        else:
            assert refusal_of(payments.pay, player("cyd"), indebted.id, **asked).code == offered, asked


@pytest.mark.parametrize("action", [None, "  ", " Fraud"])
def test_what_is_offered_in_any_spelling_is_accepted_in_it(indebted, action):
    asked = {"to": " BOB", "amount": " 50 ", "action": action}
    assert indebted.services.payments.quote(player("cyd"), **asked).refusal is None
    assert indebted.services.payments.pay(player("cyd"), indebted.id, **asked).amount == 50


def test_whoever_is_in_no_game_is_told_so(evening):
    assert evening.services.payments.quote(player("ada"), to="bob").refusal is Refusal.NO_GAME
    with pytest.raises(NotFound):
        evening.services.payments.quote(player("ada"), to="nobody")


# Levels


def test_at_the_honor_level_a_payment_names_an_action_and_has_its_price(program):
    evening = Evening(program, validation="honor").start()
    assert evening.pay("ada bob 50 fraud").level == "honor"
    assert refused(evening, "ada bob 50").reason is Refusal.WRONG_ACTION
    assert refused(evening, "ada bob 49 fraud").reason is Refusal.WRONG_AMOUNT


def test_at_the_honor_level_who_has_less_pays_all_that_is_left_and_is_out(program):
    evening = Evening(program, validation="honor").start()
    for _ in range(4):
        evening.pay("ada bob 40 bribe")
    assert evening.pay("ada bob 40 Bribe").action == "bribe"
    assert evening.balances["ada"] == 0
    assert refused(evening, "bob ada 40 bribe").reason is Refusal.WRONG_PAYEE
    assert refused(evening, "ada bob 1 bribe").reason is Refusal.NOT_THE_PAYER


def test_at_the_open_level_only_the_plain_ledger_is_asked(program):
    evening = Evening(program, validation="open").start()
    receipt = evening.pay("ada bob 7 a beer")
    assert (receipt.level, receipt.action) == ("open", "a beer")
    assert refused(evening, "ada eve 7").reason is Refusal.WRONG_PAYEE


def test_a_cost_goes_to_the_bank_when_the_action_is_declared(program):
    evening = Evening(program, deck=COSTLY).start()
    evening.play("bob declare fraud ada")
    charge = evening.transfers()[-1]
    assert (charge.kind, charge.payer, charge.payee, charge.amount) == ("charge", "bob", "@bank", 5)
    assert charge.action == "fraud"
    assert evening.balances["bob"] == 195
    evening.check()


# Reversing


def test_an_organizer_reverses_a_payment_by_a_linked_opposite_one(indebted):
    paid = indebted.pay("cyd bob 50")
    back = indebted.reverse(paid.number, "paid the wrong one")
    assert (back.payer, back.payee, back.amount, back.kind) == ("bob", "cyd", 50, "reversal")
    assert (back.reverses, back.reason, back.action) == (paid.number, "paid the wrong one", "fraud")
    assert indebted.services.payments.receipt(ORGANIZER, paid.number).reversed_by == back.number
    assert set(indebted.balances.values()) == {200}


def test_a_transfer_is_reversed_once(indebted):
    paid = indebted.pay("cyd bob 50")
    indebted.reverse(paid.number)
    assert isinstance(refusal_of(indebted.reverse, paid.number), Conflict)


def test_the_same_key_reverses_once_and_gives_the_same_receipt(indebted):
    paid = indebted.pay("cyd bob 50")
    assert indebted.reverse(paid.number, key="k") == indebted.reverse(paid.number, key="k")


def test_the_reversal_of_a_reversal_is_as_it_was(indebted):
    paid = indebted.pay("cyd bob 50")
    balances = indebted.balances
    indebted.reverse(indebted.reverse(paid.number).number)
    assert indebted.balances == balances


def test_what_was_spent_meanwhile_can_not_be_reversed_and_the_page_says_so(program):
    evening = Evening(program, validation="open").start()
    paid = evening.pay("ada bob 100")
    evening.pay("bob cyd 250")
    before = evening.everything()
    refusal = refusal_of(evening.reverse, paid.number)
    assert isinstance(refusal, Conflict)
    assert "Bob" in str(refusal)
    assert evening.everything() == before


def test_no_player_reverses_anything_the_host_included(indebted):
    paid = indebted.pay("cyd bob 50")
    for who in indebted.users:
        assert isinstance(refusal_of(indebted.reverse, paid.number, by=who), NotAllowed)


def test_a_reversal_has_a_readable_reason(indebted):
    paid = indebted.pay("cyd bob 50")
    for reason in ("", "   ", "x" * 201, "a\x00b", "\ud800"):
        assert isinstance(refusal_of(indebted.reverse, paid.number, reason), Invalid)


def test_a_payment_of_an_earlier_match_is_history(indebted):
    paid = indebted.pay("cyd bob 50")
    indebted.close().start()
    assert isinstance(refusal_of(indebted.reverse, paid.number), Conflict)


def test_after_the_end_the_last_match_can_still_be_corrected(indebted):
    paid = indebted.pay("cyd bob 50")
    indebted.close()
    indebted.reverse(paid.number)
    assert set(indebted.balances.values()) == {200}
    assert indebted.view()["status"] == "over"


def bankrupt(program) -> tuple[Evening, str]:
    """Cyd has paid her last credits to Bob; the number of that payment."""
    evening = Evening(program, "ada bob cyd dan", deck=POOR).start()
    evening.play("bob declare fraud cyd").allow().play("cyd concede")
    number = evening.pay("cyd bob 40").number
    assert [one["user"] for one in evening.view()["players"] if one["bankrupt"]] == ["cyd"]
    return evening, number


def test_a_reversal_brings_a_bankrupt_player_back_into_the_game(program):
    evening, number = bankrupt(program)
    evening.reverse(number)
    assert [one["user"] for one in evening.view()["players"] if one["bankrupt"]] == []
    assert evening.services.payments.quote(player("cyd"), to="bob").table_id == evening.id


def test_who_is_back_in_the_game_can_not_sit_down_elsewhere(program):
    evening, number = bankrupt(program)
    other = Evening(program, "eve")
    evening.reverse(number)
    assert isinstance(refusal_of(other.sit, "cyd"), Conflict)


def test_who_sits_at_another_table_by_now_is_not_brought_back(program):
    evening, number = bankrupt(program)
    other = Evening(program, "eve")
    other.sit("cyd")
    before = evening.everything()
    refusal = refusal_of(evening.reverse, number)
    assert isinstance(refusal, Conflict)
    assert "Cyd" in str(refusal)
    assert evening.everything() == before


def test_a_reversal_can_make_somebody_bankrupt(program):
    evening, _ = bankrupt(program)
    grant = next(t for t in evening.transfers() if t.kind == "grant" and t.payee == "ada")
    evening.reverse(grant.number)
    assert [one["user"] for one in evening.view()["players"] if one["bankrupt"]] == ["ada", "cyd"]
    assert evening.services.payments.quote(player("ada"), to="bob").table_id is None
    evening.check()
