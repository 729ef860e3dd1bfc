"""Browsers allow six connections to a server: many tabs must not use them up."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.e2e.evening import Evening
from tests.e2e.phone import Phone
from tests.e2e.service import Caller, Service

pytestmark = pytest.mark.browser


def test_eight_tabs_load_hold_one_stream_and_the_last_one_pays(
    service: Service, organizer: Caller, phone: Callable[..., Phone]
):
    debt = Evening(service, organizer).a_debt()
    streams: set[Request] = set()
    most: list[int] = []

    def begun(request: Request) -> None:
        if request.resource_type == "eventsource":
            streams.add(request)
            most.append(len(streams))

    first = phone()
    first.context.on("request", begun)
    first.context.on("requestfailed", lambda request: streams.discard(request))
    first.context.on("requestfinished", lambda request: streams.discard(request))
    ada = debt.hand(first, "ada")
    for _ in range(7):
        ada.page = ada.context.new_page()
        ada.opens(f"{service.public_url}{debt.path}").sees("You owe Bob.")
    ada.pays("Bob", 50)
    assert max(most) == 1
    for tab in ada.context.pages[:-1]:
        tab.bring_to_front()
        expect(tab.locator("#headline")).to_have_text("Cyd is choosing.")
        expect(tab.locator("#link")).to_have_text(re.compile("live|every few seconds"))
