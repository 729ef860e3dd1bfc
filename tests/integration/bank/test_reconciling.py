"""Both sides compared: what differs is told, with why it may and what to do, and what can be settled is."""

import pytest

from app.errors import NotAllowed
from tests.integration.bank.evening import once
from tests.integration.bank.standin import Mishap
from tests.integration.databases import execute
from tests.integration.evening import ORGANIZER, refusal_of


@pytest.fixture
def paid(indebted):
    """Cyd has paid Bob 50; both sides agree."""
    indebted.services.following.tick()
    indebted.pay("cyd bob 50")
    return indebted


def kinds(evening, **how) -> list[str]:
    return [one.kind.value for one in evening.services.reconciling.run(ORGANIZER, **how).differences]


def test_two_sides_that_agree_differ_in_nothing(paid, bank):
    comparison = paid.services.reconciling.run(ORGANIZER)
    assert (comparison.ok, comparison.transfers, comparison.movements) == (True, 4, 4)
    assert kinds(paid, table_id=paid.id) == []
    assert isinstance(refusal_of(paid.services.reconciling.run, paid.actor("ada")), NotAllowed)


def test_an_unknown_outcome_is_settled_on_the_way(indebted, bank):
    indebted.services.following.tick()
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(indebted.pay, "cyd bob 50")
    comparison = indebted.services.reconciling.run(ORGANIZER)
    assert (comparison.settled, comparison.ok) == (1, True)
    assert indebted.due == []


def test_one_that_is_not_found_is_left_for_a_person(indebted, bank):
    bank.mishap = once(Mishap.LOST_BEFORE)
    refusal_of(indebted.pay, "cyd bob 50")
    assert kinds(indebted) == ["undecided"]


def test_what_the_bank_lost_changed_or_charged_back_is_told(paid, bank):
    made = bank.between("cyd", "bob")[0]
    made.amount += 1
    assert kinds(paid) == ["other_there", "balance", "balance"]
    made.amount -= 1
    bank.transfers.remove(made)
    assert kinds(paid)[0] == "gone_there"
    bank.transfers.append(made)
    bank.charge_back({}, {}, made.id)
    assert kinds(paid)[:2] == ["flagged", "undone_there"]


def test_a_payment_past_us_and_its_balances_are_told_until_it_is_given_back(paid, bank):
    bank.pay_by_app("cyd", "ada", "7")
    assert kinds(paid) == ["flagged", "balance", "balance"]
    (flagged,) = paid.services.following.flagged(ORGANIZER)
    paid.services.following.charge_back(ORGANIZER, flagged.id)
    assert kinds(paid) == []


def test_what_is_booked_here_alone_is_told(paid, bank):
    execute(paid.program.database, "DELETE FROM movements WHERE transfer = 4")
    execute(paid.program.database, "DELETE FROM orders WHERE transfer = 4")
    assert kinds(paid, table_id=paid.id) == ["flagged", "not_there"]


def test_every_difference_says_what_why_and_what_to_do(paid, bank):
    bank.pay_by_app("cyd", "ada", "7")
    for one in paid.services.reconciling.run(ORGANIZER).differences:
        assert "%" not in "".join((one.advice.what, one.advice.why, one.advice.do))
