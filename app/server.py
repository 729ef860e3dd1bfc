"""What answers the phones: one process or several on one listening socket, until it is told to stop."""

import errno
import logging
import multiprocessing
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from app.config import Settings
from app.errors import ConfigError
from app.factory import Background, Program, create_app, open_program
from app.front import BACKLOG, CONNECTIONS, Front
from app.services.bots.runner import Pause, human_pause

BROKEN_IF_DEAD_AFTER_S = 5
"""A process that ends sooner would end again: the service stops and says so."""

logger = logging.getLogger(__name__)


def listen(host: str, port: int) -> socket.socket:
    """A socket on which connections queue up from now on.

    Args:
        host: Name or address of this machine; `0.0.0.0` or `::` for all of its addresses.
        port: 1 to 65535, or 0 for any that is free.

    Raises:
        ConfigError: If another program listens there, or the machine has no such address.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
        # Two or four numbers, which the function's annotation does not know.
        return socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except UnicodeError as error:
        raise ConfigError(
            "Can't listen on %(host)s: --host is 0.0.0.0 or an address of this machine.", host=host[:80]
        ) from error
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            why = (
                "is taken by another program" if error.errno == errno.EADDRINUSE else "is not allowed to you"
            )
            raise ConfigError(
                f"Port %(port)d {why}: stop that one, or choose another port with --port.", port=port
            ) from error
        raise ConfigError(
            "Can't listen on %(host)s (%(reason)s): --host is 0.0.0.0 or an address of this machine.",
            host=host,
            reason=error.strerror or str(error),
        ) from error


def run(settings: Settings, listening: socket.socket, *, workers: int = 1) -> bool:
    """Serve until Ctrl-C or SIGTERM; a second Ctrl-C ends everything at once.

    Args:
        settings: What the service runs with.
        listening: From `listen`.
        workers: How many processes share the socket.

    Returns:
        Whether the service ended because it was told to.
    """
    set_up_logging()
    allow_many_files()
    if workers == 1:
        _serve(settings, listening, stop_on_signals)
        return True
    return _Workers(settings, listening, workers).run()


def set_up_logging() -> None:
    """Log to standard error, with the time; no access log, for addresses say who sat where."""
    logging.basicConfig(
        level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    # waitress tells of every phone that went away, and of what it looked at.
    for noisy in ("waitress", "alembic"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def allow_many_files() -> None:
    """Ask the system for as many open files as there may be connections; a Mac allows 256 unless asked."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _serve(
    settings: Settings, listening: socket.socket, arrange: Callable[[Callable[[], None]], None]
) -> None:
    """Serve in this process until the function that `arrange` is given is called."""
    _serve_program(settings, open_program(settings), listening, arrange, human_pause)


def show(settings: Settings, program: Program, listening: socket.socket, *, bots_pause: Pause) -> None:
    """Serve a program that is open already until Ctrl-C or SIGTERM, and close it; only faults are logged.

    Args:
        settings: What the program runs with.
        program: The services.
        listening: From `listen`.
        bots_pause: How long bots think.
    """
    set_up_logging()
    logging.getLogger().setLevel(logging.ERROR)
    _serve_program(settings, program, listening, stop_on_signals, bots_pause)


def _serve_program(
    settings: Settings,
    program: Program,
    listening: socket.socket,
    arrange: Callable[[Callable[[], None]], None],
    bots_pause: Pause,
) -> None:
    background = Background(program, bots_pause=bots_pause)
    front = Front(create_app(settings, program), listening, behind_proxy=settings.trusted_proxies > 0)
    try:
        arrange(front.stop)
        front.run(on_stop=program.services.hub.close)
    finally:
        background.close()
        program.close()


def stop_on_signals(stop: Callable[[], None]) -> None:
    """Have `stop` called at the first Ctrl-C or SIGTERM; the second finds the system's own answer."""
    signals = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]

    def handle(_number: int, _frame: FrameType | None) -> None:
        for number in signals:
            signal.signal(number, signal.SIG_DFL)
        stop()

    for number in signals:
        signal.signal(number, handle)


@dataclass(frozen=True, slots=True)
class _Worker:
    process: SpawnProcess
    leash: Connection
    since: float


class _Workers:
    """Several processes that serve on one socket. Each stops when its leash, a pipe, is let go or breaks."""

    def __init__(self, settings: Settings, listening: socket.socket, count: int) -> None:
        self._settings = settings
        self._listening = listening
        self._context = multiprocessing.get_context("spawn")
        self._stopping = threading.Event()
        self._failed = False
        self._workers = [self._start() for _ in range(count)]

    def run(self) -> bool:
        """Keep the processes running until told to stop; True if nothing else made them end."""
        stop_on_signals(self._stop)
        while self._workers:
            ended = wait([worker.process.sentinel for worker in self._workers])
            for worker in [worker for worker in self._workers if worker.process.sentinel in ended]:
                self._workers.remove(worker)
                worker.process.join()
                self._replace(worker)
        return not self._failed

    def _start(self) -> _Worker:
        theirs, ours = self._context.Pipe(duplex=False)
        process = self._context.Process(
            target=_work, args=(self._settings, self._listening, theirs), daemon=True
        )
        # Ctrl-C reaches all processes of a terminal; this one alone decides what it means.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            process.start()
        finally:
            signal.signal(signal.SIGINT, before)
        theirs.close()
        return _Worker(process, ours, time.monotonic())

    def _replace(self, worker: _Worker) -> None:
        if self._stopping.is_set():
            return
        logger.error("Worker %d ended with code %s.", worker.process.pid, worker.process.exitcode)
        if time.monotonic() - worker.since < BROKEN_IF_DEAD_AFTER_S:
            self._failed = True
            self._stop()
            return
        self._workers.append(self._start())
        if self._stopping.is_set():  # told so in between
            self._stop()

    def _stop(self) -> None:
        self._stopping.set()
        self._listening.close()
        for worker in self._workers:
            worker.leash.close()


def _work(settings: Settings, listening: socket.socket, leash: Connection) -> None:
    """Serve in a process of its own, until the leash is let go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    set_up_logging()

    def arrange(stop: Callable[[], None]) -> None:
        def watch() -> None:
            wait([leash])
            stop()

        threading.Thread(target=watch, name="leash", daemon=True).start()

    _serve(settings, listening, arrange)
