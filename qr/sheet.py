"""The geometry of a sheet in millimetres: what fits on the paper, where each tile lies, on which page and side.

Everything is measured from the upper left corner of the page as it leaves the printer, the y axis pointing down. The
grid stands in the middle of the paper both ways, so that the backs of a turned sheet meet their fronts.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import floor, isfinite
from typing import Final

from qr.errors import SheetError


class Paper(StrEnum):
    """A size of paper, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def width_mm(self) -> float:
        """The shorter side."""
        return 210.0 if self is Paper.A4 else 215.9

    @property
    def height_mm(self) -> float:
        """The longer side."""
        return 297.0 if self is Paper.A4 else 279.4


class Duplex(StrEnum):
    """How the private half gets onto the other side: folded behind, or printed by a printer that turns the sheet."""

    NONE = "none"
    LONG = "long"
    SHORT = "short"


class Marks(StrEnum):
    """Guides for cutting."""

    CROP = "crop"
    NONE = "none"


class CodeKind(StrEnum):
    """What the pay code says: our link, the bare user name (for the Cyclos app), or two codes with one of each."""

    LINK = "link"
    USER = "user"
    BOTH = "both"


class Side(StrEnum):
    """Which half of a tile."""

    PUBLIC = "public"
    PRIVATE = "private"


MAX_TILES: Final = 5_000
TILE_SHORT_MM: Final = (50.0, 150.0)
TILE_LONG_MM: Final = (75.0, 200.0)
GAP_MM: Final = (0.0, 30.0)
MARGIN_MM: Final = (4.0, 40.0)

STRIP_MM: Final = 13.0
"""Height kept free above and below the grid, for the heading, the ruler and the page number."""


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How a sheet is to look; impossible values are refused at once, in words.

    Attributes:
        paper: Size of the paper.
        tile_width_mm: Width of a finished tile.
        tile_height_mm: Height of a finished tile.
        gap_mm: Between neighbouring tiles; 0 saves every second cut.
        margin_mm: Left free at the edges of the paper.
        duplex: Whether the private half is folded behind or printed on the back.
        marks: Whether cuts and folds are marked outside the tiles.
        code: What the pay code says.
    """

    paper: Paper = Paper.A4
    tile_width_mm: float = 85.0
    tile_height_mm: float = 54.0
    gap_mm: float = 0.0
    margin_mm: float = 8.0
    duplex: Duplex = Duplex.NONE
    marks: Marks = Marks.CROP
    code: CodeKind = CodeKind.LINK

    def __post_init__(self) -> None:
        _require("gap", self.gap_mm, *GAP_MM)
        _require("margin", self.margin_mm, *MARGIN_MM)
        _require("shorter side of a tile", min(self.tile_width_mm, self.tile_height_mm), *TILE_SHORT_MM)
        _require("longer side of a tile", max(self.tile_width_mm, self.tile_height_mm), *TILE_LONG_MM)
        if not (self.columns and self.rows):
            raise SheetError(
                "A tile of %(width)g x %(height)g mm %(folded)s does not fit on %(paper)s with a margin of"
                " %(margin)g mm; up to %(most_width)g x %(most_height)g mm does",
                width=self.tile_width_mm,
                height=self.tile_height_mm,
                folded="with its other half beside it" if self.duplex is Duplex.NONE else "",
                paper=self.paper.value.upper() if self.paper is Paper.A4 else "Letter",
                margin=self.margin_mm,
                most_width=floor(self._room()[0] / self._halves()),
                most_height=floor(self._room()[1]),
            )

    @property
    def columns(self) -> int:
        """Tiles side by side on a page."""
        return _count(self._room()[0], self.unit_width_mm, self.gap_mm)

    @property
    def rows(self) -> int:
        """Tiles one below the other on a page."""
        return _count(self._room()[1], self.tile_height_mm, self.gap_mm)

    @property
    def per_page(self) -> int:
        """Tiles on a page."""
        return self.columns * self.rows

    @property
    def unit_width_mm(self) -> float:
        """Width of what is cut out: one half, or both halves before they are folded."""
        return self.tile_width_mm * self._halves()

    def _halves(self) -> int:
        return 2 if self.duplex is Duplex.NONE else 1

    def _room(self) -> tuple[float, float]:
        across = self.paper.width_mm - 2 * self.margin_mm
        return across, self.paper.height_mm - 2 * max(self.margin_mm, STRIP_MM)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one half of a tile lies.

    Attributes:
        tile: Number of the tile, from 0.
        side: Which half.
        x_mm: Left edge.
        y_mm: Upper edge.
        turned: Whether the half stands upside down on the page.
    """

    tile: int
    side: Side
    x_mm: float
    y_mm: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side of a sheet of paper.

    Attributes:
        number: From 1.
        back: Whether it is the reverse of the page before.
        places: The halves of tiles on it.
    """

    number: int
    back: bool
    places: tuple[Place, ...]


def page_count(count: int, options: SheetOptions) -> int:
    """Return the number of printed pages for a number of tiles."""
    sheets = -(-count // options.per_page)
    return sheets if options.duplex is Duplex.NONE else 2 * sheets


def pages(count: int, options: SheetOptions) -> Iterator[Page]:
    """Lay out a number of tiles, page by page in the order of printing.

    Raises:
        SheetError: If the count is not from 1 to `MAX_TILES`.
    """
    require_count(count)
    number = 0
    for first in range(0, count, options.per_page):
        tiles = range(first, min(first + options.per_page, count))
        number += 1
        if options.duplex is Duplex.NONE:
            places = [place for tile in tiles for place in _folded(tile, tile - first, options)]
            yield Page(number, back=False, places=tuple(places))
            continue
        yield Page(number, back=False, places=tuple(_front(tile, tile - first, options) for tile in tiles))
        number += 1
        yield Page(number, back=True, places=tuple(_behind(tile, tile - first, options) for tile in tiles))


def require_count(count: object) -> None:
    """Refuse a number of tiles that no sheet is made for.

    Raises:
        SheetError: If the count is not from 1 to `MAX_TILES`.
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_TILES:
        raise SheetError("The number of tiles must be a whole number from 1 to %(most)s", most=MAX_TILES)


def cuts(options: SheetOptions) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """Return where to cut: x of the vertical cuts, y of the level cuts, and x of the folds."""
    left, top = _corner(options)
    across, down = options.unit_width_mm + options.gap_mm, options.tile_height_mm + options.gap_mm
    vertical = {
        left + n * across + edge for n in range(options.columns) for edge in (0, options.unit_width_mm)
    }
    level = {top + n * down + edge for n in range(options.rows) for edge in (0, options.tile_height_mm)}
    folds = [left + n * across + options.tile_width_mm for n in range(options.columns)]
    return (
        tuple(sorted(_merged(vertical))),
        tuple(sorted(_merged(level))),
        tuple(folds) if options.duplex is Duplex.NONE else (),
    )


def _front(tile: int, slot: int, options: SheetOptions) -> Place:
    left, top = _corner(options)
    row, column = divmod(slot, options.columns)
    x = left + column * (options.unit_width_mm + options.gap_mm)
    y = top + row * (options.tile_height_mm + options.gap_mm)
    return Place(tile, Side.PUBLIC, x, y)


def _folded(tile: int, slot: int, options: SheetOptions) -> tuple[Place, Place]:
    front = _front(tile, slot, options)
    return front, Place(tile, Side.PRIVATE, front.x_mm + options.tile_width_mm, front.y_mm)


def _behind(tile: int, slot: int, options: SheetOptions) -> Place:
    """Place the private half so that it meets its front, and stands upright when the tile is turned like a page."""
    front = _front(tile, slot, options)
    if options.duplex is Duplex.LONG:
        x = options.paper.width_mm - front.x_mm - options.tile_width_mm
        return Place(tile, Side.PRIVATE, x, front.y_mm)
    y = options.paper.height_mm - front.y_mm - options.tile_height_mm
    return Place(tile, Side.PRIVATE, front.x_mm, y, turned=True)


def _corner(options: SheetOptions) -> tuple[float, float]:
    """Return the upper left corner of the grid."""
    across = options.columns * (options.unit_width_mm + options.gap_mm) - options.gap_mm
    down = options.rows * (options.tile_height_mm + options.gap_mm) - options.gap_mm
    return (options.paper.width_mm - across) / 2, (options.paper.height_mm - down) / 2


def _count(room: float, size: float, gap: float) -> int:
    return max(0, floor((room + gap) / (size + gap) + 1e-9))


def _merged(values: set[float]) -> set[float]:
    return {round(value, 4) for value in values}


def _require(what: str, value: float, least: float, most: float) -> None:
    if not isfinite(value) or not least <= value <= most:
        raise SheetError(
            "The %(what)s must be from %(least)g to %(most)g mm, not %(value)g",
            what=what,
            least=least,
            most=most,
            value=value,
        )


def tile_size(text: str) -> tuple[float, float]:
    """Read a size of a tile as it is typed, `85x54`.

    Returns:
        Width and height in mm; whether they are possible is checked by `SheetOptions`.

    Raises:
        SheetError: If it is not two numbers with an x between.
    """
    parts = text.lower().replace("×", "x").replace("mm", "").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise SheetError("A tile's size is written in mm, like 85x54, not %(text)s", text=text[:40]) from None
    return width, height
