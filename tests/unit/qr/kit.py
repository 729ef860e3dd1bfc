"""Tiles and sheets for the tests of printed codes."""

import random
from io import BytesIO

from qr import Helper, Layout, SheetOptions, Tile, enter_link, new_code, pay_link, render_pdf
from qr.codes import ALPHABET

BASE = "https://play.reckless.example.org"
BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
AWKWARD_NAMES = (
    "Łukasz",
    "Ελένη Παπαδοπούλου",
    "Дмитрий",
    "Nguyễn Thị Minh Khai",
    "W" * 64,
    "Maximilian von Hohenzollern-Sigmaringen the Third, Esquire",
)


def tiles(
    count: int, *, base: str = BASE, names: tuple[str, ...] = ("Brass Heron",), seed: int = 7
) -> list[Tile]:
    """Make tiles that are the same every time."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        user = new_code(chance.randbytes, emblem=number % 12)
        made.append(
            Tile(
                user=user,
                name=names[number % len(names)],
                password="".join(chance.choices(ALPHABET, k=9)),
                pay_url=pay_link(base, user),
                enter_url=enter_link(base, "".join(chance.choices(BASE64URL, k=22))),
                address=base.removeprefix("https://"),
                label="Friday Night",
            )
        )
    return made


def sheet(
    made: list[Tile], options: SheetOptions | None = None, helper: Helper | None = None
) -> tuple[bytes, Layout]:
    """Render tiles, and return the file and its layout."""
    out = BytesIO()
    layout = render_pdf(
        made, options or SheetOptions(), out, title="Friday Night", note="30 November 2026", helper=helper
    )
    return out.getvalue(), layout
