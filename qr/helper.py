"""A second process that lends a hand with a large sheet: it draws codes, then it checks pages.

Whatever becomes of it, the sheet comes out the same: what it does not do is done by whoever asked.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

PAGES_FOR_TWO: Final = 60
"""From so many pages on a second process is worth its start, which costs a ninth of a second."""

PATIENCE_S: Final = 60.0
"""After which a helper that says nothing is taken for dead: a job takes it some seconds."""

# Before each answer: what else is written there, by whatever an installation loads into every Python, is none.
_MARK: Final = b"\x93reckless helper\n"
_LENGTH: Final = 8

_R = TypeVar("_R")


class Gone(Exception):
    """The other process came to grief, or the job did."""


@contextmanager
def helper_for(pages: int) -> Iterator["Helper | None"]:
    """Lend a helper for a sheet of so many pages; None if that is not worth it, or none can be had."""
    helper: Helper | None = None
    if pages >= PAGES_FOR_TWO and (os.cpu_count() or 1) > 1 and sys.executable:
        # Too little memory, say, or a Python that was replaced under a running service.
        with suppress(OSError):
            helper = Helper()
    if helper is None:
        yield None
        return
    with closing(helper):
        yield helper


class Task(Generic[_R]):
    """A job that a helper was asked for."""

    def __init__(self, helper: "Helper", job: Callable[..., _R], arguments: tuple[object, ...]) -> None:
        self._helper, self._job, self._arguments = helper, job, arguments
        self._future: Future[_R] = helper.executor.submit(helper.ask, job, arguments)

    def take_back(self) -> bool:
        """Whether it is to be done by whoever asked: the helper has not begun with it, or can't do it."""
        return self._future.cancel() or (self._future.done() and self._future.exception() is not None)

    @property
    def done(self) -> _R | None:
        """What it came to, if the helper is through with it."""
        over = self._future.done() and not self._future.cancelled() and self._future.exception() is None
        return self._future.result() if over else None

    def result(self) -> _R:
        """Wait for what it came to; if the helper comes to grief, it is done here.

        Raises:
            QrError: Whatever the job raises.
        """
        try:
            return self._future.result(PATIENCE_S)
        except TimeoutError:
            self._helper.kill()
        except Gone:
            pass
        return self._job(*self._arguments)


class Helper:
    """Another process that does jobs one after the other.

    Raises:
        OSError: If it can't be started.
    """

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
        self.executor = ThreadPoolExecutor(1, "helper")

    def submit(self, job: Callable[..., _R], *arguments: object) -> Task[_R]:
        """Ask for a job.

        Args:
            job: A function of a module of this package that does without ReportLab.
            arguments: What it is called with.
        """
        return Task(self, job, arguments)

    def ask(self, job: Callable[..., _R], arguments: tuple[object, ...]) -> _R:
        """Have one job done there, which is what tasks wait for.

        Raises:
            Gone: If the process came to grief.
        """
        try:
            pickle.dump((job, arguments), self._to, pickle.HIGHEST_PROTOCOL)
            self._to.flush()
            found: _R = receive(self._from)
        except (OSError, EOFError) as error:
            self.kill()
            raise Gone from error
        return found

    def kill(self) -> None:
        """End the process; what it has not done is done here."""
        self._process.kill()

    def close(self) -> None:
        """End the process, with whatever is not done."""
        self.kill()
        self.executor.shutdown(cancel_futures=True)
        self._process.communicate()


def send(answer: object, file: IO[bytes]) -> None:
    """Write an answer so that `receive` knows it from anything else."""
    pickled = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    file.write(_MARK + len(pickled).to_bytes(_LENGTH, "big") + pickled)
    file.flush()


def receive(file: IO[bytes]) -> Any:  # noqa: ANN401 - what a job comes to
    """Read what `send` wrote.

    Raises:
        EOFError: If it is something else, or ends early.
    """
    head = file.read(len(_MARK) + _LENGTH)
    if not head.startswith(_MARK):
        raise EOFError
    length = int.from_bytes(head[len(_MARK) :], "big")
    pickled = file.read(length)
    if len(pickled) < length:
        raise EOFError
    return pickle.loads(pickled)
