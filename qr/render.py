"""From tiles to paper: the sheet as a PDF in exact millimetres, and single tiles as PNG pictures."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.contrast import check_contrast
from qr.draw import Painter
from qr.errors import SheetError
from qr.fonts import Face
from qr.helper import Helper, Task
from qr.imposition import Cuts, Page, Place, cuts, page_count, pages
from qr.layout import CodeSpot, Layout, Progress
from qr.margins import Margins, outline
from qr.paint import Code, Wanted, codes
from qr.plan import Tile, code_text, panels, require_module
from qr.printer import TRUE, Printer
from qr.sheet import Duplex, SheetOptions, Side, require_count
from qr.symbol import MODULE_GOOD_MM
from qr.theme import COLOUR, Theme
from qr.words import WORDS, Words

_MM: Final = 72 / 25.4
_PAGES_A_JOB: Final = 8
"""Whose codes a helper is asked for at once: to ask it, a thread has to wait for its turn beside this one."""

_AHEAD: Final = 3
"""So many jobs ahead; the codes of the first ones are drawn here until a helper has started."""

# Files need not pass as text through mail gateways any more; without that they are a fifth smaller and sooner made.
rl_config.useA85 = 0


def render_pdf(
    tiles: Sequence[Tile],
    options: SheetOptions,
    out: BinaryIO,
    *,
    title: str,
    note: str = "",
    words: Words | None = None,
    theme: Theme = COLOUR,
    printer: Printer = TRUE,
    progress: Progress | None = None,
    helper: Helper | None = None,
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
        theme: How the tiles look.
        printer: What the printer does to a page; the sheet is drawn so that it comes out right.
        progress: Called with tiles done and tiles in all, after every page.
        helper: Lends a hand with the codes; all is done here if None.

    Returns:
        Where each code lies and what it says.

    Raises:
        UndrawableText: If a name, the title or another text has characters that no font on board has.
        SheetError: If the count is out of range, a code would be too fine, or a password or address too long.
        ThemeError: If codes or texts stand out too little.
    """
    require_count(len(tiles))
    words = words or WORDS["en"]
    _require_texts(tiles, (title, note, theme.network))
    canvas = canvas_for(out, (options.paper.width_mm, options.paper.height_mm), title)
    if options.duplex is not Duplex.NONE:
        edge = "DuplexFlipLongEdge" if options.duplex is Duplex.LONG else "DuplexFlipShortEdge"
        canvas.setViewerPreference("Duplex", edge)
    paper = options.paper
    sheet = _Sheet(canvas, options, words, theme, tiles, size_mm=(paper.width_mm, paper.height_mm))
    margins = Margins(canvas, options, words, fonts.clean(title), fonts.clean(note))
    total = page_count(len(tiles), options)
    done: set[int] = set()
    for page, drawn in sheet.with_codes(pages(len(tiles), options), helper):
        sheet.draw(page, drawn, printer)
        margins.draw(page, total)
        sheet.finish_page(cuts(options))
        done |= {place.tile for place in page.places}
        if progress and (page.back or options.duplex is Duplex.NONE):
            progress(len(done), len(tiles))
    return sheet.save()


def render_cards(
    tiles: Sequence[Tile],
    options: SheetOptions,
    out: BinaryIO,
    *,
    title: str,
    words: Words | None = None,
    theme: Theme = COLOUR,
    helper: Helper | None = None,
) -> Layout:
    """Write a PDF with one half of a tile on a page of its size and bleed, public before private, without marks.

    Args:
        tiles: From 1 to `MAX_TILES`.
        options: Size of a tile, bleed and kind of code; the paper does not matter.
        out: Where the PDF is written.
        title: Title of the file.
        words: The fixed texts; English if None.
        theme: How the tiles look.
        helper: Lends a hand with the codes; all is done here if None.

    Raises:
        UndrawableText: If a name or another text has characters that no font on board has.
        SheetError: As for `render_pdf`.
    """
    require_count(len(tiles))
    _require_texts(tiles, (theme.network,))
    bleed = options.bleed_mm
    width, height = options.tile_width_mm, options.tile_height_mm
    size = width + 2 * bleed, height + 2 * bleed
    sheet = _Sheet(canvas_for(out, size, title), options, words or WORDS["en"], theme, tiles, size_mm=size)
    trim = Cuts((bleed, bleed + width), (bleed, bleed + height), (), ())
    cards = (
        Page(number + 1, back=False, places=(Place(number // 2, side, bleed, bleed),))
        for number in range(2 * len(tiles))
        for side in [Side.PRIVATE if number % 2 else Side.PUBLIC]
    )
    for page, drawn in sheet.with_codes(cards, helper):
        sheet.draw(page, drawn, TRUE)
        sheet.finish_page(trim)
    return sheet.save()


def canvas_for(out: BinaryIO, size_mm: tuple[float, float], title: str) -> Canvas:
    """Return a canvas that gives the same bytes for the same drawing, and asks viewers not to scale it."""
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


def _require_texts(tiles: Sequence[Tile], others: Sequence[str]) -> None:
    fonts.require_drawable(tile.name for tile in tiles)
    fonts.require_drawable((*others, *dict.fromkeys(tile.label for tile in tiles)), fonts.LABEL_FACES)
    fonts.require_drawable(dict.fromkeys(tile.address for tile in tiles), fonts.CODE_FACES)
    for tile in tiles:
        if fonts.undrawable((tile.user, tile.password), fonts.CODE_FACES):
            raise SheetError(
                "The user or password of %(user)s has characters that can't be printed", user=tile.user
            )


class _Some(NamedTuple):
    """A few pages, the codes they want, and who was asked for those; nobody if None."""

    pages: tuple[Page, ...]
    wanted: Sequence[Wanted]
    asked: Task[list[Code]] | None

    def with_codes(self) -> Iterator[tuple[Page, Iterator[Code]]]:
        """Yield each page, and its codes one by one; what the helper has not begun is drawn here."""
        asked = self.asked
        drawn = iter(codes(self.wanted) if asked is None or asked.take_back() else asked.result())
        for page in self.pages:
            yield page, drawn


class _Sheet:
    """Draws halves page after page and keeps account of the codes."""

    def __init__(
        self,
        canvas: Canvas,
        options: SheetOptions,
        words: Words,
        theme: Theme,
        tiles: Sequence[Tile],
        *,
        size_mm: tuple[float, float],
    ) -> None:
        self._light = check_contrast(theme, options)
        self._canvas = canvas
        self._options = options
        self._theme = theme
        self._panels = {side: panels(side, options) for side in Side}
        self._tiles = tiles
        self._width, self._height = size_mm
        self._painter = Painter(canvas, options, words, theme)
        self._spots: list[CodeSpot] = []
        self._pages = 0

    def with_codes(
        self, pages: Iterable[Page], helper: Helper | None
    ) -> Iterator[tuple[Page, Iterator[Code]]]:
        """Yield pages with the codes of their halves, in order; a helper draws those of the next pages meanwhile."""
        waiting: deque[_Some] = deque()
        rest, number = iter(pages), 0
        while some := tuple(islice(rest, _PAGES_A_JOB)):
            wanted = [code for page in some for code in self._wanted(page)]
            asked = helper.submit(codes, wanted) if helper and number >= _AHEAD else None
            waiting.append(_Some(some, wanted, asked))
            number += 1
            if number > _AHEAD:
                yield from waiting.popleft().with_codes()
        for one in waiting:
            yield from one.with_codes()

    def _wanted(self, page: Page) -> list[Wanted]:
        return [
            Wanted(code_text(self._tiles[place.tile], panel.kind), panel, self._theme.dark)
            for place in page.places
            for panel in self._panels[place.side]
        ]

    def draw(self, page: Page, drawn: Iterator[Code], printer: Printer) -> None:
        """Draw the halves of a page; from here to the end of the page, the unit is the millimetre on paper."""
        self._canvas.scale(_MM, _MM)
        x, y = printer.corrected(0, 0, back=page.back)
        stretch_x, stretch_y = 1 / printer.stretch_x, 1 / printer.stretch_y
        # The page hangs from its upper left corner, the file stands on its lower left one.
        self._canvas.transform(stretch_x, 0, 0, stretch_y, x, self._height * (1 - stretch_y) - y)
        for place in page.places:
            self._half(place, page, printer, drawn)

    def finish_page(self, trim: Cuts) -> None:
        """Tell where the paper is cut, and go on to the next page."""
        left, top, right, bottom = outline(trim)
        bleed = self._options.bleed_mm
        for box, out in (("setTrimBox", 0.0), ("setBleedBox", bleed)):
            edges = (
                max(0.0, left - out),
                max(0.0, self._height - bottom - out),
                min(self._width, right + out),
                min(self._height, self._height - top + out),
            )
            getattr(self._canvas, box)(tuple(round(edge * _MM, 4) for edge in edges))
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
        return Layout(
            len(self._tiles), self._pages, tuple(self._spots), narrowest, tuple(warnings), self._light
        )

    def _half(self, place: Place, page: Page, printer: Printer, drawn: Iterator[Code]) -> None:
        options, tile = self._options, self._tiles[place.tile]
        left, bottom = place.x_mm, self._height - place.y_mm - options.tile_height_mm
        codes_here = {panel.kind: next(drawn) for panel in self._panels[place.side]}
        for panel in self._panels[place.side]:
            symbol = codes_here[panel.kind].symbol
            module = require_module(panel, symbol)
            box = panel.symbol_box(symbol)
            x, top = box.x, options.tile_height_mm - box.top
            if place.turned:
                x, top = options.tile_width_mm - box.right, box.y
            at = printer.corrected(left + x, place.y_mm + top, back=page.back)
            self._spots.append(
                CodeSpot(
                    page.number,
                    place.tile,
                    tile.user,
                    panel.kind,
                    code_text(tile, panel.kind),
                    *at,
                    box.w / printer.stretch_x,
                    module / printer.stretch_x,
                    printer.stretch_x / printer.stretch_y,
                    place.turned,
                )
            )
        self._canvas.saveState()
        self._clip(place, left, bottom)
        if place.turned:
            self._canvas.transform(
                -1, 0, 0, -1, left + options.tile_width_mm, bottom + options.tile_height_mm
            )
        else:
            self._canvas.translate(left, bottom)
        draw = self._painter.public if place.side is Side.PUBLIC else self._painter.private
        draw(tile, codes_here)
        self._canvas.restoreState()

    def _clip(self, place: Place, left: float, bottom: float) -> None:
        """Keep the bleed out of the other half of a folded tile."""
        bleed, options = self._options.bleed_mm, self._options
        if not bleed or not place.no_bleed:
            return
        x1, x2 = left - bleed, left + options.tile_width_mm + bleed
        y1, y2 = bottom - bleed, bottom + options.tile_height_mm + bleed
        match place.no_bleed:
            case "left":
                x1 += bleed
            case "right":
                x2 -= bleed
            case "top":
                y2 -= bleed
            case _:
                y1 += bleed
        self._canvas.addLiteral(f"{x1:.3f} {y1:.3f} {x2 - x1:.3f} {y2 - y1:.3f} re W n ")
