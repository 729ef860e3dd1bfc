"""The hub: phones wait here for a table to move on.

It carries numbers only, never contents: whoever is woken reads what they may see from the database.
"""

import queue
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Topic:
    seq: int = 0
    waiting: int = 0
    watching: int = 0
    moved: threading.Condition = field(default_factory=threading.Condition)


class Hub:
    """Wakes waiting threads of this process. Thread-safe; no table ever waits for another."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._topics: dict[str, _Topic] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._followers: list[queue.SimpleQueue[str]] = []

    def follow(self) -> "queue.SimpleQueue[str]":
        """A queue into which the name of every table comes that moves on, until `unfollow`."""
        followed: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._lock:
            self._followers.append(followed)
        return followed

    def unfollow(self, followed: "queue.SimpleQueue[str]") -> None:
        """Let no more news into a queue of `follow`."""
        with self._lock:
            self._followers.remove(followed)

    def publish(self, table: str, seq: int) -> None:
        """Tell that the table's log has reached line `seq`; older news are ignored."""
        with self._lock:
            topic = self._topics.get(table)
            for followed in self._followers:
                followed.put(table)
        if topic is None:
            return
        with topic.moved:
            if seq > topic.seq:
                topic.seq = seq
                topic.moved.notify_all()

    def wait(self, table: str, seq: int, timeout_s: int) -> int:
        """Wait until the table's log is longer than `seq` lines.

        Returns:
            A greater number as soon as one is known; `seq` after the timeout, or when the service stops.
        """
        until = time.monotonic() + timeout_s
        with self._lock:
            topic = self._topics.setdefault(table, _Topic())
            topic.waiting += 1
        try:
            with topic.moved:
                while topic.seq <= seq and not self._closed:
                    left = until - time.monotonic()
                    if left <= 0:
                        break
                    topic.moved.wait(left)
                return max(topic.seq, seq)
        finally:
            with self._lock:
                topic.waiting -= 1
                self._forget(table, topic)

    @contextmanager
    def watching(self, table: str) -> Iterator[None]:
        """Remember the table's news for as long as the block lasts.

        Whoever looks and waits by turns does so inside: what comes between looking and waiting is not missed then.
        """
        with self._lock:
            topic = self._topics.setdefault(table, _Topic())
            topic.watching += 1
        try:
            yield
        finally:
            with self._lock:
                topic.watching -= 1
                self._forget(table, topic)

    def _forget(self, table: str, topic: _Topic) -> None:
        if not topic.waiting and not topic.watching:
            self._topics.pop(table, None)

    def watched(self) -> Mapping[str, int]:
        """Table → last known line, for the tables that somebody waits for or watches."""
        with self._lock:
            return {table: topic.seq for table, topic in self._topics.items()}

    def watchers(self) -> int:
        """How many watch a table."""
        with self._lock:
            return sum(topic.watching for topic in self._topics.values())

    @property
    def closed(self) -> bool:
        """Whether the service is stopping."""
        return self._closed

    def close(self) -> None:
        """Wake everybody for the last time."""
        self._closed = True
        with self._lock:
            topics = list(self._topics.values())
        for topic in topics:
            with topic.moved:
                topic.moved.notify_all()
