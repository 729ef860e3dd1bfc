"""`reckless tiles`: issue, verify, reprint."""

import stat
import sys
from pathlib import Path

import pytest

from app.errors import NotSignedIn, Unprintable
from app.services.program import open_program
from app.services.tiles import Tiles
from app.services.tiles.sheets import Sheet as SheetMade
from tests.integration.cli.conftest import PUBLIC_URL, Ended, Reckless
from tests.integration.evening import settings_for

LIMIT = 8 * 2**20


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "tiles.pdf"


def issue(reckless: Reckless, out: Path, *more: object, count: object = 1, label: str = "Friday") -> Ended:
    return reckless("tiles", "issue", "--count", count, "--label", label, "--out", out, *more)


def signs_in(reckless: Reckless, tile: dict[str, str]) -> bool:
    program = open_program(settings_for(reckless.database))
    try:
        program.services.people.sign_in(tile["user"], tile["password"], address="1.2.3.4")
        program.services.people.enter(tile["enter_url"].partition("#")[2])
    except NotSignedIn:
        return False
    finally:
        program.close()
    return True


def test_a_sheet_that_was_issued_passes_its_own_check(reckless: Reckless, sheet: Path):
    answer = reckless.issue(3)
    assert answer["codes_read"] == 6
    ended = reckless("tiles", "verify", sheet, "--json")
    assert (ended.code, ended.data) == (0, {"ok": True, "codes": 6, "tiles": 3, "faults": []})


def test_the_answer_for_machines_has_what_the_api_answers(reckless: Reckless, sheet: Path):
    answer = reckless.issue(1)
    assert (answer["label"], answer["out"], answer["pages"]) == ("Friday", str(sheet), 1)
    (tile,) = answer["tiles"]
    assert tile["pay_url"] == f"{PUBLIC_URL}/pay/?to={tile['user']}"
    assert tile["enter_url"].startswith(f"{PUBLIC_URL}/enter#")
    assert signs_in(reckless, tile)


def test_no_two_tiles_have_one_name_or_user_not_even_of_two_print_runs(reckless: Reckless):
    tiles = [tile for _ in range(2) for tile in reckless.issue(60)["tiles"]]
    assert len({tile["user"] for tile in tiles}) == len({tile["name"] for tile in tiles}) == 120


def test_people_are_told_what_lies_where_and_no_secret(reckless: Reckless, sheet: Path):
    ended = issue(reckless, sheet, count=2)
    assert ended.code == 0
    assert f"{sheet}: 2 tiles on 1 page, all 4 codes read back." in ended.out
    assert "#" not in ended.out


def test_the_sheet_can_be_read_by_its_owner_alone(reckless: Reckless, sheet: Path):
    reckless.issue(1)
    if sys.platform != "win32":
        assert stat.S_IMODE(sheet.stat().st_mode) == 0o600


@pytest.mark.parametrize("count", ["0", "-5", "1.5", "abc", "1000000"])
def test_a_silly_count_is_refused_with_the_range(reckless: Reckless, sheet: Path, count: str):
    issue(reckless, sheet, count=count).refused("a whole number from 1 to 2000")
    assert not sheet.exists()


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--paper", "a3", "--paper"),
        ("--tile", "big", "85x54"),
        ("--tile", "300x300", "tile"),
        ("--gap", "wide", "gap"),
        ("--margin", "-3", "margin"),
        ("--duplex", "both", "--duplex"),
        ("--marks", "some", "--marks"),
        ("--code", "none", "--code"),
    ],
)
def test_a_sheet_that_can_not_be_is_refused_before_an_account_is_made(
    reckless: Reckless, sheet: Path, option: str, value: str, words: str
):
    issue(reckless, sheet, option, value).refused(words)
    assert not (reckless.folder / "books.sqlite").exists()


@pytest.mark.parametrize("label", ["", " ", "x" * 41, "a\tb\x00", "字"])
def test_a_label_that_can_not_be_printed_is_refused(reckless: Reckless, sheet: Path, label: str):
    issue(reckless, sheet, label=label).refused("")
    assert not sheet.exists()


def test_no_account_is_made_for_a_sheet_that_can_not_be_written(reckless: Reckless, tmp_path: Path):
    issue(reckless, tmp_path / "nowhere" / "tiles.pdf").refused("can't be written")
    assert not (tmp_path / "books.sqlite").exists()


def test_nothing_half_written_is_left_behind(reckless: Reckless, tmp_path: Path, sheet: Path):
    issue(reckless, sheet, count=0)
    assert list(tmp_path.glob("*.part")) + list(tmp_path.glob(".*.part")) == []


def test_every_option_of_a_sheet_is_obeyed(reckless: Reckless, sheet: Path):
    answer = reckless.issue(
        3,
        *("--paper", "letter", "--tile", "90x55", "--gap", "2", "--margin", "10"),
        *("--duplex", "long", "--marks", "none", "--code", "both"),
    )
    # A front and a back; two pay codes and one to sign in with on each tile.
    assert (answer["pages"], answer["codes_read"]) == (2, 9)
    assert reckless("tiles", "verify", sheet).code == 0


def test_pictures_of_every_tile_are_written_too(reckless: Reckless, tmp_path: Path):
    answer = reckless.issue(2, "--png", tmp_path / "pictures")
    names = [
        f"{number}-{tile['user']}-{half}.png"
        for number, tile in enumerate(answer["tiles"], 1)
        for half in ("1-public", "2-private")
    ]
    assert sorted(path.name for path in (tmp_path / "pictures").iterdir()) == names, "as in the desk's ZIP"
    assert [Path(path).name for path in answer["png"]] == names


def test_without_a_set_address_the_tiles_come_with_a_warning(reckless: Reckless, sheet: Path):
    del reckless.environ["RECKLESS_PUBLIC_URL"]
    ended = issue(reckless, sheet)
    assert "RECKLESS_PUBLIC_URL" in ended.out


def test_a_reprint_kills_the_old_codes_and_passwords(reckless: Reckless, sheet: Path, tmp_path: Path):
    lost, kept = reckless.issue(2)["tiles"]
    ended = reckless("tiles", "reprint", lost["user"], "--out", tmp_path / "again.pdf", "--json")
    assert ended.code == 0
    (again,) = ended.data["tiles"]
    assert (again["user"], again["pay_url"]) == (lost["user"], lost["pay_url"])
    assert [signs_in(reckless, tile) for tile in (lost, again, kept)] == [False, True, True]


def test_a_sheet_with_a_dead_code_fails_its_check_with_a_list(
    reckless: Reckless, sheet: Path, tmp_path: Path
):
    lost, _kept = reckless.issue(2)["tiles"]
    reckless("tiles", "reprint", lost["user"], "--out", tmp_path / "again.pdf")
    ended = reckless("tiles", "verify", sheet)
    assert ended.code == 1
    assert "this sign-in code is not valid (any more)" in ended.out
    assert f"tile {lost['user']}: its sign-in code is missing" in ended.out
    assert reckless("tiles", "verify", tmp_path / "again.pdf").code == 0


def test_user_names_may_be_typed_as_they_are_printed(reckless: Reckless, tmp_path: Path):
    (tile,) = reckless.issue(1)["tiles"]
    typed = f"{tile['user'][:3]}-{tile['user'][3:]}".upper()
    assert reckless("tiles", "reprint", typed, "--out", tmp_path / "again.pdf").code == 0


def test_one_unknown_name_stops_the_whole_reprint(reckless: Reckless, sheet: Path, tmp_path: Path):
    (tile,) = reckless.issue(1)["tiles"]
    again = tmp_path / "again.pdf"
    reckless("tiles", "reprint", tile["user"], "nobody1", "--out", again).refused("nobody1")
    assert not again.exists()
    assert signs_in(reckless, tile)


def test_a_sheet_of_another_place_fails_the_check(reckless: Reckless, sheet: Path, tmp_path: Path):
    reckless.issue(1)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = Reckless(tmp_path / "elsewhere")
    elsewhere.issue(1)
    assert elsewhere("tiles", "verify", sheet, "--json").data["ok"] is False


def test_a_page_without_codes_fails_the_check(reckless: Reckless, sheet: Path):
    reckless.issue(1)
    sheet.write_bytes(BLANK_PAGE)
    ended = reckless("tiles", "verify", sheet)
    assert (ended.code, ended.out) == (1, "No code can be read in this file.\n")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_a_file_without_an_end_is_wrong_usage(reckless: Reckless):
    reckless.issue(1)
    reckless("tiles", "verify", "/dev/zero").refused("larger than 64 MB")


@pytest.mark.parametrize("contents", [b"", b"no PDF"])
def test_a_file_that_is_no_pdf_is_wrong_usage(reckless: Reckless, sheet: Path, contents: bytes):
    reckless.issue(1)
    sheet.write_bytes(contents)
    reckless("tiles", "verify", sheet).refused("PDF")


def test_a_file_that_is_not_there_is_wrong_usage(reckless: Reckless, tmp_path: Path):
    reckless.issue(1)
    reckless("tiles", "verify", tmp_path / "none.pdf").refused("can't be read")


@pytest.mark.parametrize(
    "command",
    [("audit", "verify"), ("tiles", "verify", "x.pdf"), ("tiles", "reprint", "k7m2qxd", "--out", "x")],
)
def test_what_looks_into_the_books_never_makes_new_ones(
    reckless: Reckless, sheet: Path, command: tuple[str, ...]
):
    sheet.write_bytes(BLANK_PAGE)
    reckless(*[str(sheet) if word == "x.pdf" else word for word in command]).refused("There is no database")
    assert not list(reckless.folder.glob("books.*"))


BLANK_PAGE = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def test_a_theme_a_language_labels_and_a_file_for_print_shops(
    reckless: Reckless, sheet: Path, tmp_path: Path
):
    theme, shop = tmp_path / "club.toml", tmp_path / "shop.pdf"
    theme.write_text('name = "Club"\nnetwork = "Club bank"\n[colours]\nframe = "#14342b"\ntext = "#14342b"\n')
    ended = issue(
        reckless,
        sheet,
        *("--theme", theme, "--language", "de", "--labels", "c32010", "--duplex", "long"),
        *("--skip", 3, "--bundle", shop, "--json"),
    )
    assert ended.code == 0, ended.err
    assert (ended.data["score"], ended.data["pages"], ended.data["bundle"]) == (100, 2, str(shop))
    assert shop.read_bytes().count(b"/TrimBox") == 2
    assert reckless("tiles", "verify", shop).code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--labels", "L9999"), "there are Avery C32010"),
        (("--design", "gold"), "Choose one of: colour, ink."),
        (("--language", "la"), "Choose one of: en, nl"),
        (("--printer", "attic"), "calibration page"),
        (("--theme", "gone.toml"), "gone.toml can't be read"),
        (("--skip", "5"), "0 to 4 places"),
        (("--bleed", "9"), "bleed must be from 0 to 5 mm"),
    ],
)
def test_what_can_not_be_printed_opens_no_account(
    reckless: Reckless, sheet: Path, options: tuple[str, ...], said: str
):
    ended = issue(reckless, sheet, *options)
    assert (ended.code, sheet.exists()) == (2, False)
    assert said in ended.err
    listed = reckless("tiles", "register", "--json")
    assert listed.code != 0 or listed.data["tiles"] == []


PALE = 'name = "Pale"\n[colours]\ndark = "#dddddd"\n'


@pytest.mark.parametrize("option", ["--theme", "--bundle", "--png"])
def test_a_sheet_that_would_be_refused_leaves_no_account_behind(
    reckless: Reckless, sheet: Path, tmp_path: Path, option: str
):
    (tmp_path / "pale.toml").write_text(PALE)
    (tmp_path / "a file").write_text("")
    wrong = {"--theme": tmp_path / "pale.toml", "--bundle": sheet, "--png": tmp_path / "a file" / "below"}
    issue(reckless, sheet, option, wrong[option]).refused("")
    assert not sheet.exists()
    listed = reckless("tiles", "register", "--json")
    assert listed.code != 0 or listed.data["tiles"] == []


def test_a_reprint_whose_sheet_would_be_refused_leaves_the_old_secrets(
    reckless: Reckless, tmp_path: Path, sheet: Path
):
    (tile,) = reckless.issue(1)["tiles"]
    (tmp_path / "pale.toml").write_text(PALE)
    reckless("tiles", "reprint", tile["user"], "--out", sheet, "--theme", tmp_path / "pale.toml").refused("")
    assert signs_in(reckless, tile)


def test_a_sheet_that_fails_after_its_accounts_were_made_says_where_it_waits(
    reckless: Reckless, sheet: Path, monkeypatch
):
    def fails(*_args: object, **_more: object) -> None:
        raise Unprintable("A code can't be read at 100 %.")

    monkeypatch.setattr(Tiles, "sheet", fails)
    ended = issue(reckless, sheet)
    (made,) = {row["batch"] for row in reckless("tiles", "register", "--json").data["tiles"]}
    assert (ended.code, sheet.exists()) == (1, False)
    assert f"at 100 %. The print run {made} is made all the same" in ended.err


def test_who_interrupts_after_the_accounts_were_made_is_told_where_the_sheet_waits(
    reckless: Reckless, sheet: Path, monkeypatch
):
    def interrupted(*_args: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tiles, "sheet", interrupted)
    ended = issue(reckless, sheet)
    (made,) = {row["batch"] for row in reckless("tiles", "register", "--json").data["tiles"]}
    assert (ended.code, sheet.exists()) == (130, False)
    assert f"Interrupted. The print run {made} is made all the same" in ended.err


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
def test_a_full_disk_after_the_accounts_were_made_says_where_the_sheet_waits(
    reckless: Reckless, sheet: Path, monkeypatch
):
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def large(*_args: object, **_more: object) -> SheetMade:
        resource.setrlimit(resource.RLIMIT_FSIZE, (LIMIT, before[1]))
        return SheetMade(b"%PDF" + bytes(LIMIT), 1, 1, 2, 700, ())

    monkeypatch.setattr(Tiles, "sheet", large)
    try:
        ended = issue(reckless, sheet)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    (made,) = {row["batch"] for row in reckless("tiles", "register", "--json").data["tiles"]}
    assert (ended.code, sheet.exists()) == (2, False)
    assert f"can't be written (File too large). The print run {made} is made all the same" in ended.err


def test_a_printer_is_measured_and_named(reckless: Reckless, sheet: Path, tmp_path: Path):
    page = tmp_path / "page.pdf"
    assert reckless("tiles", "calibrate", "--out", page).code == 0
    assert page.read_bytes().startswith(b"%PDF")
    measures = ("--left", "25.8", "--top", "34.2", "--wide", "149.2", "--high", "200")
    ended = reckless("tiles", "calibrate", "--printer", "attic", *measures, "--json")
    assert (ended.data["shift_um"], ended.data["stretch_ppm"]) == ([933, -800], [-5330, 0])
    assert issue(reckless, sheet, "--printer", "attic").code == 0
    assert reckless("tiles", "verify", sheet).code == 0


def test_the_register_tells_what_still_works_and_a_revoked_tile_does_not(reckless: Reckless, tmp_path: Path):
    first, second = reckless.issue(2)["tiles"]
    assert reckless("tiles", "revoke", first["user"]).code == 0
    assert [signs_in(reckless, tile) for tile in (first, second)] == [False, True]
    listed = reckless("tiles", "register", "--json").data["tiles"]
    assert [(row["user"], row["works"]) for row in listed] == [(first["user"], "no"), (second["user"], "yes")]
    out = tmp_path / "register.csv"
    assert reckless("tiles", "register", "--out", out).code == 0
    assert second["password"] not in out.read_text()
