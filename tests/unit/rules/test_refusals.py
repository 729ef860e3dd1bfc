"""Each reason for refusing a payment, in the order of checking. Source: rules/reckless.md, "A transfer is valid"."""

import pytest

from app.errors import PaymentRefused, Refusal
from app.rules import GAMES, Payment
from tests.unit.rules.kit import Table, deck_with


def owing() -> Table:
    """Ada owes Bob 50 for blackmail."""
    return Table().play("bob declare blackmail ada").allow()


def paid() -> Table:
    """Ada has paid, and Cyd is to declare."""
    return owing().pay_all()


def half_paid() -> Table:
    """Of a Ponzi Scheme of Bob's, Cyd has paid, and Ada has not."""
    return Table().play("bob declare ponzi_scheme").allow().pay("cyd", "bob", 10)


def poor() -> Table:
    """Ada owes 50, and has lost credits since in a way the game was not told of."""
    table = owing()
    table.funds = {**table.funds, "ada": 30}
    return table


def table_of(validation: str, **funds: int) -> Table:
    return Table(validation=validation, funds=funds)


CASES = [
    (Refusal.GAME_OVER, lambda: owing().close(), ("ada", "bob", 50, None)),
    (Refusal.GAME_OVER, lambda: table_of("open").close(), ("ada", "bob", 50, None)),
    (Refusal.NOTHING_DUE, Table, ("ada", "bob", 50, "fraud")),
    (Refusal.NOTHING_DUE, paid, ("ada", "bob", 49, None)),
    (Refusal.NOTHING_DUE, lambda: paid().play("cyd declare fraud ada"), ("ada", "bob", 50, None)),
    (Refusal.NOTHING_DUE, lambda: Table().play("bob declare fraud ada"), ("ada", "bob", 50, "fraud")),
    (Refusal.NOT_THE_PAYER, owing, ("cyd", "bob", 50, "blackmail")),
    (Refusal.NOT_THE_PAYER, owing, ("bob", "ada", 50, "blackmail")),
    (Refusal.NOT_THE_PAYER, lambda: table_of("honor"), ("eve", "bob", 50, "fraud")),
    (Refusal.WRONG_PAYEE, owing, ("ada", "cyd", 50, "blackmail")),
    (Refusal.WRONG_PAYEE, owing, ("ada", "ada", 50, "blackmail")),
    (Refusal.WRONG_PAYEE, lambda: table_of("honor"), ("ada", "eve", 50, "fraud")),
    (Refusal.WRONG_AMOUNT, owing, ("ada", "bob", 49, "blackmail")),
    (Refusal.WRONG_AMOUNT, owing, ("ada", "bob", 0, "blackmail")),
    (Refusal.WRONG_AMOUNT, owing, ("ada", "bob", 201, "blackmail")),
    (Refusal.WRONG_AMOUNT, lambda: table_of("honor"), ("ada", "bob", 49, "fraud")),
    (Refusal.WRONG_AMOUNT, lambda: table_of("honor", ada=60), ("ada", "bob", 60, "fraud")),
    (Refusal.WRONG_ACTION, owing, ("ada", "bob", 50, "fraud")),
    (Refusal.WRONG_ACTION, owing, ("ada", "bob", 50, "pizza")),
    (Refusal.WRONG_ACTION, lambda: table_of("honor"), ("ada", "bob", 50, "pizza")),
    (Refusal.WRONG_ACTION, lambda: table_of("honor"), ("ada", "bob", 50, None)),
    (Refusal.WRONG_ACTION, lambda: table_of("honor", ada=60), ("ada", "bob", 60, "scandal")),
    (Refusal.ALREADY_SETTLED, paid, ("ada", "bob", 50, None)),
    (Refusal.ALREADY_SETTLED, paid, ("ada", "bob", 50, "Blackmail")),
    (Refusal.ALREADY_SETTLED, half_paid, ("cyd", "bob", 10, None)),
    (Refusal.INSUFFICIENT_BALANCE, poor, ("ada", "bob", 50, None)),
    (Refusal.INSUFFICIENT_BALANCE, lambda: table_of("honor", ada=30), ("ada", "bob", 50, "fraud")),
    (Refusal.INSUFFICIENT_BALANCE, lambda: table_of("open"), ("ada", "bob", 201, None)),
    (Refusal.INSUFFICIENT_BALANCE, lambda: table_of("open"), ("eve", "bob", 1, None)),
    (Refusal.SELF_PAYMENT, lambda: table_of("honor"), ("ada", "ada", 50, "fraud")),
    (Refusal.SELF_PAYMENT, lambda: table_of("open"), ("ada", "ada", 5, None)),
    (Refusal.BAD_AMOUNT, lambda: table_of("open"), ("ada", "bob", 0, None)),
    (Refusal.BAD_AMOUNT, lambda: table_of("open"), ("ada", "bob", -5, None)),
]


@pytest.mark.parametrize(("reason", "table", "payment"), CASES, ids=[str(case[0]) for case in CASES])
def test_a_payment_is_refused_with_the_first_reason_that_applies(reason, table, payment):
    assert table().payment_refused(*payment).reason == reason


def test_without_a_match_there_is_no_game():
    with pytest.raises(PaymentRefused) as refused:
        GAMES["reckless"].check_payment(None, Payment("ada", "bob", 50), {"ada": 200})
    assert refused.value.reason == Refusal.NO_GAME


def test_every_reason_has_a_test():
    assert {case[0] for case in CASES} | {Refusal.NO_GAME} == set(Refusal)


@pytest.mark.parametrize("name", ["blackmail", "Blackmail", "BLACKMAIL", " black-mail ", "", "  ", None])
def test_the_action_may_be_named_in_any_spelling_or_not_at_all(name):
    assert owing().pay("ada", "bob", 50, name).turn == "cyd"


def test_the_action_may_be_named_as_the_deck_names_its_card():
    table = Table(deck=deck_with('name = "Ponzi Scheme"', 'name = "Pyramid"'))
    table.play("bob declare ponzi_scheme").allow()
    assert table.pay("ada", "bob", 10, "pyramid").waiting == ("cyd",)


def test_a_refused_payer_is_told_the_own_debts():
    refused = half_paid().payment_refused("ada", "bob", 11)
    assert refused.expected == {
        "due": [{"id": 1, "payer": "ada", "payee": "bob", "amount": 10, "action": "ponzi_scheme"}]
    }


def test_who_owes_nothing_is_told_what_others_owe():
    refused = owing().payment_refused("cyd", "bob", 50)
    assert [debt["payer"] for debt in refused.expected["due"]] == ["ada"]


def test_a_refused_payment_changes_nothing():
    table = owing()
    before = table.state
    table.payment_refused("ada", "bob", 49)
    assert table.state == before


def test_a_debt_is_paid_once():
    table = owing()
    payment = Payment("ada", "bob", 50)
    move = table.rules.check_payment(table.state, payment, table.funds)
    table.make(move)
    with pytest.raises(Exception, match="moment"):
        table.make(move)
