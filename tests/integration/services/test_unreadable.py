"""Whatever a hand puts into the database file, the audit names it, and looks at all the rest as well."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.services.audit import Verdict
from app.services.history import History
from app.services.program import Program, open_program
from app.storage import Database
from tests.integration.databases import new_file
from tests.integration.evening import Evening, HandClock, settings_for

FF = "CAST(x'ff' AS TEXT)"
"""Text to SQLite, and no UTF-8."""

Prove = Callable[..., Verdict]


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory):
    """Two tables, FIRST and SECOND by their ids, and four checkpoints over their lines; nothing writes there again."""
    file = tmp_path_factory.mktemp("books") / "evening.sqlite"
    program = open_program(settings_for(new_file(file)), clock=HandClock())
    publish = program.services.proofs.publish
    evening = Evening(program)
    publish()
    evening.start()
    publish()
    other = Evening(program, "dan eve fay").start()
    publish()
    other.close()
    publish()
    assert program.services.history.verify().ok
    yield program, file, sorted((evening.id, other.id))
    program.close()


@pytest.fixture
def prove(books: tuple[Program, Path, list[str]], tmp_path: Path) -> Prove:
    """Proves a copy of these books after some statements, in which `FIRST` and `SECOND` stand for the tables' ids."""
    program, file, (first, second) = books

    def after(*statements: str, **how: int) -> Verdict:
        copy = tmp_path / "changed.sqlite"
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as changed:
            source.backup(changed)
            for (name,) in changed.execute(
                "SELECT name FROM sqlite_master WHERE type = 'trigger'"
            ).fetchall():
                changed.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                changed.execute(statement.replace("FIRST", f"'{first}'").replace("SECOND", f"'{second}'"))
            changed.commit()
        with closing(Database(f"sqlite:///{copy}")) as database:
            return History(replace(program.ground, database=database)).verify(**how)

    return after


BAD_TEXT = [
    (f"UPDATE log SET data = {FF} WHERE seq = 2", "line 2 of the log, its data: found ff, expected a text"),
    (f"UPDATE log SET kind = {FF} WHERE seq = 3", "line 3 of the log, its kind: found ff"),
    (f"UPDATE tables SET game = {FF}", "the table's game: found ff, expected 'reckless'"),
    (f"UPDATE tables SET log = {FF}", "the table's log: found ff, expected a text"),
    (f"UPDATE transfers SET payee = {FF} WHERE number = 1", "-1, its payee: found ff, expected a text"),
    (f"UPDATE seats SET name = {FF} WHERE position = 1", "found seat 1 as ff, expected seat 1 as "),
    (f"UPDATE entries SET owner = {FF} WHERE owner IN ('ada', 'dan')", "an entry of transfer "),
]


@pytest.mark.parametrize(("statement", "named"), BAD_TEXT)
def test_text_that_is_none_is_named_at_each_table(prove: Prove, statement: str, named: str):
    verdict = prove(statement)
    assert len([fault for fault in verdict.faults if named in str(fault)]) == 2
    assert verdict.tables == 2
    assert verdict.checkpoints > 0 or "tables SET log" in statement


ODD_ROWS = [
    (f"UPDATE accounts SET owner = {FF} WHERE owner = 'ada'", "the account of ada: found none"),
    (f"UPDATE merkle_checkpoints SET note = {FF} WHERE size = 4", "4 lines of the log “all”: found ff"),
    ("UPDATE merkle_checkpoints SET note = note || 'x' WHERE size = 4", "found more than was signed"),
    ("UPDATE merkle_checkpoints SET note = replace(note, x'0a', x'0d0a')", "found more than was signed"),
    (
        "UPDATE merkle_checkpoints SET size = -1 WHERE size = 4",
        "one over -1 lines, expected one over 1 or more",
    ),
    (f"UPDATE merkle_checkpoints SET size = {FF} WHERE size = 4", "found one over ff lines"),
    ("UPDATE merkle_checkpoints SET at = 'noon' WHERE size = 4", "when it was signed: found 'noon'"),
    (
        "UPDATE merkle_checkpoints SET log = CAST(log AS BLOB) WHERE size = 4",
        "the name of a log of leaves and",
    ),
    (
        f"UPDATE merkle_checkpoints SET log = {FF} WHERE size = 4",
        "leaves and checkpoints: found ff, expected",
    ),
    (
        f"UPDATE merkle_leaves SET log = {FF} WHERE place = 2",
        "leaves and checkpoints: found ff, expected a text",
    ),
    (f"UPDATE merkle_leaves SET table_id = {FF} WHERE place = 2", "line 3 of table "),
    (
        f"UPDATE merkle_leaves SET hash = {FF} WHERE place = 2",
        "the leaf of line 3 in the log “all”: found ff, expected ",
    ),
    (f"UPDATE tables SET id = {FF} WHERE id = FIRST", "table ff, its id: found ff, expected a text"),
]


@pytest.mark.parametrize(("statement", "named"), ODD_ROWS)
def test_what_is_no_checkpoint_leaf_name_or_owner_is_named(prove: Prove, statement: str, named: str):
    assert named in " / ".join(map(str, prove(statement).faults))


ROWS = [
    ("game = 'cheaters-game'", "the table's game: found 'cheaters-game', expected 'reckless', by the log"),
    ("mode = 'solo'", "the table's mode: found 'solo', expected 'table', by the log"),
    ("validation = 'x'", "the table's validation: found 'x', expected 'strict', by the log"),
    ("deck = 'x'", "the table's deck: found 'x'"),
    ("options = '{\"timer_s\": 9}'", "the table's options: found "),
    ("host = 'bob'", "the table's host: found 'bob', expected "),
    ("status = 'lobby'", "the table's status: found 'lobby', expected "),
    ("event_id = 'x'", "the table's event_id: found 'x', expected None"),
    (f"code = {FF}", "the table's code: found ff, expected a text"),
    ("deadline = 'noon'", "the table's deadline: found 'noon', expected a whole number"),
    ("created_at = created_at - 1", "the table's created_at: found "),
    ("changed_at = changed_at - 1", "the table's changed_at: found "),
]


@pytest.mark.parametrize(("setting", "named"), ROWS)
def test_what_a_table_says_otherwise_than_its_log_is_named(prove: Prove, setting: str, named: str):
    (fault,) = prove(f"UPDATE tables SET {setting} WHERE id = SECOND").faults
    assert named in str(fault)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DELETE FROM seats WHERE table_id = FIRST AND position = 2", "found none, expected seat 2 as "),
        (
            "UPDATE seats SET bot = 'easy' WHERE table_id = FIRST AND position = 2",
            "played by a bot ('easy'), expected",
        ),
        ("UPDATE seats SET position = 9 WHERE table_id = FIRST AND position = 2", "found seat 9 as "),
    ],
)
def test_a_seat_that_the_log_does_not_tell_of_is_named(prove: Prove, statement: str, named: str):
    (fault,) = prove(statement).faults
    assert named in str(fault)


def test_a_game_that_is_played_may_be_called_over_where_it_is_not_played_again(prove: Prove):
    over = "UPDATE tables SET status = 'over'"
    assert [fault.where for fault in prove(over).faults] == ["the table's status"]
    assert prove(over, play_again=False).ok


def test_a_checkpoint_is_missed_where_more_lines_lie_between_two_than_are_signed_at_once(
    prove: Prove, monkeypatch: pytest.MonkeyPatch
):
    deleted = "DELETE FROM merkle_checkpoints WHERE size = 5"
    assert prove(deleted).ok
    monkeypatch.setattr("app.services.audit.tree.MOST", 5)
    assert "at least one was deleted" in str(prove(deleted).faults[0])


def test_what_nobody_thought_of_is_named_too_and_the_rest_is_looked_at(
    prove: Prove, monkeypatch: pytest.MonkeyPatch
):
    def stumble(*_: object, **__: object) -> None:
        raise OSError("a bad sector")

    for name in ("first_fault", "check_log"):
        monkeypatch.setattr(f"app.services.audit.parts.{name}", stumble)
    verdict = prove()
    assert [fault.found for fault in verdict.faults] == ["what can't be read (OSError: a bad sector)"] * 3
    assert verdict.tables == 2


def test_a_database_that_does_not_answer_is_no_fault_of_the_books(
    prove: Prove, monkeypatch: pytest.MonkeyPatch
):
    def gone(*_: object, **__: object) -> None:
        raise OSError("gone")

    monkeypatch.setattr("app.services.audit.parts.first_fault", gone)
    monkeypatch.setattr(Database, "answers", lambda _: False)
    with pytest.raises(OSError, match="gone"):
        prove()


def test_several_processes_find_the_same(prove: Prove, monkeypatch: pytest.MonkeyPatch):
    statements = (
        f"UPDATE log SET data = {FF} WHERE table_id = FIRST AND seq = 2",
        "UPDATE tables SET host = 'x'",
    )
    alone = prove(*statements)
    monkeypatch.setattr("app.services.history.service.WORTH_PROCESSES", 0)
    assert prove(*statements, processes=2) == alone
    assert [fault.where for fault in alone.faults] == ["line 2 of the log, its data", "the table's host"]
