"""What a printer does to a page, measured once: how far it shifts it, and how much it stretches it."""

from dataclasses import dataclass
from math import isfinite
from typing import Final

from qr.errors import SheetError

MOST_SHIFT_MM: Final = 10.0
MOST_STRETCH: Final = 0.02

# Where the measured lines of the calibration page lie, from the upper left corner, and how long they are.
FROM_LEFT_MM: Final = 25.0
FROM_TOP_MM: Final = 35.0
WIDE_MM: Final = 150.0
HIGH_MM: Final = 200.0


@dataclass(frozen=True, slots=True)
class Printer:
    """What a printer does: a point x mm from the left of the file comes out at `shift_x_mm + x * stretch_x`.

    Attributes:
        name: What people call it.
        shift_x_mm: To the right.
        shift_y_mm: Downwards.
        stretch_x: 1 is true.
        stretch_y: 1 is true.
        back_x_mm: As `shift_x_mm`, on backs.
        back_y_mm: As `shift_y_mm`, on backs.
    """

    name: str = ""
    shift_x_mm: float = 0.0
    shift_y_mm: float = 0.0
    stretch_x: float = 1.0
    stretch_y: float = 1.0
    back_x_mm: float = 0.0
    back_y_mm: float = 0.0

    def __post_init__(self) -> None:
        for shift in (self.shift_x_mm, self.shift_y_mm, self.back_x_mm, self.back_y_mm):
            if not isfinite(shift) or abs(shift) > MOST_SHIFT_MM:
                raise SheetError(
                    "The printer would shift the page by %(shift).1f mm, up to %(most)g mm can be mended: measure"
                    " again, from the very edge of the paper",
                    shift=shift,
                    most=MOST_SHIFT_MM,
                )
        for stretch in (self.stretch_x, self.stretch_y):
            if not isfinite(stretch) or abs(stretch - 1) > MOST_STRETCH:
                raise SheetError(
                    "The printer would make the page %(percent).1f %% of its size: print the page again at 100 %%, not"
                    " “fit to page”, and measure that",
                    percent=stretch * 100,
                )

    def corrected(self, x_mm: float, y_mm: float, *, back: bool = False) -> tuple[float, float]:
        """Return where a point must lie in the file to come out at a place on paper."""
        shift_x, shift_y = (self.back_x_mm, self.back_y_mm) if back else (self.shift_x_mm, self.shift_y_mm)
        return (x_mm - shift_x) / self.stretch_x, (y_mm - shift_y) / self.stretch_y

    def printed(self, x_mm: float, y_mm: float, *, back: bool = False) -> tuple[float, float]:
        """Return where a point of the file comes out on paper."""
        shift_x, shift_y = (self.back_x_mm, self.back_y_mm) if back else (self.shift_x_mm, self.shift_y_mm)
        return shift_x + x_mm * self.stretch_x, shift_y + y_mm * self.stretch_y


TRUE: Final = Printer()
"""A printer that prints everything where it belongs."""


def measured(
    name: str,
    *,
    left_mm: float,
    top_mm: float,
    wide_mm: float,
    high_mm: float,
    back_left_mm: float | None = None,
    back_top_mm: float | None = None,
) -> Printer:
    """Return what a printer does, from what a person measured on its calibration page.

    Args:
        name: What the printer is called.
        left_mm: From the left edge of the paper to the upright line.
        top_mm: From the upper edge of the paper to the level line.
        wide_mm: Length of the level line.
        high_mm: Length of the upright line.
        back_left_mm: As `left_mm`, on the back; as in front if None.
        back_top_mm: As `top_mm`, on the back; as in front if None.

    Raises:
        SheetError: If that can't be mended; the message says what to do.
    """
    stretch_x, stretch_y = wide_mm / WIDE_MM, high_mm / HIGH_MM
    shift_x, shift_y = left_mm - FROM_LEFT_MM * stretch_x, top_mm - FROM_TOP_MM * stretch_y
    return Printer(
        name,
        round(shift_x, 3),
        round(shift_y, 3),
        round(stretch_x, 5),
        round(stretch_y, 5),
        round(shift_x if back_left_mm is None else back_left_mm - FROM_LEFT_MM * stretch_x, 3),
        round(shift_y if back_top_mm is None else back_top_mm - FROM_TOP_MM * stretch_y, 3),
    )
