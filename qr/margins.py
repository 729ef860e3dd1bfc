"""What stands around the tiles on a sheet: marks for cutting and folding, heading, ruler, page number."""

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.fonts import PT, Face
from qr.imposition import Cuts, Page, cuts
from qr.sheet import Duplex, Marks, SheetOptions
from qr.words import Words

_NEAR_MM = 1.0
_FAR_MM = 4.5
_BLACK = "0 0 0 1 k 0 0 0 1 K "
# What a heading or a ruler needs above or below the labels of a sheet that leaves little room.
_ROOM_MM = 9.5


class Margins:
    """Draws what stands around the grid, page by page; the unit is the millimetre."""

    def __init__(self, canvas: Canvas, options: SheetOptions, words: Words, title: str, note: str) -> None:
        self._canvas = canvas
        self._options = options
        self._words = words
        self._head = " · ".join(filter(None, (title, note)))
        self._left = max(options.margin_mm, 8.0)
        self._cuts = cuts(options)

    def draw(self, page: Page, total: int) -> None:
        """Draw one page's margins."""
        match self._options.marks:
            case Marks.CROP if not page.back:
                self._crop_marks()
                self._folds()
            case Marks.LINES if not page.back:
                self._lines()
                self._folds()
            case _:
                pass
        self._canvas.addLiteral(_BLACK)
        width, height = self._options.paper.width_mm, self._options.paper.height_mm
        room = width - 2 * self._left
        if self._cuts.level[0] >= _ROOM_MM:
            head, size = fonts.fit(self._head, Face.BOLD, room, size=8 * PT, least=6 * PT)
            self._text(head, self._left, height - 7.2, Face.BOLD, size)
        if height - self._cuts.level[-1] < _ROOM_MM:
            return
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

    def _crop_marks(self) -> None:
        """Draw a line at both ends of every cut, which the cuts before it leave in place."""
        height = self._options.paper.height_mm
        near, far = _NEAR_MM + self._options.bleed_mm, _FAR_MM + self._options.bleed_mm
        upright, level = self._cuts.upright, self._cuts.level
        lines = [
            (x, edge + sign * near, x, edge + sign * far) for x in upright for edge, sign in _ends(level)
        ] + [(edge + sign * near, y, edge + sign * far, y) for y in level for edge, sign in _ends(upright)]
        drawn = "".join(
            f"{x1:.3f} {height - y1:.3f} m {x2:.3f} {height - y2:.3f} l " for x1, y1, x2, y2 in lines
        )
        self._canvas.addLiteral(f"q 0 0 0 1 K 0.12 w {drawn}S Q ")

    def _lines(self) -> None:
        """Draw every cut across the whole paper: the first cut takes no mark away that a later one needs."""
        width, height = self._options.paper.width_mm, self._options.paper.height_mm
        drawn = "".join(f"{x:.3f} 0 m {x:.3f} {height:.3f} l " for x in self._cuts.upright)
        drawn += "".join(f"0 {height - y:.3f} m {width:.3f} {height - y:.3f} l " for y in self._cuts.level)
        # Light on both sides, so that it is seen on a dark ground too.
        self._canvas.addLiteral(f"q 1 G 0.3 w {drawn}S 0 0 0 1 K 0.1 w {drawn}S Q ")

    def _folds(self) -> None:
        across, level = self._cuts.upright, self._cuts.level
        height = self._options.paper.height_mm
        far = _FAR_MM + self._options.bleed_mm
        left, right = across[0] - far, across[-1] + far
        top, bottom = height - level[0] + far, height - level[-1] - far
        drawn = "".join(f"{x:.3f} {top:.3f} m {x:.3f} {bottom:.3f} l " for x in self._cuts.upright_folds)
        drawn += "".join(
            f"{left:.3f} {height - y:.3f} m {right:.3f} {height - y:.3f} l " for y in self._cuts.level_folds
        )
        self._canvas.addLiteral(
            f"q 1 G 0.5 w {drawn}S 0 0 0 0.55 K 0.2 w [1.2 1.2] 0 d {drawn}S Q 0 0 0 0.65 k "
        )
        for x in self._cuts.upright_folds:
            self._text(self._words.fold, x + 0.8, top - far + 2.2, Face.TEXT, 5.5 * PT)
        for y in self._cuts.level_folds:
            self._text(self._words.fold, left - 1.5, height - y + 0.6, Face.TEXT, 5.5 * PT)

    def _text(self, text: str, x: float, y: float, face: Face, size: float) -> None:
        fonts.line(self._canvas, text, (x, y), face, size)


def outline(cut: Cuts) -> tuple[float, float, float, float]:
    """Return the grid's left, upper, right and lower edge in mm from the upper left corner."""
    return cut.upright[0], cut.level[0], cut.upright[-1], cut.level[-1]


def _ends(cuts_mm: Sequence[float]) -> tuple[tuple[float, int], tuple[float, int]]:
    return (cuts_mm[0], -1), (cuts_mm[-1], 1)
