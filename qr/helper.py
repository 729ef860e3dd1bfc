"""A second process that lends a hand with a large sheet: it draws codes, then it checks pages."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

PAGES_FOR_TWO: Final = 60
"""From so many pages on a second process is worth its start, which costs a ninth of a second."""

_R = TypeVar("_R")


@contextmanager
def helper_for(pages: int) -> Iterator["Helper | None"]:
    """Lend a helper for a sheet of so many pages; None if that is not worth it, or there is one core only."""
    if pages < PAGES_FOR_TWO or (os.cpu_count() or 1) < 2 or not sys.executable:
        yield None
        return
    with closing(Helper()) as helper:
        yield helper


class Helper:
    """Another process that does jobs one after the other; if it comes to grief, they are done here after all."""

    def __init__(self) -> None:
        paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        # A new interpreter, not a fork: a server has threads, whose locks a fork would copy as they are.
        self._process = process = subprocess.Popen(
            # -P: what happens to lie in the current directory is not ours.
            [sys.executable, "-P", str(Path(__file__).with_name("elsewhere.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout
        self._talk = ThreadPoolExecutor(1, "helper")
        self._closed = False

    def submit(self, job: Callable[..., _R], *arguments: object) -> "Future[_R]":
        """Ask for a job; one that has not begun can be cancelled, to do it oneself.

        Args:
            job: A function of a module of this package that does without ReportLab.
            arguments: What it is called with.
        """
        return self._talk.submit(self._done, job, *arguments)

    def close(self) -> None:
        """End the process, with whatever is not done."""
        self._closed = True
        self._process.kill()
        self._talk.shutdown(cancel_futures=True)
        self._process.communicate()

    def _done(self, job: Callable[..., _R], *arguments: object) -> _R:
        try:
            pickle.dump((job, arguments), self._to, pickle.HIGHEST_PROTOCOL)
            self._to.flush()
            found: _R = pickle.load(self._from)
        except (OSError, EOFError, pickle.UnpicklingError):
            if self._closed:
                raise
            return job(*arguments)
        return found
