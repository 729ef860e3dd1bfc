"""The HTTP server of one process, and a stop that lets answers out.

It is waitress: pure Python, the same on Windows, macOS and Linux, and an open stream costs it a sleeping thread and
nothing else. docs/decisions.md has the figures by which it was chosen.
"""

import gc
import logging
import select
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server

from app.factory import MAX_UPLOAD_BYTES

CONNECTIONS = 500 if sys.platform == "win32" else 1200
"""Windows can watch 512 sockets at a time."""
THREADS = CONNECTIONS + 300
"""An open stream sleeps in one; that of a phone which went away does so until the next heartbeat."""
IDLE_S = 120
GRACE_S = 1.5
"""How long a stop waits for answers under way."""
BACKLOG = 1024

logger = logging.getLogger(__name__)


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
