"""Who gets to the desk, and what every page and form of it has."""

import re

import pytest
from flask import Flask

from app.services.program import Program
from tests.integration.console.conftest import Desk
from tests.integration.evening import Evening

OPEN = {"console.welcome", "console.invited", "console.set_password"}


def addresses(app: Flask, method: str) -> list[str]:
    values = {
        "name": "colour",
        "movement_id": "m1",
        "event_id": "k7m2qxd3",
        "batch_id": "k7m2qxd3",
        "user": "ada",
        "number": "k7m2qxd3-1",
    }
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint.startswith("console.")]
    return [
        re.sub(r"<(\w+)>", lambda found: values[found.group(1)], rule.rule)
        for rule in rules
        if method in (rule.methods or ()) and rule.endpoint not in OPEN
    ]


def test_whoever_is_not_signed_in_signs_in_first_and_comes_back(app: Flask):
    stranger = Desk(app)
    for address in addresses(app, "GET"):
        stranger.get(address)
        assert stranger.path == "/", address
        assert f'value="{address}"' in stranger.html


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_page_and_no_form_of_the_desk_is_open_to_a_player(
    app: Flask, evening: Evening, program: Program, method: str
):
    player = Desk(app, program.services.people.enter("ada-secret").token)
    found = addresses(app, method)
    assert len(found) >= 6
    for address in found:
        player.get("/receive")
        if method == "GET":
            player.get(address)
            assert player.page.status_code == 403, address
        else:
            player.send(address)
            player.says("Only an organizer can do this.")


def test_no_form_of_the_desk_works_without_its_token(app: Flask, desk: Desk):
    for address in (*addresses(app, "POST"), "/organizer/welcome"):
        assert desk.client.post(address, data={"csrf": "0" * 32}).status_code == 403, address


def test_every_form_carries_token_and_key(app: Flask, desk: Desk, evening: Evening):
    evening.start().a_debt()
    evening.pay_all()
    number = evening.transfers()[-1].number
    desk.send("/organizer/tiles", count="1", label="Friday")
    batch = desk.path
    pages = ["/organizer/", "/organizer/tiles", f"{batch}?paper=a4", "/organizer/people", "/organizer/books"]
    for address in [*pages, f"/organizer/books/{number}"]:
        desk.get(address)
        forms = re.findall(r'<form method="post"(.*?)</form>', desk.html, re.S)
        for form in forms:
            assert 'name="csrf"' in form
            assert 'name="key"' in form or "/sign-out" in form, (address, form)


def test_pages_of_the_desk_are_kept_by_nobody(desk: Desk):
    headers = desk.get("/organizer/").page.headers
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_menu_leads_to_the_desk(desk: Desk):
    assert 'href="/organizer/"' in desk.get("/organizer/people").html
