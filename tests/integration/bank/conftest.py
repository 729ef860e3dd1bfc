"""An evening whose credits are in the stand-in's books."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.integration.bank.evening import BankEvening, program_at
from tests.integration.bank.standin import StandIn
from tests.integration.evening import HandClock


@pytest.fixture
def bank(clock: HandClock) -> StandIn:
    return StandIn(clock.now)


@pytest.fixture
def evening(database_url: str, clock: HandClock, bank: StandIn) -> Iterator[BankEvening]:
    """Ada, Bob and Cyd sit at a table that Ada opened; nothing has begun."""
    with ExitStack() as stack:
        evening = BankEvening(program_at(database_url, clock, bank), bank)
        stack.callback(lambda: evening.program.close())  # a restart puts another program in its place
        yield evening
        evening.check()


@pytest.fixture
def indebted(evening: BankEvening) -> BankEvening:
    """Cyd owes Bob 50 for fraud."""
    evening.start().a_debt()
    return evening
