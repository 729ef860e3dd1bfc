"""What answers the phones: one process or several on one listening socket, and a stop that lets answers out.

The server itself is waitress: pure Python, the same on Windows, macOS and Linux, and an open stream costs it a sleeping
thread and nothing else. docs/decisions.md has the figures by which it was chosen.
"""

import errno
import gc
import logging
import multiprocessing
import select
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server

from app.config import Settings
from app.errors import ConfigError
from app.factory import MAX_UPLOAD_BYTES, Background, Program, create_app, open_program
from app.services.bot_runner import Pause, human_pause

CONNECTIONS = 500 if sys.platform == "win32" else 1200
"""Windows can watch 512 sockets at a time."""
THREADS = CONNECTIONS + 300
"""An open stream sleeps in one; that of a phone which went away does so until the next heartbeat."""
IDLE_S = 120
GRACE_S = 1.5
"""How long a stop waits for answers under way."""
BACKLOG = 1024
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


class Threads:
    """The threads that answer, made as they are needed, with what waitress asks of them.

    The one that rested last works next: a few warm threads do all the work while hundreds sleep in streams.
    """

    def __init__(self, most: int) -> None:
        """Start with none.

        Args:
            most: How many there may be; what comes beyond waits.
        """
        self._most = most
        self._count = 0
        self._tasks: deque[Any] = deque()
        self._resting: list[threading.Lock] = []
        self._ending = False
        self._lock = threading.Lock()
        self._fewer = threading.Condition(self._lock)

    def add_task(self, task: Any) -> None:  # noqa: ANN401 - waitress' own
        """Have a request answered."""
        with self._lock:
            self._tasks.append(task)
            if self._resting:
                self._resting.pop().release()
                return
            if self._count >= self._most:
                return
            self._count += 1
        threading.Thread(target=self._work, name="answering", daemon=True).start()

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:  # noqa: FBT001, FBT002
        """Let the threads end, and drop what nobody has begun with; True if something was dropped."""
        until = time.monotonic() + timeout
        with self._lock:
            self._ending = True
            while self._resting:
                self._resting.pop().release()
            while self._count and (left := until - time.monotonic()) > 0:
                self._fewer.wait(left)
            dropped = list(self._tasks) if cancel_pending else []
            self._tasks.clear()
        for task in dropped:
            task.cancel()
        return bool(dropped)

    def _work(self) -> None:
        bell = threading.Lock()
        bell.acquire()
        while (task := self._next(bell)) is not None:
            try:
                task.service()
            except Exception:  # a fault of one request ends neither its thread nor the service
                logger.exception("A request was not answered.")

    def _next(self, bell: threading.Lock) -> Any:  # noqa: ANN401 - waitress' own
        """What to do next, after a rest if there is nothing; None at the end."""
        while True:
            with self._lock:
                if self._tasks:
                    return self._tasks.popleft()
                if self._ending:
                    self._count -= 1
                    self._fewer.notify()
                    return None
                self._resting.append(bell)
            bell.acquire()


class Channel(HTTPChannel):
    """A connection that leaves sending to the thread that answers, for as long as that gets on by itself.

    The loop would find the socket ready, find the thread at it, and look again at once, hundreds of times a second.
    """

    _sending = False

    def write_soon(self, data: Any) -> int:  # noqa: ANN401 - waitress' own
        """Send this, and leave to the loop what the socket does not take now."""
        self._sending = True
        try:
            return int(super().write_soon(data))
        finally:
            self._sending = False
            if self.total_outbufs_len:
                self.server.pull_trigger()

    def writable(self) -> bool:
        """Whether the loop has something to send or to close."""
        ending = self.will_close or self.close_when_flushed
        held_up = self.total_outbufs_len > self.adj.outbuf_high_watermark
        return bool(ending or held_up or (self.total_outbufs_len and not self._sending))


class Front:
    """The HTTP server of one process."""

    def __init__(self, app: Flask, listening: socket.socket, *, behind_proxy: bool) -> None:
        """Start its threads; connections are taken once it runs."""
        # Any: the stubs of waitress take its sockets for those of the standard library.
        self._sockets: Any = {}
        self._stopping = False
        self._server: Any = create_server(
            app,
            map=self._sockets,
            sockets=[listening],
            _dispatcher=Threads(THREADS),  # type: ignore[arg-type]  # one of its own kind, by the stubs
            # Reads on while a request is answered, and so notices that a stream's phone has gone.
            channel_request_lookahead=1,
            connection_limit=CONNECTIONS,
            channel_timeout=IDLE_S,
            backlog=BACKLOG,
            max_request_body_size=2 * MAX_UPLOAD_BYTES,
            # With a proxy in front, the application counts the trusted ones itself.
            clear_untrusted_proxy_headers=not behind_proxy,
            ident="reckless",
        )

        self._server.channel_class = Channel  # type: ignore[union-attr]  # one socket, one server

    def stop(self) -> None:
        """Make `run` come to its end; may be called from a signal handler and from any thread."""
        self._stopping = True
        self._server.pull_trigger()

    def run(self, *, on_stop: Callable[[], None]) -> None:
        """Serve until `stop` is called, then let the answers under way out.

        Args:
            on_stop: Wakes whoever waits, so that open streams come to an end.
        """
        # What is here now stays as long as the service: looking through it for rubbish stopped every phone for 60 ms.
        gc.collect()
        gc.freeze()
        while not self._stopping:
            self._turn(timeout_s=1)
        gc.unfreeze()
        wasyncore.dispatcher.close(self._server)  # the listening socket alone; what is open stays open
        on_stop()
        until = time.monotonic() + GRACE_S
        while self._busy() and time.monotonic() < until:
            self._turn(timeout_s=0.05)
        self._server.task_dispatcher.shutdown(timeout=0.5)
        wasyncore.close_all(self._sockets)

    def _turn(self, *, timeout_s: float) -> None:
        wasyncore.loop(timeout=timeout_s, use_poll=hasattr(select, "poll"), map=self._sockets, count=1)

    def _busy(self) -> bool:
        channels = self._server.active_channels.values()
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


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
