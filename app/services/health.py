"""How the service fares: for whoever watches over it. Nothing here tells of any person."""

import threading
from collections import Counter
from collections.abc import Mapping

from app.storage import Database


class Tally:
    """Counts how often things came about since the start, under names from a closed list. Thread-safe."""

    def __init__(self) -> None:
        """Start with nothing counted."""
        self._counts: Counter[str] = Counter()
        self._lock = threading.Lock()

    def count(self, name: str) -> None:
        """Count one more."""
        with self._lock:
            self._counts[name] += 1

    def counts(self) -> Mapping[str, int]:
        """Name → how often."""
        with self._lock:
            return dict(self._counts)


class Health:
    """What one can ask about the service itself."""

    def __init__(self, database: Database) -> None:
        """Watch over this database."""
        self._database = database

    def database_answers(self) -> bool:
        """Whether the database answers a question right now."""
        return self._database.answers()

    def waiting_writes(self) -> int:
        """How many writes are queued up for the next commit; 0 where every write has its own."""
        return self._database.queued()
