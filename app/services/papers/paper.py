"""A printed page: its measures, its type, and what stands at the head and foot of each one."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

import qr
from app.errors import Invalid
from app.services.papers.words import Words
from qr import fonts
from qr.fonts import PT, Face

PAPERS: Mapping[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
"""Sizes of paper in points."""

MARGIN = 18.0
HEAD = 12.0
FOOT = 12.0
"""Millimetres."""

_MISSING = "□"


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a paper share: its size, its title, when it was printed, and the words it is in."""

    paper: str
    title: str
    printed_at: str
    words: Words


def framed(title: str, printed_at: str, words: Words, paper: str) -> Frame:
    """The frame of a paper.

    Raises:
        Invalid: If there is no paper of that size.
    """
    if paper not in PAPERS:
        raise Invalid(
            "There is no such paper: choose one of %(known)s.", field="paper", known=", ".join(PAPERS)
        )
    return Frame(paper, title, printed_at, words)


class Paper:
    """Pages under a pen that goes from top to bottom. Everything is in millimetres, `y` from the top."""

    def __init__(self, canvas: Canvas, frame: Frame, pages: int) -> None:
        """Begin the first page; `pages` is how many there will be."""
        width, height = PAPERS[frame.paper]
        self.canvas, self._frame, self._pages = canvas, frame, pages
        self.width, self.height = width * PT, height * PT
        self.left, self.right = MARGIN, self.width - MARGIN
        self.bottom = self.height - MARGIN - FOOT
        self.number = 0
        self.y = 0.0
        self.turn()

    def turn(self) -> None:
        """Begin the next page."""
        if self.number:
            self.canvas.showPage()
        self.number += 1
        self.canvas.scale(1 / PT, 1 / PT)
        self.y = MARGIN + HEAD
        words = self._frame.words
        self.text(self.left, MARGIN, "Reckless", Face.DISPLAY, 5)
        self.text(self.right, MARGIN, self._frame.title, Face.TEXT, 3.2, align="right", room=110)
        self.rule(MARGIN + 3)
        foot = self.height - MARGIN + 2
        self.rule(foot - 5)
        at = words.printed % {"at": self._frame.printed_at}
        self.text(self.left, foot, at, Face.TEXT, 3)
        page = words.page % {"page": self.number, "pages": self._pages}
        self.text(self.right, foot, page, Face.TEXT, 3, align="right")

    def need(self, height: float) -> bool:
        """Begin another page if so much does not fit on this one; whether one was begun."""
        if self.y + height <= self.bottom:
            return False
        self.turn()
        return True

    def text(
        self,
        x: float,
        y: float,
        words: str,
        face: Face = Face.TEXT,
        size: float = 3.6,
        *,
        align: str = "left",
        room: float | None = None,
    ) -> None:
        """Write one line with its base at `y`; smaller, then shortened, where there is less room."""
        shown, face = drawable(words, face)
        if room is not None:
            shown, size = fonts.fit(shown, face, room, size=size, least=size * 0.8)
        wide = fonts.width(shown, face, size)
        start = {"left": x, "right": x - wide, "middle": x - wide / 2}[align]
        self.canvas.setFont(face, size)
        self.canvas.drawString(start, self.height - y, shown)

    def paragraph(self, words: str, face: Face = Face.TEXT, size: float = 3.6) -> None:
        """Write running text over the whole width, and move below it."""
        line = ""
        for word in words.split():
            longer = f"{line} {word}".strip()
            if line and fonts.width(longer, face, size) > self.right - self.left:
                self.line(line, face, size)
                line = word
            else:
                line = longer
        self.line(line, face, size)

    def line(self, words: str, face: Face = Face.TEXT, size: float = 3.6) -> None:
        """Write one line, and move below it."""
        self.need(size * 1.35)
        self.y += size * 1.35
        self.text(self.left, self.y, words, face, size, room=self.right - self.left)

    def letters(self, words: str, size: float = 2.7) -> None:
        """Write lines of code letter by letter: nothing is shortened, long ones are broken."""
        for line in words.split("\n"):
            shown, face = drawable(line, Face.CODE)
            # Not after a hyphen: whoever copies the text from the file would be spared it.
            for part in fonts.wrap(shown, face, self.right - self.left, size, after=","):
                self.need(size * 1.4)
                self.y += size * 1.4
                self.canvas.setFont(face, size)
                self.canvas.drawString(self.left, self.height - self.y, part)

    def rule(self, y: float, *, thick: float = 0.25) -> None:
        """A line from margin to margin."""
        self.canvas.setLineWidth(thick)
        self.canvas.line(self.left, self.height - y, self.right, self.height - y)

    def code(self, text: str, x: float, y: float, side: float) -> bool:
        """Draw a QR code with its quiet zone, its upper left corner at (x, y); False if the text is too long."""
        try:
            symbol = qr.encode(text)
        except qr.QrError:
            return False
        module = side / symbol.size_with_quiet
        margin = (symbol.size_with_quiet - symbol.size) / 2
        path = self.canvas.beginPath()
        for column, row, wide, high in symbol.blocks():
            top = y + (row + margin) * module
            path.rect(
                x + (column + margin) * module,
                self.height - top - high * module,
                wide * module,
                high * module,
            )
        self.canvas.setFillGray(0)
        self.canvas.drawPath(path, stroke=0, fill=1)
        return True


def drawable(words: str, face: Face) -> tuple[str, Face]:
    """A text as some face can draw it: in this one, else in the bold one, else with boxes for what has no glyph."""
    clean = fonts.clean(words)
    found = fonts.face_for(clean, (face, Face.TEXT, Face.BOLD))
    if found is not None:
        fonts.load(found)
        return clean, found
    missing = set(fonts.missing(clean, Face.BOLD))
    return "".join(_MISSING if letter in missing else letter for letter in clean), Face.BOLD


def pdf(frame: Frame, draw: Callable[[Paper], None]) -> bytes:
    """A whole paper. It is laid out twice: only then is it known how many pages it has."""
    pages = 0
    for _ in range(2):
        file = io.BytesIO()
        canvas = Canvas(file, pagesize=PAPERS[frame.paper], pageCompression=1, invariant=1)
        canvas.setTitle(frame.title)
        canvas.setViewerPreference("PrintScaling", "None")
        paper = Paper(canvas, frame, pages)
        draw(paper)
        pages = paper.number
    canvas.save()
    return file.getvalue()
