"""A browser, phones in it, and a running service."""

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service, served

WAIT_MS = 90_000
"""How long anything that should be there at once may take on a busy machine."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Never a detour over https for a name that answers on http only.
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
)

FAILED = pytest.StashKey[bool]()

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    # A mark that beats while a phone waits would be drawn sixty times a second.
    "reduced_motion": "reduce",
}
DESK = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def launch(playwright: Playwright, chromium: str) -> Callable[..., Browser]:
    """Start a browser with these flags more than usual."""
    expect.set_options(timeout=WAIT_MS)
    return lambda *flags: playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *flags])


@pytest.fixture(scope="session")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    running = launch()
    yield running
    running.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that the tests share: each has tiles and a table of its own."""
    with served(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture(scope="session")
def organizer(service: Service) -> Caller:
    """The shared service's organizer, as a program."""
    return service.add_organizer()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Browsers of different people; they end with the test."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        context = browser.new_context(**options)
        context.set_default_timeout(WAIT_MS)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def phone(
    contexts: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Phone]]:
    """Phones; none may have met a script error when the test ends. When it fails, they tell what they show."""
    handed: list[Phone] = []

    def hand(name: str = "", **options: Any) -> Phone:
        handed.append(Phone(contexts(**{**PHONE, **options}), name))
        return handed[-1]

    yield hand
    if request.node.stash.get(FAILED, False):
        for each in handed:
            print(each.tells())
    assert [fault for each in handed for fault in each.faults] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report
