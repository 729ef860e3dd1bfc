"""Signing in and out, tokens and cookies, and what other sites can't do (cases G1, G3, G6)."""

import pytest

from app.services.people.sessions import COOKIE, csrf_token
from tests.integration.api.calling import Caller


def page_of(house, user):
    """A browser that holds the pages' cookie; the token that its pages carry."""
    browser = Caller(house.app)
    token = house[user].token
    browser.client.set_cookie(COOKIE, token)
    return browser, csrf_token(house.app.secret_key, token)


def test_a_tile_signs_in_typed_in_any_way_and_gets_a_token(house):
    house.password("ada", "k7m2qx9tr")
    answer = Caller(house.app).post("/sessions", {"user": "ADA", "password": "K7M 2QX-9tr"})
    assert answer.status_code == 201
    assert {name: answer.json[name] for name in ("user", "name", "role")} == {
        "user": "ada",
        "name": "Ada",
        "role": "player",
    }
    me = Caller(house.app, answer.json["token"]).get("/me").json
    assert me == {"user": "ada", "name": "Ada", "role": "player", "table": None}


def test_a_wrong_password_is_refused_and_after_a_few_one_has_to_wait(house):
    house.password("ada", "k7m2qx9tr")
    caller = Caller(house.app)
    answers = [caller.post("/sessions", {"user": "ada", "password": "wrong"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
    assert answers[0].headers["WWW-Authenticate"].startswith("Bearer")
    assert answers[3].json["retry_after_s"] == int(answers[3].headers["Retry-After"]) > 0
    assert house["ada"].get("/me").status_code == 200


def test_the_address_never_signs_anybody_in(house):
    house.password("ada", "k7m2qx9tr")
    answer = Caller(house.app).post("/sessions?user=ada&password=k7m2qx9tr", {})
    assert answer.status_code == 422
    assert Caller(house.app).get("/me?user=ada&password=k7m2qx9tr").status_code == 401


def test_signing_out_ends_the_session_on_the_server(house):
    phone = house.another("ada")
    assert phone.call("DELETE", "/sessions").status_code == 204
    assert phone.get("/me").status_code == 401
    assert house["ada"].get("/me").status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer nonsense", "Basic YWRhOmFkYQ==", "Token x", "Bearer \xff"]
)
def test_no_token_or_a_wrong_one_is_nobody(house, header):
    house.start()
    caller = Caller(house.app)
    for path in (
        "/me",
        house.at(),
        house.at("stream"),
        house.at("log"),
        "/ledger/transfers",
        "/ledger/verify",
    ):
        answer = caller.get(path, headers={"Authorization": header})
        assert (answer.status_code, answer.json["code"]) == (401, "not_signed_in")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_every_call_but_signing_in_wants_a_session(house):
    document = house.app.test_client().get("/v1/openapi.json").json
    open_calls = []
    for path, operations in document["paths"].items():
        for method in set(operations) - {"parameters"}:
            address = path.replace("{", "").replace("}", "")
            answer = house.app.test_client().open(address, method=method.upper(), json={})
            if answer.status_code != 401:
                open_calls.append((method, path))
    assert open_calls == [("post", "/v1/sessions")]


def test_the_pages_cookie_reads_without_and_acts_with_the_pages_token(house):
    house.open()
    browser, csrf = page_of(house, "ada")
    assert browser.get("/me").json["user"] == "ada"
    assert browser.post(house.at("start")).status_code == 403
    assert browser.post(house.at("start"), headers={"X-CSRF-Token": csrf}).status_code == 200


@pytest.mark.parametrize("given", ["", "x" * 32, "ü", "OTHER"])
def test_a_wrong_token_of_a_page_does_nothing(house, given):
    house.start()
    house.a_debt()
    browser, _ = page_of(house, "ada")
    token = page_of(house, "bob")[1] if given == "OTHER" else given
    answer = browser.post(house.at("payments"), {"to": "bob", "amount": 50}, headers={"X-CSRF-Token": token})
    assert (answer.status_code, answer.json["code"]) == (403, "not_allowed")
    assert house.balances()["ada"] == 200


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_what_a_form_of_another_site_can_send_moves_nothing(house, content_type):
    house.start()
    house.a_debt()
    browser, csrf = page_of(house, "ada")
    for headers in ({}, {"X-CSRF-Token": csrf}):
        answer = browser.call(
            "POST",
            house.at("payments"),
            data='{"to": "bob", "amount": 50}',
            content_type=content_type,
            headers=headers,
        )
        assert answer.status_code in (403, 415)
    assert house.balances()["ada"] == 200


def test_nothing_moves_by_looking_at_an_address(house):
    house.start()
    house.a_debt()
    before = house.log()
    browser, _ = page_of(house, "ada")
    for part in ("start", "moves", "payments", "close", "seats"):
        assert browser.get(house.at(part)).status_code == 405
    assert house.log() == before


def test_a_session_of_a_page_can_be_planted_by_nobody(house):
    """Signing in makes a new token; whatever a cookie held before opens nothing."""
    house.password("ada", "k7m2qx9tr")
    browser = Caller(house.app)
    browser.client.set_cookie(COOKIE, "planted")
    browser.post("/sessions", {"user": "ada", "password": "k7m2qx9tr"})
    assert browser.get("/me").status_code == 401


def test_no_answer_lets_other_sites_read_it(house):
    answer = house["ada"].get("/me", headers={"Origin": "http://evil.test"})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
