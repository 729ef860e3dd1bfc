"""How much a printed code can bear: five trials with what printers, hands and cameras do to it.

Each trial works on the picture of one code with its quiet zone, at the few pixels a module that a phone sees. How
strong it is, is told in mm where the harm is done on paper: fine modules bear less, and score less.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

import zxingcpp
from PIL import Image, ImageChops, ImageFilter

from qr.symbol import QUIET_MODULES

BAR: Final = 80
"""Score below which a tile should not be printed: it may fail one trial of the five."""

_BLUR_MM: Final = 0.25
_SMEAR_MM: Final = 0.35
# What a wet thumb takes along; and toner that runs out: black becomes grey, paper catches some dust, and now and then a
# stripe is paler still. Each is black and white as they come out.
_WET: Final = (95, 254)
_FAINT: Final = (140, 246)
_STRIPE: Final = (185, 246)
_THUMB: Final = 214
_STRIPE_MM: Final = 0.3
_STRIPES_MM: Final = 6.0
_SHARE_COVERED: Final = 0.25
_FINDER: Final = 9
"""Modules of a corner mark and what belongs to it: without one of the three no decoder begins."""

_QR: Final = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


class Trial(StrEnum):
    """What is done to a code before it is read."""

    BLUR = "blur"
    SMEAR = "smear"
    TONER = "toner"
    TILT = "tilt"
    COVER = "cover"


@dataclass(frozen=True, slots=True)
class Sample:
    """The picture of one code, and its scale.

    Attributes:
        picture: Grey, with the quiet zone.
        modules: Modules per side without the quiet zone.
        px_per_module: Pixels.
        module_mm: Width of a module on paper.
    """

    picture: Image.Image
    modules: int
    px_per_module: float
    module_mm: float

    @property
    def px_per_mm(self) -> float:
        """Pixels in a mm on paper."""
        return self.px_per_module / self.module_mm


def failed_trials(sample: Sample, text: str) -> tuple[Trial, ...]:
    """Return the trials after which a code no longer says its text."""
    return tuple(trial for trial, harm in HARMS.items() if read_one(harm(sample)) != text)


def score(failed: int) -> int:
    """Return the points of a hundred for a number of failed trials."""
    return 100 * (len(Trial) - failed) // len(Trial)


def read_one(picture: Image.Image) -> str | None:
    """Return what the code in a picture says, or None."""
    code = zxingcpp.read_barcode(
        picture, formats=_QR, try_rotate=False, try_downscale=False, try_invert=False
    )
    return code.text if code is not None else None


def blurred(sample: Sample) -> Image.Image:
    """Return the code as an eye of glass sees it that is not focused."""
    return sample.picture.filter(ImageFilter.BoxBlur(_BLUR_MM * sample.px_per_mm))


def smeared(sample: Sample) -> Image.Image:
    """Return the code after a wet thumb drew its ink to the right."""
    reach = max(1, round(_SMEAR_MM * sample.px_per_mm))
    drawn, pale = sample.picture, _paled(sample.picture, *_WET)
    for step in range(1, reach + 1):
        drawn = ImageChops.darker(drawn, ImageChops.offset(pale, step, 0))
    return drawn


def faint(sample: Sample) -> Image.Image:
    """Return the code from a printer that runs out of toner."""
    picture = _paled(sample.picture, *_FAINT)
    stripe = _paled(sample.picture, *_STRIPE)
    width, period = (max(1, round(mm * sample.px_per_mm)) for mm in (_STRIPE_MM, _STRIPES_MM))
    for x in range(period // 2, picture.width, period):
        box = (x, 0, min(x + width, picture.width), picture.height)
        picture.paste(stripe.crop(box), box)
    return picture


def tilted(sample: Sample) -> Image.Image:
    """Return the code before a phone that is held askew: turned by seven degrees, leaning back by a tenth."""
    picture = sample.picture
    return picture.transform(
        picture.size,
        Image.Transform.PERSPECTIVE,
        _askew(picture.width, picture.height),
        Image.Resampling.BILINEAR,
        fillcolor=255,
    )


@lru_cache(maxsize=64)
def _askew(width: int, height: int) -> tuple[float, ...]:
    """Return what takes a place in the tilted picture to its place in the straight one, about the middle."""
    turn, lean, away = radians(7), 0.1 / height, 1.06
    x, y = width / 2, height / 2
    cosine, sine = cos(turn) * away, sin(turn) * away
    # Numerators shift back to the middle what the denominator, 1 at the middle, divides.
    g, h = 0.0, lean
    scale = 1 - g * x - h * y
    a, b, d, e = cosine + x * g, sine + x * h, -sine + y * g, cosine + y * h
    c = x - cosine * x - sine * y - x * (g * x + h * y)
    f = y + sine * x - cosine * y - y * (g * x + h * y)
    return tuple(part / scale for part in (a, b, c, d, e, f, g, h))


def covered(sample: Sample) -> Image.Image:
    """Return the code with a thumb on its right edge, over a quarter of its area."""
    n, px = sample.modules, sample.px_per_module
    wide, high = _thumb(n)
    right, bottom = (QUIET_MODULES + n) * px, (QUIET_MODULES + n) * px
    picture = sample.picture.copy()
    picture.paste(_THUMB, (round(right - wide * px), round(bottom - high * px), round(right), round(bottom)))
    return picture


def _thumb(modules: int) -> tuple[int, int]:
    """Return width and height in modules of a quarter of a code's area that leaves its corner marks alone."""
    area = modules * modules * _SHARE_COVERED
    wide = 2
    while area / wide > modules - _FINDER:
        wide += 2
    return wide, round(area / wide)


def _paled(picture: Image.Image, dark: int, light: int) -> Image.Image:
    """Return a picture whose black and white are these two greys."""
    share = (light - dark) / 255
    return Image.blend(_even(picture.size, round(dark / (1 - share))), picture, share)


@lru_cache(maxsize=64)
def _even(size: tuple[int, int], shade: int) -> Image.Image:
    return Image.new("L", size, shade)


HARMS: Final[Mapping[Trial, Callable[[Sample], Image.Image]]] = {
    Trial.BLUR: blurred,
    Trial.SMEAR: smeared,
    Trial.TONER: faint,
    Trial.TILT: tilted,
    Trial.COVER: covered,
}
