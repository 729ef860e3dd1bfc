"""`reckless backup` and `reckless restore`: everything in one file, proved before it is called done."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from app.cli.common import Output, counted, database_option, json_option, processes_option, settings_for
from app.config import Settings, check_database_url
from app.errors import ConfigError
from app.services.audit import Verdict
from app.services.program import open_program
from app.storage import Database
from app.storage import backup as backups
from app.storage.migrate import prepare

KEY = "RECKLESS_SECRET_KEY"


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@processes_option
@database_option
@json_option
def backup(file: Path, processes: int, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Write everything into FILE while the service runs, and prove the books in it.

    FILE is a SQLite database, also when the service uses PostgreSQL. The secret key goes beside it, into a file that
    ends in .key, unless RECKLESS_SECRET_KEY is set. Whoever has both can sign as you: keep them apart from strangers.
    """
    output, settings = Output(as_json), settings_for(database, must_exist=True)
    key = _place_of_key(file, settings.secret_key)
    if os.path.lexists(file):
        raise ConfigError("%(file)s is there already: choose another name.", file=str(file))
    with _at_its_place(file) as part:
        source = Database(settings.database_url)
        try:
            backups.write(source, part)
        finally:
            source.close()
        verdict = _verify(settings, part, output, processes)
    if key is not None:
        _write_key(key, settings.secret_key)
    return _answer(output, file, verdict, f"{file}: written, with all that stands in the books.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--replace",
    "replacing",
    is_flag=True,
    help="Where a database is there already, move it aside; its new name is told.",
)
@processes_option
@database_option
@json_option
def restore(file: Path, replacing: bool, processes: int, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Bring the backup FILE back, once its books are proved. Stop the service first.

    A SQLite database that is there already is never overwritten. A PostgreSQL database must be empty.
    """
    output = Output(as_json)
    url = check_database_url(database or os.environ.get("RECKLESS_DATABASE_URL", ""))
    secret = _secret_of(file)
    if not url.startswith("sqlite"):
        return _into_server(file, settings_for(database), output, processes)
    target = Path(url.removeprefix("sqlite:///"))
    if target.exists() and not replacing:
        raise ConfigError(
            "%(file)s is there already: name another one with --database, or move it aside with --replace.",
            file=str(target),
        )
    if target.exists() and backups.is_in_use(target):
        raise ConfigError("%(file)s is in use: stop the service first.", file=str(target))
    aside: list[str] = []
    with _at_its_place(target) as part:
        shutil.copyfile(file, part)
        backups.upgrade(part)
        settings = Settings(url, "http://localhost", public_url_is_set=False, secret_key=secret)
        verdict = _verify(settings, part, output, processes)
        if not verdict.ok:
            part.unlink()
            return _answer(output, file, verdict, f"{file}: nothing was restored.")
        aside = _move_aside(target)
    if not os.environ.get(KEY):
        _write_key(target.with_suffix(".key"), secret)
    told = [f"{target}: restored from {file}.", *(f"What was there is now {name}." for name in aside)]
    return _answer(output, target, verdict, *told)


def _into_server(file: Path, settings: Settings, output: Output, processes: int) -> int:
    with _beside(file) as part:
        shutil.copyfile(file, part)
        backups.upgrade(part)
        verdict = _verify(settings, part, output, processes)
        if not verdict.ok:
            return _answer(output, file, verdict, f"{file}: nothing was restored.")
        target = Database(settings.database_url)
        try:
            prepare(target.engine)
            if not backups.is_empty(target.engine):
                raise ConfigError("The database is not empty: restore into a new one.")
            backups.fill(target.engine, part)
        finally:
            target.close()
    program = open_program(settings)
    try:
        verdict = program.services.history.verify(output.progress("Tables"), processes=processes)
    finally:
        program.close()
    return _answer(output, file, verdict, f"Restored from {file}.")


def _verify(settings: Settings, copy: Path, output: Output, processes: int) -> Verdict:
    """Prove the books of a copy."""
    program = open_program(replace(settings, database_url=f"sqlite:///{copy}"))
    try:
        return program.services.history.verify(output.progress("Tables"), processes=processes)
    finally:
        program.close()
        for ending in ("-wal", "-shm"):
            copy.with_name(f"{copy.name}{ending}").unlink(missing_ok=True)


def _answer(output: Output, file: Path, verdict: Verdict, *lines: str) -> int:
    checked = (
        f"Proved: {counted(verdict.transfers, 'transfer')}, {counted(verdict.lines, 'line')} of the log."
        if verdict.ok
        else "Its books do NOT hold:"
    )
    faults = [str(fault) for fault in verdict.faults]
    output.answer(
        {
            "file": str(file),
            "ok": verdict.ok,
            "tables": verdict.tables,
            "transfers": verdict.transfers,
            "lines": verdict.lines,
            "faults": [*faults],
        },
        *lines,
        checked,
        *faults,
    )
    return 0 if verdict.ok else 1


def _secret_of(file: Path) -> str:
    """The key that the backup's books were sealed with.

    Raises:
        ConfigError: If it is nowhere to be found.
    """
    given = os.environ.get(KEY, "")
    beside = file.with_suffix(".key")
    if given or beside.exists():
        return given or beside.read_text(encoding="ascii").strip()
    raise ConfigError(
        "The key of this backup, %(file)s, is not beside it: put it there, or set RECKLESS_SECRET_KEY.",
        file=str(beside),
    )


def _place_of_key(file: Path, secret: str) -> Path | None:
    """Where the key of a backup goes; None if it is in the environment.

    Raises:
        ConfigError: If that place is taken by something else, or is the backup's own.
    """
    if os.environ.get(KEY):
        return None
    place = file.with_suffix(".key")
    taken = place == file or (os.path.lexists(place) and place.read_text("ascii", "ignore").strip() != secret)
    if taken:
        raise ConfigError(
            "The key would go into %(file)s, which is something else: choose another name.", file=str(place)
        )
    return place


def _write_key(path: Path, key: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key)


def _move_aside(target: Path) -> list[str]:
    """Give a database, with all that belongs to it, another name; returns the new ones."""
    mark = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    moved = []
    for old in (target, *(target.with_name(f"{target.name}{end}") for end in ("-wal", "-shm"))):
        if old.exists():
            moved.append(str(old.replace(old.with_name(f"{mark}-{old.name}"))))
    key = target.with_suffix(".key")
    if moved and key.exists():
        moved.append(str(key.replace(key.with_name(f"{mark}-{key.name}"))))
    return moved


@contextmanager
def _at_its_place(path: Path) -> Iterator[Path]:
    """A file that takes its place when it is complete, readable by its owner alone."""
    with _beside(path) as part:
        yield part
        if part.exists():
            part.chmod(0o600)
            part.replace(path)


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A place for a file in the making, empty before and after.

    Raises:
        ConfigError: If nothing can be written there.
    """
    part = path.with_name(f".{path.name}.part")
    if not path.parent.is_dir():
        raise ConfigError("The folder %(folder)s does not exist: make it first.", folder=str(path.parent))
    try:
        part.unlink(missing_ok=True)
        yield part
    except OSError as error:
        raise ConfigError(
            "%(path)s can't be written (%(reason)s).", path=str(path), reason=error.strerror or str(error)
        ) from error
    finally:
        with suppress(OSError):  # what could not be made need not be taken away
            part.unlink(missing_ok=True)
