"""Hands other than two thumbs: a keyboard alone, a focus that is seen; and how little has to come over the air."""

import gzip
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser

MOST_BYTES = 60 * 1024
CHOSEN = "document.activeElement.closest('.do') ? document.activeElement.textContent.trim() : ''"
# Asked of the browser's own list: an answer without a body is not always reported as finished.
LOOKED = """
times => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/fragment")).length >= times
"""
LOOK = """
() => {
  for (const moving of document.getAnimations()) {
    try { moving.finish(); } catch { /* It has no end. */ }
  }
  const style = getComputedStyle(document.activeElement);
  return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor].join(" ");
}
"""


def tabs_to(page: Page, words: str) -> None:
    """Press Tab until a choice that begins like this has the focus."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(CHOSEN).startswith(words):
            return
    raise AssertionError(f"{words} can't be reached")


def test_a_turn_can_be_played_with_a_keyboard_alone(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, "ada bob")
    bob, ada = evening.hand(phone(), "bob"), evening.hand(phone(), "ada")
    for words in ("Fraud", "Ada"):
        tabs_to(bob.page, words)
        bob.page.keyboard.press("Enter")
    bob.sees("You claim the Banker: fraud, 50 from Ada.")
    ada.sees("Bob claims the Banker: fraud, 50 from you.")
    tabs_to(ada.page, "Let it pass")
    ada.page.keyboard.press("Space")
    expect(ada.button("Give in, pay 50")).to_be_visible()
    tabs_to(ada.page, "Give in, pay 50")
    ada.page.keyboard.press("Enter")
    ada.sees("You owe Bob.")
    tabs_to(ada.page, "Pay Bob 50")
    ada.page.keyboard.press("Enter")
    ada.sees_the_receipt()
    bob.page.keyboard.press("Escape")
    expect(bob.page.locator("#paid-to-me")).to_have_count(0)
    bob.sees("Ada is choosing.")


def test_whatever_has_the_focus_shows_it(service: Service, organizer: Caller, phone: Callable[..., Phone]):
    evening = Evening(service, organizer)
    bob = evening.hand(phone(), "bob")
    for path in (evening.path, "/receive", "/scan", "/rules", f"{evening.path}/corner"):
        bob.opens(f"{service.public_url}{path}")
        reached = 0
        bob.page.keyboard.press("Tab")
        while (at := bob.page.evaluate("document.activeElement.outerHTML"))[:5] != "<body":
            focused = bob.page.evaluate(LOOK)
            bob.page.evaluate("window.held = document.activeElement; held.blur()")
            plain = bob.page.evaluate(LOOK.replace("document.activeElement", "window.held"))
            assert focused != plain, at[:120]
            bob.page.evaluate("held.focus({ focusVisible: true })")
            bob.page.keyboard.press("Tab")
            reached += 1
        assert reached > 2


@pytest.mark.parametrize("path", ["", "/receive"])
def test_a_page_to_which_nothing_new_has_come_is_left_alone_under_the_thumb(
    service: Service, organizer: Caller, phone: Callable[..., Phone], path: str
):
    evening = Evening(service, organizer).a_debt()
    bob = evening.hand(phone(), "bob")
    bob.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.first = document.getElementById('live'); })"
    )
    bob.opens(f"{service.public_url}{path or evening.path}")
    bob.page.wait_for_function(LOOKED, arg=1)
    bob.page.evaluate("dispatchEvent(new Event('online'))")
    bob.page.wait_for_function(LOOKED, arg=2)
    assert bob.page.evaluate("window.first.isConnected")


def test_script_and_style_of_the_table_are_less_than_60_kb(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer)
    ada, parts = phone(), []

    def arrived(answer: Response) -> None:
        if answer.request.resource_type in ("script", "stylesheet"):
            parts.append(answer)

    evening.hand(ada, "ada")
    ada.page.on("response", arrived)
    ada.page.reload()
    expect(ada.page.locator("#link")).to_have_text("live")
    sent = {part.url.rpartition("/")[2]: part.request.sizes()["responseBodySize"] for part in parts}
    packed = {part.url.rpartition("/")[2]: len(gzip.compress(part.body())) for part in parts}
    assert sum(packed.values()) < MOST_BYTES
    assert sum(sent.values()) < MOST_BYTES
