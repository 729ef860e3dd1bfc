"""One house of ours as the bank of another: the relay, its client and the Cyclos door test each other."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.factory import create_app
from app.rails.cyclos import CyclosRail
from app.services.people.passwords import hash_printed
from app.services.program import Program, open_program
from app.storage import people
from app.storage.people import PersonRow
from cyclos_client import CyclosClient, RetryPolicy, SessionLogin
from tests.contract.client.wsgi import IntoTheApp
from tests.integration.databases import new_file
from tests.integration.evening import ORGANIZER, START, Evening, HandClock, settings_for

PASSWORD = "wordofada"


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def there(tmp_path: Path, clock: HandClock) -> Iterator[Evening]:
    """The house that is the bank: an open table, where whoever sits may pay whom they like."""
    with closing(open_program(settings_for(new_file(tmp_path / "there.sqlite")), clock=clock)) as program:
        yield bank(program)


def bank(program: Program) -> Evening:
    evening = Evening(program, validation="open").start()
    olga = PersonRow("olga", "Olga", "organizer", hash_printed(PASSWORD), None, None, 0, START, None)
    program.database.write(lambda connection: people.add(connection, [olga]))
    return evening


@pytest.fixture
def rail(there: Evening) -> CyclosRail:
    way = IntoTheApp(create_app(settings_for(there.program.database.url), there.program))
    client = CyclosClient(
        "https://there.test", SessionLogin("olga", PASSWORD), adapter=way, retries=RetryPolicy(attempts=1)
    )
    return CyclosRail(client)


@pytest.fixture
def here(tmp_path: Path, clock: HandClock, rail: CyclosRail) -> Iterator[Evening]:
    """The house that relays: a strict table with the same people, one of whom owes 50."""
    url = new_file(tmp_path / "here.sqlite")
    with closing(open_program(settings_for(url), clock=clock, rail=rail)) as program:
        evening = Evening(program).start().a_debt()
        evening.services.following.tick()
        yield evening
        evening.check()


def test_a_debt_here_is_paid_there_and_can_be_reversed(here, there):
    receipt = here.pay("cyd bob 50 fraud")
    assert here.balances == there.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert there.transfers()[-1].action.startswith("fraud [rk-")
    here.reverse(receipt.number)
    assert here.balances == there.balances == {"ada": 200, "bob": 200, "cyd": 200}


def test_a_payment_made_there_settles_the_debt_here_and_a_wrong_one_is_given_back(here, there):
    clock = here.clock
    clock.pass_(1)
    there.pay("cyd ada 7 luck")
    there.pay("cyd bob 50 fraud")
    here.services.following.tick()
    assert here.due == []
    (flagged,) = here.services.following.flagged(ORGANIZER)
    assert (flagged.payer, flagged.payee, flagged.amount, flagged.description) == ("cyd", "ada", "7", "luck")
    assert here.services.following.charge_back(ORGANIZER, flagged.id).state == "settled"
    assert here.balances == there.balances == {"ada": 200, "bob": 250, "cyd": 150}
    assert here.services.reconciling.run(ORGANIZER).differences == ()


def test_what_is_set_up_there_is_told(rail, there):
    report = rail.check(webhook="https://here.test/bank/tickets")
    told = {one.what: one.ok for one in report.findings}
    assert told["Sign-in"]
    assert told["Player to player: payment type"]
    assert told["Transfers"]
