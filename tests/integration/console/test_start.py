"""The desk's first page: what needs a person comes first."""

import pytest

from app.errors import AppError
from app.services.program import Program
from app.services.tables import TableSettings
from tests.integration.console.conftest import Desk
from tests.integration.evening import ORGANIZER, Evening, HandClock, add_tiles, player, set_password


def test_an_empty_desk_says_that_nothing_needs_anybody(desk: Desk):
    desk.says("Nothing needs you", "No table is open yet.")


def test_a_table_is_a_card_with_seats_phase_and_who_is_awaited(
    desk: Desk, evening: Evening, clock: HandClock
):
    evening.start().a_debt()
    clock.pass_(65)
    payer = evening.due[0][0].capitalize()
    desk.get("/organizer/").says(
        "Reckless", "Ada, Bob, Cyd", "Game 1", f"Waiting for {payer} to pay", "1 min", "Nothing needs you"
    )
    assert f'href="/tables/{evening.id}"' in desk.html


def test_a_table_that_stands_still_for_three_minutes_needs_somebody(
    desk: Desk, evening: Evening, clock: HandClock
):
    evening.start()
    clock.pass_(179)
    desk.get("/organizer/").says("Nothing needs you")
    clock.pass_(1)
    turn = evening.turn.capitalize()
    desk.get("/organizer/").says("These need you", f"Waiting for {turn} to choose an action, for 3 min.")


def test_an_open_door_needs_nobody_however_long_it_stands_open(
    desk: Desk, evening: Evening, clock: HandClock
):
    clock.pass_(3600)
    desk.get("/organizer/").says("Nothing needs you", "Before the game", "Waiting for the host to start")


def test_a_table_that_plays_by_voice_is_never_called_stuck(desk: Desk, program: Program, clock: HandClock):
    evening = Evening(program, validation="honor").start()
    clock.pass_(3600)
    desk.get("/organizer/").says(
        "Nothing needs you", "they play by voice", "checked against the price list (honor)"
    )
    evening.check()


def test_the_longest_wait_comes_first(desk: Desk, program: Program, clock: HandClock):
    first = Evening(program).start()
    clock.pass_(100)
    second = Evening(program, "dan eve fay").start()
    clock.pass_(400)
    words = desk.get("/organizer/").words.upper()
    assert words.index(first.code[:3].upper()) < words.index(second.code[:3].upper())


def test_a_finished_table_is_put_away(desk: Desk, evening: Evening):
    evening.start().close()
    desk.get("/organizer/").says("1 table is over", "No table is open yet.")


def test_a_locked_account_is_shown_and_unlocked(desk: Desk, program: Program, clock: HandClock):
    add_tiles(program, "ada")
    set_password(program, "ada", "adapassword")
    people = program.services.people
    for _ in range(5):
        with pytest.raises(AppError):
            people.sign_in("ada", "wrong", address="1.1.1.1")
        clock.pass_(10)
    desk.get("/organizer/").says("Ada is locked out after too many wrong passwords.")
    desk.send("/organizer/people/ada/unlock", back="/organizer/").says(
        "ADA can try again.", "Nothing needs you"
    )
    assert desk.path == "/organizer/"
    people.sign_in("ada", "adapassword", address="1.1.1.1")


def test_after_unlocking_nobody_is_sent_to_another_site(desk: Desk, program: Program):
    add_tiles(program, "ada")
    answer = desk.client.post(
        "/organizer/people/ada/unlock", data={"csrf": desk.token(), "back": "https://evil.example"}
    )
    assert answer.location == "/"


def test_a_print_run_that_waits_for_the_printer_is_told(desk: Desk):
    desk.send("/organizer/tiles", count="3", label="Friday")
    desk.get("/organizer/").says("“Friday”, 3 tiles, is ready to print.", "kept for 1 day more")


def test_an_organizer_opens_a_table_without_a_seat(desk: Desk, program: Program):
    desk.get("/organizer/").says("Open a table")
    desk.send("/tables", validation="strict", timer_s="30", key="k1")
    table_id = desk.path.rpartition("/")[2]
    assert desk.page.status_code == 200, desk.words
    add_tiles(program, "ada")
    view = program.services.tables.view(ORGANIZER, table_id)
    assert (view["players"], view["host"], view["options"]["timer_s"]) == ([], "olga", 30)


def test_two_tables_of_one_organizer_are_two_cards(desk: Desk, program: Program):
    codes = [program.services.tables.open(ORGANIZER, TableSettings()).code for _ in range(2)]
    desk.get("/organizer/").says(*(f"{code[:3]} {code[3:]}".upper() for code in codes))


def test_a_player_who_hosts_shows_too(desk: Desk, program: Program):
    add_tiles(program, "ada")
    code = program.services.tables.open(player("ada"), TableSettings()).code
    desk.get("/organizer/").says(f"{code[:3]} {code[3:]}".upper(), "Nobody sits here yet.")
