"""Tiles a second: accounts opened, sheet drawn, every code on it rasterized, decoded and tried; against plain labels.

pylabels is licensed under the GPL and no dependency: whoever installs it sees it compared. Otherwise the same tiles are
drawn the way its users draw them, code by code with ReportLab's own QR widget, without any check.
"""

import importlib.util
import io
import json
import subprocess
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
from .serving import ROOT
from .sheet_alone import made

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
    try:
        begun = time.perf_counter()
        batch = program.services.tiles.issue(organizer, count=count, label="Bench")
        opened = time.perf_counter()
        sheet = program.services.tiles.sheet(organizer, batch.id, qr.SheetOptions())
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
    yield from _sheet_alone(count, quick=quick)
    yield from _against_labels(made(count // 10))


def _sheet_alone(count: int, *, quick: bool) -> Iterator[Figure]:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benching.sheet_alone", str(count)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    yield Figure(
        f"{count} duplex tiles drawn, decoded and tried",
        found["seconds"],
        "s",
        at_most=None if quick else SHEET_S,
        note=f"{found['drawing']:.1f} s of it to draw; {found['processor']:.1f} s of processor time",
    )
    yield Figure("memory of both processes", found["megabytes"], "MB", at_most=MEMORY_MB)


def _against_labels(tiles_of: Sequence[qr.Tile]) -> Iterator[Figure]:
    installed = importlib.util.find_spec("labels") is not None
    name = "pylabels" if installed else "plain ReportLab (pylabels is not installed)"
    theirs = _timed(_with_pylabels if installed else _plain, tiles_of)
    ours = _timed(_ours, tiles_of)
    yield Figure(f"drawing alone, {name}", len(tiles_of) / theirs, "tiles/s")
    yield Figure("drawing alone, ours", len(tiles_of) / ours, "tiles/s")
    yield Figure(
        f"ours to {'pylabels' if installed else 'plain ReportLab'}", theirs / ours, "x", at_least=1.0
    )


def _timed(draw: Draw, tiles_of: Sequence[qr.Tile]) -> float:
    begun = time.perf_counter()
    assert draw(tiles_of).startswith(b"%PDF")
    return time.perf_counter() - begun


def _ours(tiles_of: Sequence[qr.Tile]) -> bytes:
    out = io.BytesIO()
    qr.render_pdf(tiles_of, qr.SheetOptions(duplex=qr.Duplex.LONG), out, title="Bench")
    return out.getvalue()


def _label(tile: qr.Tile, link: str) -> Drawing:
    """A label as its users draw one: a code, and three lines of text."""
    drawing = Drawing(85 * MM, 54 * MM)
    drawing.add(QrCodeWidget(link, barWidth=30 * MM, barHeight=30 * MM, x=50 * MM, y=12 * MM, barLevel="H"))
    for line, text in enumerate((tile.name, tile.user, tile.address)):
        drawing.add(String(5 * MM, (40 - 8 * line) * MM, text, fontSize=12))
    return drawing


def _plain(tiles_of: Sequence[qr.Tile]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    for first in range(0, len(tiles_of), 10):
        for side in ("pay_url", "enter_url"):
            for slot, tile in enumerate(tiles_of[first : first + 10]):
                row, column = divmod(slot, 2)
                place = (20 + 85 * column) * MM, (13 + 54 * row) * MM
                renderPDF.draw(_label(tile, getattr(tile, side)), canvas, *place)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def _with_pylabels(tiles_of: Sequence[qr.Tile]) -> bytes:
    labels = importlib.import_module("labels")
    paper = labels.Specification(210, 297, 2, 5, 85, 54)
    sheet = labels.Sheet(
        paper, lambda label, _w, _h, item: [label.add(part) for part in _label(*item).contents]
    )
    for first in range(0, len(tiles_of), 10):
        for side in ("pay_url", "enter_url"):
            sheet.add_labels([(tile, getattr(tile, side)) for tile in tiles_of[first : first + 10]])
    out = io.BytesIO()
    sheet.save(out)
    return out.getvalue()
