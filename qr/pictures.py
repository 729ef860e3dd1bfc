"""The pictures of a theme: read with care, cut to the shape of a tile, and put into the file once."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageOps
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from qr.errors import ThemeError
from qr.plan import Box
from qr.sheet import SheetOptions, Side
from qr.theme import Theme

MAX_PICTURE_BYTES: Final = 8 * 1024 * 1024
MAX_PIXELS: Final = 40_000_000
DPI: Final = 300
_PX_PER_MM: Final = DPI / 25.4
_QUALITY: Final = 90


class Pictures:
    """What there is to draw behind the texts of a theme."""

    def __init__(self, theme: Theme, options: SheetOptions) -> None:
        size = (
            round((options.tile_width_mm + 2 * options.bleed_mm) * _PX_PER_MM),
            round((options.tile_height_mm + 2 * options.bleed_mm) * _PX_PER_MM),
        )
        self._grounds = {
            side: ImageReader(_as_jpeg(ground(theme, side, size)))
            for side, place in _PLACES.items()
            if place in theme.pictures
        }
        self._logo = ImageReader(open_picture(theme.pictures["logo"])) if "logo" in theme.pictures else None

    def draw(self, canvas: Canvas, side: Side, box: Box) -> None:
        """Draw the picture of a side, if there is one, over a box."""
        picture = self._grounds.get(side)
        if picture is not None:
            canvas.drawImage(picture, box.x, box.y, box.w, box.h)

    def draw_logo(self, canvas: Canvas, box: Box) -> bool:
        """Draw the logo as large as a box allows, to the left; False if there is none."""
        if self._logo is None:
            return False
        width, height = self._logo.getSize()
        scale = min(box.w / width, box.h / height)
        canvas.drawImage(self._logo, box.x, box.y, width * scale, height * scale, mask="auto")
        return True


_PLACES: Final = {Side.PUBLIC: "front", Side.PRIVATE: "back"}


def ground(theme: Theme, side: Side, size: tuple[int, int]) -> Image.Image:
    """Return the picture of a side, cut to a size in pixels without being squeezed.

    Raises:
        ThemeError: If it is no picture that can be read.
    """
    return ImageOps.fit(
        open_picture(theme.pictures[_PLACES[side]]).convert("RGB"), size, Image.Resampling.LANCZOS
    )


def open_picture(data: bytes) -> Image.Image:
    """Return a PNG or JPEG file, upright; what is clear stays clear.

    Raises:
        ThemeError: If it is too large, or no such file.
    """
    if len(data) > MAX_PICTURE_BYTES:
        raise ThemeError("A picture of a theme has up to %(most)s MB", most=MAX_PICTURE_BYTES // 2**20)
    try:
        with Image.open(BytesIO(data), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise ThemeError(
                    "A picture of a theme has up to %(most)s million pixels", most=MAX_PIXELS // 10**6
                )
            upright = ImageOps.exif_transpose(picture)
            clear = upright.has_transparency_data
            return upright.convert("RGBA" if clear else "RGB")
    except ThemeError:
        raise
    # Decoders of hostile files fail in many ways; none of them is more than "not a picture we can read".
    except Exception as error:
        raise ThemeError("A picture of the theme can't be read; take a PNG or JPEG") from error


def _as_jpeg(picture: Image.Image) -> BytesIO:
    out = BytesIO()
    picture.save(out, "JPEG", quality=_QUALITY)
    out.seek(0)
    return out
