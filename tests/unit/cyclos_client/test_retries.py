"""Only reads are tried again, and with growing pauses."""

import re

import pytest
import requests
import responses

from cyclos_client import (
    SELF,
    Basic,
    CyclosBusy,
    CyclosError,
    CyclosInvalid,
    CyclosNeverReached,
    CyclosPaymentRefused,
    CyclosServerFault,
    CyclosUnauthorized,
    CyclosUnreachable,
    CyclosUnreadable,
    RetryPolicy,
    TokenNew,
)
from cyclos_client.retry import Effect, may_retry, pause_before
from tests.unit.cyclos_client.stubs import API, NoWaiting, client_of, server

POLICY = RetryPolicy(attempts=3, first_pause_s=1.0, longest_pause_s=5.0)


@pytest.mark.parametrize(
    "error",
    [
        CyclosNeverReached("no connection"),
        CyclosUnreachable("cut"),
        CyclosServerFault("502", status=502),
        CyclosServerFault("503", status=503),
        CyclosServerFault("504", status=504),
        CyclosBusy("429", status=429),
    ],
)
def test_a_read_is_tried_again_after_what_may_pass(error):
    assert may_retry(POLICY, Effect.READS, error, 1)


@pytest.mark.parametrize(
    "error",
    [
        CyclosServerFault("500", status=500),
        CyclosBusy("no mail", status=405),
        CyclosUnauthorized("401", status=401, code="login"),
        CyclosPaymentRefused("500", status=500),
        CyclosUnreadable("HTML", status=200),
        CyclosInvalid("no address"),
    ],
)
def test_a_read_is_not_tried_again_after_what_will_not_pass(error):
    assert not may_retry(POLICY, Effect.READS, error, 1)


@pytest.mark.parametrize("effect", [Effect.WRITES, Effect.PAYS])
def test_what_changes_something_is_never_tried_again(effect):
    assert not may_retry(POLICY, effect, CyclosNeverReached("no connection"), 1)


def test_a_read_is_tried_no_oftener_than_the_policy_says():
    assert [may_retry(POLICY, Effect.READS, CyclosUnreachable("cut"), n) for n in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("attempts", "jitter", "pause"), [(1, 0.0, 1.0), (2, 0.0, 2.0), (1, 1.0, 0.5), (9, 0.0, 5.0)]
)
def test_pauses_double_up_to_the_longest_and_lots_shorten_them(attempts, jitter, pause):
    assert pause_before(POLICY, CyclosUnreachable("cut"), attempts, jitter=jitter) == pause


@pytest.mark.parametrize(("asked", "pause"), [(3, 3.0), (0, 1.0), (3600, 5.0), (None, 1.0)])
def test_a_pause_is_as_long_as_the_server_asks_within_reason(asked, pause):
    error = CyclosBusy("429", status=429)
    error.retry_after_s = asked
    assert pause_before(POLICY, error, 1, jitter=0.0) == pause


def test_a_read_comes_through_a_bad_moment():
    waiting = NoWaiting()
    with server() as stub:
        stub.get(f"{API}/auth", status=503)
        stub.get(f"{API}/auth", body=requests.ReadTimeout("slow"))
        stub.get(f"{API}/auth", json={"user": {"id": "101"}})
        assert client_of(waiting=waiting).get_current_auth().user.id == "101"
    assert waiting.pauses == [0.3, 0.6]


def test_a_preview_is_a_read():
    with server() as stub:
        stub.post(f"{API}/tickets/abc/preview", status=502)
        stub.post(f"{API}/tickets/abc/preview", json={"totalAmount": "7.00"})
        assert str(client_of().preview_ticket("abc").total_amount) == "7.00"


@pytest.mark.parametrize(
    "change",
    [
        lambda client: client.process_ticket("abc"),
        lambda client: client.approve_ticket("abc"),
        lambda client: client.cancel_ticket("abc"),
        lambda client: client.chargeback_transfer("5008"),
        lambda client: client.create_token("qrCard", TokenNew("KEY-1")),
    ],
    ids=["process", "approve", "cancel", "chargeback", "token"],
)
@pytest.mark.parametrize(
    "fault", [{"status": 503}, {"body": requests.ConnectTimeout("slow")}], ids=["503", "time-out"]
)
def test_a_change_is_sent_once(change, fault):
    with responses.RequestsMock() as stub:
        stub.post(url=re.compile(re.escape(API)), **fault)
        with pytest.raises(CyclosError):
            change(client_of(Basic("ada", "secret")))
        assert len(stub.calls) == 1


def test_a_list_is_a_read_too():
    with server() as stub:
        stub.get(f"{API}/self/accounts", status=504)
        stub.get(f"{API}/self/accounts", json=[])
        assert client_of().list_accounts_by_owner(SELF) == ()
