"""Drawing the two halves of a tile with ReportLab, by vector only.

What is the same on all tiles is drawn once as a form (a part of the file that is shown again and again) without a
colour of its own: it takes the ink of the tile that shows it. The codes are black on white whatever the ink.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.codes import group
from qr.emblems import STEPS, Emblem, emblem_for
from qr.errors import SheetError
from qr.fonts import PT, Face
from qr.ornament import braid, emblem_path, rosette
from qr.plan import Box, CodePanel, SpotKind, Tile, Words, private_plan, public_plan
from qr.sheet import SheetOptions
from qr.symbol import Symbol

LEAST_SECRET_MM: Final = 7 * PT
"""User, password and web address are never set smaller."""

# Height of one and of two lines of a name, with what hangs below, in sizes of its type.
_ONE_LINE: Final = 1.22
_TWO_LINES: Final = 2.3
_CORNER: Final = 3.2
_LABEL_SIZE: Final = 4.8 * PT
_LABEL_GAP: Final = 0.4
_ROW_GAP: Final = 0.9
_ASCENT: Final = 0.86
_LEADING: Final = 1.1

_BLACK: Final = "0 g "
_WHITE: Final = "1 g "


class Painter:
    """Draws halves of tiles onto a canvas in millimetres whose origin is the half's lower left corner."""

    def __init__(self, canvas: Canvas, options: SheetOptions, words: Words) -> None:
        self._canvas = canvas
        self._words = words
        self._public = public_plan(options)
        self._private = private_plan(options)
        self._ready: set[str] = set()

    def public(self, tile: Tile, symbols: dict[SpotKind, Symbol]) -> None:
        """Draw the half that lies open on the table."""
        plan, emblem = self._public, emblem_for(tile.user)
        self._show("public", emblem, self._public_form)
        self._literal(_fill(emblem) + _emblem(emblem, plan.emblem))
        self._heading(tile, emblem)
        for panel in plan.panels:
            self._code(panel, symbols[panel.kind])
            if panel.foot.h:
                self._foot(tile, panel)

    def private(self, tile: Tile, symbols: dict[SpotKind, Symbol]) -> None:
        """Draw the half that is kept private.

        Raises:
            SheetError: If user, password or web address are too long to stand there whole, at 7 pt or more.
        """
        plan, emblem = self._private, emblem_for(tile.user)
        self._show("private", emblem, self._private_form)
        self._code(plan.panel, symbols[plan.panel.kind])
        self._fields(tile, emblem)

    def _show(self, name: str, emblem: Emblem, make: Callable[[], None]) -> None:
        if name not in self._ready:
            self._ready.add(name)
            self._canvas.beginForm(name)
            make()
            self._canvas.endForm()
        self._literal(_stroke(emblem) + _fill(emblem))
        self._canvas.doForm(name)

    def _public_form(self) -> None:
        plan, words = self._public, self._words
        band = plan.band
        w, h = band.w, band.h
        edge = plan.swing + 0.45
        waves = braid(band.x, band.y, w, h, radius=_CORNER, swing=plan.swing, wave=5.0, strands=3)
        self._literal(f"0.13 w {waves}S ")
        for out, line in ((edge, 0.45), (edge + 0.55, 0.13), (-edge, 0.2)):
            self._literal(f"{line} w " + _round(band.inset(-out), _CORNER + out) + "S ")
        centre = plan.emblem.x + plan.emblem.w / 2, plan.emblem.y + plan.emblem.h / 2
        radius = plan.emblem.w / 2
        self._literal("0.12 w " + rosette(*centre, radius, petals=20, depth=0.36, strands=3) + "S ")
        self._literal(
            f"q {_WHITE}0.4 w "
            + _disc(*centre, radius * 0.68)
            + "B Q 0.13 w "
            + _disc(*centre, radius * 0.62)
            + "S "
        )
        if plan.emblem.right > plan.heading.x:
            self._small_print()
        for panel in plan.panels:
            self._literal(f"q {_WHITE}" + _rect(panel.box) + "f Q ")
            caption = {
                SpotKind.PAY: words.scan_to_pay if len(plan.panels) == 1 else words.any_camera,
                SpotKind.USER: words.scan_to_pay if len(plan.panels) == 1 else words.cyclos_app,
                SpotKind.ENTER: "",
            }[panel.kind]
            self._caps(caption, panel.caption, 6.2 * PT)

    def _small_print(self) -> None:
        """Draw the line under the name and the sentence beside the seal."""
        box, seal, words = self._public.heading, self._public.emblem, self._words
        size = 2.1 * PT
        text = f"{words.small_print.upper()} "
        count = int(box.w / fonts.width(text, Face.TEXT, size))
        y = seal.top + 1.6
        if count:
            loose = (box.w - fonts.width((text * count).strip(), Face.TEXT, size)) / max(
                1, len(text) * count - 2
            )
            self._canvas.setFont(Face.TEXT, size)
            self._canvas.drawString(box.x, y, (text * count).strip(), charSpace=loose)
        left, size = seal.right + 2.0, 6.4 * PT
        if box.right - left < 12:
            return
        lines = _paragraph(words.receive_only, Face.TEXT, box.right - left, size)
        y = seal.y + seal.h / 2 + (len(lines) / 2 - 0.8) * size * 1.2
        for line in lines:
            self._text(line, left, y, Face.TEXT, size)
            y -= size * 1.2

    def _private_form(self) -> None:
        plan, words = self._private, self._words
        self._literal("0.3 w " + _round(plan.frame, 1.6) + "S ")
        self._literal(_rect(plan.bar) + f"f q {_WHITE}")
        self._caps(words.keep_private, plan.bar, 7.2 * PT)
        self._literal("Q ")
        self._caps(words.scan_to_enter, plan.panel.caption, 5.6 * PT)
        for number, (box, text) in enumerate(zip(plan.steps, words.steps, strict=True)):
            self._step(box, text, STEPS[number])

    def _step(self, box: Box, text: str, picture: str) -> None:
        size = min(6.0, box.h)
        self._literal(emblem_path(picture, box.x, box.y + (box.h - size) / 2, size) + "f* ")
        room = box.w - size - 1.2
        type_size = 5.4 * PT
        lines = _paragraph(text, Face.TEXT, room, type_size)
        y = box.y + box.h / 2 + (len(lines) / 2 - 0.78) * type_size * 1.12
        for line in lines:
            self._text(line, box.x + size + 1.2, y, Face.TEXT, type_size)
            y -= type_size * 1.12

    def _heading(self, tile: Tile, emblem: Emblem) -> None:
        box, words = self._public.heading, self._words
        beside = self._public.emblem.right <= box.x
        y = box.top
        label = fonts.clean(tile.label)
        if label:
            shown, size = fonts.fit(label.upper(), Face.TEXT, box.w, size=5.6 * PT, least=4.6 * PT)
            y -= size
            self._text(shown, box.x, y, Face.TEXT, size)
            y -= 0.6 if beside else 1.6
        size = 4.8 * PT
        y -= size
        self._literal(_fill(emblem))
        self._text(words.order, box.x, y, Face.TEXT, size)
        room = y - (box.y if beside else self._public.emblem.top + 2.6) - 1.2
        self._name(_name_of(tile), Box(box.x, y - 1.2 - room, box.w, room))

    def _name(self, name: str, box: Box) -> None:
        face = fonts.face_for(name)
        if face is None:
            raise SheetError("%(name)s can't be drawn", name=name)
        lines, size = _best_lines(name, face, box)
        y = box.top - size * 0.95
        for line in lines:
            self._text(line, box.x, y, face, size)
            y -= size * 1.06

    def _foot(self, tile: Tile, panel: CodePanel) -> None:
        code = (
            group(tile.user)
            if panel.kind is not SpotKind.USER or len(self._public.panels) == 1
            else tile.user
        )
        shown, size = fonts.fit(
            code, Face.CODE_BOLD, panel.foot.w, size=min(15 * PT, panel.foot.h * 0.95), least=6 * PT
        )
        x = panel.foot.x + (panel.foot.w - fonts.width(shown, Face.CODE_BOLD, size)) / 2
        self._literal(_BLACK)
        self._text(shown, x, panel.foot.top - size * 0.86, Face.CODE_BOLD, size)

    def _fields(self, tile: Tile, emblem: Emblem) -> None:
        box, words = self._private.fields, self._words
        wanted = (
            (words.user, tile.user, 11.5 * PT, 1),
            (words.password, spaced(tile.password), 11.5 * PT, 2),
            (words.address, tile.address, 9 * PT, 3),
        )
        head, rows = _fitted(wanted, box)
        self._literal(_emblem(emblem, Box(box.x, box.top - head, head, head)))
        name = _name_of(tile)
        face = fonts.face_for(name) or Face.BOLD
        shown, size = fonts.fit(name, face, box.w - head - 1.5, size=min(11 * PT, head * 0.6), least=6 * PT)
        self._text(shown, box.x + head + 1.5, box.top - head / 2 - size * 0.3, face, size)
        y = box.top - head - 1.0
        for row in rows:
            self._field(row, box.x, y, emblem)
            y -= row.height

    def _field(self, row: "_Row", x: float, y: float, emblem: Emblem) -> None:
        """Draw a label and its whole value from the top down."""
        y -= _LABEL_SIZE
        self._literal(_fill(emblem))
        self._text(row.label, x, y, Face.TEXT, _LABEL_SIZE)
        self._literal(_BLACK)
        y -= _LABEL_GAP
        for line in row.lines:
            self._text(line, x, y - row.size * _ASCENT, Face.CODE_BOLD, row.size)
            y -= row.size * _LEADING

    def _code(self, panel: CodePanel, symbol: Symbol) -> None:
        box, module = panel.symbol_box(symbol), panel.module_mm(symbol)
        blocks = "".join(f"{x} {y} {w} {h} re\n" for x, y, w, h in symbol.blocks())
        # One path, so that no seams show between the modules; the matrix turns the rows the right way up.
        self._literal(f"q {_BLACK}{module:.6f} 0 0 {-module:.6f} {box.x:.5f} {box.top:.5f} cm\n{blocks}f Q ")

    def _caps(self, text: str, box: Box, size: float) -> None:
        """Draw a caption in spaced capitals, centred in a box, smaller where the box is narrow."""
        shown = text.upper()
        if not shown:
            return
        track = 0.09
        natural = fonts.width(shown, Face.BOLD, 1) + track * (len(shown) - 1)
        size = min(size, box.w / natural)
        x = box.x + (box.w - natural * size) / 2
        y = box.y + box.h / 2 - size * 0.35
        self._canvas.setFont(Face.BOLD, size)
        self._canvas.drawString(x, y, shown, charSpace=track * size)

    def _text(self, text: str, x: float, y: float, face: Face, size: float) -> None:
        fonts.load(face)
        self._canvas.setFont(face, size)
        self._canvas.drawString(x, y, text)

    def _literal(self, operators: str) -> None:
        self._canvas.addLiteral(operators)


def _name_of(tile: Tile) -> str:
    """Return the name to draw; a tile without one is called by its code."""
    return fonts.clean(tile.name) or group(tile.user)


def spaced(password: str) -> str:
    """Return a password of nine characters in three groups, any other as it is."""
    if len(password) == 9 and password.isalnum():
        return f"{password[:3]} {password[3:6]} {password[6:]}"
    return password


@dataclass(frozen=True, slots=True)
class _Row:
    """A labelled value on the private half, as it will be drawn."""

    label: str
    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        return _LABEL_SIZE + _LABEL_GAP + len(self.lines) * self.size * _LEADING + _ROW_GAP


def _fitted(wanted: Sequence[tuple[str, str, float, int]], box: Box) -> tuple[float, tuple[_Row, ...]]:
    """Return the height of the name's row and the rows below it, as large as the box allows.

    Raises:
        SheetError: If a value does not fit whole, at 7 pt or more.
    """
    for scale in (1.0, 0.9, 0.8, 0.7, 0.6):
        rows = tuple(
            _Row(label, *_whole(value, box.w, max(size * scale, LEAST_SECRET_MM), most))
            for label, value, size, most in wanted
        )
        head = min(7.0, box.h * 0.2) * scale
        if head + 1.0 + sum(row.height for row in rows) - _ROW_GAP <= box.h:
            return head, rows
    raise _too_long(max((value for _, value, _, _ in wanted), key=len))


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


def _best_lines(name: str, face: Face, box: Box) -> tuple[tuple[str, ...], float]:
    """Return the name in one or two lines, whichever can be larger, shortened only at the least size."""
    least = 8.5 * PT
    words = name.split()
    best: tuple[tuple[str, ...], float] = (
        (name,),
        min(26 * PT, box.h / _ONE_LINE, box.w / fonts.width(name, face, 1)),
    )
    for cut in range(1, len(words)):
        pair = (" ".join(words[:cut]), " ".join(words[cut:]))
        size = min(26 * PT, box.h / _TWO_LINES, *(box.w / fonts.width(line, face, 1) for line in pair))
        if size > best[1] * 1.15:
            best = pair, size
    if best[1] >= least:
        return best
    first, *rest = _paragraph(name, face, box.w, least)
    lines = (first, " ".join(rest)) if rest and box.h >= least * _TWO_LINES else (name,)
    return tuple(fonts.fit(line, face, box.w, size=least, least=least)[0] for line in lines), least


def _paragraph(text: str, face: Face, limit: float, size: float) -> tuple[str, ...]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and fonts.width(longer, face, size) > limit:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


@lru_cache(maxsize=64)
def _emblem(emblem: Emblem, box: Box) -> str:
    inner = box.inset(box.w * 0.27) if box.w > 8 else box
    return emblem_path(emblem.path, inner.x, inner.y, inner.w) + "f* "


def _fill(emblem: Emblem) -> str:
    return "{:.3f} {:.3f} {:.3f} rg ".format(*(part / 255 for part in emblem.ink))


def _stroke(emblem: Emblem) -> str:
    return "{:.3f} {:.3f} {:.3f} RG ".format(*(part / 255 for part in emblem.ink))


def _rect(box: Box) -> str:
    return f"{box.x:.3f} {box.y:.3f} {box.w:.3f} {box.h:.3f} re "


def _round(box: Box, radius: float) -> str:
    x, y, r, k = box.x, box.y, radius, radius * 0.4477
    right, top = box.right, box.top
    return (
        f"{x + r:.3f} {y:.3f} m {right - r:.3f} {y:.3f} l {right - k:.3f} {y:.3f} {right:.3f} {y + k:.3f} "
        f"{right:.3f} {y + r:.3f} c {right:.3f} {top - r:.3f} l {right:.3f} {top - k:.3f} {right - k:.3f} {top:.3f} "
        f"{right - r:.3f} {top:.3f} c {x + r:.3f} {top:.3f} l {x + k:.3f} {top:.3f} {x:.3f} {top - k:.3f} "
        f"{x:.3f} {top - r:.3f} c {x:.3f} {y + r:.3f} l {x:.3f} {y + k:.3f} "
        f"{x + k:.3f} {y:.3f} {x + r:.3f} {y:.3f} c h "
    )


def _disc(x: float, y: float, radius: float) -> str:
    return _round(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius)
