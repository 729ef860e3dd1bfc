"""`reckless audit`: proving the books."""

from collections.abc import Sequence
from pathlib import Path

import click

from app.cli.common import (
    Output,
    counted,
    database_option,
    json_option,
    new_file,
    processes_option,
    services_at,
    settings_for,
)
from app.errors import ConfigError, Invalid, Json
from app.ledger.note import Checkpoint
from app.services import Services
from app.services.actor import command_line
from app.services.exports import FORMATS
from app.services.exports.tabular import SEPARATORS
from app.services.papers import PAPERS

MAX_KEPT_BYTES = 100_000


@click.group()
def audit() -> None:
    """The ledger, looked at by somebody who trusts nobody."""


@audit.command()
@click.option("--books-only", is_flag=True, help="Don't play the games again; that takes most of the time.")
@click.option(
    "--checkpoint",
    "kept",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A checkpoint, result slip or receipt that somebody kept: the log must hold all that it saw.",
)
@processes_option
@database_option
@json_option
def verify(
    books_only: bool,  # noqa: FBT001
    kept: Sequence[Path],
    processes: int,
    database: str | None,
    as_json: bool,  # noqa: FBT001
) -> int:
    """Check the whole ledger anew: seals, balances, conservation, checkpoints, and every move by the rules.

    Exit code 1, and what is wrong first at each table, if it fails.
    """
    output = Output(as_json)
    texts = {file: _text_of(file) for file in kept}
    with services_at(settings_for(database, must_exist=True)) as services:
        witnesses = [_checkpoint(services, file, text) for file, text in texts.items()]
        verdict = services.history.verify(
            output.progress("Tables"),
            play_again=not books_only,
            witnesses=witnesses,
            processes=processes,
        )
    faults: list[Json] = [
        {
            "table": fault.table_id,
            "where": fault.where,
            "found": fault.found,
            "expected": fault.expected,
        }
        for fault in verdict.faults
    ]
    checked = (
        f"{counted(verdict.tables, 'table')}, {counted(verdict.transfers, 'transfer')},"
        f" {counted(verdict.lines, 'line')} of the log"
        f" ({verdict.leaves} under {counted(verdict.checkpoints, 'signed checkpoint')})"
    )
    output.answer(
        {
            "ok": verdict.ok,
            "tables": verdict.tables,
            "transfers": verdict.transfers,
            "lines": verdict.lines,
            "leaves": verdict.leaves,
            "checkpoints": verdict.checkpoints,
            "faults": faults,
        },
        f"{checked}: all in order." if verdict.ok else f"{checked}: the books do NOT hold.",
        *(str(fault) for fault in verdict.faults),
    )
    return 0 if verdict.ok else 1


@audit.command()
@click.option(
    "--format", "format_name", required=True, type=click.Choice(list(FORMATS)), help="What kind of file."
)
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write."
)
@click.option("--table", default="", metavar="ID", help="Only this table, by its id or code; all by default.")
@click.option("--event", default="", metavar="ID", help="Only tables that were opened in this event.")
@click.option("--from", "start", default="", metavar="ISO", help="From this day or time on, like 2026-11-30.")
@click.option("--to", "end", default="", metavar="ISO", help="Up to this time, or to the end of this day.")
@click.option(
    "--zone", default="", metavar="NAME", help="Time zone, like Europe/Berlin; this machine's by default."
)
@click.option(
    "--separator", type=click.Choice(list(SEPARATORS)), default="comma", help="Of csv; comma by default."
)
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", help="Of pdf; a4 by default.")
@database_option
@json_option
def export(
    format_name: str,
    out: Path,
    table: str,
    event: str,
    start: str,
    end: str,
    zone: str,
    separator: str,
    paper: str,
    database: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Write the ledger, or a part of it, into a file."""
    output = Output(as_json)
    with services_at(settings_for(database, must_exist=True)) as services:
        wanted = services.exports.selection(table=table, event=event, start=start, end=end, zone=zone)
        made = services.exports.export(
            command_line(),
            format_name,
            wanted,
            separator=separator,
            paper=paper,
            progress=output.progress("Transfers"),
        )
        with new_file(out) as file:
            for chunk in made.chunks:
                file.write(chunk)
    output.answer({"out": str(out), "format": format_name}, f"{out}: written.")


def _checkpoint(services: Services, file: Path, text: str) -> Checkpoint:
    """The checkpoint in a file that somebody kept.

    Raises:
        ConfigError: If there is none that was signed here.
    """
    try:
        return services.proofs.kept(text).checkpoint
    except Invalid as error:
        raise ConfigError("%(file)s: %(why)s", file=str(file), why=str(error)) from error


def _text_of(file: Path) -> str:
    """What stands in a file that somebody kept.

    Raises:
        ConfigError: If the file can't be read.
    """
    try:
        with file.open("rb") as opened:
            return opened.read(MAX_KEPT_BYTES).decode("utf-8-sig", "replace")
    except OSError as error:
        raise ConfigError(
            "%(file)s can't be read (%(reason)s).", file=str(file), reason=error.strerror or str(error)
        ) from error
