"""Shapes and colours as PDF operators, in millimetres."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from qr.plan import Box, CodePanel
from qr.symbol import Symbol, encode_for

Ink = tuple[int, int, int]
"""Red, green, blue from 0 to 255."""

BLACK: Final[Ink] = (0, 0, 0)
WHITE: Final[Ink] = (255, 255, 255)


class Wanted(NamedTuple):
    """A code to draw: what it says, where, and in which ink."""

    text: str
    panel: CodePanel
    ink: Ink


class Code(NamedTuple):
    """A code that is drawn."""

    symbol: Symbol
    operators: str


def codes(wanted: Sequence[Wanted]) -> list[Code]:
    """Draw codes.

    Raises:
        PayloadError: If a text is empty or too long for a code that prints well.
    """
    drawn = []
    for text, panel, ink in wanted:
        symbol = encode_for(text, panel.box.w)
        drawn.append(Code(symbol, modules(symbol, panel.symbol_box(symbol), ink)))
    return drawn


def _rectangles(first: int, eight: int) -> str:
    """Return the dark modules among eight in a row, whose bits are 1 where they are dark; `y` stands for the row."""
    return "".join(
        f"{first + run.start()} y {run.end() - run.start()} 1 re\n"
        for run in re.finditer("1+", f"{eight:08b}")
    )


_TURNED: Final = bytes(range(255, -1, -1))
# What eight modules draw, by their place in the row: looked up, a code is drawn seven times as fast.
_EIGHT: Final = tuple(tuple(_rectangles(8 * n, eight) for eight in range(256)) for n in range(13))


def fill(ink: Ink) -> str:
    """Return the operator that fills with a colour; black is the black plate of a press alone."""
    if ink == BLACK:
        return "0 0 0 1 k "
    if ink == WHITE:
        return "1 g "
    return "{:.3f} {:.3f} {:.3f} rg ".format(*(part / 255 for part in ink))


def stroke(ink: Ink) -> str:
    """Return the operator that draws lines in a colour; black is the black plate of a press alone."""
    if ink == BLACK:
        return "0 0 0 1 K "
    if ink == WHITE:
        return "1 G "
    return "{:.3f} {:.3f} {:.3f} RG ".format(*(part / 255 for part in ink))


def rect(box: Box) -> str:
    """Return the path of a rectangle."""
    return f"{box.x:.3f} {box.y:.3f} {box.w:.3f} {box.h:.3f} re "


def rounded(box: Box, radius: float) -> str:
    """Return the path of a rectangle with round corners."""
    x, y, r, k = box.x, box.y, radius, radius * 0.4477
    right, top = box.right, box.top
    return (
        f"{x + r:.3f} {y:.3f} m {right - r:.3f} {y:.3f} l {right - k:.3f} {y:.3f} {right:.3f} {y + k:.3f} "
        f"{right:.3f} {y + r:.3f} c {right:.3f} {top - r:.3f} l {right:.3f} {top - k:.3f} {right - k:.3f} {top:.3f} "
        f"{right - r:.3f} {top:.3f} c {x + r:.3f} {top:.3f} l {x + k:.3f} {top:.3f} {x:.3f} {top - k:.3f} "
        f"{x:.3f} {top - r:.3f} c {x:.3f} {y + r:.3f} l {x:.3f} {y + k:.3f} "
        f"{x + k:.3f} {y:.3f} {x + r:.3f} {y:.3f} c h "
    )


def filled(box: Box, radius: float) -> str:
    """Return what fills a rectangle with round corners: two plain ones and four discs.

    Every page is rasterized before it is handed out, and plain rectangles are filled many times as fast as one path
    with curves.
    """
    level = Box(box.x, box.y + radius, box.w, box.h - 2 * radius)
    upright = Box(box.x + radius, box.y, box.w - 2 * radius, box.h)
    across, up = (upright.x, upright.right), (level.y, level.top)
    corners = "".join(disc(x, y, radius) for x in across for y in up)
    return f"{rect(level)}f {rect(upright)}f {corners}f "


def disc(x: float, y: float, radius: float) -> str:
    """Return the path of a circle around a centre."""
    return rounded(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius)


def modules(symbol: Symbol, box: Box, ink: Ink) -> str:
    """Return a code whose modules fill a square."""
    module = box.w / symbol.size
    dark = Image.frombytes("L", (symbol.size, symbol.size), symbol.modules.translate(_TURNED))
    packed = dark.convert("1", dither=Image.Dither.NONE).tobytes()
    stride = (symbol.size + 7) // 8
    blocks = "".join(
        [
            "".join([_EIGHT[n][eight] for n, eight in enumerate(packed[start : start + stride])]).replace(
                "y", str(start // stride)
            )
            for start in range(0, stride * symbol.size, stride)
        ]
    )
    # One path, so that no seams show between the modules; the matrix turns the rows the right way up.
    return f"q {fill(ink)}{module:.6f} 0 0 {-module:.6f} {box.x:.5f} {box.top:.5f} cm\n{blocks}f Q "
