"""Who is where."""

import pytest

from app.services.program import Program
from tests.integration.console.conftest import Desk
from tests.integration.evening import Evening, HandClock, add_tiles


def test_everybody_is_listed_with_table_and_when_they_signed_in(
    desk: Desk, evening: Evening, clock: HandClock
):
    add_tiles(evening.program, "zoe")
    evening.services.people.enter("ada-secret")
    clock.pass_(120)
    desk.get("/organizer/people").says("Signed in", "Ada", "2 min ago", "Zoe", "never", "none")
    assert f'href="/tables/{evening.id}"' in desk.html
    assert f"{evening.code[:3]} {evening.code[3:]}".upper() in desk.words


@pytest.mark.parametrize("search", ["bo", "BOB", " b-o b "])
def test_a_search_finds_names_and_users_as_they_are_typed(desk: Desk, evening: Evening, search: str):
    desk.get(f"/organizer/people?q={search}").says("Bob").silent_on("Cyd")


def test_a_search_finds_a_label(desk: Desk, program: Program):
    desk.send("/organizer/tiles", count="2", label="Saturday")
    add_tiles(program, "ada")
    desk.get("/organizer/people?q=satur").says("Saturday").silent_on("Ada")


def test_a_search_that_finds_nobody_says_so(desk: Desk, evening: Evening):
    desk.get("/organizer/people?q=nobody").says("Nobody fits.")


def test_a_long_list_says_how_many_are_not_shown(desk: Desk, program: Program):
    add_tiles(program, *(f"p{n:03d}" for n in range(203)))
    desk.get("/organizer/people").says("3 more are not shown: search.")


def test_what_is_searched_for_is_never_taken_for_markup(desk: Desk):
    assert "<script>alert" not in desk.get("/organizer/people?q=<script>alert(1)</script>").html
