"""Print runs over the API; their secrets, and the sheet."""

import pytest

from app.services.actor import Actor, Role
from tests.integration.api.calling import Caller, add_organizer


def issue(house, **how):
    return house["olga"].post("/tile-batches", {"count": 3, "label": "Friday"}, **how)


def test_an_organizer_opens_accounts_and_each_signs_in_with_what_the_answer_says(house):
    answer = issue(house)
    assert answer.status_code == 201
    tile = answer.json["tiles"][0]
    assert tile["pay_url"] == f"http://tiles.test/pay/?to={tile['user']}"
    assert tile["enter_url"].startswith("http://tiles.test/enter#")
    credentials = {"user": tile["user"], "password": tile["password"]}
    assert Caller(house.app).post("/sessions", credentials).status_code == 201


def test_the_same_key_opens_accounts_once(house):
    assert issue(house, key="print").json == issue(house, key="print").json
    assert len(house["olga"].get("/tile-batches").json["items"]) == 1


@pytest.mark.parametrize("count", [0, 2001, -1, 2.5, "3", True, None])
def test_a_count_that_is_none_is_refused(house, count):
    answer = house["olga"].post("/tile-batches", {"count": count, "label": "Friday"})
    assert (answer.status_code, answer.json["field"]) == (422, "count")


def test_players_print_nothing(house):
    batch = issue(house).json["id"]
    assert house["ada"].post("/tile-batches", {"count": 1, "label": "Mine"}).status_code == 403
    assert house["ada"].get("/tile-batches").status_code == 403
    assert house["ada"].get(f"/tile-batches/{batch}/sheet.pdf").status_code == 403
    assert house["ada"].post(f"/tile-batches/{batch}/printed").status_code == 403


def test_the_sheet_is_a_pdf_until_it_is_printed(house):
    batch = issue(house).json["id"]
    sheet = house["olga"].get(f"/tile-batches/{batch.upper()}/sheet.pdf?paper=letter&duplex=long&gap=2")
    assert sheet.data.startswith(b"%PDF")
    assert house["olga"].post(f"/tile-batches/{batch}/printed").status_code == 204
    assert house["olga"].get(f"/tile-batches/{batch}/sheet.pdf").status_code == 409
    card = house["olga"].get("/tile-batches").json["items"][0]
    assert not card["printable"]
    assert card["printed_at"].endswith("Z")


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("paper=a5", "paper"),
        ("tile=85", "tile"),
        ("tile=20x20", "tile"),
        ("gap=99", "gap"),
        ("gap=nan", "gap"),
        ("margin=x", "margin"),
        ("duplex=both", "duplex"),
        ("marks=all", "marks"),
        ("code=all", "code"),
        ("size=a4", "size"),
    ],
)
def test_a_sheet_that_can_not_be_is_refused_by_name(house, query, field):
    batch = issue(house).json["id"]
    answer = house["olga"].get(f"/tile-batches/{batch}/sheet.pdf?{query}")
    assert (answer.status_code, answer.json["field"]) == (422, field)


def test_a_key_of_one_print_run_marks_no_other(house):
    one, two = issue(house).json["id"], issue(house).json["id"]
    assert house["olga"].post(f"/tile-batches/{one}/printed", key="done").status_code == 204
    assert house["olga"].post(f"/tile-batches/{one}/printed", key="done").status_code == 204
    assert house["olga"].post(f"/tile-batches/{two}/printed", key="done").json["code"] == "key_reused"


def test_while_an_event_runs_an_organizer_without_a_role_gets_no_secret(house):
    batch = issue(house).json
    add_organizer(house.program, "nils")
    opener = Actor("olga", "Olga", Role.ORGANIZER, session="")
    house.program.services.events.open(opener, name="Club evening", zone="UTC")
    assert house["nils"].get(f"/tile-batches/{batch['id']}/sheet.pdf").json["code"] == "not_allowed"
    assert house["nils"].post("/tile-batches", {"count": 1, "label": "Mine"}).status_code == 403
    assert house["nils"].post(f"/tile-batches/{batch['id']}/printed").status_code == 403
    assert house["olga"].get(f"/tile-batches/{batch['id']}/sheet.pdf").data.startswith(b"%PDF")
