"""Engraved-looking line patterns, as PDF path operators in millimetres; drawn by formula, nobody's art.

A guilloche is a bundle of periodic curves of one wavelength and shifted phase. All lines are thin and none is filled,
so that a pattern costs little ink, little space in the file and little time to rasterize.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin, tau
from typing import Final

Point = tuple[float, float]

# Curves run smoothly through the points, so few of them make a wave; more would only cost time in the rasterizer.
_POINTS: Final = 6


def braid(
    x: float, y: float, w: float, h: float, *, radius: float, swing: float, wave: float, strands: int
) -> str:
    """Return a band of interlaced waves that runs around a rectangle and closes on itself.

    Args:
        x: Left edge of the band's middle line.
        y: Lower edge of it.
        w: Width of it.
        h: Height of it.
        radius: Radius of its corners; more than the swing, or the waves would cross themselves there.
        swing: How far a wave leaves the middle line, to either side.
        wave: About how long a wave is; rounded so that a whole number goes around.
        strands: Number of waves.
    """
    length = 2 * (w + h - 4 * radius) + tau * radius
    waves = max(1, round(length / wave))
    steps = waves * _POINTS
    middle = [_along(x, y, w, h, radius, length * n / steps) for n in range(steps)]
    paths = []
    for strand in range(strands):
        phase = tau * strand / strands
        points = []
        for n, (px, py, nx, ny) in enumerate(middle):
            away = swing * sin(tau * waves * n / steps + phase)
            points.append((px + nx * away, py + ny * away))
        paths.append(_smooth(points))
    return "".join(paths)


def rosette(x: float, y: float, radius: float, *, petals: int, depth: float, strands: int) -> str:
    """Return closed waves around a centre, turned against each other.

    Args:
        x: Centre.
        y: Centre.
        radius: Of the outermost point.
        petals: Waves in a turn.
        depth: Share of the radius that a wave reaches inwards.
        strands: Number of waves.
    """
    steps = petals * _POINTS
    paths = []
    for strand in range(strands):
        phase = tau * strand / strands
        points = []
        for n in range(steps):
            angle = tau * n / steps
            r = radius * (1 - depth / 2 + depth / 2 * cos(petals * angle + phase))
            points.append((x + r * cos(angle), y + r * sin(angle)))
        paths.append(_smooth(points))
    return "".join(paths)


def emblem_path(path: str, x: float, y: float, size: float) -> str:
    """Return an emblem's SVG path as PDF operators, within a square whose lower left corner is given."""
    scale = size / 100
    operators = {"M": "m", "L": "l", "C": "c"}
    out = []
    for command, numbers in _commands(path):
        if command == "Z":
            out.append("h ")
            continue
        places = [
            f"{x + n * scale:.3f}" if place % 2 == 0 else f"{y + (100 - n) * scale:.3f}"
            for place, n in enumerate(numbers)
        ]
        out.append(f"{' '.join(places)} {operators[command]} ")
    return "".join(out)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    command, text = "", ""
    for character in f"{path}M":
        if character in "MLCZ":
            if command:
                yield command, [float(number) for number in text.split()]
            command, text = character, ""
        else:
            text += character


def _along(
    x: float, y: float, w: float, h: float, radius: float, way: float
) -> tuple[float, float, float, float]:
    """Return the point, and the direction outwards, after some way around a rectangle with round corners."""
    corner = radius * pi / 2
    sides = (
        (w - 2 * radius, x + radius, y, 0, x + w - radius, y + radius),
        (h - 2 * radius, x + w, y + radius, 1, x + w - radius, y + h - radius),
        (w - 2 * radius, x + w - radius, y + h, 2, x + radius, y + h - radius),
        (h - 2 * radius, x, y + h - radius, 3, x + radius, y + radius),
    )
    directions = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for side, sx, sy, quarter, cx, cy in sides:
        dx, dy = directions[quarter]
        if way <= side:
            return sx + dx * way, sy + dy * way, dy, -dx
        way -= side
        if way <= corner:
            angle = -pi / 2 + quarter * pi / 2 + way / radius
            return cx + radius * cos(angle), cy + radius * sin(angle), cos(angle), sin(angle)
        way -= corner
    return x + radius, y, 0, -1


def _smooth(points: list[Point]) -> str:
    """Return a closed Catmull-Rom curve through the points, as Bézier operators."""
    ring = [points[-1], *points, points[0], points[1]]
    out = [f"{ring[1][0]:.2f} {ring[1][1]:.2f} m "]
    for (before, start), (end, after) in zip(pairwise(ring), list(pairwise(ring))[2:], strict=False):
        out.append(
            f"{start[0] + (end[0] - before[0]) / 6:.2f} {start[1] + (end[1] - before[1]) / 6:.2f} "
            f"{end[0] - (after[0] - start[0]) / 6:.2f} {end[1] - (after[1] - start[1]) / 6:.2f} "
            f"{end[0]:.2f} {end[1]:.2f} c "
        )
    return "".join(out) + "h "
