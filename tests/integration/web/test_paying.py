"""Paying: from a tile's code, from the table, and every way in which it is refused."""

import pytest

from app.errors import Refusal
from app.pages.refusals import REFUSED
from tests.integration.evening import Evening
from tests.integration.web.conftest import Phone


def by_voice(program, app, validation):
    evening = Evening(program, "ann ben", validation=validation).start()
    return Phone(app, "ann").get(f"/tables/{evening.id}")


@pytest.fixture
def debt(evening):
    """Cyd owes Bob 50."""
    return evening.start().a_debt()


def test_a_tiles_code_opens_the_debt_filled_in_and_locked(debt, phone):
    cyd = (
        phone("cyd")
        .get("/pay/?to=bob")
        .says("You owe Bob 50.", "You have 200; 150 will be left.", "Pay Bob 50")
    )
    assert 'name="amount" value="50"' in cyd.html
    assert 'id="amount"' not in cyd.html


@pytest.mark.parametrize(
    "link", ["/PAY/?TO=BOB", "/Pay/?To=bob&AMOUNT=50&DESCRIPTION=FRAUD", "/pay/?to=B-O-B"]
)
def test_a_code_in_capitals_is_the_same_code(debt, phone, link):
    phone("cyd").get(link).says("You owe Bob 50.")


def test_two_taps_from_the_camera_to_paid(debt, phone):
    phone("cyd").get("/pay/?to=bob").press("Pay Bob 50").says("You paid Bob 50.")
    assert debt.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_payer_and_payee_see_the_same_four_digits(debt, phone):
    receipt = debt.pay("cyd bob 50")
    phone("cyd").get(f"/receipts/{receipt.number}").says("You paid Bob 50.", receipt.confirmation)
    phone("bob").get(f"/receipts/{receipt.number}").says("Cyd paid you 50.", receipt.confirmation)


def test_the_payees_table_learns_of_the_payment(debt, phone):
    receipt = debt.pay("cyd bob 50")
    n = receipt.number.rpartition("-")[2]
    assert f'data-paid="{n}"' in phone("bob").get(f"/tables/{debt.id}/fragment").html
    assert "data-paid" not in phone("ada").get(f"/tables/{debt.id}/fragment").html
    phone("bob").get(f"/tables/{debt.id}/paid/{n}").says("Cyd paid you 50.", receipt.confirmation)


def test_a_receipt_is_nobody_elses_business(debt, phone):
    receipt = debt.pay("cyd bob 50")
    assert phone("ada").get(f"/receipts/{receipt.number}").page.status_code == 404


def test_the_same_form_sent_twice_pays_once(debt, phone):
    cyd = phone("cyd").get("/pay/?to=bob")
    form = cyd.button("Pay Bob 50")
    first, second = (cyd.client.post(form.action, data=form.fields) for _ in range(2))
    assert first.location == second.location
    assert debt.balances["cyd"] == 150


def test_a_wrong_payee_is_told_what_is_owed_and_gets_a_button_to_pay_that(debt, phone):
    cyd = (
        phone("cyd")
        .get("/pay/?to=ada&amount=50")
        .says("You owe somebody else.", "What you owe instead", "Pay Bob 50")
    )
    cyd.press("Pay Bob 50").says("You paid Bob 50.")


def test_a_debt_that_was_paid_meanwhile_moves_nothing_a_second_time(debt, phone):
    cyd = phone("cyd").get("/pay/?to=bob")
    debt.pay("cyd bob 50")
    cyd.press("Pay Bob 50").says("This debt is paid already. Nothing moved a second time.")
    assert debt.balances["cyd"] == 150


@pytest.mark.parametrize(
    ("who", "to", "amount", "action", "reason"),
    [
        ("cyd", "ada", "50", "fraud", Refusal.WRONG_PAYEE),
        ("cyd", "bob", "40", "fraud", Refusal.WRONG_AMOUNT),
        ("cyd", "bob", "50", "bribe", Refusal.WRONG_ACTION),
        ("ada", "bob", "50", "fraud", Refusal.NOT_THE_PAYER),
        ("cyd", "bob", "-50", "fraud", Refusal.BAD_AMOUNT),
        ("cyd", "bob", "50.00", "fraud", Refusal.BAD_AMOUNT),
    ],
)
def test_a_refused_payment_says_why_in_plain_words(debt, phone, who, to, amount, action, reason):
    before = debt.balances
    page = phone(who).get("/receive").send("/pay/", to=to, amount=amount, description=action)
    page.says(str(REFUSED[reason.value]))
    assert debt.balances == before


def test_nothing_can_be_paid_when_nothing_is_due(evening, phone):
    evening.start()
    phone("cyd").get("/pay/?to=bob").says("Nothing is due at this table right now.")


def test_every_refusal_has_its_sentence():
    assert set(REFUSED) == {reason.value for reason in Refusal}


def test_nobody_pays_themselves(program, app):
    ann = by_voice(program, app, "open")
    ann.get("/receive").send("/pay/", to="ann", amount="5").says("You can't pay yourself.")


def test_my_code_carries_what_i_am_owed(debt, phone):
    bob = phone("bob").get("/receive").says("Cyd owes you.", "BOB")
    assert bob.codes() == ["http://tiles.test/pay/?to=bob&amount=50&description=fraud"]


def test_my_code_is_plain_when_nobody_owes_me(debt, phone):
    assert phone("ada").get("/receive").codes() == ["http://tiles.test/pay/?to=ada"]


def test_a_table_by_voice_takes_any_priced_action(program, app):
    ann = by_voice(program, app, "honor").says("Play by voice. Pay here.", "Pay Ben")
    ann.get("/pay/?to=ben").press("Pay Ben", amount="50", description="fraud").says("You paid Ben 50.")
    ann.get("/pay/?to=ben").press("Pay Ben", amount="49", description="fraud").says(
        "That is not the amount you owe."
    )
    ann.get("/").says("Ann 150", "Ben 250")


def test_the_host_settles_a_debt_of_somebody_who_is_away(debt, phone):
    phone("ada").get(f"/tables/{debt.id}/corner").press("For Cyd: pay Bob 50")
    assert debt.balances["bob"] == 250
