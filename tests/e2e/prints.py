"""Reading codes as phones do: off a printed sheet, off a screen, and as a picture before a camera."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page

import qr
from qr.raster import rasters

VIEW = (960, 720)
"""Pixels of the picture that a camera sees."""


def codes_of(pdf: bytes) -> tuple[qr.ReadCode, ...]:
    """All codes of a sheet, read off its pages."""
    return tuple(qr.read_codes(pdf))


def links_of(pdf: bytes) -> dict[str, tuple[str, str]]:
    """The public and the private link of every tile on a sheet, by its user, read off its pages.

    The private code of a tile lies beside its public one, so they are paired by their nearness.
    """
    codes = codes_of(pdf)
    public = [code for code in codes if "/pay/" in code.text]
    private = [code for code in codes if "/enter#" in code.text]
    assert len(public) == len(private) > 0
    pairs = {}
    for front in public:
        back = min(
            (code for code in private if code.page == front.page),
            key=lambda code: abs(code.x_mm - front.x_mm) + abs(code.y_mm - front.y_mm),
        )
        pairs[qr.parse_pay(front.text).user] = (front.text, back.text)
    return pairs


def code_on(screen: Page | Locator) -> str:
    """The one code that a screen shows, read from a screenshot of it."""
    (text,) = set(read(screen.screenshot()))
    return text


def read(picture: bytes) -> tuple[str, ...]:
    """What a decoder reads that, like many phones, does not look for codes with the colours turned round."""
    options = {"formats": zxingcpp.BarcodeFormat.QRCode, "try_invert": False}
    return tuple(
        found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(picture)).convert("L"), **options)
    )


def photo_of(pdf: bytes, text: str) -> bytes:
    """A photo of the tile on which this code is: the sheet's own pixels, on a table top, as JPEG."""
    out = BytesIO()
    _on_the_table(pdf, text).save(out, "JPEG", quality=85)
    return out.getvalue()


def film_of(pdf: bytes, texts: Iterable[str], to: Path, *, frames: int = 15) -> Path:
    """A film for a pretended camera: the tiles of these codes are held before it one after the other, for ever."""
    with to.open("wb") as film:
        for text in texts:
            film.write(photo_of(pdf, text) * frames)
    return to


def _on_the_table(pdf: bytes, text: str) -> Image.Image:
    code = next(code for code in codes_of(pdf) if code.text == text)
    page = next(raster for raster in rasters(pdf, 300) if raster.page == code.page)
    half_x, half_y = code.size_mm * 0.95 * page.px_x, code.size_mm * 0.7 * page.px_y
    x, y = code.x_mm * page.px_x, code.y_mm * page.px_y
    tile = page.picture.crop((round(x - half_x), round(y - half_y), round(x + half_x), round(y + half_y)))
    tile.thumbnail((VIEW[0] * 3 // 4, VIEW[1] * 3 // 4))
    picture = Image.new("RGB", VIEW, (96, 72, 52))
    picture.paste(tile, ((VIEW[0] - tile.width) // 2, (VIEW[1] - tile.height) // 2))
    return picture
