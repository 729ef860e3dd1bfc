"""The options of a sheet, as commands take them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import click

from app.cli.themes import theme_in
from app.services.tiles.sheets import Look, read_sheet
from qr import SheetOptions

Command = TypeVar("Command", bound=Callable[..., object])

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
    click.option(
        "--marks",
        type=click.Choice(["crop", "lines", "none"]),
        help="For cutting: short ones in the margins (crop, the default), or lines across the paper.",
    ),
    click.option(
        "--code",
        type=click.Choice(["link", "user", "both"]),
        help="What the pay code says: our link (the default), the bare user name for the Cyclos app, or both.",
    ),
    click.option(
        "--fold",
        type=click.Choice(["side", "top"]),
        help="Where a half that is folded behind lies before: beside (the default) or above.",
    ),
    click.option("--bleed", metavar="MM", help="Colour beyond the cut; the gap grows with it. 0 by default."),
    click.option("--labels", metavar="CODE", help="A label sheet, like C32010; it says paper, size and gap."),
    click.option("--skip", metavar="N", help="Places on the first sheet that are used already."),
    click.option("--design", metavar="NAME", help="colour (the default), ink, or a theme kept at the desk."),
    click.option(
        "--theme",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.toml",
        help="A theme in a file, with its pictures beside it; instead of --design.",
    ),
    click.option("--language", metavar="CODE", help="en (the default), nl, de, it, fr or es."),
    click.option(
        "--printer", metavar="NAME", help="A printer that was measured: the sheet is corrected for it."
    ),
)


def sheet_options(command: Command) -> Command:
    """Give a command the options of a sheet."""
    for option in reversed(SHEET):
        command = option(command)
    return command


def asked(sheet: dict[str, str | Path | None]) -> tuple[SheetOptions, Look]:
    """How the sheet is to be laid out and to look."""
    theme = sheet.pop("theme")
    options, look = read_sheet({name: str(value) for name, value in sheet.items() if value is not None})
    return options, replace(look, theme=theme_in(theme)) if isinstance(theme, Path) else look
