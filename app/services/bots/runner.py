"""The thread in which bots think: one for all tables, woken by what happens there. No table waits for another."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from secrets import randbelow

from app.live import Hub
from app.services.bots.service import Bots

SWEEP_EVERY_S = 2.0
"""How often it is looked for tables of which nothing was heard: after a restart, or moved on by another process."""

Pause = Callable[[], float]
"""How many seconds bots think before they answer."""

logger = logging.getLogger(__name__)


def human_pause() -> float:
    """From 0.9 to 2 seconds: people can read what happened before the next thing does."""
    return 0.9 + randbelow(1100) / 1000


class BotRunner:
    """Lets bots play until it is closed."""

    def __init__(self, bots: Bots, hub: Hub, pause: Pause = human_pause) -> None:
        """Start the thread."""
        self._bots = bots
        self._pause = pause
        self._hub = hub
        self._news = hub.follow()
        self._due: dict[str, float] = {}
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop once the answer under way is given."""
        self._closing.set()
        self._news.put("")
        self._thread.join()
        self._hub.unfollow(self._news)

    def _run(self) -> None:
        sweep_at = 0.0
        while not self._closing.is_set():
            try:
                if time.monotonic() >= sweep_at:
                    sweep_at = time.monotonic() + SWEEP_EVERY_S
                    self._remember(*self._bots.at_play())
                self._listen(until=min([sweep_at, *self._due.values()]))
                self._play()
            except Exception:  # one table out of order, or a database that is away, stops no bot for good
                logger.exception("Bots stumbled; they go on.")
                self._closing.wait(SWEEP_EVERY_S)

    def _listen(self, *, until: float) -> None:
        """Take the news that come until something is due."""
        while not self._closing.is_set():
            left = until - time.monotonic()
            try:
                table = self._news.get(timeout=left) if left > 0 else self._news.get_nowait()
            except queue.Empty:
                return
            if table in self._due or not table:
                continue
            self._remember(table)
            until = min(until, self._due[table])

    def _remember(self, *tables: str) -> None:
        for table in tables:
            self._due.setdefault(table, time.monotonic() + self._pause())

    def _play(self) -> None:
        now = time.monotonic()
        for table in [table for table, due in self._due.items() if due <= now]:
            del self._due[table]
            self._bots.act(table)
