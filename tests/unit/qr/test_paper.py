"""Printed, cut by the marks, held before a camera: labels, folds, bleed, boxes of the press, measured printers."""

import hashlib
import io
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pypdf
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from qr import (
    COLOUR,
    INK,
    LABELS,
    Duplex,
    Fold,
    Marks,
    Paper,
    SheetError,
    SheetOptions,
    Side,
    SpotKind,
    label_sheet,
    measured,
    render_calibration,
    render_cards,
    render_pdf,
    verify_pdf,
)
from qr.imposition import cuts, page_count, pages
from qr.printer import FROM_LEFT_MM, FROM_TOP_MM, Printer
from qr.raster import rasters
from tests.unit.qr.kit import sheet, tiles

MM = 72 / 25.4
DPI = 300
QR = zxingcpp.BarcodeFormat.QRCode


def print_out(pdf, printer=None):
    """What comes out: each page as a picture at 300 dpi, shifted and stretched as the printer does."""
    printed = []
    for raster in rasters(pdf, DPI):
        picture = raster.picture
        if printer:
            back = raster.page % 2 == 0
            shift = (
                (printer.back_x_mm, printer.back_y_mm) if back else (printer.shift_x_mm, printer.shift_y_mm)
            )
            data = (
                1 / printer.stretch_x, 0, -shift[0] * raster.px_x / printer.stretch_x,
                0, 1 / printer.stretch_y, -shift[1] * raster.px_y / printer.stretch_y,
            )  # fmt: skip
            picture = picture.transform(
                picture.size, Image.Transform.AFFINE, data, Image.Resampling.BILINEAR, fillcolor=255
            )
        printed.append((picture, raster.px_x, raster.px_y))
    return printed


def marks_on(picture, px_x, px_y, options):
    """Where the crop marks above and beside the grid are: x of upright ones, y of level ones, in mm."""
    cut = cuts(options)
    left, top, bottom = cut.upright[0], cut.level[0], cut.level[-1]
    y, x = round((top - 3) * px_y), round((left - 3) * px_x)
    first, last = round((top - 1) * px_y), round((bottom + 1) * px_y)  # heading and ruler are no marks
    row = picture.crop((0, y, picture.width, y + 1)).tobytes()
    column = picture.crop((x, first, x + 1, last)).tobytes()

    def lines(shades, px):
        dark = [n for n, shade in enumerate(shades) if shade < 170]
        groups = [[dark[0]]]
        for n in dark[1:]:
            if n - groups[-1][-1] > 3:
                groups.append([n])
            else:
                groups[-1].append(n)
        return [(sum(group) / len(group) + 0.5) / px for group in groups]

    return lines(row, px_x), [first / px_y + y for y in lines(column, px_y)]


def camera(piece, module_px, module_mm):
    """A piece before a camera at some pixels a module: scaled, a little soft."""
    scale = module_px / (module_mm * DPI / 25.4)
    seen = piece.resize((round(piece.width * scale), round(piece.height * scale)), Image.Resampling.BOX)
    return seen.filter(ImageFilter.GaussianBlur(0.4))


def test_printed_cut_by_the_marks_and_scanned_at_three_and_a_half_pixels_a_module():
    options = SheetOptions(duplex=Duplex.LONG)
    made = tiles(10)
    pdf, layout = sheet(made, options)
    (front, px_x, px_y), (back, *_) = print_out(pdf)
    upright, level = marks_on(front, px_x, px_y, options)
    assert upright == pytest.approx((20, 105, 190), abs=0.15)
    assert level == pytest.approx((13.5, 67.5, 121.5, 175.5, 229.5, 283.5), abs=0.15)
    module = {spot.kind: spot.module_mm for spot in layout.spots}
    scanned = []
    for top, bottom in pairwise(level):
        for left, right in pairwise(upright):
            box = [
                round(edge * px) for edge, px in ((left, px_x), (top, px_y), (right, px_x), (bottom, px_y))
            ]
            # Behind a front lies what the printer put there when it turned the paper over its long edge.
            behind = (front.width - box[2], box[1], front.width - box[0], box[3])
            for page, cut, kind in ((front, box, SpotKind.PAY), (back, behind, SpotKind.ENTER)):
                seen = camera(page.crop(cut), 3.5, module[kind])
                (code,) = zxingcpp.read_barcodes(seen, formats=QR)
                scanned.append(code.text)
    assert scanned == [text for tile in made for text in (tile.pay_url, tile.enter_url)]


def test_a_printer_that_was_measured_prints_every_mark_where_it_belongs():
    printer = measured(
        "attic", left_mm=26.1, top_mm=34.2, wide_mm=149.1, high_mm=201, back_left_mm=24.5, back_top_mm=35.5
    )
    options = SheetOptions(duplex=Duplex.LONG)
    out = BytesIO()
    layout = render_pdf(tiles(10), options, out, title="x", printer=printer)
    assert verify_pdf(out.getvalue(), layout).ok
    (front, px_x, px_y), (back, *_) = print_out(out.getvalue(), printer)
    upright, level = marks_on(front, px_x, px_y, options)
    assert upright == pytest.approx((20, 105, 190), abs=0.2)
    assert level == pytest.approx((13.5, 67.5, 121.5, 175.5, 229.5, 283.5), abs=0.2)
    untouched, plain = print_out(sheet(tiles(10), options)[0])[1][0], back
    first, second = (
        [code.position.top_left for code in zxingcpp.read_barcodes(page, formats=QR)]
        for page in (untouched, plain)
    )
    assert len(first) == len(second) == 10
    key = lambda point: (round(point.y / 100), point.x)  # noqa: E731
    for one, other in zip(sorted(first, key=key), sorted(second, key=key), strict=True):
        assert abs(one.x - other.x) <= 4
        assert abs(one.y - other.y) <= 4


def test_what_is_measured_on_the_printed_page_is_what_the_printer_does():
    truth = Printer("x", 1.2, -0.7, 0.994, 1.003, 0.4, 0.2)
    left, top = truth.printed(FROM_LEFT_MM, FROM_TOP_MM)
    found = measured("x", left_mm=left, top_mm=top, wide_mm=150 * 0.994, high_mm=200 * 1.003)
    assert (found.shift_x_mm, found.shift_y_mm) == pytest.approx((1.2, -0.7), abs=0.001)
    assert found.corrected(*found.printed(70, 90)) == pytest.approx((70, 90))


def test_the_page_to_measure_has_its_lines_where_it_says():
    out = BytesIO()
    render_calibration(Paper.A4, out)
    picture, px_x, px_y = print_out(out.getvalue())[0]
    row = picture.crop((0, round(200 * px_y), round(40 * px_x), round(200 * px_y) + 1)).tobytes()
    dark = [n for n, shade in enumerate(row) if shade < 128]
    assert (dark[0] + dark[-1] + 1) / 2 / px_x == pytest.approx(FROM_LEFT_MM, abs=0.1)


@pytest.mark.parametrize("wrong", [{"left_mm": 60}, {"wide_mm": 140}, {"high_mm": float("nan")}])
def test_a_printer_that_can_not_be_mended_is_refused(wrong):
    usual = {"left_mm": 25, "top_mm": 35, "wide_mm": 150, "high_mm": 200}
    with pytest.raises(SheetError, match="measure"):
        measured("x", **(usual | wrong))


@pytest.mark.parametrize("code", LABELS)
def test_every_label_lies_on_its_paper_and_touches_no_other(code):
    labels = LABELS[code]
    paper = Paper(labels.paper)
    assert labels.left_mm + (labels.columns - 1) * labels.across_mm + labels.width_mm <= paper.width_mm + 0.01
    assert labels.top_mm + (labels.rows - 1) * labels.down_mm + labels.height_mm <= paper.height_mm + 0.01
    assert labels.across_mm >= labels.width_mm - 0.01
    assert labels.down_mm >= labels.height_mm - 0.01
    # Makers centre their sheets, but for a mm.
    right = paper.width_mm - labels.left_mm - (labels.columns - 1) * labels.across_mm - labels.width_mm
    assert right == pytest.approx(labels.left_mm, abs=1.1)


@pytest.mark.parametrize("code", ["Avery C32010", "Avery L7165", "Herma 4667", "Avery 5371", "Avery L4785"])
def test_tiles_are_printed_on_labels_and_read_back(code):
    options = SheetOptions.on_labels(code, duplex=Duplex.LONG if LABELS[code].card else Duplex.NONE)
    pdf, layout = sheet(tiles(6), options)
    verification = verify_pdf(pdf, layout)
    assert verification.ok, verification.faults
    assert not verification.below


def test_stickers_take_the_two_sides_of_a_tile_after_each_other_from_the_first_free_place():
    options = SheetOptions.on_labels("L7165", skip=5)
    laid = list(pages(3, options))
    assert page_count(3, options) == len(laid) == 2
    assert [(place.tile, place.side) for page in laid for place in page.places] == [
        (tile, side) for tile in range(3) for side in (Side.PUBLIC, Side.PRIVATE)
    ]
    first = laid[0].places[0]
    assert (first.x_mm, first.y_mm) == pytest.approx((4.65 + 101.6, 13.1 + 2 * 67.7))
    assert (laid[1].places[0].x_mm, laid[1].places[0].y_mm) == (4.65, 13.1)


@pytest.mark.parametrize("text", ["l7165", "AVERY L7165", "avery-l7165"])
def test_a_label_sheet_is_found_as_people_type_it(text):
    assert label_sheet(text).code == "Avery L7165"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: label_sheet("L9999"), "no label sheet L9999 here; there are Avery C32010"),
        (lambda: SheetOptions.on_labels("L7165", duplex=Duplex.LONG), "can't be printed. Take cards"),
        (lambda: SheetOptions.on_labels("L7165", skip=8), "Of a sheet of 8, 0 to 7 places"),
        (lambda: SheetOptions(skip=5), "Of a sheet of 5, 0 to 4 places"),
        (lambda: SheetOptions(bleed_mm=3), "needs a gap of 6 mm"),
        (lambda: SheetOptions(bleed_mm=6, gap_mm=12), "bleed must be from 0 to 5 mm"),
        (
            lambda: SheetOptions(fold=Fold.TOP, tile_height_mm=140),
            "half above it does not fit .* up to 194 x 135 mm",
        ),
        (lambda: replace(SheetOptions.on_labels("L7165"), tile_width_mm=85), "a tile has 99.1 x 67.7 mm"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(make, said):
    with pytest.raises(SheetError, match=said):
        make()


@pytest.mark.parametrize("fold", list(Fold))
def test_folded_over_both_sides_stand_upright_and_meet(fold):
    options = SheetOptions(fold=fold)
    front, back = next(pages(1, options)).places
    folds = cuts(options)
    if fold is Fold.SIDE:
        assert back.x_mm == folds.upright_folds[0] == front.x_mm + 85
        assert not back.turned
    else:
        assert back.y_mm + 54 == folds.level_folds[0] == front.y_mm
        assert back.turned
    pdf, layout = sheet(tiles(3), options)
    assert verify_pdf(pdf, layout).ok


def test_the_press_is_told_where_to_cut_and_how_far_the_colour_goes():
    out = BytesIO()
    options = SheetOptions(duplex=Duplex.LONG, bleed_mm=3, gap_mm=6)
    layout = render_cards(tiles(2), options, out, title="x")
    assert layout.pages == 4
    assert verify_pdf(out.getvalue(), layout).ok
    for page in pypdf.PdfReader(io.BytesIO(out.getvalue())).pages:
        assert [float(edge) / MM for edge in page.mediabox] == pytest.approx([0, 0, 91, 60], abs=0.01)
        assert [float(edge) / MM for edge in page.trimbox] == pytest.approx([3, 3, 88, 57], abs=0.01)
        assert [float(edge) / MM for edge in page.bleedbox] == pytest.approx([0, 0, 91, 60], abs=0.01)
    (first, *_) = rasters(out.getvalue(), 100, colour=True)
    corner = first.picture.getpixel((1, 1))
    assert corner != (255, 255, 255)


def test_codes_are_on_the_black_plate_alone():
    for theme in (COLOUR, INK):
        out = BytesIO()
        render_pdf(tiles(1), SheetOptions(), out, title="x", theme=theme)
        (page,) = pypdf.PdfReader(io.BytesIO(out.getvalue())).pages
        content = page.get_contents().get_data()
        assert content.count(b"0 0 0 1 k") >= 2
        assert b"0 0 0 rg" not in content


def test_lines_for_cutting_run_across_the_whole_paper():
    options = SheetOptions(duplex=Duplex.LONG, marks=Marks.LINES, gap_mm=4)
    picture, px_x, _ = print_out(sheet(tiles(8), options)[0])[0]
    for x in cuts(options).upright:
        for y in (20, picture.height - 20):
            around = picture.crop((round(x * px_x) - 2, y, round(x * px_x) + 3, y + 1))
            assert around.getextrema()[0] < 190


GOLDEN = {
    "colour": "5f79aa175758c1b3",
    "ink": "34ae2ad715838857",
}


@pytest.mark.parametrize("theme", [COLOUR, INK], ids=lambda theme: theme.name)
def test_the_same_tiles_make_the_same_drawing_as_ever(theme):
    # The operators of the page, unpacked: another zlib packs them differently. Whoever changes the design looks at the
    # sheet, and puts the new hash here.
    out = BytesIO()
    render_pdf(tiles(2), SheetOptions(), out, title="Golden", theme=theme)
    reader = pypdf.PdfReader(io.BytesIO(out.getvalue()))
    (page,) = reader.pages
    forms = page["/Resources"]["/XObject"]
    parts = [page.get_contents().get_data(), *(forms[name].get_object().get_data() for name in sorted(forms))]
    assert hashlib.sha256(b"\0".join(parts)).hexdigest()[:16] == GOLDEN[theme.name]
