"""From PDF pages to pixels, one page in memory at a time."""

from collections.abc import Iterable, Iterator, Mapping
from ctypes import c_ubyte
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Final

import pypdfium2
from PIL import Image
from pypdfium2.raw import FPDFBitmap_Gray

from qr.errors import SheetError

MAX_PDF_BYTES: Final = 64 * 1024 * 1024
MAX_PAGES: Final = 10_000

_MAX_SIDE_PT: Final = 1_300.0

# PDFium is not made for threads. One page at a time, so that others get their turn between two pages.
_pdfium: Final = Lock()


@dataclass(frozen=True, slots=True)
class Raster:
    """A page as a picture, and its scale: rounded to whole pixels, it differs by a little in the two directions.

    Attributes:
        page: Page, from 1.
        pages: Number of pages of the file.
        picture: Grey or in colour.
        pixels: Rows of a grey picture as they lie in memory: the two are one. None in colour.
        px_x: Pixels per mm from left to right.
        px_y: Pixels per mm from top to bottom.
    """

    page: int
    pages: int
    picture: Image.Image
    px_x: float
    px_y: float
    pixels: memoryview | None = None


def page_numbers(pdf: bytes) -> range:
    """Return the numbers of a file's pages, from 1.

    Raises:
        SheetError: If the file is no PDF that can be read, or larger than any sheet of ours.
    """
    document = _opened(pdf)
    with _pdfium:
        count = len(document)
        document.close()
    return range(1, count + 1)


def rasters(
    pdf: bytes, dpi: int | Mapping[int, int], *, only: Iterable[int] | None = None, colour: bool = False
) -> Iterator[Raster]:
    """Yield the pages of a file as pictures.

    Args:
        pdf: A PDF file; it may be anything.
        dpi: Dots per inch, or those of each page that is wanted.
        only: The pages that are wanted, from 1; all of them if None.
        colour: Whether the pictures are in colour, or else grey.

    Raises:
        SheetError: If the file is no PDF that can be read, or larger than any sheet of ours.
    """
    document = _opened(pdf)
    try:
        count = len(document)
        for page in only if only is not None else range(1, count + 1):
            dots = dpi if isinstance(dpi, int) else dpi[page]
            with _pdfium:
                raster = _raster(document, page - 1, count, dots, colour=colour)
            yield raster
    finally:
        with _pdfium:
            document.close()


def _opened(pdf: bytes) -> pypdfium2.PdfDocument:
    if len(pdf) > MAX_PDF_BYTES:
        raise SheetError("The file is larger than %(most)s MB", most=MAX_PDF_BYTES // 2**20)
    try:
        with _pdfium:
            document = pypdfium2.PdfDocument(pdf)
            count = len(document)
            if count > MAX_PAGES:
                document.close()
    except pypdfium2.PdfiumError as error:
        raise SheetError("This is not a PDF file that can be read") from error
    if count > MAX_PAGES:
        raise SheetError("The file has more than %(most)s pages", most=MAX_PAGES)
    return document


def _raster(document: pypdfium2.PdfDocument, number: int, count: int, dpi: int, *, colour: bool) -> Raster:
    try:
        page = document[number]
        width, height = page.get_size()
        if max(width, height) > _MAX_SIDE_PT:
            raise SheetError("Page %(page)s is larger than any paper we print on", page=number + 1)
        if colour:
            pixels, picture = None, _in_colour(page, dpi)
        else:
            pixels, picture = _grey(page, dpi)
        page.close()
    except pypdfium2.PdfiumError as error:
        raise SheetError("Page %(page)s can't be read", page=number + 1) from error
    mm = 25.4 / 72
    return Raster(
        number + 1, count, picture, picture.width / (width * mm), picture.height / (height * mm), pixels
    )


def _in_colour(page: pypdfium2.PdfPage, dpi: int) -> Image.Image:
    bitmap = page.render(scale=dpi / 72)
    picture: Image.Image = bitmap.to_pil()
    bitmap.close()
    return picture


def _grey(page: pypdfium2.PdfPage, dpi: int) -> tuple[memoryview, Image.Image]:
    """Rasterize into memory of our own, which a picture and readers of codes look at without a copy."""
    width, height = (ceil(side * dpi / 72) for side in page.get_size())
    memory = bytearray(width * height)
    bitmap = pypdfium2.PdfBitmap.new_native(
        width, height, FPDFBitmap_Gray, buffer=(c_ubyte * len(memory)).from_buffer(memory)
    )
    page.render(scale=dpi / 72, grayscale=True, bitmap_maker=lambda *_, **__: bitmap)
    bitmap.close()
    picture = Image.frombuffer("L", (width, height), memory, "raw", "L", 0, 1)
    picture.readonly = 0  # or whoever draws into it would get a copy
    return memoryview(memory).cast("B", (height, width)), picture
