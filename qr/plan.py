"""What a tile says, and where on its two halves each thing stands.

Millimetres from the lower left corner of a half, the y axis pointing up, as PDF has it. Pure geometry: drawing, layout
and verification all ask here, so they can't disagree about where a code lies.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from qr.errors import SheetError
from qr.sheet import CodeKind, SheetOptions, Side
from qr.symbol import QUIET_MODULES, Symbol

MODULE_LEAST_MM: Final = 0.35


class SpotKind(StrEnum):
    """What a code on a tile is for."""

    PAY = "pay"
    USER = "user"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Tile:
    """The contents of one tile.

    Attributes:
        user: Login name, which is also the code typed by hand.
        name: Display name.
        password: As it is to be typed.
        pay_url: Public, receive-only link.
        enter_url: Private sign-in link.
        address: Web address of the service as people type it.
        label: Event or print run; may be empty.
    """

    user: str
    name: str
    password: str = field(repr=False)
    pay_url: str
    enter_url: str = field(repr=False)
    address: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: lower left corner, width and height in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def top(self) -> float:
        """Upper edge."""
        return self.y + self.h

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.w

    def inset(self, by: float) -> "Box":
        """Return the rectangle without a rim."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)


@dataclass(frozen=True, slots=True)
class CodePanel:
    """The white square for a code and its quiet zone, with the line of text above and below it.

    Attributes:
        kind: What the code is for.
        box: The square; the quiet zone reaches to its edge.
        caption: Above it.
        foot: Below it; no height where there is none.
    """

    kind: SpotKind
    box: Box
    caption: Box
    foot: Box

    def symbol_box(self, symbol: Symbol) -> Box:
        """Return where the modules lie: the panel without the quiet zone."""
        return self.box.inset(QUIET_MODULES * self.module_mm(symbol))

    def module_mm(self, symbol: Symbol) -> float:
        """Return the width of a module."""
        return self.box.w / symbol.size_with_quiet


@dataclass(frozen=True, slots=True)
class PublicPlan:
    """The half that lies open on the table.

    Attributes:
        band: Middle line of the braided border.
        swing: Half the thickness of that border.
        heading: Where label, order line and name stand.
        emblem: Square of the emblem.
        panels: One panel, or two.
    """

    band: Box
    swing: float
    heading: Box
    emblem: Box
    panels: tuple[CodePanel, ...]


@dataclass(frozen=True, slots=True)
class PrivatePlan:
    """The half that is kept private.

    Attributes:
        frame: Line around all.
        bar: Warning across the top.
        panel: The sign-in code.
        fields: Where name, user, password and address stand.
        steps: Three boxes, from the first step to the last.
    """

    frame: Box
    bar: Box
    panel: CodePanel
    fields: Box
    steps: tuple[Box, Box, Box]


def public_plan(options: SheetOptions) -> PublicPlan:
    """Arrange the public half for a size of tile and a kind of code."""
    w, h = options.tile_width_mm, options.tile_height_mm
    swing = 1.25
    band = Box(0, 0, w, h).inset(3.2)
    inner = band.inset(swing + 1.5)
    kinds = {
        CodeKind.LINK: (SpotKind.PAY,),
        CodeKind.USER: (SpotKind.USER,),
        CodeKind.BOTH: (SpotKind.PAY, SpotKind.USER),
    }[options.code]
    caption, foot = 3.6, 6.4
    between = 3.0
    if w >= h:
        most = inner.w * 0.5 if len(kinds) == 1 else (inner.w - between - 26.5) / 2
        side = min(inner.h - caption - foot, most)
        left = inner.right - len(kinds) * side - (len(kinds) - 1) * between
        bottom = inner.y + (inner.h - caption - foot - side) / 2
        panels = tuple(
            _panel(kind, left + n * (side + between), bottom, side, caption, foot)
            for n, kind in enumerate(kinds)
        )
        column = Box(inner.x, inner.y, left - inner.x - 2.5, inner.h)
        size = min(column.w * 0.56, column.h * 0.46)
        return PublicPlan(band, swing, column, Box(column.x, inner.y + 0.8, size, size), panels)
    head = max(12.0, inner.h * 0.2)
    room = inner.h - head - caption - foot
    side = min(room, (inner.w - between * (len(kinds) - 1)) / len(kinds))
    total = side * len(kinds) + between * (len(kinds) - 1)
    first = inner.x + (inner.w - total) / 2
    bottom = inner.y + (room - side) / 2
    panels = tuple(
        _panel(kind, first + n * (side + between), bottom, side, caption, foot)
        for n, kind in enumerate(kinds)
    )
    emblem = Box(inner.x, inner.top - head + 0.6, head - 1.2, head - 1.2)
    heading = Box(emblem.right + 2, inner.top - head, inner.w - emblem.w - 2, head)
    return PublicPlan(band, swing, heading, emblem, panels)


def private_plan(options: SheetOptions) -> PrivatePlan:
    """Arrange the private half for a size of tile."""
    w, h = options.tile_width_mm, options.tile_height_mm
    frame = Box(0, 0, w, h).inset(2.2)
    inner = frame.inset(1.3)
    bar = Box(inner.x, inner.top - 5.2, inner.w, 5.2)
    strip = 8.4 if w >= h else 12.5
    third = (inner.w - 2 * 1.5) / 3
    steps = (
        Box(inner.x, inner.y, third, strip),
        Box(inner.x + third + 1.5, inner.y, third, strip),
        Box(inner.x + 2 * (third + 1.5), inner.y, third, strip),
    )
    middle = Box(inner.x, inner.y + strip + 1.2, inner.w, inner.h - strip - bar.h - 2.0)
    caption = 3.4
    if w >= h:
        side = min(middle.h - caption, middle.w * 0.42)
        bottom = middle.y + (middle.h - caption - side) / 2
        panel = _panel(SpotKind.ENTER, middle.x, bottom, side, caption, 0)
        fields = Box(panel.box.right + 2.5, middle.y, middle.right - panel.box.right - 2.5, middle.h)
    else:
        side = min(middle.h - caption - 26, middle.w * 0.66)
        left = middle.x + (middle.w - side) / 2
        panel = _panel(SpotKind.ENTER, left, middle.top - caption - side, side, caption, 0)
        fields = Box(middle.x, middle.y, middle.w, middle.h - caption - side - 1)
    return PrivatePlan(frame, bar, panel, fields, steps)


def panels(side: Side, options: SheetOptions) -> tuple[CodePanel, ...]:
    """Return the codes on one half of a tile."""
    if side is Side.PUBLIC:
        return public_plan(options).panels
    return (private_plan(options).panel,)


def code_text(tile: Tile, kind: SpotKind) -> str:
    """Return what a code of a tile says."""
    match kind:
        case SpotKind.PAY:
            return tile.pay_url
        case SpotKind.USER:
            return tile.user
        case SpotKind.ENTER:
            return tile.enter_url


def require_module(panel: CodePanel, symbol: Symbol) -> float:
    """Return the width of a module, if it can be printed.

    Raises:
        SheetError: If a module would be narrower than `MODULE_LEAST_MM`.
    """
    module = panel.module_mm(symbol)
    if module < MODULE_LEAST_MM:
        raise SheetError(
            "The %(kind)s code would have modules of %(module).2f mm, phones need %(least)g mm: take a larger tile"
            " or a shorter web address",
            kind=panel.kind.value,
            module=module,
            least=MODULE_LEAST_MM,
        )
    return module


def _panel(kind: SpotKind, x: float, y: float, side: float, caption: float, foot: float) -> CodePanel:
    """Build a panel; `y` is where its foot begins."""
    box = Box(x, y + foot, side, side)
    return CodePanel(kind, box, Box(x, box.top, side, caption), Box(x, y, side, foot))
