"""What the desk's scripts do."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Playwright

from app.services.program import Program
from tests.integration.console.conftest import PASSWORD
from tests.integration.evening import Evening
from tests.integration.web.browser import ARGUMENTS, served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser(chromium: str, playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(params=[{"width": 1180, "height": 820}, {"width": 390, "height": 844}], ids=["desk", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, app: Flask, program: Program) -> Iterator[Page]:
    """The first organizer's browser, invited a minute ago; it must say nothing in its console."""
    secret = program.services.people.invite_organizer("Olga")
    faults: list[str] = []
    with served(app) as base:
        context = browser.new_context(viewport=request.param, base_url=base)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"/organizer/welcome#{secret}")
        yield page
        context.close()
    assert faults == []


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """Takes pictures by day and by night where RECKLESS_PICTURES names a folder."""
    folder = os.environ.get("RECKLESS_PICTURES")

    def take(page: Page, name: str) -> None:
        size = page.viewport_size or {"width": 0}
        for scheme in ("light", "dark") if folder else ():
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(folder or "") / f"{name}-{size['width']}-{scheme}.png", full_page=True)

    return take


def sign_in(page: Page) -> None:
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Set it and sign in").click()
    page.wait_for_url("**/organizer/")


def test_the_invitation_leaves_the_address_and_needs_no_typing(page: Page):
    assert page.url.endswith("/organizer/welcome")
    assert not page.locator("#secret").is_visible()
    page.locator("#user").wait_for()
    assert page.locator("#user").input_value() == "olga"
    sign_in(page)


def test_the_first_page_looks_again_by_itself(page: Page, program: Program):
    sign_in(page)
    page.get_by_text("No table is open yet.").wait_for()
    evening = Evening(program)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_text("Ada, Bob, Cyd").wait_for()
    evening.check()


def test_no_page_of_the_desk_is_wider_than_its_screen(page: Page, program: Program):
    sign_in(page)
    evening = Evening(program).start().a_debt()
    evening.pay_all()
    page.goto("/organizer/tiles")
    page.fill("#label", "A label of forty characters, all of them")
    page.get_by_role("button", name="Open the accounts").click()
    batch = page.url
    for address in (
        "/organizer/",
        "/organizer/tiles",
        f"{batch}?paper=a4",
        "/organizer/people",
        "/organizer/books",
        f"/organizer/books/{evening.transfers()[-1].number}",
    ):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_an_event_from_its_opening_to_its_end_with_a_referee_in_a_second_browser(
    page: Page, browser: Browser, program: Program, pictures: Callable[[Page, str], None]
):
    sign_in(page)
    page.get_by_role("link", name="Events").click()
    page.fill("#name", "Club evening")
    page.get_by_role("button", name="Open the event").click()
    page.get_by_text("Recovery code, shown this once").wait_for()
    rita = browser.new_context(base_url=page.url.partition("/organizer")[0]).new_page()
    rita.goto(f"/organizer/welcome#{program.services.people.invite_organizer('Rita')}")
    sign_in(rita)
    page.fill("#user", "rita")
    page.get_by_role("button", name="Give the role").click()
    page.get_by_text("rita", exact=True).wait_for()
    evening = Evening(program).start().a_debt()
    pictures(page, "event")
    rita.goto("/organizer/")
    rita.locator(".card-of").get_by_role("link", name="Open", exact=True).click()
    rita.wait_for_url(f"**/tables/{evening.id}")
    rita.goto(f"/tables/{evening.id}/corner")
    rita.fill("#reason", "Was that the Banker?")
    rita.get_by_role("button", name="Pause the game").click()
    rita.get_by_role("heading", name="Rita paused the game.").wait_for()
    pictures(rita, "paused")
    assert evening.view("ada")["paused"] == {"by": "Rita", "reason": "Was that the Banker?"}
    page.goto("/organizer/")
    page.get_by_text("Nobody there can move or pay.").wait_for()
    pictures(page, "desk")
    rita.goto(f"/tables/{evening.id}/corner")
    rita.get_by_role("button", name="Let it go on").click()
    rita.wait_for_url(f"**/tables/{evening.id}")
    rita.goto(f"/tables/{evening.id}/corner")
    rita.locator("#absent-1 button").click()
    rita.wait_for_url(lambda address: "corner" not in address)
    number = evening.transfers()[-1].number
    rita.goto(f"/organizer/books/{number}")
    rita.fill("#reason", "It was the CEO")
    rita.locator("#reverse button").click()
    rita.get_by_text("Reversed: transfer").wait_for()
    evening.close(evening.host)
    page.goto("/organizer/events")
    page.get_by_role("link", name="Club evening").click()
    address = page.locator("#board-address").inner_text()
    page.get_by_role("link", name="End the event for good").click()
    page.get_by_role("heading", name="End the event?").wait_for()
    pictures(page, "sure")
    page.get_by_role("button", name="Yes, end it").click()
    page.get_by_text("The event has ended. It stays as it is.").first.wait_for()
    rita.goto("/board/" + address.rpartition("/")[2])
    rita.get_by_text("Table 1").wait_for()
    pictures(rita, "board")
    rita.context.close()
    evening.check()
