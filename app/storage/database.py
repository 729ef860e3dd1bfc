"""The database: readers on their own connections, and how a write gets its transaction.

On SQLite one thread does all the writing and commits what has queued up in one go (group commit): a disk flush then
serves many payments, nobody meets "database is locked", and the slowest answer stays close to the usual one. On
PostgreSQL each write is a transaction of its own in the caller's thread, where row locks keep tables apart.
"""

import logging
import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from app.errors import LedgerError, Unavailable
from app.storage.prepared import Prepared, Row, Values, tell_driver

WAIT_FOR_WAL_S = 10.0
"""How long a program waits for others that open the same new file."""

T = TypeVar("T")
Work = Callable[[Connection], T]

MAX_BATCH = 64
BUSY_TIMEOUT_S = 15
RETRIES = 10
_RETRY_STATES = {"40001", "40P01", "23505"}
"""PostgreSQL: serialization failure, deadlock, and a unique key that another transaction wrote first."""

_ONE_MOMENT = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""PostgreSQL shows every statement another moment unless told not to; a SQLite transaction sees one anyway."""

_NO_TEXT = re.compile(r"Could not decode to UTF-8 column '(\w+)'")
"""How SQLite's driver says it."""

logger = logging.getLogger(__name__)


class Writer(Protocol):
    """How a write gets its transaction."""

    def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction of which all or nothing lasts; answer once it is on disk."""

    def queued(self) -> int:
        """How many writes wait for others to be done with."""

    def close(self) -> None:
        """Finish what is queued and refuse the rest."""


class Database:
    """One database. Closing it finishes what is queued."""

    def __init__(self, url: str, *, group_commit: bool | None = None) -> None:
        """Open it.

        Args:
            url: SQLAlchemy address.
            group_commit: By default on for SQLite and off elsewhere; the bench measures both.
        """
        self.url = url
        self.engine = _engine(url)
        self.on_sqlite = self.engine.dialect.name == "sqlite"
        self._reader = self.engine if self.on_sqlite else self.engine.execution_options(**_ONE_MOMENT)
        grouped = self.on_sqlite if group_commit is None else group_commit
        self._writer: Writer = GroupCommit(self.engine) if grouped else OwnTransaction(self.engine)

    @contextmanager
    def read(self, *, any_text: bool = False) -> Iterator[Connection]:
        """A connection that sees one moment of the database and writes nothing.

        Args:
            any_text: Give what SQLite holds as text although it is no UTF-8 as its bytes, instead of failing. Slower.

        Raises:
            LedgerError: If text is read that is no UTF-8, and that was not allowed.
        """
        with _readable(), self._reader.connect() as connection:
            if not (any_text and self.on_sqlite):
                yield connection
                return
            driver: Any = connection.connection.driver_connection
            driver.text_factory = _text_or_bytes
            try:
                yield connection
            finally:
                driver.text_factory = str

    def look_up(self, statement: Prepared, values: Values) -> Row | None:
        """The first row of one statement, or None.

        One statement sees one moment by itself: without a transaction around it, it costs a fifth.
        """
        connection = self.engine.raw_connection()
        try:
            with _readable():
                return statement.first_by(connection, self.engine.dialect, values)
        finally:
            connection.close()

    def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction; what it returns is returned once it is on disk.

        `work` may run more than once (after a clash with another writer), so it touches nothing but the connection.

        Raises:
            Unavailable: If the database can't write now. Nothing was written.
        """
        return self._writer.write(work)

    def answers(self) -> bool:
        """Whether it answers a question right now; why not is in the server's log."""
        try:
            with self.read() as connection:
                connection.exec_driver_sql("SELECT 1")
        except (SQLAlchemyError, Unavailable):
            logger.exception("The database does not answer.")
            return False
        return True

    def queued(self) -> int:
        """How many writes wait in this process; 0 where each has a transaction of its own."""
        return self._writer.queued()

    def close(self) -> None:
        """Finish what is queued, refuse the rest, close every connection."""
        self._writer.close()
        self.engine.dispose()


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    work: Work[T]
    done: Future[T]

    def run(self, connection: Connection) -> "_Outcome[T]":
        """Do the work inside a savepoint, so that a refusal leaves no trace and spares its neighbours."""
        tell_driver(connection, "SAVEPOINT job")
        try:
            result = self.work(connection)
        except Exception as error:  # noqa: BLE001 - whoever waits for the job is told, the writer goes on
            try:
                tell_driver(connection, "ROLLBACK TO job")
                tell_driver(connection, "RELEASE job")
            except DBAPIError:
                # The database gave up the whole batch by itself (a full disk): this error is the reason for all.
                raise error from None
            return _Outcome(self.done, error=_unavailable(error))
        tell_driver(connection, "RELEASE job")
        return _Outcome(self.done, result=result)


@dataclass(frozen=True, slots=True)
class _Outcome(Generic[T]):
    done: Future[T]
    result: T | None = None
    error: Exception | None = None

    def tell(self) -> None:
        """Wake the thread that waits for it."""
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)  # type: ignore[arg-type]  # T may itself be None


class GroupCommit:
    """One writer thread; whatever has queued up is committed together."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread."""
        self._engine = engine.execution_options(writes=True)
        self._queue: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T]) -> T:
        """As `Writer.write`."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("A write inside a write would wait for itself for ever.")
        job = _Job(work, Future())
        with self._lock:
            if self._closed:
                raise Unavailable("The service is stopping. Nothing was changed; try again in a moment.")
            self._queue.put(job)
        return job.done.result()

    def queued(self) -> int:
        """As `Writer.queued`."""
        return self._queue.qsize()

    def close(self) -> None:
        """As `Writer.close`."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            batch = self._next_batch()
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._commit(jobs)
            if len(jobs) < len(batch):
                return

    def _next_batch(self) -> list[_Job[Any] | None]:
        batch = [self._queue.get()]
        while len(batch) < MAX_BATCH and batch[-1] is not None:
            try:
                batch.append(self._queue.get_nowait())
            except Empty:
                break
        return batch

    def _commit(self, jobs: list[_Job[Any]]) -> None:
        try:
            with self._engine.begin() as connection:
                outcomes = [job.run(connection) for job in jobs]
        except Exception as error:  # the commit itself failed, so nothing of the batch lasts: all are told
            logger.exception("A batch of %d writes could not be committed.", len(jobs))
            outcomes = [_Outcome(job.done, error=_unavailable(error)) for job in jobs]
        for outcome in outcomes:
            outcome.tell()


class OwnTransaction:
    """Each write in the caller's thread, in a transaction of its own, again after a clash."""

    def __init__(self, engine: Engine) -> None:
        """Use this engine."""
        self._engine = engine.execution_options(writes=True)

    def write(self, work: Work[T]) -> T:
        """As `Writer.write`."""
        for tries in range(1, RETRIES + 1):
            try:
                with self._engine.begin() as connection:
                    return work(connection)
            except DBAPIError as error:
                if tries == RETRIES or not _is_clash(error):
                    raise _unavailable(error) from error.orig
                time.sleep(0.002 * tries)
        raise AssertionError("unreachable")

    def queued(self) -> int:
        """As `Writer.queued`; nothing ever is."""
        return 0

    def close(self) -> None:
        """As `Writer.close`; nothing is ever queued."""


def _is_clash(error: DBAPIError) -> bool:
    return getattr(error.orig, "sqlstate", None) in _RETRY_STATES


@contextmanager
def _readable() -> Iterator[None]:
    try:
        yield
    except (OperationalError, sqlite3.OperationalError) as error:
        if unreadable := _unreadable(error):
            raise unreadable from error
        raise


def _unreadable(error: Exception) -> LedgerError | None:
    """What to tell if it is text on SQLite that is no UTF-8: the driver names its column, and no row."""
    found = _NO_TEXT.search(str(error))
    return found and LedgerError(
        "Something in the database can't be read: a text in the column %(column)s is none. The audit of the books names"
        " every such row.",
        column=found[1],
    )


def _unavailable(error: Exception) -> Exception:
    """What to tell a caller whose write met a fault of the database (a full disk, a lost connection)."""
    if unreadable := _unreadable(error):
        return unreadable
    if isinstance(error, OperationalError):
        return Unavailable(
            "The books can't be written right now (%(reason)s). Nothing was changed; try again in a moment.",
            reason=str(error.orig),
        )
    return error


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=20, max_overflow=20, pool_pre_ping=True)
    engine = create_engine(
        url,
        pool_size=16,
        max_overflow=16,
        pool_timeout=60,
        pool_use_lifo=True,  # the connection that was used last has its pages in memory
        connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False},
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "begin", _SameFile(engine.url.database or "").check)
    return engine


class _SameFile:
    """Holds a SQLite database to the file that it was opened in.

    A file that was deleted or replaced stays open under Unix: all would seem well, and be gone at the next start.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: tuple[int, int] | None = None

    def check(self, _: Connection) -> None:
        """Refuse a transaction in a file that has gone.

        Raises:
            Unavailable: If there is none, or another one, in its place.
        """
        try:
            found = os.stat(self._path)
        except OSError:
            present = None
        else:
            present = found.st_dev, found.st_ino
        self._known = self._known or present
        if present is None or present != self._known:
            raise Unavailable(
                "The file of the database was taken away while the service ran. Nothing was changed. Put it back, and"
                " start the service again."
            )


def _text_or_bytes(stored: bytes) -> str | bytes:
    try:
        return stored.decode("utf-8")
    except UnicodeDecodeError:
        return stored


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    # The driver would open a transaction only at the first write, so that what was read before it may be stale by
    # then (measured: 320 transfers of 1 left a balance of 41). Without its help we begin where we say so.
    connection.isolation_level = None
    _keep_a_journal_ahead(connection)
    # What is erased (secrets of printed tiles) shall not live on in free pages of the file.
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _keep_a_journal_ahead(connection: sqlite3.Connection) -> None:
    """Write ahead; of several programs that open a new file at once, SQLite refuses all but one without waiting."""
    until = time.monotonic() + WAIT_FOR_WAL_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads and then writes fails at once with "database is locked", whatever the timeout, if
    # another process wrote in between: writers take the lock first.
    writes = connection.get_execution_options().get("writes")
    tell_driver(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")
