"""Tickets: paid once by whoever approves them, whatever is tapped twice, late, or at the same moment."""

import http.server
import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests

from app.services.payments.webhooks import Webhooks
from tests.contract.cyclos.bank import Bank
from tests.contract.cyclos.test_paying import text_of
from tests.integration.databases import ON_BOTH


def approve(client, number: str):
    return client.post(f"/tickets/{number}/approve")


def test_anybody_who_knows_the_number_may_look_and_nobody_else_finds_it(bank):
    _, payee, other = bank.a_debt()
    ticket = payee.ticket(description="fraud")
    seen = bank.guest.get(f"/tickets/{ticket['ticketNumber']}").json
    assert (seen["payee"]["id"], seen["amount"], seen["ticketStatus"]) == (bank.due[1], "50", "open")
    assert seen["approveUrl"] == f"http://tiles.test/pay/{ticket['ticketNumber']}"
    assert bank.guest.get(f"/tickets/{ticket['id']}").status_code == 404
    assert other.get(f"/transactions/{ticket['id']}").status_code == 404
    assert payee.get(f"/transactions/{ticket['id']}").json["ticketNumber"] == ticket["ticketNumber"]
    assert bank.guest.get(f"/tickets/{ticket['ticketNumber']}/qr-code").json == {
        "code": "missingAuthorization"
    }
    listed = payee.get("/self/transactions?kinds=ticket").json
    assert [row["id"] for row in listed] == [ticket["id"]]
    assert ticket["ticketNumber"] not in str(listed)


@ON_BOTH
def test_a_second_approval_by_the_payer_gives_the_first_answer_and_by_another_none(bank):
    payer, payee, other = bank.a_debt()
    number = payee.ticket()["ticketNumber"]
    assert "You don't owe anything" in text_of(approve(other, number))
    first = approve(payer, number).json
    assert (first["ticketStatus"], first["transaction"]["creationType"]) == ("processed", "ticket")
    assert approve(payer, number).json == first
    assert "paid already" in text_of(approve(other, number))
    assert "paid already" in text_of(payee.post(f"/tickets/{number}/cancel"))
    assert payee.get(f"/tickets/{number}/qr-code").status_code == 404
    assert payer.balance() == "150"
    bank.evening.check()


@ON_BOTH
def test_taps_at_the_same_moment_pay_once_and_all_get_the_one_answer(program):
    bank = Bank(program, validation="open")
    bank.evening.start()
    number = bank["bob"].ticket("10")["ticketNumber"]
    taps = [bank.signed_in("ada") for _ in range(6)]
    with ThreadPoolExecutor(len(taps)) as pool:
        answers = list(pool.map(lambda tap: approve(tap, number), taps))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json["transaction"]["id"] for answer in answers}) == 1
    assert (bank["ada"].balance(), bank["bob"].balance()) == ("190", "210")
    assert bank.evening.log("refused") == []
    bank.evening.check()


@ON_BOTH
def test_of_two_payers_at_the_same_moment_one_pays(program):
    bank = Bank(program, validation="open")
    bank.evening.start()
    number = bank["bob"].ticket("10")["ticketNumber"]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda user: approve(bank.signed_in(user), number), ["ada", "cyd"]))
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    assert bank["bob"].balance() == "210"


def test_a_refused_payment_leaves_the_ticket_open(bank):
    payer, payee, _ = bank.a_debt()
    number = payee.ticket("40")["ticketNumber"]
    assert "not the amount you owe" in text_of(approve(payer, number))
    assert bank.guest.get(f"/tickets/{number}").json["ticketStatus"] == "open"
    assert payee.post(f"/tickets/{number}/cancel").status_code == 204
    assert payee.post(f"/tickets/{number}/cancel").status_code == 204
    assert "withdrawn" in text_of(approve(payer, number))


def test_a_ticket_is_for_the_payer_it_names_and_until_its_time_is_over(bank, clock):
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    other = next(user for user in bank.evening.users if user not in (who, to))
    named = payee.ticket(payer=f"*:{other}")["ticketNumber"]
    assert approve(payer, named).json == {"code": "permissionDenied"}
    number = payee.ticket(expiresAfter={"amount": 10, "field": "minutes"})["ticketNumber"]
    clock.pass_(599)
    assert payer.post(f"/tickets/{number}/preview").json["totalAmount"] == "50"
    clock.pass_(1)
    assert bank.guest.get(f"/tickets/{number}").json["ticketStatus"] == "expired"
    assert "too old" in text_of(approve(payer, number))
    assert "too old" in text_of(payer.post(f"/tickets/{number}/preview"))
    assert [
        row["id"] for row in payee.get("/self/transactions?ticketStatuses=expired&kinds=ticket").json
    ] == [bank.guest.get(f"/tickets/{number}").json["id"]]


@ON_BOTH
def test_with_a_success_address_the_money_moves_when_the_payee_processes_it_and_once(bank):
    payer, payee, other = bank.a_debt()
    number = payee.ticket(orderId="R 7", successUrl="https://shop.test/paid?a=1")["ticketNumber"]
    agreed = approve(payer, number).json
    assert agreed["ticketStatus"] == "approved"
    assert agreed["successUrl"] == f"https://shop.test/paid?a=1&orderId=R+7&ticketNumber={number}"
    assert "transaction" not in agreed
    assert payer.balance() == "200"
    assert "approved already" in text_of(approve(other, number))

    process = f"/tickets/{number}/process?orderId="
    assert payer.post(f"{process}R%207").json == {"code": "permissionDenied"}
    assert "another order id" in text_of(payee.post(f"{process}8"))
    first = payee.post(f"{process}R%207").json
    again = payee.post(f"{process}R%207").json
    assert (first["actuallyProcessed"], again["actuallyProcessed"]) == (True, False)
    assert first["transaction"] == again["transaction"]
    assert (payer.balance(), payee.balance()) == ("150", "250")
    bank.evening.check()


def test_what_is_not_due_any_more_when_it_is_processed_moves_nothing(bank):
    payer, payee, _ = bank.a_debt()
    number = payee.ticket(orderId="7", successUrl="https://shop.test/")["ticketNumber"]
    assert payee.post(f"/tickets/{number}/process?orderId=7").status_code == 422, "nobody has approved it"
    approve(payer, number)
    assert payer.pay(bank.due[1], "50").status_code == 201
    assert "not due any more" in text_of(payee.post(f"/tickets/{number}/process?orderId=7"))
    assert payer.balance() == "150"


def paid_another_way(bank):
    payer, payee, *_ = bank.due
    bank.evening.pay_all()
    while not bank.evening.due or bank.due[:2] != (payer, payee):
        bank.evening.pay_all().a_debt()


def taken_back_and_made_again(bank):
    payer = bank.due[0]
    bank.evening.undo().play(f"{payer} concede")


@ON_BOTH
@pytest.mark.parametrize("how", [paid_another_way, taken_back_and_made_again])
def test_an_approval_is_for_the_debt_that_was_due_and_for_no_later_one_that_is_like_it(bank, how):
    payer, payee, _ = bank.a_debt()
    number = payee.ticket(successUrl="https://shop.test/")["ticketNumber"]
    agreed, had = bank.due, payer.balance()
    assert approve(payer, number).json["ticketStatus"] == "approved"
    how(bank)
    assert bank.due == agreed
    had = payer.balance()
    assert "not due any more" in text_of(payee.post(f"/tickets/{number}/process"))
    assert "not due any more" in text_of(approve(payer, number))
    assert payer.balance() == had
    assert bank.guest.get(f"/tickets/{number}").json["ticketStatus"] == "expired"
    anew = payee.ticket(successUrl="https://shop.test/")["ticketNumber"]
    approve(payer, anew)
    assert payee.post(f"/tickets/{anew}/process").json["actuallyProcessed"]
    bank.evening.check()


@pytest.mark.parametrize("validation", ["strict", "open"])
def test_an_approval_ends_with_its_match(program, validation):
    bank = Bank(program, validation=validation)
    payer, payee, _ = bank.a_debt() if validation == "strict" else (bank["ada"], bank["bob"], None)
    if validation == "open":
        bank.evening.start()
    number = payee.ticket(successUrl="https://shop.test/")["ticketNumber"]
    assert approve(payer, number).json["ticketStatus"] == "approved"
    bank.evening.close()
    assert bank.guest.get(f"/tickets/{number}").json["ticketStatus"] == "expired"
    assert "not due any more" in text_of(payee.post(f"/tickets/{number}/process"))


@pytest.mark.parametrize("by", ["payer", "payee"])
def test_payer_and_payee_can_cancel_what_is_approved_until_it_is_processed(bank, by):
    payer, payee, other = bank.a_debt()
    number = payee.ticket(successUrl="https://shop.test/")["ticketNumber"]
    approve(payer, number)
    assert other.post(f"/tickets/{number}/cancel").json == {"code": "permissionDenied"}
    who = {"payer": payer, "payee": payee}[by]
    assert who.post(f"/tickets/{number}/cancel").status_code == 204
    assert payee.post(f"/tickets/{number}/process").status_code == 422
    assert "withdrawn" in text_of(approve(payer, number))
    assert payer.balance() == "200"


def test_nobody_asks_themselves(bank):
    for who, path, named in (
        ("ada", "/self/tickets", "*:ada"),
        ("ada", "/tickets", "ada"),
        ("olga", "/ada/tickets", "ada"),
    ):
        assert "yourself" in text_of(bank[who].post(path, {"amount": "50", "payer": named}))
    assert bank["ada"].get("/self/transactions").json == []


@pytest.fixture
def shop():
    """A shop that listens for webhooks; what it heard."""
    heard: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()

    class Shop(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            heard.put((self.path, self.headers.get("Cookie", "")))
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_: object):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    server.server_close()


def test_the_webhook_is_told_order_and_ticket_and_its_failure_changes_nothing(bank, shop):
    address, heard = shop
    payer, payee, _ = bank.a_debt()
    number = payee.ticket(orderId="7", successWebhook=f"{address}/hook?shop=1")["ticketNumber"]
    assert approve(payer, number).json["ticketStatus"] == "approved"
    assert heard.get(timeout=60) == (f"/hook?shop=1&orderId=7&ticketNumber={number}", "")
    lost = payee.ticket(successWebhook="http://127.0.0.1:9/nobody")["ticketNumber"]
    assert approve(payer, lost).json["ticketStatus"] == "approved"
    assert payee.post(f"/tickets/{number}/process?orderId=7").json["actuallyProcessed"]
    assert heard.empty(), "no redirect is followed, and nothing is told twice"


@pytest.mark.parametrize(
    ("host", "outside"),
    [
        ("8.8.8.8", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("::1", False),
        ("::ffff:10.1.2.3", False),
    ],
)
def test_a_webhook_of_a_public_service_stays_out_of_the_net_behind_it(host, outside, monkeypatch):
    called = []

    def post(_: requests.Session, address: str, **__: object) -> requests.Response:
        called.append(address)
        answer = requests.Response()
        answer.status_code = 200
        return answer

    monkeypatch.setattr(requests.Session, "post", post)
    address = f"http://[{host}]/hook" if ":" in host else f"http://{host}/hook"
    Webhooks("https://reckless.example.org").call(address)
    for thread in threading.enumerate():
        if thread.name == "webhook":
            thread.join(60)
    assert called == ([address] if outside else [])


NOT_READ = [
    ("successUrl", "javascript:alert(1)"),
    ("successWebhook", "ftp://shop.test/"),
    ("cancelUrl", "https://user@shop.test/"),
    ("successWebhook", "http://"),
    ("orderId", "7" * 101),
    ("expiresAfter", {"amount": 0, "field": "days"}),
    ("expiresAfter", {"amount": 1, "field": "moons"}),
    ("payer", "nobody"),
    ("type", "bank.grant"),
]


def test_a_ticket_with_a_part_that_can_not_be_read_is_not_made(bank):
    for name, value in NOT_READ:
        refused = bank["ada"].post("/self/tickets", {"amount": "50", name: value})
        assert refused.status_code in (404, 422), name
        assert refused.json.get("properties", [name]) == [name]
    assert bank["ada"].get("/self/transactions").json == []


def test_the_same_key_makes_one_ticket(bank):
    key = {"Idempotency-Key": "mine"}
    first, again = (bank["ada"].post("/self/tickets", {"amount": "50"}, headers=key) for _ in range(2))
    assert first.json["ticketNumber"] == again.json["ticketNumber"]
    assert bank["ada"].post("/self/tickets", {"amount": "51"}, headers=key).status_code == 422
    assert bank["bob"].post("/ada/tickets", {"amount": "50"}).json == {"code": "permissionDenied"}
    assert bank["olga"].post("/ada/tickets", {"amount": "50"}).json["payee"]["id"] == "ada"
    assert bank["olga"].post("/self/tickets", {"amount": "50"}).json == {"code": "permissionDenied"}


def test_a_tickets_link_and_number_name_its_payee_wherever_somebody_is_named(bank):
    payer, payee, _ = bank.a_debt()
    number = payee.ticket()["ticketNumber"]
    for said in (number, f"*:{number}", f"http://tiles.test/pay/{number}"):
        found = payer.get("/self/payments/data-for-perform", query_string={"to": said, "fields": "toUser"})
        assert found.json["toUser"]["id"] == bank.due[1]
        assert payer.get(f"/users/{said}/locate").json["id"] == bank.due[1]
