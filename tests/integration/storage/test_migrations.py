"""From whatever is found to the present schema, or one line that says why not."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

from app.errors import ConfigError
from app.services.program import open_program
from app.storage import Database, schema
from app.storage.migrate import prepare
from tests.integration.databases import ON_BOTH_FROM_NOTHING, ON_POSTGRES, execute
from tests.integration.evening import settings_for


@pytest.fixture
def database(database_url):
    database = Database(database_url)
    yield database
    database.close()


@ON_BOTH_FROM_NOTHING
def test_the_migrations_lead_from_nothing_to_the_schema_of_the_program(database):
    prepare(database.engine)
    with database.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


@ON_BOTH_FROM_NOTHING
def test_preparing_a_prepared_database_changes_nothing(database):
    prepare(database.engine)
    prepare(database.engine)
    found = inspect(database.engine).get_table_names()
    assert set(found) == {*schema.metadata.tables, "alembic_version"}


@ON_BOTH_FROM_NOTHING
def test_a_database_of_a_newer_program_is_refused_and_left_as_it_is(database):
    prepare(database.engine)
    execute(database, "UPDATE alembic_version SET version_num = 'from tomorrow'")
    with pytest.raises(ConfigError, match=r"newer version.*from tomorrow") as refused:
        prepare(database.engine)
    assert "\n" not in str(refused.value)
    with database.read() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "from tomorrow"


@ON_BOTH_FROM_NOTHING
def test_a_migration_that_fails_leaves_nothing_behind(database):
    execute(database, "CREATE TABLE transfers (in_the_way INTEGER)")
    with pytest.raises(ConfigError):
        prepare(database.engine)
    assert inspect(database.engine).get_table_names() == ["transfers"]


@ON_BOTH_FROM_NOTHING
def test_four_programs_may_open_one_empty_database_at_the_same_time(database_url):
    with ThreadPoolExecutor(4) as threads:
        programs = list(threads.map(lambda _: open_program(settings_for(database_url)), range(4)))
    for program in programs:
        assert program.services.history.verify().ok
        program.close()


def test_a_file_in_a_folder_that_is_not_there_is_told_in_one_line(tmp_path):
    with pytest.raises(ConfigError, match="can't be opened") as refused:
        open_program(settings_for(f"sqlite:///{tmp_path / 'none' / 'evening.sqlite'}"))
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_database_is_told_in_one_line(database_url, tmp_path):
    (tmp_path / "evening.sqlite").write_text("I am a text, and none of the shortest. " * 9)
    with pytest.raises(ConfigError, match="can't be opened") as refused:
        open_program(settings_for(database_url))
    assert "\n" not in str(refused.value)


@pytest.mark.postgres
def test_a_postgresql_database_that_is_not_there_is_told_in_one_line(postgres_database):
    server = postgres_database.rpartition("/")[0]
    with pytest.raises(ConfigError, match="can't be opened") as refused:
        open_program(settings_for(f"{server}/no_such_database"))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("table", schema.APPEND_ONLY)
@ON_POSTGRES
def test_log_and_books_can_not_be_emptied_in_one_go(evening, table):
    evening.start()
    with pytest.raises(DBAPIError, match=f"{table} is append-only"):
        execute(evening.program.database, f"TRUNCATE {table}")
