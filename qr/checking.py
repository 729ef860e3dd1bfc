"""Holding the codes of a page against what they must say, and trying what they can bear."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot, inf
from typing import Final

import zxingcpp
from PIL import Image

from qr.layout import CodeSpot
from qr.plan import SpotKind
from qr.proof import Sample, Trial, failed_trials, score
from qr.raster import Raster
from qr.symbol import QUIET_MODULES

PX_PER_MODULE: Final = 3.6
"""What a phone sees that is held well; rendering costs by the pixel."""

# Rasterizing leaves a shade at the edges of shapes, which the measured strip stays clear of by a pixel.
_SHADE: Final = 15
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
class TileScore:
    """What a tile can bear.

    Attributes:
        tile: Number of the tile, from 0.
        user: The tile's user.
        failed: Trials after which one of its codes could no longer be read, each with the code.
    """

    tile: int
    user: str
    failed: tuple[tuple[SpotKind, Trial], ...] = ()

    @property
    def score(self) -> int:
        """Points of a hundred: a trial counts as passed if all codes of the tile pass it."""
        return score(len({trial for _, trial in self.failed}))


class Tally:
    """What was found so far."""

    def __init__(self, *, light: int) -> None:
        self.faults: list[Fault] = []
        self.read = 0
        self.seen = 0
        self.min_module_mm = inf
        self.min_quiet_modules = float(QUIET_MODULES)
        self._paper = max(1, light - _SHADE)
        self._tiles: dict[int, str] = {}
        self._failed: dict[int, list[tuple[SpotKind, Trial]]] = {}

    def page(self, raster: Raster, spots: Sequence[CodeSpot]) -> None:
        """Compare one page; its picture is used up."""
        self.seen += len(spots)
        for spot in spots:
            code = _at(spot, _read_spot(raster, spot, 1)) or _at(spot, _read_spot(raster, spot, 2))
            fault = _compare(spot, code)
            self._tiles[spot.tile] = spot.user
            if code is None or fault:
                self.faults.append(fault or _fault(spot, "can't be read"))
                continue
            self.read += 1
            self.min_module_mm = min(self.min_module_mm, spot.module_mm * code.size_mm / spot.size_mm)
            quiet = _quiet_modules(raster, spot, self._paper)
            self.min_quiet_modules = min(self.min_quiet_modules, quiet)
            if quiet < QUIET_MODULES:
                self.faults.append(
                    _fault(spot, f"only {quiet:.1f} light modules around the {spot.kind.value} code")
                )
            failed = failed_trials(_sample(raster, spot), spot.text)
            self._failed.setdefault(spot.tile, []).extend((spot.kind, trial) for trial in failed)
        self.faults += _strangers(raster, spots)

    def add(self, other: "Tally") -> None:
        """Add what was found on other pages."""
        self.faults += other.faults
        self.read += other.read
        self.seen += other.seen
        self.min_module_mm = min(self.min_module_mm, other.min_module_mm)
        self.min_quiet_modules = min(self.min_quiet_modules, other.min_quiet_modules)
        self._tiles |= other._tiles
        for tile, failed in other._failed.items():
            self._failed.setdefault(tile, []).extend(failed)

    def scores(self) -> tuple[TileScore, ...]:
        """What each tile can bear; a code that could not be read at all is a fault, and no question of points."""
        return tuple(
            TileScore(tile, user, tuple(self._failed.get(tile, ())))
            for tile, user in sorted(self._tiles.items())
        )


def decode(raster: Raster) -> list[ReadCode]:
    """Return all codes in the picture of a page."""
    return [_placed(code, raster, 0, 0, 1) for code in _read(raster.pixels or raster.picture)]


def _read(picture: Image.Image | memoryview) -> Sequence[zxingcpp.Barcode]:
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
    away = code.x_mm - spot.x_mm - half, code.y_mm - spot.y_mm - half * spot.stretch
    return hypot(*away) <= 2 * spot.module_mm


def _read_spot(raster: Raster, spot: CodeSpot, scale: int) -> list[ReadCode]:
    """Read one code alone, or larger, as a phone held closer does."""
    left, top, right, bottom = _around(raster, spot)
    part = raster.picture.crop((left, top, right, bottom))
    if scale > 1:
        part = part.resize((part.width * scale, part.height * scale), Image.Resampling.BICUBIC)
    return [_placed(code, raster, left, top, scale) for code in _read(part)]


def _around(raster: Raster, spot: CodeSpot) -> tuple[int, int, int, int]:
    """Return the pixels of a code with its quiet zone."""
    rim, px_y = QUIET_MODULES * spot.module_mm, raster.px_y * spot.stretch
    left = round(max(0.0, spot.x_mm - rim) * raster.px_x)
    top = round(max(0.0, spot.y_mm * raster.px_y - rim * px_y))
    side = spot.size_mm + 2 * rim
    return left, top, left + round(side * raster.px_x), top + round(side * px_y)


def _sample(raster: Raster, spot: CodeSpot) -> Sample:
    """Return the picture of one code as a phone sees it."""
    part = raster.picture.crop(_around(raster, spot))
    if spot.turned:
        part = part.transpose(Image.Transpose.ROTATE_180)
    modules = round(spot.size_mm / spot.module_mm)
    side = round((modules + 2 * QUIET_MODULES) * PX_PER_MODULE)
    if abs(part.width - side) > side // 8:
        part = part.resize((side, side), Image.Resampling.BICUBIC)
    return Sample(part, modules, part.width / (modules + 2 * QUIET_MODULES), spot.module_mm)


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


def _strangers(raster: Raster, spots: Sequence[CodeSpot]) -> list[Fault]:
    """Look for codes that belong to no tile; the known ones are blotted out of the picture for that."""
    for spot in spots:
        raster.picture.paste(255, _around(raster, spot))
    return [
        Fault(code.page, None, "", f"a code that belongs to no tile, at {code.x_mm:.0f} x {code.y_mm:.0f} mm")
        for code in decode(raster)
    ]


def _quiet_modules(raster: Raster, spot: CodeSpot, paper: int) -> float:
    """Measure how many modules around a code are bare paper on all four sides, up to what is asked for."""
    picture = raster.picture
    x1, y1 = spot.x_mm * raster.px_x, spot.y_mm * raster.px_y
    px_y = raster.px_y * spot.stretch
    x2, y2 = x1 + spot.size_mm * raster.px_x, y1 + spot.size_mm * px_y
    for step in range(2 * QUIET_MODULES, 0, -1):
        rim_x, rim_y = step / 2 * spot.module_mm * raster.px_x, step / 2 * spot.module_mm * px_y
        outer = (x1 - rim_x, y1 - rim_y, x2 + rim_x, y2 + rim_y)
        if min(outer[:2]) < 0 or outer[2] > picture.width or outer[3] > picture.height:
            continue
        strips = (
            (outer[0], outer[1], outer[2], y1),
            (outer[0], y2, outer[2], outer[3]),
            (outer[0], outer[1], x1, outer[3]),
            (x2, outer[1], outer[2], outer[3]),
        )
        if all(_is_paper(picture, strip, paper) for strip in strips):
            return step / 2
    return 0.0


def _is_paper(picture: Image.Image, strip: tuple[float, float, float, float], paper: int) -> bool:
    left, top, right, bottom = (round(edge) for edge in strip)
    if right - left < 3 or bottom - top < 3:
        return True
    darkest = picture.crop((left + 1, top + 1, right - 1, bottom - 1)).getextrema()[0]
    return isinstance(darkest, (int, float)) and darkest >= paper


def _fault(spot: CodeSpot, message: str) -> Fault:
    return Fault(spot.page, spot.tile, spot.user, message)
