"""How a write gets its transaction: all or nothing, on disk before it is answered, in nobody's way."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.pool import NullPool

from app.errors import NotFound, Unavailable
from app.storage import Database, database
from tests.integration.databases import ON_BOTH_FROM_NOTHING, execute


@pytest.fixture
def notes(database_url):
    """A database with a table of notes, numbered by hand."""
    notes = Database(database_url)
    execute(notes, "CREATE TABLE notes (n INTEGER PRIMARY KEY, said TEXT)")
    yield notes
    notes.close()


@pytest.fixture
def single(database_url):
    """The same without group commit, as on PostgreSQL."""
    notes = Database(database_url, group_commit=False)
    execute(notes, "CREATE TABLE notes (n INTEGER PRIMARY KEY, said TEXT)")
    yield notes
    notes.close()


def note(n, said=""):
    return lambda connection: connection.execute(
        text("INSERT INTO notes VALUES (:n, :said)"), {"n": n, "said": said}
    )


def noted(notes) -> list[int]:
    with notes.read() as connection:
        return list(connection.scalars(text("SELECT n FROM notes ORDER BY n")))


class Held:
    """Keeps the writer busy, so that what is asked meanwhile makes one batch."""

    def __init__(self, notes: Database):
        self._go, self._holding = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(80)
        self._notes = notes
        self._first = self._pool.submit(notes.write, self._hold)
        assert self._holding.wait(60)

    def _hold(self, _):
        self._holding.set()
        assert self._go.wait(60)

    def ask(self, *works):
        """Ask for these writes, in this order."""
        asked = []
        for work in works:
            before = self._notes.queued()
            asked.append(self._pool.submit(self._notes.write, work))
            while self._notes.queued() == before:
                time.sleep(0.0005)
        return asked

    def let_go(self) -> None:
        self._go.set()
        self._first.result(60)


# Both ways, both databases


@ON_BOTH_FROM_NOTHING
def test_what_the_work_returns_is_returned(notes):
    assert notes.write(lambda _: "done") == "done"
    assert notes.write(lambda _: None) is None


@ON_BOTH_FROM_NOTHING
def test_a_refused_write_leaves_no_trace(notes):
    def refuse(connection):
        note(1)(connection)
        raise NotFound("There is no such thing.")

    with pytest.raises(NotFound):
        notes.write(refuse)
    assert noted(notes) == []


@ON_BOTH_FROM_NOTHING
def test_a_fault_of_the_program_leaves_no_trace_and_does_not_stop_the_writer(notes):
    def fail(connection):
        note(1)(connection)
        return 1 // 0

    with pytest.raises(ZeroDivisionError):
        notes.write(fail)
    notes.write(note(2))
    assert noted(notes) == [2]


@ON_BOTH_FROM_NOTHING
def test_a_reader_sees_one_moment_however_often_it_looks(notes):
    notes.write(note(1))
    with notes.read() as connection:
        before = connection.scalar(text("SELECT count(*) FROM notes"))
        notes.write(note(2))
        assert connection.scalar(text("SELECT count(*) FROM notes")) == before == 1
    assert noted(notes) == [1, 2]


@ON_BOTH_FROM_NOTHING
def test_a_reader_does_not_see_what_is_not_committed(notes):
    wrote, go = threading.Event(), threading.Event()

    def slow(connection):
        note(1)(connection)
        wrote.set()
        assert go.wait(60)

    with ThreadPoolExecutor(1) as other:
        writing = other.submit(notes.write, slow)
        assert wrote.wait(60)
        assert noted(notes) == []
        go.set()
        writing.result(60)
    assert noted(notes) == [1]


@ON_BOTH_FROM_NOTHING
def test_two_programs_that_read_and_then_write_lose_nothing(notes, database_url):
    execute(notes, "INSERT INTO notes VALUES (1, '0')")
    other = Database(database_url)

    def count_on(connection):
        lock = "" if notes.on_sqlite else " FOR UPDATE"
        said = int(connection.scalar(text("SELECT said FROM notes WHERE n = 1" + lock)))
        connection.execute(text("UPDATE notes SET said = :said WHERE n = 1"), {"said": str(said + 1)})

    with ThreadPoolExecutor(8) as threads:
        for future in [threads.submit(one.write, count_on) for one in (notes, other) for _ in range(40)]:
            future.result(60)
    other.close()
    with notes.read() as connection:
        assert connection.scalar(text("SELECT said FROM notes WHERE n = 1")) == "80"


@ON_BOTH_FROM_NOTHING
def test_closing_twice_does_no_harm(notes):
    notes.close()
    notes.close()


# Group commit


def test_what_has_queued_up_is_committed_together(notes):
    commits = []
    event.listen(notes.engine, "commit", lambda _: commits.append(1))
    held = Held(notes)
    asked = held.ask(*(note(n) for n in range(20)))
    held.let_go()
    for future in asked:
        future.result(60)
    assert len(commits) == 2
    assert noted(notes) == list(range(20))


def test_no_batch_is_longer_than_its_limit(notes):
    commits = []
    event.listen(notes.engine, "commit", lambda _: commits.append(1))
    held = Held(notes)
    asked = held.ask(*(note(n) for n in range(database.MAX_BATCH + 1)))
    held.let_go()
    for future in asked:
        future.result(60)
    assert len(commits) == 3


def test_a_refusal_inside_a_batch_spares_its_neighbours(notes):
    def refuse(connection):
        note(99)(connection)
        raise NotFound("There is no such thing.")

    held = Held(notes)
    first, refused, last = held.ask(note(1), refuse, note(2))
    held.let_go()
    first.result(60)
    last.result(60)
    with pytest.raises(NotFound):
        refused.result(60)
    assert noted(notes) == [1, 2]


def test_a_row_that_breaks_a_rule_inside_a_batch_spares_its_neighbours(notes):
    held = Held(notes)
    first, twice, last = held.ask(note(1), note(1), note(2))
    held.let_go()
    first.result(60)
    last.result(60)
    with pytest.raises(IntegrityError):
        twice.result(60)
    assert noted(notes) == [1, 2]


def test_a_savepoint_of_the_work_itself_is_undone_alone(notes):
    def try_twice(connection):
        note(1)(connection)
        try:
            with connection.begin_nested():
                note(2)(connection)
                note(1)(connection)
        except IntegrityError:
            note(3)(connection)

    notes.write(try_twice)
    assert noted(notes) == [1, 3]


def test_when_the_commit_fails_all_of_the_batch_are_told_and_nothing_of_it_lasts(notes):
    commits = []

    def fail_the_second(_):
        commits.append(1)
        if len(commits) == 2:
            raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    held = Held(notes)
    asked = held.ask(note(1), note(2))
    event.listen(notes.engine, "commit", fail_the_second)
    held.let_go()
    for future in asked:
        with pytest.raises(Unavailable, match="disk I/O error"):
            future.result(60)
    notes.write(note(3))
    assert noted(notes) == [3]


def test_a_full_disk_is_told_as_such_and_the_writer_goes_on(notes):
    def pages(connection, most):
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")

    notes.write(lambda connection: pages(connection, 1))
    held = Held(notes)
    asked = held.ask(note(1, "small"), note(2, "x" * 1_000_000), note(3, "small"))
    held.let_go()
    told = [future.exception(5) for future in asked]
    assert isinstance(told[1], Unavailable)
    assert "full" in str(told[1])
    lasting = [n for n, error in zip((1, 2, 3), told, strict=True) if error is None]
    assert noted(notes) == lasting
    notes.write(lambda connection: pages(connection, 1_000_000))
    notes.write(note(4))
    assert noted(notes) == [*lasting, 4]


def test_a_write_inside_a_write_is_refused_instead_of_waiting_for_itself(notes):
    with pytest.raises(RuntimeError, match="inside a write"):
        notes.write(lambda _: notes.write(note(1)))
    notes.write(note(2))
    assert noted(notes) == [2]


def test_closing_finishes_what_is_queued_and_refuses_the_rest(notes, database_url):
    held = Held(notes)
    asked = held.ask(*(note(n) for n in range(10)))
    closing = held._pool.submit(notes.close)
    while not notes._writer._closed:
        time.sleep(0.0005)
    with pytest.raises(Unavailable, match="stopping"):
        notes.write(note(99))
    held.let_go()
    closing.result(60)
    for future in asked:
        future.result(60)
    again = Database(database_url)
    assert noted(again) == list(range(10))
    again.close()


def test_what_was_answered_is_on_disk_for_every_other_connection(notes, database_url):
    notes.write(note(1))
    other = create_engine(database_url, poolclass=NullPool)
    with other.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM notes")) == 1


def test_sqlite_flushes_every_commit_to_disk_and_holds_foreign_keys(notes):
    with notes.read() as connection:
        modes = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        ]
    assert modes == ["wal", 2, 1, 1]


# A transaction of one's own


@ON_BOTH_FROM_NOTHING
def test_each_write_may_have_a_transaction_of_its_own(single):
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: single.write(note(n)), range(40)))
    assert noted(single) == list(range(40))
    assert single.queued() == 0


@pytest.mark.postgres
@pytest.mark.parametrize("database_url", ["bare postgres"], indirect=True)
def test_two_that_lock_each_other_out_both_get_through(single):
    single.write(note(1, "0"))
    single.write(note(2, "0"))
    both = threading.Barrier(2, timeout=60)
    attempts = []

    def raise_(first, second):
        def work(connection):
            attempts.append(first)
            add = text("UPDATE notes SET said = CAST(CAST(said AS INTEGER) + 1 AS TEXT) WHERE n = :n")
            connection.execute(add, {"n": first})
            if len(attempts) <= 2:
                both.wait()
            connection.execute(add, {"n": second})

        return work

    with ThreadPoolExecutor(2) as threads:
        for future in [
            threads.submit(single.write, raise_(1, 2)),
            threads.submit(single.write, raise_(2, 1)),
        ]:
            future.result(60)
    with single.read() as connection:
        assert list(connection.scalars(text("SELECT said FROM notes"))) == ["2", "2"]
    assert len(attempts) == 3


@pytest.mark.postgres
@pytest.mark.parametrize("database_url", ["bare postgres"], indirect=True)
def test_a_clash_that_does_not_end_is_told_after_some_tries(single):
    single.write(note(1))
    attempts = []

    def clash(connection):
        attempts.append(1)
        note(1)(connection)

    with pytest.raises(IntegrityError):
        single.write(clash)
    assert len(attempts) == database.RETRIES


@pytest.mark.postgres
@pytest.mark.parametrize("database_url", ["bare postgres"], indirect=True)
def test_a_connection_that_was_cut_is_told_and_the_next_write_gets_another_one(single):
    def cut(connection):
        note(1)(connection)
        pid = connection.connection.driver_connection.info.backend_pid
        with single.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
        note(2)(connection)

    with pytest.raises(Unavailable):
        single.write(cut)
    single.write(note(3))
    assert noted(single) == [3]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a file that is in use")
@pytest.mark.parametrize("kind", ["notes", "single"])
@pytest.mark.parametrize("instead", [None, b"another file"])
def test_nothing_is_written_or_said_to_be_well_once_the_file_is_gone(request, kind, instead):
    notes = request.getfixturevalue(kind)
    notes.write(note(1))
    assert notes.answers()
    file = Path(notes.url.removeprefix("sqlite:///"))
    kept = file.rename(file.with_name("kept"))
    if instead:
        file.write_bytes(instead)
    with pytest.raises(Unavailable, match="taken away"):
        notes.write(note(2))
    assert not notes.answers()
    kept.rename(file)
    notes.write(note(3))
    assert noted(notes) == [1, 3]
