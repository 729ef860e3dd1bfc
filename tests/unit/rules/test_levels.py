"""Tables where nothing is declared. Source: rules/reckless.md, "Validation levels"."""

import pytest

from app.errors import IllegalMove
from app.rules.reckless.moves import Declare
from tests.unit.rules.kit import Table


@pytest.mark.parametrize("level", ["honor", "open"])
def test_nothing_is_declared_and_nobody_awaited(level):
    table = Table(validation=level)
    assert table.phase == "turn"
    assert table.turn is None
    assert table.waiting == ()
    assert table.refused("bob declare fraud ada").expected["reason"] == "wrong_moment"


@pytest.mark.parametrize("level", ["honor", "open"])
def test_all_that_can_be_moved_is_resigning(level):
    table = Table(validation=level)
    legal = table.rules.legal_moves(table.state, "ada", table.funds)
    assert [table.rules.encode(move) for move in legal] == [{"type": "resign"}]


@pytest.mark.parametrize("level", ["honor", "open"])
def test_cards_are_unknown_where_none_are_reported(level):
    assert Table(validation=level).cards("ada") is None


@pytest.mark.parametrize("action", ["fraud", "Fraud", "ponzi scheme", "Ponzi-Scheme", "PONZI_SCHEME"])
def test_on_honor_a_payment_of_an_actions_amount_passes(action):
    amount = 50 if action.lower() == "fraud" else 10
    table = Table(validation="honor").pay("ada", "bob", amount, action)
    assert table.funds["bob"] == 200 + amount


def test_on_honor_the_same_payment_can_be_made_again():
    table = Table(validation="honor").pay("ada", "bob", 50, "fraud").pay("ada", "bob", 50, "fraud")
    assert table.funds["ada"] == 100


def test_on_honor_who_has_less_pays_all_that_is_left_and_is_bankrupt():
    table = Table(validation="honor", funds={"ada": 15}).pay("ada", "bob", 15, "fraud")
    assert table.seat("ada")["bankrupt"]


def test_on_honor_the_last_solvent_player_wins():
    table = Table("ada bob", validation="honor", funds={"ada": 15}).pay("ada", "bob", 15, "fraud")
    assert table.winners == ("bob",)


def test_on_honor_resigning_can_decide_the_match():
    assert Table("ada bob", validation="honor").play("ada resign").winners == ("bob",)


def test_on_honor_a_correction_brings_a_bankrupt_player_back():
    table = Table(validation="honor", funds={"ada": 15}).pay("ada", "bob", 15, "fraud").correct(ada=15)
    assert not table.seat("ada")["out"]


def test_an_open_table_does_not_end_by_itself():
    table = Table("ada bob", validation="open").pay("ada", "bob", 200)
    assert table.winners is None
    assert not table.seat("ada")["bankrupt"]
    assert table.pay("bob", "ada", 1).funds["ada"] == 1
    assert table.play("ada resign").winners is None


def test_an_open_table_ends_when_it_is_closed():
    assert Table("ada bob", validation="open").pay("ada", "bob", 1).close().winners == ("bob",)


def test_at_an_open_table_any_words_may_name_the_payment():
    table = Table(validation="open").pay("ada", "bob", 3, "for the pizza")
    assert table.funds["bob"] == 203


def test_a_booked_payment_fits_only_the_debt_it_was_checked_for():
    table = Table().play("bob declare blackmail ada").allow()
    debt = table.rules.obligations(table.state)[0]
    assert table.rules.restore("ada", {"type": "pay", "payee": "bob", "amount": 50, "obligation": debt.id})
    for wrong in (
        {"payee": "bob", "amount": 49, "obligation": debt.id},
        {"payee": "cyd", "amount": 50, "obligation": debt.id},
        {"payee": "bob", "amount": 50, "obligation": debt.id + 1},
        {"payee": "bob", "amount": 50},
    ):
        with pytest.raises(IllegalMove):
            table.make(table.rules.restore("ada", {"type": "pay", **wrong}))


def test_a_declared_move_is_refused_even_when_it_is_made_by_the_program():
    with pytest.raises(IllegalMove):
        Table(validation="open").make(Declare("ada", "fraud", "bob"))
