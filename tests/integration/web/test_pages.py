"""What holds for every page: headers, sizes, names of things, addresses that lead nowhere."""

import gzip
import re
from io import BytesIO
from pathlib import Path

import pytest

from app import web
from app.rules import GAMES
from app.services.ground.decks import shipped_deck
from app.web import assets
from app.web.games import PRESENTERS
from app.web.games.options import Switch
from tests.integration.web.conftest import Phone

ALL_BYTES = 70 * 1024
SCRIPTS = sorted((assets.STATIC / "js").glob("*.js"))
STYLES = sorted((assets.STATIC / "css").glob("*.css"))
PAGES = (
    "/",
    "/enter",
    "/rules",
    "/pay/?to=bob",
    "/receive",
    "/scan",
    "/tables/{id}",
    "/tables/{id}/log",
    "/join/{code}",
)


def test_all_script_and_style_is_under_70_kilobytes_packed():
    bootstrap = assets.path_of(assets.BOOTSTRAP)
    assert bootstrap is not None
    packed = sum(len(gzip.compress(path.read_bytes(), 9)) for path in (bootstrap, *STYLES, *SCRIPTS))
    assert packed < ALL_BYTES


@pytest.mark.parametrize(
    "address",
    [
        "/tables/{id}/log?before=" + "9" * 5000,
        "/tables/{id}/log?before=²",
        "/tables/{id}/log?before=-1",
        "/organizer/books?after=" + "9" * 5000,
        "/A%0d%0aX-Mine:%201",
        "//EXAMPLE.ORG/x",
        "/%5CEXAMPLE.ORG",
    ],
)
def test_no_address_is_a_fault_of_ours_or_leads_away(evening, ada, address):
    answer = ada.client.get(address.format(id=evening.id))
    assert answer.status_code < 500
    assert not answer.headers.get("Location", "/").startswith(("//", "/\\", "http"))


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("/pay?to=bob&amount=5", "/pay/?to=bob&amount=5"),
        ("/organizer", "/organizer/"),
        ("/v1//tables", "/v1/tables"),
    ],
)
def test_an_address_that_is_almost_right_is_mended_without_naming_a_host(ada, asked, meant):
    answer = ada.client.get(asked, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["Location"]) == (308, meant)


@pytest.mark.parametrize("address", ["/join/a%0d%0ab", "/tables/a%0ab/moves", "/tables/%0d%0aX:%20y/start"])
def test_no_form_is_led_back_to_an_address_with_a_line_break(ada, address):
    answer = ada.client.post(address, data={"csrf": ada.get("/?lobby").csrf(), "move": "{}"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_button_nested_without_end_is_refused_like_any_that_cant_be_read(evening, ada):
    evening.start()
    ada.get("/?lobby").send(f"/tables/{evening.id}/moves", move="[" * 2_000).says(
        "This button can't be read."
    )


@pytest.fixture
def ada(evening, phone):
    return phone("ada")


@pytest.fixture(params=PAGES)
def page(request, evening, ada):
    return ada.get(request.param.format(id=evening.id, code=evening.code))


def test_no_page_runs_or_fetches_anything_from_elsewhere(page):
    policy = page.page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.findall(r"<script(?![^>]*\bsrc=)|\bon\w+=\"|\bstyle=\"|=\"https?://", page.html)


def test_no_page_is_kept_by_anybody(page):
    assert page.page.headers["Cache-Control"] == "no-store"
    assert page.page.headers["Referrer-Policy"] == "same-origin"
    assert page.page.headers["X-Content-Type-Options"] == "nosniff"


def test_every_file_a_page_names_is_there_and_kept_for_a_year(page):
    for address in set(re.findall(r"/assets/[^\"#]+", page.html)):
        with page.client.get(address) as answer:
            assert answer.status_code == 200, address
            assert "max-age=31536000" in answer.headers["Cache-Control"], address


def test_every_field_and_button_has_a_name_that_can_be_heard(page):
    for field in re.findall(r"<(?:input|select|textarea)\b[^>]*>", page.html):
        if 'type="hidden"' in field or 'type="radio"' in field or 'type="checkbox"' in field:
            continue
        name = re.search(r'\bid="([^"]+)"', field)
        assert name, field
        assert f'for="{name.group(1)}"' in page.html, field


def test_nobody_finds_files_outside_the_static_folder(ada):
    for name in ("../__init__.py", "%2e%2e/session.py", "js-x/../../session.py", "css"):
        assert ada.client.get(f"/assets/{name}").status_code == 404


def test_an_address_that_leads_nowhere_says_so_on_a_page(ada):
    ada.get("/nowhere").says("There is nothing here.", "Go on")
    assert ada.page.status_code == 404


@pytest.mark.parametrize("user", ["stranger", "ada"])
def test_the_rules_are_open_to_everybody_and_mark_what_the_house_ruled(request, evening, user):
    page = request.getfixturevalue(user).get("/rules")
    page.says("200 credits", "Blocked by the CEO. house", "Every other solvent player pays you 10. house")


def test_the_rules_of_a_table_follow_its_deck_and_options(evening, ada):
    ada.get(f"/tables/{evening.id}/settings").press("Keep", timer_s="45", **{"reckless.out_of_cards": "1"})
    ada.get(f"/rules?table={evening.id}").says(
        "Each question waits 45 seconds.", "Whoever has no cards left is out."
    )


def test_a_deck_file_that_cant_be_read_is_answered_by_naming_the_key(evening, ada):
    form = ada.get(f"/tables/{evening.id}/settings").button("Keep")
    deck = shipped_deck(GAMES["reckless"]).replace("starting_credits = 200", "starting_credits = 'many'")
    fields = {**form.fields, "deck": (BytesIO(deck.encode()), "deck.toml")}
    ada.page = ada.client.post(form.action, data=fields, follow_redirects=True)
    ada.says("starting_credits")


def test_every_text_in_templates_passes_through_gettext():
    for path in (Path(web.__file__).parent / "templates").rglob("*.html"):
        html = re.sub(r"{% block width %}.*?{% endblock %}", "", path.read_text())  # names a class
        text = re.sub(r"{#.*?#}|{{.*?}}|{%.*?%}|<!doctype html>|<[^>]+>", " ", html, flags=re.S)
        words = set(re.findall(r"[A-Za-z]{3,}", text)) - {"Reckless", "nbsp"}
        assert not words, f"{path.name}: {words}"


def test_every_house_rule_can_be_chosen_and_is_said(evening, ada):
    ada.get(f"/tables/{evening.id}/settings")
    for game, shown in PRESENTERS.items():
        for option in shown.options:
            ada.says(str(option.on if isinstance(option, Switch) else option.label))
            assert f'name="{game}.{option.name}"' in ada.html
        assert {option.name for option in shown.options} == set(shown.defaults)


def test_a_house_rule_that_is_switched_off_stays_off(evening, ada):
    form = ada.get(f"/tables/{evening.id}/settings").button("Keep")
    del form.fields["reckless.equal_balances_share"]
    ada.client.post(form.action, data=form.fields)
    assert evening.view()["options"]["equal_balances_share"] is False
    ada.get(f"/rules?table={evening.id}").says("Equal balances: nobody wins. house")


def test_the_desk_opens_tables_with_the_same_house_rules(app, program):
    program.services.people.add_organizer("olga", "a long password")
    desk = Phone(app).get("/").send("/sign-in", user="olga", password="a long password").get("/organizer/")
    assert desk.page.status_code == 200
    desk.says("A target who lost a challenge may still answer.")
