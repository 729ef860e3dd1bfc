"""An address in the kitchen's network on plain http: browsers give its pages no camera, and everything works."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e import prints
from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Service, served

pytestmark = pytest.mark.browser

ADDRESS = "http://kitchen.test"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with served(tmp_path_factory.mktemp("kitchen"), "--public-url", ADDRESS) as running:
        yield running


@pytest.fixture(scope="module")
def organizer(service: Service):
    return service.add_organizer()


@pytest.fixture(scope="module")
def browser(service: Service, launch: Callable[..., Browser]) -> Iterator[Browser]:
    """A browser for which the service is at the kitchen's address."""
    here = service.url.removeprefix("http://")
    running = launch(f"--host-resolver-rules=MAP kitchen.test {here}")
    yield running
    running.close()


@pytest.fixture
def debt(service: Service, organizer) -> Evening:
    """Ada owes Bob 50."""
    return Evening(service, organizer).a_debt()


@pytest.fixture
def ada(debt: Evening, phone: Callable[..., Phone]) -> Phone:
    """Ada's phone at the scanner."""
    ada = debt.hand(phone(), "ada")
    return ada.opens(f"{ADDRESS}/scan")


def by_photo(ada: Phone, debt: Evening) -> None:
    ada.page.get_by_label("A photo of the code").set_input_files(
        {
            "name": "tile.jpg",
            "mimeType": "image/jpeg",
            "buffer": prints.photo_of(debt.sheet(), debt.tiles["bob"].pay_url),
        }
    )
    ada.taps("Read the photo")


def by_typing(ada: Phone, debt: Evening) -> None:
    ada.page.get_by_label("The code under the picture").fill(spelled(debt.tiles["bob"].user))
    ada.taps("Find it")


def by_own_camera(ada: Phone, debt: Evening) -> None:
    ada.opens(prints.links_of(debt.sheet())[debt.tiles["bob"].user][0])


WAYS = pytest.mark.parametrize("way", [by_photo, by_typing, by_own_camera])


def spelled(user: str) -> str:
    """A code as it is printed, in groups and capitals."""
    return f"{user[:3]} {user[3:]}".upper()


def test_the_scanner_says_why_there_is_no_camera_and_what_to_do(ada: Phone):
    assert not ada.page.evaluate("window.isSecureContext")
    assert ada.page.evaluate("navigator.mediaDevices === undefined")
    expect(ada.page.locator("#camera-says")).to_contain_text("No camera in this page")
    expect(ada.page.locator("video")).to_be_hidden()
    for way in ("Your phone's own camera", "A photo of the code", "The code under the picture"):
        expect(ada.page.get_by_text(way).first).to_be_visible()


@WAYS
def test_every_other_way_reaches_the_same_account(debt: Evening, ada: Phone, way: Callable[..., None]):
    way(ada, debt)
    ada.sees("You owe Bob 50.")
    assert ada.pays("Bob", 50).headline == "You paid Bob 50."
    assert debt.balances == {"ada": 150, "bob": 250, "cyd": 200}


@WAYS
def test_a_payment_needs_no_script(debt: Evening, phone: Callable[..., Phone], way: Callable[..., None]):
    ada = phone("Ada", java_script_enabled=False).opens(debt.tiles["ada"].enter_url)
    ada.taps("Sign in by hand")
    ada.page.get_by_label("User").fill(spelled(debt.tiles["ada"].user))
    ada.page.get_by_label("Password").fill(debt.tiles["ada"].password)
    ada.taps("Sign in")
    ada.sees("You owe Bob.")
    ada.taps("Scan the tile")
    way(ada, debt)
    ada.sees("You owe Bob 50.")
    ada.pays("Bob", 50)
    ada.back_to_the_table().has(150)
    assert debt.balances == {"ada": 150, "bob": 250, "cyd": 200}


def test_a_turn_needs_no_script(service: Service, organizer, phone: Callable[..., Phone]):
    evening = Evening(service, organizer)
    bob = phone("Bob", java_script_enabled=False).opens(f"{ADDRESS}/")
    bob.page.get_by_label("User").fill(evening.tiles["bob"].user)
    bob.page.get_by_label("Password").fill(evening.tiles["bob"].password)
    bob.taps("Sign in")
    bob.declares("Fraud", at="Ada")
    bob.sees("You claim the Banker: fraud, 50 from Ada.")
    assert evening.view()["phase"] == "challenge"


def test_a_phone_is_a_witness_without_the_browsers_own_cryptography(
    service: Service, organizer, phone: Callable[..., Phone]
):
    evening = Evening(service, organizer)
    ada = evening.hand(phone(), "ada")
    kept = "JSON.parse(localStorage.getItem('reckless.checkpoint.all'))"
    ada.page.wait_for_function(f"() => {kept}")
    assert ada.page.evaluate("crypto.subtle === undefined")
    before = ada.page.evaluate(f"{kept}.size")
    evening.a_debt()
    ada.page.wait_for_function(
        "async (size) => (await (await fetch('/proof/all/consistency?from=' + size)).json()).hashes.length > 0",
        arg=before,
    )
    ada.page.reload()
    ada.page.wait_for_function(f"() => {kept}.size > {before}")
    expect(ada.page.locator("#witness")).to_be_hidden()
    ada.page.evaluate(
        f"localStorage.setItem('reckless.checkpoint.all', JSON.stringify({{...{kept}, size: {before}}}))"
    )
    ada.page.reload()
    expect(ada.page.locator("#witness")).to_contain_text("This phone has seen other books")
