"""Codes on screens: dark on white, with a white margin, whatever a theme does; read from screenshots."""

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser

from tests.e2e import prints
from tests.e2e.conftest import PHONE
from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser

TURNED = "html { filter: invert(1) hue-rotate(180deg) !important; background: white; }"
"""What extensions for dark pages do to every page."""


@pytest.fixture
def lobby(service: Service, organizer: Caller) -> Evening:
    return Evening(service, organizer, "ada bob", start=False)


def pages_with_codes(phone: Phone, lobby: Evening) -> Iterator[str]:
    """Open each page that shows a code; what the code must say."""
    base = lobby.service.public_url
    phone.opens(f"{base}/receive")
    yield lobby.tiles["ada"].pay_url
    phone.opens(f"{base}{lobby.path}")
    yield lobby.join_url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_code_is_dark_on_white_with_its_own_margin(
    lobby: Evening, phone: Callable[..., Phone], scheme: str
):
    ada = lobby.hand(phone(color_scheme=scheme), "ada")
    for text in pages_with_codes(ada, lobby):
        assert prints.code_on(ada.page) == text
        code = ada.page.locator(".qr svg")
        modules = int((code.get_attribute("viewBox") or "").split()[2])
        picture = Image.open(BytesIO(code.screenshot())).convert("L")
        # The outermost pixels may lie half on the page.
        near, far = 3, int(4 * picture.width / modules) - 1
        side = picture.width
        for edge in (
            (near, near, side - near, far),
            (near, near, far, side - near),
            (near, side - far, side - near, side - near),
            (side - far, near, side - near, side - near),
        ):
            assert picture.crop(edge).getextrema()[0] > 240


def test_a_browser_that_darkens_pages_leaves_codes_alone(lobby: Evening, launch: Callable[..., Browser]):
    browser = launch("--force-dark-mode", "--enable-features=WebContentsForceDark")
    ada = lobby.hand(Phone(browser.new_context(**PHONE)), "ada")
    for text in pages_with_codes(ada, lobby):
        assert prints.code_on(ada.page) == text
    browser.close()


def test_a_code_turned_round_by_an_extension_keeps_its_margin_and_can_be_read(
    lobby: Evening, phone: Callable[..., Phone]
):
    ada = lobby.hand(phone(bypass_csp=True), "ada")
    for text in pages_with_codes(ada, lobby):
        ada.page.add_style_tag(content=TURNED)
        picture = Image.open(BytesIO(ada.page.screenshot())).convert("L")
        assert {found.text for found in zxingcpp.read_barcodes(picture)} == {text}
