"""The pictures of docs/tiles.md, drawn and taken anew: `python -m tests.e2e.tile_pictures`."""

import sys
import tempfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

import qr
from qr.checking import PX_PER_MODULE
from qr.plan import SpotKind
from qr.proof import HARMS, Sample
from qr.raster import rasters
from tests.conftest import find_chromium
from tests.e2e.conftest import FLAGS
from tests.e2e.desk import Desk
from tests.e2e.pictures import FOLDER, as_png
from tests.e2e.service import ORGANIZER, PASSWORD, served
from tests.unit.qr.kit import tiles

MOST_BYTES = 120_000
NAMES = ("Silver Goose", "Plum Crane", "Wily Tiger", "Lemon Bison", "Sly Ferret", "Brass Heron")
THEME = """name = "Casino night"
network = "Club bank"
[colours]
frame = "#14342b"
paper = "#fff8e7"
text = "#14342b"
"""


def some(count: int) -> list[qr.Tile]:
    return [
        replace(tile, label="Friday at the club")
        for tile in tiles(count, base="https://reckless.example.org", names=NAMES)
    ]


def beside(pictures: list[Image.Image], gap: int = 12) -> Image.Image:
    both = Image.new(
        "RGB",
        (sum(picture.width + gap for picture in pictures) - gap, max(picture.height for picture in pictures)),
        (214, 214, 214),
    )
    x = 0
    for picture in pictures:
        both.paste(picture, (x, 0))
        x += picture.width + gap
    return both


def pages_of(
    options: qr.SheetOptions, count: int, *, dpi: int = 50, most: int = 2, **look: object
) -> Image.Image:
    out = BytesIO()
    qr.render_pdf(some(count), options, out, title="Friday at the club", **look)
    return beside([page.picture for page in rasters(out.getvalue(), dpi, colour=True)][:most])


def preview(theme: qr.Theme, language: str = "en") -> Image.Image:
    made = qr.render_preview(some(1)[0], qr.SheetOptions(), words=qr.WORDS[language], theme=theme)
    return Image.open(BytesIO(made)).convert("RGB")


def languages() -> Image.Image:
    rows = [preview(qr.COLOUR, language) for language in qr.WORDS]
    rows = [row.resize((row.width // 2, row.height // 2), Image.Resampling.LANCZOS) for row in rows]
    wide, high = rows[0].size
    all_of = Image.new("RGB", (2 * wide + 12, 3 * (high + 12) - 12), (255, 255, 255))
    for n, row in enumerate(rows):
        all_of.paste(row, ((n % 2) * (wide + 12), (n // 2) * (high + 12)))
    return all_of


def bundle() -> Image.Image:
    out = BytesIO()
    options = qr.SheetOptions(duplex=qr.Duplex.LONG, bleed_mm=3, gap_mm=6)
    qr.render_cards(some(1), options, out, title="Bundle")
    halves = []
    for page in rasters(out.getvalue(), 110, colour=True):
        trim = [
            3 * page.px_x,
            3 * page.px_y,
            page.picture.width - 3 * page.px_x,
            page.picture.height - 3 * page.px_y,
        ]
        ImageDraw.Draw(page.picture).rectangle(trim, outline=(255, 0, 200), width=2)
        halves.append(page.picture)
    return beside(halves)


def trials() -> Image.Image:
    out = BytesIO()
    layout = qr.render_pdf(some(1), qr.SheetOptions(), out, title="x")
    (page,) = rasters(out.getvalue(), round(PX_PER_MODULE * 2 * 25.4 / layout.spots[0].module_mm))
    spot = next(spot for spot in layout.spots if spot.kind is SpotKind.PAY)
    rim = 4 * spot.module_mm
    box = [spot.x_mm - rim, spot.y_mm - rim, spot.x_mm + spot.size_mm + rim, spot.y_mm + spot.size_mm + rim]
    picture = page.picture.crop([round(edge * page.px_x) for edge in box])
    modules = round(spot.size_mm / spot.module_mm)
    sample = Sample(picture, modules, picture.width / (modules + 8), spot.module_mm)
    return beside([picture, *(harm(sample) for harm in HARMS.values())]).resize((1200, 198))


def calibration() -> Image.Image:
    out = BytesIO()
    qr.render_calibration(qr.Paper.A4, out)
    return beside([page.picture for page in rasters(out.getvalue(), 45, colour=True)])


def drawn() -> dict[str, Image.Image]:
    double = qr.Duplex.LONG
    return {
        "tile-colour": preview(qr.COLOUR),
        "tile-ink": preview(qr.INK),
        "tile-theme": preview(qr.read_theme(THEME, {})),
        "tile-languages": languages(),
        "sheet-duplex": pages_of(qr.SheetOptions(duplex=double), 10),
        "sheet-fold": beside(
            [pages_of(qr.SheetOptions(), 5), pages_of(qr.SheetOptions(fold=qr.Fold.TOP), 4)]
        ),
        "sheet-lines": pages_of(
            qr.SheetOptions(duplex=double, marks=qr.Marks.LINES, bleed_mm=3, gap_mm=6), 8, most=1
        ),
        "sheet-labels": beside(
            [
                pages_of(qr.SheetOptions.on_labels("L7165", skip=3), 2),
                pages_of(qr.SheetOptions.on_labels("C32010", duplex=double), 10, most=1),
            ]
        ),
        "sheet-bundle": bundle(),
        "sheet-trials": trials(),
        "sheet-calibration": calibration(),
    }


def taken() -> dict[str, Image.Image]:
    """The desk's pages, from a running service."""
    with (
        tempfile.TemporaryDirectory() as place,
        served(Path(place), "--public-url", "https://reckless.example.org") as service,
        sync_playwright() as playwright,
    ):
        organizer = service.add_organizer()
        run = organizer.post("/tile-batches", count=4, label="Friday at the club")
        hall = organizer.post("/tile-batches", count=1500, label="The whole hall")["id"]
        organizer.post("/sessions", user=run["tiles"][0]["user"], password=run["tiles"][0]["password"])
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        desk = Desk(browser.new_context(viewport={"width": 820, "height": 2600}), service.url)
        desk.signs_in(ORGANIZER, PASSWORD)
        page, found = desk.page, {}
        page.goto(f"{service.url}/organizer/tiles/{run['id']}?paper=a4&tile=75x50&code=both")
        found["desk-score"] = page.locator(".steps > li").nth(1).screenshot()
        page.locator(".list details").nth(1).locator("summary").click()
        found["desk-register"] = page.locator("section[aria-labelledby=register]").screenshot()
        page.goto(f"{service.url}/organizer/tiles/{hall}?paper=a4&duplex=long")
        found["desk-progress"] = page.locator("section.leaf").first.screenshot()
        page.goto(f"{service.url}/organizer/tiles/printers")
        found["desk-printers"] = page.locator(".steps > li").nth(1).screenshot()
        browser.close()
    return {name: Image.open(BytesIO(picture)).convert("RGB") for name, picture in found.items()}


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for name, picture in (drawn() | taken()).items():
        small = as_png(picture.quantize(96, dither=Image.Dither.NONE))
        assert len(small) < MOST_BYTES, (name, len(small))
        (folder / f"{name}.png").write_bytes(small)


if __name__ == "__main__":
    main()
