"""The databases that storage, ledger and payments must behave alike on."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from sqlalchemy import text

from app.storage import Database, schema
from app.storage.migrate import prepare

ON_BOTH = pytest.mark.parametrize(
    "database_url", ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
ON_POSTGRES = pytest.mark.parametrize(
    "database_url", [pytest.param("postgres", marks=pytest.mark.postgres)], indirect=True
)
ON_BOTH_FROM_NOTHING = pytest.mark.parametrize(
    "database_url", ["bare sqlite", pytest.param("bare postgres", marks=pytest.mark.postgres)], indirect=True
)


def new_file(path: Path) -> str:
    """URL of a new SQLite file that has the schema and no rows; much faster than applying all migrations again."""
    path.write_bytes(_migrated())
    return f"sqlite:///{path}"


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite"
        database = Database(f"sqlite:///{path}")
        prepare(database.engine)
        database.close()
        return path.read_bytes()


def empty(url: str) -> str:
    """Delete all rows of a PostgreSQL database that earlier tests have used; much faster than a new schema."""
    tables = ", ".join(f"'{name}'" for name in schema.metadata.tables)
    with psycopg.connect(url.replace("+psycopg", "", 1), autocommit=True) as database:
        # What an earlier test left open would hold its tables for ever.
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        # As a replica: neither the triggers that keep rows from being deleted nor foreign keys are asked.
        database.execute("SET session_replication_role = replica")
        known = database.execute(f"SELECT tablename FROM pg_tables WHERE tablename IN ({tables})".encode())
        for (name,) in known.fetchall():
            database.execute(f'DELETE FROM "{name}"'.encode())
    return url


def execute(database: Database, statement: str, **values: object) -> int:
    """Run a statement past the program; how many rows it met."""
    return database.write(lambda connection: connection.execute(text(statement), values).rowcount)
