"""What all commands share: the program behind them, output for people and for machines, progress bars, new files."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

import click

from app.config import DEFAULT_PORT, Settings, check_database_url, read_settings
from app.errors import AppError, ConfigError, Json
from app.services import Services
from app.services.program import open_program

Command = TypeVar("Command", bound=Callable[..., object])


def json_option(command: Command) -> Command:
    """Give a command `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Answer as one JSON object, for machines.")(
        command
    )


def database_option(command: Command) -> Command:
    """Give a command `--database`."""
    return click.option(
        "--database",
        metavar="URL",
        help="sqlite:///PATH or postgresql+psycopg://...; instead of RECKLESS_DATABASE_URL.",
    )(command)


def processes_option(command: Command) -> Command:
    """Give a command that proves books `--processes`."""
    return click.option(
        "--processes",
        type=click.IntRange(min=1),
        default=processors,
        metavar="N",
        help="So many at once where there is much to check; by default, as many as there are processors.",
    )(command)


def public_url_option(command: Command) -> Command:
    """Give a command `--public-url`."""
    return click.option(
        "--public-url",
        metavar="URL",
        help="Where the service is reached, for links and codes; instead of RECKLESS_PUBLIC_URL.",
    )(command)


def address_warnings(settings: Settings, *, links: str) -> list[str]:
    """What to mind about links that lead to an address which was only guessed.

    Args:
        settings: With the address.
        links: What leads there, as the subject of a sentence.
    """
    if settings.public_url_is_set:
        return []
    warning = (
        f"{links} to {settings.public_url}, this machine's present address and the usual port. If the service"
        " listens on another one, or the address may change, give --public-url or set RECKLESS_PUBLIC_URL."
    )
    return [warning]


def settings_for(
    database: str | None,
    public_url: str | None = None,
    *,
    port: int = DEFAULT_PORT,
    must_exist: bool = False,
) -> Settings:
    """The settings of the environment, with what the command line says instead.

    Args:
        database: From `--database`.
        public_url: From `--public-url`.
        port: Where the service will listen.
        must_exist: Whether a SQLite file that is not there is refused: a check of one that was mistyped must not
            pass.

    Raises:
        ConfigError: On the first bad value; it is named as the user gave it.
    """
    given = {
        name: (option, value)
        for name, option, value in (
            ("RECKLESS_DATABASE_URL", "--database", database),
            ("RECKLESS_PUBLIC_URL", "--public-url", public_url),
        )
        if value is not None
    }
    for option, value in given.values():
        if not value:
            raise ConfigError("%(option)s is empty: leave it out or give it a value.", option=option)
    environ = {**os.environ, **{name: value for name, (_, value) in given.items()}}
    try:
        url = check_database_url(environ.get("RECKLESS_DATABASE_URL", ""))
        if not must_exist or not _is_missing(url):
            return read_settings(environ, port=port)
    except ConfigError as error:
        message = error.message
        for name, (option, _) in given.items():
            message = message.replace(f"{name}=", f"{option} ").replace(name, option)
        raise ConfigError(message, **error.facts) from error
    raise ConfigError(
        "There is no database %(path)s: name it with --database or RECKLESS_DATABASE_URL.",
        path=url.removeprefix("sqlite:///"),
    )


def _is_missing(database_url: str) -> bool:
    return database_url.startswith("sqlite") and not Path(database_url.removeprefix("sqlite:///")).exists()


@contextmanager
def services_at(settings: Settings) -> Iterator[Services]:
    """The services over the database of the settings.

    Raises:
        ConfigError: If the database can't be opened.
    """
    program = open_program(settings)
    try:
        yield program.services
    finally:
        program.close()


def counted(number: int, thing: str) -> str:
    """So many of a thing: `1 table`, `2 tables`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def processors() -> int:
    """How many of this machine's processors may be used."""
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command's answer goes: lines for people, or one JSON object for machines."""

    as_json: bool

    def answer(self, data: Mapping[str, Json], *lines: str) -> None:
        """Print the answer, in one of its two forms."""
        if self.as_json:
            click.echo(json.dumps(data, ensure_ascii=False))
        else:
            for line in lines:
                click.echo(line)

    def progress(self, label: str) -> Callable[[int, int], None]:
        """A bar on standard error that is told (done, all); silent for machines and where no terminal is."""
        return _Bar(label, hidden=self.as_json or not sys.stderr.isatty())


class _Bar:
    """A progress bar; begins anew when it is told of another number in all, for the next step of the work."""

    def __init__(self, label: str, *, hidden: bool) -> None:
        self._label = label
        self._hidden = hidden
        self._done = 0
        self._all = -1

    def __call__(self, done: int, total: int) -> None:
        if self._hidden or not total:
            return
        if total != self._all or done < self._done:
            self._all, self._done = total, 0
            self._bar = click.progressbar(length=total, label=self._label, file=sys.stderr, show_pos=True)
            self._bar.render_progress()
        self._bar.update(done - self._done)
        self._done = done
        if done == total:
            self._bar.render_finish()
            self._all = -1


class Interrupted(AppError):
    """Somebody stopped the command, and there is more to say than that."""

    code = "interrupted"


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its place when it is complete, readable by its owner alone: it may hold secrets.

    Raises:
        ConfigError: If it can't be written.
    """
    part = path.with_name(f".{path.name}.part")
    with writing(path):
        try:
            file = open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")  # noqa: SIM115 - below
            try:
                yield file
            except BaseException:
                with suppress(OSError):  # what can't be written any more is not what went wrong first
                    file.close()
                raise
            file.close()
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say in words that a file or folder can't be written, such as on a full disk.

    Raises:
        ConfigError: Instead of OSError.
    """
    try:
        yield
    except OSError as error:
        raise ConfigError(
            "%(path)s can't be written (%(reason)s).", path=str(path), reason=error.strerror or str(error)
        ) from error
