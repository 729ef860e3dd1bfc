"""A program over a database of its own, for each test; on PostgreSQL too where a test asks for both."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from app.services.program import Program, open_program
from tests.integration.databases import empty, new_file
from tests.integration.evening import Evening, HandClock, settings_for


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing what people chose costs next to nothing; what it costs in earnest, the unit tests hold."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("app.services.people.passwords._CHOSEN", quick)


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database; `ON_BOTH` asks for SQLite and PostgreSQL by turns."""
    match getattr(request, "param", "sqlite"):
        case "postgres":
            return empty(request.getfixturevalue("postgres_database"))
        case "bare postgres":
            return str(request.getfixturevalue("postgres_url"))
        case "bare sqlite":
            return f"sqlite:///{tmp_path / 'evening.sqlite'}"
        case _:
            return new_file(tmp_path / "evening.sqlite")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def program(database_url: str, clock: HandClock) -> Iterator[Program]:
    program = open_program(settings_for(database_url), clock=clock)
    yield program
    program.close()


@pytest.fixture
def evening(program: Program) -> Iterator[Evening]:
    """Ada, Bob and Cyd sit at a table that Ada opened; nothing has begun."""
    with ExitStack() as stack:
        evening = Evening(program)
        stack.callback(lambda: evening.program.close())  # a restart puts another program in its place
        yield evening
        if not evening.spoiled:
            evening.check()
