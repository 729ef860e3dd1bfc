"""`reckless backup` and `reckless restore`: while the service runs, proved, and never over something else."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, select

from app.services.audit import side_by_side
from app.services.program import Program, open_program
from app.storage import schema
from tests.integration.cli.conftest import Reckless
from tests.integration.databases import ON_BOTH
from tests.integration.evening import SECRET_KEY, Evening, HandClock, settings_for


@pytest.fixture
def playing(program: Program, database_url: str, reckless: Reckless) -> Evening:
    """A game that is being played while commands run; the key is in the environment."""
    reckless.environ |= {"RECKLESS_DATABASE_URL": database_url, "RECKLESS_SECRET_KEY": SECRET_KEY}
    evening = Evening(program).start().a_debt().pay_all()
    evening.services.proofs.publish()
    return evening


def counts(program: Program) -> dict[str, int]:
    with program.database.read() as connection:
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in schema.metadata.tables.items()
        }


@ON_BOTH
def test_a_backup_of_a_running_service_is_brought_back_with_every_row(playing, reckless, tmp_path):
    file, there = tmp_path / "evening.backup", tmp_path / "again.sqlite"
    ended = reckless("backup", file, "--json")
    assert (ended.code, ended.data["ok"], ended.data["transfers"]) == (0, True, 4)
    before = counts(playing.program)
    playing.a_debt()  # what comes later is not in it
    ended = reckless("restore", file, "--database", f"sqlite:///{there}")
    assert ended.code == 0, ended.err
    assert "Proved: 4 transfers" in ended.out
    again = open_program(settings_for(f"sqlite:///{there}"), clock=HandClock())
    assert counts(again) == before
    evening = object.__new__(Evening)
    evening.__dict__.update({**playing.__dict__, "program": again})
    evening.a_debt().pay_all()  # and the game goes on
    assert again.services.history.verify().ok
    again.close()


@pytest.mark.postgres
@ON_BOTH
def test_a_backup_goes_into_an_empty_server_and_into_no_other(playing, reckless, tmp_path, request):
    file = tmp_path / "evening.backup"
    assert reckless("backup", file).code == 0
    server = request.getfixturevalue("postgres_url")
    ended = reckless("restore", file, "--database", server)
    assert ended.code == 0, ended.err
    again = open_program(settings_for(server), clock=HandClock())
    assert counts(again) == counts(playing.program)
    again.close()
    ended = reckless("restore", file, "--database", server)
    assert (ended.code, "not empty" in ended.err) == (2, True)


def test_nothing_is_ever_overwritten(playing, reckless, database_url, tmp_path):
    file = tmp_path / "evening.backup"
    file.write_text("mine")
    ended = reckless("backup", file)
    assert (ended.code, file.read_text()) == (2, "mine")
    file.unlink()
    reckless("backup", file)
    ended = reckless("restore", file)
    assert (ended.code, "is there already" in ended.err) == (2, True)
    ended = reckless("restore", file, "--replace")
    assert (ended.code, "is in use" in ended.err) == (2, True)
    playing.program.close()
    ended = reckless("restore", file, "--replace")
    assert ended.code == 0, ended.err
    (aside,) = tmp_path.glob("*-evening.sqlite")
    assert str(aside) in ended.out
    assert Path(database_url.removeprefix("sqlite:///")).stat().st_mode & 0o077 == 0


def test_the_key_travels_beside_the_backup_unless_it_is_in_the_environment(playing, reckless, tmp_path):
    assert reckless("backup", tmp_path / "one.backup").code == 0
    assert not (tmp_path / "one.key").exists()
    del reckless.environ["RECKLESS_SECRET_KEY"]
    (tmp_path / "evening.key").write_text(SECRET_KEY)
    assert reckless("backup", tmp_path / "two.backup").code == 0
    assert (tmp_path / "two.key").read_text() == SECRET_KEY
    assert reckless("backup", tmp_path / "evening.backup").code == 0  # beside the database, whose key it has
    for name in ("x.key", "mine.backup"):
        (tmp_path / "mine.key").write_text("mine")
        ended = reckless("backup", tmp_path / name)
        assert (ended.code, "something else" in ended.err) == (2, True)
        assert not (tmp_path / name).exists()
    assert (tmp_path / "mine.key").read_text() == "mine"
    ended = reckless("restore", tmp_path / "two.backup", "--database", f"sqlite:///{tmp_path / 'new.sqlite'}")
    assert (ended.code, (tmp_path / "new.key").read_text()) == (0, SECRET_KEY)
    ended = reckless("restore", tmp_path / "one.backup", "--database", f"sqlite:///{tmp_path / 'x.sqlite'}")
    assert (ended.code, "one.key" in ended.err) == (2, True)


def test_a_backup_that_was_changed_is_not_restored(playing, reckless, tmp_path):
    file = tmp_path / "evening.backup"
    reckless("backup", file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE accounts SET balance = balance + 1 WHERE owner = 'ada'")
        connection.commit()
    target = tmp_path / "new.sqlite"
    ended = reckless("restore", file, "--database", f"sqlite:///{target}")
    assert (ended.code, target.exists()) == (1, False)
    assert "the balance of ada" in ended.out


def test_a_place_that_can_not_be_written_is_told_in_one_line(playing, reckless, tmp_path):
    reckless("backup", tmp_path / "none" / "evening.backup").refused("does not exist")
    reckless("backup", tmp_path / "evening.backup")
    reckless(
        "restore", tmp_path / "evening.backup", "--database", f"sqlite:///{tmp_path / 'none' / 'x.sqlite'}"
    ).refused("does not exist")
    reckless("backup", tmp_path / f"{'x' * 252}").refused("can't be written")


@pytest.mark.parametrize("contents", [b"", b"I am a text, and none of the shortest. " * 99])
def test_what_is_no_backup_is_told_in_one_line(playing, reckless, tmp_path, contents):
    file = tmp_path / "evening.backup"
    file.write_bytes(contents)
    ended = reckless("restore", file, "--database", f"sqlite:///{tmp_path / 'new.sqlite'}")
    assert (ended.code, "is no backup" in ended.err) == (2, True)
    assert list(tmp_path.glob("*.part")) + list(tmp_path.glob("new.sqlite")) == []


def test_backup_and_restore_prove_in_as_many_processes_as_they_are_told(
    playing, reckless, tmp_path, monkeypatch
):
    monkeypatch.setattr("app.services.history.service.WORTH_PROCESSES", 0)
    asked = []

    def prove(*arguments, processes, **named):
        asked.append(processes)
        return side_by_side.prove(*arguments, processes=processes, **named)

    monkeypatch.setattr("app.services.history.service.prove", prove)
    file = tmp_path / "evening.backup"
    there = f"sqlite:///{tmp_path / 'again.sqlite'}"
    for command in (("backup", file), ("restore", file, "--database", there)):
        ended = reckless(*command, "--processes", 2)
        assert (ended.code, "Proved: 4 transfers" in ended.out) == (0, True), ended
    assert asked == [2, 2]
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]
