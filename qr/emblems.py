"""Twelve emblems of high finance, each a shape and an ink; the same on tile, phone and log.

The drawings are our own: SVG path commands M, L, C and Z with absolute coordinates on a square of 100 x 100, the y axis
pointing down, filled by the even-odd rule. So the page and the printed sheet draw from one source.
"""

from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape
from zlib import crc32


@dataclass(frozen=True, slots=True)
class Emblem:
    """A sign to tell tiles apart by, never by colour alone.

    Attributes:
        key: Stable name, for file names and style classes.
        title: What it shows, in English.
        ink: Its colour as red, green, blue from 0 to 255; dark enough to be read as text on white.
        path: Its shape in SVG path commands.
    """

    key: str
    title: str
    ink: tuple[int, int, int]
    path: str

    @property
    def colour(self) -> str:
        """The ink as a web colour."""
        return "#{:02x}{:02x}{:02x}".format(*self.ink)


def _disc(x: float, y: float, r: float) -> str:
    """A circle of four curves."""
    k = r * 0.5523
    return (
        f"M{x - r:g} {y:g}C{x - r:g} {y - k:g} {x - k:g} {y - r:g} {x:g} {y - r:g}"
        f"C{x + k:g} {y - r:g} {x + r:g} {y - k:g} {x + r:g} {y:g}"
        f"C{x + r:g} {y + k:g} {x + k:g} {y + r:g} {x:g} {y + r:g}"
        f"C{x - k:g} {y + r:g} {x - r:g} {y + k:g} {x - r:g} {y:g}Z"
    )


def _box(x: float, y: float, w: float, h: float) -> str:
    return f"M{x:g} {y:g}L{x + w:g} {y:g}L{x + w:g} {y + h:g}L{x:g} {y + h:g}Z"


EMBLEMS: Final = (
    Emblem(
        "hat",
        "top hat",
        (28, 42, 74),
        "M26 12C38 17 62 17 74 12L70 60L30 60Z"
        "M29 65L71 65L71 72C84 72 90 69 96 64C96 78 80 86 50 86C20 86 4 78 4 64C10 69 16 72 29 72Z",
    ),
    Emblem(
        "umbrella",
        "golden parachute",
        (138, 90, 0),
        "M4 44C6 20 26 6 50 6C74 6 94 20 96 44C90 38 78 38 73 44C68 37 55 37 50 44C45 37 32 37 27 44C22 38 10 38 4 44Z"
        "M8 48L44 78L39 78L5 50ZM92 48L56 78L61 78L95 50ZM48 48L52 48L52 78L48 78Z" + _box(39, 80, 22, 15),
    ),
    Emblem(
        "briefcase",
        "briefcase",
        (110, 44, 14),
        "M36 28L36 18C36 14 38 12 42 12L58 12C62 12 64 14 64 18L64 28L58 28L58 18L42 18L42 28Z"
        "M8 30L92 30L92 54L58 54L58 48L42 48L42 54L8 54ZM8 59L42 59L42 64L58 64L58 59L92 59L92 88L8 88Z",
    ),
    Emblem(
        "scales",
        "scales",
        (12, 92, 74),
        "M47 8L53 8L53 18L88 18L88 23L53 23L53 80L72 84L72 91L28 91L28 84L47 80L47 23L12 23L12 18L47 18Z"
        "M19 26L22 26L36 56L5 56ZM20.5 34L12 52L29 52ZM2 59L39 59C37 70 29 74 20.5 74C12 74 4 70 2 59Z"
        "M78 26L81 26L95 56L64 56ZM79.5 34L71 52L88 52ZM61 59L98 59C96 70 88 74 79.5 74C71 74 63 70 61 59Z",
    ),
    Emblem(
        "sack",
        "bag of money",
        (60, 92, 20),
        "M34 8C42 14 46 6 50 10C54 6 58 14 66 8L60 25L40 25ZM37 29L63 29L63 34L37 34Z"
        "M38 38L62 38C78 48 92 66 88 80C86 90 78 93 68 93L32 93C22 93 14 90 12 80C8 66 22 48 38 38Z"
        "M46 50L46 54C40 56 38 60 40 64C42 69 56 68 56 73C56 77 46 77 42 73L39 78C41 80 43 81 46 81L46 86"
        "L53 86L53 81C60 79 62 75 61 70C59 64 46 65 46 61C46 58 54 58 57 61L60 56C58 54 56 53 53 53L53 50Z",
    ),
    Emblem(
        "key",
        "key to the vault",
        (82, 38, 112),
        _disc(28, 30, 23)
        + _disc(28, 30, 11)
        + "M41 48L48 41L94 87L94 94L80 94L80 86L72 86L72 78L64 78L64 71Z",
    ),
    Emblem(
        "bell",
        "opening bell",
        (168, 52, 8),
        _disc(50, 12, 7)
        + "M50 20C72 22 76 40 77 54C78 64 82 70 90 76L10 76C18 70 22 64 23 54C24 40 28 22 50 20Z"
        + "M38 80L62 80C62 88 57 92 50 92C43 92 38 88 38 80Z",
    ),
    Emblem(
        "glass",
        "glass of bubbly",
        (14, 94, 122),
        "M22 8L78 8C78 34 70 48 53 51L53 83L72 88L72 93L28 93L28 88L47 83L47 51C30 48 22 34 22 8Z"
        "M28 14C28 17 29 20 29 22L71 22C71 20 72 17 72 14Z"
        + _disc(42, 32, 3.5)
        + _disc(57, 37, 3.5)
        + _disc(50, 28, 2.5),
    ),
    Emblem(
        "crown",
        "crown",
        (140, 18, 38),
        _disc(8, 29, 6)
        + _disc(50, 14, 7)
        + _disc(92, 29, 6)
        + "M10 38L30 54L50 24L70 54L90 38L82 76L18 76Z"
        + _box(18, 80, 64, 9),
    ),
    Emblem(
        "gavel",
        "gavel",
        (66, 66, 66),
        "M42 4L76 38L68 46L64 42L44 62L48 66L40 74L6 40L14 32L18 36L38 16L34 12Z"
        "M58 56L64 50L96 80L90 88Z" + _box(6, 84, 52, 9),
    ),
    Emblem(
        "yacht",
        "yacht",
        (0, 68, 140),
        "M48 6L48 66L10 66C28 52 42 32 48 6ZM54 16C72 30 82 48 84 66L54 66Z"
        "M4 71L96 71C92 84 84 91 74 92L26 92C16 91 8 84 4 71Z",
    ),
    Emblem(
        "monocle",
        "monocle and moustache",
        (150, 26, 108),
        _disc(66, 30, 24)
        + _disc(66, 30, 17)
        + "M86 40L92 36C96 46 94 56 90 64L84 62C88 54 88 48 86 40Z"
        + "M50 70C58 60 70 62 76 70C80 76 88 76 94 70C92 86 74 92 60 86C55 84 52 81 50 78"
        + "C48 81 45 84 40 86C26 92 8 86 6 70C12 76 20 76 24 70C30 62 42 60 50 70Z",
    ),
)


STEPS: Final = (
    # A phone before a code; a table with four seats; a coin that changes hands.
    "M8 6L50 6L50 94L8 94ZM14 14L14 80L44 80L44 14ZM25 84L33 84L33 90L25 90Z"
    + _box(20, 24, 8, 8)
    + _box(31, 24, 8, 8)
    + _box(20, 35, 8, 8)
    + _box(31, 46, 8, 8)
    + _box(20, 57, 8, 8)
    + _box(62, 30, 8, 8)
    + _box(73, 30, 19, 8)
    + _box(62, 41, 19, 8)
    + _box(84, 41, 8, 19)
    + _box(62, 52, 8, 19)
    + _box(73, 63, 8, 8),
    _disc(50, 50, 28)
    + _disc(50, 50, 21)
    + _disc(50, 10, 9)
    + _disc(50, 90, 9)
    + _disc(10, 50, 9)
    + _disc(90, 50, 9),
    _disc(30, 50, 25)
    + _disc(30, 50, 18)
    + "M26 38L34 38L34 62L26 62Z"
    + "M60 44L78 44L78 32L98 50L78 68L78 56L60 56Z",
)
"""Pictures of the three steps on the private half, in the same notation."""


def emblem_for(user: str) -> Emblem:
    """Return the emblem of a user; it follows from the user name alone, whatever its letter case."""
    return EMBLEMS[crc32(user.strip().lower().encode()) % len(EMBLEMS)]


def emblem_svg(user: str, *, size: int = 24, title: str | None = None) -> str:
    """Return a user's emblem as an inline SVG element in its ink; a page may recolour it by the class `emblem`.

    Args:
        user: The user name.
        size: Width and height in CSS pixels.
        title: What a screen reader says; None where the name stands beside it.
    """
    emblem = emblem_for(user)
    named = (
        f' role="img" aria-label="{escape(title, {chr(34): "&quot;"})}"' if title else ' aria-hidden="true"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="emblem emblem-{emblem.key}" width="{size}" height="{size}"'
        f' viewBox="0 0 100 100"{named}><path fill="{emblem.colour}" fill-rule="evenodd" d="{emblem.path}"/></svg>'
    )
