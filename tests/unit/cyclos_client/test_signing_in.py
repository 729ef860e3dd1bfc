"""Who we are: every scheme, one session for all threads, and no endless signing in (case C7)."""

import base64
import json
import logging
import threading
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
import requests
import responses

from cyclos_client import (
    SELF,
    AccessClientToken,
    ActivatedClient,
    Basic,
    ChangePassword,
    CreateClient,
    CyclosClient,
    CyclosError,
    CyclosForbidden,
    CyclosInvalid,
    CyclosNeverReached,
    CyclosRefused,
    CyclosUnauthorized,
    Guest,
    LoginAuth,
    LoginUser,
    PasswordRegistration,
    PerformPayment,
    SessionLogin,
    SessionToken,
    TicketNew,
    TransactionView,
    user_named,
)
from cyclos_client.sessions import SharedSession
from tests.unit.cyclos_client.stubs import API, ROOT, NoWaiting, asked, client_of, server

LOGIN = SessionLogin("ada", "secret")
FORTY = PerformPayment(user_named("bob"), Decimal("40.00"))


class Bank:
    """A server with sessions: counts sign-ins, and takes a session's token until it is ended."""

    def __init__(self, stub: responses.RequestsMock) -> None:
        self.opened = 0
        self.alive: set[str] = set()
        self.refuses: dict | None = None
        self.asked: list[str] = []
        stub.add_callback("POST", f"{API}/auth/session", self.sign_in)
        stub.add_callback("GET", f"{API}/auth", self.answer)
        stub.add_callback("POST", f"{API}/self/payments", self.answer)
        stub.add_callback("POST", f"{API}/tokens/5/block", self.answer)
        stub.assert_all_requests_are_fired = False

    def sign_in(self, request):
        self.opened += 1
        if self.refuses is not None:
            return 401, {}, json.dumps(self.refuses)
        token = f"token-{self.opened}"
        self.alive.add(token)
        return 200, {}, json.dumps({"sessionToken": token})

    def answer(self, request):
        self.asked.append(request.headers.get("Session-Token"))
        if self.asked[-1] in self.alive:
            return 200, {}, json.dumps({"id": "5007", "user": {"id": "101"}})
        return 401, {}, json.dumps({"code": "loggedOut"})


@pytest.fixture
def stub():
    with responses.RequestsMock() as stub:
        yield stub


def headers_of(credentials, **options):
    with server() as stub:
        stub.get(f"{API}/auth", json={})
        client_of(credentials, **options).get_current_auth()
        return stub.calls[0].request.headers


def test_a_guest_says_nothing_of_himself():
    sent = headers_of(Guest())
    assert not {"Authorization", "Session-Token", "Access-Client-Token", "Principal-Type", "Cookie"} & set(
        sent
    )


@pytest.mark.parametrize("password", ["1234:5678", "пароль", "", " with blanks "])
def test_a_password_is_sent_whole_whatever_it_holds(password):
    kind, token = headers_of(Basic("p07", password))["Authorization"].split(" ")
    assert (kind, base64.b64decode(token).decode()) == ("Basic", f"p07:{password}")


def test_the_kind_of_identification_can_be_named():
    assert headers_of(Basic("KEY-4711", "1234", principal_type="qrCard"))["Principal-Type"] == "qrCard"


@pytest.mark.parametrize("name", ["a:b", ""])
def test_a_name_that_can_not_be_signed_in_with_is_refused(name):
    with pytest.raises(CyclosInvalid):
        client_of(Basic(name, "secret")).get_current_auth()


def test_tokens_have_headers_of_their_own():
    assert headers_of(SessionToken("abc"))["Session-Token"] == "abc"
    assert headers_of(AccessClientToken("abc"))["Access-Client-Token"] == "abc"


@pytest.mark.parametrize("token", ["5ecret\nb", "5ecret\r\nX: y", " 5ecret", "5ecret\x00"])
def test_a_token_that_would_break_the_headers_is_refused_and_not_told(token):
    with pytest.raises(CyclosInvalid) as caught:
        client_of(SessionToken(token)).get_current_auth()
    assert "5ecret" not in str(caught.value)


def test_the_channel_goes_with_every_request():
    assert headers_of(Guest())["Channel"] == "main"
    assert headers_of(Guest(), channel="tiles")["Channel"] == "tiles"
    assert "Channel" not in headers_of(Guest(), channel=None)


def test_the_environment_never_says_who_pays_or_whom_to_trust(monkeypatch, tmp_path):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine bank.example login eve password eves\n")
    for name, value in {
        "NETRC": str(netrc),
        "HTTPS_PROXY": "http://proxy.example:3128",
        "https_proxy": "http://proxy.example:3128",
        "REQUESTS_CA_BUNDLE": "/eve.pem",
        "CURL_CA_BUNDLE": "/eve.pem",
    }.items():
        monkeypatch.setenv(name, value)
    with server() as stub:
        stub.get(f"{API}/auth", json={})
        client_of().get_current_auth()
        (sent,) = asked(stub)
    assert "Authorization" not in sent.headers
    assert sent.req_kwargs["proxies"] == {}
    assert Path(sent.req_kwargs["verify"]).name == "cacert.pem"


def test_no_cookie_is_kept(stub):
    stub.get(f"{API}/auth", json={}, headers={"Set-Cookie": "Session-Token=eve; Path=/"})
    client = client_of(Basic("ada", "secret"))
    client.get_current_auth()
    client.get_current_auth()
    assert "Cookie" not in stub.calls[1].request.headers


@pytest.mark.parametrize("content", [None, "no certificate"])
def test_a_file_of_authorities_that_is_none_is_refused_at_once(tmp_path, content):
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)
    with pytest.raises(CyclosInvalid, match=r"ca\.pem"):
        CyclosClient(ROOT, ca_file=path)


@pytest.mark.parametrize(
    "target",
    ["https://eve.example/api/auth", "http://bank.example/api/auth", "//bank.example:8443/x", "https://["],
)
def test_a_redirect_to_another_server_gets_no_secret(stub, target):
    stub.get(f"{API}/auth", status=301, headers={"Location": target})
    with pytest.raises(CyclosRefused):
        client_of(Basic("ada", "secret")).get_current_auth()
    assert len(stub.calls) == 1


def test_a_read_follows_a_redirect_within_the_server(stub):
    stub.get(f"{API}/auth", status=301, headers={"Location": "/api/auth/?here=1"})
    stub.get(f"{API}/auth/", json={"principal": "ada"})
    assert client_of(Basic("ada", "secret")).get_current_auth().principal == "ada"
    assert "Authorization" in stub.calls[1].request.headers


def test_redirects_in_a_circle_end(stub):
    stub.get(f"{API}/auth", status=308, headers={"Location": "/api/there"})
    stub.get(f"{API}/there", status=308, headers={"Location": "/api/auth"})
    with pytest.raises(CyclosRefused):
        client_of().get_current_auth()


def test_a_session_is_opened_once(stub):
    bank = Bank(stub)
    client = client_of(LOGIN)
    client.get_current_auth()
    client.get_current_auth()
    assert (bank.opened, bank.asked) == (1, ["token-1", "token-1"])
    assert "Session-Token" not in stub.calls[0].request.headers


def test_a_session_that_ended_is_opened_anew_once(stub):
    bank = Bank(stub)
    client = client_of(LOGIN)
    client.get_current_auth()
    bank.alive.clear()
    assert client.get_current_auth().user.id == "101"
    assert bank.opened == 2


@pytest.mark.parametrize("code", ["loggedOut", "missingAuthorization"])
def test_a_server_that_forgets_every_session_is_asked_twice_and_no_more(stub, code):
    stub.post(f"{API}/auth/session", json={"sessionToken": "abc"})
    stub.get(f"{API}/auth", status=401, json={"code": code})
    with pytest.raises(CyclosUnauthorized, match=f"anew and still refused with 401, {code}"):
        client_of(LOGIN).get_current_auth()
    assert [call.request.method for call in stub.calls] == ["POST", "GET", "POST", "GET"]


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, {"code": "login", "passwordStatus": "temporarilyBlocked"}),
        (401, {"code": "remoteAddressBlocked"}),
        (403, {"code": "expiredPassword"}),
        (403, {"code": "pendingAgreements"}),
    ],
)
def test_what_signing_in_does_not_mend_is_told_at_once(stub, status, body):
    stub.post(f"{API}/auth/session", json={"sessionToken": "abc"})
    stub.get(f"{API}/auth", status=status, json=body)
    with pytest.raises((CyclosUnauthorized, CyclosForbidden), match=body["code"]):
        client_of(LOGIN).get_current_auth()
    assert len(stub.calls) == 2


def test_a_change_that_pays_nothing_is_sent_again_after_the_session_ended(stub):
    bank = Bank(stub)
    client = client_of(LOGIN)
    client.get_current_auth()
    bank.alive.clear()
    client.block_token("5")
    assert bank.asked == ["token-1", "token-1", "token-2"]


def test_a_payment_is_not_sent_again_after_the_session_ended_but_the_next_has_a_new_one(stub):
    bank = Bank(stub)
    client = client_of(LOGIN)
    client.get_current_auth()
    bank.alive.clear()
    with pytest.raises(CyclosUnauthorized):
        client.perform_payment(SELF, FORTY)
    assert (bank.opened, bank.asked) == (1, ["token-1", "token-1"])
    assert client.perform_payment(SELF, FORTY).id == "5007"
    assert (bank.opened, bank.asked[2:]) == (2, ["token-2"])


@pytest.mark.parametrize(
    "answer",
    [{"status": 502}, {"body": requests.ReadTimeout("slow")}, {"body": "<html>"}, {"json": {}}],
    ids=["502", "time-out", "a page", "no token"],
)
def test_a_payment_before_which_the_sign_in_failed_was_never_sent(stub, answer):
    stub.post(f"{API}/auth/session", **answer)
    with pytest.raises(CyclosNeverReached, match="not signed in"):
        client_of(LOGIN).perform_payment(SELF, FORTY)


def test_a_refused_sign_in_is_not_tried_again_for_a_minute(stub):
    bank, waiting = Bank(stub), NoWaiting()
    bank.refuses = {"code": "login"}
    client = client_of(LOGIN, waiting=waiting)
    for _ in range(3):
        with pytest.raises(CyclosUnauthorized, match="login"):
            client.get_current_auth()
    assert bank.opened == 1
    waiting.now += 61
    bank.refuses = None
    assert client.get_current_auth().user.id == "101"


@pytest.mark.parametrize("works", [True, False])
def test_ten_threads_share_one_sign_in(works):
    arrived, tries = threading.Barrier(10), []

    def sign_in():
        tries.append(1)
        waiting.wait(60)
        if not works:
            raise CyclosNeverReached("no connection")
        return "abc"

    waiting = threading.Event()
    shared, ends = SharedSession(sign_in, lambda: 0.0), []

    def ask():
        arrived.wait(60)
        try:
            ends.append(shared.token())
        except CyclosNeverReached as error:
            ends.append(str(error))

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    while not tries:
        pass
    waiting.set()
    for thread in threads:
        thread.join(60)
    assert ends == ["abc" if works else "no connection"] * 10
    assert len(tries) == 1 or not works


def test_ten_threads_on_one_dead_session_open_one_new_one():
    tokens = iter(["old", "new", "newer"])
    shared = SharedSession(lambda: next(tokens), lambda: 0.0)
    old = shared.token()
    for _ in range(10):
        shared.ended(old)
        assert shared.token() == "new"


def test_logging_out_ends_the_session_and_the_next_request_opens_another(stub):
    bank = Bank(stub)
    stub.delete(f"{API}/auth/session", status=204)
    client = client_of(LOGIN)
    client.logout()
    assert len(stub.calls) == 0
    client.get_current_auth()
    client.logout()
    assert stub.calls[-1].request.headers["Session-Token"] == "token-1"
    client.get_current_auth()
    assert bank.opened == 2


def test_a_given_session_can_be_logged_out_and_a_password_can_not(stub):
    stub.delete(f"{API}/auth/session", status=204)
    client_of(SessionToken("abc")).logout()
    with pytest.raises(CyclosInvalid):
        client_of(Basic("ada", "secret")).logout()


def test_signing_somebody_in_leaves_the_client_who_it_was(stub):
    Bank(stub)
    client = client_of(AccessClientToken("mine"))
    assert client.login("bob", "1234", principal_type="*", timeout_s=60).session_token == "token-1"
    (sent,) = asked(stub)
    assert sent.params == {"timeoutInSeconds": "60"}
    assert sent.headers["Principal-Type"] == "*"
    assert "Access-Client-Token" not in sent.headers


def test_a_confirmation_password_goes_out_in_its_header_in_any_alphabet(stub):
    stub.post(f"{API}/self/payments", json={"id": "5007"}, status=201)
    client_of(Basic("ada", "secret")).perform_payment(SELF, FORTY, confirmation_password="пароль")
    assert stub.calls[0].request.headers["confirmationPassword"] == "пароль".encode()


def test_an_idempotency_key_goes_out_if_there_is_one(stub):
    stub.post(f"{API}/self/payments", json={"id": "5007"}, status=201)
    client = client_of(Basic("ada", "secret"))
    client.perform_payment(SELF, FORTY, idempotency_key="rk-1")
    client.perform_payment(SELF, FORTY)
    assert [call.request.headers.get("Idempotency-Key") for call in stub.calls] == ["rk-1", None]


@pytest.mark.parametrize(
    "value",
    [
        Basic("ada", "5ecret"),
        SessionLogin("ada", "5ecret"),
        SessionToken("5ecret"),
        AccessClientToken("5ecret"),
        LoginAuth(session_token="5ecret"),
        ActivatedClient(token="5ecret"),
        LoginUser(user_named("bob"), "5ecret"),
        CreateClient("5ecret", prefix="5ecret"),
        PasswordRegistration("login", "5ecret", confirmation_value="5ecret"),
        ChangePassword("5ecret", old_password="5ecret", new_password_confirmation="5ecret"),
        TransactionView(ticket_number="5ecret", approve_url="https://bank.example/pay/5ecret"),
        TicketNew(Decimal(1), success_webhook="https://us.example/hook?5ecret"),
        CyclosClient(ROOT, Basic("ada", "5ecret")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_secret_is_in_a_repr(value):
    assert "5ecret" not in repr(value)


def test_a_server_that_is_down_is_told_once_and_again_when_it_changes(stub, caplog):
    caplog.set_level(logging.INFO, logger="cyclos_client")
    answers: list[dict[str, object]] = [
        {"body": requests.ConnectTimeout()},
        {"body": requests.ConnectTimeout()},
        {"body": requests.ReadTimeout()},
        {"json": {"token": "t"}},
    ]
    client = client_of(Basic("ada", "5ecret"))
    for answer in answers:
        stub.upsert(responses.POST, f"{API}/clients/activate", **answer)
        with suppress(CyclosError):
            client.activate_client("1234")
    assert [record.getMessage() for record in caplog.records] == [
        "activateClient failed: CyclosNeverReached",
        "activateClient failed: CyclosUnreachable",
        "activateClient is answered again",
    ]


def test_no_secret_is_in_the_log(stub, caplog):
    caplog.set_level(logging.DEBUG)
    stub.post(f"{API}/clients/activate", json={"token": "5ecret"})
    stub.post(f"{API}/tickets/5ecret/approve", body=requests.ReadTimeout("/tickets/5ecret"))
    client = client_of(Basic("ada", "5ecret"))
    client.activate_client("5ecret", prefix="5ecret")
    with pytest.raises(Exception, match="approveTicket"):
        client.approve_ticket("5ecret", confirmation_password="5ecret")
    assert "activateClient: 200" in caplog.text
    assert "5ecret" not in caplog.text
