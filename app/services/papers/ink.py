"""A picture on paper: black and greys; every shape has an outline, a label or dashes of its own."""

from app.services.papers.paper import Paper
from app.services.pictures import Drawing, Shade
from app.services.pictures.drawing import Bar, Label, Line, Ribbon
from qr.fonts import Face

WIDE_MM = 105.0
GREY = {Shade.SOLID: 0.15, Shade.HALF: 0.6, Shade.PALE: 0.85, Shade.OPEN: 1.0}
RIBBONS = (0.82, 0.7, 0.9, 0.6, 0.76, 0.86, 0.65, 0.94)


def draw(paper: Paper, drawing: Drawing) -> None:
    """Draw a picture with its title above, on the next page if it does not fit on this one."""
    scale = WIDE_MM / drawing.width
    paper.need(drawing.height * scale + 12)
    paper.y += 5
    paper.line(drawing.title, Face.BOLD, 4)
    paper.y += 2
    pen = _Pen(paper, scale, paper.y)
    for shape in drawing.shapes:
        match shape:
            case Bar():
                pen.bar(shape)
            case Line():
                pen.line(shape)
            case Ribbon():
                pen.ribbon(shape)
            case Label():
                pen.label(shape)
    paper.y += drawing.height * scale + 4


class _Pen:
    """Draws in the units of a drawing whose upper left corner is at the left margin and `top`."""

    def __init__(self, paper: Paper, scale: float, top: float) -> None:
        self._paper, self._scale, self._top = paper, scale, top
        self._canvas = paper.canvas

    def _x(self, x: float) -> float:
        return self._paper.left + x * self._scale

    def _y(self, y: float) -> float:
        return self._paper.height - self._top - y * self._scale

    def bar(self, bar: Bar) -> None:
        self._canvas.setLineWidth(0.2)
        self._canvas.setFillGray(GREY[bar.shade])
        self._canvas.rect(
            self._x(bar.x),
            self._y(bar.y + bar.height),
            bar.width * self._scale,
            bar.height * self._scale,
            fill=1,
        )
        self._canvas.setFillGray(0)

    def line(self, line: Line) -> None:
        self._canvas.setLineWidth(0.4)
        self._canvas.setDash([float(part) * self._scale for part in line.dash.split()] or [])
        path = self._canvas.beginPath()
        (x, y), *rest = line.points
        path.moveTo(self._x(x), self._y(y))
        for x, y in rest:
            path.lineTo(self._x(x), self._y(y))
        self._canvas.drawPath(path)
        self._canvas.setDash([])

    def ribbon(self, band: Ribbon) -> None:
        middle = (band.x1 + band.x2) / 2
        path = self._canvas.beginPath()
        path.moveTo(self._x(band.x1), self._y(band.y1))
        for x1, y1, x2, y2, down in (
            (band.x1, band.y1, band.x2, band.y2, 0),
            (band.x2, band.y2, band.x1, band.y1, band.thick),
        ):
            path.lineTo(self._x(x1), self._y(y1 + down))
            path.curveTo(
                self._x(middle),
                self._y(y1 + down),
                self._x(middle),
                self._y(y2 + down),
                self._x(x2),
                self._y(y2 + down),
            )
        path.close()
        self._canvas.setLineWidth(0.15)
        self._canvas.setFillGray(RIBBONS[band.series % len(RIBBONS)])
        self._canvas.drawPath(path, fill=1)
        self._canvas.setFillGray(0)

    def label(self, label: Label) -> None:
        self._paper.text(
            self._x(label.x),
            self._top + label.y * self._scale,
            label.text,
            Face.BOLD if label.strong else Face.TEXT,
            label.size * self._scale,
            align={"start": "left", "middle": "middle", "end": "right"}[label.align],
        )
