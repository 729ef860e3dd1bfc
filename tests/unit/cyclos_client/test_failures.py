"""What went wrong says whether money may have moved: facts.md 5 and 12, case C1."""

import json
import re
from decimal import Decimal
from typing import Any

import pytest
import requests
import responses
from hypothesis import given
from hypothesis import strategies as st
from urllib3.exceptions import IncompleteRead, MaxRetryError, NewConnectionError, ProtocolError

from cyclos_client import (
    PAYMENT_CODES,
    SELF,
    Basic,
    CyclosBusy,
    CyclosConflict,
    CyclosError,
    CyclosForbidden,
    CyclosInputRefused,
    CyclosNeverReached,
    CyclosNotFound,
    CyclosPaymentRefused,
    CyclosRefused,
    CyclosServerFault,
    CyclosUnauthorized,
    CyclosUnknown,
    CyclosUnreachable,
    CyclosUnreadable,
    PerformPayment,
    Transaction,
    user_named,
)
from tests.unit.cyclos_client.stubs import API, Canned, asked, client_of, server

FORTY = PerformPayment(user_named("bob"), Decimal("40.00"), description="politician")
PAY = f"{API}/self/payments"
REFUSALS = sorted(PAYMENT_CODES - {"pos"})


def pay_and_be_told(status: int, body: object = None, *, headers: dict[str, str] | None = None) -> Any:
    """Pay 40 to a server that answers so; the registry fails the test if it is paid twice."""
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    with server() as stub:
        stub.post(PAY, body=content, status=status, headers=headers)
        with pytest.raises(CyclosError) as caught:
            client_of(Basic("ada", "secret")).perform_payment(SELF, FORTY)
        assert len(stub.calls) == 1
    return caught.value


def pay_over(fault: Exception) -> Any:
    with server() as stub:
        stub.post(PAY, body=fault)
        with pytest.raises(CyclosError) as caught:
            client_of(Basic("ada", "secret")).perform_payment(SELF, FORTY)
        assert len(stub.calls) == 1
    return caught.value


@pytest.mark.parametrize("code", REFUSALS)
def test_a_payment_refused_with_a_code_is_refused_for_good(code):
    error = pay_and_be_told(500, {"kind": "payment", "code": code, "exceptionType": "x"})
    assert (type(error), error.status, error.code) == (CyclosPaymentRefused, 500, code)


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_inside_another_error_is_found(code):
    inner = {"kind": "payment", "code": code, "exceptionType": "x"}
    error = pay_and_be_told(500, {"kind": "nested", "error": inner, "exceptionType": "y"})
    assert (type(error), error.code) == (CyclosPaymentRefused, code)


@pytest.mark.parametrize("code", ["payerInaccessiblePrincipal", "payerNotInChannel", "payerNotOperative"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_point_of_sale_refuses_with_its_own_code(code, wrapped):
    at_till = {"kind": "pos", "code": code, "exceptionType": "x"}
    body = (
        {"kind": "payment", "code": "pos", "posError": at_till, "exceptionType": "x"} if wrapped else at_till
    )
    error = pay_and_be_told(500, body)
    assert (type(error), error.kind, error.code) == (CyclosPaymentRefused, "pos", code)


def test_an_old_server_that_gives_the_code_alone_is_understood():
    assert pay_and_be_told(500, {"code": "insufficientBalance"}).code == "insufficientBalance"


def test_a_code_of_a_later_version_is_a_refusal_where_its_kind_is_told():
    assert isinstance(pay_and_be_told(500, {"kind": "payment", "code": "moonPhase"}), CyclosPaymentRefused)


def test_a_refusal_tells_the_limit_that_was_hit():
    error = pay_and_be_told(
        500, {"kind": "payment", "code": "dailyAmountExceeded", "maxAmount": "100.00", "maxPayments": 3}
    )
    assert (error.max_amount, error.max_payments) == (Decimal("100.00"), 3)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, {"kind": "payment", "code": "unexpected", "exceptionType": "x"}),
        (500, {"kind": "payment", "exceptionType": "x"}),
        (500, {"kind": "pos", "code": "unexpected", "exceptionType": "x"}),
        (500, {"kind": "payment", "code": "pos", "posError": {"code": "unexpected"}}),
        (500, {"kind": "payment", "code": "pos"}),
        (500, {"kind": "nested", "error": {"kind": "payment", "code": "unexpected"}}),
        (500, {"kind": "nested"}),
        (500, {"kind": "general", "exceptionType": "NullPointerException"}),
        (500, {"code": "moonPhase"}),
        (500, {"kind": "general", "code": "insufficientBalance"}),
        (500, "<html><h1>Internal Server Error</h1>"),
        (500, ""),
        (500, "[]"),
        (500, '"insufficientBalance"'),
        (502, "<html>Bad Gateway"),
        (503, "<html>Service Unavailable"),
        (503, {"code": "emailSending"}),
        (504, ""),
        (599, ""),
        (408, ""),
        (302, ""),
        (303, ""),
    ],
)
def test_without_a_reason_a_payment_may_have_moved(status, body):
    error = pay_and_be_told(status, body)
    assert (type(error), error.status) == (CyclosServerFault, status)
    assert isinstance(error, CyclosUnknown)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (201, ""),
        (201, "{"),
        (201, "<html>Welcome"),
        (201, "[]"),
        (201, "null"),
        (201, "{}"),
        (201, {"amount": "40.00"}),
        (201, {"id": None, "transactionNumber": ""}),
        (201, b"\xff\xfe"),
        (200, ""),
        (204, ""),
    ],
)
def test_a_success_that_names_no_payment_is_unknown(status, body):
    error = pay_and_be_told(status, body)
    assert (type(error), error.status) == (CyclosUnreadable, status)


@pytest.mark.parametrize("status", [200, 201])
@pytest.mark.parametrize(
    "body",
    [{"id": "5007"}, {"transactionNumber": "RC5007"}, {"id": 5007, "amount": "?", "date": "soon", "from": 7}],
)
def test_a_success_that_names_its_payment_counts_whatever_else_is_in_it(status, body):
    with server() as stub:
        stub.post(PAY, json=body, status=status)
        made = client_of().perform_payment(SELF, FORTY)
    assert (made.id or made.transaction_number, made.amount) in [("5007", None), ("RC5007", None)]


@pytest.mark.parametrize(
    ("status", "body", "kind", "code"),
    [
        (400, "", CyclosRefused, None),
        (401, {"code": "login"}, CyclosUnauthorized, "login"),
        (401, {"code": "loggedOut"}, CyclosUnauthorized, "loggedOut"),
        (401, {"code": "missingAuthorization"}, CyclosUnauthorized, "missingAuthorization"),
        (401, {"code": "remoteAddressBlocked"}, CyclosUnauthorized, "remoteAddressBlocked"),
        (401, "", CyclosUnauthorized, None),
        (403, {"code": "permissionDenied"}, CyclosForbidden, "permissionDenied"),
        (403, {"code": "invalidPassword"}, CyclosForbidden, "invalidPassword"),
        (404, {"entityType": "User", "key": "nobody"}, CyclosNotFound, None),
        (404, {}, CyclosNotFound, None),
        (405, {"code": "smsSending"}, CyclosBusy, "smsSending"),
        (405, "", CyclosRefused, None),
        (409, {"code": "staleEntity"}, CyclosConflict, "staleEntity"),
        (413, "<html>", CyclosRefused, None),
        (422, {"code": "validation"}, CyclosInputRefused, "validation"),
        (422, {"code": 5, "propertyErrors": [1]}, CyclosInputRefused, None),
        (429, "", CyclosBusy, None),
        (301, "", CyclosRefused, None),
        (307, "", CyclosRefused, None),
        (308, "", CyclosRefused, None),
    ],
)
def test_what_the_server_refuses_did_not_move(status, body, kind, code):
    error = pay_and_be_told(status, body)
    assert (type(error), error.status, error.code, error.operation) == (kind, status, code, "performPayment")
    assert isinstance(error, CyclosRefused)


@pytest.mark.parametrize(
    ("part", "inner", "kind"),
    [
        ("unauthorizedError", {"code": "loggedOut"}, CyclosUnauthorized),
        ("forbiddenError", {"code": "permissionDenied"}, CyclosForbidden),
        ("notFoundError", {"entityType": "User"}, CyclosNotFound),
        ("conflictError", {"code": "staleEntity"}, CyclosConflict),
        ("inputError", {"code": "validation"}, CyclosInputRefused),
    ],
)
def test_a_nested_refusal_is_what_it_would_be_alone(part, inner, kind):
    error = pay_and_be_told(500, {"kind": "nested", part: inner})
    assert (type(error), error.status) == (kind, 500)


def test_a_validation_error_names_what_is_wrong():
    error = pay_and_be_told(
        422,
        {
            "code": "validation",
            "properties": ["amount"],
            "propertyErrors": {"amount": ["Amount is invalid"]},
            "customFieldErrors": {"ref": ["Too long"]},
            "generalErrors": ["Not now"],
        },
    )
    assert error.properties == ("amount",)
    assert error.property_errors == {"amount": ("Amount is invalid",)}
    assert error.custom_field_errors == {"ref": ("Too long",)}
    assert error.general_errors == ("Not now",)
    assert str(error) == "performPayment: refused with 422, validation: Not now"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            {"generalErrors": [], "propertyErrors": {"amount": [], "type": ["No such type"]}},
            "type: No such type",
        ),
        ({"customFieldErrors": {"ref": ["Too long"]}, "propertyErrors": {}}, "ref: Too long"),
    ],
)
def test_a_validation_error_says_the_first_thing_that_is_wrong(body, said):
    error = pay_and_be_told(422, {"code": "validation", **body})
    assert str(error) == f"performPayment: refused with 422, validation: {said}"


def test_a_refused_password_tells_its_status_and_its_type():
    blocked = pay_and_be_told(
        401, {"code": "login", "passwordStatus": "temporarilyBlocked", "userStatus": "active"}
    )
    wrong = pay_and_be_told(
        403, {"code": "invalidPassword", "passwordType": {"id": "41", "internalName": "pin"}}
    )
    assert (blocked.password_status, blocked.user_status) == ("temporarilyBlocked", "active")
    assert wrong.password_type == "pin"


def test_what_is_not_found_is_named():
    error = pay_and_be_told(404, {"entityType": "User", "key": "nobody"})
    assert (error.entity_type, error.key, str(error)) == ("User", "nobody", "performPayment: no such User")


@pytest.mark.parametrize(
    ("text", "seconds"), [("7", 7), ("Mon, 30 Nov 2026 05:44:10 GMT", None), ("-7", None)]
)
def test_a_busy_server_says_when_to_come_back(text, seconds):
    assert pay_and_be_told(429, "", headers={"Retry-After": text}).retry_after_s == seconds


def test_an_error_tells_the_servers_time():
    error = pay_and_be_told(404, {}, headers={"Date": "Mon, 30 Nov 2026 05:44:10 GMT"})
    assert error.server_time.isoformat() == "2026-11-30T05:44:10+00:00"


@pytest.mark.parametrize("date", ["yesterday", ""])
def test_a_date_that_is_none_is_no_time(date):
    assert pay_and_be_told(404, {}, headers={"Date": date}).server_time is None


def test_a_redirect_tells_where_the_server_is_and_no_more():
    error = pay_and_be_told(308, "", headers={"Location": "https://new.example/api/tickets/5ecret"})
    assert "https://new.example" in str(error)
    assert "5ecret" not in str(error)


@pytest.mark.parametrize(
    "fault",
    [
        requests.ConnectTimeout("slow"),
        requests.ConnectionError(MaxRetryError(None, "/", NewConnectionError(None, "refused"))),
    ],
    ids=["no connection in time", "connection refused"],
)
def test_a_payment_that_was_never_sent_did_not_move(fault):
    error = pay_over(fault)
    assert isinstance(error, CyclosNeverReached)
    assert isinstance(error, CyclosRefused)


@pytest.mark.parametrize(
    "fault",
    [
        requests.ReadTimeout("slow"),
        requests.ConnectionError(ProtocolError("Connection aborted.", ConnectionResetError(104))),
        requests.ConnectionError("what?"),
        requests.exceptions.SSLError("bad record mac"),
        requests.exceptions.ChunkedEncodingError(ProtocolError("broken", IncompleteRead(3, 5))),
        ConnectionResetError(104, "reset"),
        BrokenPipeError(32, "broken pipe"),
        ValueError("odd header"),
    ],
    ids=lambda fault: f"{type(fault).__name__} {fault}"[:40],
)
def test_a_payment_whose_answer_was_lost_may_have_moved(fault):
    assert type(pay_over(fault)) is CyclosUnreachable


def test_what_an_error_says_holds_no_secret_of_the_request():
    fault = requests.ReadTimeout("https://bank.example/api/tickets/5ecret5ecret/approve timed out")
    with responses.RequestsMock() as stub:
        stub.post(f"{API}/tickets/5ecret5ecret/approve", body=fault)
        with pytest.raises(CyclosUnreachable) as caught:
            client_of(Basic("ada", "secret")).approve_ticket("5ecret5ecret")
    error = caught.value
    assert "5ecret" not in f"{error} {error!r} {error.__cause__} {error.args}"
    assert error.__suppress_context__


KEYS = ["kind", "code", "posError", "error", "id", "amount", "date", "from", "transactionNumber"]
WORDS = st.sampled_from(["payment", "pos", "insufficientBalance", "5"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | WORDS,
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=12,
)
ODD = [
    b"[" * 100_000,
    b'{"id":1e99999999999999999999}',
    b'{"id":"1","amount":1e9999}',
    b'{"id":NaN}',
    b"\x1f\x8b",
]


def outcome(adapter: Canned) -> Transaction | CyclosError:
    try:
        return client_of(Basic("ada", "secret"), adapter=adapter).perform_payment(SELF, FORTY)
    except CyclosError as error:
        return error


@given(
    status=st.integers(100, 599) | st.sampled_from([200, 201, 301, 500]),
    content=st.binary() | JSON.map(lambda value: json.dumps(value).encode()) | st.sampled_from(ODD),
    headers=st.dictionaries(
        st.sampled_from(["Date", "Location", "Retry-After", "Content-Encoding", "Set-Cookie"]),
        st.sampled_from(["", "gzip", "9" * 50, "https://[", "Mon, 30 Nov 99999 05:44:10 GMT", "/api/x", "0"]),
    ),
)
def test_whatever_comes_back_a_payment_is_sent_once_and_was_made_or_refused_or_is_unknown(
    status, content, headers
):
    adapter = Canned(status, headers, content)
    match outcome(adapter):
        case CyclosRefused(code=code):
            assert status in (301, 307, 308) or 400 <= status < 500 or (status == 500 and code)
        case CyclosUnknown():
            assert status not in (401, 403, 404, 409, 422)
        case Transaction() as made:
            assert 200 <= status < 300
            assert made.id or made.transaction_number
        case other:
            pytest.fail(f"{other!r} says nothing about the money")
    assert len(adapter.requests) == 1


@pytest.mark.parametrize(
    ("call", "seconds"),
    [
        (lambda client: client.perform_payment(SELF, FORTY), 60.0),
        (lambda client: client.approve_ticket("abc"), 60.0),
        (lambda client: client.get_current_auth(), 20.0),
        (lambda client: client.block_token("5"), 20.0),
    ],
)
def test_nothing_waits_for_ever_and_payments_wait_longest(call, seconds):
    with responses.RequestsMock() as stub:
        for method in ("GET", "POST"):
            stub.add(method, re.compile(re.escape(API)), json={"id": "1"})
        stub.assert_all_requests_are_fired = False
        call(client_of())
        assert asked(stub)[0].req_kwargs["timeout"] == (5.0, seconds)
