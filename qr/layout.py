"""What was drawn where: the account by which a sheet is checked."""

from collections.abc import Callable
from dataclasses import dataclass, field

from qr.plan import SpotKind

Progress = Callable[[int, int], None]
"""Told how many are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class CodeSpot:
    """A code on the sheet: where it lies and what it must say.

    Attributes:
        page: Page of the PDF, from 1.
        tile: Number of the tile, from 0.
        user: The tile's user.
        kind: What the code is for.
        text: What it must say.
        x_mm: Left edge of the modules from the left edge of the page.
        y_mm: Upper edge of them from the upper edge of the page.
        size_mm: Width and height of the modules together.
        module_mm: Width of one.
        stretch: Height of the code, in widths: not 1 where the file makes good what a printer does.
        turned: Whether it stands on its head.
    """

    page: int
    tile: int
    user: str
    kind: SpotKind
    text: str = field(repr=False)
    x_mm: float
    y_mm: float
    size_mm: float
    module_mm: float
    stretch: float = 1.0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """What was drawn, as `verify_pdf` needs it. It holds the private links: treat it as a secret.

    Attributes:
        tiles: Number of tiles.
        pages: Number of pages of the PDF.
        spots: All codes, in the order of the pages.
        min_module_mm: Width of the narrowest module.
        warnings: Sentences for the organizer; empty if all is well.
        light: How bright the squares behind the codes are at least, 0 to 255.
    """

    tiles: int
    pages: int
    spots: tuple[CodeSpot, ...]
    min_module_mm: float
    warnings: tuple[str, ...]
    light: int = 255
