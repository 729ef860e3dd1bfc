"""Every error under /v1 has one shape; `Caller` holds each of them against the schema."""

from dataclasses import replace

import pytest

from app import errors
from app.api import problems
from app.errors import PaymentRefused, Refusal
from tests.integration.api.calling import Caller
from tests.integration.apps import api_over

FIELDS = {"type", "title", "status", "detail", "code"}


def every_class(kind=errors.AppError):
    yield kind
    for below in kind.__subclasses__():
        yield from every_class(below)


def test_an_error_is_a_problem_document_of_this_shape(house):
    answer = house["ada"].get("/tables/nowhere")
    assert answer.mimetype == "application/problem+json"
    assert answer.json == {
        "type": "/v1/docs#not_found",
        "title": "There is no such thing",
        "status": 404,
        "detail": "There is no such table.",
        "code": "not_found",
    }


def test_a_broken_rule_says_what_is_expected(house):
    house.start()
    answer = house["ada"].post(house.at("moves"), {"type": "declare", "action": "bribe", "target": "bob"})
    assert (answer.status_code, answer.json["code"]) == (409, "illegal_move")
    assert set(answer.json) == FIELDS | {"expected"}
    assert answer.json["expected"]["waiting_for"] == ["bob"]
    assert answer.json["expected"]["awaited"] == ["declare", "pass"]


def test_an_unreadable_field_is_named(house):
    answer = house["ada"].post("/tables", {"options": {"timer_s": 1.5}})
    assert (answer.status_code, answer.json["field"]) == (422, "options.timer_s")
    assert set(answer.json) == FIELDS | {"field"}


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", "", 404, "not_found"),
        ("DELETE", "/tables", 405, "method_not_allowed"),
        ("PUT", "/tables/abc/moves", 405, "method_not_allowed"),
    ],
)
def test_what_no_route_has_is_a_problem_document(house, method, path, status, code):
    answer = Caller(house.app).call(method, path)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_wrong_method_is_told_the_right_ones(house):
    answer = Caller(house.app).call("DELETE", "/tables")
    assert "POST" in answer.headers["Allow"]


@pytest.mark.parametrize("body", [b"x" * 200_000, b"[" * 120_000])
def test_a_body_that_is_too_large_or_too_deep_is_refused(house, body):
    answer = house["ada"].call("POST", "/tables", data=body, content_type="application/json")
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff",
        b'{"game": NaN}',
        b'{"options": {"timer_s": 1e999}}',
        b'{"options": {"timer_s": ' + b"9" * 5000 + b"}}",
        b'{"game": "reckless", "game": "reckless"}',
        b'{"game": "\\ud800"}',
        b'{"game": "reck\\u0000less"}',
    ],
)
def test_what_is_no_clean_json_is_refused(house, body):
    answer = house["ada"].call("POST", "/tables", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "bad_request")


def test_an_escaped_backslash_before_u0000_is_just_text(house):
    answer = house["ada"].call(
        "POST", "/tables", data=rb'{"game": "\\u0000"}', content_type="application/json"
    )
    assert (answer.status_code, answer.json["field"]) == (422, "game")


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/tables", {"gmae": "reckless"}, "gmae"),
        ("/tables", {"game": 1}, "game"),
        ("/tables", [], "body"),
        ("/tables", {"deck": "x" * 20_001}, "deck"),
        ("/tables/TABLE/moves", {}, "type"),
        ("/tables/TABLE/moves", {"type": "allow", "loudly": True}, "loudly"),
        ("/tables/TABLE/moves", {"type": "dance"}, "type"),
        ("/tables/TABLE/moves", {"type": "allow", "expected_seq": "1"}, "expected_seq"),
        ("/tables/TABLE/payments", {"to": "bob"}, "amount"),
        ("/tables/TABLE/payments", {"amount": 1}, "to"),
        ("/tables/TABLE/payments", {"to": "bob", "amount": 1, "from": "cyd"}, "from"),
        ("/tables/TABLE/start", {"now": True}, "now"),
        ("/tables/TABLE/seats", {"name": "x" * 25}, "name"),
    ],
)
def test_unknown_missing_and_unreadable_fields_are_named(house, path, body, field):
    house.start()
    answer = house["ada"].post(path.replace("TABLE", house.table), body)
    assert (answer.status_code, answer.json["code"], answer.json["field"]) == (422, "invalid", field)


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", "usr=bob", "after=nonsense"])
def test_an_unreadable_query_is_refused_by_name(house, query):
    answer = house["olga"].get(f"/ledger/transfers?{query}")
    assert (answer.status_code, answer.json["field"]) == (422, query.partition("=")[0])


def test_a_fault_of_ours_is_a_problem_document_too(house):
    class Broken:
        def verify(self):
            raise RuntimeError("something that nobody thought of")

    app = api_over(house.program)
    app.extensions["reckless"] = replace(house.program.services, history=Broken())
    answer = Caller(app, house["olga"].token).get("/ledger/verify")
    assert (answer.status_code, answer.json["code"]) == (500, "internal")
    assert "nobody thought of" not in answer.text


def test_a_stopped_service_says_that_nothing_was_changed(house):
    house.start()
    house.program.database.close()
    answer = house["bob"].post(house.at("moves"), {"type": "declare", "action": "bribe", "target": "ada"})
    assert (answer.status_code, answer.json["code"]) == (503, "unavailable")


def test_every_error_of_the_tree_has_a_status_and_a_title():
    for kind in every_class():
        assert any(above in problems.STATUS for above in kind.__mro__[:-3])
        assert any(above in problems.TITLE for above in kind.__mro__)


def test_the_statuses_are_these():
    at = {kind.__name__: problems.STATUS[kind] for kind in problems.STATUS}
    assert at == {
        "Refused": 409,
        "InsufficientFunds": 409,
        "Invalid": 422,
        "NotSignedIn": 401,
        "TooManyTries": 429,
        "NotAllowed": 403,
        "NotFound": 404,
        "Conflict": 409,
        "KeyReused": 422,
        "StaleState": 409,
        "InProgress": 409,
        "RailRefused": 409,
        "RailError": 502,
        "RailUnknown": 504,
        "Unavailable": 503,
        "AppError": 500,
    }
    refusals = {reason: problems.status_of(PaymentRefused(reason)) for reason in Refusal}
    assert refusals.pop(Refusal.BAD_AMOUNT) == 422
    assert set(refusals.values()) == {409}
