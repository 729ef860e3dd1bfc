"""The gate: a sheet with one bad code does not pass, a good one passes with two decoders."""

from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from qr import (
    CodeKind,
    Duplex,
    Marks,
    Paper,
    SheetError,
    SheetOptions,
    read_codes,
    render_png,
    verify_pdf,
)
from tests.unit.qr.kit import sheet, tiles

DUPLEXES = list(Duplex)


def rasterized(pdf, page, dpi=300):
    document = pypdfium2.PdfDocument(pdf)
    picture = document[page - 1].render(scale=dpi / 72, grayscale=True).to_pil().convert("L").copy()
    document.close()
    return picture


def modules_to_the_next_ink(picture, spot, size_mm):
    """Light modules on the four sides, found by walking outwards from the code until something is not white."""
    px = picture.width / size_mm[0], picture.height / size_mm[1]
    x1, y1 = spot.x_mm * px[0], spot.y_mm * px[1]
    x2, y2 = x1 + spot.size_mm * px[0], y1 + spot.size_mm * px[1]
    module = spot.module_mm * px[0]
    far = round(6 * module)
    walks = (
        [picture.crop((round(x1), round(y1) - n - 1, round(x2), round(y1) - n)) for n in range(2, far)],
        [picture.crop((round(x1), round(y2) + n, round(x2), round(y2) + n + 1)) for n in range(2, far)],
        [picture.crop((round(x1) - n - 1, round(y1), round(x1) - n, round(y2))) for n in range(2, far)],
        [picture.crop((round(x2) + n, round(y1), round(x2) + n + 1, round(y2))) for n in range(2, far)],
    )
    reach = []
    for strips in walks:
        bare = next((n for n, strip in enumerate(strips, start=2) if strip.getextrema()[0] < 200), far)
        reach.append((bare + 1) / module)
    return min(reach)


@pytest.mark.parametrize("duplex", DUPLEXES)
@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("code", list(CodeKind))
def test_a_sheet_of_24_tiles_passes_whatever_the_options(paper, duplex, code):
    made = tiles(24)
    pdf, layout = sheet(made, SheetOptions(paper=paper, duplex=duplex, code=code))

    verification = verify_pdf(pdf, layout)

    assert verification.ok, verification.faults
    assert verification.codes_read == verification.codes_expected == (72 if code is CodeKind.BOTH else 48)
    assert verification.min_quiet_modules == 4
    assert verification.min_module_mm == pytest.approx(layout.min_module_mm, rel=0.03)


@pytest.mark.parametrize("size", [(75, 50), (63, 88), (95, 80), (54, 85)])
def test_tiles_of_other_shapes_pass_too(size):
    options = SheetOptions(tile_width_mm=size[0], tile_height_mm=size[1], code=CodeKind.LINK)
    pdf, layout = sheet(tiles(7), options)
    assert verify_pdf(pdf, layout).ok


@pytest.mark.parametrize("duplex", DUPLEXES)
@pytest.mark.parametrize("gap", [0, 5])
def test_four_light_modules_are_around_every_code_corners_and_crop_marks_included(duplex, gap):
    options = SheetOptions(duplex=duplex, gap_mm=gap, marks=Marks.CROP)
    pdf, layout = sheet(tiles(24), options)
    pictures = {page: rasterized(pdf, page) for page in range(1, layout.pages + 1)}
    paper = options.paper.width_mm, options.paper.height_mm
    for spot in layout.spots:
        assert modules_to_the_next_ink(pictures[spot.page], spot, paper) >= 4, spot


def test_four_light_modules_are_around_the_codes_of_single_pictures_too(tmp_path):
    for path in render_png(tiles(1), SheetOptions(), tmp_path):
        with Image.open(path) as picture:
            grey = picture.convert("L")
        (code,) = zxingcpp.read_barcodes(grey)
        corners = code.position.top_left, code.position.bottom_right
        module = (corners[1].x - corners[0].x) / 33
        rim = round(4 * module)
        box = (corners[0].x - rim + 2, corners[0].y - rim + 2, corners[1].x + rim - 2, corners[1].y + rim - 2)
        zone = grey.crop(box)
        ImageDraw.Draw(zone).rectangle(
            (rim - 4, rim - 4, zone.width - rim + 4, zone.height - rim + 4), fill=255
        )
        assert zone.getextrema()[0] > 200


def test_a_second_decoder_reads_all_24_as_well():
    deqr = pytest.importorskip("deqr")
    made = tiles(24)
    pdf, layout = sheet(made)
    decoder = deqr.QuircDecoder()
    pictures = {page: rasterized(pdf, page) for page in range(1, layout.pages + 1)}
    for spot in layout.spots:
        px, rim = 300 / 25.4, 4 * spot.module_mm
        box = (
            spot.x_mm - rim,
            spot.y_mm - rim,
            spot.x_mm + spot.size_mm + rim,
            spot.y_mm + spot.size_mm + rim,
        )
        picture = pictures[spot.page].crop(tuple(round(edge * px) for edge in box))
        # A phone that moves sees a code at more than one size.
        nearer = (picture.resize((picture.width + more, picture.height + more)) for more in range(0, 80, 8))
        read = {entry.data for near in nearer for code in decoder.decode(near) for entry in code.data_entries}
        assert spot.text in read


def test_a_code_that_says_something_else_is_caught():
    made = tiles(10)
    pdf, layout = sheet(made)
    wrong = replace(layout.spots[4], text="https://evil.example/pay/?to=k7m2qxd")
    spots = (*layout.spots[:4], wrong, *layout.spots[5:])

    verification = verify_pdf(pdf, replace(layout, spots=spots))

    assert not verification.ok
    (fault,) = verification.faults
    assert (fault.page, fault.tile, fault.user) == (wrong.page, wrong.tile, wrong.user)
    assert "says something else" in fault.message


def test_two_tiles_that_changed_places_are_caught():
    made = tiles(2)
    pdf, _ = sheet([made[1], made[0]])
    _, layout = sheet(made)
    assert len(verify_pdf(pdf, layout).faults) == 4


def scribbled(pdf, layout, draw):
    """Put a sheet's pages into a PDF as pictures, after somebody scribbled on them."""
    pictures = []
    for page in range(1, layout.pages + 1):
        picture = rasterized(pdf, page)
        draw(ImageDraw.Draw(picture), page, picture.width / 210)
        # One bit a pixel: stored without loss.
        pictures.append(picture.point(lambda shade: 255 * (shade > 128)).convert("1"))
    out = BytesIO()
    pictures[0].save(out, "PDF", resolution=300, save_all=True, append_images=pictures[1:])
    return out.getvalue()


def test_pages_that_nobody_touched_pass():
    pdf, layout = sheet(tiles(7))
    assert verify_pdf(scribbled(pdf, layout, lambda *_: None), layout).ok


def test_a_corrupted_code_is_caught_and_named():
    made = tiles(7)
    pdf, layout = sheet(made)
    spot = layout.spots[6]

    def blot(draw, page, px):
        if page == spot.page:
            draw.rectangle(
                [spot.x_mm * px, spot.y_mm * px, (spot.x_mm + 15) * px, (spot.y_mm + 12) * px], fill=0
            )

    verification = verify_pdf(scribbled(pdf, layout, blot), layout)

    assert not verification.ok
    assert [(fault.tile, fault.user) for fault in verification.faults] == [(spot.tile, spot.user)]
    assert verification.codes_read == 13


def test_a_hair_in_the_quiet_zone_is_caught():
    pdf, layout = sheet(tiles(3))
    spot = layout.spots[2]

    def hair(draw, page, px):
        x = (spot.x_mm - 3 * spot.module_mm) * px
        draw.line([x, spot.y_mm * px, x, (spot.y_mm + 20) * px], fill=0, width=2)

    (fault,) = verify_pdf(scribbled(pdf, layout, hair), layout).faults
    assert "light modules around the pay code" in fault.message
    assert fault.user == spot.user


def test_a_code_that_belongs_to_no_tile_is_caught():
    made = tiles(2)
    pdf, layout = sheet(made)
    fewer = replace(layout, spots=layout.spots[:3])
    (fault,) = verify_pdf(pdf, fewer).faults
    assert "belongs to no tile" in fault.message


def test_a_page_too_few_is_caught():
    pdf, layout = sheet(tiles(5))
    more, _ = sheet(tiles(6))
    assert any("2 pages, not 1" in fault.message for fault in verify_pdf(more, layout).faults)
    assert not verify_pdf(pdf, replace(layout, pages=2)).ok


def test_a_sheet_scaled_by_the_printer_driver_is_caught():
    pdf, layout = sheet(tiles(5))
    picture = rasterized(pdf, 1)
    small = Image.new("L", picture.size, 255)
    shrunk = picture.resize(
        (round(picture.width * 0.94), round(picture.height * 0.94)), Image.Resampling.LANCZOS
    )
    small.paste(shrunk, (round(picture.width * 0.03), round(picture.height * 0.03)))
    out = BytesIO()
    small.save(out, "PDF", resolution=300)
    assert not verify_pdf(out.getvalue(), layout).ok


def test_the_messages_of_a_failed_gate_hold_no_secret():
    made = tiles(5)
    _, layout = sheet(made)
    other, _ = sheet(tiles(5, seed=8))
    verification = verify_pdf(other, layout)
    assert not verification.ok
    said = repr(verification) + repr(layout) + repr(made)
    assert not any(tile.enter_url.split("#")[1] in said or tile.password in said for tile in made)


def test_all_codes_of_an_unknown_sheet_are_read_in_order():
    made = tiles(8)
    pdf, layout = sheet(made)
    told = []
    read = read_codes(pdf, progress=lambda done, total: told.append((done, total)))
    assert [code.text for code in read] == [spot.text for spot in layout.spots]
    assert told == [(1, 2), (2, 2)]


def test_progress_counts_codes():
    pdf, layout = sheet(tiles(7))
    told = []
    verify_pdf(pdf, layout, progress=lambda done, total: told.append((done, total)))
    assert told == [(10, 14), (14, 14)]


@pytest.mark.parametrize("data", [b"", b"not a pdf", b"%PDF-1.4\n%%EOF", b"\x00" * 1000])
def test_a_file_that_is_no_pdf_is_refused_in_words(data):
    with pytest.raises(SheetError, match="not a PDF"):
        read_codes(data)


def test_a_poster_is_no_sheet():
    out = BytesIO()
    Image.new("L", (3000, 100), 255).save(out, "PDF", resolution=72)
    with pytest.raises(SheetError, match="larger than any paper"):
        read_codes(out.getvalue())
