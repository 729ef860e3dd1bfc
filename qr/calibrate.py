"""The page by which a printer is measured: two lines of known length at a known place."""

from typing import BinaryIO, Final

from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.fonts import PT, Face
from qr.lettering import paragraph
from qr.printer import FROM_LEFT_MM, FROM_TOP_MM, HIGH_MM, TRUE, WIDE_MM, Printer
from qr.render import canvas_for
from qr.sheet import Paper

_TEXT: Final = 10 * PT

_STEPS: Final = (
    "Print this page at 100 %, not “fit to page”; on both sides, if your printer turns the paper.",
    "A: measure from the left edge of the paper to the upright line.",
    "B: measure from the upper edge of the paper to the level line.",
    "C: measure the level line from end to end. D: measure the upright line from end to end.",
    "Type all of them, in mm with one digit behind the point, on the page “Printers” of the desk.",
)


def render_calibration(paper: Paper, out: BinaryIO, *, printer: Printer = TRUE) -> None:
    """Write the two sides of the page by which a printer is measured.

    Args:
        paper: Size of the paper.
        out: Where the PDF is written.
        printer: What is known of the printer so far: drawn against it, the page shows whether that is right.
    """
    canvas = canvas_for(out, (paper.width_mm, paper.height_mm), "Calibration page")
    for back in (False, True):
        _side(canvas, paper, printer, back=back)
        canvas.showPage()
    canvas.save()


def _side(canvas: Canvas, paper: Paper, printer: Printer, *, back: bool) -> None:
    canvas.scale(72 / 25.4, 72 / 25.4)
    x, y = printer.corrected(0, 0, back=back)
    stretch_x, stretch_y = 1 / printer.stretch_x, 1 / printer.stretch_y
    height = paper.height_mm
    canvas.transform(stretch_x, 0, 0, stretch_y, x, height * (1 - stretch_y) - y)
    left, top = FROM_LEFT_MM, height - FROM_TOP_MM
    lines = f"{left} {top} m {left + WIDE_MM} {top} l {left} {top} m {left} {top - HIGH_MM} l "
    ends = f"{left + WIDE_MM} {top - 3} m {left + WIDE_MM} {top + 3} l "
    ends += f"{left - 3} {top - HIGH_MM} m {left + 3} {top - HIGH_MM} l "
    ends += f"{left} {top} m {left} {top + 3} l {left} {top} m {left - 3} {top} l "
    canvas.addLiteral(f"0 0 0 1 K 0 0 0 1 k 0.2 w {lines}{ends}S ")
    canvas.addLiteral(f"0.12 w [1 1] 0 d 0 {top - 60} m {left} {top - 60} l ")
    canvas.addLiteral(f"{left + 60} {top} m {left + 60} {height} l S [] 0 d ")
    _text(canvas, "A", 4, top - 58.6, Face.BOLD, 5)
    _text(canvas, "B", left + 61.2, top + 6, Face.BOLD, 5)
    _text(canvas, "C", left + 110, top + 1.6, Face.BOLD, 5)
    _text(canvas, "D", left + 1.6, top - 130, Face.BOLD, 5)
    y = top - 20
    title = "Back" if back else "Front"
    _text(canvas, title, left + 12, y, Face.DISPLAY, 26 * PT)
    y -= 12
    true = f"A is {FROM_LEFT_MM:g} mm, B {FROM_TOP_MM:g}, C {WIDE_MM:g}, D {HIGH_MM:g}"
    _text(canvas, true, left + 12, y, Face.BOLD, _TEXT)
    for step in _STEPS if not back else ("Measure A and B here too, if you print on both sides.",):
        y -= _TEXT
        for line in paragraph(step, Face.TEXT, WIDE_MM - 15, _TEXT):
            y -= _TEXT * 1.25
            _text(canvas, line, left + 12, y, Face.TEXT, _TEXT)


def _text(canvas: Canvas, text: str, x: float, y: float, face: Face, size: float) -> None:
    fonts.line(canvas, text, (x, y), face, size)
