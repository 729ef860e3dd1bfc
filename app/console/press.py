"""Sheets in the making: they are drawn and checked beside the request, so that a page can show how far they are."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from app.services.tiles.sheets import Progress, Sheet

PATIENCE_S = 2.0
"""So long a page waits for the sheet itself, before it shows a bar instead."""

Make = Callable[[Progress], Sheet]


@dataclass(slots=True)
class Job:
    """One sheet in the making."""

    done: int = 0
    total: int = 0
    checking: bool = False
    sheet: Sheet | None = None
    error: Exception | None = None
    ready: threading.Event = field(default_factory=threading.Event)

    def tell(self, done: int, total: int) -> None:
        """Note how far it is; what begins anew, with other figures, is the check."""
        self.checking = self.checking or total != self.total != 0 or done < self.done
        self.done, self.total = done, total

    @property
    def percent(self) -> int:
        """How far it is in all: drawing is a fifth of the work."""
        share = self.done / self.total if self.total else 0.0
        return round(20 + 80 * share if self.checking else 20 * share)


class Press:
    """Thread-safe; each process has its own."""

    def __init__(self) -> None:
        self._jobs: dict[object, Job] = {}
        self._lock = threading.Lock()

    def start(self, key: object, make: Make) -> Job:
        """Begin a sheet, unless it is in the making already; wait a little for it.

        Raises:
            Exception: Whatever was wrong with it, once that is known.
        """
        with self._lock:
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = Job()
                # A process that is told to stop does not wait for a sheet.
                threading.Thread(target=self._run, args=(key, job, make), name="press", daemon=True).start()
        if job.ready.wait(PATIENCE_S) and job.error is not None:
            with self._lock:
                self._jobs.pop(key, None)
            raise job.error
        return job

    def _run(self, key: object, job: Job, make: Make) -> None:
        try:
            job.sheet = make(job.tell)
        except Exception as error:  # noqa: BLE001 - whatever it is, a page that only asks again would never show it
            job.error = error
        finally:
            if job.error is None:
                # A sheet holds secrets: whoever is not here to take it finds it in the drawer, and not for long.
                with self._lock:
                    self._jobs.pop(key, None)
            job.ready.set()
