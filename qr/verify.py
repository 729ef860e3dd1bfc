"""The gate before a sheet is handed out: every page is rasterized, every code read and compared with what it must say.

The picture is what a printer would get. A code must lie at its place, say its text, and have four light modules around
it that are measured in pixels. Page by page, so that memory does not grow with the sheet.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, hypot, inf
from typing import Final

import zxingcpp
from PIL import Image

from qr.plan import MODULE_LEAST_MM
from qr.raster import Raster, rasters
from qr.render import CodeSpot, Layout, Progress
from qr.symbol import QUIET_MODULES

DPI: Final = 300
"""Dots per inch for codes of unknown size; a sheet of known codes is rasterized with as many as they need."""

# A phone held well sees five or six pixels a module; rendering costs by the pixel.
_PX_PER_MODULE: Final = 5.5
_DPI_LEAST: Final = 200
# Paper is 255; rasterizing leaves a shade at the edges of shapes, which the measured strip stays clear of by a pixel.
_PAPER: Final = 240

_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


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
    by_page = {page: tuple(spots) for page, spots in groupby(layout.spots, key=lambda spot: spot.page)}
    dpi = max(_DPI_LEAST, ceil(_PX_PER_MODULE * 25.4 / layout.min_module_mm))
    tally = _Tally()
    pages = 0
    # Reading one page while the next is rasterized keeps two cores busy.
    with ThreadPoolExecutor(1, "verify") as reader:
        for pages, (raster, pending) in enumerate(_ahead(rasters(pdf, dpi), reader), start=1):
            tally.page(raster, pending.result(), by_page.get(pages, ()))
            if progress:
                progress(tally.seen, len(layout.spots))
    if pages != layout.pages:
        tally.faults.append(Fault(pages, None, "", f"the file has {pages} pages, not {layout.pages}"))
    if tally.min_module_mm < MODULE_LEAST_MM * 0.97:
        tally.faults.append(
            Fault(0, None, "", f"modules of {tally.min_module_mm:.2f} mm are too fine for phones")
        )
    return Verification(
        tuple(tally.faults),
        tally.read,
        len(layout.spots),
        min(tally.min_module_mm, layout.min_module_mm),
        tally.min_quiet_modules,
        layout.warnings,
    )


def page_faults(raster: Raster, spots: Sequence[CodeSpot]) -> tuple[Fault, ...]:
    """Hold the codes of one grey picture of a page against what they must say.

    Args:
        raster: The page.
        spots: All codes that must be on it.
    """
    tally = _Tally()
    tally.page(raster, _decode(raster), spots)
    return tuple(tally.faults)


def read_codes(pdf: bytes, *, progress: Progress | None = None) -> tuple[ReadCode, ...]:
    """Read all codes of a sheet whose contents are not known, page by page, from top to bottom.

    Args:
        pdf: A sheet.
        progress: Called with pages done and pages in all.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    found: list[ReadCode] = []
    for raster in rasters(pdf, DPI):
        found += sorted(_decode(raster), key=lambda code: (round(code.y_mm / 10), code.x_mm))
        if progress:
            progress(raster.page, raster.pages)
    return tuple(found)


class _Tally:
    """What was found so far."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.read = 0
        self.seen = 0
        self.min_module_mm = inf
        self.min_quiet_modules = float(QUIET_MODULES)

    def page(self, raster: Raster, found: Sequence[ReadCode], spots: Sequence[CodeSpot]) -> None:
        """Compare one page."""
        self.faults += _strangers(found, spots)
        self.seen += len(spots)
        for spot in spots:
            code = _at(spot, found) or _look_closer(raster, spot)
            fault = _compare(spot, code)
            if code is None or fault:
                self.faults.append(fault or _fault(spot, "can't be read"))
                continue
            self.read += 1
            self.min_module_mm = min(self.min_module_mm, spot.module_mm * code.size_mm / spot.size_mm)
            quiet = _quiet_modules(raster, spot)
            self.min_quiet_modules = min(self.min_quiet_modules, quiet)
            if quiet < QUIET_MODULES:
                self.faults.append(
                    _fault(spot, f"only {quiet:.1f} light modules around the {spot.kind.value} code")
                )


def _ahead(
    rasters: Iterator[Raster], reader: ThreadPoolExecutor
) -> Iterator[tuple[Raster, Future[list[ReadCode]]]]:
    """Yield each page with its codes being read, having rasterized the next one meanwhile."""
    waiting: tuple[Raster, Future[list[ReadCode]]] | None = None
    for raster in rasters:
        pending = reader.submit(_decode, raster)
        if waiting:
            yield waiting
        waiting = raster, pending
    if waiting:
        yield waiting


def _decode(raster: Raster) -> list[ReadCode]:
    return [_placed(code, raster, 0, 0, 1) for code in _read(raster.picture)]


def _read(picture: Image.Image) -> Sequence[zxingcpp.Barcode]:
    return zxingcpp.read_barcodes(
        picture,
        formats=_QR,
        try_rotate=False,
        try_downscale=False,
        try_invert=False,
    )


def _placed(code: zxingcpp.Barcode, raster: Raster, left: int, top: int, scale: int) -> ReadCode:
    at = code.position
    corners = [
        ((corner.x / scale + left) / raster.px_x, (corner.y / scale + top) / raster.px_y)
        for corner in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    ]
    (x1, y1), (x2, y2) = corners[0], corners[1]
    return ReadCode(
        raster.page,
        code.text,
        sum(x for x, _ in corners) / 4,
        sum(y for _, y in corners) / 4,
        hypot(x2 - x1, y2 - y1),
    )


def _at(spot: CodeSpot, found: Sequence[ReadCode]) -> ReadCode | None:
    return next((code for code in found if _is_at(spot, code)), None)


def _is_at(spot: CodeSpot, code: ReadCode) -> bool:
    half = spot.size_mm / 2
    return hypot(code.x_mm - spot.x_mm - half, code.y_mm - spot.y_mm - half) <= 2 * spot.module_mm


def _look_closer(raster: Raster, spot: CodeSpot) -> ReadCode | None:
    """Read one code alone, twice as large, as a phone held closer does."""
    rim = QUIET_MODULES * spot.module_mm
    left, top = int(max(0.0, spot.x_mm - rim) * raster.px_x), int(max(0.0, spot.y_mm - rim) * raster.px_y)
    side = int((spot.size_mm + 2 * rim) * raster.px_x) + 1
    part = raster.picture.crop((left, top, left + side, top + side))
    part = part.resize((part.width * 2, part.height * 2), Image.Resampling.BICUBIC)
    return _at(spot, [_placed(code, raster, left, top, 2) for code in _read(part)])


def _compare(spot: CodeSpot, code: ReadCode | None) -> Fault | None:
    if code is None:
        return _fault(spot, f"the {spot.kind.value} code can't be read")
    if code.text != spot.text:
        return _fault(spot, f"the {spot.kind.value} code says something else than it must")
    if abs(code.size_mm - spot.size_mm) > 2 * spot.module_mm:
        return _fault(
            spot, f"the {spot.kind.value} code is {code.size_mm:.1f} mm wide, not {spot.size_mm:.1f}"
        )
    return None


def _strangers(found: Sequence[ReadCode], spots: Sequence[CodeSpot]) -> list[Fault]:
    return [
        Fault(code.page, None, "", f"a code that belongs to no tile, at {code.x_mm:.0f} x {code.y_mm:.0f} mm")
        for code in found
        if not any(_is_at(spot, code) for spot in spots)
    ]


def _quiet_modules(raster: Raster, spot: CodeSpot) -> float:
    """Measure how many modules around a code are bare paper on all four sides, up to what is asked for."""
    picture = raster.picture
    x1, y1 = spot.x_mm * raster.px_x, spot.y_mm * raster.px_y
    x2, y2 = x1 + spot.size_mm * raster.px_x, y1 + spot.size_mm * raster.px_y
    for step in range(2 * QUIET_MODULES, 0, -1):
        rim_x, rim_y = step / 2 * spot.module_mm * raster.px_x, step / 2 * spot.module_mm * raster.px_y
        outer = (x1 - rim_x, y1 - rim_y, x2 + rim_x, y2 + rim_y)
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
