"""Every page and moment: one heading, large targets, nothing wider than the phone, readable by day and at night."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.e2e.conftest import PHONE
from tests.e2e.desk import Desk
from tests.e2e.evening import Evening
from tests.e2e.looks import Looks
from tests.e2e.phone import Phone
from tests.e2e.service import ORGANIZER, PASSWORD, Caller, Service

pytestmark = pytest.mark.browser

MOST_KB = 60


@pytest.fixture
def looks() -> Looks:
    return Looks()


def test_the_pages_before_a_game(
    service: Service, organizer: Caller, phone: Callable[..., Phone], looks: Looks
):
    evening = Evening(service, organizer, "ada bob", start=False)
    base, guest, cyd = service.public_url, phone(), phone()
    for moment, path in (
        ("sign in", "/"),
        ("rules", "/rules"),
        ("nowhere", "/nowhere"),
        ("entering", "/enter"),
    ):
        looks.at(moment, guest.opens(f"{base}{path}").page)

    lonely = organizer.post("/tile-batches", count=1, label="Friday")["tiles"][0]
    cyd.enters(lonely["enter_url"])
    looks.at("start", cyd.page)
    cyd.page.get_by_text("House rules: timer, checks, deck").tap()
    looks.at("start, house rules", cyd.page)
    looks.at("scanner", cyd.opens(f"{base}/scan").page)
    looks.at("my code", cyd.opens(f"{base}/receive").page)
    looks.at("nothing to pay", cyd.opens(evening.tiles["ada"].pay_url).page)
    looks.at("another tile", cyd.opens(evening.tiles["ada"].enter_url).page)
    cyd.page.wait_for_selector("#switch")
    looks.at("joining", cyd.opens(evening.join_url).page)

    ada, bob = evening.hand(phone(), "ada"), evening.hand(phone(), "bob")
    looks.at("lobby, host", ada.page)
    looks.at("lobby, guest", bob.page)
    looks.at("house rules", ada.opens(f"{base}{evening.path}/settings").page)
    assert looks.faults == {}


def test_the_moments_of_a_game(
    service: Service, organizer: Caller, phone: Callable[..., Phone], looks: Looks
):
    evening = Evening(service, organizer)
    base = service.public_url
    ada, bob, cyd = (evening.hand(phone(), name) for name in ("ada", "bob", "cyd"))
    table = f"{base}{evening.path}"

    looks.at("turn, mine", bob.page)
    looks.at("turn, not mine", ada.page)
    bob.page.locator("#menu summary").tap()
    looks.at("menu", bob.page)
    looks.at("turn, whom", bob.opens(f"{table}?pick=fraud").page)
    looks.at("turn, against all", bob.opens(f"{table}?pick=ponzi_scheme").page)

    evening.play("bob declare fraud ada")
    looks.at("claim, against me", ada.sees("Bob claims the Banker: fraud, 50 from you.").page)
    ada.page.get_by_text("Answer ahead").tap()
    looks.at("claim, answering ahead", ada.page)
    looks.at("claim, against another", cyd.sees(re.compile("^Bob claims")).page)
    looks.at("claim, mine", bob.opens(table).page)
    evening.allow()
    looks.at("counter", ada.opens(table).sees(re.compile("^Bob claims")).page)
    evening.play("ada match")
    looks.at("counter, challenged or not", cyd.opens(table).page)
    evening.allow()
    looks.at("match", ada.opens(table).page)

    evening.play("ada show banker 3", "bob show banker 1")
    looks.at("debt, mine", bob.opens(table).sees("You owe Ada.").page)
    looks.at("debt, to me", ada.opens(table).sees("Bob owes you.").page)
    looks.at("debt, of others", cyd.opens(table).page)
    looks.at("pay", bob.opens(evening.tiles["ada"].pay_url).page)
    looks.at("pay, the wrong one", bob.opens(evening.tiles["cyd"].pay_url).page)
    looks.at("my code, owed", cyd.opens(f"{base}/receive").page)
    ada.opens(table)
    bob.opens(evening.tiles["ada"].pay_url).pays(ada.name, 50)
    looks.at("receipt", bob.page)
    ada.page.wait_for_selector("#paid-to-me")
    looks.at("paid to me", ada.page)

    evening.play("cyd declare bribe ada", "ada challenge")
    looks.at("show, mine", cyd.opens(table).page)
    looks.at("show, of another", bob.opens(table).page)
    evening.play("cyd decline")
    looks.at("lose a card", cyd.opens(table).page)
    evening.play("cyd lose_card lobbyist", "ada declare ponzi_scheme").allow()
    looks.at("debts, to me", ada.opens(table).page)

    looks.at("log", ada.opens(f"{table}/log").page)
    looks.at("log with one", ada.opens(f"{table}/with/{evening.tiles['bob'].user}").page)
    looks.at("corner, host", ada.opens(f"{table}/corner").page)
    looks.at("sure, host", ada.opens(f"{table}/corner?sure=close").page)
    looks.at("corner", bob.opens(f"{table}/corner").page)
    looks.at("rules of the table", bob.opens(f"{base}/rules?table={evening.id}").page)
    for debtor in ("bob ada 10", "cyd ada 10"):
        evening.pay(debtor)
    evening.callers["ada"].post(f"{evening.path}/close")
    ada.opens(table).is_paid()
    looks.at("over, won", ada.page)
    looks.at("over, lost", bob.opens(table).page)
    assert looks.faults == {}


def test_a_table_that_plays_by_voice(
    service: Service, organizer: Caller, phone: Callable[..., Phone], looks: Looks
):
    evening = Evening(service, organizer, validation="honor")
    ada = evening.hand(phone(), "ada")
    looks.at("by voice", ada.page)
    looks.at("by voice, pay", ada.opens(evening.tiles["bob"].pay_url).page)
    assert looks.faults == {}


def test_the_organizers_desk(
    service: Service, organizer: Caller, contexts: Callable[..., BrowserContext], looks: Looks
):
    evening = Evening(service, organizer).a_debt()
    number = evening.pay("ada bob 50")["number"]
    desk = Desk(contexts(**PHONE), service.public_url)
    desk.page.goto(f"{service.public_url}/organizer/welcome")
    looks.at("desk, welcome", desk.page)
    desk.signs_in(ORGANIZER, PASSWORD)
    for moment, path in (
        ("desk", "/organizer/"),
        ("desk, tiles", "/organizer/tiles"),
        ("desk, print", f"/organizer/tiles/{evening.batch}"),
        ("desk, sheet", f"/organizer/tiles/{evening.batch}?paper=a4"),
        ("desk, people", "/organizer/people"),
        ("desk, books", "/organizer/books"),
        ("desk, transfer", f"/organizer/books/{number}"),
        ("desk, a table", evening.path),
        ("desk, start", "/?lobby"),
    ):
        desk.page.goto(f"{service.public_url}{path}")
        looks.at(moment, desk.page)
    desk.page.goto(f"{service.public_url}/organizer/")
    desk.checks_the_books()
    looks.at("desk, checked books", desk.page)
    assert desk.faults == []
    assert looks.faults == {}
