"""Single tiles as PNG pictures, for print shops that take no PDF."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from qr.errors import SheetError
from qr.plan import Tile, Words
from qr.raster import rasters
from qr.render import Progress, render_cards
from qr.sheet import SheetOptions, Side, require_count
from qr.verify import verify_pdf

DPI: Final = 300

_FILE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
# Enough to spread the cost of embedding the fonts, few enough to hold in memory.
_BATCH: Final = 25


def render_png(
    tiles: Sequence[Tile],
    options: SheetOptions,
    folder: Path,
    *,
    words: Words | None = None,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write two pictures of every tile, `USER-public.png` and `USER-private.png`, without marks.

    No file is written whose code was not read back.

    Args:
        tiles: From 1 to `MAX_TILES`, no two with the same user.
        options: Size of a tile and kind of code; the paper does not matter.
        folder: Where the files go; made if missing.
        words: The fixed texts; English if None.
        progress: Called with tiles done and tiles in all.

    Returns:
        The files, public half before private half, in the order of the tiles.

    Raises:
        UndrawableText: If a name or another text has characters that no font on board has.
        SheetError: As for `render_pdf`, and if a code can't be read back or a user can't be a file name.
    """
    require_count(len(tiles))
    for tile in tiles:
        if not _FILE_NAME.fullmatch(tile.user):
            raise SheetError("%(user)s can't be the name of a file", user=tile.user)
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for first in range(0, len(tiles), _BATCH):
        written += _write(tiles[first : first + _BATCH], options, folder, words)
        if progress:
            progress(min(first + _BATCH, len(tiles)), len(tiles))
    return tuple(written)


def _write(tiles: Sequence[Tile], options: SheetOptions, folder: Path, words: Words | None) -> list[Path]:
    out = BytesIO()
    layout = render_cards(tiles, options, out, title="Tiles", words=words)
    verification = verify_pdf(out.getvalue(), layout)
    if not verification.ok:
        first = verification.faults[0]
        raise SheetError(
            "The tile of %(user)s failed its test: %(fault)s", user=first.user, fault=first.message
        )
    written = []
    for raster in rasters(out.getvalue(), DPI, colour=True):
        tile, odd = divmod(raster.page - 1, 2)
        side = Side.PRIVATE if odd else Side.PUBLIC
        path = folder / f"{tiles[tile].user}-{side}.png"
        raster.picture.save(path, dpi=(DPI, DPI), compress_level=6)
        written.append(path)
    return written
