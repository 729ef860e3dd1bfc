"""How tiles look: two designs that come with the program, and themes that change their colours and pictures.

A theme is a small TOML text:

    name = "Casino night"
    design = "colour"            # what it starts from: colour, or ink (black and white, saves ink)
    network = "Club bank"        # what the bank is called on the tiles

    [colours]                    # "#rrggbb", or "emblem": the colour of each tile's emblem
    frame = "emblem"
    paper = "#fff8e7"            # what is written on; "tint" is a breath of the emblem's colour, "none" the bare frame
    text = "#222222"
    dark = "#000000"             # the codes' modules, and what lies between them
    light = "#ffffff"            # or "none": codes stand on the picture or the paper itself

    [emblems]                    # the colour of any emblem
    crown = "#7b1fa2"

    [pictures]                   # files beside the theme, PNG or JPEG
    front = "felt.jpg"
    back = "felt.jpg"
    logo = "club.png"
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from qr.emblems import EMBLEMS, Emblem
from qr.errors import ThemeError
from qr.paint import BLACK, WHITE, Ink

MAX_THEME: Final = 20_000
"""Characters of a theme."""

NETWORK: Final = "Reckless Companion"

_HEX = re.compile("#[0-9a-f]{6}")
_TINT: Final = 0.07
_MAX_NAME: Final = 40


class Design(StrEnum):
    """What a theme starts from: colour up to the edge, or black lines on bare paper."""

    COLOUR = "colour"
    INK = "ink"


@dataclass(frozen=True, slots=True)
class Theme:
    """How tiles look; a colour of None is that of each tile's emblem.

    Attributes:
        name: What people call it.
        design: What it starts from.
        network: What the bank is called on the tiles.
        frame: Of the band around a tile, which runs up to the edge.
        paper: Of the ground on which texts stand; None if it is a breath of the emblem's colour.
        bare: Whether there is no such ground: texts stand on frame or picture.
        text: Of texts, emblems and lines.
        dark: Of the codes' modules.
        light: Of the square behind them; None if there is no such square.
        inks: Emblem's key to its colour, where a theme changes it.
        pictures: "front", "back" and "logo" to the bytes of a PNG or JPEG file.
    """

    name: str = "colour"
    design: Design = Design.COLOUR
    network: str = NETWORK
    frame: Ink | None = None
    paper: Ink | None = None
    bare: bool = False
    text: Ink | None = None
    dark: Ink = BLACK
    light: Ink | None = WHITE
    inks: Mapping[str, Ink] = field(default_factory=dict)
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)

    def emblem_ink(self, emblem: Emblem) -> Ink:
        """Return the colour of an emblem."""
        return self.inks.get(emblem.key, emblem.ink)

    def text_ink(self, emblem: Emblem) -> Ink:
        """Return the colour of what is written on a tile."""
        return self.text if self.text is not None else self.emblem_ink(emblem)

    def frame_ink(self, emblem: Emblem) -> Ink:
        """Return the colour of a tile's band."""
        return self.frame if self.frame is not None else self.emblem_ink(emblem)

    def paper_ink(self, emblem: Emblem) -> Ink:
        """Return the colour on which a tile's texts stand."""
        if self.bare:
            return self.frame_ink(emblem)
        return self.paper if self.paper is not None else tint(self.emblem_ink(emblem))


COLOUR: Final = Theme()
INK: Final = Theme("ink", Design.INK, frame=WHITE, paper=WHITE, text=BLACK)
THEMES: Final[Mapping[str, Theme]] = {theme.name: theme for theme in (COLOUR, INK)}
"""The designs that come with the program, by name."""


def tint(ink: Ink) -> Ink:
    """Return a breath of a colour on white."""
    return mixed(WHITE, ink, _TINT)


def read_theme(text: str, pictures: Mapping[str, bytes]) -> Theme:
    """Read a theme; whether its colours are far enough apart is for `check_contrast`.

    Args:
        text: The TOML text, from anybody.
        pictures: The files it may name, by name.

    Raises:
        ThemeError: If it can't be read, or names what there is not; the message says what is known.
    """
    if len(text) > MAX_THEME:
        raise ThemeError("A theme has at most %(most)s characters", most=MAX_THEME)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ThemeError("The theme is no TOML that can be read: %(why)s", why=str(error)) from None
    _only(found, ("name", "design", "network", "colours", "emblems", "pictures"), "theme")
    base = THEMES.get(_text(found, "design", "colour"))
    if base is None:
        raise ThemeError("The design is one of: %(known)s", known=", ".join(THEMES))
    theme = replace(
        base,
        name=_text(found, "name", base.name),
        network=_text(found, "network", base.network),
        inks=_emblems(_table(found, "emblems")),
        pictures=_pictures(_table(found, "pictures"), pictures),
    )
    return _coloured(theme, _table(found, "colours"))


def _coloured(theme: Theme, colours: Mapping[str, object]) -> Theme:
    _only(colours, ("frame", "paper", "text", "dark", "light"), "[colours]")
    for name, value in colours.items():
        match name, value:
            case "paper", "tint":
                theme = replace(theme, paper=None, bare=False)
            case "paper", "none":
                theme = replace(theme, bare=True)
            case "light", "none":
                theme = replace(theme, light=None)
            case "frame", _:
                theme = replace(theme, frame=None if value == "emblem" else _ink(name, value))
            case "text", _:
                theme = replace(theme, text=None if value == "emblem" else _ink(name, value))
            case "paper", _:
                theme = replace(theme, paper=_ink(name, value), bare=False)
            case "dark", _:
                theme = replace(theme, dark=_ink(name, value))
            case _:
                theme = replace(theme, light=_ink(name, value))
    return theme


def _emblems(inks: Mapping[str, object]) -> dict[str, Ink]:
    _only(inks, tuple(emblem.key for emblem in EMBLEMS), "[emblems]")
    return {name: _ink(name, value) for name, value in inks.items()}


def _pictures(wanted: Mapping[str, object], files: Mapping[str, bytes]) -> dict[str, bytes]:
    _only(wanted, ("front", "back", "logo"), "[pictures]")
    for name in wanted.values():
        if not isinstance(name, str) or name not in files:
            raise ThemeError("The theme names a picture %(name)s that is not there", name=str(name)[:60])
    return {place: files[str(name)] for place, name in wanted.items()}


def _ink(name: str, value: object) -> Ink:
    text = value.lower() if isinstance(value, str) else ""
    if not _HEX.fullmatch(text):
        raise ThemeError(
            'The colour %(name)s is written like "#1c2a4a", not %(value)s', name=name, value=str(value)[:40]
        )
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _text(found: Mapping[str, object], name: str, otherwise: str) -> str:
    value = found.get(name, otherwise)
    if not isinstance(value, str) or not 1 <= len(value.strip()) <= _MAX_NAME or not value.isprintable():
        raise ThemeError("The %(name)s of a theme has 1 to %(most)s characters", name=name, most=_MAX_NAME)
    return " ".join(value.split())


def _table(found: Mapping[str, object], name: str) -> Mapping[str, object]:
    part = found.get(name, {})
    if not isinstance(part, dict):
        raise ThemeError("In a theme, %(name)s is a table with a line for each value", name=f"[{name}]")
    return part


def _only(found: Mapping[str, object], known: Collection[str], where: str) -> None:
    for name in found:
        if name not in known:
            raise ThemeError(
                "%(where)s has no %(name)s; there are %(known)s",
                where=where,
                name=str(name)[:40],
                known=", ".join(known),
            )


def mixed(ink: Ink, other: Ink, share: float) -> Ink:
    """Return a colour with a share of another in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(ink, other, strict=True))
    return red, green, blue


def luminance(ink: Ink) -> float:
    """Return how much light a colour gives back, 0 to 1 (WCAG 2, relative luminance)."""
    parts = [part / 255 for part in ink]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
