"""Engraved-looking line patterns, as PDF path operators in millimetres; drawn by formula, nobody's art.

A guilloche is a bundle of periodic curves of one wavelength and shifted phase. All lines are thin and none is filled,
so that a pattern costs little ink, little space in the file and little time to rasterize.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, tau
from typing import Final

Knot = tuple[float, float, float, float]
"""A point and the way to the next one as the curve leaves it."""

# A wave has a point at its top and one at its bottom: the curve between is a hundredth off the true one, and more
# points would only cost time in the rasterizer.
_POINTS: Final = 2


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
    step, turn = length / steps, tau / _POINTS
    middle = [_along(x, y, w, h, radius, step * n) for n in range(steps)]
    paths = []
    for strand in range(strands):
        phase = tau * strand / strands
        knots = []
        for n, (px, py, nx, ny) in enumerate(middle):
            away, change = swing * cos(turn * n + phase), -swing * turn * sin(turn * n + phase)
            knots.append((px + nx * away, py + ny * away, -ny * step + nx * change, nx * step + ny * change))
        paths.append(_smooth(knots))
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
    turn = tau / steps
    paths = []
    for strand in range(strands):
        phase = tau * strand / strands
        knots = []
        for n in range(steps):
            angle = turn * n
            r = radius * (1 - depth / 2 + depth / 2 * cos(petals * angle + phase))
            change = -radius * depth / 2 * petals * sin(petals * angle + phase) * turn
            east, north = cos(angle), sin(angle)
            knots.append(
                (
                    x + r * east,
                    y + r * north,
                    change * east - r * north * turn,
                    change * north + r * east * turn,
                )
            )
        paths.append(_smooth(knots))
    return "".join(paths)


@lru_cache(maxsize=256)
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


def _smooth(knots: list[Knot]) -> str:
    """Return a closed curve through points with a direction in each, as Bézier operators."""
    out = [f"{knots[0][0]:.2f} {knots[0][1]:.2f} m "]
    for (x1, y1, dx1, dy1), (x2, y2, dx2, dy2) in pairwise([*knots, knots[0]]):
        out.append(
            f"{x1 + dx1 / 3:.2f} {y1 + dy1 / 3:.2f} {x2 - dx2 / 3:.2f} {y2 - dy2 / 3:.2f} {x2:.2f} {y2:.2f} c "
        )
    return "".join(out) + "h "
