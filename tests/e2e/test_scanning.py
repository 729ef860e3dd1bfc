"""The scanner in the page, with a pretended camera that sees the printed sheet itself."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import prints
from tests.e2e.conftest import PHONE, WAIT_MS
from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser

CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")


@pytest.fixture
def debt(service: Service, organizer: Caller) -> Evening:
    """Ada owes Bob 50."""
    return Evening(service, organizer).a_debt()


@pytest.fixture
def before_the_camera(
    debt: Evening, launch: Callable[..., Browser], tmp_path: Path
) -> Callable[..., AbstractContextManager[Phone]]:
    """Ada's phone, whose camera sees these people's tiles one after the other."""

    @contextmanager
    def seeing(*names: str) -> Iterator[Phone]:
        sheet, links = debt.sheet(), [debt.tiles[name].pay_url for name in names]
        film = prints.film_of(sheet, links, tmp_path / "camera.mjpeg")
        browser = launch(*CAMERA, f"--use-file-for-fake-video-capture={film}")
        context = browser.new_context(**PHONE)
        context.set_default_timeout(WAIT_MS)
        phone = Phone(context)
        yield debt.hand(phone, "ada")
        assert phone.faults == []
        browser.close()

    return seeing


def test_the_printed_sheet_held_before_the_camera_leads_to_the_payment(debt, before_the_camera):
    with before_the_camera("bob") as ada:
        ada.taps("Scan the tile")
        ada.page.wait_for_url("**/pay/**")
        ada.sees("You owe Bob 50.")
        paid = ada.pays("Bob", 50)
    assert paid.headline == "You paid Bob 50."
    assert debt.balances == {"ada": 150, "bob": 250, "cyd": 200}


def test_a_tile_held_in_view_asks_once_another_one_is_ignored_and_after_back_the_scanner_works_again(
    debt, before_the_camera
):
    with before_the_camera("bob", "cyd") as ada:
        opened: list[str] = []
        ada.page.on(
            "request", lambda asked: opened.append(asked.url) if asked.is_navigation_request() else None
        )
        ada.taps("Scan the tile")
        ada.page.wait_for_url("**/pay/**")
        first = ada.page.url
        expect(ada.page.locator("video")).to_have_count(0)
        ada.page.go_back()
        ada.page.wait_for_url("**/pay/**")
        ada.taps("Scan another")
        ada.page.wait_for_url("**/scan")
        ada.page.wait_for_url("**/pay/**")
    confirmations = [url for url in opened if "/pay/" in url]
    assert confirmations[0] == first
    assert len(confirmations) == 3
    assert debt.paid == []
