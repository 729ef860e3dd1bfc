"""Statements that are compiled once and go to the driver as they are.

SQLAlchemy writes the SQL, once for each kind of database; after that an execution costs what the database takes and
little more. A payment runs a dozen of them, and through `Connection.execute` they took half of its time.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import PoolProxiedConnection

Values = Mapping[str, Any]
Row = tuple[Any, ...]


class Prepared:
    """A statement with named values. Thread-safe.

    Rows come back as plain tuples in the order of the statement's columns, and values go in as the driver takes
    them, so it is for columns of plain types only: text, whole numbers, bytes.
    """

    def __init__(self, statement: ClauseElement) -> None:
        """Prepare a statement; it is compiled at its first use."""
        self._statement = statement
        self._texts: dict[str, str] = {}

    def first(self, connection: Connection, values: Values) -> Row | None:
        """The first row, or None."""
        return _first(self._run(connection, values))

    def first_by(self, driver: PoolProxiedConnection, dialect: Dialect, values: Values) -> Row | None:
        """The first row, or None, by a connection of the driver itself."""
        return _first(_execute(driver.cursor(), dialect, self._text(dialect), values))

    def all(self, connection: Connection, values: Values) -> Sequence[Row]:
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
        return _tell(connection, self._text(connection.dialect), values)

    def _text(self, dialect: Dialect) -> str:
        return self._texts.get(dialect.name) or self._compile(dialect)

    def _compile(self, dialect: Dialect) -> str:
        # Any: dialects take their options by keywords that their base class does not know.
        kind: Any = type(dialect)
        named = "named" if dialect.name == "sqlite" else "pyformat"
        text = str(self._statement.compile(dialect=kind(paramstyle=named)))
        self._texts[dialect.name] = text
        return text


def tell_driver(connection: Connection, command: str) -> None:
    """Run a command without values and without an answer, such as `SAVEPOINT a`."""
    _tell(connection, command, {}).close()


def _tell(connection: Connection, text: str, values: Values) -> DBAPICursor:
    cursor = connection.connection.cursor()
    listeners = connection.dispatch.before_cursor_execute
    if listeners:
        listeners(connection, cursor, text, values, None, False)
    return _execute(cursor, connection.dialect, text, values)


def _execute(cursor: DBAPICursor, dialect: Dialect, text: str, values: Values) -> DBAPICursor:
    try:
        cursor.execute(text, values)
    except Exception as error:
        cursor.close()
        fault = dialect.loaded_dbapi.Error
        if isinstance(error, fault):
            raise DBAPIError.instance(text, values, error, fault, dialect=dialect) from error
        raise
    return cursor


def _first(cursor: DBAPICursor) -> Row | None:
    try:
        row: Row | None = cursor.fetchone()
        return row
    finally:
        cursor.close()
