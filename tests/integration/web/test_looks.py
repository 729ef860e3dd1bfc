"""What is measured of the table's page: what belongs together stands in one line, and no column waits for the other."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright

from app.factory import create_app
from tests.integration.evening import Evening, HandClock, settings_for
from tests.integration.gorilla import arranged, begun
from tests.integration.web.browser import ARGUMENTS, Handset, served
from tests.unit.rules.gorilla import Dealt

pytestmark = pytest.mark.browser

DESKTOP = {"viewport": {"width": 1280, "height": 900}, "is_mobile": False, "has_touch": False}
GAP_PX = 24


@pytest.fixture
def browser(chromium: str, playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def look(browser, database_url) -> Iterator[Callable[..., Page]]:
    """The table's page of an evening, for one of its people."""
    opened: list[tuple[Any, Handset]] = []

    def of(evening: Evening, user: str, pick: str = "", **screen: Any) -> Page:
        serving = served(create_app(settings_for(database_url), evening.program))
        handset = Handset(browser, serving.__enter__(), user, **screen)
        opened.append((serving, handset))
        handset.page.goto(f"/tables/{evening.id}{pick}")
        return handset.page

    yield of
    for serving, handset in opened:
        handset.context.close()
        serving.__exit__(None, None, None)


@pytest.fixture
def cheaters(program) -> Evening:
    """Points below zero, and an alliance that has as many as the first player above zero."""
    evening = Evening(program, "ada bob cyd dan", game="cheaters_game", mode="table")
    evening.start().play("ada invite bob", "bob join", "ada dice 2 4", "bob whistle 1")
    return evening.play("cyd invite dan ada", "dan join", "ada join", "cyd dice 1 2 3")


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return dict(found)


def middle(found: dict[str, float]) -> float:
    return found["x"] + found["width"] / 2


def below(upper: dict[str, float], lower: dict[str, float]) -> float:
    return lower["y"] - upper["y"] - upper["height"]


@pytest.mark.parametrize("screen", [{}, DESKTOP], ids=["phone", "desktop"])
def test_both_tracks_have_one_zero_and_one_scale(look, cheaters, screen):
    page = look(cheaters, "ada", **screen)
    honest, allied = box(page, ".lane.honest"), box(page, ".lane.cheater")
    assert (allied["x"], allied["width"]) == (honest["x"], honest["width"])
    bars = [page.locator(f".lane.{kind} .bar").first.get_attribute("d") for kind in ("honest", "cheater")]
    assert cheaters.view("ada")["alliances"][0]["points"] == 6
    assert bars[0] == bars[1], "six honest points are as long as six of an alliance"


def test_a_sign_of_dice_is_in_the_middle_of_its_ring(look, program):
    evening = Evening(program, "ada bob cyd", game="cheaters_game", mode="table")
    page = look(evening.start().play("ada invite bob", "bob join"), "bob")
    ring, drawn = box(page, ".stage .sign.dice"), box(page, ".stage .sign.dice svg")
    assert abs(middle(ring) - middle(drawn)) < 1
    assert abs(ring["y"] + ring["height"] / 2 - drawn["y"] - drawn["height"] / 2) < 1


def test_a_button_that_leads_back_has_its_words_in_the_middle(look, program):
    evening = Evening(program, "ada bob cyd", game="cheaters_game", mode="table")
    page = look(evening.start().play("ada invite bob", "bob join"), "ada", "?pick=dice:4")
    assert abs(middle(box(page, ".choice.back")) - middle(box(page, ".choice.back .words"))) < 2


def test_on_a_desktop_the_tracks_follow_what_can_be_done_and_no_line_is_cut(look, cheaters):
    page = look(cheaters, "ada", **DESKTOP)
    assert below(box(page, ".do"), box(page, ".tracks")) < GAP_PX
    assert below(box(page, ".stage"), box(page, ".log")) < GAP_PX
    cut = (
        "all => all.filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2).length"
    )
    assert page.locator(".tracks .who, .live .log li").evaluate_all(cut) == 0


@pytest.fixture
def gorillas(database_url) -> Iterator[Evening]:
    hands = {
        "ada": "defence command / raid kamikaze saving_grace",
        "bob": "reconnaissance raid / command raid raid",
    }
    program = arranged(database_url, HandClock(), Dealt("collateral_damage defence evasion", **hands))
    yield begun(program, "ada bob").play("bob play reconnaissance draw_pile")
    program.close()


def test_on_a_desktop_open_cards_leave_no_hole_beside_them(look, gorillas):
    page = look(gorillas, "bob", **DESKTOP)
    for part in ("#look-1", "#hand", "#deck"):
        page.locator(f"{part} summary").click()
        assert below(box(page, ".piles"), box(page, ".stage")) < GAP_PX
        assert below(box(page, ".own"), box(page, ".do")) < GAP_PX


def test_what_only_one_sees_begins_where_ones_cards_begin(look, gorillas):
    page = look(gorillas, "bob")
    for part in ("#look-1", "#hand"):
        page.locator(f"{part} summary").click()
    left = [
        page.locator(part).evaluate(
            "e => e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft)"
        )
        for part in ("#look-1 ol", "#hand ul")
    ]
    assert left[0] == left[1]


def test_the_name_of_a_card_fits_on_one_line_of_the_discard_pile(look, gorillas):
    page = look(gorillas, "bob")
    name = page.locator(".pile small").last
    one_line = name.bounding_box()["height"]
    for said in ("Reconnaissance", "Saving Grace", "Deployment"):
        name.evaluate("(e, text) => { e.textContent = text; }", said)
        assert name.bounding_box()["height"] == one_line, said
