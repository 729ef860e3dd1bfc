"""Shapes with words on them. Nothing is told by colour alone: everything has its label, and lines have dashes.

Measures are whole units from the upper left corner. Pages make SVG of them, papers draw them in grey.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

LETTER = 0.62
"""Width of a letter in sizes of its type, on average and a little more."""


class Shade(StrEnum):
    """How an area is filled; told apart without any colour."""

    SOLID = "solid"
    HALF = "half"
    PALE = "pale"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle; `series` picks one of eight colours."""

    x: int
    y: int
    width: int
    height: int
    series: int = 0
    shade: Shade = Shade.SOLID


@dataclass(frozen=True, slots=True)
class Line:
    """A stepped or straight line through points; `dash` as in SVG."""

    points: tuple[tuple[int, int], ...]
    series: int = 0
    dash: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A band that flows from a height on the left to another on the right."""

    x1: int
    y1: int
    x2: int
    y2: int
    thick: int
    series: int = 0


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text, its base at `y`; `align` is start, middle or end."""

    x: int
    y: int
    text: str
    size: int = 11
    align: str = "start"
    strong: bool = False


Shape = Bar | Line | Ribbon | Label


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture: its size, its shapes from back to front, what it is called, and what it shows in words."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    title: str
    text: str


DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 4", "12 3", "6 2 1 2")
"""One for each series."""


def shortened(text: str, room: int, size: int) -> str:
    """A text that fits into so many units, with an ellipsis where it does not."""
    most = int(room / (size * LETTER))
    return text if len(text) <= most else f"{text[: max(1, most - 1)].rstrip()}…"


def path(shape: Line | Ribbon) -> str:
    """The shape as an SVG path."""
    if isinstance(shape, Line):
        first, *rest = shape.points
        return f"M{first[0]} {first[1]}" + "".join(f"L{x} {y}" for x, y in rest)
    middle = (shape.x1 + shape.x2) // 2
    y1, y2, thick = shape.y1, shape.y2, shape.thick
    return (
        f"M{shape.x1} {y1}C{middle} {y1} {middle} {y2} {shape.x2} {y2}v{thick}"
        f"C{middle} {y2 + thick} {middle} {y1 + thick} {shape.x1} {y1 + thick}z"
    )


def stepped(values: Sequence[int], *, x: int, y: int, width: int, height: int, low: int, top: int) -> Line:
    """A line that holds each value until the next one comes."""
    span = max(1, top - low)
    steps = max(1, len(values))

    def level(value: int) -> int:
        return y + height - (value - low) * height // span

    points = [(x, level(values[0]))]
    for number, value in enumerate(values[1:], start=1):
        at = x + number * width // steps
        points += [(at, points[-1][1]), (at, level(value))]
    return Line((*points, (x + width, points[-1][1])))
