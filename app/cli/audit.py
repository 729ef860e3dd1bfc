"""`reckless audit`: proving the books."""

import click

from app.cli.common import Output, database_option, json_option, services_at, settings_for
from app.errors import Json


@click.group()
def audit() -> None:
    """The ledger, looked at by somebody who trusts nobody."""


@audit.command()
@click.option("--books-only", is_flag=True, help="Don't play the games again; that takes most of the time.")
@database_option
@json_option
def verify(books_only: bool, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Check the whole ledger anew: seals, balances, conservation, checkpoints, and every move by the rules.

    Exit code 1, and what is wrong first at each table, if it fails.
    """
    output = Output(as_json)
    with services_at(settings_for(database, must_exist=True)) as services:
        verdict = services.history.verify(output.progress("Tables"), play_again=not books_only)
    faults: list[Json] = [
        {
            "table": fault.table_id,
            "where": fault.where,
            "found": fault.found,
            "expected": fault.expected,
        }
        for fault in verdict.faults
    ]
    tables = "1 table" if verdict.tables == 1 else f"{verdict.tables} tables"
    checked = f"{tables}, {verdict.transfers} transfers, {verdict.lines} lines of the log"
    output.answer(
        {
            "ok": verdict.ok,
            "tables": verdict.tables,
            "transfers": verdict.transfers,
            "lines": verdict.lines,
            "faults": faults,
        },
        f"{checked}: all in order." if verdict.ok else f"{checked}: the books do NOT hold.",
        *(str(fault) for fault in verdict.faults),
    )
    return 0 if verdict.ok else 1
