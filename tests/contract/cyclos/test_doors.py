"""The door itself: clients of other origins, odd but harmless requests, partial answers, and a copy of the frontend."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.config import read_settings
from app.cyclos_api.fields import chosen
from app.errors import ConfigError, Invalid, Json
from app.factory import create_app
from tests.contract.cyclos.bank import Client
from tests.integration.evening import settings_for


def test_clients_of_other_origins_may_ask_and_read_and_no_cookie_is_theirs(bank):
    asked = bank.guest.client.options(
        "/api/self/payments", headers={"Origin": "https://ui.test", "Access-Control-Request-Method": "POST"}
    )
    assert asked.status_code == 204
    allowed = asked.headers["Access-Control-Allow-Headers"]
    for name in (
        "Authorization",
        "Channel",
        "Principal-Type",
        "Session-Token",
        "Session-Prefix",
        "confirmationPassword",
    ):
        assert name in allowed
    for answer in (bank["ada"].get("/auth"), bank.guest.get("/nowhere"), bank.guest.get("/self/accounts")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers
        assert "X-Total-Count" in answer.headers["Access-Control-Expose-Headers"]
        assert answer.headers["Cache-Control"] == "no-store"


def test_what_is_not_there_is_an_empty_object_and_pages_stay_pages(bank):
    for method, path in (
        ("GET", "/nowhere"),
        ("GET", "/users/a/b/c"),
        ("PUT", "/auth"),
        ("GET", ""),
        ("DELETE", "/users"),
    ):
        answer = bank["ada"].call(method, path)
        assert (answer.status_code, answer.json) == (404, {}), path
    assert bank.guest.client.get("/apis").mimetype == "text/html"


def test_odd_but_harmless_requests_are_answered(bank):
    ada = bank["ada"]
    empty = {"Content-Type": "application/json"}
    assert ada.get("/self/accounts/", headers=empty).status_code == 200
    assert ada.post("/auth/session", data=b"", headers=empty).status_code == 200
    assert ada.get("/self/accounts?nonsense=1&fields=&page=x&pageSize=x").status_code == 200
    assert ada.get("/self/accounts?" + "a=1&" * 500).status_code == 200
    for body in (b"{", b"[]", b"null", b'"x"', b"\xff", b'{"amount": NaN}', b"[" * 5000):
        refused = ada.post("/self/payments", data=body, headers=empty)
        assert (refused.status_code, refused.json["code"]) in (
            (422, "validation"),
            (422, "missingParameter"),
        ), body
    for odd in ("\0", "\ud800", "a" * 2000):
        assert ada.post("/self/payments", {"subject": odd, "amount": "1"}).status_code in (404, 422)
        assert (
            ada.post("/self/payments", {"subject": "bob", "amount": "1", "description": odd}).status_code
            == 422
        )
    assert ada.get("/users/%00/locate").status_code == 404


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (["a"], {"a": {"b": 1, "c": [{"d": 2, "e": 3}]}}),
        (["a.b", "f"], {"a": {"b": 1}, "f": 4}),
        (["a.b,f"], {"a": {"b": 1}, "f": 4}),
        (["a.c.d"], {"a": {"c": [{"d": 2}]}}),
        (["-a"], {"f": 4}),
        (["!f"], {"a": {"b": 1, "c": [{"d": 2, "e": 3}]}}),
        (["a.-c"], {"a": {"b": 1}}),
        (["*a.b"], {"a": {"b": 1}, "f": 4}),
        (["-a.c"], {"a": {"b": 1}, "f": 4}),
        (["", ","], {"a": {"b": 1, "c": [{"d": 2, "e": 3}]}, "f": 4}),
        (["nothing"], {}),
    ],
    ids=str,
)
def test_fields_choose_parts_of_an_answer(wanted, left):
    data: Json = {"a": {"b": 1, "c": [{"d": 2, "e": 3}]}, "f": 4}
    assert chosen(data, wanted) == left
    assert chosen([data, data], wanted) == [left, left]


def test_a_field_that_is_asked_for_and_left_out_is_refused(bank):
    with pytest.raises(Invalid):
        chosen({"a": 1}, ["a,-a"])
    refused = bank["ada"].get("/auth?fields=user&fields=-user")
    assert (refused.status_code, refused.json["properties"]) == (422, ["fields"])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """What a built copy of the frontend looks like from outside."""
    folder = tmp_path / "ui"
    (folder / "svg").mkdir(parents=True)
    (folder / "index.html").write_text('<head><base href="/"><script src="main.js"></script></head>')
    (folder / "main.js").write_text("run()")
    (folder / "svg" / "icons.json").write_text('{"people": "<svg/>", "search": "<svg></svg>"}')
    (tmp_path / "secret.txt").write_text("secret")
    return folder


def test_a_copy_of_the_frontend_is_served_under_its_own_path_and_swallows_no_page(bank, program, copy):
    settings = replace(settings_for(program.database.url), cyclos_ui=copy)
    client = create_app(settings, program).test_client()
    assert client.get("/ui").headers["Location"] == "/ui/"
    for path in ("/ui/", "/ui/login", "/ui/banking/self/payment", "/ui/index.html"):
        page = client.get(path)
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert '<base href="/ui/">' in page.text
    script = client.get("/ui/main.js")
    assert (script.text, script.mimetype) == ("run()", "text/javascript")
    for path in ("/ui/../secret.txt", "/ui/%2e%2e/secret.txt", "/ui//etc/passwd"):
        assert "secret" not in client.get(path).text
    assert client.get("/api/svg-icons?names=people,nothing").json == {"people": "<svg/>"}
    assert "Reckless" in client.get("/").text
    assert client.get("/pay/?to=ada").headers["Location"].startswith("/?next=")
    script.close()


def test_without_a_copy_there_are_no_icons_and_no_frontend(bank):
    assert bank.guest.get("/svg-icons?names=people").json == {}
    assert bank.guest.client.get("/ui/").status_code == 404


def test_a_folder_that_is_no_copy_stops_the_start_with_one_line(tmp_path, copy):
    environ = {"RECKLESS_DATABASE_URL": f"sqlite:///{tmp_path / 'x.sqlite'}"}
    assert read_settings({**environ, "RECKLESS_CYCLOS_UI": str(copy)}).cyclos_ui == copy.resolve()
    with pytest.raises(ConfigError, match=r"RECKLESS_CYCLOS_UI=.* has no index\.html") as refused:
        read_settings({**environ, "RECKLESS_CYCLOS_UI": str(tmp_path)})
    assert "\n" not in str(refused.value)


def test_a_payee_may_be_named_by_link_or_card_at_the_other_doors_too(bank):
    bank["olga"].post("/tokens/qrCard/new", {"value": "CARD-1", "user": "bob", "activateNow": True})
    ticket = bank["bob"].ticket()["ticketNumber"]
    quote = bank.program.services.payments.quote
    for said in ("CARD-1", f"http://tiles.test/pay/{ticket}", "http://tiles.test/pay/?to=bob", "B-O-B"):
        assert quote(bank.evening.actor("ada"), to=said).payee == "bob"
    bank.a_debt()
    who, to, *_ = bank.due
    token = bank.signed_in(who).headers["Session-Token"]
    paid = Client(bank, {}).client.post(
        f"/v1/tables/{bank.evening.id}/payments",
        json={"to": f"http://tiles.test/pay/?to={to}&amount=7", "amount": 50},
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (paid.status_code, paid.json["payee"]) == (201, to)
