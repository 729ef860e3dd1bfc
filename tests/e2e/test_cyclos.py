"""Paid by the codes of a Cyclos, a ticket's and an easy invoice's: any phone opens our pages for them."""

from collections.abc import Callable
from io import BytesIO

import pytest
import requests
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from tests.e2e.evening import Evening
from tests.e2e.looks import Looks
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser


class Teller:
    """Bob's client of a Cyclos: his session, under /api."""

    def __init__(self, service: Service, bob: Caller):
        self.url, self.headers = f"{service.url}/api", {"Session-Token": bob.token}

    def asks_for(self, amount: int) -> str:
        """Ask for a payment; the number of the ticket."""
        sent = {"amount": str(amount), "description": "fraud"}
        answer = requests.post(f"{self.url}/self/tickets", json=sent, headers=self.headers, timeout=150)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["ticketNumber"])

    def reads(self, path: str) -> str:
        """What the code in a picture says."""
        answer = requests.get(f"{self.url}{path}", headers=self.headers, timeout=150)
        (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(answer.content)))
        return str(code.text)


def test_a_ticket_and_an_easy_invoice_are_paid_by_their_codes(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer).a_debt()
    teller, looks, base = Teller(service, evening.callers["bob"]), Looks(), service.public_url
    bob = evening.hand(phone(), "bob")

    number = teller.asks_for(50)
    ada = phone().opens(teller.reads(f"/tickets/{number}/qr-code"))
    expect(ada.page.locator("#headline")).to_contain_text("asks for 50")
    looks.at("a ticket, guest", ada.page)
    ada.taps("Sign in to pay")
    ada.page.get_by_label("User").fill(evening.tiles["ada"].user)
    ada.page.get_by_label("Password").fill(evening.tiles["ada"].password)
    ada.taps("Sign in")
    ada.sees("Bob asks for 50.")
    looks.at("a ticket", ada.page)
    looks.at("own ticket", bob.opens(f"{base}/pay/{number}").page)
    bob.opens(f"{base}{evening.path}")
    ada.taps("Pay 50")
    paid = ada.sees_the_receipt()
    assert paid.headline == "You paid Bob 50."
    assert bob.is_paid().digits == paid.digits
    ada.opens(f"{base}/pay/{number}").sees("You paid Bob 50.")
    looks.at("a paid ticket", ada.page)
    assert evening.balances == {"ada": 150, "bob": 250, "cyd": 200}

    evening.play("cyd declare fraud ada").allow().play("ada concede")
    link = teller.reads(f"/easy-invoices/qr-code/{evening.tiles['cyd'].user}?amount=50&description=fraud")
    assert ada.opens(link).pays("Cyd", 50).headline == "You paid Cyd 50."
    assert evening.balances == {"ada": 100, "bob": 250, "cyd": 250}

    looks.at("programs", ada.opens(f"{base}/programs").page)
    ada.page.get_by_label("Name of a new program").fill("Till")
    ada.taps("Show its code")
    expect(ada.page.get_by_text("Code for Till")).to_be_visible()
    looks.at("a program's code", ada.page)
    assert looks.faults == {}
