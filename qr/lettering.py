"""Making texts fit: names in one line or two, secrets whole, sentences in paragraphs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qr import fonts
from qr.errors import SheetError
from qr.fonts import PT, Face
from qr.plan import Box

LEAST_SECRET_MM: Final = 7 * PT
"""User, password and web address are never set smaller."""

LABEL_SIZE: Final = 4.8 * PT
LABEL_GAP: Final = 0.4

# Height of one and of two lines of a name, with what hangs below, in sizes of its type.
_ONE_LINE: Final = 1.22
_TWO_LINES: Final = 2.3
_ROW_GAP: Final = 0.9
_LEADING: Final = 1.1
_LARGEST: Final = 26 * PT
_LEAST: Final = 8.5 * PT


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled value on the private half, as it will be drawn."""

    label: str
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """Millimetres it takes with the gap below it."""
        return LABEL_SIZE + LABEL_GAP + len(self.lines) * self.size * _LEADING + _ROW_GAP


def fitted(wanted: Sequence[tuple[str, str, float, int]], box: Box) -> tuple[float, tuple[Row, ...]]:
    """Return the height of the name's row and the rows below it, as large as the box allows.

    Args:
        wanted: Label, value, size in mm, and most lines of each row.
        box: Where all of it must stand.

    Raises:
        SheetError: If a value does not fit whole, at 7 pt or more.
    """
    for scale in (1.0, 0.9, 0.8, 0.7, 0.6):
        rows = tuple(
            Row(label, *_whole(value, box.w, max(size * scale, LEAST_SECRET_MM), most))
            for label, value, size, most in wanted
        )
        head = min(7.0, box.h * 0.2) * scale
        if head + 1.0 + sum(row.height for row in rows) - _ROW_GAP <= box.h:
            return head, rows
    raise _too_long(max((value for _, value, _, _ in wanted), key=len))


def best_lines(name: str, face: Face, box: Box) -> tuple[tuple[str, ...], float]:
    """Return the name in one or two lines, whichever can be larger, shortened only at the least size."""
    words = name.split()
    best: tuple[tuple[str, ...], float] = (
        (name,),
        min(_LARGEST, box.h / _ONE_LINE, box.w / fonts.width(name, face, 1)),
    )
    for cut in range(1, len(words)):
        pair = (" ".join(words[:cut]), " ".join(words[cut:]))
        size = min(_LARGEST, box.h / _TWO_LINES, *(box.w / fonts.width(line, face, 1) for line in pair))
        if size > best[1] * 1.15:
            best = pair, size
    if best[1] >= _LEAST:
        return best
    first, *rest = paragraph(name, face, box.w, _LEAST)
    lines = (first, " ".join(rest)) if rest and box.h >= _LEAST * _TWO_LINES else (name,)
    return tuple(fonts.fit(line, face, box.w, size=_LEAST, least=_LEAST)[0] for line in lines), _LEAST


def paragraph(text: str, face: Face, limit: float, size: float) -> tuple[str, ...]:
    """Return a text in lines that fit, broken at blanks."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and fonts.width(longer, face, size) > limit:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def block(text: str, face: Face, box: tuple[float, float], size: float) -> tuple[tuple[str, ...], float]:
    """Return a text in lines, set smaller until width and height allow them.

    Args:
        text: The text.
        face: The face it is drawn in.
        box: Width and height in mm.
        size: The size wanted, in mm.
    """
    while True:
        lines = paragraph(text, face, box[0], size)
        wide = max(fonts.width(line, face, size) for line in lines)
        if (wide <= box[0] and len(lines) * size * 1.2 <= box[1]) or size < 3.4 * PT:
            return lines, size
        size *= 0.94


def spaced(password: str) -> str:
    """Return a password of nine characters in three groups, any other as it is."""
    if len(password) == 9 and password.isalnum():
        return f"{password[:3]} {password[3:6]} {password[6:]}"
    return password


def _whole(value: str, limit: float, wanted: float, most: int) -> tuple[tuple[str, ...], float]:
    """Return the lines of a value that must stand there whole, and their size."""
    natural = fonts.width(value, Face.CODE_BOLD, 1)
    if natural * LEAST_SECRET_MM <= limit:
        return (value,), min(wanted, limit / natural) if natural else wanted
    lines = fonts.wrap(value, Face.CODE_BOLD, limit, LEAST_SECRET_MM)
    if len(lines) > most:
        raise _too_long(value)
    return lines, LEAST_SECRET_MM


def _too_long(value: str) -> SheetError:
    return SheetError(
        "Too long to stand whole on a tile of this size: %(length)s characters of user, password or web address",
        length=len(value),
    )
