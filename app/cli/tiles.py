"""`reckless tiles`: printing tiles, reprinting lost ones, checking a sheet."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from app.cli.common import (
    Output,
    address_warnings,
    database_option,
    json_option,
    new_file,
    public_url_option,
    services_at,
    settings_for,
)
from app.errors import ConfigError, Json
from app.services.actor import command_line
from app.services.sheets import read_options
from qr.raster import MAX_PDF_BYTES

MAX_DIGITS = 12

Command = TypeVar("Command", bound=Callable[..., object])

OUT = click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The sheet, a PDF file."
)
SHEET = (
    click.option("--paper", type=click.Choice(["a4", "letter"]), help="Size of the paper; a4 by default."),
    click.option("--tile", metavar="WxH", help="Size of a tile in mm; 85x54 by default."),
    click.option("--gap", metavar="MM", help="Between tiles; 0 by default, which saves every second cut."),
    click.option("--margin", metavar="MM", help="Left free at the edges of the paper; 8 by default."),
    click.option(
        "--duplex",
        type=click.Choice(["none", "long", "short"]),
        help="Fold the private half behind (none, the default), or print it on the back, turned over that edge.",
    ),
    click.option("--marks", type=click.Choice(["crop", "none"]), help="Marks for cutting; crop by default."),
    click.option(
        "--code",
        type=click.Choice(["link", "user", "both"]),
        help="What the pay code says: our link (the default), the bare user name for the Cyclos app, or both.",
    ),
)


def sheet_options(command: Command) -> Command:
    """Give a command the options of a sheet."""
    for option in reversed(SHEET):
        command = option(command)
    return command


@click.group()
def tiles() -> None:
    """Printed tiles: each is an account, a code to be paid by and a code to sign in with."""


@tiles.command()
@click.option("--count", required=True, metavar="N", help="How many, 1 to 2000.")
@click.option(
    "--label", required=True, metavar="TEXT", help="Printed on every tile, such as the evening's name."
)
@OUT
@sheet_options
@click.option(
    "--png",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write every tile as two pictures too.",
)
@public_url_option
@database_option
@json_option
def issue(
    count: str,
    label: str,
    out: Path,
    png: Path | None,
    public_url: str | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
    **sheet: str | None,
) -> None:
    """Open N accounts and write their tiles, ready to print.

    The answer with --json holds the tiles' secrets, as the sheet does.
    """
    output, settings = Output(as_json), settings_for(database, public_url)
    options = read_options({name: value for name, value in sheet.items() if value is not None})
    # The file is opened first: no account is made for a sheet that can't be written.
    with new_file(out) as file, services_at(settings) as services:
        batch = services.tiles.issue(
            command_line(),
            count=int(count) if count.isdecimal() and len(count) < MAX_DIGITS else count,
            label=label,
            progress=output.progress("Accounts"),
        )
        made = services.tiles.sheet(command_line(), batch.id, options, output.progress("Sheet"))
        file.write(made.pdf)
        pictures = (
            services.tiles.pictures(command_line(), batch.id, options, png, output.progress("Pictures"))
            if png
            else ()
        )
    warnings = [*made.warnings, *address_warnings(settings, links="these tiles lead")]
    output.answer(
        {
            "id": batch.id,
            "label": batch.label,
            "out": str(out),
            "pages": made.pages,
            "codes_read": made.codes_read,
            "warnings": warnings,
            "png": [str(path) for path in pictures],
            "tiles": _as_json(batch.tiles),
        },
        *_report(out, made.tiles, made.pages, made.codes_read, warnings),
    )


@tiles.command()
@click.argument("users", nargs=-1, required=True, metavar="USER...")
@OUT
@public_url_option
@database_option
@json_option
def reprint(
    users: Sequence[str],
    out: Path,
    public_url: str | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Give lost tiles a new password and new sign-in codes, and write their sheet.

    The old ones stop working at once, and phones that were signed in with them are signed out.
    """
    output, settings = Output(as_json), settings_for(database, public_url, must_exist=True)
    with new_file(out) as file, services_at(settings) as services:
        batch = services.tiles.reprint(command_line(), users)
        made = services.tiles.sheet(command_line(), batch.id, read_options({}), output.progress("Sheet"))
        file.write(made.pdf)
    warnings = [*made.warnings, *address_warnings(settings, links="these tiles lead")]
    output.answer(
        {
            "id": batch.id,
            "out": str(out),
            "pages": made.pages,
            "codes_read": made.codes_read,
            "warnings": warnings,
            "tiles": _as_json(batch.tiles),
        },
        *_report(out, made.tiles, made.pages, made.codes_read, warnings),
        "The old passwords and sign-in codes of these tiles work no more.",
    )


@tiles.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.pdf")
@database_option
@json_option
def verify(file: Path, database: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Read every code of a sheet and compare it with the accounts.

    Exit code 1 and a list, if one is missing, can't be read or opens nothing.
    """
    output = Output(as_json)
    try:
        with file.open("rb") as opened:
            pdf = opened.read(MAX_PDF_BYTES + 1)  # a device may never end
    except OSError as error:
        raise ConfigError(
            "%(file)s can't be read (%(reason)s).", file=str(file), reason=error.strerror or str(error)
        ) from error
    with services_at(settings_for(database, must_exist=True)) as services:
        check = services.tiles.verify(pdf, output.progress("Codes"))
    read = f"{check.codes} codes of {check.tiles} tiles read"
    if not check.codes:
        verdict = "No code can be read in this file."
    else:
        verdict = f"{read}: every one is good." if check.ok else f"{read}, {len(check.faults)} faults:"
    output.answer(
        {"ok": check.ok, "codes": check.codes, "tiles": check.tiles, "faults": list(check.faults)},
        verdict,
        *check.faults,
    )
    return 0 if check.ok else 1


def _report(out: Path, count: int, pages: int, codes_read: int, warnings: Sequence[str]) -> list[str]:
    tiles_on = f"{count} {'tile' if count == 1 else 'tiles'} on {pages} {'page' if pages == 1 else 'pages'}"
    return [
        f"{out}: {tiles_on}, all {codes_read} codes read back.",
        *(f"Mind: {warning}" for warning in warnings),
        "Print it at 100 %. Its secrets are kept, sealed, for a day, or until the desk marks it as printed.",
    ]


def _as_json(issued: Sequence[object]) -> list[Json]:
    fields = ("user", "name", "password", "pay_url", "enter_url")
    return [{field: str(getattr(tile, field)) for field in fields} for tile in issued]
