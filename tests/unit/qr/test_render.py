"""What is on the paper: exact sizes, embedded fonts, whole texts, nothing private in front."""

import re
from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from qr import (
    CodeKind,
    Duplex,
    Marks,
    Paper,
    SheetError,
    SheetOptions,
    SpotKind,
    UndrawableText,
    emblem_for,
    emblem_svg,
    render_cards,
    render_pdf,
    render_png,
    undrawable,
    verify_pdf,
)
from qr.fonts import PT, Face, wrap
from qr.lettering import LEAST_SECRET_MM
from tests.unit.qr.kit import AWKWARD_NAMES, sheet, tiles


def texts(pdf):
    document = pypdfium2.PdfDocument(pdf)
    found = [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]
    document.close()
    return found


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (210, 297)), (Paper.LETTER, (215.9, 279.4))])
def test_a_page_has_the_size_of_the_paper(paper, size):
    pdf, _ = sheet(tiles(1), SheetOptions(paper=paper))
    document = pypdfium2.PdfDocument(pdf)
    assert document[0].get_size() == pytest.approx([mm / 25.4 * 72 for mm in size], abs=0.001)
    document.close()


def test_viewers_are_told_not_to_scale():
    pdf, _ = sheet(tiles(1))
    assert b"/PrintScaling /None" in pdf


@pytest.mark.parametrize(
    ("duplex", "preference"),
    [(Duplex.LONG, b"/Duplex /DuplexFlipLongEdge"), (Duplex.SHORT, b"/Duplex /DuplexFlipShortEdge")],
)
def test_printers_are_told_which_way_to_turn(duplex, preference):
    pdf, _ = sheet(tiles(1), SheetOptions(duplex=duplex))
    assert preference in pdf


def test_every_font_that_draws_is_embedded():
    pdf, _ = sheet(tiles(6, names=AWKWARD_NAMES))
    drawn = set(re.findall(rb"/BaseFont /[A-Z]{6}\+([\w-]+)", pdf))
    assert drawn == {
        b"AbrilFatface-Regular",
        b"FiraSansCondensed-Medium",
        b"FiraSansCondensed-SemiBold",
        b"IBMPlexMono-SemiBold",
    }
    assert pdf.count(b"/FontFile2 ") == len(drawn)


def test_the_same_tiles_make_the_same_bytes():
    assert sheet(tiles(12))[0] == sheet(tiles(12))[0]


def test_another_password_makes_other_bytes():
    made = tiles(1)
    assert sheet(made)[0] != sheet([replace(made[0], password="zzzzzzzzz")])[0]


def test_user_password_and_address_stand_there_whole():
    made = tiles(5)
    (text,) = texts(sheet(made)[0])
    for tile in made:
        grouped = f"{tile.password[:3]} {tile.password[3:6]} {tile.password[6:]}"
        assert all(value in text for value in (tile.user, grouped, tile.address, "Friday Night"))


def test_nothing_on_the_public_side_lets_anybody_spend():
    made = tiles(10)
    pdf, layout = sheet(made, SheetOptions(duplex=Duplex.LONG))
    front, back = texts(pdf)
    for tile in made:
        assert tile.password[:3] + " " + tile.password[3:6] not in front
        assert tile.password[:3] + " " + tile.password[3:6] in back
    assert {spot.kind for spot in layout.spots if spot.page == 1} == {SpotKind.PAY}


def test_the_human_code_stands_under_the_pay_code_in_groups():
    made = tiles(10)
    front, _ = texts(sheet(made, SheetOptions(duplex=Duplex.LONG))[0])
    assert all(f"{tile.user[:3]} {tile.user[3:]}".upper() in front for tile in made)


def test_every_page_has_heading_number_and_ruler():
    for number, text in enumerate(texts(sheet(tiles(12))[0]), start=1):
        assert "Friday Night · 30 November 2026" in text
        assert f"Page {number} of 3" in text
        assert "This line is 100 mm" in text


def test_the_ruler_is_one_hundred_millimetres_on_paper():
    pdf, _ = sheet(tiles(1), SheetOptions(marks=Marks.NONE))
    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=600 / 72, grayscale=True).to_pil().convert("L")
    document.close()
    y = picture.height - round(7.6 / 25.4 * 600)
    line = picture.crop((0, y - 3, picture.width // 2 + 600, y + 3)).point(lambda shade: 255 * (shade < 160))
    left, _, right, _ = line.getbbox()
    assert (right - left) / 600 * 25.4 == pytest.approx(100, abs=0.3)


def test_the_words_under_the_ruler_keep_clear_of_its_ticks():
    pdf, _ = sheet(tiles(1), SheetOptions(marks=Marks.NONE))
    document = pypdfium2.PdfDocument(pdf)
    picture = document[0].render(scale=600 / 72, grayscale=True).to_pil().convert("L")
    document.close()
    mm = 600 / 25.4
    under = picture.crop(
        (int(7 * mm), picture.height - int(8 * mm), int(109 * mm), picture.height - int(3 * mm))
    )
    dark = [min(under.crop((0, y, under.width, y + 1)).tobytes()) < 200 for y in range(under.height)]
    blank, ends = [], 0
    for y, is_dark in enumerate(dark):
        if is_dark:
            blank.append(y - ends)
            ends = y + 1
    assert max(blank[1:]) / mm >= 0.6


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_a_name_of_another_language_or_length_is_drawn(name):
    assert not undrawable([name])
    pdf, layout = sheet(tiles(1, names=(name,)))
    assert verify_pdf(pdf, layout).ok
    assert name.split()[0][:5] in texts(pdf)[0]


@pytest.mark.parametrize(
    ("name", "characters"), [("陈大文", "陈大文"), ("علي", "علي"), ("🦍 Kong", "🦍"), ("a\u0007b", "\u0007")]
)
def test_a_name_that_no_font_can_draw_is_refused_before_anything_is_drawn(name, characters):
    assert undrawable(["Ada", name]) == {name: tuple(characters)}
    out = BytesIO()
    with pytest.raises(UndrawableText) as caught:
        render_pdf(tiles(2, names=("Ada", name)), SheetOptions(), out, title="Friday")
    assert caught.value.characters == {name: tuple(characters)}
    assert not out.getvalue()


def test_a_tile_without_a_name_is_called_by_its_code():
    made = tiles(1, names=(" ",))
    front = texts(sheet(made, SheetOptions(duplex=Duplex.LONG))[0])[0]
    assert front.count(f"{made[0].user[:3]} {made[0].user[3:]}".upper()) == 2


def test_a_tile_with_nothing_but_codes_is_drawn():
    bare = replace(tiles(1)[0], name="", label="", password="", address="")
    pdf, layout = sheet([bare])
    assert verify_pdf(pdf, layout).ok


def test_a_title_that_no_font_can_draw_is_refused_too():
    with pytest.raises(UndrawableText):
        render_pdf(tiles(1), SheetOptions(), BytesIO(), title="猴")


def test_a_name_in_loose_accents_is_drawn_composed():
    assert not undrawable(["Zoe\u0308"])
    assert "Zoë" in texts(sheet(tiles(1, names=("Zoe\u0308",)))[0])[0]


@pytest.mark.parametrize("password", ["0O1lI0O1", "0O1lI" * 8, "W" * 40])
def test_a_password_of_any_kind_is_whole_and_never_under_seven_points(password):
    pdf, layout = sheet([replace(tiles(1)[0], password=password)])
    assert password in texts(pdf)[0].replace(" ", "")
    assert verify_pdf(pdf, layout).ok
    assert pytest.approx(7 * 25.4 / 72) == LEAST_SECRET_MM


@pytest.mark.parametrize(
    "address", ["192.168.178.23:8080", "a-rather-long-name.for-a-hall.games.example.org:8080/evening"]
)
def test_a_long_address_is_wrapped_and_complete(address):
    pdf, layout = sheet([replace(tiles(1)[0], address=address)])
    assert address in texts(pdf)[0].replace(" ", "")
    assert verify_pdf(pdf, layout).ok


@pytest.mark.parametrize(
    ("field", "value"), [("address", "x" * 200), ("password", "p" * 100), ("user", "u" * 40)]
)
def test_what_can_not_stand_whole_is_refused_in_words(field, value):
    with pytest.raises(SheetError, match="Too long to stand whole"):
        sheet([replace(tiles(1)[0], **{field: value})])


def test_a_wrapped_address_loses_nothing_and_breaks_at_its_dots():
    lines = wrap("play.reckless.example.org:8080", Face.CODE, 15 * 7 * PT * 0.6, 7 * PT)
    assert "".join(lines) == "play.reckless.example.org:8080"
    assert all(line[-1] in ".:/-" for line in lines[:-1])


def test_modules_too_fine_for_phones_are_refused():
    long = "https://play.example.org/" + "x" * 500
    with pytest.raises(SheetError, match=r"phones need 0\.35 mm"):
        sheet([replace(tiles(1)[0], pay_url=long)])


def test_fine_modules_are_warned_of():
    long = "https://play.example.org/" + "x" * 200
    _, layout = sheet([replace(tiles(1)[0], pay_url=long)])
    assert layout.min_module_mm < 0.5
    assert "0.5 mm" in layout.warnings[0]


def test_a_usual_sheet_has_no_warning_and_modules_of_more_than_half_a_millimetre():
    for code in CodeKind:
        _, layout = sheet(tiles(2), SheetOptions(code=code))
        assert layout.min_module_mm > 0.5
        assert not layout.warnings


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        (CodeKind.LINK, {SpotKind.PAY}),
        (CodeKind.USER, {SpotKind.USER}),
        (CodeKind.BOTH, {SpotKind.PAY, SpotKind.USER}),
    ],
)
def test_the_pay_code_says_what_was_chosen(code, kinds):
    made = tiles(1)
    _, layout = sheet(made, SheetOptions(code=code))
    said = {spot.kind: spot.text for spot in layout.spots if spot.kind is not SpotKind.ENTER}
    assert set(said) == kinds
    assert set(said.values()) <= {made[0].pay_url, made[0].user}


def test_progress_is_told_page_by_page():
    told = []
    render_pdf(
        tiles(12),
        SheetOptions(),
        BytesIO(),
        title="x",
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(5, 12), (10, 12), (12, 12)]


def test_a_thousand_tiles_stay_under_twenty_megabytes():
    pdf, _ = sheet(tiles(100), SheetOptions(duplex=Duplex.LONG))
    assert len(pdf) < 100 * 20_000


def test_no_tiles_make_no_sheet():
    with pytest.raises(SheetError, match="from 1 to 5000"):
        sheet([])


def test_pictures_of_single_tiles_are_written_with_their_quiet_zone(tmp_path):
    made = tiles(3, names=AWKWARD_NAMES)
    files = render_png(made, SheetOptions(), tmp_path / "new")
    first = made[0].user
    assert [file.name for file in files[:2]] == [f"1-{first}-1-public.png", f"1-{first}-2-private.png"]
    assert sorted(file.name for file in files) == [file.name for file in files]
    assert len(files) == 6
    for file in files:
        with Image.open(file) as picture:
            assert picture.size == pytest.approx((1004, 638), abs=1)
            darkest, brightest = picture.convert("L").getextrema()
            assert darkest < 40
            assert brightest == 255


def test_a_user_name_can_not_lead_a_file_out_of_its_folder(tmp_path):
    with pytest.raises(SheetError, match="name of a file"):
        render_png([replace(tiles(1)[0], user="../../etc/passwd")], SheetOptions(), tmp_path)


def test_a_card_a_page_can_be_verified_too():
    out = BytesIO()
    layout = render_cards(tiles(2), SheetOptions(), out, title="Cards")
    assert layout.pages == 4
    assert verify_pdf(out.getvalue(), layout).ok


def test_an_emblem_for_the_page_is_drawn_from_the_same_path():
    svg = emblem_svg("k7m2qxd", title='"Ada" & co')
    assert emblem_for("k7m2qxd").path in svg
    assert 'aria-label="&quot;Ada&quot; &amp; co"' in svg
    assert 'aria-hidden="true"' in emblem_svg("k7m2qxd")
