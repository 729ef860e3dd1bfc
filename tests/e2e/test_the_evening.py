"""A whole evening: an organizer prints tiles, three people play at one table with their phones, one of them wins."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.e2e import prints
from tests.e2e.conftest import DESK
from tests.e2e.decks import SHORT
from tests.e2e.desk import Desk
from tests.e2e.phone import Paid, Phone
from tests.e2e.service import PASSWORD, Service, served

pytestmark = pytest.mark.browser


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service that nobody has used yet."""
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def desk(service: Service, contexts: Callable[..., BrowserContext]) -> Iterator[Desk]:
    desk = Desk(contexts(**DESK), service.url)
    yield desk
    assert desk.faults == []


def test_three_people_play_to_the_winner_and_the_books_are_right(
    service: Service, desk: Desk, phone: Callable[..., Phone], tmp_path: Path
):
    desk.accepts(service.said["organizer_link"], PASSWORD)
    desk.issues(3, "Friday")
    printed = prints.links_of(desk.downloads_the_sheet(tmp_path / "sheet.pdf"))
    desk.has_printed()

    ada, bob, cyd = phones = (phone("Ada"), phone("Bob"), phone("Cyd"))
    tile_of = dict(zip(phones, printed, strict=True))
    for each in phones:
        each.enters(printed[tile_of[each]][1])
    ada.opens_a_table(SHORT)
    door = prints.code_on(ada.page)
    for each in (bob, cyd):
        each.opens(door).sits_down()
    ada.name = ada.page.locator(".roll li b").first.inner_text()  # the name on her tile: she chose none
    ada.taps("Start with 3 players")

    # Ada deals, so Bob begins. A fraud that nobody doubts is paid: two taps from the camera.
    bob.sees("Your turn.").declares("Fraud", at=ada.name)
    cyd.sees(f"Bob claims the Banker: fraud, 50 from {ada.name}.").lets_pass()
    ada.lets_pass()
    ada.concedes(50)
    ada.sees("You owe Bob.")
    ada.opens(printed[tile_of[bob]][0])
    agreed(ada.pays("Bob", 50), bob.is_paid())
    ada.back_to_the_table().has(50)
    bob.has(150)

    # A block that nobody doubts: nobody owes anything.
    cyd.declares("Lobbying", at="Bob")
    ada.lets_pass()
    bob.lets_pass()
    bob.blocks_with("Politician")
    ada.lets_pass()
    cyd.lets_pass()
    ada.sees("Your turn.")

    # A bluff is caught: Ada lays a card, and the bribe is off.
    ada.declares("Bribe", at="Cyd")
    cyd.challenges()
    ada.sees("Cyd doesn't believe you. Show the Politician.").cannot_show()
    ada.lays("Lobbyist")
    bob.sees("Your turn.")

    # A suit: Cyd turns the attack round, and holds the own code up to be paid.
    bob.declares("Collusion", at="Cyd")
    ada.lets_pass()
    cyd.lets_pass()
    cyd.sues()
    ada.lets_pass()
    bob.lets_pass()
    bob.sees("You owe Cyd.").opens(cyd.shows_its_code())
    agreed(bob.pays("Cyd", 40), cyd.is_paid())  # while the code is held up
    bob.back_to_the_table().has(110)
    cyd.has(140)

    # A match: both claim the Banker, Cyd's is the stronger, and Ada is bankrupt.
    cyd.declares("Fraud", at=ada.name)
    bob.lets_pass()
    ada.lets_pass()
    ada.matches()
    bob.lets_pass()
    cyd.lets_pass()
    cyd.shows(3)
    ada.shows(1)
    agreed(ada.pays("Cyd", 50), cyd.is_paid())
    ada.back_to_the_table().has(0)
    expect(bob.page.locator(".seat.out")).to_have_count(1)

    # A scheme takes all that Cyd has.
    bob.declares("Blackmail", at="Cyd")
    cyd.lets_pass()
    agreed(cyd.pays("Bob", 190), bob.is_paid())
    cyd.back_to_the_table()

    bob.sees("You won.")
    for loser in (ada, cyd):
        loser.sees("Bob won.")
    for each in phones:
        assert each.page.locator(".standings .money").all_inner_texts() == ["300", "0", "0"]
    assert desk.checks_the_books() == "The books hold."
    assert service.command("audit", "verify")["ok"]


def agreed(one: Paid, other: Paid) -> None:
    """Both phones show that it is the same payment."""
    assert (one.digits, one.number) == (other.digits, other.number)
    assert len(one.digits) == 4
    assert one.digits.isdigit()
