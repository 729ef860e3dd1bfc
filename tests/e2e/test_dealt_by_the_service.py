"""A whole game without a box: the phones deal, each shows its own hand, and at the end everybody can check the deal."""

import hashlib
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.decks import SHORT
from tests.e2e.evening import Evening
from tests.e2e.phone import DO, Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser

ACTIONS = {
    "Politician": "Bribe",
    "Lobbyist": "Lobbying",
    "Lawyer": "Lawsuit",
    "Banker": "Fraud",
    "CEO": "Collusion",
    "Ponzi Scheme": "Ponzi Scheme",
    "Blackmail": "Blackmail",
}
"""What is claimed by each card; a Scandal is never needed: it is there once, and a hand has two."""

DECK = SHORT.replace("amount = 250", "amount = 10")
"""No scheme ends the game before its story is told."""


def looks(phone: Phone) -> list[str]:
    """Uncover the hand if it is covered; its cards without their strengths."""
    hand = phone.page.locator("#hand")
    if hand.get_attribute("open") is None:
        phone.page.locator("#hand summary").tap()
    cards = phone.page.locator("#hand li b")
    expect(cards.first).to_be_visible()
    return [re.sub(r" \d×$", "", text) for text in cards.all_inner_texts()]


def names_on(phone: Phone) -> str:
    """All that the page's source says of hands."""
    return str(phone.page.locator("#hand").inner_html())


def claims(phone: Phone, card: str, at: str) -> None:
    phone.declares(ACTIONS[card], at="Claim" if card == "Ponzi Scheme" else at)


def pays_if_asked(payer: Phone, payee: Phone) -> None:
    """Pay what the screen says is owed, and close both receipts."""
    amount = payer.page.locator(".stage .amount").inner_text()
    paid, got = payer.pays(payee.name, int(amount)), payee.is_paid()
    assert paid.digits == got.digits
    payer.back_to_the_table()


def test_two_people_play_to_the_end_with_nothing_but_their_phones(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer, "ada bob", mode="dealer", deck=DECK, start=False)
    ada, bob = evening.hand(phone(), "ada"), evening.hand(phone(), "bob")
    ada.taps("Start with 2 players")

    # Each sees two cards of their own, covered until they look, and none of the other's.
    bob.sees("Your turn.")
    expect(bob.page.locator("#hand li").first).to_be_hidden()
    hands = {each.name: looks(each) for each in (ada, bob)}
    for each in (ada, bob):
        held = evening.view(each.name.lower())["hand"]
        assert len(held) == len(hands[each.name]) == 2
        assert names_on(each).count("<li>") == 2

    # Bob claims what he holds. Ada doubts it, loses a card of her choice, and he draws another one.
    proof = next(card for card in hands["Bob"] if card in ACTIONS)
    claims(bob, proof, at="Ada")
    ada.challenges()
    bob.sees(re.compile(r"^Ada doesn't believe you\. Show (the )?" + proof)).taps("Show", DO)
    ada.sees("You lose a card.").taps(re.compile(rf"^\s*{hands['Ada'][0]}"), DO)
    expect(bob.page.locator(".seat .sign.xs")).to_have_count(1)
    if proof not in ("Ponzi Scheme", "Blackmail"):
        ada.sees(re.compile(f"^Bob claims the {proof}")).taps("Give in", DO)
    ada.sees("You owe Bob.")
    pays_if_asked(ada, bob)

    # Ada claims what she does not hold. Bob doubts it: there is nothing she could show, and her last card is gone.
    ada.sees("Your turn.")
    (left,) = looks(ada)
    bluff = next(card for card in ("CEO", "Lawyer") if card != left)
    claims(ada, bluff, at="Bob")
    bob.challenges()
    ada.sees(f"Bob doesn't believe you. Show the {bluff}.")
    expect(ada.button("Show", DO)).to_have_count(0)
    ada.cannot_show().sees("You lose a card.").taps(re.compile(rf"^\s*{left}"), DO)

    # Without cards she can only pay, and pass.
    while True:
        bob.sees("Your turn.").declares("Fraud", at="Ada")
        ada.sees("You owe Bob.")
        pays_if_asked(ada, bob)
        expect(ada.page.locator("#headline")).to_have_text(re.compile(r"You can only pass|Bob won"))
        if "Bob won" in ada.page.locator("#headline").inner_text():
            break
        ada.taps("Pass", DO)

    # It is over: the seed is there for all to see, and everything can be drawn again.
    bob.sees("You won.")
    for each in (ada, bob):
        each.page.get_by_text("Was it drawn fairly?").tap()
        seed, published = each.page.locator("#fair .wrap").all_inner_texts()
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == published
    checked = service.command("replay", "--check", "--table", evening.id)
    assert checked["ok"]
    assert checked["games"][0]["draws"] >= 2
