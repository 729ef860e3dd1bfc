"""Statements that are compiled once and go to the driver as they are.

SQLAlchemy writes the SQL, once for each kind of database; after that an execution costs what the database takes and
little more. A payment runs a dozen of them, and through `Connection.execute` they took half of its time.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError

Values = Mapping[str, Any]


class Prepared:
    """A statement with named values. Thread-safe.

    Rows come back as plain tuples in the order of the statement's columns, and values go in as the driver takes
    them, so it is for columns of plain types only: text, whole numbers, bytes.
    """

    def __init__(self, statement: ClauseElement) -> None:
        """Prepare a statement; it is compiled at its first use."""
        self._statement = statement
        self._texts: dict[str, str] = {}

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:
        """The first row, or None."""
        cursor = self._run(connection, values)
        try:
            row: tuple[Any, ...] | None = cursor.fetchone()
            return row
        finally:
            cursor.close()

    def all(self, connection: Connection, values: Values) -> Sequence[tuple[Any, ...]]:
        """All rows."""
        cursor = self._run(connection, values)
        try:
            return cursor.fetchall()
        finally:
            cursor.close()

    def write(self, connection: Connection, values: Values) -> int:
        """Run a statement that writes; how many rows it met."""
        cursor = self._run(connection, values)
        try:
            return cursor.rowcount
        finally:
            cursor.close()

    def _run(self, connection: Connection, values: Values) -> DBAPICursor:
        if not connection.in_transaction():
            connection.begin()
        dialect = connection.dialect
        return _execute(connection, self._texts.get(dialect.name) or self._compile(dialect), values)

    def _compile(self, dialect: Dialect) -> str:
        # Any: dialects take their options by keywords that their base class does not know.
        kind: Any = type(dialect)
        named = "named" if dialect.name == "sqlite" else "pyformat"
        text = str(self._statement.compile(dialect=kind(paramstyle=named)))
        self._texts[dialect.name] = text
        return text


def tell_driver(connection: Connection, command: str) -> None:
    """Run a command without values and without an answer, such as `SAVEPOINT a`."""
    _execute(connection, command, {}).close()


def _execute(connection: Connection, text: str, values: Values) -> DBAPICursor:
    cursor = connection.connection.cursor()
    try:
        listeners = connection.dispatch.before_cursor_execute
        if listeners:
            listeners(connection, cursor, text, values, None, False)
        cursor.execute(text, values)
    except Exception as error:
        cursor.close()
        fault = connection.dialect.loaded_dbapi.Error
        if isinstance(error, fault):
            raise DBAPIError.instance(text, values, error, fault, dialect=connection.dialect) from error
        raise
    return cursor
