"""From a text to the modules of its QR code (ISO/IEC 18004), made by the zxing-cpp library."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import zxingcpp

from qr.errors import PayloadError

QUIET_MODULES: Final = 4
"""Light modules that every code needs on all four sides (ISO/IEC 18004, 9.1)."""

MODULE_GOOD_MM: Final = 0.5

# A constant keeps the bytes of a sheet the same whatever version of the library made it; every mask reads the same.
_MASK: Final = 2

# Bytes that fit, by version from 1 (ISO/IEC 18004, table 7).
_CAPACITY: Final = {
    "M": (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666),
    "Q": (11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482),
    "H": (7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194, 220, 250, 280, 310, 338, 382),
}
# Smaller codes of level H have too few blocks to lose a quarter of their area: see docs/decisions.md.
_STRONG_VERSION: Final = 5
_SHORT_COUNTS: Final = 9
"""Up to this version the length of a text takes fewer bits."""
_RUN = re.compile(b"\x00+")
_DIGITS = re.compile("[0-9]+")
_CAPITALS = re.compile(r"[0-9A-Z $%*+./:-]+")


class Level(StrEnum):
    """How much damage a code survives: about 15 % (M), 25 % (Q) or 30 % (H)."""

    M = "M"
    Q = "Q"
    H = "H"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR code as a square of modules, without its quiet zone.

    Attributes:
        version: Size class of the code, 1 to 40.
        level: Level of error correction.
        size: Modules per side.
        modules: One byte a module, row by row from the top; 0 is dark, 255 is light.
    """

    version: int
    level: Level
    size: int
    modules: bytes

    @property
    def rows(self) -> tuple[tuple[bool, ...], ...]:
        """Modules from top to bottom, each row from left to right; True is dark."""
        size = self.size
        return tuple(
            tuple(shade == 0 for shade in self.modules[n : n + size]) for n in range(0, size * size, size)
        )

    @property
    def size_with_quiet(self) -> int:
        """Modules per side with the quiet zone on both sides."""
        return self.size + 2 * QUIET_MODULES

    def blocks(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield rectangles (column, row, width, height) that cover every dark module exactly once.

        Runs of dark modules are joined along a row, and down as long as the next rows have the very same run: few
        shapes to draw, and no seams between them.
        """
        open_runs: dict[tuple[int, int], int] = {}
        for row in range(self.size):
            start = row * self.size
            found = _RUN.finditer(self.modules, start, start + self.size)
            runs = {(run.start() - start, run.end() - run.start()): row for run in found}
            for run, since in open_runs.items():
                if run in runs:
                    runs[run] = since
                else:
                    yield run[0], since, run[1], row - since
            open_runs = runs
        for run, since in open_runs.items():
            yield run[0], since, run[1], self.size - since


def encode(text: str) -> Symbol:
    """Make the smallest code for a text, with the better error correction where that costs no size.

    Raises:
        PayloadError: If the text is empty or too long for a code that prints well.
    """
    version = _smallest(text, Level.M)
    if version is None:
        raise PayloadError("This text is too long for a code: %(length)s characters", length=len(text))
    return _made(text, version, Level.Q if _smallest(text, Level.Q) == version else Level.M)


def encode_for(text: str, side_mm: float) -> Symbol:
    """Make the sturdiest code for a text that still has modules of `MODULE_GOOD_MM`.

    Level H from version 5 on can be read with a quarter of its area covered. Where there is no room for it the next
    level is taken, and at last the smallest code.

    Args:
        text: What the code says.
        side_mm: Width of the white square with its quiet zone.

    Raises:
        PayloadError: If the text is empty or too long for a code that prints well.
    """
    most = side_mm / MODULE_GOOD_MM
    for level, least in ((Level.H, _STRONG_VERSION), (Level.Q, 1)):
        version = _smallest(text, level)
        if version is not None:
            version = max(version, least)
            if 17 + 4 * version + 2 * QUIET_MODULES <= most:
                return _made(text, version, level)
    return encode(text)


def _smallest(text: str, level: Level) -> int | None:
    """Return the smallest version that holds a text at a level, or None."""
    if not text:
        raise PayloadError("An empty text makes no code")
    for version, most in enumerate(_CAPACITY[level], start=1):
        long = version > _SHORT_COUNTS
        if _bits(text, long=long) <= 8 * most + (20 if long else 12):
            return version
    return None


def _bits(text: str, *, long: bool) -> int:
    """Bits that a text takes with its mode and length (ISO/IEC 18004, 7.4.3 to 7.4.5)."""
    count = len(text)
    if _DIGITS.fullmatch(text):
        return 4 + (12 if long else 10) + count // 3 * 10 + (0, 4, 7)[count % 3]
    if _CAPITALS.fullmatch(text):
        return 4 + (11 if long else 9) + count // 2 * 11 + count % 2 * 6
    # Any character beyond ASCII costs a mark that says which character set follows.
    return 4 + (16 if long else 8) + 8 * len(text.encode()) + (0 if text.isascii() else 12)


def _made(text: str, version: int, level: Level) -> Symbol:
    code = zxingcpp.create_barcode(
        text,
        zxingcpp.BarcodeFormat.QRCode,
        ec_level=level.value,
        version=version,
        data_mask=_MASK,
    )
    picture = code.to_image(scale=1, add_quiet_zones=False)
    # The library's stub does not say that its pictures are buffers.
    modules = bytes(memoryview(picture))  # type: ignore[arg-type]
    return Symbol(version, level, picture.shape[0], modules)
