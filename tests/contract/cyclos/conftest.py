from collections.abc import Iterator
from pathlib import Path

import pytest

from app.services.program import Program, open_program
from tests.contract.cyclos.bank import Bank
from tests.integration.databases import empty, new_file
from tests.integration.evening import HandClock, settings_for


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database; `ON_BOTH` asks for SQLite and PostgreSQL by turns."""
    if getattr(request, "param", "sqlite") == "postgres":
        return empty(request.getfixturevalue("postgres_database"))
    return new_file(tmp_path / "bank.sqlite")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def program(database_url: str, clock: HandClock) -> Iterator[Program]:
    program = open_program(settings_for(database_url), clock=clock)
    yield program
    program.close()


@pytest.fixture
def bank(program: Program) -> Bank:
    return Bank(program)
