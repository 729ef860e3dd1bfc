"""Making a printable sheet, and the gate that every sheet must pass."""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Final

import qr
from app.errors import Invalid, Unprintable
from app.services.codes import in_words

Progress = Callable[[int, int], None]

BAR = qr.BAR
"""Points of a hundred that every tile should reach."""

SHOWN_FAULTS = 5
SHOP_BLEED_MM = 3.0
WIDEST_GAP_MM = 30.0
"""What print shops ask for."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What is printed on a tile; holds its secrets."""

    user: str
    name: str
    password: str
    pay_url: str
    enter_url: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that may be handed out: every code on it was read back and says what it must.

    Attributes:
        pdf: The file.
        tiles: How many.
        pages: How many.
        codes_read: How many.
        smallest_module_um: The narrowest dark or light square of all codes, in thousandths of a millimetre.
        warnings: Sentences for the organizer.
        score: What the codes can bear, 0 to 100: the mean of its tiles.
        weak: The tiles below the bar, the weakest first.
    """

    pdf: bytes
    tiles: int
    pages: int
    codes_read: int
    smallest_module_um: int
    warnings: tuple[str, ...]
    score: int = 100
    weak: tuple["WeakTile", ...] = ()


@dataclass(frozen=True, slots=True)
class WeakTile:
    """A tile below the bar, and what each of its codes could not bear: blur, smear, toner, tilt or cover."""

    user: str
    score: int
    failed: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How tiles are to look, in names.

    Attributes:
        design: A design of the program, or a theme that is kept.
        language: Of what players read, such as "en".
        printer: A printer that was measured, or empty.
        theme: A theme that is kept nowhere, instead of `design`.
    """

    design: str = "colour"
    language: str = "en"
    printer: str = ""
    theme: qr.Theme | None = None


USUAL: Final = Look()
"""What a sheet looks like if nothing is said."""

_LOOK: Final = ("design", "language", "printer")


@dataclass(frozen=True, slots=True)
class Style:
    """What a look comes to; `address` is what people type who can't scan."""

    theme: qr.Theme
    words: qr.Words
    printer: qr.Printer
    address: str


def make_sheet(
    label: str,
    tiles: Sequence[Tile],
    options: qr.SheetOptions,
    *,
    style: Style,
    progress: Progress | None = None,
) -> Sheet:
    """Draw a sheet, rasterize it, and read every code on it back.

    Args:
        label: Of the print run.
        tiles: In order.
        options: Paper, sizes, sides.
        style: How it looks.
        progress: Told (tiles drawn and codes read, all of them).

    Raises:
        Invalid: If the options can't be printed.
        Unprintable: If a code can't be read or says something else: then nothing is handed out.
    """
    out = io.BytesIO()
    with in_words("options"), qr.helper_for(qr.page_count(len(tiles), options)) as helper:
        layout = qr.render_pdf(
            to_print(label, tiles, style.address),
            options,
            out,
            title=label,
            words=style.words,
            theme=style.theme,
            printer=style.printer,
            progress=progress,
            helper=helper,
        )
        return _proved(out.getvalue(), layout, progress, helper)


def make_bundle(
    label: str,
    tiles: Sequence[Tile],
    options: qr.SheetOptions,
    *,
    style: Style,
    progress: Progress | None = None,
) -> Sheet:
    """Draw one half of a tile on a page of its size, for a print shop, and read every code back.

    Of the options only the tile's size, the code and the bleed matter; without a bleed it is what print shops ask for.

    Raises:
        Invalid: If the options can't be printed.
        Unprintable: If a code can't be read or says something else: then nothing is handed out.
    """
    out = io.BytesIO()
    with in_words("options"), qr.helper_for(2 * len(tiles)) as helper:
        layout = qr.render_cards(
            to_print(label, tiles, style.address),
            _for_print_shop(options),
            out,
            title=label,
            words=style.words,
            theme=style.theme,
            helper=helper,
        )
        return _proved(out.getvalue(), layout, progress, helper)


def _for_print_shop(options: qr.SheetOptions) -> qr.SheetOptions:
    bleed = options.bleed_mm or SHOP_BLEED_MM
    return qr.SheetOptions(
        tile_width_mm=options.tile_width_mm,
        tile_height_mm=options.tile_height_mm,
        duplex=qr.Duplex.LONG,
        code=options.code,
        bleed_mm=bleed,
        gap_mm=2 * bleed,
        margin_mm=4,
    )


def _proved(pdf: bytes, layout: qr.Layout, progress: Progress | None, helper: qr.Helper | None) -> Sheet:
    result = qr.verify_pdf(pdf, layout, progress=progress, helper=helper)
    if not result.ok:
        raise Unprintable(
            "This sheet is not handed out: %(count)d of its codes can't be read or say something else (%(faults)s).",
            count=max(len(result.faults), result.codes_expected - result.codes_read),
            faults="; ".join(
                f"page {fault.page} {fault.user}: {fault.message}" for fault in result.faults[:SHOWN_FAULTS]
            ),
        )
    return Sheet(
        pdf=pdf,
        tiles=layout.tiles,
        pages=layout.pages,
        codes_read=result.codes_read,
        smallest_module_um=round(result.min_module_mm * 1000),
        warnings=result.warnings,
        score=result.score,
        weak=tuple(
            WeakTile(tile.user, tile.score, tuple((kind.value, trial.value) for kind, trial in tile.failed))
            for tile in sorted(result.below, key=lambda tile: tile.score)
        ),
    )


def read_options(values: Mapping[str, str]) -> qr.SheetOptions:
    """How a sheet is to look, as written in an address, a form or a command.

    Args:
        values: Any of paper (a4, letter), tile (like 85x54), gap and margin (mm), duplex (none, long, short), marks
            (crop, lines, none), code (link, user, both), fold (side, top), bleed (mm; the gap grows with it), skip
            (places used already), labels (a label sheet's code, which then says paper, size, gap and marks). What is
            not named is as usual.

    Raises:
        Invalid: If one of them is unknown, can't be read or does not fit; the field names it.
    """
    chosen: dict[str, Any] = {}
    for name, text in values.items():
        read = _READ.get(name)
        if read is None:
            raise Invalid("A sheet has no option %(name)s.", field=name[:40], name=name[:40])
        chosen |= read(name, text.strip())
    labels = chosen.pop("labels", "")
    try:
        if not chosen.get("gap_mm") and chosen.get("bleed_mm"):
            # A bleed that is too large is told by its own name: the gap was never set.
            qr.SheetOptions(
                bleed_mm=chosen["bleed_mm"], gap_mm=min(max(2 * chosen["bleed_mm"], 0.0), WIDEST_GAP_MM)
            )
        chosen["gap_mm"] = chosen.get("gap_mm") or 2 * chosen.get("bleed_mm", 0.0)
        if labels:
            with in_words("labels"):
                return _on_labels(labels, chosen)
        return qr.SheetOptions(**chosen)
    except qr.SheetError as error:
        # Few are measured alone; all else is about tiles that are too large for the paper.
        measured = str(error.facts.get("what"))
        with in_words(measured if measured in ("gap", "margin", "bleed", "skip") else "tile"):
            raise


def what_is_wrong(values: Mapping[str, str]) -> Invalid | None:
    """Why `read_sheet` would refuse these, for a form that is shown again with what was typed; None if it would not."""
    try:
        read_sheet(values)
    except Invalid as refused:
        return refused
    return None


def read_sheet(values: Mapping[str, str]) -> tuple[qr.SheetOptions, Look]:
    """How a sheet is to be laid out and to look; as `read_options`, with design, language and printer besides.

    Raises:
        Invalid: If one of them is unknown, can't be read or does not fit; the field names it.
    """
    named = {name: value.strip() for name, value in values.items() if name in _LOOK}
    rest = {name: value for name, value in values.items() if name not in _LOOK}
    look = Look(
        design=named.get("design") or USUAL.design,
        language=named.get("language") or USUAL.language,
        printer=named.get("printer", ""),
    )
    return read_options(rest), look


def _on_labels(code: str, chosen: Mapping[str, Any]) -> qr.SheetOptions:
    return qr.SheetOptions.on_labels(
        code,
        duplex=chosen.get("duplex", qr.Duplex.NONE),
        pay_code=chosen.get("code", qr.CodeKind.LINK),
        skip=chosen.get("skip", 0),
    )


def _choice(kind: type[StrEnum], name: str, text: str) -> dict[str, Any]:
    known = [str(member) for member in kind]
    if text.lower() not in known:
        raise Invalid("Choose one of: %(known)s.", field=name, known=", ".join(known))
    return {name: kind(text.lower())}


def _millimetres(name: str, text: str) -> dict[str, Any]:
    try:
        return {f"{name}_mm": float(text)}
    except ValueError:
        raise Invalid("The %(name)s is a number of millimetres, like 2.5.", field=name, name=name) from None


def _count(name: str, text: str) -> dict[str, Any]:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise Invalid("A whole number is wanted here.", field=name)
    return {name: int(text)}


def _labels(name: str, text: str) -> dict[str, Any]:
    if not text or text == "none":
        return {}
    with in_words(name):
        return {name: qr.label_sheet(text).code}


def _tile(name: str, text: str) -> dict[str, Any]:
    with in_words(name):
        width, height = qr.tile_size(text)
    return {"tile_width_mm": width, "tile_height_mm": height}


_READ: Mapping[str, Callable[[str, str], dict[str, Any]]] = {
    "paper": partial(_choice, qr.Paper),
    "tile": _tile,
    "gap": _millimetres,
    "margin": _millimetres,
    "duplex": partial(_choice, qr.Duplex),
    "marks": partial(_choice, qr.Marks),
    "code": partial(_choice, qr.CodeKind),
    "fold": partial(_choice, qr.Fold),
    "bleed": _millimetres,
    "skip": _count,
    "labels": _labels,
}


def label_sheets() -> tuple[str, ...]:
    """The codes of all label sheets."""
    return tuple(qr.LABELS)


def make_pictures(
    label: str,
    tiles: Sequence[Tile],
    options: qr.SheetOptions,
    folder: Path,
    *,
    style: Style,
    progress: Progress | None = None,
) -> tuple[Path, ...]:
    """Write two pictures of every tile into a folder, each after its codes were read back.

    Raises:
        Invalid: If a tile can't be drawn, or a code on it can't be read back.
    """
    with in_words("options"):
        return qr.render_png(
            to_print(label, tiles, style.address),
            options,
            folder,
            words=style.words,
            theme=style.theme,
            progress=progress,
        )


def to_print(label: str, tiles: Sequence[Tile], address: str) -> list[qr.Tile]:
    """The tiles as the print package takes them."""
    return [
        qr.Tile(
            user=tile.user,
            name=tile.name,
            password=tile.password,
            pay_url=tile.pay_url,
            enter_url=tile.enter_url,
            address=address,
            label=label,
        )
        for tile in tiles
    ]


def check_printable(texts: Sequence[str]) -> None:
    """Raise Invalid if one of these texts has a character that no embedded font has."""
    with in_words("label"):
        missing = qr.undrawable(texts)
        if missing:
            raise qr.UndrawableText(missing)
