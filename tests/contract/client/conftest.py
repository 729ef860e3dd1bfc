from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.services.program import open_program
from tests.contract.client.bank import Bank
from tests.integration.databases import new_file
from tests.integration.evening import HandClock, settings_for


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[Bank]:
    """The whole service over an evening of its own; afterwards its books must prove themselves."""
    with closing(
        open_program(settings_for(new_file(tmp_path / "bank.sqlite")), clock=HandClock())
    ) as program:
        bank = Bank(program)
        yield bank
        bank.evening.check()


@pytest.fixture(scope="module")
def quiet_bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """One service for all tests that only look."""
    path = tmp_path_factory.mktemp("quiet") / "bank.sqlite"
    with closing(open_program(settings_for(new_file(path)), clock=HandClock())) as program:
        yield Bank(program)


@pytest.fixture(scope="module")
def owing_bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    """One service with an open debt, for all tests that must not change it."""
    path = tmp_path_factory.mktemp("owing") / "bank.sqlite"
    with closing(open_program(settings_for(new_file(path)), clock=HandClock())) as program:
        bank = Bank(program)
        bank.a_debt()
        yield bank
