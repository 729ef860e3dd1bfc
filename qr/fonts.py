"""The embedded typefaces: which face can draw a text, how wide it is, and how it is made to fit.

ReportLab's built-in fonts draw nothing, silently, for most of the world's names; so only embedded ones are used, and
every text is checked against their glyphs before anything is drawn.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from threading import RLock
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from qr.errors import UndrawableText

PT: Final = 25.4 / 72
"""Millimetres in a point; sizes of type are in mm throughout, as everything on a tile."""

ELLIPSIS: Final = "…"


class Face(StrEnum):
    """A typeface by the name under which ReportLab knows it."""

    DISPLAY = "Reckless-Display"
    TEXT = "Reckless-Text"
    BOLD = "Reckless-Bold"
    CODE = "Reckless-Code"
    CODE_BOLD = "Reckless-CodeBold"


# The display face looks engraved but stops at Latin; the bold one also has Greek, Cyrillic and Vietnamese. In the code
# face 0/O and 1/l/I can't be confused.
_FILES: Final = {
    Face.DISPLAY: ("fontpkg_abril_fatface", "AbrilFatface-Regular.ttf"),
    Face.TEXT: ("fontpkg_fira_sans_condensed", "FiraSansCondensed-Medium.ttf"),
    Face.BOLD: ("fontpkg_fira_sans_condensed", "FiraSansCondensed-SemiBold.ttf"),
    Face.CODE: ("fontpkg_ibm_plex_mono", "IBMPlexMono-Medium.ttf"),
    Face.CODE_BOLD: ("fontpkg_ibm_plex_mono", "IBMPlexMono-SemiBold.ttf"),
}
NAME_FACES: Final = (Face.DISPLAY, Face.BOLD)
LABEL_FACES: Final = (Face.TEXT,)
CODE_FACES: Final = (Face.CODE,)

_loading = RLock()
_loaded: Final[dict[Face, TTFont]] = {}


def load(face: Face) -> TTFont:
    """Return the face, registered with ReportLab; it is read from its package at the first use."""
    font = _loaded.get(face)
    if font is None:
        with _loading:
            font = _loaded[face] = _load(face)
    return font


@cache
def _load(face: Face) -> TTFont:
    package, name = _FILES[face]
    with (files(package) / "files" / name).open("rb") as file:
        font = TTFont(face, file)
    pdfmetrics.registerFont(font)
    return font


def clean(text: str) -> str:
    """Return a text as it is drawn: composed characters (NFC), every run of blanks one blank."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def face_for(text: str, faces: Iterable[Face] = NAME_FACES) -> Face | None:
    """Return the first of the faces that has every character of a text, or None."""
    return next((face for face in faces if not missing(text, face)), None)


def missing(text: str, face: Face) -> tuple[str, ...]:
    """Return the characters of a text that a face has no glyph for, each once, in order."""
    glyphs = load(face).face.charToGlyph
    return tuple(dict.fromkeys(character for character in clean(text) if ord(character) not in glyphs))


def undrawable(texts: Iterable[str], faces: Iterable[Face] = NAME_FACES) -> Mapping[str, tuple[str, ...]]:
    """Return the texts that can't be drawn, each with the characters that are to blame.

    Args:
        texts: Display names as people chose them.
        faces: The faces that may be used, of which one must have the whole text.

    Returns:
        Text to characters, in the order of the texts; empty if all can be drawn. A text without anything to draw
        is not in it.
    """
    choices = tuple(faces)
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        if face_for(text, choices) is None:
            found[text] = min((missing(text, face) for face in choices), key=len)
    return found


def require_drawable(texts: Iterable[str], faces: Iterable[Face] = NAME_FACES) -> None:
    """Refuse texts with characters that no face has.

    Raises:
        UndrawableText: Naming every such text and its characters.
    """
    found = undrawable(texts, faces)
    if found:
        raise UndrawableText(found)


def width(text: str, face: Face, size: float) -> float:
    """Return the width of a text in mm, at a size of type in mm."""
    return _natural_width(text, face) * size


# A sheet measures the same few texts on every tile, and each name at several sizes.
@lru_cache(maxsize=1024)
def _natural_width(text: str, face: Face) -> float:
    load(face)
    return pdfmetrics.stringWidth(text, face, 1)


def line(
    canvas: Canvas, text: str, at: tuple[float, float], face: Face, size: float, *, spacing: float = 0
) -> None:
    """Draw a text; what ReportLab does for one takes three times as long, and a sheet has 14 a tile.

    Args:
        canvas: Where it is drawn.
        text: One line.
        at: Where it begins on its base line, in mm.
        face: The face it is drawn in.
        size: The size of type in mm.
        spacing: Millimetres put between any two characters.
    """
    # The stub does not know the document, which the fonts' own methods ask for.
    font, document = load(face), canvas._doc  # type: ignore[attr-defined]
    parts = "".join(
        f"{font.getSubsetInternalName(subset, document)} {size:.4f} Tf <{glyphs.hex()}> Tj "
        for subset, glyphs in font.splitString(text, document)
    )
    space, back = (f"{spacing:.5f} Tc ", "0 Tc ") if spacing else ("", "")
    canvas.addLiteral(f"BT 1 0 0 1 {at[0]:.3f} {at[1]:.3f} Tm {space}{parts}{back}ET ")


def fit(text: str, face: Face, limit: float, *, size: float, least: float) -> tuple[str, float]:
    """Make a text fit into one line: smaller first, then shortened with an ellipsis.

    Args:
        text: What is to be drawn.
        face: The face it is drawn in.
        limit: Millimetres there are.
        size: The size wanted, in mm.
        least: The smallest size, in mm, before the text is shortened.

    Returns:
        The text, shortened if need be, and its size in mm.
    """
    natural = width(text, face, 1)
    if natural * least <= limit:
        return text, min(size, limit / natural) if natural else size
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, face, least) > limit:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS, least


def wrap(text: str, face: Face, limit: float, size: float, *, after: str = "/.-:@ ") -> tuple[str, ...]:
    """Break a text without blanks into lines that fit, after `/`, `.`, `-` or `:` where there is one.

    Nothing is added or lost: the lines joined are the text.

    Args:
        text: A web address, a password, a user name.
        face: The face it is drawn in.
        limit: Millimetres there are.
        size: The size of type in mm.
        after: The letters that a line had best end with.
    """
    lines: list[str] = []
    rest = text
    while width(rest, face, size) > limit and len(rest) > 1:
        most = max(
            1, next(n for n in range(len(rest), 0, -1) if n == 1 or width(rest[:n], face, size) <= limit)
        )
        breaks = [
            n
            for n in range(most // 2, most + 1)
            if n and rest[n - 1] in after and rest[n - 1 : n + 1] != "//"
        ]
        cut = breaks[-1] if breaks else most
        lines.append(rest[:cut])
        rest = rest[cut:]
    return (*lines, rest)
