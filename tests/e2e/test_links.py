"""What people open with their phone's own camera, in any spelling, and what they must not be led to."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser


@pytest.fixture
def debt(service: Service, organizer: Caller) -> Evening:
    """Ada owes Bob 50."""
    return Evening(service, organizer).a_debt()


def test_a_link_in_capitals_opens_the_same_payment(debt: Evening, phone: Callable[..., Phone]):
    ada = debt.hand(phone(), "ada")
    ada.opens(debt.tiles["bob"].pay_url.upper()).sees("You owe Bob 50.")


def test_a_code_of_another_place_is_named_and_not_followed(debt: Evening, phone: Callable[..., Phone]):
    ada = debt.hand(phone(), "ada").opens(f"{debt.service.public_url}/scan")
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    ada.page.get_by_label("The code under the picture").fill("https://evil.test/pay/?to=bob")
    ada.taps("Find it")
    expect(ada.page.locator("#notes")).to_contain_text("another place (evil.test)")
    assert [url for url in asked if "evil.test" in url] == []
    assert ada.page.url.endswith("/scan")


def test_a_private_code_before_the_scanner_is_no_payment_and_is_not_shown_again(
    debt: Evening, phone: Callable[..., Phone]
):
    ada = debt.hand(phone(), "ada").opens(f"{debt.service.public_url}/scan")
    ada.page.get_by_label("The code under the picture").fill(debt.tiles["bob"].enter_url)
    ada.taps("Find it")
    expect(ada.page.locator("#notes .bad")).to_be_visible()
    assert debt.tiles["bob"].secret not in ada.page.content()


def test_somebody_elses_tile_asks_before_the_phone_changes_hands(debt: Evening, phone: Callable[..., Phone]):
    ada, name = debt.hand(phone(), "ada").opens(debt.tiles["bob"].enter_url), debt.tiles["ada"].name
    expect(ada.page.locator("h1")).to_have_text(f"This phone is {name}. Switch?")
    assert signed_in(ada) == debt.tiles["ada"].user
    ada.taps(f"Stay {name}")
    ada.sees("You owe Bob.")
    ada.opens(debt.tiles["bob"].enter_url).taps("Switch")
    ada.sees("Ada owes you.")
    assert signed_in(ada) == debt.tiles["bob"].user


def test_the_secret_of_a_tile_is_in_no_address_that_the_browser_remembers(
    debt: Evening, phone: Callable[..., Phone]
):
    ada = phone()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer')}"))
    debt.hand(ada, "ada")
    secret = debt.tiles["ada"].secret
    assert [line for line in asked if secret in line] == []
    for _ in range(2):
        ada.page.go_back()
        assert secret not in ada.page.url


def test_a_payment_link_waits_until_its_reader_has_signed_in(debt: Evening, phone: Callable[..., Phone]):
    ada = phone().opens(debt.tiles["bob"].pay_url)
    ada.page.get_by_label("User").fill(debt.tiles["ada"].user)
    ada.page.get_by_label("Password").fill(debt.tiles["ada"].password)
    ada.taps("Sign in")
    ada.sees("You owe Bob 50.")


def test_a_tile_scanned_by_a_second_phone_shows_the_same_seat_on_both(
    debt: Evening, phone: Callable[..., Phone]
):
    old, new = debt.hand(phone(), "ada"), debt.hand(phone(), "ada")
    for each in (old, new):
        each.sees("You owe Bob.").has(200)
    new.pays("Bob", 50)
    old.sees("Cyd is choosing.").has(150)
    assert len(debt.paid) == 1


def signed_in(phone: Phone) -> str | None:
    return phone.page.locator("body").get_attribute("data-user")
