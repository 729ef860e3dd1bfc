"""Tiles at the desk: a print run, the check of its sheet, the download, erasing, reprints."""

import re

import pytest

from app.errors import NotSignedIn
from app.services.people.sessions import COOKIE
from app.services.program import Program
from app.services.tiles import SECRETS_KEPT_S
from app.services.tiles.batches import Batch
from tests.integration.console.conftest import Desk
from tests.integration.evening import ORGANIZER, HandClock

FIRST_CHOICE = "?paper=a4"


def issued(desk: Desk, count: int = 2, label: str = "Friday") -> str:
    """The address of a new print run's page."""
    desk.get("/organizer/tiles").send("/organizer/tiles", count=str(count), label=label, key="k1")
    assert desk.page.status_code == 200
    return desk.path


def batch_at(program: Program, address: str) -> Batch:
    return program.services.tiles.batch(ORGANIZER, address.rpartition("/")[2])


def opens(program: Program, secret: str) -> bool:
    try:
        program.services.people.enter(secret)
    except NotSignedIn:
        return False
    return True


def secret_of(batch: Batch, n: int = 0) -> str:
    return batch.tiles[n].enter_url.partition("#")[2]


def test_a_print_run_leads_to_its_sheet(desk: Desk):
    address = issued(desk)
    desk.says("Friday: 2 tiles", "Choose the sheet").silent_on("Download the sheet")
    desk.get("/organizer/tiles").says("2 tiles", "To print: secrets kept until")
    assert f'href="{address}"' in desk.html


def test_pressing_twice_opens_the_accounts_once(desk: Desk, program: Program):
    assert issued(desk) == issued(desk)
    assert len(program.services.people.whereabouts(ORGANIZER)) == 2


@pytest.mark.parametrize("count", ["0", "-5", "1.5", "abc", "1000000", ""])
def test_a_silly_count_is_refused_with_the_range(desk: Desk, count: str):
    desk.send("/organizer/tiles", count=count, label="Friday").says("a whole number from 1 to 2000")
    assert desk.path == "/organizer/tiles"


def test_a_label_that_can_not_be_printed_is_refused(desk: Desk):
    desk.send("/organizer/tiles", count="1", label="字").says("字")


def test_the_result_of_the_check_is_shown_before_the_download(desk: Desk):
    address = issued(desk)
    desk.get(address + FIRST_CHOICE).says(
        "Every code was read back: 4 codes on 1 page,",
        "modules of 0.",
        "http://tiles.test",
        "Download the sheet",
    )


def test_the_download_is_the_sheet_that_was_checked(desk: Desk):
    address = issued(desk)
    desk.get(address + FIRST_CHOICE)
    found = re.search(r'href="([^"]*sheet\.pdf[^"]*)"', desk.html)
    assert found
    answer = desk.get(found.group(1)).page
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")
    assert "attachment; filename=tiles-friday.pdf" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"


def test_every_option_of_a_sheet_can_be_chosen(desk: Desk):
    address = issued(desk, 1)
    options = "?paper=letter&tile=90x55&gap=2&margin=10&duplex=long&marks=none&code=both"
    desk.get(address + options).says("3 codes on 2 pages")
    assert '<option value="letter" selected>' in desk.html
    assert 'value="90x55"' in desk.html


@pytest.mark.parametrize(
    "option", ["paper=a3", "tile=big", "tile=300x300", "gap=wide", "margin=-1", "duplex=up"]
)
def test_a_sheet_that_can_not_be_says_why(desk: Desk, option: str):
    address = issued(desk, 1)
    name = option.partition("=")[0]
    desk.get(f"{address}?paper=a4&{option}" if name != "paper" else f"{address}?{option}")
    assert desk.page.status_code == 422
    desk.silent_on("Download the sheet")
    assert desk.html.count('id="wrong"') == 1
    if name in ("tile", "gap", "margin"):
        assert f'name="{name}" value="{option.partition("=")[2]}"' in desk.html


def test_marking_as_printed_says_what_will_happen_and_erases_the_secrets(desk: Desk, program: Program):
    address = issued(desk)
    secret = secret_of(batch_at(program, address))
    desk.get(address + FIRST_CHOICE).says("this sheet can not be made again")
    desk.send(f"{address}/printed").says("Their passwords and sign-in codes are erased")
    desk.get(address).says("Marked as printed").silent_on("Choose the sheet", "Download")
    assert desk.get(f"{address}/sheet.pdf{FIRST_CHOICE}").page.status_code == 409
    assert opens(program, secret)


def test_a_sheet_that_lies_ready_is_thrown_away_once_it_is_printed(desk: Desk):
    address = issued(desk)
    desk.get(address + FIRST_CHOICE)
    desk.send(f"{address}/printed")
    assert not desk.get(f"{address}/sheet.pdf{FIRST_CHOICE}").page.data.startswith(b"%PDF")


def test_after_a_day_the_secrets_are_gone_whatever_lies_ready(desk: Desk, clock: HandClock, program: Program):
    address = issued(desk)
    desk.get(address + FIRST_CHOICE)
    clock.pass_(SECRETS_KEPT_S)
    desk.client.set_cookie(COOKIE, program.services.people.enter("olga-secret").token)
    desk.get(address).says("kept for a day and are erased")
    assert desk.get(f"{address}/sheet.pdf{FIRST_CHOICE}").page.status_code == 409


def test_no_page_of_the_desk_shows_a_secret(desk: Desk, program: Program):
    address = issued(desk)
    batch = batch_at(program, address)
    for page in ("/organizer/", "/organizer/tiles", address, address + FIRST_CHOICE, "/organizer/people"):
        html = desk.get(page).html
        for tile in batch.tiles:
            assert tile.password not in html
            assert tile.enter_url.partition("#")[2] not in html


def test_a_print_run_that_is_none_is_not_found(desk: Desk):
    assert desk.get("/organizer/tiles/k7m2qxd3").page.status_code == 404


def test_lost_tiles_get_new_secrets_however_their_names_are_typed(desk: Desk, program: Program):
    batch = batch_at(program, issued(desk, 3))
    users = [tile.user for tile in batch.tiles]
    typed = f"{users[0][:3]} {users[0][3:]}\n{users[1].upper()}, \n"
    desk.get("/organizer/tiles").send("/organizer/tiles/reprint", users=typed, key="k2")
    desk.says("Reprint: 2 tiles")
    assert [opens(program, secret_of(batch, n)) for n in range(3)] == [False, False, True]


def test_one_unknown_name_changes_no_tile(desk: Desk, program: Program):
    batch = batch_at(program, issued(desk, 1))
    desk.send("/organizer/tiles/reprint", users=f"{batch.tiles[0].user}\nnobody1").says("nobody1")
    assert opens(program, secret_of(batch))


def test_a_reprint_starts_from_the_person_in_the_list(desk: Desk, program: Program):
    user = batch_at(program, issued(desk, 1)).tiles[0].user
    assert f'href="/organizer/tiles?lost={user}#lost"' in desk.get("/organizer/people").html
    desk.get(f"/organizer/tiles?lost={user}").says(f"{user[:3]} {user[3:]}".upper())
