"""Single tiles as PNG pictures, for print shops that take no PDF."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from qr.errors import SheetError
from qr.layout import Progress
from qr.plan import Tile
from qr.raster import rasters
from qr.render import render_cards
from qr.sheet import SheetOptions, Side, require_count
from qr.theme import COLOUR, Theme
from qr.verify import page_faults
from qr.words import Words

DPI: Final = 300
SCREEN_DPI: Final = 130

_FILE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
# Enough to spread the cost of embedding the fonts, few enough to hold in memory.
_BATCH: Final = 25
_COLOURS: Final = 32
_BETWEEN: Final = 14


@dataclass(frozen=True, slots=True)
class SidePicture:
    """One half of a tile as a picture.

    Attributes:
        tile: Number of the tile, from 0.
        side: Which half.
        name: Of its file, such as `007-k7m2qxd-1-public.png`: names sort as the tiles do.
        png: The picture at 300 dpi.
    """

    tile: int
    side: Side
    name: str
    png: bytes


def side_pictures(
    tiles: Sequence[Tile],
    options: SheetOptions,
    *,
    words: Words | None = None,
    theme: Theme = COLOUR,
) -> Iterator[SidePicture]:
    """Yield two pictures of every tile, public before private, each after its code was read back.

    Args:
        tiles: From 1 to `MAX_TILES`, no two with the same user.
        options: Size of a tile, bleed and kind of code; the paper does not matter.
        words: The fixed texts; English if None.
        theme: How the tiles look.

    Raises:
        UndrawableText: If a name or another text has characters that no font on board has.
        SheetError: As for `render_pdf`, and if a code can't be read back or a user can't be a file name.
    """
    require_count(len(tiles))
    for tile in tiles:
        if not _FILE_NAME.fullmatch(tile.user):
            raise SheetError("%(user)s can't be the name of a file", user=tile.user)
    for first in range(0, len(tiles), _BATCH):
        yield from _pictures(tiles, range(first, min(first + _BATCH, len(tiles))), options, words, theme)


def render_png(
    tiles: Sequence[Tile],
    options: SheetOptions,
    folder: Path,
    *,
    words: Words | None = None,
    theme: Theme = COLOUR,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write two pictures of every tile, `1-USER-1-public.png` and `1-USER-2-private.png`, without marks.

    No file is written whose code was not read back.

    Args:
        tiles: From 1 to `MAX_TILES`, no two with the same user.
        options: Size of a tile, bleed and kind of code; the paper does not matter.
        folder: Where the files go; made if missing.
        words: The fixed texts; English if None.
        theme: How the tiles look.
        progress: Called with tiles done and tiles in all.

    Returns:
        The files, public half before private half, in the order of the tiles.

    Raises:
        UndrawableText: If a name or another text has characters that no font on board has.
        SheetError: As for `render_pdf`, and if a code can't be read back or a user can't be a file name.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for picture in side_pictures(tiles, options, words=words, theme=theme):
        path = folder / picture.name
        path.write_bytes(picture.png)
        written.append(path)
        if progress and picture.side is Side.PRIVATE:
            progress(picture.tile + 1, len(tiles))
    return tuple(written)


def render_preview(tile: Tile, options: SheetOptions, *, words: Words, theme: Theme) -> bytes:
    """Return both halves of a tile side by side as a PNG for screens.

    Raises:
        SheetError: As for `render_pdf`.
    """
    out = BytesIO()
    render_cards([tile], options, out, title="Preview", words=words, theme=theme)
    halves = [raster.picture for raster in rasters(out.getvalue(), SCREEN_DPI, colour=True)]
    wide = sum(half.width for half in halves) + _BETWEEN
    both = Image.new("RGB", (wide, halves[0].height), (255, 255, 255))
    both.paste(halves[0], (0, 0))
    both.paste(halves[1], (wide - halves[1].width, 0))
    picture = BytesIO()
    both.quantize(128, dither=Image.Dither.NONE).save(picture, "PNG", optimize=True)
    return picture.getvalue()


def _pictures(
    tiles: Sequence[Tile], numbers: range, options: SheetOptions, words: Words | None, theme: Theme
) -> Iterator[SidePicture]:
    out = BytesIO()
    some = [tiles[number] for number in numbers]
    layout = render_cards(some, options, out, title="Tiles", words=words, theme=theme)
    for raster in rasters(out.getvalue(), DPI, colour=True):
        faults = page_faults(
            replace(raster, picture=raster.picture.convert("L")),
            [spot for spot in layout.spots if spot.page == raster.page],
            light=layout.light,
        )
        if faults:
            raise SheetError(
                "The tile of %(user)s failed its test: %(fault)s",
                user=faults[0].user,
                fault=faults[0].message,
            )
        tile, odd = divmod(raster.page - 1, 2)
        # A tile has paper, black, one ink and the shades between; a palette of them makes a quarter of the file.
        few = raster.picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        # Averaging makes a white that is not quite white.
        few.putpalette([255 if shade >= 252 else shade for shade in few.getpalette() or ()])
        file = BytesIO()
        few.save(file, "PNG", dpi=(DPI, DPI))
        side = Side.PRIVATE if odd else Side.PUBLIC
        number = f"{numbers[tile] + 1:0{len(str(len(tiles)))}}"
        name = f"{number}-{some[tile].user}-{odd + 1}-{side}.png"
        yield SidePicture(numbers[tile], side, name, file.getvalue())
