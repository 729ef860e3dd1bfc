"""Many phones, one debt, one bank: whoever is first asks, and nobody asks twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from app.errors import AppError
from tests.integration.bank.evening import once
from tests.integration.bank.standin import Mishap
from tests.integration.databases import ON_BOTH
from tests.integration.evening import refusal_of

pytestmark = ON_BOTH


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Make all calls at one moment; how each ended."""

    def end(call: Callable[[], object]) -> str:
        try:
            call()
        except AppError as error:
            return error.code
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return sorted(pool.map(end, calls))


def test_ten_phones_pay_one_debt_once(indebted, bank):
    ended = at_once(*(lambda n=n: indebted.pay("cyd bob 50", key=f"phone {n}") for n in range(10)))
    assert ended.count("done") == 1
    assert set(ended) <= {"done", "in_progress", "nothing_due", "not_the_payer", "already_settled"}
    assert len(bank.between("cyd", "bob")) == 1
    assert indebted.in_bank == indebted.balances


def test_the_same_tap_sent_many_times_has_one_answer(indebted, bank):
    at_once(*(lambda: indebted.pay("cyd bob 50", key="one tap") for _ in range(6)))
    assert indebted.pay("cyd bob 50", key="one tap").amount == 50
    assert len(bank.between("cyd", "bob")) == 1


def test_looking_following_and_deciding_at_once_book_one_payment(indebted, bank):
    indebted.services.following.tick()
    bank.mishap = once(Mishap.LOST_AFTER)
    refusal_of(indebted.pay, "cyd bob 50")
    order, services = indebted.order.reference, indebted.services
    indebted.clock.pass_(100)
    at_once(
        services.orders.tick,
        services.following.tick,
        lambda: services.deciding.settle_with(indebted.actor("ada"), order, bank.transfers[-1].id),
        lambda: services.deciding.send_again(indebted.actor("ada"), order),
        lambda: services.deciding.give_up(indebted.actor("ada"), order),
        services.orders.tick,
    )
    assert len(indebted.log("payment")) == 1
    assert len(bank.between("cyd", "bob")) == 1
    assert indebted.in_bank == indebted.balances


def test_two_starts_at_once_ask_for_the_credits_once(evening, bank):
    at_once(evening.start, evening.start, evening.start)
    evening.later(11)
    assert evening.phase == "turn"
    assert evening.in_bank == evening.balances == {"ada": 200, "bob": 200, "cyd": 200}
