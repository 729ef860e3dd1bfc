"""People under /api: the directory, profiles, registering, and the cards that stand for them."""

from tests.contract.cyclos.bank import PASSWORD, Bank, basic
from tests.contract.cyclos.test_paying import text_of
from tests.integration.evening import add_tiles


def found(answer) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [one["id"] for one in answer.json]


def register(bank: Bank, user: object, password: str = PASSWORD, **more: object):
    sent = {"username": user, "passwords": [{"type": "login", "value": password}], **more}
    return bank["olga"].post("/users", sent)


def test_a_player_finds_the_own_table_and_exact_names_and_an_organizer_everybody(bank):
    add_tiles(bank.program, "dan", "eve")
    ada, olga = bank["ada"], bank["olga"]
    assert found(ada.get("/users")) == ["ada", "bob", "cyd"]
    assert found(ada.get("/users?keywords=b")) == ["bob"]
    assert found(ada.get("/users?keywords=dan")) == ["dan"]
    assert found(ada.get("/users?keywords=da")) == ["ada"]
    assert found(ada.get("/users?usersToExclude=self&usersToExclude=id:bob&groups=&pageSize=10")) == ["cyd"]
    assert found(olga.get("/users?roles=member")) == ["ada", "bob", "cyd", "dan", "eve"]
    assert found(olga.get("/users?roles=administrator")) == ["olga"]
    assert found(olga.get("/users?keywords=e&pageSize=1")) == ["eve"]
    assert bank.guest.get("/users").json == {"code": "missingAuthorization"}


def test_people_are_called_what_their_table_calls_them(bank):
    bank.evening.sit("bob", name="Robert")
    assert bank["ada"].get("/users/bob/locate").json["display"] == "Robert"
    assert bank["olga"].get("/users/bob/locate").json["display"] == "Bob"
    profile = bank["ada"].get("/users/bob").json
    assert (profile["username"], profile["phones"], profile["relationship"]) == ("bob", [], "none")
    assert "accounts" not in profile, "what somebody has is no part of the directory"
    assert bank["bob"].get("/users/self").json["accounts"][0]["status"]["balance"] == "0"


def test_an_organizer_registers_a_player_who_then_signs_in(bank):
    made = register(bank, "dora", "open:sesame", name="Dora Doe", email="d@x.test", skipActivationEmail=True)
    assert made.headers["Location"] == "/api/users/dora"
    assert (made.json["user"]["id"], made.json["status"]) == ("dora", "active")
    dora = bank.guest
    dora.headers = basic("dora", "OPEN: sesame")
    assert dora.get("/auth").json["user"]["display"] == "Dora Doe"
    assert bank["ada"].post("/users", {"username": "eve"}).json == {"code": "permissionDenied"}
    assert bank.guest.post("/users", {"username": "eve"}).json == {"code": "missingAuthorization"}
    assert bank.guest.get("/users/groups-for-registration").json == []


def test_what_can_not_be_a_user_name_is_refused_with_its_field(bank):
    bank["olga"].post("/tokens/qrCard/new", {"value": "card1"})
    for user in ("a:b", "12345", "self", "system", "", "a b", "a/b", "x" * 41, "@bank", "9lives"):
        refused = register(bank, user)
        assert refused.json["properties"] == ["username"], user
    assert "taken" in text_of(register(bank, "bob"))
    assert "taken" in text_of(register(bank, "card1"))
    assert register(bank, "dora", "short").json["properties"] == ["passwords"]
    two_ways = {"type": "login", "value": PASSWORD, "confirmationValue": "another one"}
    assert register(bank, "dora", passwords=[two_ways]).json["properties"] == ["passwords"]
    assert register(bank, "dora", group="admins").json["entityType"] == "Group"
    check = "/users/validate/players/username?value="
    assert bank["olga"].get(f"{check}dora").status_code == 204
    assert "taken" in bank["olga"].get(f"{check}bob").text


def test_custom_values_of_somebody_new_are_refused_by_name_and_nobody_is_registered(bank):
    refused = register(bank, "dora", customValues={"shirt": "XL", "note": ""})
    assert refused.status_code == 422
    assert refused.json["customFieldErrors"] == {"shirt": ["Users have no custom fields here."]}
    assert register(bank, "dora", customValues={"shirt": ""}).status_code == 201


def test_a_card_goes_from_hand_to_hand_as_its_states_allow(bank):
    olga, ada, bob = bank["olga"], bank["ada"], bank["bob"]
    card = olga.post("/tokens/qrCard/new", {"value": "KEY-4711"}).text
    assert olga.get(f"/tokens/{card}").json["status"] == "unassigned"
    assert bank.guest.get("/users/KEY-4711/locate").status_code == 404
    assert ada.get(f"/tokens/{card}").status_code == 404
    assert ada.post("/tokens/qrCard/new", {"value": "KEY-1"}).json == {"code": "permissionDenied"}

    def take(client, value: str):
        return client.post("/self/tokens/qrCard", data=value, headers={"Content-Type": "text/plain"})

    assert take(ada, "KEY-4711").text == card
    assert bank.guest.get("/users/KEY-4711/locate").json["id"] == "ada"
    assert bank.guest.get("/users/qrCard:KEY-4711/locate").json["locatorPrincipal"]["value"] == "KEY-4711"
    assert "somebody else's" in text_of(take(bob, "KEY-4711"))
    assert "user name" in text_of(take(bob, "cyd"))
    assert text_of(take(bob, "KEY 1"))

    assert ada.post(f"/tokens/{card}/block").status_code == 204
    assert bank.guest.get("/users/KEY-4711/locate").status_code == 404
    assert ada.post(f"/tokens/{card}/unblock").json == {"code": "permissionDenied"}
    assert olga.post(f"/tokens/{card}/unblock").status_code == 204
    assert olga.post(f"/tokens/{card}/set-expiry-date?date=2020-01-01").status_code == 204
    assert bank.guest.get("/users/KEY-4711/locate").status_code == 404
    assert ada.get("/self/tokens/qrCard").json["tokens"][0]["status"] == "expired"
    assert olga.post(f"/tokens/{card}/set-expiry-date").status_code == 204
    assert olga.post(f"/tokens/{card}/cancel").status_code == 204
    assert text_of(olga.post(f"/tokens/{card}/unblock")) == "This card is canceled."
    assert bob.get("/ada/tokens/qrCard").json == {"code": "permissionDenied"}


def test_a_card_is_paid_and_pays_with_the_password(bank):
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    bank["olga"].post("/tokens/qrCard/new", {"value": "HIS-CARD", "user": who, "activateNow": True})
    bank["olga"].post("/tokens/qrCard/new", {"value": "1234567890", "user": to, "activateNow": True})
    shown = payer.get("/self/payments/data-for-perform?to=*:1234567890").json["toUser"]
    assert (shown["id"], shown["locatorPrincipal"]["type"]["internalName"]) == (to, "qrCard")
    sent = {"subject": "*:HIS-CARD", "amount": "50"}
    assert payee.post("/pos", sent, headers={"confirmationPassword": PASSWORD}).status_code == 201
    assert payee.balance() == "250"
