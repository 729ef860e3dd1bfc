"""A drawer for the sheets that were just checked, so that a download need not make them again.

A sheet holds secrets: it is kept for minutes, in memory alone, and thrown away once it is printed.
"""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.services.tiles.sheets import Sheet

KEPT_S = 300
MOST = 4

Options = Mapping[str, str]
_Key = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(slots=True)
class Drawer:
    """Thread-safe; each process has its own, and one that misses makes the sheet anew."""

    _sheets: dict[_Key, tuple[int, Sheet]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def put(self, batch_id: str, options: Options, sheet: Sheet) -> None:
        """Keep a sheet for a while; the oldest makes room."""
        with self._lock:
            self._forget_old()
            self._sheets[_key(batch_id, options)] = (_now_s(), sheet)
            while len(self._sheets) > MOST:
                del self._sheets[next(iter(self._sheets))]

    def get(self, batch_id: str, options: Options) -> Sheet | None:
        """The sheet, if it is still here."""
        with self._lock:
            self._forget_old()
            kept = self._sheets.get(_key(batch_id, options))
        return kept[1] if kept else None

    def empty(self, batch_id: str) -> None:
        """Throw all sheets of a print run away."""
        with self._lock:
            for key in [key for key in self._sheets if key[0] == batch_id]:
                del self._sheets[key]

    def empty_all(self) -> None:
        """Throw all sheets away: a theme or a printer is not what it was."""
        with self._lock:
            self._sheets.clear()

    def _forget_old(self) -> None:
        for key in [key for key, (at, _) in self._sheets.items() if _now_s() - at > KEPT_S]:
            del self._sheets[key]


def _key(batch_id: str, options: Options) -> _Key:
    return batch_id, tuple(sorted(options.items()))


def _now_s() -> int:
    return int(time.monotonic())
