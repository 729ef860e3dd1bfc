"""Drawing a sheet before its accounts are made: whatever can be refused is refused while nothing has happened yet."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import qr
from app.errors import Invalid
from app.services.tiles.names import FIRST, SECOND
from app.services.tiles.sheets import Style, Tile, make_bundle, make_pictures, make_sheet

SAMPLES = 4
"""How many tiles are drawn: those with the longest names."""

LONGEST = f"{max(FIRST, key=len)} {max(SECOND, key=len)} 2"
"""The longest name that we give ourselves."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """Tiles that open nothing, with secrets as long as real ones."""

    label: str
    tiles: tuple[Tile, ...]
    options: qr.SheetOptions
    style: Style

    def sheet(self) -> None:
        """Draw and check the sheet.

        Raises:
            Invalid: If it can't be printed.
            Unprintable: If its codes can't be read.
        """
        make_sheet(self.label, self.tiles, self.options, style=self.style)

    def bundle(self) -> None:
        """The same for the file for a print shop."""
        make_bundle(self.label, self.tiles, self.options, style=self.style)

    def pictures(self, folder: Path) -> None:
        """The same for pictures; the folder is made.

        Raises:
            Invalid: If they can't be drawn, or not be written there.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with TemporaryDirectory(dir=folder) as inside:
                make_pictures(self.label, self.tiles, self.options, Path(inside), style=self.style)
        except OSError as error:
            raise Invalid(
                "Nothing can be written into %(folder)s (%(reason)s).",
                field="png",
                folder=str(folder),
                reason=error.strerror or str(error),
            ) from error
