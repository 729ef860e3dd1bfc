"""Where each half of each tile lies, on which page and side; and where to cut and fold."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from qr.sheet import Duplex, Fold, SheetOptions, Side, require_count


@dataclass(frozen=True, slots=True)
class Place:
    """Where one half of a tile lies.

    Attributes:
        tile: Number of the tile, from 0.
        side: Which half.
        x_mm: Left edge.
        y_mm: Upper edge.
        turned: Whether the half stands upside down on the page.
        no_bleed: The edge of the page's side at which the other half begins: "left", "right", "top", "bottom", or none.
    """

    tile: int
    side: Side
    x_mm: float
    y_mm: float
    turned: bool = False
    no_bleed: str = ""


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
    pieces = count * (2 if options.halves_apart else 1)
    sheets = -(-(pieces + options.skip) // options.places)
    return sheets if options.duplex is Duplex.NONE else 2 * sheets


def pages(count: int, options: SheetOptions) -> Iterator[Page]:
    """Lay out a number of tiles, page by page in the order of printing.

    Raises:
        SheetError: If the count is not from 1 to `MAX_TILES`.
    """
    require_count(count)
    pieces = count * (2 if options.halves_apart else 1)
    number, first, slot = 0, 0, options.skip
    while first < pieces:
        on_page = range(first, min(first + options.places - slot, pieces))
        fronts = [
            place
            for place_on, piece in enumerate(on_page, start=slot)
            for place in _piece(piece, place_on, options)
        ]
        number += 1
        yield Page(number, back=False, places=tuple(fronts))
        if options.duplex is not Duplex.NONE:
            number += 1
            yield Page(number, back=True, places=tuple(_behind(front, options) for front in fronts))
        first, slot = on_page.stop, 0


class Cuts(NamedTuple):
    """Where to cut and to fold: x of upright lines, y of level ones."""

    upright: tuple[float, ...]
    level: tuple[float, ...]
    upright_folds: tuple[float, ...]
    level_folds: tuple[float, ...]


def cuts(options: SheetOptions) -> Cuts:
    """Return where to cut and to fold."""
    grid = options.grid
    lefts = [grid.left + n * grid.across for n in range(grid.columns)]
    tops = [grid.top + n * grid.down for n in range(grid.rows)]
    beside, above = options.folded and options.fold is Fold.SIDE, options.folded and options.fold is Fold.TOP
    return Cuts(
        _merged({left + edge for left in lefts for edge in (0, grid.width)}),
        _merged({top + edge for top in tops for edge in (0, grid.height)}),
        tuple(left + options.tile_width_mm for left in lefts) if beside else (),
        tuple(top + options.tile_height_mm for top in tops) if above else (),
    )


def _piece(piece: int, slot: int, options: SheetOptions) -> tuple[Place, ...]:
    grid = options.grid
    row, column = divmod(slot, grid.columns)
    x, y = grid.left + column * grid.across, grid.top + row * grid.down
    if options.halves_apart:
        tile, half = divmod(piece, 2)
        return (Place(tile, Side.PRIVATE if half else Side.PUBLIC, x, y),)
    if not options.folded:
        return (Place(piece, Side.PUBLIC, x, y),)
    if options.fold is Fold.SIDE:
        return (
            Place(piece, Side.PUBLIC, x, y, no_bleed="right"),
            Place(piece, Side.PRIVATE, x + options.tile_width_mm, y, no_bleed="left"),
        )
    # Folded backwards over its upper edge, what stood on its head stands upright.
    return (
        Place(piece, Side.PUBLIC, x, y + options.tile_height_mm, no_bleed="top"),
        Place(piece, Side.PRIVATE, x, y, turned=True, no_bleed="bottom"),
    )


def _behind(front: Place, options: SheetOptions) -> Place:
    """Place the private half so that it meets its front, and stands upright when the tile is turned like a page."""
    if options.duplex is Duplex.LONG:
        x = options.paper.width_mm - front.x_mm - options.tile_width_mm
        return Place(front.tile, Side.PRIVATE, x, front.y_mm)
    y = options.paper.height_mm - front.y_mm - options.tile_height_mm
    return Place(front.tile, Side.PRIVATE, front.x_mm, y, turned=True)


def _merged(values: set[float]) -> tuple[float, ...]:
    return tuple(sorted({round(value, 4) for value in values}))
