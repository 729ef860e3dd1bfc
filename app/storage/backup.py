"""A backup is a SQLite file with all rows, whatever database they come from: a copy that can be opened as it is."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, Engine, Table, create_engine, insert, select
from sqlalchemy.exc import DBAPIError

from app.errors import ConfigError
from app.storage import schema
from app.storage.database import Database
from app.storage.migrate import prepare

PORTION = 1_000


def write(database: Database, path: Path) -> None:
    """Write a backup of one moment of the database; it may be in use.

    Args:
        database: Whose.
        path: A file that does not exist yet.

    Raises:
        ConfigError: If it can't be written, for want of room or rights.
    """
    try:
        if database.on_sqlite:
            # Its own connection: no copy is made inside a transaction. It reads like any other, and hinders nobody.
            with closing(
                sqlite3.connect(str(database.engine.url.database), isolation_level=None)
            ) as connection:
                connection.execute("VACUUM INTO ?", [str(path)])
        else:
            copy = create_engine(f"sqlite:///{path}")
            prepare(copy)
            with database.read() as source, copy.begin() as target:
                _copy(source, target)
            copy.dispose()
        with path.open("rb") as file:
            os.fsync(file.fileno())
    except (sqlite3.Error, DBAPIError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise ConfigError(
            "%(file)s can't be written (%(reason)s).", file=str(path), reason=" ".join(str(reason).split())
        ) from error


def upgrade(path: Path) -> None:
    """Bring a backup to the present schema; give a copy of it.

    Raises:
        ConfigError: If it is no backup of ours, or a newer program has written it.
    """
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            damage = connection.execute("PRAGMA quick_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise ConfigError(
            "%(file)s is no backup of this program (%(reason)s).", file=str(path), reason=str(error)
        ) from error
    if damage != ("ok",):
        raise ConfigError("%(file)s is damaged (%(reason)s).", file=str(path), reason=str(damage[0]))
    copy = create_engine(f"sqlite:///{path}")
    prepare(copy)
    copy.dispose()


def is_empty(engine: Engine) -> bool:
    """Whether no table of ours holds a row."""
    with engine.connect() as connection:
        return not any(connection.execute(select(table).limit(1)).first() for table in _tables())


def fill(engine: Engine, path: Path) -> None:
    """Write all rows of a backup into an empty, prepared database, in one transaction."""
    copy = create_engine(f"sqlite:///{path}")
    with copy.connect() as source, engine.begin() as target:
        _copy(source, target)
    copy.dispose()


def is_in_use(path: Path) -> bool:
    """Whether a program holds a SQLite database open."""
    with closing(sqlite3.connect(path, timeout=0.2, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return True
    return False


def _copy(source: Connection, target: Connection) -> None:
    for table in _tables():
        with source.execute(select(table).execution_options(yield_per=PORTION)) as rows:
            for portion in _portions(dict(row._mapping) for row in rows):
                target.execute(insert(table), portion)


def _portions(rows: Iterable[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    found = iter(rows)
    while portion := list(islice(found, PORTION)):
        yield portion


def _tables() -> list[Table]:
    return list(schema.metadata.sorted_tables)
