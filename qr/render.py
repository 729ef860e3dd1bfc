"""From tiles to paper: the sheet as a PDF in exact millimetres, and single tiles as PNG pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import BinaryIO, Final

from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.draw import Painter
from qr.fonts import PT, Face
from qr.plan import (
    MODULE_GOOD_MM,
    SpotKind,
    Tile,
    Words,
    code_text,
    panels,
    require_module,
)
from qr.sheet import Duplex, Marks, Page, Place, SheetOptions, Side, cuts, page_count, pages, require_count
from qr.symbol import Symbol, encode

Progress = Callable[[int, int], None]

_MM: Final = 72 / 25.4


@dataclass(frozen=True, slots=True)
class CodeSpot:
    """A code on the sheet: where it lies and what it must say.

    Attributes:
        page: Page of the PDF, from 1.
        tile: Number of the tile, from 0.
        user: The tile's user.
        kind: What the code is for.
        text: What it must say.
        x_mm: Left edge of the modules from the left edge of the page.
        y_mm: Upper edge of them from the upper edge of the page.
        size_mm: Width and height of the modules together.
        module_mm: Width of one.
    """

    page: int
    tile: int
    user: str
    kind: SpotKind
    text: str = field(repr=False)
    x_mm: float
    y_mm: float
    size_mm: float
    module_mm: float


@dataclass(frozen=True, slots=True)
class Layout:
    """What was drawn, as `verify_pdf` needs it. It holds the private links: treat it as a secret.

    Attributes:
        tiles: Number of tiles.
        pages: Number of pages of the PDF.
        spots: All codes, in the order of the pages.
        min_module_mm: Width of the narrowest module.
        warnings: Sentences for the organizer; empty if all is well.
    """

    tiles: int
    pages: int
    spots: tuple[CodeSpot, ...]
    min_module_mm: float
    warnings: tuple[str, ...]


def render_pdf(
    tiles: Sequence[Tile],
    options: SheetOptions,
    out: BinaryIO,
    *,
    title: str,
    note: str = "",
    words: Words | None = None,
    progress: Progress | None = None,
) -> Layout:
    """Write a sheet of tiles; the same input gives the same bytes.

    The caller must not hand the file out before `verify_pdf` has passed it.

    Args:
        tiles: From 1 to `MAX_TILES`.
        options: Paper, sizes, sides.
        out: Where the PDF is written.
        title: Event or print run, shown at the head of every page.
        note: Shown beside it, such as when and by whom the sheet was made.
        words: The fixed texts; English if None.
        progress: Called with tiles done and tiles in all, after every page.

    Returns:
        Where each code lies and what it says.

    Raises:
        UndrawableText: If a name, the title or another text has characters that no font on board has.
        SheetError: If the count is out of range, a code would be too fine, or a password or address too long.
    """
    require_count(len(tiles))
    words = words or Words()
    _require_texts(tiles, (title, note))
    canvas = _canvas(out, (options.paper.width_mm, options.paper.height_mm), title)
    if options.duplex is not Duplex.NONE:
        edge = "DuplexFlipLongEdge" if options.duplex is Duplex.LONG else "DuplexFlipShortEdge"
        canvas.setViewerPreference("Duplex", edge)
    sheet = _Sheet(canvas, options, words, tiles)
    done = 0
    for page in pages(len(tiles), options):
        sheet.page(page, title=fonts.clean(title), note=fonts.clean(note))
        done += 0 if page.back else len({place.tile for place in page.places})
        if progress:
            progress(done, len(tiles))
    canvas.save()
    return sheet.layout()


def _canvas(out: BinaryIO, size_mm: tuple[float, float], title: str) -> Canvas:
    canvas = Canvas(
        out, pagesize=(size_mm[0] * _MM, size_mm[1] * _MM), pageCompression=1, invariant=True, initialFontName="Helvetica"
    )
    canvas.setTitle(title)
    canvas.setCreator("Reckless Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def _require_texts(tiles: Sequence[Tile], others: Sequence[str]) -> None:
    fonts.require_drawable(tile.name for tile in tiles)
    fonts.require_drawable({*others, *(tile.label for tile in tiles)}, fonts.LABEL_FACES)
    for read in (lambda tile: tile.user, lambda tile: tile.address, lambda tile: tile.password):
        fonts.require_drawable({read(tile) for tile in tiles}, fonts.CODE_FACES)


class _Sheet:
    """Draws page after page and keeps account of the codes."""

    def __init__(self, canvas: Canvas, options: SheetOptions, words: Words, tiles: Sequence[Tile]) -> None:
        self._canvas = canvas
        self._options = options
        self._words = words
        self._tiles = tiles
        self._painter = Painter(canvas, options, words)
        self._spots: list[CodeSpot] = []
        self._pages = page_count(len(tiles), options)

    def page(self, page: Page, *, title: str, note: str) -> None:
        """Draw one page."""
        canvas, height = self._canvas, self._options.paper.height_mm
        canvas.scale(_MM, _MM)
        for place in page.places:
            self._half(place, page.number)
        if self._options.marks is Marks.CROP and not page.back:
            self._marks()
        self._furniture(page, title, note, height)
        canvas.showPage()

    def layout(self) -> Layout:
        """Return the account."""
        narrowest = min(spot.module_mm for spot in self._spots)
        warnings = []
        if narrowest < MODULE_GOOD_MM:
            warnings.append(
                f"The narrowest modules are {narrowest:.2f} mm wide; under {MODULE_GOOD_MM:g} mm some phones are slow to read"
            )
        return Layout(len(self._tiles), self._pages, tuple(self._spots), narrowest, tuple(warnings))

    def _half(self, place: Place, page: int) -> None:
        options, tile = self._options, self._tiles[place.tile]
        left, bottom = place.x_mm, options.paper.height_mm - place.y_mm - options.tile_height_mm
        symbols: dict[SpotKind, Symbol] = {}
        for panel in panels(place.side, options):
            symbol = symbols[panel.kind] = encode(code_text(tile, panel.kind))
            module = require_module(panel, symbol)
            box = panel.symbol_box(symbol)
            x, top = box.x, options.tile_height_mm - box.top
            if place.turned:
                x, top = options.tile_width_mm - box.right, box.y
            text = code_text(tile, panel.kind)
            self._spots.append(
                CodeSpot(page, place.tile, tile.user, panel.kind, text, left + x, place.y_mm + top, box.w, module)
            )
        self._canvas.saveState()
        if place.turned:
            self._canvas.transform(-1, 0, 0, -1, left + options.tile_width_mm, bottom + options.tile_height_mm)
        else:
            self._canvas.translate(left, bottom)
        draw = self._painter.public if place.side is Side.PUBLIC else self._painter.private
        draw(tile, symbols)
        self._canvas.restoreState()

    def _marks(self) -> None:
        vertical, level, folds = cuts(self._options)
        height = self._options.paper.height_mm
        away, long = 1.0, 3.5
        lines = []
        for x in vertical:
            for edge, sign in ((level[0], -1), (level[-1], 1)):
                lines.append((x, edge + sign * away, x, edge + sign * (away + long)))
        for y in level:
            for edge, sign in ((vertical[0], -1), (vertical[-1], 1)):
                lines.append((edge + sign * away, y, edge + sign * (away + long), y))
        drawn = "".join(f"{x1:.3f} {height - y1:.3f} m {x2:.3f} {height - y2:.3f} l " for x1, y1, x2, y2 in lines)
        self._canvas.addLiteral(f"q 0 G 0.12 w {drawn}S ")
        fold = "".join(
            f"{x:.3f} {height - level[0] + away + long:.3f} m {x:.3f} {height - level[-1] - away - long:.3f} l " for x in folds
        )
        self._canvas.addLiteral(f"0.45 G [1.2 1.2] 0 d {fold}S Q ")
        for x in folds:
            self._small(self._words.fold, x + 0.8, height - level[0] + 2.2)

    def _furniture(self, page: Page, title: str, note: str, height: float) -> None:
        width, words = self._options.paper.width_mm, self._words
        left = max(self._options.margin_mm, 8.0)
        room = width - 2 * left
        self._canvas.addLiteral("0 g 0 G ")
        kind = "" if self._options.duplex is Duplex.NONE else f" · {words.back if page.back else words.front}"
        number = words.page % {"page": page.number, "pages": self._pages} + kind
        number_width = fonts.width(number, Face.TEXT, 7 * PT)
        head, size = fonts.fit(" · ".join(filter(None, (title, note))), Face.BOLD, room, size=8 * PT, least=6 * PT)
        self._text(head, left, height - 7.2, Face.BOLD, size)
        self._text(number, width - left - number_width, 5.2, Face.TEXT, 7 * PT)
        ticks = "".join(f"{left + n:.3f} 7.6 m {left + n:.3f} {7.6 - (1.6 if n % 50 == 0 else 0.9):.3f} l " for n in range(0, 101, 10))
        self._canvas.addLiteral(f"0.15 w {left:.3f} 7.6 m {left + 100:.3f} 7.6 l {ticks}S ")
        ruler, size = fonts.fit(words.ruler, Face.TEXT, room - number_width - 4, size=6 * PT, least=5 * PT)
        self._text(ruler, left, 4.3, Face.TEXT, size)

    def _small(self, text: str, x: float, y: float) -> None:
        self._canvas.addLiteral("0.35 g ")
        self._text(text, x, y, Face.TEXT, 5.5 * PT)

    def _text(self, text: str, x: float, y: float, face: Face, size: float) -> None:
        fonts.load(face)
        self._canvas.setFont(face, size)
        self._canvas.drawString(x, y, text)


