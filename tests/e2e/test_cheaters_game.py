"""A whole game of Cheater's Game on three phones, with real dice and with thrown ones, and how its moments look."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looks import Looks
from tests.e2e.phone import DO, Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser


def test_three_people_play_with_real_dice_to_the_winner_and_the_books_are_right(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, game="cheaters_game", mode="table", options={"rounds": 2})
    ada, bob, cyd = phones = tuple(evening.hand(phone(), name) for name in ("ada", "bob", "cyd"))
    looks = Looks()

    # Ada asks both into an alliance; Bob joins, Cyd does not, and Ada rolls two dice at once.
    looks.at("cheaters, turn", ada.sees("Your turn.").page)
    ada.taps("Form an alliance", DO).taps("Bob", DO).taps("Cyd", DO)
    looks.at("cheaters, with whom", ada.page)
    ada.taps("Invite Bob and Cyd", DO)
    looks.at("cheaters, asked", bob.sees("Ada wants you in an alliance.").page)
    bob.taps("Join", DO)
    cyd.taps("Decline", DO)
    ada.sees("Roll 2 dice for alliance 1.")
    shows(ada, 4, then="2 of 2")
    looks.at("cheaters, real dice", ada.page)
    shows(ada, 4)

    # Doubles: she offers Cyd 3 of 8, once.
    looks.at("cheaters, doubles", ada.sees("Doubles. 8 for you to split.").page)
    ada.taps("Offer something to Cyd", DO)
    looks.at("cheaters, how much", ada.sees("Offer Cyd how much of 8?").page)
    ada.taps("3 keep 5", DO)
    looks.at("cheaters, offered", cyd.sees("Ada offers you 3 of 8.").page)
    cyd.taps("Accept", DO)

    bob.sees("Your turn.").taps("Roll for yourself", DO)
    shows(bob, 6)
    cyd.sees("Your turn.").taps("Roll for yourself", DO)
    shows(cyd, 2)
    looks.at("cheaters, turn of a leader", ada.sees("Your turn.").page)
    ada.taps("Roll for your alliances", DO)
    shows(ada, 5, then="2 of 2")
    shows(ada, 6)

    # Bob has had enough: 19 for him, and 19 less for Ada.
    bob.sees("Your turn.").taps("Blow the whistle", DO)
    looks.at("cheaters, whistle", bob.sees("On whom?").page)
    bob.taps("Turn in alliance 1", DO)
    cyd.sees("Your turn.").taps("Roll for yourself", DO)
    shows(cyd, 3)

    bob.sees("You won.")
    for loser in (ada, cyd):
        loser.sees("Bob won.")
    for each in phones:
        assert each.page.locator(".standings .money").all_inner_texts() == ["25", "8", "−14"]
        expect(each.page.locator(".stage .note")).to_have_text("The highest total wins.")
    looks.at("cheaters, over", ada.page)
    looks.at("cheaters, rules", ada.opens(f"{service.public_url}/rules?table={evening.id}").page)
    assert looks.faults == {}
    assert evening.balances == {"ada": -14, "bob": 25, "cyd": 8}
    assert service.command("audit", "verify")["ok"]


def test_three_people_play_a_round_with_dice_that_the_service_throws(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, game="cheaters_game", mode="dealer", options={"rounds": 1})
    phones = [evening.hand(phone(), name) for name in ("ada", "bob", "cyd")]
    for each in phones:
        each.sees("Your turn.").taps("Roll for yourself", DO)
    for each in phones:
        expect(each.page.locator(".standings li")).to_have_count(3)
    totals = sorted((one["total"] for one in evening.view()["standings"]), reverse=True)
    for each in phones:
        assert each.page.locator(".standings .money").all_inner_texts() == [str(total) for total in totals]


def shows(phone: Phone, die: int, *, then: str = "") -> None:
    """Tap what a die shows; the page asks for `then` before the next one can be tapped."""
    phone.taps(str(die), DO)
    if then:
        expect(phone.page.locator(".stage .note")).to_contain_text(then)
