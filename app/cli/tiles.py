"""`reckless tiles`: printing tiles, reprinting lost ones, checking a sheet, measuring printers, the register."""

import csv
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.common import (
    Interrupted,
    Output,
    address_warnings,
    counted,
    database_option,
    json_option,
    new_file,
    public_url_option,
    services_at,
    settings_for,
    writing,
)
from app.cli.sheet_options import asked, sheet_options
from app.errors import ConfigError, Json
from app.services.actor import command_line
from app.services.tiles.bank_accounts import Adopted, read_list
from app.services.tiles.batches import kept_all_the_same
from app.services.tiles.register import as_csv
from app.services.tiles.sheets import Sheet
from qr import BAR
from qr.raster import MAX_PDF_BYTES

MAX_DIGITS = 12

OUT = click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The sheet, a PDF file."
)


@click.group()
def tiles() -> None:
    """Printed tiles: each is an account, a code to be paid by and a code to sign in with."""


@tiles.command()
@click.option("--count", metavar="N", help="How many, 1 to 2000.")
@click.option(
    "--label", required=True, metavar="TEXT", help="Printed on every tile, such as the evening's name."
)
@click.option(
    "--adopt",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Instead of N new accounts, people's own of the Cyclos: a login name a line, a comma, the tile's name.",
)
@OUT
@sheet_options
@click.option(
    "--png",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write every tile as two pictures too.",
)
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Write a file for a print shop too: one half of a tile on a page, with 3 mm bleed.",
)
@public_url_option
@database_option
@json_option
def issue(
    count: str | None,
    label: str,
    adopt: Path | None,
    out: Path,
    png: Path | None,
    bundle: Path | None,
    public_url: str | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
    **sheet: str | Path | None,
) -> None:
    """Open N accounts and write their tiles, ready to print.

    The answer with --json holds the tiles' secrets, as the sheet does.
    """
    output, settings = Output(as_json), settings_for(database, public_url)
    options, look = asked(sheet)
    adopted, number = _wanted(count, adopt)
    if bundle and bundle.resolve() == out.resolve():
        raise click.UsageError("Give --bundle a file of its own: --out has this one.")
    # Files are opened and a sheet is tried first: no account is made for a sheet that can't be had.
    with (
        new_file(out) as file,
        new_file(bundle) if bundle else nullcontext() as shop,
        services_at(settings) as services,
    ):
        who = command_line()
        trial = services.tiles.rehearse(options, look, label=label, names=[one.name for one in adopted])
        trial.sheet()
        if png:
            trial.pictures(png)
        if shop:
            trial.bundle()
        batch = services.tiles.issue(
            who,
            count=number,
            label=label,
            progress=output.progress("Accounts"),
            adopt=adopted,
        )
        pictures: Sequence[Path] = ()
        with _after_issuing(batch.id):
            made = services.tiles.sheet(who, batch.id, options, output.progress("Sheet"), look=look)
            _write(made, file, out)
            if png:
                with writing(png):
                    pictures = services.tiles.pictures(
                        who, batch.id, options, png, output.progress("Pictures"), look=look
                    )
            if shop and bundle:
                bound = services.tiles.bundle(who, batch.id, options, output.progress("Bundle"), look=look)
                _write(bound, shop, bundle)
    warnings = [*made.warnings, *weak_tiles(made), *address_warnings(settings, links="these tiles lead")]
    output.answer(
        {
            "id": batch.id,
            "label": batch.label,
            "out": str(out),
            "pages": made.pages,
            "codes_read": made.codes_read,
            "warnings": warnings,
            "score": made.score,
            "png": [str(path) for path in pictures],
            "bundle": str(bundle) if bundle else None,
            "tiles": _as_json(batch.tiles),
        },
        *_report(out, made, warnings),
    )


@contextmanager
def _after_issuing(batch_id: str) -> Iterator[None]:
    """Let whatever ends the command after a print run was made say that it is there: a key too that was pressed."""
    with kept_all_the_same(batch_id):
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted("Interrupted.") from error


def _write(sheet: Sheet, file: BinaryIO, path: Path) -> None:
    with writing(path):
        file.write(sheet.pdf)
        file.flush()  # a full disk is known here, not when the file is closed


def _wanted(count: str | None, adopt: Path | None) -> tuple[tuple[Adopted, ...], int | str]:
    """The accounts that a list names, and how many tiles are wanted; a text that is no number is left as it is.

    Raises:
        ConfigError: If the list can't be read.
    """
    if (count is None) == (adopt is None):
        raise click.UsageError("Say either how many with --count, or whose with --adopt.")
    if adopt is not None:
        adopted = _read(adopt)
        return adopted, len(adopted)
    number = count or ""
    return (), int(number) if number.isdecimal() and len(number) < MAX_DIGITS else number


def _read(file: Path) -> tuple[Adopted, ...]:
    try:
        return read_list(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError("%(file)s can't be read (%(reason)s).", file=str(file), reason=reason) from error


@tiles.command()
@click.argument("users", nargs=-1, required=True, metavar="USER...")
@OUT
@sheet_options
@public_url_option
@database_option
@json_option
def reprint(
    users: Sequence[str],
    out: Path,
    public_url: str | None,
    database: str | None,
    as_json: bool,  # noqa: FBT001
    **sheet: str | Path | None,
) -> None:
    """Give lost tiles a new password and new sign-in codes, and write their sheet.

    The old ones stop working at once, and phones that were signed in with them are signed out.
    """
    output, settings = Output(as_json), settings_for(database, public_url, must_exist=True)
    options, look = asked(sheet)
    with new_file(out) as file, services_at(settings) as services:
        called = [services.people.person(user).name for user in users]
        services.tiles.rehearse(options, look, label="Reprint", names=called).sheet()
        batch = services.tiles.reprint(command_line(), users)
        with _after_issuing(batch.id):
            made = services.tiles.sheet(
                command_line(), batch.id, options, output.progress("Sheet"), look=look
            )
            _write(made, file, out)
    warnings = [*made.warnings, *weak_tiles(made), *address_warnings(settings, links="these tiles lead")]
    output.answer(
        {
            "id": batch.id,
            "out": str(out),
            "pages": made.pages,
            "codes_read": made.codes_read,
            "score": made.score,
            "warnings": warnings,
            "tiles": _as_json(batch.tiles),
        },
        *_report(out, made, warnings),
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
    read = f"{counted(check.codes, 'code')} of {counted(check.tiles, 'tile')} read"
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


@tiles.command()
@click.argument("users", nargs=-1, required=True, metavar="USER...")
@database_option
@json_option
def revoke(users: Sequence[str], database: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Make tiles worthless without new ones in their place; whoever is signed in with them is signed out."""
    output = Output(as_json)
    with services_at(settings_for(database, must_exist=True)) as services:
        services.register.revoke(command_line(), users)
    output.answer({"revoked": list(users)}, "These tiles work no more. A reprint makes new ones.")


@tiles.command()
@click.option("--batch", metavar="ID", help="Of one print run; of all by default.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="A CSV file; the terminal otherwise."
)
@database_option
@json_option
def register(batch: str | None, out: Path | None, database: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Tell which tiles were printed, first used and revoked, and where each was last: without any secret."""
    output = Output(as_json)
    with services_at(settings_for(database, must_exist=True)) as services:
        records = services.register.records(command_line(), batch)
    text = as_csv(records)
    if out:
        with new_file(out) as file:
            file.write(text.encode())
        output.answer({"out": str(out), "tiles": len(records)}, f"{out}: {counted(len(records), 'tile')}.")
        return
    rows: list[Json] = [dict(row) for row in csv.DictReader(io.StringIO(text))]
    output.answer({"tiles": rows}, text.rstrip())


@tiles.command()
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to measure, a PDF."
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="Size of the paper.")
@click.option("--printer", default="", metavar="NAME", help="What the printer is called.")
@click.option("--left", metavar="MM", help="A, as measured.")
@click.option("--top", metavar="MM", help="B, as measured.")
@click.option("--wide", metavar="MM", help="C, as measured.")
@click.option("--high", metavar="MM", help="D, as measured.")
@click.option("--back-left", metavar="MM", help="A on the back.")
@click.option("--back-top", metavar="MM", help="B on the back.")
@database_option
@json_option
def calibrate(
    out: Path | None,
    paper: str,
    printer: str,
    database: str | None,
    as_json: bool,  # noqa: FBT001
    **measures: str | None,
) -> None:
    """Measure a printer once: write the page with --out, print it, then give --printer and what you measured.

    Sheets that name the printer are corrected for it from then on.
    """
    output = Output(as_json)
    typed = {name: value for name, value in measures.items() if value is not None}
    with services_at(settings_for(database)) as services:
        if out:
            page = services.looks.calibration_page(command_line(), paper, "" if typed else printer)
            with new_file(out) as file:
                file.write(page)
            output.answer({"out": str(out)}, f"{out}: print it at 100 % and measure A, B, C and D.")
            return
        does = services.looks.measure_printer(command_line(), printer, typed)
    output.answer(
        {
            "printer": does.name,
            "shift_um": [round(shift * 1000) for shift in (does.shift_x_mm, does.shift_y_mm)],
            "back_shift_um": [round(shift * 1000) for shift in (does.back_x_mm, does.back_y_mm)],
            "stretch_ppm": [round((stretch - 1) * 1e6) for stretch in (does.stretch_x, does.stretch_y)],
        },
        f"{does.name} shifts by {does.shift_x_mm:.1f} x {does.shift_y_mm:.1f} mm and prints at"
        f" {does.stretch_x * 100:.1f} x {does.stretch_y * 100:.1f} %. Sheets with --printer {does.name!r} are"
        " corrected for that.",
    )


def weak_tiles(made: Sheet) -> list[str]:
    """A sentence for each tile below the bar: which, and why."""
    return [
        f"tile {tile.user} reaches {tile.score} of 100 points, {BAR} are wanted: it can't be read after "
        + ", ".join(f"{trial} (the {kind} code)" for kind, trial in tile.failed)
        + ". Take a larger tile or a shorter web address."
        for tile in made.weak
    ]


def _report(out: Path, made: Sheet, warnings: Sequence[str]) -> list[str]:
    count, pages = made.tiles, made.pages
    tiles_on = f"{count} {'tile' if count == 1 else 'tiles'} on {pages} {'page' if pages == 1 else 'pages'}"
    return [
        f"{out}: {tiles_on}, all {made.codes_read} codes read back.",
        f"Blurred, smeared, faint, tilted and a quarter covered, they reach {made.score} of 100 points.",
        *(f"Mind: {warning}" for warning in warnings),
        "Print it at 100 %. Its secrets are kept, sealed, for a day, or until the desk marks it as printed.",
    ]


def _as_json(issued: Sequence[object]) -> list[Json]:
    fields = ("user", "name", "password", "pay_url", "enter_url")
    return [{field: str(getattr(tile, field)) for field in fields} for tile in issued]
