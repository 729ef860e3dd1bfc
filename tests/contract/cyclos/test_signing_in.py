"""Who calls: passwords, sessions whole and in halves, access clients, and what opens nothing."""

import base64
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.contract.cyclos.bank import PASSWORD, Client, basic
from tests.integration.evening import set_password


def raw(header: str) -> dict[str, str]:
    return {"Authorization": header}


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def refused(bank, headers: dict[str, str]):
    answer = Client(bank, headers).get("/self/accounts")
    assert answer.status_code == 401, answer.text
    assert "WWW-Authenticate" not in answer.headers
    return answer.json


def test_only_the_whole_password_opens_colons_and_all(bank):
    set_password(bank.program, "ada", "1234:5678")
    for scheme in ("Basic ", "basic ", "BASIC  "):
        assert Client(bank, raw(scheme + encoded("ada:1234:5678"))).get("/auth").json["user"]["id"] == "ada"
    for password in ("1234", ""):
        assert refused(bank, basic("ada", password)) == {"code": "login"}


@pytest.mark.parametrize(
    "header",
    ["Basic", "Basic ", "Basic ###", f"Basic {encoded('ada')}", "Basic //8=", f"Digest {encoded('ada:x')}"],
    ids=["scheme alone", "nothing", "no base64", "no colon", "no text", "another scheme"],
)
def test_a_broken_header_is_a_wrong_password_and_nothing_worse(bank, header):
    assert refused(bank, raw(header)) == {"code": "login"}


def test_five_wrong_passwords_close_the_account_for_passwords_alone(bank, clock):
    with_session = bank.signed_in("ada")
    wrong = {}
    for n in range(5):
        wrong = refused(bank, basic("ada", f"wrong {n}"))
        clock.pass_(10)
    assert wrong == {"code": "login"}
    closed = Client(bank, basic("ada", PASSWORD)).post("/auth/session")
    assert (closed.status_code, closed.json) == (
        401,
        {"code": "login", "passwordStatus": "temporarilyBlocked"},
    )
    assert with_session.get("/auth").json["user"]["id"] == "ada"
    assert bank["bob"].get("/auth").json["user"]["id"] == "bob"


def test_a_password_that_was_right_is_believed_for_a_while_but_not_once_it_is_another(bank):
    ada = bank["ada"]
    assert ada.get("/auth").status_code == 200
    set_password(bank.program, "ada", "another")
    assert ada.get("/auth").json == {"code": "login"}


def test_many_calls_that_begin_at_once_are_no_wrong_tries(bank):
    def call(_: int) -> int:
        return Client(bank, basic("ada", PASSWORD)).get("/self/accounts").status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(call, range(16))) == {200}


def test_a_browser_holds_half_a_token_and_its_cookie_the_other_half(bank):
    browser = Client(bank, {})
    answer = browser.post("/auth/session?cookie=true&fields=sessionToken", headers=basic("ada", PASSWORD))
    assert set(answer.json) == {"sessionToken"}
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "Path=/" in cookie
    prefix = {"Session-Prefix": answer.json["sessionToken"]}
    assert browser.get("/auth", headers=prefix).json["user"]["id"] == "ada"

    assert "user" not in browser.get("/auth").json, "the cookie alone opens nothing"
    assert refused(bank, prefix) == {"code": "loggedOut"}, "and neither does the half that a script knows"
    out = browser.delete("/auth/session?cookie=true", headers=prefix)
    assert (out.status_code, "Max-Age=0" in out.headers["Set-Cookie"]) == (200, True)
    assert browser.get("/auth", headers=prefix).json == {"code": "loggedOut"}


def test_a_session_is_the_same_session_everywhere(bank):
    session = bank.signed_in("ada")
    token = session.headers["Session-Token"]
    elsewhere = {"Authorization": f"Bearer {token}"}
    assert bank.app.test_client().get("/v1/tables/" + bank.evening.id, headers=elsewhere).status_code == 200
    session.delete("/auth/session")
    assert bank.app.test_client().get("/v1/tables/" + bank.evening.id, headers=elsewhere).status_code == 401
    assert refused(bank, session.headers) == {"code": "loggedOut"}


def test_a_token_that_was_handed_on_ends_when_it_is_replaced(bank):
    old = bank.signed_in("ada").headers["Session-Token"]
    new = bank.guest.post(f"/auth/session/replace/{old}")
    assert new.mimetype == "text/plain"
    assert Client(bank, {"Session-Token": new.text}).get("/auth").json["user"]["id"] == "ada"
    assert refused(bank, {"Session-Token": old}) == {"code": "loggedOut"}
    assert bank.guest.post("/auth/session/replace/nothing").json == {"code": "loggedOut"}


def test_guests_are_told_to_sign_in_and_dead_tokens_apart_from_that(bank):
    assert refused(bank, {}) == {"code": "missingAuthorization"}
    assert refused(bank, {"Session-Token": "dead"}) == {"code": "loggedOut"}
    assert refused(bank, {"Access-Client-Token": "dead"}) == {"code": "invalidAccessClient"}
    assert refused(bank, {"Authorization": "Bearer dead"}) == {"code": "invalidAccessToken"}
    assert bank.guest.get("/auth?sessionToken=dead").json == {"permissions": {}}, "no query signs anybody in"
    assert bank.guest.post("/auth/session").json == {"code": "missingAuthorization"}
    assert bank.signed_in("ada").post("/auth/session").json == {"code": "illegalAction"}


def test_a_card_and_a_password_open_what_a_user_name_does(bank):
    bank["olga"].post("/tokens/qrCard/new", {"value": "KEY-4711", "user": "ada", "activateNow": True})
    for kind in ("qrCard", "*"):
        headers = {**basic("KEY-4711", PASSWORD), "Principal-Type": kind}
        assert Client(bank, headers).get("/auth").json["user"]["id"] == "ada"
    other = {**basic("KEY-4711", PASSWORD), "Principal-Type": "username"}
    assert refused(bank, other) == {"code": "login"}
    pin = Client(bank, {**basic("ada", "1234"), "Principal-Type": "#"}).get("/auth")
    assert (pin.status_code, pin.json) == (403, {"code": "inaccessiblePrincipal"})


def test_an_access_client_acts_for_its_owner_until_its_token_is_taken_away(bank):
    made = bank["ada"].post("/clients/program", {"name": "Till", "prefix": "shop"}).json
    assert refused(bank, {"Access-Client-Token": made["token"]}) == {"code": "invalidAccessClient"}
    till = Client(bank, {"Access-Client-Token": "shop" + made["token"]})
    auth = till.get("/auth").json
    assert (auth["user"]["id"], auth["accessClient"]["name"]) == ("ada", "Till")
    assert till.post("/clients/program", {"name": "Another"}).json == {"code": "illegalAction"}
    assert till.delete("/auth/session").json == {"code": "illegalAction"}
    bank["ada"].post(f"/clients/{made['accessClient']['id']}/unassign")
    assert refused(bank, till.headers) == {"code": "invalidAccessClient"}


def test_a_new_password_ends_the_programs_that_acted_by_the_old_one(bank):
    made = bank["olga"].post("/clients/program", {"name": "Till"}).json
    till = Client(bank, {"Access-Client-Token": made["token"]})
    assert till.get("/auth").status_code == 200
    bank.program.services.people.add_organizer("olga", "another password")
    assert refused(bank, till.headers) == {"code": "invalidAccessClient"}


def test_an_image_that_can_send_no_headers_brings_its_session_in_the_query(bank):
    number = bank["ada"].ticket()["ticketNumber"]
    whole = bank.signed_in("ada").headers["Session-Token"]
    picture = bank.guest.get(f"/tickets/{number}/qr-code?size=tiny&sessionToken={whole}")
    assert picture.mimetype == "image/png"
    browser = Client(bank, {})
    half = browser.post("/auth/session?cookie=true", headers=basic("ada", PASSWORD)).json["sessionToken"]
    assert browser.get(f"/tickets/{number}/qr-code?Session-Prefix={half}").mimetype == "image/png"
    assert browser.get(f"/self/accounts?Session-Prefix={half}").json == {"code": "missingAuthorization"}


def test_an_activation_code_works_once_in_its_time_and_for_its_owner(bank, clock):
    clients, ada = bank.program.services.access_clients, bank.evening.actor("ada")
    code = clients.activation_code(ada, clients.add(ada, "Till").id)
    assert bank["bob"].post(f"/clients/activate?code={code}").json["entityType"] == "AccessClient"
    assert bank["ada"].post(f"/clients/activate?code={code}").status_code == 200
    assert bank["ada"].post(f"/clients/activate?code={code}").status_code == 404
    late = clients.activation_code(ada, clients.add(ada, "Late").id)
    clock.pass_(601)
    assert bank["ada"].post(f"/clients/activate?code={late}").status_code == 404
    assert bank["ada"].post("/clients/activate").json == {"code": "missingParameter", "name": "code"}


def test_an_administrator_signs_somebody_in_with_their_password_only(bank):
    sent = {"user": "ada", "password": PASSWORD, "remoteAddress": "192.0.2.7"}
    assert bank["bob"].post("/sessions", sent).json == {"code": "permissionDenied"}
    assert bank["olga"].post("/sessions", {**sent, "password": "wrong"}).json == {"code": "login"}
    token = bank["olga"].post("/sessions", sent).json["sessionToken"]
    assert Client(bank, {"Session-Token": token}).get("/auth").json["user"]["id"] == "ada"


def test_roles_and_menus_are_those_of_players_and_organizers(bank):
    ada, olga = bank["ada"].get("/frontend/data").json, bank["olga"].get("/frontend/data").json
    assert ada["dataForUi"]["auth"]["role"] == "member"
    assert olga["dataForUi"]["auth"]["role"] == "administrator"
    banking = ada["dataForUi"]["auth"]["permissions"]["banking"]
    assert banking["payments"]["user"]
    assert banking["tickets"]["approve"]
    of_bank = olga["dataForUi"]["auth"]["permissions"]["banking"]
    assert of_bank["accounts"][0]["account"]["type"]["internalName"] == "bank"
    assert of_bank["searchGeneralTransfers"]
    for permissions in (ada["dataForUi"]["auth"]["permissions"], olga["dataForUi"]["auth"]["permissions"]):
        # The frontend looks into each of these without asking whether it is there.
        assert {"userSimple", "userWebshop"} <= permissions["marketplace"].keys()
        assert "my" in permissions["messages"]
        assert "documents" in permissions
        assert {"my", "user"} <= permissions["tokens"].keys()
    guest = bank.guest.get("/frontend/data").json
    assert guest["dataForUi"]["auth"] == {"permissions": {}}
    assert guest["dataForUi"]["dataForLogin"]["accessPasswordType"]["name"] == "Password"
