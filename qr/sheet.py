"""What a sheet can be: paper, sizes, gaps, folds, label sheets; and what does not fit is refused in words.

Everything is measured from the upper left corner of the page as it leaves the printer, the y axis pointing down. On
bare paper the grid stands in the middle both ways; a label sheet has its own.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import floor, isfinite
from typing import Final, NamedTuple

from qr.errors import SheetError
from qr.labels import LabelSheet, label_sheet


class Paper(StrEnum):
    """A size of paper, upright."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def width_mm(self) -> float:
        """The shorter side."""
        return 210.0 if self is Paper.A4 else 215.9

    @property
    def height_mm(self) -> float:
        """The longer side."""
        return 297.0 if self is Paper.A4 else 279.4


class Duplex(StrEnum):
    """How the private half gets onto the other side: folded behind, or printed by a printer that turns the sheet."""

    NONE = "none"
    LONG = "long"
    SHORT = "short"


class Fold(StrEnum):
    """Where the private half lies before it is folded behind: beside the public one, or above it on its head."""

    SIDE = "side"
    TOP = "top"


class Marks(StrEnum):
    """Guides for cutting: short ones in the margins, lines across the whole paper, or none."""

    CROP = "crop"
    LINES = "lines"
    NONE = "none"


class CodeKind(StrEnum):
    """What the pay code says: our link, the bare user name (for the Cyclos app), or two codes with one of each."""

    LINK = "link"
    USER = "user"
    BOTH = "both"


class Side(StrEnum):
    """Which half of a tile."""

    PUBLIC = "public"
    PRIVATE = "private"


MAX_TILES: Final = 5_000
TILE_SHORT_MM: Final = (50.0, 150.0)
TILE_LONG_MM: Final = (75.0, 200.0)
GAP_MM: Final = (0.0, 30.0)
MARGIN_MM: Final = (4.0, 40.0)

BLEED_MM: Final = (0.0, 5.0)

STRIP_MM: Final = 13.0
"""Height kept free above and below the grid, for the heading, the ruler and the page number."""


class Grid(NamedTuple):
    """Where the pieces lie that are cut out: columns and rows, first corner, steps, and size of one, in mm."""

    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """How a sheet is to look; impossible values are refused at once, in words.

    Attributes:
        paper: Size of the paper.
        tile_width_mm: Width of a finished tile.
        tile_height_mm: Height of a finished tile.
        gap_mm: Between neighbouring tiles; 0 saves every second cut.
        margin_mm: Left free at the edges of the paper.
        duplex: Whether the private half is folded behind or printed on the back.
        marks: Whether cuts and folds are marked outside the tiles.
        code: What the pay code says.
        fold: Where a half that is folded behind lies before.
        bleed_mm: How far the ground is drawn beyond the cut.
        skip: Places on the first sheet that are used already.
        labels: Code of a label sheet, which then says paper, sizes and gaps; empty for bare paper.
    """

    paper: Paper = Paper.A4
    tile_width_mm: float = 85.0
    tile_height_mm: float = 54.0
    gap_mm: float = 0.0
    margin_mm: float = 8.0
    duplex: Duplex = Duplex.NONE
    marks: Marks = Marks.CROP
    code: CodeKind = CodeKind.LINK
    fold: Fold = Fold.SIDE
    bleed_mm: float = 0.0
    skip: int = 0
    labels: str = ""

    def __post_init__(self) -> None:
        _require("gap", self.gap_mm, *GAP_MM)
        _require("margin", self.margin_mm, *MARGIN_MM)
        _require("bleed", self.bleed_mm, *BLEED_MM)
        _require("shorter side of a tile", min(self.tile_width_mm, self.tile_height_mm), *TILE_SHORT_MM)
        _require("longer side of a tile", max(self.tile_width_mm, self.tile_height_mm), *TILE_LONG_MM)
        if self.labels:
            self._require_labels(label_sheet(self.labels))
        else:
            self._require_room()
        if isinstance(self.skip, bool) or not 0 <= self.skip < self.places:
            raise SheetError(
                "Of a sheet of %(places)s, 0 to %(most)s places can be used already, not %(skip)s",
                what="skip",
                places=self.places,
                most=self.places - 1,
                skip=self.skip,
            )

    @classmethod
    def on_labels(
        cls,
        code: str,
        *,
        duplex: Duplex = Duplex.NONE,
        pay_code: CodeKind = CodeKind.LINK,
        skip: int = 0,
    ) -> "SheetOptions":
        """Return the options for a label sheet; stickers take the two halves of a tile side by side.

        Raises:
            SheetError: If there is no such sheet, or its backs can't be printed.
        """
        sheet = label_sheet(code)
        return cls(
            paper=Paper(sheet.paper),
            tile_width_mm=sheet.width_mm,
            tile_height_mm=sheet.height_mm,
            duplex=duplex,
            marks=Marks.NONE,
            code=pay_code,
            skip=skip,
            labels=sheet.code,
        )

    @property
    def grid(self) -> Grid:
        """Where the pieces lie on a page."""
        if self.labels:
            sheet = label_sheet(self.labels)
            return Grid(
                sheet.columns,
                sheet.rows,
                sheet.left_mm,
                sheet.top_mm,
                sheet.across_mm,
                sheet.down_mm,
                sheet.width_mm,
                sheet.height_mm,
            )
        room = self._room()
        width, height = self.unit_width_mm, self.unit_height_mm
        columns, rows = _count(room[0], width, self.gap_mm), _count(room[1], height, self.gap_mm)
        across, down = width + self.gap_mm, height + self.gap_mm
        left = (self.paper.width_mm - columns * across + self.gap_mm) / 2
        top = (self.paper.height_mm - rows * down + self.gap_mm) / 2
        return Grid(columns, rows, left, top, across, down, width, height)

    @property
    def columns(self) -> int:
        """Pieces side by side on a page."""
        return self.grid.columns

    @property
    def rows(self) -> int:
        """Pieces one below the other on a page."""
        return self.grid.rows

    @property
    def places(self) -> int:
        """Pieces on a page: tiles, or labels."""
        return self.columns * self.rows

    @property
    def halves_apart(self) -> bool:
        """Whether each half of a tile is a piece of its own: a sticker."""
        return bool(self.labels) and self.duplex is Duplex.NONE

    @property
    def folded(self) -> bool:
        """Whether both halves are cut out together and folded."""
        return not self.labels and self.duplex is Duplex.NONE

    @property
    def unit_width_mm(self) -> float:
        """Width of what is cut out: one half, or both halves before they are folded."""
        return self.tile_width_mm * (2 if self.folded and self.fold is Fold.SIDE else 1)

    @property
    def unit_height_mm(self) -> float:
        """Height of what is cut out."""
        return self.tile_height_mm * (2 if self.folded and self.fold is Fold.TOP else 1)

    def _require_room(self) -> None:
        if not self.places:
            raise SheetError(
                "A tile of %(width)g x %(height)g mm %(folded)s does not fit on %(paper)s with a margin of"
                " %(margin)g mm; up to %(most_width)g x %(most_height)g mm does",
                width=self.tile_width_mm,
                height=self.tile_height_mm,
                folded=("with its other half beside it", "with its other half above it")[
                    self.fold is Fold.TOP
                ]
                if self.folded
                else "",
                paper=self.paper.value.upper() if self.paper is Paper.A4 else "Letter",
                margin=self.margin_mm,
                most_width=floor(self._room()[0] * self.tile_width_mm / self.unit_width_mm),
                most_height=floor(self._room()[1] * self.tile_height_mm / self.unit_height_mm),
            )
        if self.gap_mm < 2 * self.bleed_mm - 1e-9:
            raise SheetError(
                "A bleed of %(bleed)g mm needs a gap of %(needed)g mm or more between tiles, not %(gap)g",
                what="gap",
                bleed=self.bleed_mm,
                needed=2 * self.bleed_mm,
                gap=self.gap_mm,
            )

    def _require_labels(self, sheet: LabelSheet) -> None:
        if self.duplex is not Duplex.NONE and not sheet.card:
            raise SheetError(
                "%(code)s has labels to stick on: their backs can't be printed. Take cards, such as %(cards)s",
                what="duplex",
                code=sheet.code,
                cards="Avery C32010",
            )
        same = (
            self.paper == sheet.paper
            and abs(self.tile_width_mm - sheet.width_mm) < 0.01
            and abs(self.tile_height_mm - sheet.height_mm) < 0.01
        )
        if not same or self.bleed_mm:
            raise SheetError(
                "On %(code)s a tile has %(width)g x %(height)g mm on %(paper)s, without bleed",
                what="labels",
                code=sheet.code,
                width=sheet.width_mm,
                height=sheet.height_mm,
                paper=sheet.paper,
            )

    def _room(self) -> tuple[float, float]:
        across = self.paper.width_mm - 2 * self.margin_mm
        return across, self.paper.height_mm - 2 * max(self.margin_mm, STRIP_MM)


def require_count(count: object) -> None:
    """Refuse a number of tiles that no sheet is made for.

    Raises:
        SheetError: If the count is not from 1 to `MAX_TILES`.
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_TILES:
        raise SheetError("The number of tiles must be a whole number from 1 to %(most)s", most=MAX_TILES)


def _count(room: float, size: float, gap: float) -> int:
    return max(0, floor((room + gap) / (size + gap) + 1e-9))


def _require(what: str, value: float, least: float, most: float) -> None:
    if not isfinite(value) or not least <= value <= most:
        raise SheetError(
            "The %(what)s must be from %(least)g to %(most)g mm, not %(value)g",
            what=what,
            least=least,
            most=most,
            value=value,
        )


def tile_size(text: str) -> tuple[float, float]:
    """Read a size of a tile as it is typed, `85x54`.

    Returns:
        Width and height in mm; whether they are possible is checked by `SheetOptions`.

    Raises:
        SheetError: If it is not two numbers with an x between.
    """
    parts = text.lower().replace("×", "x").replace("mm", "").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise SheetError("A tile's size is written in mm, like 85x54, not %(text)s", text=text[:40]) from None
    return width, height
