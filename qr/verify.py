"""The gate before a sheet is handed out: every page is rasterized, every code read and compared with what it must say.

The picture is what a printer would get. A code must lie at its place, say its text, and have four light modules around it
that are measured in pixels. Page by page, so that memory does not grow with the sheet.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import hypot
from threading import Lock
from typing import Final

import pypdfium2
import zxingcpp
from PIL import Image

from qr.errors import SheetError
from qr.plan import MODULE_LEAST_MM
from qr.render import CodeSpot, Layout
from qr.symbol import QUIET_MODULES

DPI: Final = 300
MAX_PDF_BYTES: Final = 64 * 1024 * 1024
MAX_PAGES: Final = 2_000

_PX: Final = DPI / 25.4
_MAX_SIDE_PT: Final = 1_300.0
# Paper is 255; rasterizing leaves a shade at the edges of shapes, which the measured strip stays clear of by a pixel.
_PAPER: Final = 240

# PDFium is not made for threads. One page at a time, so that others get their turn between two pages.
_pdfium: Final = Lock()

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ReadCode:
    """A code found on a page.

    Attributes:
        page: Page, from 1.
        text: What it says.
        x_mm: Centre of the code from the left edge of the page.
        y_mm: Centre of it from the upper edge.
        size_mm: Length of its sides.
    """

    page: int
    text: str = field(repr=False)
    x_mm: float
    y_mm: float
    size_mm: float


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason not to hand a sheet out.

    Attributes:
        page: Page, from 1.
        tile: Number of the tile, from 0; None where a code belongs to no tile.
        user: The tile's user, or empty.
        message: What is wrong, in English; it never repeats a private link.
    """

    page: int
    tile: int | None
    user: str
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """What the gate found.

    Attributes:
        faults: All faults in the order of the pages; empty if the sheet may be handed out.
        codes_read: Codes that said what they must.
        codes_expected: Codes that should be there.
        min_module_mm: Narrowest module as measured on the pages, in mm.
        min_quiet_modules: Narrowest quiet zone as measured, in modules; at most what is asked for.
        warnings: Sentences for the organizer.
    """

    faults: tuple[Fault, ...]
    codes_read: int
    codes_expected: int
    min_module_mm: float
    min_quiet_modules: float
    warnings: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the sheet may be handed out."""
        return not self.faults and self.codes_read == self.codes_expected


def verify_pdf(pdf: bytes, layout: Layout, *, progress: Progress | None = None) -> Verification:
    """Rasterize a sheet and hold every code against what it must say.

    Args:
        pdf: The sheet.
        layout: What `render_pdf` returned for it, or what else it must show.
        progress: Called with codes seen and codes in all, after every page.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    by_page = {page: list(spots) for page, spots in groupby(layout.spots, key=lambda spot: spot.page)}
    faults: list[Fault] = []
    quiet, modules, read, seen = [float(QUIET_MODULES)], [layout.min_module_mm], 0, 0
    count = 0
    for count, picture in enumerate(_pictures(pdf), start=1):
        spots = by_page.get(count, [])
        found = _decode(picture, count)
        faults += _strangers(found, spots)
        for spot in spots:
            hit = _at(spot, found) or _look_closer(picture, spot)
            fault = _compare(spot, hit)
            if fault:
                faults.append(fault)
                continue
            read += 1
            modules.append(spot.module_mm * (hit.size_mm / spot.size_mm if hit else 1))
            quiet.append(_quiet_modules(picture, spot))
            if quiet[-1] < QUIET_MODULES:
                faults.append(_fault(spot, f"only {quiet[-1]:.1f} light modules around the {spot.kind.value} code"))
        seen += len(spots)
        if progress:
            progress(seen, len(layout.spots))
    if count != layout.pages:
        faults.append(Fault(count, None, "", f"the file has {count} pages, not {layout.pages}"))
    narrowest = min(modules)
    if narrowest < MODULE_LEAST_MM * 0.97:
        faults.append(Fault(0, None, "", f"modules of {narrowest:.2f} mm are too fine for phones"))
    return Verification(tuple(faults), read, len(layout.spots), narrowest, min(quiet), layout.warnings)


def read_codes(pdf: bytes, *, progress: Progress | None = None) -> tuple[ReadCode, ...]:
    """Read all codes of a sheet whose contents are not known, page by page, from top to bottom.

    Args:
        pdf: A sheet.
        progress: Called with pages done and pages in all.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    found: list[ReadCode] = []
    for number, picture in enumerate(_pictures(pdf, progress), start=1):
        found += sorted(_decode(picture, number), key=lambda code: (round(code.y_mm / 10), code.x_mm))
    return tuple(found)


def _pictures(pdf: bytes, progress: Progress | None = None) -> Iterator[Image.Image]:
    """Yield every page as a grey picture of `DPI`."""
    if len(pdf) > MAX_PDF_BYTES:
        raise SheetError("The file is larger than %(most)s MB", most=MAX_PDF_BYTES // 2**20)
    try:
        with _pdfium:
            document = pypdfium2.PdfDocument(pdf)
            count = len(document)
    except pypdfium2.PdfiumError as error:
        raise SheetError("This is not a PDF file that can be read") from error
    try:
        if count > MAX_PAGES:
            raise SheetError("The file has more than %(most)s pages", most=MAX_PAGES)
        for number in range(count):
            with _pdfium:
                picture = _picture(document, number)
            yield picture
            if progress:
                progress(number + 1, count)
    finally:
        with _pdfium:
            document.close()


def _picture(document: pypdfium2.PdfDocument, number: int) -> Image.Image:
    try:
        page = document[number]
        if max(page.get_size()) > _MAX_SIDE_PT:
            raise SheetError("Page %(page)s is larger than any paper we print on", page=number + 1)
        bitmap = page.render(scale=DPI / 72, grayscale=True)
        # A copy, since the pixels are gone with the bitmap.
        picture = bitmap.to_pil().convert("L").copy()
        bitmap.close()
        page.close()
    except pypdfium2.PdfiumError as error:
        raise SheetError("Page %(page)s can't be read", page=number + 1) from error
    return picture


def _decode(picture: Image.Image, page: int, left: float = 0, top: float = 0, scale: float = 1) -> list[ReadCode]:
    found = []
    for code in zxingcpp.read_barcodes(
        picture, formats=zxingcpp.BarcodeFormat.QRCode, try_rotate=False, try_downscale=False, try_invert=False
    ):
        corners = [
            (corner.x / scale + left, corner.y / scale + top)
            for corner in (
                code.position.top_left,
                code.position.top_right,
                code.position.bottom_right,
                code.position.bottom_left,
            )
        ]
        (x1, y1), (x2, y2) = corners[0], corners[1]
        found.append(
            ReadCode(
                page,
                code.text,
                sum(x for x, _ in corners) / 4 / _PX,
                sum(y for _, y in corners) / 4 / _PX,
                hypot(x2 - x1, y2 - y1) / _PX,
            )
        )
    return found


def _at(spot: CodeSpot, found: Sequence[ReadCode]) -> ReadCode | None:
    return next((code for code in found if _is_at(spot, code)), None)


def _is_at(spot: CodeSpot, code: ReadCode) -> bool:
    half = spot.size_mm / 2
    return hypot(code.x_mm - spot.x_mm - half, code.y_mm - spot.y_mm - half) <= 2 * spot.module_mm


def _look_closer(picture: Image.Image, spot: CodeSpot) -> ReadCode | None:
    """Read one code alone, twice as large, as a phone held closer does."""
    rim = QUIET_MODULES * spot.module_mm
    left, top = max(0.0, (spot.x_mm - rim) * _PX), max(0.0, (spot.y_mm - rim) * _PX)
    side = (spot.size_mm + 2 * rim) * _PX
    part = picture.crop((int(left), int(top), int(left + side) + 1, int(top + side) + 1))
    part = part.resize((part.width * 2, part.height * 2), Image.Resampling.BICUBIC)
    return _at(spot, _decode(part, spot.page, int(left), int(top), 2))


def _compare(spot: CodeSpot, code: ReadCode | None) -> Fault | None:
    if code is None:
        return _fault(spot, f"the {spot.kind.value} code can't be read")
    if code.text != spot.text:
        return _fault(spot, f"the {spot.kind.value} code says something else than it must")
    if abs(code.size_mm - spot.size_mm) > 2 * spot.module_mm:
        return _fault(spot, f"the {spot.kind.value} code is {code.size_mm:.1f} mm wide, not {spot.size_mm:.1f}")
    return None


def _strangers(found: Sequence[ReadCode], spots: Sequence[CodeSpot]) -> list[Fault]:
    return [
        Fault(code.page, None, "", f"a code that belongs to no tile, at {code.x_mm:.0f} x {code.y_mm:.0f} mm")
        for code in found
        if not any(_is_at(spot, code) for spot in spots)
    ]


def _quiet_modules(picture: Image.Image, spot: CodeSpot) -> float:
    """Measure how many modules around a code are bare paper on all four sides, up to what is asked for."""
    x1, y1 = spot.x_mm * _PX, spot.y_mm * _PX
    x2, y2 = x1 + spot.size_mm * _PX, y1 + spot.size_mm * _PX
    for step in range(2 * QUIET_MODULES, 0, -1):
        rim = step / 2 * spot.module_mm * _PX
        outer = (x1 - rim, y1 - rim, x2 + rim, y2 + rim)
        if min(outer[:2]) < 0 or outer[2] > picture.width or outer[3] > picture.height:
            continue
        strips = (
            (outer[0], outer[1], outer[2], y1),
            (outer[0], y2, outer[2], outer[3]),
            (outer[0], outer[1], x1, outer[3]),
            (x2, outer[1], outer[2], outer[3]),
        )
        if all(_is_paper(picture, strip) for strip in strips):
            return step / 2
    return 0.0


def _is_paper(picture: Image.Image, strip: tuple[float, float, float, float]) -> bool:
    x1, y1, x2, y2 = strip
    darkest = picture.crop((round(x1) + 1, round(y1) + 1, round(x2) - 1, round(y2) - 1)).getextrema()[0]
    return isinstance(darkest, (int, float)) and darkest >= _PAPER


def _fault(spot: CodeSpot, message: str) -> Fault:
    return Fault(spot.page, spot.tile, spot.user, message)
