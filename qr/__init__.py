"""Printed tiles with QR codes: what they say, how they are drawn, and the proof that they can be read.

Stands alone; nothing here knows the game, the ledger or the web. From tiles to a sheet that may be handed out:

    options = SheetOptions(paper=Paper.A4, duplex=Duplex.LONG)
    undrawable(names)                                   # names no font on board can draw: ask for others first
    layout = render_pdf(tiles, options, out, title="Friday")
    verification = verify_pdf(out.getvalue(), layout)   # hand the file out only if verification.ok

Codes and links: `new_code`, `check`, `group`, `pay_link`, `enter_link`, `parse_pay`. On screens: `qr_svg`,
`qr_terminal`, `emblem_for`, `emblem_svg`. From paper: `read_codes` (a sheet), `decode_image` (a photo). All errors are
`QrError`, with a sentence for a person.
"""

from qr.calibrate import render_calibration
from qr.checking import Fault, ReadCode, TileScore
from qr.codes import ALPHABET, CODE_LENGTH, check, group, looks_like_code, new_code, normal
from qr.contrast import check_contrast
from qr.emblems import EMBLEMS, Emblem, emblem_for, emblem_svg
from qr.errors import PayloadError, PictureError, PrivateCode, QrError, SheetError, ThemeError, UndrawableText
from qr.fonts import undrawable
from qr.helper import Helper, helper_for
from qr.imposition import page_count
from qr.labels import LABELS, LabelSheet, label_sheet
from qr.layout import CodeSpot, Layout, Progress
from qr.payload import PayTarget, enter_link, host_of, normal_base, parse_pay, pay_link
from qr.photo import decode_image
from qr.plan import SpotKind, Tile
from qr.png import render_png, render_preview, side_pictures
from qr.printer import Printer, measured
from qr.proof import BAR, Trial
from qr.render import render_cards, render_pdf
from qr.screen import qr_svg, qr_terminal
from qr.sheet import MAX_TILES, CodeKind, Duplex, Fold, Marks, Paper, SheetOptions, Side, tile_size
from qr.symbol import Level, Symbol, encode, encode_for
from qr.theme import COLOUR, INK, THEMES, Design, Theme, read_theme
from qr.verify import Verification, read_codes, verify_pdf
from qr.words import WORDS, Words

__all__ = [
    "ALPHABET",
    "BAR",
    "CODE_LENGTH",
    "COLOUR",
    "EMBLEMS",
    "INK",
    "LABELS",
    "MAX_TILES",
    "THEMES",
    "WORDS",
    "CodeKind",
    "CodeSpot",
    "Design",
    "Duplex",
    "Emblem",
    "Fault",
    "Fold",
    "Helper",
    "LabelSheet",
    "Layout",
    "Level",
    "Marks",
    "Paper",
    "PayTarget",
    "PayloadError",
    "PictureError",
    "Printer",
    "PrivateCode",
    "Progress",
    "QrError",
    "ReadCode",
    "SheetError",
    "SheetOptions",
    "Side",
    "SpotKind",
    "Symbol",
    "Theme",
    "ThemeError",
    "Tile",
    "TileScore",
    "Trial",
    "UndrawableText",
    "Verification",
    "Words",
    "check",
    "check_contrast",
    "decode_image",
    "emblem_for",
    "emblem_svg",
    "encode",
    "encode_for",
    "enter_link",
    "group",
    "helper_for",
    "host_of",
    "label_sheet",
    "looks_like_code",
    "measured",
    "new_code",
    "normal",
    "normal_base",
    "page_count",
    "parse_pay",
    "pay_link",
    "qr_svg",
    "qr_terminal",
    "read_codes",
    "read_theme",
    "render_calibration",
    "render_cards",
    "render_pdf",
    "render_png",
    "render_preview",
    "side_pictures",
    "tile_size",
    "undrawable",
    "verify_pdf",
]
