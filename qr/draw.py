"""Drawing the two halves of a tile with ReportLab.

What is the same on all tiles of an emblem is drawn once as a form: a part of the file that is shown again and again.
Everything is drawn by vector but for the pictures of a theme.
"""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from qr import fonts
from qr.codes import group
from qr.emblems import STEPS, Emblem, emblem_for
from qr.errors import SheetError
from qr.fonts import PT, Face
from qr.lettering import LABEL_GAP, LABEL_SIZE, Row, best_lines, block, fitted, spaced
from qr.ornament import braid, emblem_path, rosette
from qr.paint import BLACK, WHITE, Code, Ink, disc, fill, filled, rect, rounded, stroke
from qr.pictures import Pictures
from qr.plan import Box, CodePanel, SpotKind, Tile, private_plan, public_plan
from qr.sheet import SheetOptions, Side
from qr.theme import Design, Theme, luminance, mixed
from qr.words import Words

_CORNER: Final = 3.2
_ASCENT: Final = 0.86
_LEADING: Final = 1.1
# Reflectance from which black reads better than white on a bar.
_BRIGHT: Final = 0.36
# Beyond the tile, so that a form never cuts its bleed off.
_BEYOND: Final = 8


class Painter:
    """Draws halves of tiles onto a canvas in millimetres whose origin is the half's lower left corner."""

    def __init__(self, canvas: Canvas, options: SheetOptions, words: Words, theme: Theme) -> None:
        self._canvas = canvas
        self._options = options
        self._words = words
        self._theme = theme
        self._pictures = Pictures(theme, options)
        self._public = public_plan(options)
        self._private = private_plan(options)
        self._ready: set[str] = set()

    def public(self, tile: Tile, codes: Mapping[SpotKind, Code]) -> None:
        """Draw the half that lies open on the table."""
        plan, emblem = self._public, emblem_for(tile.user)
        self._show(Side.PUBLIC, emblem, self._public_form)
        self._heading(tile, emblem)
        for panel in plan.panels:
            self._literal(codes[panel.kind].operators)
            if panel.foot.h:
                self._foot(tile, panel, emblem)

    def private(self, tile: Tile, codes: Mapping[SpotKind, Code]) -> None:
        """Draw the half that is kept private.

        Raises:
            SheetError: If user, password or web address are too long to stand there whole, at 7 pt or more.
        """
        plan, emblem = self._private, emblem_for(tile.user)
        self._show(Side.PRIVATE, emblem, self._private_form)
        self._literal(codes[plan.panel.kind].operators)
        self._fields(tile, emblem)

    def _show(self, side: Side, emblem: Emblem, make: Callable[[Emblem], None]) -> None:
        name = f"{side}-{emblem.key}"
        if name not in self._ready:
            self._ready.add(name)
            self._canvas.beginForm(
                name,
                -_BEYOND,
                -_BEYOND,
                ceil(self._options.tile_width_mm) + _BEYOND,
                ceil(self._options.tile_height_mm) + _BEYOND,
            )
            make(emblem)
            self._canvas.endForm()
        self._canvas.doForm(name)

    def _ground(self, side: Side, emblem: Emblem) -> None:
        """Fill the half up to its bleed."""
        frame = self._theme.frame_ink(emblem)
        whole = Box(0, 0, self._options.tile_width_mm, self._options.tile_height_mm).inset(
            -self._options.bleed_mm
        )
        if frame != WHITE:
            self._literal(fill(frame) + rect(whole) + "f ")
        self._pictures.draw(self._canvas, side, whole)

    def _public_form(self, emblem: Emblem) -> None:
        plan, words, theme = self._public, self._words, self._theme
        ink = theme.text_ink(emblem)
        self._ground(Side.PUBLIC, emblem)
        self._band(emblem)
        self._seal(emblem)
        self._literal(fill(ink) + stroke(ink))
        if plan.emblem.right > plan.heading.x:
            self._small_print(emblem)
        for panel in plan.panels:
            if theme.light is not None:
                self._literal(f"q {fill(theme.light)}" + rect(panel.box) + "f Q ")
            caption = {
                SpotKind.PAY: words.scan_to_pay if len(plan.panels) == 1 else words.any_camera,
                SpotKind.USER: words.scan_to_pay if len(plan.panels) == 1 else words.cyclos_app,
                SpotKind.ENTER: "",
            }[panel.kind]
            self._caps(caption, panel.caption, 6.2 * PT)

    def _band(self, emblem: Emblem) -> None:
        """Draw the braided border, and the paper within it."""
        theme, plan = self._theme, self._public
        band, edge = plan.band, plan.swing + 0.45
        ink, frame = theme.text_ink(emblem), theme.frame_ink(emblem)
        solid = frame != WHITE
        line = mixed(frame, WHITE if luminance(frame) < _BRIGHT else BLACK, 0.62) if solid else ink
        if "front" not in theme.pictures:
            waves = braid(
                band.x, band.y, band.w, band.h, radius=_CORNER, swing=plan.swing, wave=5.6, strands=2
            )
            self._literal(f"{stroke(line)}0.15 w {waves}S ")
            for out, width in ((edge, 0.3), (edge + 0.55, 0.13)):
                self._literal(f"{width} w " + rounded(band.inset(-out), _CORNER + out) + "S ")
        paper, radius = band.inset(edge), _CORNER - edge
        if not theme.bare:
            self._literal(fill(theme.paper_ink(emblem)) + filled(paper, radius))
            self._literal(f"{stroke(ink)}0.25 w {rounded(paper, radius)}S ")

    def _seal(self, emblem: Emblem) -> None:
        """Draw the emblem in its rosette."""
        theme, box = self._theme, self._public.emblem
        ink, paper = theme.text_ink(emblem), theme.paper_ink(emblem)
        if theme.bare:  # there is no paper whose colour the sign could take
            paper = WHITE if luminance(ink) < _BRIGHT else BLACK
        centre, radius = (box.x + box.w / 2, box.y + box.h / 2), box.w / 2
        petals = rosette(*centre, radius, petals=18, depth=0.32, strands=2)
        self._literal(f"{stroke(ink)}0.14 w {petals}S ")
        sign = emblem_path(emblem.path, box.x + box.w * 0.27, box.y + box.h * 0.27, box.w * 0.46)
        if theme.design is Design.COLOUR:
            self._literal(f"{fill(ink)}{disc(*centre, radius * 0.7)}f {fill(paper)}{sign}f* ")
            self._literal(f"{stroke(paper)}0.2 w {disc(*centre, radius * 0.65)}S ")
        else:
            self._literal(f"{fill(paper)}0.35 w {disc(*centre, radius * 0.7)}B {fill(ink)}{sign}f* ")

    def _small_print(self, emblem: Emblem) -> None:
        """Draw the line under the name, and what stands beside the seal: logo or sentence."""
        box, seal, words = self._public.heading, self._public.emblem, self._words
        size = 2.1 * PT
        text = f"{words.small_print.upper()} "
        count = int(box.w / fonts.width(text, Face.TEXT, size))
        if count:
            shown = (text * count).strip()
            loose = (box.w - fonts.width(shown, Face.TEXT, size)) / max(1, len(shown) - 1)
            fonts.line(self._canvas, shown, (box.x, seal.top + 1.6), Face.TEXT, size, spacing=loose)
        beside = Box(seal.right + 2.0, seal.y, box.right - seal.right - 2.0, seal.h)
        if beside.w < 12:
            return
        if self._pictures.draw_logo(self._canvas, Box(beside.x, beside.y, beside.w, beside.h * 0.5)):
            return
        lines, size = block(words.receive_only, Face.TEXT, (beside.w, beside.h * 0.5), 5.8 * PT)
        self._lines(lines, beside.x, beside.y + len(lines) * size * 1.2 + 0.6, size)

    def _network(self, tile: Tile, emblem: Emblem) -> None:
        """Draw the bank's name and web address beside the seal."""
        seal, heading = self._public.emblem, self._public.heading
        room = heading.right - seal.right - 2.0
        if seal.right <= heading.x or room < 12:
            return
        y = seal.top
        self._literal(fill(self._theme.text_ink(emblem)))
        lines, size = block(self._theme.network, Face.BOLD, (room, seal.h * 0.3), 7 * PT)
        for line in lines:
            y -= size * 1.1
            self._text(line, seal.right + 2.0, y, Face.BOLD, size)
        host = tile.address.partition("//")[2] or tile.address
        if host:
            shown, size = fonts.fit(host, Face.TEXT, room, size=5.4 * PT, least=3.6 * PT)
            self._text(shown, seal.right + 2.0, y - size * 1.25, Face.TEXT, size)

    def _private_form(self, emblem: Emblem) -> None:
        plan, words, theme = self._private, self._words, self._theme
        ink, frame = theme.text_ink(emblem), theme.frame_ink(emblem)
        self._ground(Side.PRIVATE, emblem)
        if not theme.bare:
            self._literal(fill(theme.paper_ink(emblem)) + filled(plan.frame, 1.6))
            self._literal(f"{stroke(ink)}0.3 w {rounded(plan.frame, 1.6)}S ")
        if theme.design is Design.COLOUR:
            bar = frame if frame != WHITE else ink
            self._literal(fill(bar) + rect(plan.bar) + "f ")
            self._literal(fill(WHITE if luminance(bar) < _BRIGHT else BLACK))
        else:
            self._literal(f"{stroke(ink)}0.35 w {rect(plan.bar)}S {fill(ink)}")
        self._caps(words.keep_private, plan.bar, 7.2 * PT)
        if theme.light is not None:
            self._literal(fill(theme.light) + rect(plan.panel.box) + "f ")
        self._literal(fill(ink))
        self._caps(words.scan_to_enter, plan.panel.caption, 5.6 * PT)
        for number, (box, text) in enumerate(zip(plan.steps, words.steps, strict=True)):
            self._step(box, text, STEPS[number])

    def _step(self, box: Box, text: str, picture: str) -> None:
        size = min(6.0, box.h)
        self._literal(emblem_path(picture, box.x, box.y + (box.h - size) / 2, size) + "f* ")
        lines, type_size = block(text, Face.TEXT, (box.w - size - 1.2, box.h + 0.6), 5.4 * PT)
        y = box.y + box.h / 2 + (len(lines) / 2) * type_size * 1.12
        self._lines(lines, box.x + size + 1.2, y, type_size, leading=1.12)

    def _heading(self, tile: Tile, emblem: Emblem) -> None:
        box, words = self._public.heading, self._words
        beside = self._public.emblem.right <= box.x
        self._literal(fill(self._theme.text_ink(emblem)))
        y = box.top
        label = fonts.clean(tile.label)
        if label:
            shown, size = fonts.fit(label.upper(), Face.TEXT, box.w, size=5.6 * PT, least=4.6 * PT)
            y -= size
            self._text(shown, box.x, y, Face.TEXT, size)
            y -= 0.6 if beside else 1.6
        size = 4.8 * PT
        y -= size
        self._text(words.order, box.x, y, Face.TEXT, size)
        room = y - (box.y if beside else self._public.emblem.top + 2.6) - 1.2
        self._name(_name_of(tile), Box(box.x, y - 1.2 - room, box.w, room))
        self._network(tile, emblem)

    def _name(self, name: str, box: Box) -> None:
        face = fonts.face_for(name)
        if face is None:
            raise SheetError("%(name)s can't be drawn", name=name)
        lines, size = best_lines(name, face, box)
        y = box.top - size * 0.95
        for line in lines:
            self._text(line, box.x, y, face, size)
            y -= size * 1.06

    def _foot(self, tile: Tile, panel: CodePanel, emblem: Emblem) -> None:
        code = (
            group(tile.user)
            if panel.kind is not SpotKind.USER or len(self._public.panels) == 1
            else tile.user
        )
        shown, size = fonts.fit(
            code, Face.CODE_BOLD, panel.foot.w, size=min(15 * PT, panel.foot.h * 0.95), least=6 * PT
        )
        x = panel.foot.x + (panel.foot.w - fonts.width(shown, Face.CODE_BOLD, size)) / 2
        self._literal(fill(self._secret_ink(emblem)))
        self._text(shown, x, panel.foot.top - size * 0.86, Face.CODE_BOLD, size)

    def _fields(self, tile: Tile, emblem: Emblem) -> None:
        box, words, theme = self._private.fields, self._words, self._theme
        wanted = (
            (words.user, tile.user, 11.5 * PT, 1),
            (words.password, spaced(tile.password), 11.5 * PT, 2),
            (f"{words.address} · {theme.network}", tile.address, 9 * PT, 3),
        )
        head, rows = fitted(wanted, box)
        sign = emblem_path(emblem.path, box.x, box.top - head, head)
        self._literal(f"{fill(theme.text_ink(emblem))}{sign}f* ")
        name = _name_of(tile)
        face = fonts.face_for(name) or Face.BOLD
        shown, size = fonts.fit(name, face, box.w - head - 1.5, size=min(11 * PT, head * 0.6), least=6 * PT)
        self._text(shown, box.x + head + 1.5, box.top - head / 2 - size * 0.3, face, size)
        y = box.top - head - 1.0
        for row in rows:
            self._field(row, box.x, y, emblem)
            y -= row.height

    def _field(self, row: Row, x: float, y: float, emblem: Emblem) -> None:
        """Draw a label and its whole value from the top down."""
        y -= LABEL_SIZE
        self._literal(fill(self._theme.text_ink(emblem)))
        shown, size = fonts.fit(
            row.label, Face.TEXT, self._private.fields.w, size=LABEL_SIZE, least=LABEL_SIZE * 0.8
        )
        self._text(shown, x, y, Face.TEXT, size)
        self._literal(fill(self._secret_ink(emblem)))
        y -= LABEL_GAP
        for line in row.lines:
            self._text(line, x, y - row.size * _ASCENT, Face.CODE_BOLD, row.size)
            y -= row.size * _LEADING

    def _secret_ink(self, emblem: Emblem) -> Ink:
        """Codes and secrets are black, but on a dark paper."""
        if luminance(self._theme.paper_ink(emblem)) > _BRIGHT and not self._theme.bare:
            return BLACK
        return self._theme.text_ink(emblem)

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
        fonts.line(self._canvas, shown, (x, y), Face.BOLD, size, spacing=track * size)

    def _lines(
        self, lines: tuple[str, ...], x: float, top: float, size: float, *, leading: float = 1.2
    ) -> None:
        """Draw lines from the top down."""
        y = top - size * 0.78
        for line in lines:
            self._text(line, x, y, Face.TEXT, size)
            y -= size * leading

    def _text(self, text: str, x: float, y: float, face: Face, size: float) -> None:
        fonts.line(self._canvas, text, (x, y), face, size)

    def _literal(self, operators: str) -> None:
        self._canvas.addLiteral(operators)


def _name_of(tile: Tile) -> str:
    """Return the name to draw; a tile without one is called by its code."""
    return fonts.clean(tile.name) or group(tile.user)
