"""Proving books in several processes, for books so large that starting them pays. For commands, never for a server."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from app.errors import Unavailable
from app.services.audit.parts import Plan
from app.services.audit.verdict import Verdict
from app.storage import Database

WORTH_PROCESSES = 50_000
"""Lines of the log; fewer are proved before another process has started."""
AT_ONCE = 20_000
"""Lines of the tables that a process takes together: starting on each of many small ones would take long."""

Told = Verdict | str
"""What a process found, or why it could not look."""


def portions(sizes: Sequence[tuple[str, int]]) -> list[list[str]]:
    """Divide tables, given as (id, lines), into portions of about AT_ONCE lines, in order; a table stays whole."""
    found: list[list[str]] = []
    room = 0
    for table_id, lines in sizes:
        if room <= 0:
            found.append([])
            room = AT_ONCE
        found[-1].append(table_id)
        room -= lines
    return found


def prove(
    url: str,
    plan: Plan,
    logs: Sequence[str],
    sizes: Sequence[tuple[str, int]],
    *,
    processes: int,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Prove these Merkle logs, and the tables given as (id, lines), in processes beside this one.

    Faults come in the order of the tables and then of the logs, whoever is done first. To be called in the main
    thread: Ctrl-C ends this process, which ends the others.

    Raises:
        Unavailable: If one of the processes could not read the books, or was ended by somebody.
    """
    parts = portions(sizes)
    verdict = Verdict()
    with _workers(min(processes, len(logs) + len(parts))) as workers:
        with _deaf():
            trees = [workers.submit(_log, url, plan, log) for log in logs]
            books = [workers.submit(_tables, url, plan, part) for part in parts]
        for one in books:
            verdict += _found(one)
            if progress is not None:
                progress(verdict.tables, len(sizes))
        for one in trees:
            verdict += _found(one)
    return verdict


@contextmanager
def _workers(count: int) -> Iterator[ProcessPoolExecutor]:
    others = set(multiprocessing.active_children())
    # Started anew: a copy of this process would share its connections and the locks of its threads.
    context = multiprocessing.get_context("spawn")
    workers = ProcessPoolExecutor(count, context, initializer=_end_with_parent)
    try:
        yield workers
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        workers.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile don't hear Ctrl-C, which would have each of them say so."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _found(part: Future[Told]) -> Verdict:
    try:
        told = part.result()
    except BrokenProcessPool:
        told = "a process that read them was ended"
    if isinstance(told, str):
        raise Unavailable("The books could not be proved (%(reason)s).", reason=told)
    return told


def _log(url: str, plan: Plan, name: str) -> Told:
    return _told(url, lambda database: plan.log(database, name))


def _tables(url: str, plan: Plan, ids: Sequence[str]) -> Told:
    return _told(url, lambda database: plan.tables(database, ids))


def _told(url: str, work: Callable[[Database], Verdict]) -> Told:
    try:
        with closing(Database(url)) as database:
            return work(database)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is said where the others are waited for
        cause = getattr(error, "orig", None) or error  # what the database itself says
        return f"{type(cause).__name__}: {' '.join(str(cause).split())}"


def _end_with_parent() -> None:
    """Don't go on for nobody when the process that waits for this one is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()
