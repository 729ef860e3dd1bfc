"""The gate before a sheet is handed out: every page is rasterized, every code read and compared with what it must say.

The picture is what a printer would get. A code must lie at its place, say its text, and have four light modules around
it that are measured in pixels. Then it is harmed in five ways and read again, which gives its tile a score. Page by
page, so that memory does not grow with the sheet; of a large sheet another process takes half.
"""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Final

from qr.checking import PX_PER_MODULE, Fault, ReadCode, Tally, TileScore, decode
from qr.layout import CodeSpot, Layout, Progress
from qr.plan import MODULE_LEAST_MM
from qr.proof import BAR
from qr.raster import Raster, page_numbers, rasters

DPI: Final = 300
"""Dots per inch for codes of unknown size; a page of known codes is rasterized with as many as they need."""

_DPI_LEAST: Final = 110

PAGES_FOR_TWO: Final = 60
"""From so many pages on it pays to start another process, which costs a third of a second."""

_SHARE_OF_OTHER: Final = 0.45

Spots = Mapping[int, Sequence[CodeSpot]]
"""Page to the codes on it."""

Work = tuple[bytes, range, Spots, Mapping[int, int], int]
"""A sheet, the pages of it to check, their codes, dots per inch of each, and how bright the codes' ground is."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What the gate found.

    Attributes:
        faults: All faults in the order of the pages; empty if the sheet may be handed out.
        codes_read: Codes that said what they must.
        codes_expected: Codes that should be there.
        min_module_mm: Narrowest module as measured on the pages, in mm.
        min_quiet_modules: Narrowest quiet zone as measured, in modules; at most what is asked for.
        warnings: Sentences for the organizer.
        scores: What each tile can bear, in their order.
    """

    faults: tuple[Fault, ...]
    codes_read: int
    codes_expected: int
    min_module_mm: float
    min_quiet_modules: float
    warnings: tuple[str, ...]
    scores: tuple[TileScore, ...] = ()

    @property
    def score(self) -> int:
        """Points of the whole sheet: the mean of its tiles, 0 to 100."""
        return sum(tile.score for tile in self.scores) // max(1, len(self.scores))

    @property
    def below(self) -> tuple[TileScore, ...]:
        """The tiles below the bar."""
        return tuple(tile for tile in self.scores if tile.score < BAR)

    @property
    def ok(self) -> bool:
        """Whether the sheet may be handed out."""
        return not self.faults and self.codes_read == self.codes_expected


def verify_pdf(pdf: bytes, layout: Layout, *, progress: Progress | None = None) -> Verification:
    """Rasterize a sheet and hold every code against what it must say.

    Args:
        pdf: The sheet.
        layout: What `render_pdf` returned for it, or what else it must show.
        progress: Called with codes seen and codes in all, after every page.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    by_page = {page: tuple(spots) for page, spots in groupby(layout.spots, key=lambda spot: spot.page)}
    pages = page_numbers(pdf)
    dpi = {page: _dpi_for(by_page.get(page, ())) for page in pages}
    count = len(pages)
    tally = Tally(light=layout.light)
    expected = len(layout.spots)

    def tell() -> None:
        if progress:
            progress(tally.seen, expected)

    if count >= PAGES_FOR_TWO and (os.cpu_count() or 1) > 1 and sys.executable:
        cut = ceil(count * (1 - _SHARE_OF_OTHER))
        with closing(_Other(pdf, pages[cut:], by_page, dpi, light=layout.light)) as other:
            _check(pdf, pages[:cut], by_page, dpi, tally, tell)
            tally.add(other.result())
        tell()
    else:
        _check(pdf, pages, by_page, dpi, tally, tell)
    if count != layout.pages:
        tally.faults.append(Fault(count, None, "", f"the file has {count} pages, not {layout.pages}"))
    if tally.min_module_mm < MODULE_LEAST_MM * 0.97:
        tally.faults.append(
            Fault(0, None, "", f"modules of {tally.min_module_mm:.2f} mm are too fine for phones")
        )
    return Verification(
        tuple(tally.faults),
        tally.read,
        expected,
        min(tally.min_module_mm, layout.min_module_mm),
        tally.min_quiet_modules,
        layout.warnings,
        tally.scores(),
    )


def page_faults(raster: Raster, spots: Sequence[CodeSpot], *, light: int = 255) -> tuple[Fault, ...]:
    """Hold the codes of one grey picture of a page against what they must say.

    Args:
        raster: The page.
        spots: All codes that must be on it.
        light: How bright the squares behind the codes are at least.
    """
    tally = Tally(light=light)
    tally.page(raster, spots)
    return tuple(tally.faults)


def read_codes(pdf: bytes, *, progress: Progress | None = None) -> tuple[ReadCode, ...]:
    """Read all codes of a sheet whose contents are not known, page by page, from top to bottom.

    Args:
        pdf: A sheet.
        progress: Called with pages done and pages in all.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    found: list[ReadCode] = []
    for raster in rasters(pdf, DPI):
        found += sorted(decode(raster), key=lambda code: (round(code.y_mm / 10), code.x_mm))
        if progress:
            progress(raster.page, raster.pages)
    return tuple(found)


def _dpi_for(spots: Sequence[CodeSpot]) -> int:
    """Return with how many dots per inch the finest code of a page is seen as a phone sees it."""
    finest = min((spot.module_mm for spot in spots), default=1.0)
    return max(_DPI_LEAST, ceil(PX_PER_MODULE * 25.4 / finest))


def check(pdf: bytes, pages: range, spots: Spots, dpi: Mapping[int, int], light: int) -> Tally:
    """Check some of the pages of a sheet; see `verify_pdf`."""
    tally = Tally(light=light)
    _check(pdf, pages, spots, dpi, tally, lambda: None)
    return tally


def _check(
    pdf: bytes,
    pages: Iterable[int],
    spots: Spots,
    dpi: Mapping[int, int],
    tally: Tally,
    tell: Callable[[], None],
) -> None:
    for raster in _ahead(rasters(pdf, dpi, only=pages)):
        tally.page(raster, spots.get(raster.page, ()))
        tell()


def _ahead(pages: Iterator[Raster]) -> Iterator[Raster]:
    """Yield each page, having begun to rasterize the next one meanwhile: two cores have work."""
    with ThreadPoolExecutor(1, "rasterize") as other:
        pending = other.submit(next, pages, None)
        while (raster := pending.result()) is not None:
            pending = other.submit(next, pages, None)
            yield raster


class _Other:
    """Another process that checks some of the pages; if it comes to grief, they are checked here after all."""

    def __init__(self, pdf: bytes, pages: range, spots: Spots, dpi: Mapping[int, int], *, light: int) -> None:
        own = {page: spots[page] for page in pages if page in spots}
        self._work: Work = pdf, pages, own, dpi, light
        paths = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        # A new interpreter, not a fork: a server has threads, whose locks a fork would copy as they are.
        self._process = subprocess.Popen(
            # -P: what happens to lie in the current directory is not ours.
            [sys.executable, "-P", str(Path(__file__).with_name("elsewhere.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )
        self._talk = ThreadPoolExecutor(1, "elsewhere")
        self._answer = self._talk.submit(self._process.communicate, pickle.dumps(self._work))

    def result(self) -> Tally:
        """Wait for what was found."""
        found, _ = self._answer.result()
        return pickle.loads(found) if self._process.returncode == 0 else check(*self._work)

    def close(self) -> None:
        """End the process, if it is not at its end."""
        self._process.kill()
        self._talk.shutdown()
