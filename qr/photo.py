"""Reading codes from a picture that somebody uploaded: a phone's photo of a tile, or anything at all."""

from collections.abc import Iterator
from contextlib import nullcontext
from io import BytesIO
from threading import Lock
from typing import Final

import zxingcpp
from PIL import Image, ImageOps

from qr.errors import PictureError

MAX_BYTES: Final = 12 * 1024 * 1024
MAX_PIXELS: Final = 50_000_000
"""Pixels of a picture that has to be unpacked whole. Of a usual JPEG four times as many are taken: it is
unpacked smaller."""

LARGE_PIXELS: Final = 4_000_000
"""What has more is unpacked while no other such picture is: a file of kilobytes can take hundreds of megabytes. The
frames of a camera have less, so that scanning waits for nobody."""

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF", "BMP")
# A code that fills a fifth of the picture's width still has six pixels a module at this size.
_WANTED_SIDE: Final = 1_600
_MAX_CODES: Final = 20
_BAND: Final = 256
_one_large: Final = Lock()
_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def decode_image(data: bytes) -> tuple[str, ...]:
    """Return what the QR codes in a picture say.

    Args:
        data: The file as it was uploaded; it may be anything.

    Returns:
        The texts, each once, from top to bottom; empty if no code is seen.

    Raises:
        PictureError: If the file is too large, or no picture of a kind we read.
    """
    if not data:
        raise PictureError("The picture is empty")
    if len(data) > MAX_BYTES:
        raise PictureError("The picture is larger than %(most)s MB", most=MAX_BYTES // 2**20)
    picture = _open(data)
    for attempt in _attempts(picture):
        texts = _read(attempt)
        if texts:
            return texts
    return ()


def _open(data: bytes) -> Image.Image:
    """Return the picture in grey, upright, on white, and not much larger than needed."""
    try:
        with Image.open(BytesIO(data), formats=_FORMATS) as picture:
            # The size comes from the file's head, before anything is unpacked.
            most = MAX_PIXELS * 4 if _unpacks_smaller(picture) else MAX_PIXELS
            if picture.width * picture.height > most or max(picture.size) > 65_000:
                raise PictureError(
                    "The picture has too many pixels: %(width)s x %(height)s", **_size(picture)
                )
            with _one_large if picture.width * picture.height > LARGE_PIXELS else nullcontext():
                return _unpacked(picture)
    except PictureError:
        raise
    # Decoders of hostile files fail in many ways; none of them is more than "not a picture we can read".
    except Exception as error:
        raise PictureError("This is not a picture we can read; take a JPEG or PNG") from error


def _size(picture: Image.Image) -> dict[str, int]:
    return {"width": picture.width, "height": picture.height}


def _unpacks_smaller(picture: Image.Image) -> bool:
    """Whether the size asked for saves memory; a progressive JPEG is kept whole in between."""
    return picture.format == "JPEG" and "progressive" not in picture.info


def _unpacked(picture: Image.Image) -> Image.Image:
    picture.draft("L", (_WANTED_SIDE, _WANTED_SIDE))
    if picture.width * picture.height > MAX_PIXELS:
        raise PictureError("The picture has too many pixels: %(width)s x %(height)s", **_size(picture))
    ImageOps.exif_transpose(picture, in_place=True)
    grey = _grey(picture)
    if max(grey.size) > 3 * _WANTED_SIDE:
        grey.thumbnail((2 * _WANTED_SIDE, 2 * _WANTED_SIDE))
    return grey


def _grey(picture: Image.Image) -> Image.Image:
    if picture.mode not in ("RGBA", "LA", "PA", "P"):
        return picture.convert("L")
    grey = Image.new("L", picture.size)
    # Band by band: with all of its colours on a ground, a large picture takes three times the memory.
    for top in range(0, picture.height, _BAND):
        box = (0, top, picture.width, min(top + _BAND, picture.height))
        layered = picture.crop(box).convert("RGBA")
        ground = Image.new("RGBA", layered.size, (255, 255, 255, 255))
        grey.paste(Image.alpha_composite(ground, layered).convert("L"), box)
    return grey


def _attempts(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield the picture at sizes worth trying: as wanted first, then all there is, then blurred by shrinking."""
    longest = max(picture.size)
    if longest > _WANTED_SIDE:
        yield _shrunk(picture, _WANTED_SIDE)
        yield picture
        yield _shrunk(picture, _WANTED_SIDE // 2)
        return
    yield picture
    if longest < 500:
        yield picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.BICUBIC)


def _shrunk(picture: Image.Image, side: int) -> Image.Image:
    small = picture.copy()
    small.thumbnail((side, side))
    return small


def _read(picture: Image.Image) -> tuple[str, ...]:
    found = zxingcpp.read_barcodes(picture, formats=_QR)
    ordered = sorted(found, key=lambda code: (code.position.top_left.y, code.position.top_left.x))
    return tuple(dict.fromkeys(code.text for code in ordered if code.valid))[:_MAX_CODES]
