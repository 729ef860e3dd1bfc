"""A phone at the table, driven by what its owner sees and taps."""

import re
from dataclasses import dataclass
from typing import Self

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e import prints

DO = "[aria-label='What you can do']"


@dataclass
class Paid:
    """What a screen says of a payment."""

    headline: str
    digits: str
    number: str


class Phone:
    """One person's browser. `name` is what the others call its owner."""

    def __init__(self, context: BrowserContext, name: str = ""):
        self.context = context
        self.name = name
        self.faults: list[str] = []
        context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        self.page: Page = context.new_page()

    def tells(self) -> str:
        """What the owner would say on the telephone when nothing works."""
        said = [
            f"--- {self.name or 'phone'} at {page.url}\n{page.inner_text('body')}"
            for page in self.context.pages
        ]
        return "\n".join([*said, *self.faults])

    # Coming in

    def opens(self, address: str) -> Self:
        """What a phone's own camera does with a code, or a person with a link."""
        self.page.goto(address)
        return self

    def enters(self, link: str) -> Self:
        """Sign in by a tile's private code."""
        self.opens(link)
        self.page.wait_for_url(lambda url: "/enter" not in url)
        return self

    def opens_a_table(self, deck: str | None = None, **rules: str) -> Self:
        """Open a table from the start page, with a deck file if one is given."""
        self.page.get_by_text("House rules: timer, checks, deck").tap()
        if deck is not None:
            self.page.get_by_label("Deck file").set_input_files(
                {"name": "deck.toml", "mimeType": "application/toml", "buffer": deck.encode()}
            )
        for label, value in rules.items():
            self.page.get_by_label(label).fill(value)
        self.taps("Open a table")
        self.page.wait_for_url("**/tables/*")
        return self

    def sits_down(self) -> Self:
        """Take a seat at the table whose door is open, under the own name."""
        self.page.get_by_label("Your name at this table").fill(self.name)
        self.taps("Sit down")
        self.page.wait_for_url("**/tables/*")
        return self

    # Looking and tapping

    def button(self, words: str | re.Pattern[str], inside: str = "main") -> Locator:
        """The button or link whose words begin like this."""
        begins = words if isinstance(words, re.Pattern) else re.compile(rf"^\s*{re.escape(words)}")
        here = self.page.locator(inside)
        return here.get_by_role("button", name=begins).or_(here.get_by_role("link", name=begins)).first

    def taps(self, words: str | re.Pattern[str], inside: str = "main") -> Self:
        self.button(words, inside).tap()
        return self

    def sees(self, words: str | re.Pattern[str]) -> Self:
        """The one sentence that says what is happening."""
        expect(self.page.locator("#headline")).to_have_text(words)
        return self

    def has(self, money: int) -> Self:
        """What stands at the own seat."""
        expect(self.page.locator(".seat.you [data-balance]")).to_have_attribute("data-balance", str(money))
        return self

    # Playing

    def declares(self, action: str, *, at: str = "Claim") -> Self:
        """Tap the action, then its target, or the claim when it goes against everybody."""
        self.taps(action, DO)
        return self.taps(at, DO)

    def lets_pass(self) -> Self:
        return self.taps("Let it pass", DO)

    def challenges(self) -> Self:
        return self.taps("Challenge", DO)

    def concedes(self, amount: int) -> Self:
        return self.taps(f"Give in, pay {amount}", DO)

    def blocks_with(self, card: str) -> Self:
        return self.taps(f"Block with the {card}", DO)

    def matches(self) -> Self:
        return self.taps("Match", DO)

    def sues(self) -> Self:
        return self.taps("Sue", DO)

    def shows(self, strength: int) -> Self:
        return self.taps(f"Show {strength}×", DO)

    def cannot_show(self) -> Self:
        return self.taps("I can't", DO)

    def lays(self, card: str) -> Self:
        return self.taps(card, DO)

    # Money

    def pays(self, payee: str, amount: int) -> Paid:
        """Tap the one big button, and look at the screen that follows."""
        self.taps(f"Pay {payee} {amount}")
        return self.sees_the_receipt()

    def sees_the_receipt(self) -> Paid:
        self.page.wait_for_url("**/receipts/*")
        return self.paid(self.page.locator("main"))

    def is_paid(self) -> Paid:
        """The screen turned by itself, because somebody paid; close it."""
        cover = self.page.locator("#paid-to-me")
        paid = self.paid(cover)
        self.taps("Back to the table", "#paid-to-me")
        expect(cover).to_have_count(0)
        return paid

    def paid(self, screen: Locator) -> Paid:
        return Paid(
            headline=screen.locator("#paid-headline").inner_text(),
            digits=screen.locator(".digits").inner_text(),
            number=screen.locator(".paid .code").first.inner_text(),
        )

    def back_to_the_table(self) -> Self:
        self.taps("Back to the table")
        self.page.wait_for_url("**/tables/*")
        return self

    def shows_its_code(self) -> str:
        """Hold up the own pay code; what a camera reads off the screen."""
        self.taps("Show my code", DO)
        self.page.wait_for_url("**/receive")
        return prints.code_on(self.page)
