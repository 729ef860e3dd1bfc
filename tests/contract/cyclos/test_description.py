"""Everything that is there is in the official description, and answers as it says."""

import pytest

from app.cyclos_api import OPERATIONS
from tests.contract.cyclos import description
from tests.contract.cyclos.bank import PASSWORD, Bank, Client

pytestmark = pytest.mark.shared


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.id)
def test_an_operation_has_the_name_and_address_of_the_description(operation):
    method, path, _ = description.operations()[operation.id]
    assert (operation.method, operation.path) == (method, path)


def test_every_operation_answers_as_the_description_says(bank):
    """Each is called once with success; `Bank` holds every answer to the description."""
    _guests_look(bank)
    _people_sign_in(bank)
    payer, payee, _ = bank.a_debt()
    _people_look(payer)
    _people_pay(bank, payer, payee)
    _tickets(bank)
    _cards_and_programs(bank)
    _organizers(bank, payee)
    assert {one.id for one in OPERATIONS} - bank.called == {"subscribeForPushNotifications"}


def _good(*answers):
    assert [answer.status_code for answer in answers if answer.status_code >= 300] == []


def _guests_look(bank: Bank) -> None:
    guest = bank.guest
    paths = (
        "/frontend/data?screenSize=desktop",
        "/frontend/home?screenSize=desktop",
        "/ui/data-for-ui",
        "/mobile/data-for-guest",
        "/svg-icons?names=a,b",
        "/logos/frontend?width=128&height=128",
        "/images/content/logo",
        "/auth",
        "/auth/data-for-login",
        "/addresses/countries",
        "/users/groups-for-registration",
        "/users/ada/locate",
        "/easy-invoices/data-for-perform/ada?amount=10",
        "/easy-invoices/qr-code/ada?amount=10&description=fraud&size=tiny",
    )
    _good(*(guest.get(path) for path in paths))


def _people_sign_in(bank: Bank) -> None:
    client = bank.signed_in("ada")
    _good(client.get("/auth"), client.get("/auth/session"), client.get("/frontend/data"))
    token = client.post(f"/auth/session/replace/{client.headers['Session-Token']}").text
    renewed = Client(bank, {"Session-Token": token})
    _good(renewed.get("/mobile/data-for-user"), renewed.delete("/auth/session"))
    handed = bank["olga"].post("/sessions", {"user": "ada", "password": PASSWORD})
    _good(handed, Client(bank, {"Session-Token": handed.json["sessionToken"]}).get("/auth"))


def _people_look(client: Client) -> None:
    paths = (
        "/frontend/home",
        "/self/accounts",
        "/self/accounts/player?datePeriod=2020-01-01,2040-01-01",
        "/self/accounts/player/data-for-history",
        "/self/accounts/player/history",
        "/self/accounts/player/balances-history",
        "/self/payments/data-for-perform",
        "/self/payments/data-for-perform?to=*:bob",
        "/self/payments/data-for-perform?type=trade",
        "/self/transactions/data-for-search",
        "/self/transactions",
        "/self/tickets/data-for-new",
        "/tickets/data-for-new",
        "/pos/data-for-pos",
        "/pos/data-for-pos?from=*:bob",
        "/users",
        "/users/data-for-search?fromMenu=true",
        "/users/bob",
        "/users/self",
        "/self/token-types",
        "/self/tokens/qrCard",
        "/notifications/status",
        "/notifications",
    )
    _good(*(client.get(path) for path in paths))
    _good(client.post("/notifications/mark-as-read?ids=1"), client.post("/notifications/viewed"))


def _people_pay(bank: Bank, payer: Client, payee: Client) -> None:
    who, to, *_ = bank.due
    sent = {"subject": f"*:{to}", "amount": "50", "type": "trade", "description": "fraud"}
    looked = payer.post("/self/payments/preview", sent)
    _good(looked, payer.post("/easy-invoices/preview", sent))
    paid = payer.post("/self/payments", looked.json["payment"])
    _good(paid, payer.get(f"/transactions/{paid.json['id']}"), payee.get(f"/transfers/{paid.json['id']}"))
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    _good(payer.post("/easy-invoices", {"subject": to, "amount": "50"}))
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    taken = {"subject": who, "amount": "50"}
    _good(payee.post("/pos/preview", taken))
    _good(payee.post("/pos", taken, headers={"confirmationPassword": PASSWORD}))


def _tickets(bank: Bank) -> None:
    payer, payee, _ = bank.a_debt()
    number = payee.ticket()["ticketNumber"]
    _good(
        bank.guest.get(f"/tickets/{number}"),
        payee.get(f"/tickets/{number}/qr-code?size=small"),
        payer.post(f"/tickets/{number}/preview"),
        payer.post(f"/tickets/{number}/approve"),
        payee.get(f"/tickets/{number}"),
        payee.get("/self/transactions?kinds=ticket"),
        payee.get(f"/transactions/{payee.get(f'/tickets/{number}').json['id']}"),
    )
    payer, payee, _ = bank.a_debt()
    asked = payee.post("/tickets", {"amount": 50, "orderId": "7", "successUrl": "https://shop.test/paid"})
    number = asked.json["ticketNumber"]
    _good(
        payer.post(f"/tickets/{number}/approve"),
        payee.post(f"/tickets/{number}/process?orderId=7"),
        payee.post(f"/tickets/{payee.ticket()['ticketNumber']}/cancel"),
    )


def _cards_and_programs(bank: Bank) -> None:
    olga, ada = bank["olga"], bank["ada"]
    made = olga.post("/tokens/qrCard/new", {"value": "KEY-4711"})
    assert made.status_code == 201
    card = made.text
    _good(
        olga.get("/tokens/qrCard/data-for-new"),
        olga.post(f"/tokens/{card}/assign/ada"),
        olga.post(f"/tokens/{card}/activate"),
        ada.get("/tokens/KEY-4711"),
        ada.get(f"/tokens/{card}/qr-code"),
        ada.post(f"/tokens/{card}/block"),
        olga.post(f"/tokens/{card}/unblock"),
        olga.post(f"/tokens/{card}/set-expiry-date?date=2040-01-01"),
        olga.post(f"/tokens/{card}/cancel"),
        olga.get("/general-tokens/qrCard"),
        olga.get("/general-tokens/qrCard/data-for-search"),
        ada.post("/self/tokens/qrCard", data="KEY-5", headers={"Content-Type": "text/plain"}),
    )
    program = ada.post("/clients/program", {"name": "Till", "prefix": "my"})
    _good(program)
    token = "my" + program.json["token"]
    with_token = Client(bank, {"Access-Client-Token": token})
    _good(with_token.get("/auth"), with_token.get("/self/accounts"))
    _good(with_token.delete("/auth/access-client"))
    clients = bank.program.services.access_clients
    ada_herself = bank.evening.actor("ada")
    waiting = clients.add(ada_herself, "Another till")
    code = clients.activation_code(ada_herself, waiting.id)
    _good(
        ada.get(f"/clients/{waiting.id}"),
        ada.post(f"/clients/activate?code={code}"),
        ada.post(f"/clients/{waiting.id}/unassign"),
    )


def _organizers(bank: Bank, paid: Client) -> None:
    olga = bank["olga"]
    paths = (
        "/frontend/data",
        "/frontend/home",
        "/mobile/data-for-user",
        "/system/accounts",
        "/system/accounts/bank",
        "/system/accounts/bank/data-for-history",
        "/system/accounts/bank/history",
        "/system/accounts/bank/balances-history",
        "/system/payments/data-for-perform",
        "/system/transactions/data-for-search",
        "/system/transactions",
        "/ada/accounts/player/history",
        "/accounts/data-for-user-balances",
        "/accounts/player/user-balances?orderBy=balanceDesc",
        "/accounts/player/user-balances/summary",
        "/transfers/data-for-search",
        "/transfers?orderBy=dateDesc",
        "/transactions/data-for-search",
        "/transactions",
        "/users/data-for-search",
        "/users/ada",
        "/users/groups-for-registration",
        "/users/data-for-new?group=players",
        "/users/validate/players/username?value=dora",
        "/users/validate/players/username?value=ada",
    )
    _good(*(olga.get(path) for path in paths))
    new = {
        "group": "players",
        "username": "dora",
        "name": "Dora",
        "passwords": [{"type": "login", "value": "open:sesame"}],
    }
    _good(olga.post("/users", new))
    last = olga.get("/transfers?kinds=payment&pageSize=1").json[0]["id"]
    undone = olga.post(f"/transfers/{last}/chargeback", {})
    _good(undone, olga.get(f"/transfers/{last}"), olga.get(f"/transfers/{undone.text}"))
