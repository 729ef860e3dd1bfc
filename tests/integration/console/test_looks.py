"""Designs, printers, the register and the bar of progress at the desk."""

import re
import threading
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest
from PIL import Image

import qr
from app.console.press import PATIENCE_S, Press
from app.errors import Invalid, NotSignedIn
from app.services.program import Program
from app.services.tiles.sheets import Sheet
from tests.integration.console.conftest import Desk
from tests.integration.console.test_tiles import issued
from tests.integration.evening import ORGANIZER

THEME = 'name = "Casino"\nnetwork = "Club bank"\n[colours]\nframe = "#14342b"\npaper = "#fff8e7"\ntext = "#14342b"\n'


def png(shade: int = 255) -> bytes:
    out = BytesIO()
    Image.new("RGB", (60, 40), (shade, shade, shade)).save(out, "PNG")
    return out.getvalue()


def kept(desk: Desk, source: str, *pictures: tuple[BytesIO, str]) -> Desk:
    desk.get("/organizer/tiles/themes")
    return desk.send("/organizer/tiles/themes", source=source, pictures=list(pictures))


def test_a_theme_that_is_kept_can_be_seen_chosen_and_removed(desk: Desk):
    kept(desk, THEME).says("The theme Casino can be chosen for sheets now.")
    assert desk.get("/organizer/tiles/themes/Casino.png").page.data.startswith(b"\x89PNG")
    address = issued(desk)
    assert '<option value="Casino"' in desk.html
    desk.get(f"{address}?paper=a4&design=Casino&language=fr").says("Every code was read back")
    desk.get("/organizer/tiles/themes").send("/organizer/tiles/themes/remove", name="Casino")
    desk.silent_on("Remove")
    assert desk.get(f"{address}?paper=a4&design=Casino").page.status_code == 422


def test_a_theme_with_a_picture_is_kept_with_it(desk: Desk):
    source = THEME + '[pictures]\nlogo = "club.png"\n'
    kept(desk, source, (BytesIO(png(80)), "club.png")).says("The theme Casino can be chosen")
    assert desk.get("/organizer/tiles/themes/Casino.png").page.status_code == 200


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("name = ", "no TOML"),
        ('name = "x"\n[colours]\nlight = "#777777"', "stand out by 18 of 100, phones need 70"),
        ('name = "x"\n[colours]\ntext = "#dddddd"', "contrast of 1.2 to 1, people need 4.5"),
        ('name = "x"\n[pictures]\nfront = "gone.png"', "names a picture gone.png that is not there"),
        ('name = "ink"', "a name of its own"),
        ('name = "x"\ncolour = 1', "theme has no colour; there are name, design"),
    ],
)
def test_a_theme_that_can_not_be_is_refused_with_what_would_be_right(desk: Desk, source: str, said: str):
    kept(desk, source).says(said)
    assert desk.path == "/organizer/tiles/themes"
    desk.silent_on("Remove")
    shown = re.search(r"<textarea[^>]*>(.*?)</textarea>", desk.html, re.S)
    assert shown
    # What was typed is not lost; the first line break in it is none to a browser.
    assert unescape(shown.group(1)).removeprefix("\n") == source


def test_a_measured_printer_corrects_the_sheets_that_name_it(desk: Desk, program: Program):
    desk.get("/organizer/tiles/printers").send(
        "/organizer/tiles/printers", name="Attic", left="25,8", top="34.2", wide="149.2", high="200", key="p"
    )
    desk.says("Attic is measured", "+0.9 x -0.8 mm", "99.5 x 100.0 %")
    assert program.services.looks.printer("Attic").printed(25, 35) == pytest.approx((25.8, 34.2), abs=0.01)
    address = issued(desk)
    plain = desk.get(f"{address}/sheet.pdf?paper=a4").page.data
    corrected = desk.get(f"{address}/sheet.pdf?paper=a4&printer=Attic").page.data
    assert plain.startswith(b"%PDF")
    assert corrected.startswith(b"%PDF")
    assert plain != corrected


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ({"left": "x"}, "A number of millimetres is wanted"),
        ({"left": ""}, "Measure this too"),
        ({"left": "60"}, "up to 10 mm can be mended"),
        ({"wide": "140"}, "print the page again at 100 %"),
        ({"name": ""}, "A printer's name has"),
    ],
)
def test_measures_that_can_not_be_are_refused(desk: Desk, measures: dict[str, str], said: str):
    usual = {"name": "Attic", "left": "25", "top": "35", "wide": "150", "high": "200"}
    desk.get("/organizer/tiles/printers").send("/organizer/tiles/printers", **(usual | measures)).says(said)
    desk.says("None yet.")


def test_the_page_to_measure_is_a_pdf_of_two_sides(desk: Desk):
    answer = desk.get("/organizer/tiles/printers/calibration.pdf?paper=letter").page
    assert answer.data.startswith(b"%PDF")
    assert desk.get("/organizer/tiles/printers/calibration.pdf?paper=a3").page.status_code == 422


def test_the_register_tells_what_became_of_each_tile_and_a_lost_one_ends_at_once(
    desk: Desk, program: Program
):
    address = issued(desk, 3)
    batch = program.services.tiles.batch(ORGANIZER, address.rpartition("/")[2])
    used, lost, _ = batch.tiles
    program.services.people.enter(used.enter_url.partition("#")[2])
    desk.get(address).says("in use", "not printed", "First used")
    desk.send("/organizer/tiles/revoke", user=lost.user, back=address).says("works no more", "worthless")
    with pytest.raises(NotSignedIn):
        program.services.people.enter(lost.enter_url.partition("#")[2])
    text = desk.get(f"{address}/register.csv").page.get_data(as_text=True)
    lines = [line.split(",") for line in text.splitlines()]
    assert [line[3] for line in lines[1:]] == [tile.user for tile in batch.tiles]
    assert [line[5] for line in lines[1:]] == ["used", "revoked", "issued"]
    assert not any(tile.password in text or tile.enter_url[-22:] in text for tile in batch.tiles)


def test_the_file_for_a_print_shop_has_one_side_a_page_with_its_bleed(desk: Desk):
    address = issued(desk, 1)
    pdf = desk.get(f"{address}/bundle.pdf?paper=a4").page.data
    assert pdf.count(b"/TrimBox") == 2
    assert len(qr.read_codes(pdf)) == 2


def test_the_pictures_for_a_print_shop_come_in_one_file_in_the_order_of_the_tiles(
    desk: Desk, program: Program
):
    address = issued(desk, 11)
    asked = "paper=a4&tile=80x50&bleed=3"
    desk.get(f"{address}?{asked}").says("For a print shop that takes no PDF")
    assert f"{address}/pictures.zip?{asked}" in unescape(desk.html)
    page = desk.get(f"{address}/pictures.zip?{asked}").page
    assert (page.mimetype, page.is_streamed) == ("application/zip", True)
    archive = ZipFile(BytesIO(page.data))
    assert archive.testzip() is None
    tiles = program.services.tiles.batch(ORGANIZER, address.rpartition("/")[2]).tiles
    wanted = {
        f"{number:02}-{tile.user}-{half}.png": url
        for number, tile in enumerate(tiles, start=1)
        for half, url in (("1-public", tile.pay_url), ("2-private", tile.enter_url))
    }
    assert archive.namelist() == sorted(archive.namelist()) == list(wanted)
    for name, url in list(wanted.items())[-2:]:
        picture = archive.read(name)
        assert qr.decode_image(picture) == (url,)
        # 80 and 50 mm with 3 mm on each side, at 300 dpi.
        assert Image.open(BytesIO(picture)).size == pytest.approx((86 / 25.4 * 300, 56 / 25.4 * 300), abs=1)


def test_pictures_that_can_not_be_are_told_on_the_page(desk: Desk):
    address = issued(desk, 1)
    refused = desk.get(f"{address}/pictures.zip?paper=a4&tile=300x50").page
    assert (refused.status_code, refused.mimetype) == (422, "text/html")


def test_the_score_and_the_weak_tiles_are_shown_before_the_download(desk: Desk):
    address = issued(desk, 1)
    desk.get(f"{address}?paper=a4").says("100 of 100 points", "Download the sheet")
    desk.get(f"{address}?paper=a4&tile=75x50&code=both").says(
        "Below 80 points", "covered by a quarter (pay code)", "Download the sheet all the same"
    )


SHEET = Sheet(b"%PDF", 1, 1, 2, 700, ())


def test_a_sheet_that_takes_long_shows_how_far_it_is_and_comes_once():
    press, go_on, made = Press(), threading.Event(), []

    def make(tell):
        tell(3, 10)
        made.append(tell)
        assert go_on.wait(30)
        tell(20, 20)
        return SHEET

    waiting = threading.Thread(target=press.start, args=("key", make))
    waiting.start()
    job = press.start("key", make)
    waiting.join()
    assert (job.sheet, job.done, job.total, job.percent, job.checking) == (None, 3, 10, 6, False)
    go_on.set()
    assert job.ready.wait(30)
    assert job.sheet is SHEET
    assert (job.percent, job.checking, len(made)) == (100, True, 1)
    assert not press._jobs, "a sheet holds secrets: the press keeps none"
    assert PATIENCE_S <= 2


def test_what_is_wrong_with_a_sheet_is_told_once_it_is_known_and_can_be_tried_anew():
    def make(tell):
        raise Invalid("This can't be.", field="tile")

    press = Press()
    for _ in range(2):
        with pytest.raises(Invalid):
            press.start("key", make)


def test_a_sheet_that_breaks_for_no_known_reason_does_not_keep_its_page_asking():
    def make(tell):
        raise RuntimeError("nobody knows why")

    press = Press()
    for _ in range(2):
        with pytest.raises(RuntimeError):
            press.start("key", make)
