"""What the database itself holds, whatever a program does to it."""

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.ledger import BANK
from app.services.tables import TableSettings
from app.storage import schema, seeds
from tests.integration.databases import ON_BOTH, execute
from tests.integration.evening import ORGANIZER

pytestmark = ON_BOTH


def insert_copy(evening, table, **changes):
    """Write the last row of a table once more, with changes, past the program."""
    columns = [column.name for column in schema.metadata.tables[table].columns]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(f":{name}" if name in changes else f'"{name}"' for name in columns)
    order = {"log": "seq", "transfers": "number", "entries": "transfer"}[table]
    statement = f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} ORDER BY {order} DESC LIMIT 1"
    return execute(evening.program.database, statement, **changes)


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
@pytest.mark.parametrize("change", ["UPDATE {} SET table_id = 'other'", "DELETE FROM {}"])
def test_rows_of_log_and_books_can_not_be_changed_or_deleted(evening, table, change):
    evening.start().a_debt().pay_all()
    evening.program.database.write(lambda connection: seeds.keep(connection, evening.id, 1, bytes(32)))
    with pytest.raises(DBAPIError, match=f"{table} is append-only"):
        execute(evening.program.database, change.format(table))


@pytest.mark.parametrize(
    ("owner", "balance"), [("ada", -1), (BANK, -(2**53) - 1)], ids=["a player", "the bank"]
)
def test_the_database_itself_lets_no_account_below_its_floor(evening, owner, balance):
    evening.start()
    change = "UPDATE accounts SET balance = :balance WHERE owner = :owner"
    with pytest.raises(IntegrityError, match="no_overdraft"):
        execute(evening.program.database, change, balance=balance, owner=owner)


@pytest.mark.parametrize(
    ("column", "value", "rule"),
    [
        ("amount", 0, "amount_is_positive"),
        ("amount", -40, "amount_is_positive"),
        ("payee", BANK, "two_accounts"),
    ],
)
def test_the_database_itself_refuses_what_is_no_transfer(evening, column, value, rule):
    evening.start()
    with pytest.raises(IntegrityError, match=rule):
        insert_copy(evening, "transfers", number=99, **{column: value})


@pytest.mark.parametrize("table", ["log", "transfers", "entries"])
def test_a_number_is_given_once(evening, table):
    evening.start()
    with pytest.raises(IntegrityError):
        insert_copy(evening, table)


def test_a_transfer_has_one_entry_in_an_account(evening):
    evening.start()
    with pytest.raises(IntegrityError):
        insert_copy(evening, "entries", number=99)


def test_a_transfer_is_reversed_once(evening):
    evening.start()
    evening.reverse(f"{evening.id}-3")
    with pytest.raises(IntegrityError):
        insert_copy(evening, "transfers", number=99)


def test_an_account_sits_at_one_running_table(evening):
    other = evening.services.tables.open(ORGANIZER, TableSettings())
    sit = "INSERT INTO sitting (\"user\", table_id) VALUES ('ada', :table)"
    with pytest.raises(IntegrityError):
        execute(evening.program.database, sit, table=other.id)


def test_a_table_with_a_log_can_not_be_deleted(evening):
    with pytest.raises(IntegrityError):
        execute(evening.program.database, "DELETE FROM tables")
