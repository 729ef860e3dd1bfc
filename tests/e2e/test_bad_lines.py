"""Double taps, lost answers, stale pages, sleeping phones, a dead server: each debt is paid once, nothing "failed"."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service, served

pytestmark = pytest.mark.browser

PAID = {"ada": 150, "bob": 250, "cyd": 200}


@pytest.fixture
def debt(service: Service, organizer: Caller) -> Evening:
    """Ada owes Bob 50."""
    return Evening(service, organizer).a_debt()


@pytest.fixture
def ada(debt: Evening, phone: Callable[..., Phone]) -> Phone:
    return debt.hand(phone(), "ada").sees("You owe Bob.")


def checking(phone: Phone) -> None:
    """The phone says that it does not know, and not that something failed."""
    expect(phone.page.locator("#checking")).to_be_visible()
    said = phone.page.inner_text("body").lower()
    assert not any(word in said for word in ("fail", "error", "wrong"))


def paid_once(debt: Evening, ada: Phone) -> None:
    ada.page.wait_for_url("**/receipts/*")
    assert ada.paid(ada.page.locator("main")).headline == "You paid Bob 50."
    assert debt.balances == PAID
    assert len(debt.paid) == 1


@pytest.mark.parametrize("where", ["the table", "the pay page"])
def test_two_quick_taps_pay_once(debt: Evening, ada: Phone, where: str):
    if where == "the pay page":
        ada.opens(debt.tiles["bob"].pay_url)
    thumb = over(ada, "Pay Bob 50")
    thumb()
    thumb()
    paid_once(debt, ada)


@pytest.mark.parametrize("where", ["the table", "the pay page"])
def test_a_tap_while_the_receipt_is_on_its_way_is_nothing(debt: Evening, ada: Phone, where: str):
    if where == "the pay page":
        ada.opens(debt.tiles["bob"].pay_url)
    held: list[Route] = []
    ada.page.route("**/receipts/*", lambda route: held.append(route))
    sent: list[str] = []
    ada.page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    thumb = over(ada, "Pay Bob 50")
    with ada.page.expect_request("**/receipts/*"):
        thumb()
    thumb()
    held[0].continue_()
    paid_once(debt, ada)
    assert len(sent) == 1


def over(phone: Phone, words: str) -> Callable[[], None]:
    """A thumb over this button, that taps its place whatever is there by then."""
    spot = phone.button(words).bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    return lambda: phone.page.touchscreen.tap(x, y)


def test_an_answer_that_was_lost_twice_is_asked_for_again(debt: Evening, ada: Phone):
    booked: list[int] = []

    def lose(route: Route) -> None:
        answer = route.fetch()
        booked.append(answer.status)
        if len(booked) > 2:
            route.fulfill(response=answer)
        else:
            route.abort()

    ada.page.route("**/pay/", lose)
    ada.taps("Pay Bob 50")
    checking(ada)
    paid_once(debt, ada)
    assert booked == [200, 200, 200]


def test_a_page_closed_before_its_answer_came_is_told_by_the_next_one(debt: Evening, ada: Phone):
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    ada.context.route("**/pay/", lose)
    ada.taps("Pay Bob 50")
    checking(ada)
    ada.page.close()
    ada.context.unroute("**/pay/")
    ada.page = ada.context.new_page()
    ada.opens(f"{debt.service.public_url}{debt.path}")
    paid_once(debt, ada)


def test_a_stale_page_in_another_tab_pays_nothing_and_says_what_is(debt: Evening, ada: Phone):
    link = debt.tiles["bob"].pay_url
    other = ada.context.new_page()
    other.goto(link)
    ada.opens(link).pays("Bob", 50)
    other.get_by_role("button", name="Pay Bob 50").tap()
    expect(other.locator("#headline")).to_have_text("This debt is paid already. Nothing moved a second time.")
    assert debt.balances == PAID
    assert len(debt.paid) == 1


def test_a_phone_that_slept_shows_the_present_state_and_pays_once(debt: Evening, ada: Phone):
    ada.context.set_offline(True)
    ada.taps("Pay Bob 50")
    checking(ada)
    ada.context.set_offline(False)
    paid_once(debt, ada)


def test_the_line_at_the_top_is_honest(debt: Evening, ada: Phone):
    line = ada.page.locator("#link")
    expect(line).to_have_text("live")
    ada.context.set_offline(True)
    expect(line).to_contain_text("no connection for", timeout=90_000)
    ada.context.set_offline(False)
    expect(line).to_have_text("live")


@pytest.fixture
def mortal(tmp_path) -> Iterator[Service]:
    """A service that this test may kill."""
    with served(tmp_path) as running:
        yield running


def test_a_server_that_dies_loses_and_doubles_nothing_and_everybody_keeps_the_seat(
    mortal: Service, phone: Callable[..., Phone]
):
    debt = Evening(mortal, mortal.add_organizer()).a_debt()
    ada, bob = debt.hand(phone(), "ada"), debt.hand(phone(), "bob")
    bob.sees("Ada owes you.")
    mortal.kill()
    ada.taps("Pay Bob 50")
    checking(ada)
    mortal.start()
    paid_once(debt, ada)
    assert bob.is_paid().headline == "Ada paid you 50."
    bob.sees("Cyd is choosing.").has(250)
    assert mortal.command("audit", "verify")["ok"]
