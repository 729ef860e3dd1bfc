"""`reckless audit verify`: what a hand in the database changes comes to light."""

import sqlite3
from collections.abc import Callable

import pytest

from app.services.audit import Verdict
from app.services.program import Program
from tests.integration.cli.conftest import Reckless
from tests.integration.evening import SECRET_KEY, Evening


@pytest.fixture
def verify(program: Program, database_url: str, reckless: Reckless):
    """An evening with one payment, then a hand in its database, then the command."""
    evening = Evening(program).start().a_debt()
    evening.pay_all()
    program.close()
    reckless.environ |= {"RECKLESS_DATABASE_URL": database_url, "RECKLESS_SECRET_KEY": SECRET_KEY}

    def tamper_and_verify(*statements: str):
        connection = sqlite3.connect(database_url.removeprefix("sqlite:///"))
        # Whoever has the file can drop the triggers that refuse changes.
        triggers = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
        ]
        for statement in (*(f"DROP TRIGGER {name}" for name in triggers), *statements) if statements else ():
            connection.execute(statement)
        connection.commit()
        connection.close()
        return reckless("audit", "verify", "--json")

    return tamper_and_verify


def test_untouched_books_hold(verify: Callable):
    ended = verify()
    assert ended.code == 0
    assert (ended.data["ok"], ended.data["tables"], ended.data["faults"]) == (True, 1, [])
    assert ended.data["transfers"] == 4  # three grants and a payment


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE transfers SET amount = amount + 1 WHERE number = 2",
        "UPDATE transfers SET payee = '@bank' WHERE kind = 'payment'",
        "UPDATE entries SET balance = balance + 1 WHERE transfer = 3",
        "UPDATE accounts SET balance = balance + 10 WHERE owner = 'ada'",
        "UPDATE log SET data = '{}' WHERE seq = 3",
        "DELETE FROM transfers WHERE number = (SELECT max(number) FROM transfers)",
        "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)",
        "UPDATE tables SET transfers = 3, seq = seq - 1",
    ],
)
def test_a_row_that_was_changed_by_hand_is_found(verify: Callable, statement: str):
    ended = verify(statement)
    assert ended.code == 1
    assert ended.data["ok"] is False
    assert set(ended.data["faults"][0]) == {"table", "where", "found", "expected"}


def test_the_first_bad_transfer_is_named_to_people(verify: Callable, reckless: Reckless):
    verify("UPDATE transfers SET amount = amount + 1 WHERE number = 2")
    ended = reckless("audit", "verify")
    assert ended.code == 1
    assert "the books do NOT hold" in ended.out
    assert "-2: found" in ended.out


def test_a_command_offers_all_processors_and_takes_fewer(verify: Callable, reckless: Reckless, monkeypatch):
    asked = []

    def several(*_, processes: int, **__):
        asked.append(processes)
        return Verdict()

    monkeypatch.setattr("app.services.history.service.WORTH_PROCESSES", 0)
    monkeypatch.setattr("app.services.history.service.prove", several)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    verify()
    reckless("audit", "verify", "--processes", "3")
    assert reckless("audit", "verify", "--processes", "1").code == 0
    assert asked == [7, 3]
    reckless("audit", "verify", "--processes", "0").refused("--processes")
