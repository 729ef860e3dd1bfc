"""Tiles a second: accounts opened, sheet drawn, every code on it rasterized, decoded and tried; against plain labels.

pylabels is licensed under the GPL and no dependency: whoever installs it sees it compared. Otherwise the same tiles are
drawn the way its users draw them, code by code with ReportLab's own QR widget, without any check.
"""

import importlib.util
import io
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing, String
from reportlab.pdfgen.canvas import Canvas

import qr
from app.services.actor import Actor, Role
from app.services.program import open_program

from .figures import Figure
from .hall import settings_for

LIMIT_S = 60
"""Case A6: 1,000 tiles in under 60 s, the sheet under 20 MB."""
LIMIT_MB = 20
SHEET_S = 4
"""1,000 duplex tiles, all decoded and tried, on two cores."""
MEMORY_MB = 200
MM = 72 / 25.4

Draw = Callable[[Sequence[qr.Tile]], bytes]


def tiles(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Print tiles by the services, as the command and the desk do; then the sheet alone, against plain labels."""
    count = 100 if quick else 1000
    organizer = Actor("olga", "Olga", Role.ORGANIZER, session="")
    program = open_program(settings_for(folder / "tiles.sqlite3"))
    options = qr.SheetOptions(duplex=qr.Duplex.LONG)
    try:
        begun = time.perf_counter()
        batch = program.services.tiles.issue(organizer, count=count, label="Bench")
        opened = time.perf_counter()
        sheet = program.services.tiles.sheet(organizer, batch.id, options)
        done = time.perf_counter()
    finally:
        program.close()
    yield Figure(
        f"{count} accounts opened, drawn, decoded and tried",
        done - begun,
        "s",
        at_most=LIMIT_S * count / 1000,
        note=f"{opened - begun:.1f} s of it to hash the passwords",
    )
    yield Figure("size of the sheet", len(sheet.pdf) / 1e6, "MB", at_most=LIMIT_MB)
    made = [
        qr.Tile(
            tile.user, tile.name, tile.password, tile.pay_url, tile.enter_url, "https://a.example", "Bench"
        )
        for tile in batch.tiles
    ]
    yield from _sheet_alone(made, options)
    yield from _against_labels(made, options)


def _sheet_alone(made: Sequence[qr.Tile], options: qr.SheetOptions) -> Iterator[Figure]:
    begun, spent = time.perf_counter(), _processor_s()
    out = io.BytesIO()
    layout = qr.render_pdf(made, options, out, title="Bench")
    drawn = time.perf_counter()
    verification = qr.verify_pdf(out.getvalue(), layout)
    took, spent = time.perf_counter() - begun, _processor_s() - spent
    assert verification.ok
    yield Figure(
        f"{len(made)} duplex tiles drawn, decoded and tried",
        took,
        "s",
        at_most=SHEET_S * len(made) / 1000,
        note=f"{drawn - begun:.1f} s of it to draw; {spent:.1f} s of processor time",
    )
    yield Figure("processor time a tile", spent / len(made) * 1000, "ms")
    own, others = (
        resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    scale = 2**20 if sys.platform == "darwin" else 2**10
    yield Figure("memory of both processes", (own + others) / scale, "MB", at_most=MEMORY_MB)


def _against_labels(made: Sequence[qr.Tile], options: qr.SheetOptions) -> Iterator[Figure]:
    installed = importlib.util.find_spec("labels") is not None
    name = "pylabels" if installed else "plain ReportLab (pylabels is not installed)"
    theirs = _timed(_with_pylabels if installed else _plain, made)
    ours = _timed(lambda tiles: _ours(tiles, options), made)
    yield Figure(f"drawing alone, {name}", len(made) / theirs, "tiles/s")
    yield Figure("drawing alone, ours", len(made) / ours, "tiles/s")
    yield Figure(
        f"ours to {'pylabels' if installed else 'plain ReportLab'}", theirs / ours, "x", at_least=1.0
    )


def _timed(draw: Draw, made: Sequence[qr.Tile]) -> float:
    begun = time.perf_counter()
    assert draw(made).startswith(b"%PDF")
    return time.perf_counter() - begun


def _ours(made: Sequence[qr.Tile], options: qr.SheetOptions) -> bytes:
    out = io.BytesIO()
    qr.render_pdf(made, options, out, title="Bench")
    return out.getvalue()


def _label(tile: qr.Tile, link: str) -> Drawing:
    """A label as its users draw one: a code, and three lines of text."""
    drawing = Drawing(85 * MM, 54 * MM)
    drawing.add(QrCodeWidget(link, barWidth=30 * MM, barHeight=30 * MM, x=50 * MM, y=12 * MM, barLevel="H"))
    for line, text in enumerate((tile.name, tile.user, tile.address)):
        drawing.add(String(5 * MM, (40 - 8 * line) * MM, text, fontSize=12))
    return drawing


def _plain(made: Sequence[qr.Tile]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    for first in range(0, len(made), 10):
        for side in ("pay_url", "enter_url"):
            for slot, tile in enumerate(made[first : first + 10]):
                row, column = divmod(slot, 2)
                place = (20 + 85 * column) * MM, (13 + 54 * row) * MM
                renderPDF.draw(_label(tile, getattr(tile, side)), canvas, *place)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _with_pylabels(made: Sequence[qr.Tile]) -> bytes:
    labels = importlib.import_module("labels")
    paper = labels.Specification(210, 297, 2, 5, 85, 54)
    sheet = labels.Sheet(
        paper, lambda label, _w, _h, item: [label.add(part) for part in _label(*item).contents]
    )
    for first in range(0, len(made), 10):
        for side in ("pay_url", "enter_url"):
            sheet.add_labels([(tile, getattr(tile, side)) for tile in made[first : first + 10]])
    out = io.BytesIO()
    sheet.save(out)
    return out.getvalue()


def _processor_s() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
