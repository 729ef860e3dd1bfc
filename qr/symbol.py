"""From a text to the modules of its QR code (ISO/IEC 18004), made by the qrcode library."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from qrcode import util
from qrcode.constants import ERROR_CORRECT_M, ERROR_CORRECT_Q
from qrcode.main import QRCode

from qr.errors import PayloadError

QUIET_MODULES: Final = 4
"""Light modules that every code needs on all four sides (ISO/IEC 18004, 9.1)."""

# Searching the best of eight masks takes most of an encoder's time. Of our links this mask has the lowest penalty
# on average, every mask reads the same, and a constant keeps the bytes of a sheet the same too.
_MASK: Final = 2
_MAX_VERSION: Final = 20


class Level(StrEnum):
    """How much damage a code survives: about 15 % (M) or 25 % (Q)."""

    M = "M"
    Q = "Q"


_LIBRARY_LEVEL: Final = {Level.M: ERROR_CORRECT_M, Level.Q: ERROR_CORRECT_Q}


@dataclass(frozen=True, slots=True)
class Symbol:
    """A QR code as a square of modules, without its quiet zone.

    Attributes:
        version: Size class of the code, 1 to 40.
        level: Level of error correction.
        rows: Modules from top to bottom, each row from left to right; True is dark.
    """

    version: int
    level: Level
    rows: tuple[tuple[bool, ...], ...]

    @property
    def size(self) -> int:
        """Modules per side."""
        return len(self.rows)

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
        for number, row in enumerate(self.rows):
            runs = dict.fromkeys(_runs(row), number)
            for run, since in open_runs.items():
                if run in runs:
                    runs[run] = since
                else:
                    yield run[0], since, run[1], number - since
            open_runs = runs
        for run, since in open_runs.items():
            yield run[0], since, run[1], self.size - since


def encode(text: str) -> Symbol:
    """Make the smallest code for a text, with the better error correction where that costs no size.

    Raises:
        PayloadError: If the text is empty or too long for a code that prints well.
    """
    if not text:
        raise PayloadError("An empty text makes no code")
    data = util.QRData(text)
    version = _smallest_version(data)
    level = Level.Q if _fits(data, version, Level.Q) else Level.M
    code = QRCode(version=version, error_correction=_LIBRARY_LEVEL[level], border=0, mask_pattern=_MASK)
    code.add_data(data, optimize=0)
    code.make(fit=False)
    return Symbol(version, level, tuple(tuple(map(bool, row)) for row in code.modules))


def _smallest_version(data: util.QRData) -> int:
    for version in range(1, _MAX_VERSION + 1):
        if _fits(data, version, Level.M):
            return version
    raise PayloadError("This text is too long for a code: %(length)s characters", length=len(data))


def _fits(data: util.QRData, version: int, level: Level) -> bool:
    buffer = _bit_length(data)
    header = 4 + util.length_in_bits(data.mode, version)
    return header + buffer <= util.BIT_LIMIT_TABLE[_LIBRARY_LEVEL[level]][version]


def _bit_length(data: util.QRData) -> int:
    """Bits that the characters take (ISO/IEC 18004, 7.4.3 to 7.4.5)."""
    count = len(data)
    if data.mode == util.MODE_NUMBER:
        return count // 3 * 10 + (0, 4, 7)[count % 3]
    if data.mode == util.MODE_ALPHA_NUM:
        return count // 2 * 11 + count % 2 * 6
    return count * 8


def _runs(row: tuple[bool, ...]) -> Iterator[tuple[int, int]]:
    start = None
    for column, dark in enumerate((*row, False)):
        if dark and start is None:
            start = column
        elif not dark and start is not None:
            yield start, column - start
            start = None
