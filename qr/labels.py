"""Label and card sheets by the numbers on their boxes, as their makers publish them.

Every sheet is measured from its upper left corner; sizes in mm. Only sheets whose labels are large enough for a tile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from qr.errors import SheetError

_INCH: Final = 25.4


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels or ready-cut cards.

    Attributes:
        code: What is printed on the box.
        paper: "a4" or "letter".
        columns: Labels side by side.
        rows: Labels one below the other.
        width_mm: Width of one.
        height_mm: Height of one.
        left_mm: From the left edge of the paper to the first.
        top_mm: From the upper edge of the paper to the first.
        across_mm: From the left edge of one to the left edge of the next.
        down_mm: From the upper edge of one to the upper edge of the next.
        card: Whether both sides can be printed.
    """

    code: str
    paper: str
    columns: int
    rows: int
    width_mm: float
    height_mm: float
    left_mm: float
    top_mm: float
    across_mm: float
    down_mm: float
    card: bool = False

    @property
    def title(self) -> str:
        """For a list to choose from."""
        kind = "cards" if self.card else "labels"
        return f"{self.code}: {self.columns * self.rows} {kind} of {self.width_mm:g} x {self.height_mm:g} mm"


def _us(
    code: str,
    grid: tuple[int, int],
    size: tuple[float, float],
    corner: tuple[float, float],
    step: tuple[float, float],
    *,
    card: bool = False,
) -> LabelSheet:
    """Return a sheet that is measured in inches."""
    inches = (*size, *corner, *step)
    width, height, left, top, across, down = (round(inch * _INCH, 3) for inch in inches)
    return LabelSheet(code, "letter", *grid, width, height, left, top, across, down, card)


_SHEETS: Final = (
    LabelSheet("Avery C32010", "a4", 2, 5, 85, 54, 15, 13.5, 95, 54, card=True),
    LabelSheet("Avery C32011", "a4", 2, 5, 85, 54, 15, 13.5, 95, 54, card=True),
    LabelSheet("Avery C32015", "a4", 2, 4, 85, 54, 17, 31.5, 91, 60, card=True),
    LabelSheet("Avery L7414", "a4", 2, 5, 90, 52, 15, 18.5, 90, 52, card=True),
    LabelSheet("Avery L4785", "a4", 2, 5, 80, 50, 17.5, 13.5, 95, 55),
    LabelSheet("Avery L7165", "a4", 2, 4, 99.1, 67.7, 4.65, 13.1, 101.6, 67.7),
    LabelSheet("Avery L7169", "a4", 2, 2, 99.1, 139, 4.65, 9.5, 101.6, 139),
    LabelSheet("Herma 4667", "a4", 2, 5, 96, 50.8, 8, 21.5, 99, 50.8),
    LabelSheet("Herma 5028", "a4", 2, 5, 83.8, 50.8, 18.6, 22, 89.2, 50.8, card=True),
    LabelSheet("Herma 10307", "a4", 2, 5, 96, 50.8, 8, 21.5, 99, 50.8),
    LabelSheet("Herma 10809", "a4", 2, 2, 105, 148, 0, 0, 105, 148),
    _us("Avery 5371", (2, 5), (3.5, 2), (0.75, 0.5), (3.5, 2), card=True),
    _us("Avery 5163", (2, 5), (4, 2), (0.15625, 0.5), (4.1875, 2)),
    _us("Avery 5164", (2, 3), (4, 10 / 3), (0.15625, 0.5), (4.1875, 10 / 3)),
    _us("Avery 5395", (2, 4), (3.375, 7 / 3), (0.6875, 7 / 12), (3.75, 2.5)),
)

LABELS: Final[Mapping[str, LabelSheet]] = {sheet.code: sheet for sheet in _SHEETS}
"""By code."""


def label_sheet(text: str) -> LabelSheet:
    """Return the sheet of a code as somebody types it: `avery l7165`, `L7165`, `herma-4667`.

    Raises:
        SheetError: If no sheet has it; the message names those there are.
    """
    wanted = _plain(text)
    for sheet in _SHEETS:
        if wanted and wanted in (_plain(sheet.code), _plain(sheet.code.split()[1])):
            return sheet
    raise SheetError(
        "There is no label sheet %(code)s here; there are %(known)s",
        code=text[:40],
        known=", ".join(LABELS),
    )


def _plain(code: str) -> str:
    return "".join(character for character in code.lower() if character.isalnum())
