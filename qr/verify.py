"""The gate before a sheet is handed out: every page is rasterized, every code read and compared with what it must say.

The picture is what a printer would get. A code must lie at its place, say its text, and have four light modules around
it that are measured in pixels. Then it is harmed in five ways and read again, which gives its tile a score. Page by
page, so that memory does not grow with the sheet; of a large sheet another process takes half.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Final

from qr.checking import PX_PER_MODULE, Fault, ReadCode, Tally, TileScore, decode
from qr.helper import Helper, Task
from qr.layout import CodeSpot, Layout, Progress
from qr.plan import MODULE_LEAST_MM
from qr.proof import BAR
from qr.raster import Raster, page_numbers, rasters

DPI: Final = 300
"""Dots per inch for codes of unknown size; a page of known codes is rasterized with as many as they need."""

_DPI_LEAST: Final = 110

_FIRST_JOB: Final = 0.35
"""Share of the pages that a helper surely has the time for: opening the file costs as much as a page."""

_PAGES_A_JOB: Final = 10
"""Of its further jobs: few, so that both come to the end together."""

Spots = Mapping[int, Sequence[CodeSpot]]
"""Page to the codes on it."""


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


def verify_pdf(
    pdf: bytes, layout: Layout, *, progress: Progress | None = None, helper: Helper | None = None
) -> Verification:
    """Rasterize a sheet and hold every code against what it must say.

    Args:
        pdf: The sheet.
        layout: What `render_pdf` returned for it, or what else it must show.
        progress: Called with codes seen and codes in all, after every page.
        helper: Checks some of the pages; all is done here if None.

    Raises:
        SheetError: If the file is no PDF that can be read.
    """
    by_page = {page: tuple(spots) for page, spots in groupby(layout.spots, key=lambda spot: spot.page)}
    pages = page_numbers(pdf)
    dpi = {page: _dpi_for(by_page.get(page, ())) for page in pages}
    count = len(pages)
    tally = Tally(light=layout.light)
    expected = len(layout.spots)
    elsewhere = _jobs(helper, pdf, pages, by_page, dpi, layout.light) if helper else {}

    def tell() -> None:
        seen = tally.seen + sum(other.seen for job in elsewhere.values() if (other := job.done))
        if progress and (seen < expected or not elsewhere):
            progress(seen, expected)

    here = list[range]()
    _check(pdf, _left(pages, elsewhere, here), by_page, dpi, tally, tell)
    for other in [job.result() for part, job in elsewhere.items() if part not in here]:
        tally.add(other)
    if elsewhere and progress:
        progress(tally.seen, expected)
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


def _jobs(
    helper: Helper, pdf: bytes, pages: range, spots: Spots, dpi: Mapping[int, int], light: int
) -> dict[range, Task[Tally]]:
    """Ask a helper for all pages, from the last part to the first; return its jobs in the order of the pages."""
    rest = len(pages) - ceil(len(pages) * _FIRST_JOB)
    parts = [pages[first : min(first + _PAGES_A_JOB, rest)] for first in range(0, rest, _PAGES_A_JOB)]
    jobs: dict[range, Task[Tally]] = {}
    for part in (pages[rest:], *reversed(parts)):
        own = {page: spots[page] for page in part if page in spots}
        jobs[part] = helper.submit(check, pdf, part, own, dpi, light)
    return dict(reversed(jobs.items()))


def _left(pages: range, elsewhere: Mapping[range, Task[Tally]], taken: list[range]) -> Iterator[int]:
    """Yield the pages that a helper has not begun with when it is their turn, and note these parts as taken."""
    if not elsewhere:
        yield from pages
    for part, job in elsewhere.items():
        if job.take_back():
            taken.append(part)
            yield from part
