"""What the desk's scripts do."""

from collections.abc import Iterator

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


def sign_in(page: Page) -> None:
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name="Set it and sign in").click()
    page.wait_for_url("**/organizer/")


def test_the_invitation_leaves_the_address_and_needs_no_typing(page: Page):
    assert page.url.endswith("/organizer/welcome")
    assert not page.locator("#secret").is_visible()
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
