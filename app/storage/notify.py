"""News across processes, by the database's own means.

PostgreSQL tells whoever listens. SQLite changes a number (`data_version`) whenever
another connection has committed, which is cheap to look at.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from app.storage import tables
from app.storage.database import Database

CHANNEL = "reckless"
LOOK_EVERY_S = 0.2
LOOK_ANYWAY_S = 5
RECONNECT_AFTER_S = 1

logger = logging.getLogger(__name__)

Publish = Callable[[str, int], None]


def moved(database: Database, table_id: str, seq: int) -> None:
    """Tell other processes that a table's log has grown to `seq` lines, after the commit.

    Not with it: PostgreSQL lets transactions that notify commit one after the other, each with its flush to disk,
    so that tables would wait for each other. `LOOK_ANYWAY_S` makes up for news that are lost with their process.
    """
    if database.on_sqlite:
        return
    try:
        with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(
                text("SELECT pg_notify(:channel, :news)"), {"channel": CHANNEL, "news": f"{table_id} {seq}"}
            )
    except DBAPIError:
        logger.exception("Other processes were not told of table %s.", table_id)


class Listener:
    """A thread that passes on what other processes write."""

    def __init__(
        self, database: Database, publish: Publish, watched: Callable[[], Mapping[str, int]]
    ) -> None:
        """Start it.

        Args:
            database: Where others write.
            publish: Is told (table, line) of what has moved.
            watched: The tables that somebody here waits for.
        """
        self._database = database
        self._publish = publish
        self._watched = watched
        self._stopping = threading.Event()
        listen = self._look_at_sqlite if database.on_sqlite else self._listen_to_postgresql
        self._thread = threading.Thread(target=self._run, args=(listen,), name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop it."""
        self._stopping.set()
        self._thread.join()

    def _run(self, listen: Callable[[], None]) -> None:
        while not self._stopping.is_set():
            try:
                listen()
            except Exception:  # whatever broke the connection, phones need the next one
                logger.exception("Lost the news of other processes; trying again.")
                self._stopping.wait(RECONNECT_AFTER_S)

    def _look_at_sqlite(self) -> None:
        with self._database.engine.connect() as connection:
            version = None
            while not self._stopping.wait(LOOK_EVERY_S):
                with connection.begin():
                    seen = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
                    if seen != version:
                        version = seen
                        self._publish_all(connection)

    def _listen_to_postgresql(self) -> None:
        with self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {CHANNEL}"))
            # Whatever moved before we listened: look once at all that somebody waits for.
            self._publish_all(connection)
            driver = connection.connection.driver_connection
            looked = time.monotonic()
            while not self._stopping.is_set():
                if time.monotonic() - looked > LOOK_ANYWAY_S:
                    looked = time.monotonic()
                    self._publish_all(connection)
                for news in driver.notifies(timeout=LOOK_EVERY_S):  # type: ignore[union-attr]  # psycopg's own
                    table_id, seq = news.payload.split()
                    self._publish(table_id, int(seq))

    def _publish_all(self, connection: Connection) -> None:
        watched = list(self._watched())
        if watched:
            for table_id, seq in tables.last_seqs(connection, watched).items():
                self._publish(table_id, seq)
