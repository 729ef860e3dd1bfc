"""From a text to the modules of its QR code (ISO/IEC 18004).

The qrcode library makes what stands on screens. A print run has thousands of codes: there zxing-cpp makes the very same
modules in a fraction of the time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import zxingcpp
from qrcode import util
from qrcode.constants import ERROR_CORRECT_H, ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.main import QRCode

from qr.errors import PayloadError

QUIET_MODULES: Final = 4
"""Light modules that every code needs on all four sides (ISO/IEC 18004, 9.1)."""

MODULE_GOOD_MM: Final = 0.5

# Searching the best of eight masks takes most of an encoder's time. Every mask reads the same, and a constant keeps the
# bytes of a sheet the same too.
_MASK: Final = 2
_MAX_VERSION: Final = 20
_CHARACTER_SET_BITS: Final = 12
"""What a mark takes that says which character set follows."""
# Smaller codes of level H have too few blocks to lose a quarter of their area: see docs/decisions.md.
_STRONG_VERSION: Final = 5
_RUN = re.compile(b"\x00+")


class Level(StrEnum):
    """How much damage a code survives: about 15 % (M), 25 % (Q) or 30 % (H)."""

    M = "M"
    Q = "Q"
    H = "H"


_LIBRARY_LEVEL: Final = {
    Level.M: ERROR_CORRECT_M,
    Level.Q: ERROR_CORRECT_Q,
    Level.H: ERROR_CORRECT_H,
}


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
    return made(text, *_smallest_and_level(text))


def encode_for(text: str, side_mm: float) -> Symbol:
    """Make the sturdiest code for a text that still has modules of `MODULE_GOOD_MM`, fast.

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
                return made_fast(text, version, level)
    return made_fast(text, *_smallest_and_level(text))


def made(text: str, version: int, level: Level) -> Symbol:
    """Make a code of this version and level, which must hold the text."""
    code = QRCode(version=version, error_correction=_LIBRARY_LEVEL[level], border=0, mask_pattern=_MASK)
    code.add_data(text, optimize=0)
    code.make(fit=False)
    modules = bytes(0 if dark else 255 for row in code.modules for dark in row)
    return Symbol(version, level, len(code.modules), modules)


def made_fast(text: str, version: int, level: Level) -> Symbol:
    """Make the same code as `made`; a text beyond ASCII is marked as such, and so differs."""
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


def _smallest_and_level(text: str) -> tuple[int, Level]:
    version = _smallest(text, Level.M)
    if version is None:
        raise PayloadError("This text is too long for a code: %(length)s characters", length=len(text))
    return version, Level.Q if _smallest(text, Level.Q) == version else Level.M


def _smallest(text: str, level: Level) -> int | None:
    """Return the smallest version that holds a text at a level, or None."""
    if not text:
        raise PayloadError("An empty text makes no code")
    data = util.QRData(text)
    bits = _bit_length(data) + (0 if text.isascii() else _CHARACTER_SET_BITS)
    for version in range(1, _MAX_VERSION + 1):
        header = 4 + util.length_in_bits(data.mode, version)
        if header + bits <= util.BIT_LIMIT_TABLE[_LIBRARY_LEVEL[level]][version]:
            return version
    return None


def _bit_length(data: util.QRData) -> int:
    """Bits that the characters take (ISO/IEC 18004, 7.4.3 to 7.4.5)."""
    count = len(data)
    if data.mode == util.MODE_NUMBER:
        return count // 3 * 10 + (0, 4, 7)[count % 3]
    if data.mode == util.MODE_ALPHA_NUM:
        return count // 2 * 11 + count % 2 * 6
    return count * 8
