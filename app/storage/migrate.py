"""Bring a database to this program's schema, or refuse one that a newer program has written."""

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from app.errors import ConfigError

_ADVISORY_LOCK = 7277  # any number, the same in every process: one of them migrates, the others wait


def prepare(engine: Engine) -> None:
    """Apply the migrations that are missing, in one transaction.

    Raises:
        ConfigError: If the database can't be opened, or its schema is newer than this program.
    """
    known, newest = _shipped()
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": _ADVISORY_LOCK})
            revision = _revision(connection)
            if revision is not None and revision not in known:
                raise ConfigError(
                    "The database was written by a newer version of this program (schema %(revision)s): "
                    "update the program, or set RECKLESS_DATABASE_URL to another database.",
                    revision=revision,
                )
            if revision != newest:
                config = _config()
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
    except DBAPIError as error:
        raise ConfigError(
            "The database can't be opened (%(reason)s): check RECKLESS_DATABASE_URL.",
            reason=" ".join(str(error.orig).split()),
        ) from error


@cache
def _shipped() -> tuple[frozenset[str], str | None]:
    """All revisions that this program knows, and the newest; files that stay as they are while it runs."""
    scripts = ScriptDirectory.from_config(_config())
    return frozenset(script.revision for script in scripts.walk_revisions()), scripts.get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
