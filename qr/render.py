"""From tiles to paper: the sheet as a PDF in exact millimetres, and single tiles as PNG pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.draw import Painter
from qr.errors import SheetError
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

# Files need not pass as text through mail gateways any more; without that they are a fifth smaller and sooner made.
rl_config.useA85 = 0


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
    _require_texts(tiles, (title, note), options)
    canvas = _canvas(out, (options.paper.width_mm, options.paper.height_mm), title)
    if options.duplex is not Duplex.NONE:
        edge = "DuplexFlipLongEdge" if options.duplex is Duplex.LONG else "DuplexFlipShortEdge"
        canvas.setViewerPreference("Duplex", edge)
    sheet = _Sheet(canvas, options, words, tiles, height_mm=options.paper.height_mm)
    margins = _Margins(canvas, options, words, fonts.clean(title), fonts.clean(note))
    total = page_count(len(tiles), options)
    done = 0
    for page in pages(len(tiles), options):
        sheet.draw(page)
        margins.draw(page, total)
        sheet.finish_page()
        done += 0 if page.back else len({place.tile for place in page.places})
        if progress:
            progress(done, len(tiles))
    return sheet.save()


def render_cards(
    tiles: Sequence[Tile],
    options: SheetOptions,
    out: BinaryIO,
    *,
    title: str,
    words: Words | None = None,
) -> Layout:
    """Write a PDF with one half of a tile on a page of its size, public before private, without marks.

    Args:
        tiles: From 1 to `MAX_TILES`.
        options: Size of a tile and kind of code; the paper does not matter.
        out: Where the PDF is written.
        title: Title of the file.
        words: The fixed texts; English if None.

    Raises:
        UndrawableText: If a name or another text has characters that no font on board has.
        SheetError: As for `render_pdf`.
    """
    require_count(len(tiles))
    _require_texts(tiles, (), options)
    size = options.tile_width_mm, options.tile_height_mm
    sheet = _Sheet(_canvas(out, size, title), options, words or Words(), tiles, height_mm=size[1])
    for number in range(2 * len(tiles)):
        side = Side.PRIVATE if number % 2 else Side.PUBLIC
        sheet.draw(Page(number + 1, back=False, places=(Place(number // 2, side, 0, 0),)))
        sheet.finish_page()
    return sheet.save()


def _canvas(out: BinaryIO, size_mm: tuple[float, float], title: str) -> Canvas:
    fonts.load(Face.TEXT)
    canvas = Canvas(
        out,
        pagesize=(size_mm[0] * _MM, size_mm[1] * _MM),
        pageCompression=1,
        invariant=True,
        # Without it every page names Helvetica, which is not embedded. The stub says float, the library wants a name.
        initialFontName=Face.TEXT,  # type: ignore[arg-type]
    )
    canvas.setTitle(title)
    canvas.setCreator("Reckless Companion")
    canvas.setViewerPreference("PrintScaling", "None")
    return canvas


def _require_texts(tiles: Sequence[Tile], others: Sequence[str], options: SheetOptions) -> None:
    fonts.require_drawable(tile.name for tile in tiles)
    fonts.require_drawable((*others, *dict.fromkeys(tile.label for tile in tiles)), fonts.LABEL_FACES)
    fonts.require_drawable(dict.fromkeys(tile.address for tile in tiles), fonts.CODE_FACES)
    for tile in tiles:
        if fonts.undrawable((tile.user, tile.password), fonts.CODE_FACES):
            raise SheetError(
                "The user or password of %(user)s has characters that can't be printed", user=tile.user
            )


class _Sheet:
    """Draws halves page after page and keeps account of the codes."""

    def __init__(
        self, canvas: Canvas, options: SheetOptions, words: Words, tiles: Sequence[Tile], *, height_mm: float
    ) -> None:
        self._canvas = canvas
        self._options = options
        self._tiles = tiles
        self._height = height_mm
        self._painter = Painter(canvas, options, words)
        self._spots: list[CodeSpot] = []
        self._pages = 0

    def draw(self, page: Page) -> None:
        """Draw the halves of a page; from here to the end of the page, the unit is the millimetre."""
        self._canvas.scale(_MM, _MM)
        for place in page.places:
            self._half(place, page.number)

    def finish_page(self) -> None:
        """Go on to the next page."""
        self._canvas.showPage()
        self._pages += 1

    def save(self) -> Layout:
        """Write the file and return the account."""
        self._canvas.save()
        narrowest = min(spot.module_mm for spot in self._spots)
        warnings = []
        if narrowest < MODULE_GOOD_MM:
            warnings.append(
                f"The narrowest modules are {narrowest:.2f} mm wide; under {MODULE_GOOD_MM:g} mm some phones are slow"
            )
        return Layout(len(self._tiles), self._pages, tuple(self._spots), narrowest, tuple(warnings))

    def _half(self, place: Place, page: int) -> None:
        options, tile = self._options, self._tiles[place.tile]
        left, bottom = place.x_mm, self._height - place.y_mm - options.tile_height_mm
        symbols: dict[SpotKind, Symbol] = {}
        for panel in panels(place.side, options):
            text = code_text(tile, panel.kind)
            symbol = symbols[panel.kind] = encode(text)
            module = require_module(panel, symbol)
            box = panel.symbol_box(symbol)
            x, top = box.x, options.tile_height_mm - box.top
            if place.turned:
                x, top = options.tile_width_mm - box.right, box.y
            self._spots.append(
                CodeSpot(
                    page, place.tile, tile.user, panel.kind, text, left + x, place.y_mm + top, box.w, module
                )
            )
        self._canvas.saveState()
        if place.turned:
            self._canvas.transform(
                -1, 0, 0, -1, left + options.tile_width_mm, bottom + options.tile_height_mm
            )
        else:
            self._canvas.translate(left, bottom)
        draw = self._painter.public if place.side is Side.PUBLIC else self._painter.private
        draw(tile, symbols)
        self._canvas.restoreState()


class _Margins:
    """Draws what stands around the grid: marks for cutting and folding, heading, ruler and page number."""

    def __init__(self, canvas: Canvas, options: SheetOptions, words: Words, title: str, note: str) -> None:
        self._canvas = canvas
        self._options = options
        self._words = words
        self._head = " · ".join(filter(None, (title, note)))
        self._left = max(options.margin_mm, 8.0)

    def draw(self, page: Page, total: int) -> None:
        """Draw one page's margins."""
        if self._options.marks is Marks.CROP and not page.back:
            self._marks()
        self._canvas.addLiteral("0 g 0 G ")
        width, height = self._options.paper.width_mm, self._options.paper.height_mm
        room = width - 2 * self._left
        head, size = fonts.fit(self._head, Face.BOLD, room, size=8 * PT, least=6 * PT)
        self._text(head, self._left, height - 7.2, Face.BOLD, size)
        number = self._words.page % {"page": page.number, "pages": total}
        if self._options.duplex is not Duplex.NONE:
            number += f" · {self._words.back if page.back else self._words.front}"
        number_width = fonts.width(number, Face.TEXT, 7 * PT)
        self._text(number, width - self._left - number_width, 5.2, Face.TEXT, 7 * PT)
        self._ruler(room - number_width - 4)

    def _ruler(self, room: float) -> None:
        """Draw a line of 100 mm with a tick at every centimetre, and what it is for."""
        x, y = self._left, 7.6
        ticks = "".join(
            f"{x + n:.3f} {y} m {x + n:.3f} {y - (0.9 if n % 50 == 0 else 0.5):.3f} l "
            for n in range(0, 101, 10)
        )
        self._canvas.addLiteral(f"0.15 w {x:.3f} {y} m {x + 100:.3f} {y} l {ticks}S ")
        text, size = fonts.fit(self._words.ruler, Face.TEXT, room, size=6 * PT, least=5 * PT)
        self._text(text, x, 4.3, Face.TEXT, size)

    def _marks(self) -> None:
        """Draw a line at both ends of every cut, which the cuts before it leave in place, and at every fold."""
        vertical, level, folds = cuts(self._options)
        height = self._options.paper.height_mm
        near, far = 1.0, 4.5
        lines = [
            (x, edge + sign * near, x, edge + sign * far) for x in vertical for edge, sign in _ends(level)
        ] + [(edge + sign * near, y, edge + sign * far, y) for y in level for edge, sign in _ends(vertical)]
        drawn = "".join(
            f"{x1:.3f} {height - y1:.3f} m {x2:.3f} {height - y2:.3f} l " for x1, y1, x2, y2 in lines
        )
        self._canvas.addLiteral(f"q 0 G 0.12 w {drawn}S ")
        top, bottom = height - level[0] + far, height - level[-1] - far
        fold = "".join(f"{x:.3f} {top:.3f} m {x:.3f} {bottom:.3f} l " for x in folds)
        self._canvas.addLiteral(f"0.45 G [1.2 1.2] 0 d {fold}S Q 0.35 g ")
        for x in folds:
            self._text(self._words.fold, x + 0.8, top - far + 2.2, Face.TEXT, 5.5 * PT)

    def _text(self, text: str, x: float, y: float, face: Face, size: float) -> None:
        fonts.load(face)
        self._canvas.setFont(face, size)
        self._canvas.drawString(x, y, text)


def _ends(cuts_mm: Sequence[float]) -> tuple[tuple[float, int], tuple[float, int]]:
    return (cuts_mm[0], -1), (cuts_mm[-1], 1)
