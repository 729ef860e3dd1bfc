"""Whether codes and texts stand out: measured on what a theme makes of a tile, and refused with the figures."""

from typing import Final

from PIL import Image, ImageDraw

from qr.emblems import EMBLEMS, Emblem
from qr.errors import ThemeError
from qr.paint import WHITE, Ink
from qr.pictures import ground
from qr.plan import Box, private_plan, public_plan
from qr.sheet import SheetOptions, Side
from qr.theme import Theme, luminance

CODE_CONTRAST: Final = 70
"""Of a hundred: how much more light the light modules must give back than the dark ones (ISO/IEC 15415, grade A)."""

TEXT_CONTRAST: Final = 4.5
"""Ratio of text to ground (WCAG 2, level AA)."""

_PX_PER_MM: Final = 4
# Of a picture's pixels so many of a hundred may be worse: grain is not what a text is lost in.
_GRAIN: Final = 2


def check_contrast(theme: Theme, options: SheetOptions) -> int:
    """Refuse a theme whose codes phones would miss, or whose texts people could not read.

    Args:
        theme: The theme.
        options: Size of a tile and kind of code, for where things stand on its pictures.

    Returns:
        How bright the ground of the codes is at its darkest, 0 to 255.

    Raises:
        ThemeError: Saying what was measured, and what is needed.
    """
    darkest = 255
    for emblem in EMBLEMS if _differs(theme) else EMBLEMS[:1]:
        for side in Side:
            picture = _picture(theme, side, options, emblem)
            codes, texts = _places(side, options)
            for box in codes:
                darkest = min(darkest, _check_code(theme, side, picture, box, options))
            for box in texts:
                _check_text(theme, emblem, side, picture, box, options)
    return darkest


def _differs(theme: Theme) -> bool:
    """Whether anything that is measured follows the emblem's colour."""
    return theme.text is None or theme.paper is None or theme.frame is None


def _places(side: Side, options: SheetOptions) -> tuple[list[Box], list[Box]]:
    """Return where codes and texts stand on a half."""
    if side is Side.PUBLIC:
        front = public_plan(options)
        captions = [box for panel in front.panels for box in (panel.caption, panel.foot) if box.h]
        return [panel.box for panel in front.panels], [front.heading, *captions]
    back = private_plan(options)
    return [back.panel.box], [back.panel.caption, back.fields, *back.steps]


def _picture(theme: Theme, side: Side, options: SheetOptions, emblem: Emblem) -> Image.Image:
    """Draw, coarsely, all that lies under codes and texts; the bleed is left out."""
    size = round(options.tile_width_mm * _PX_PER_MM), round(options.tile_height_mm * _PX_PER_MM)
    place = "front" if side is Side.PUBLIC else "back"
    picture = (
        ground(theme, side, size)
        if place in theme.pictures
        else Image.new("RGB", size, theme.frame_ink(emblem))
    )
    if not theme.bare:
        front = public_plan(options)
        inner = front.band.inset(front.swing + 0.45) if side is Side.PUBLIC else private_plan(options).frame
        ImageDraw.Draw(picture).rectangle(_pixels(inner, options), fill=theme.paper_ink(emblem))
    return picture


def _pixels(box: Box, options: SheetOptions) -> tuple[int, int, int, int]:
    top, bottom = options.tile_height_mm - box.top, options.tile_height_mm - box.y
    left, upper, right, lower = (round(edge * _PX_PER_MM) for edge in (box.x, top, box.right, bottom))
    return left, upper, max(left + 1, right), max(upper + 1, lower)


def _check_code(theme: Theme, side: Side, picture: Image.Image, box: Box, options: SheetOptions) -> int:
    dark = luminance(theme.dark)
    light = theme.light or _worst(picture.crop(_pixels(box, options)), theme.dark, grain=0)
    contrast = round((luminance(light) - dark) * 100)
    if contrast < CODE_CONTRAST:
        raise ThemeError(
            "The codes of the %(side)s side stand out by %(found)s of 100, phones need %(needed)s: make “dark” darker,"
            " or “light” lighter (#ffffff is best)",
            side=side.value,
            found=contrast,
            needed=CODE_CONTRAST,
        )
    return _grey(light)


def _check_text(
    theme: Theme, emblem: Emblem, side: Side, picture: Image.Image, box: Box, options: SheetOptions
) -> None:
    ink = theme.text_ink(emblem)
    under = _worst(picture.crop(_pixels(box, options)), ink, grain=_GRAIN)
    ratio = contrast_ratio(ink, under)
    if ratio < TEXT_CONTRAST:
        raise ThemeError(
            "Texts of the %(side)s side (%(emblem)s) have a contrast of %(found).1f to 1, people need %(needed)g: take"
            " another “text”, another “paper”, or a calmer picture",
            side=side.value,
            emblem=emblem.key,
            found=ratio,
            needed=TEXT_CONTRAST,
        )


def contrast_ratio(ink: Ink, other: Ink) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2)."""
    brighter, darker = sorted((luminance(ink), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def _worst(part: Image.Image, ink: Ink, *, grain: int) -> Ink:
    """Return the colour in a part of a picture from which an ink stands out least."""
    found = part.getcolors(part.width * part.height) or []
    colours = [
        ((colour[0], colour[1], colour[2]), count) for count, colour in found if isinstance(colour, tuple)
    ]
    ranked = sorted((contrast_ratio(ink, colour), colour, count) for colour, count in colours)
    passed, enough = 0, part.width * part.height * grain // 100
    for _, colour, count in ranked:
        passed += count
        if passed > enough:
            return colour
    return WHITE


def _grey(ink: Ink) -> int:
    red, green, blue = ink
    return (299 * red + 587 * green + 114 * blue) // 1000
