"""Paying through a Cyclos: asked once, booked once, and never called failed while nobody knows."""

from contextlib import ExitStack

import pytest

from tests.integration.bank.evening import BankEvening, program_at
from tests.integration.bank.standin import Mishap, StandIn
from tests.integration.evening import HandClock


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
def bank(clock):
    return StandIn(clock.now)


@pytest.fixture
def evening(database_url, clock, bank):
    with ExitStack() as stack:
        evening = BankEvening(program_at(database_url, clock, bank), bank)
        stack.callback(lambda: evening.program.close())
        yield evening
        evening.check()


def once(mishap: Mishap, method: str = "POST", end: str = "/payments"):
    """A mishap that happens to the next such request, and to no other."""
    left = [mishap]

    def happen(verb: str, path: str) -> Mishap:
        return left.pop() if left and verb == method and path.endswith(end) else Mishap.NONE

    return happen


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
