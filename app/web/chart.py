"""The picture of a game's course at its end: one stepped line for each player, drawn as SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.web.reading import Table

WIDTH = 320
HEIGHT = 120
PAD = 6
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 4", "12 3", "6 2 1 2")
"""A line is told from the others by its dashes, not by its colour alone."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One player's line: its SVG path, its dashes, and where its end is labelled (in the picture's units)."""

    name: str
    path: str
    dash: str
    number: int
    balance: int
    y: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture: its size, the lines, and the highest balance it shows."""

    width: int
    height: int
    curves: tuple[Curve, ...]
    top: int


def chart(table: Table, course: Sequence[Mapping[str, int]]) -> Chart | None:
    """Draw the number of each player after each step; None when nothing ever changed."""
    moved = [row for number, row in enumerate(course) if number == 0 or row != course[number - 1]]
    if len(moved) < 2:
        return None
    top = max(max(row.values()) for row in moved) or 1
    low = min(0, *(min(row.values()) for row in moved))
    curves = []
    for number, player in enumerate(one for one in table.players if not one.new):
        points = [row.get(player.user, 0) for row in moved]
        curves.append(
            Curve(
                name=player.name,
                path=_steps(points, low, top),
                dash=DASHES[number % len(DASHES)],
                number=number % len(DASHES),
                balance=points[-1],
                y=_y(points[-1], low, top),
            )
        )
    return Chart(WIDTH, HEIGHT, tuple(curves), top)


def _steps(points: Sequence[int], low: int, top: int) -> str:
    path = f"M{PAD} {_y(points[0], low, top)}"
    for number, value in enumerate(points[1:], start=1):
        x = PAD + number * (WIDTH - 2 * PAD) // len(points)
        path += f"H{x}V{_y(value, low, top)}"
    return f"{path}H{WIDTH - PAD}"


def _y(value: int, low: int, top: int) -> int:
    return HEIGHT - PAD - (value - low) * (HEIGHT - 2 * PAD) // (top - low)
