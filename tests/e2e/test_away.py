"""Somebody is away, comes back, or comes twice: the table goes on, and every person keeps one seat."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser


def test_the_host_answers_and_pays_for_somebody_who_is_away(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer).play("bob declare fraud cyd", "ada allow")
    ada, bob = evening.hand(phone(), "ada"), evening.hand(phone(), "bob")
    for words in ("For Cyd: let it pass", "For Cyd: pay", "For Cyd: pay Bob 50"):
        expect(ada.button("Away?")).to_be_visible()
        ada.taps("Away?").taps(words)
        ada.page.wait_for_url(f"**{evening.path}")
    assert bob.is_paid().headline == "Cyd paid you 50."
    ada.sees("Cyd is choosing.")
    assert evening.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_silence_is_an_answer_when_the_timer_runs_out(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, options={"timer_s": 3})
    ada, bob = evening.hand(phone(), "ada"), evening.hand(phone(), "bob")
    bob.declares("Fraud", at="Ada")
    ada.sees("Bob claims the Banker: fraud, 50 from you.")
    expect(ada.page.locator(".clock").first).to_have_text(re.compile("[0-3]"))
    ada.sees("You owe Bob.")
    bob.sees("Ada owes you.")


def test_the_door_of_ones_own_table_leads_to_the_seat_one_has(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, "ada bob", start=False)
    tile = organizer.post("/tile-batches", count=1, label="Friday")["tiles"][0]
    cyd = phone("Cyd").enters(tile["enter_url"]).opens(evening.join_url).sits_down()
    cyd.page.go_back()
    cyd.page.wait_for_url(f"**{evening.path}")
    cyd.opens(evening.join_url)
    expect(cyd.page.locator(".roll li")).to_have_count(3)
    assert [one["name"] for one in evening.view()["players"]] == ["Ada", "Bob", "Cyd"]


def test_whoever_closed_the_browser_comes_back_to_the_same_question(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer).play("bob declare fraud ada")
    for _ in range(2):
        ada = evening.hand(phone(), "ada")
        ada.sees("Bob claims the Banker: fraud, 50 from you.").has(200)
        ada.context.close()
    ada = phone().opens(service.public_url)
    ada.page.get_by_label("User").fill(evening.tiles["ada"].user)
    ada.page.get_by_label("Password").fill(evening.tiles["ada"].password)
    ada.taps("Sign in")
    ada.sees("Bob claims the Banker: fraud, 50 from you.").has(200)
    assert len(evening.view()["players"]) == 3


def test_a_button_that_came_too_late_says_so_on_the_page_to_which_it_leads(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer)
    ada = evening.hand(phone(), "ada")
    evening.play("bob declare fraud ada")
    ada.opens(f"{service.public_url}{evening.path}/corner")
    evening.allow()
    ada.taps("Take back the last move")
    ada.page.wait_for_url(f"**{evening.path}")
    expect(ada.page.locator("#notes")).to_contain_text("The table has moved on")
    ada.page.reload()
    expect(ada.page.locator("#notes p")).to_have_count(0)
