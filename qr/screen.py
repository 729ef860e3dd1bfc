"""Codes on screens, always dark on white with their own margin: SVG for pages, block characters for terminals."""

from typing import Final
from xml.sax.saxutils import escape

from qr.symbol import QUIET_MODULES, encode

_QUOTES: Final = {'"': "&quot;"}
# Two modules stand in one character cell; the names say which half is dark.
_CELLS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_BLACK_ON_WHITE: Final = "\x1b[38;2;0;0;0;48;2;255;255;255m"
_RESET: Final = "\x1b[0m"


def qr_svg(text: str, *, title: str, size: int | None = None) -> str:
    """Return a code as an SVG element, readable in dark mode because it brings its own white ground.

    Colours stand in attributes, so that no style sheet and no content policy is needed. A page should give the class
    `qr` the style `forced-color-adjust: none`.

    Args:
        text: What the code says.
        title: What a screen reader says of it, such as "Code to pay Ada".
        size: Width and height in CSS pixels; as large as the place allows if None.

    Raises:
        PayloadError: If the text is empty or too long.
    """
    symbol = encode(text)
    full = symbol.size_with_quiet
    dark = "".join(
        f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h{w}v{h}h-{w}z" for x, y, w, h in symbol.blocks()
    )
    sized = f' width="{size}" height="{size}"' if size else ""
    name = escape(title, _QUOTES)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" role="img" aria-label="{name}"{sized}'
        f' viewBox="0 0 {full} {full}" shape-rendering="crispEdges"><title>{name}</title>'
        f'<rect width="{full}" height="{full}" fill="#fff"/><path fill="#000" d="{dark}"/></svg>'
    )


def qr_terminal(text: str, *, colour: bool = True) -> str:
    """Return a code as lines of text, two modules to a character.

    Args:
        text: What the code says.
        colour: Whether black and white are set by escape codes; without them a dark terminal is assumed, and the light
            modules are drawn.

    Raises:
        PayloadError: If the text is empty or too long.
    """
    symbol = encode(text)
    side = symbol.size_with_quiet
    empty = (False,) * side
    rim = (False,) * QUIET_MODULES
    rows = (
        [empty] * QUIET_MODULES + [(*rim, *row, *rim) for row in symbol.rows] + [empty] * (QUIET_MODULES + 1)
    )
    lines = []
    for upper, lower in zip(rows[0::2], rows[1::2], strict=False):
        pairs = zip(upper, lower, strict=True)
        if colour:
            lines.append(f"{_BLACK_ON_WHITE}{''.join(_CELLS[pair] for pair in pairs)}{_RESET}")
        else:
            lines.append("".join(_CELLS[not up, not down] for up, down in pairs))
    return "\n".join(lines) + "\n"
