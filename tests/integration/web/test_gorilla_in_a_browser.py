"""A whole game of Gorilla Warfare on two phones: looks in private, defences, a theft, and Collateral Damage."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from app.factory import create_app
from tests.integration.evening import HandClock, settings_for
from tests.integration.gorilla import arranged, begun
from tests.integration.web.browser import ARGUMENTS, Handset, served
from tests.unit.rules.gorilla import Dealt

pytestmark = pytest.mark.browser

DEALT = Dealt(
    "collateral_damage defence evasion evasion",
    ada="defence command / raid kamikaze saving_grace",
    bob="reconnaissance evasion / command raid saving_grace",
)


@pytest.fixture
def browser(chromium: str, playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture
def match(database_url):
    program = arranged(database_url, HandClock(), DEALT)
    yield begun(program, "ada bob")
    program.close()


@pytest.fixture
def phones(browser, match, database_url) -> Iterator[tuple[Handset, Handset]]:
    app = create_app(settings_for(database_url), match.program)
    with served(app) as base:
        ada, bob = (Handset(browser, base, user) for user in match.users)
        yield ada, bob
        for phone in (ada, bob):
            phone.context.close()
            assert phone.faults == []


def uncover(phone: Handset) -> None:
    if phone.page.locator("#hand[open]").count() == 0:
        phone.page.locator("#hand summary").click()


def play(phone: Handset, card: str, aim: str = "") -> None:
    """Uncover the hand if it is covered, tap a card, and then what it is aimed at."""
    uncover(phone)
    if not aim:
        phone.tap(card)
        return
    phone.page.get_by_role("link", name=card).click()
    phone.tap(aim)


def test_a_whole_game_on_two_phones(match, phones):
    ada, bob = phones
    bob.sees("Your turn.")
    expect(bob.page.locator("#covered")).to_be_visible()
    expect(bob.page.locator("#moves")).to_be_hidden()
    play(bob, "Reconnaissance", "The top three of the draw pile")
    bob.sees("Only you see: the draw pile, from the top")
    expect(bob.page.locator("#look-1")).to_contain_text("Collateral Damage")
    ada.sees("Bob looks at the draw pile.")
    assert "Collateral" not in ada.page.content()
    bob.page.reload()
    expect(bob.page.locator("#look-1")).to_contain_text("Collateral Damage")
    expect(bob.page.locator("#look-1 li").first).to_be_hidden()
    seen = bob.page.locator(".log .private")
    expect(seen).to_contain_text("Collateral Damage")
    expect(seen).to_be_hidden()
    expect(bob.page.locator(".log li").first).to_have_text(
        re.compile(r"looks at the draw pile\.\s+There: .*Covered\.")
    )
    uncover(bob)
    expect(seen).to_be_visible()
    expect(bob.page.locator(".log .unsaid")).to_be_hidden()
    bob.page.goto(f"/tables/{match.id}/log")
    expect(bob.page.locator(".ledger .private").first).to_be_hidden()
    bob.page.get_by_text("Covered. Tap to look.").click()
    expect(bob.page.locator(".ledger .private").first).to_be_visible()
    bob.page.goto(f"/tables/{match.id}")
    play(bob, "Evasion")

    ada.sees("Your turn.")
    play(ada, "Defence")
    ada.tap("Finish your turn")
    expect(bob.page.locator("#seat-ada")).to_contain_text("a Defence in front")
    expect(ada.page.locator("#deck li").last).to_be_hidden()
    ada.page.locator("#deck summary").click()
    expect(ada.page.locator("#deck li").last).to_have_text("Collateral Damage")

    play(bob, "Command", "Ada")
    ada.sees("Bob plays Command against you.")
    expect(ada.page.locator("#deck li").last).to_be_visible()
    ada.tap("Stop it with the Defence in front")
    bob.sees("Ada stops Command with the Defence in front.")
    play(bob, "Raid", "right card")
    ada.sees("You lose Raid.")
    ada.tap("Let it happen")
    expect(bob.page.locator("#hand")).to_contain_text("Raid")
    expect(ada.page.locator("#hand")).to_contain_text("Kamikaze")
    play(bob, "Raid", "left card")
    ada.sees("You lose Command.")
    ada.tap("Let it happen")
    bob.tap("Finish your turn")

    ada.sees("Your turn.")
    play(ada, "Saving Grace")
    deadly = ada.page.get_by_text("Your deck gives you Collateral Damage: you are out.")
    expect(deadly).to_be_visible()
    ada.page.locator("#deck summary").click()
    expect(deadly).to_be_hidden()
    ada.sees("The top of your deck comes into your hand: look there first.")
    play(ada, "Kamikaze", "Everybody draws")
    bob.sees("Ada plays Kamikaze.")
    uncover(bob)
    bob.tap("Let it happen")
    bob.sees("You won.")
    ada.sees("Bob won.")
    assert match.winners == ["bob"]
