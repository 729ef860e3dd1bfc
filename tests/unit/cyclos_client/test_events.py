"""Server-sent events: read as the HTML standard says, and followed through every break."""

import threading

import pytest
import responses

from cyclos_client import (
    Basic,
    CyclosForbidden,
    CyclosInvalid,
    CyclosUnauthorized,
    CyclosUnreachable,
    EventParser,
    PushEvent,
    SessionLogin,
)
from tests.unit.cyclos_client.stubs import API, asked, client_of, server

PUSH = f"{API}/push/subscribe"
STREAM = {"content_type": "text/event-stream;charset=UTF-8"}
TICKET = (
    b'id: 7\nevent: ticket\ndata: {"id":"5009","ticketStatus":"processed","transaction":{"id":"5010"}}\n\n'
)


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"event: ticket\ndata: 1\n\n", [("ticket", 1, "")]),
        (b"id: 7\nevent: a\ndata: 1\n\nevent: b\ndata: 2\n\n", [("a", 1, "7"), ("b", 2, "7")]),
        (b": ping\n\n:\n\ndata: 1\n\n", [("message", 1, "")]),
        (b'event:a\ndata:{"x":\ndata:1}\n\n', [("a", {"x": 1}, "")]),
        (b"event: a\r\ndata: 1\r\n\r\n", [("a", 1, "")]),
        (b"event: a\rdata: 1\r\r\n", [("a", 1, "")]),
        (b"event: loggedOut\ndata: null\n\n", [("loggedOut", None, "")]),
        (b"event: a\ndata\n\n", [("a", None, "")]),
        (b"event: a\ndata: no json\n\n", [("a", None, "")]),
        (b"event: a\n\ndata: 1\n\n", [("message", 1, "")]),
        (b"\xef\xbb\xbfdata: 1\n\n", [("message", 1, "")]),
        (b"id: 7\ndata: 1\n\nid\ndata: 2\n\n", [("message", 1, "7"), ("message", 2, "")]),
        (b"id: 7\x00\ndata: 1\n\n", [("message", 1, "")]),
        (b"what: ever\ndata: 1\n\n", [("message", 1, "")]),
        (b"data: 1\n", []),
    ],
)
def test_a_stream_is_read_as_the_standard_says(stream, events):
    meant = [PushEvent(*event) for event in events]
    assert EventParser().feed(stream) == meant
    parser = EventParser()
    assert [event for byte in stream for event in parser.feed(bytes([byte]))] == meant


def test_an_event_that_was_cut_off_does_not_count_as_received():
    parser = EventParser()
    parser.feed(b"id: 7\ndata: 1\n\nid: 8\ndata: 2\n")
    assert parser.last_id == "7"


@pytest.mark.parametrize(
    ("line", "pause"), [(b"retry: 2500", 2.5), (b"retry: soon", None), (b"retry: -1", None)]
)
def test_the_server_may_ask_for_a_pause(line, pause):
    parser = EventParser()
    parser.feed(line + b"\n")
    assert parser.retry_s == pause


def test_a_line_without_end_is_given_up():
    with pytest.raises(CyclosUnreachable):
        EventParser().feed(b"x" * (2 << 20))


def test_a_ticket_event_holds_the_ticket_and_no_other_does():
    (event,) = EventParser().feed(TICKET)
    assert (event.ticket.ticket_status, event.ticket.transaction.id) == ("processed", "5010")
    assert PushEvent("newMessage", {"id": "1"}).ticket is None
    assert PushEvent("ticket", "odd").ticket is None
    assert PushEvent("ticket", {"amount": "?"}).ticket is None


def test_an_account_event_holds_the_balance():
    event = PushEvent("accountStatus", {"id": "9101", "status": {"balance": "87.50"}})
    assert str(event.account.status.balance) == "87.50"
    assert PushEvent("ticket", {"id": "1"}).account is None


def follow(client, count, **options):
    """The kinds and ids of so many events."""
    with client.subscribe_for_push_notifications(["ticket"], **options) as stream:
        seen = []
        for event in stream:
            seen.append((event.kind, event.id))
            if len(seen) == count:
                return seen
    return seen


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr(threading.Event, "wait", lambda self, timeout=None: self.is_set())


def test_a_stream_goes_on_after_the_last_event_when_it_breaks():
    with server() as stub:
        stub.get(PUSH, body=TICKET, **STREAM)
        stub.get(PUSH, status=502)
        stub.get(PUSH, body=b"id: 8\nevent: ticket\ndata: {}\n\n", **STREAM)
        assert follow(client_of(Basic("ada", "secret")), 2) == [("ticket", "7"), ("ticket", "8")]
        first, _, third = asked(stub)
    assert "Last-Event-ID" not in first.headers
    assert "lastEventId" not in first.params
    assert first.req_kwargs["timeout"] == (5.0, 45.0)
    assert (third.headers["Last-Event-ID"], third.params["lastEventId"]) == ("7", "7")
    assert (third.headers["Accept"], third.params["clientId"]) == (
        "text/event-stream",
        first.params["clientId"],
    )


def test_a_follower_can_go_on_where_another_ended():
    with server() as stub:
        stub.get(PUSH, body=TICKET, **STREAM)
        follow(client_of(), 1, last_event_id="6", client_id="me", ticket_number="abc")
        assert asked(stub)[0].params == {
            "clientId": "me",
            "kinds": "ticket",
            "ticketNumber": "abc",
            "lastEventId": "6",
        }


def test_a_stream_that_is_refused_ends_with_the_reason():
    with server() as stub:
        stub.get(PUSH, status=403, json={"code": "permissionDenied"})
        with pytest.raises(CyclosForbidden):
            follow(client_of(), 1)


def test_a_busy_server_is_asked_again():
    with server() as stub:
        stub.get(PUSH, status=429)
        stub.get(PUSH, body=TICKET, **STREAM)
        assert follow(client_of(), 1) == [("ticket", "7")]


@pytest.mark.parametrize("answer", [{"status": 204}, {"body": "<html>"}], ids=["nothing", "a page"])
def test_an_answer_that_is_no_stream_is_asked_for_again(answer):
    with server() as stub:
        stub.get(PUSH, **answer)
        stub.get(PUSH, body=TICKET, **STREAM)
        assert follow(client_of(), 1) == [("ticket", "7")]


def test_a_stream_opens_a_new_session_when_the_old_one_ended_once():
    with responses.RequestsMock() as stub:
        stub.post(f"{API}/auth/session", json={"sessionToken": "abc"})
        stub.get(PUSH, status=401, json={"code": "loggedOut"})
        with pytest.raises(CyclosUnauthorized):
            follow(client_of(SessionLogin("ada", "secret")), 1)
        assert [call.request.method for call in stub.calls] == ["POST", "GET", "POST", "GET"]


def test_a_stream_that_was_closed_gives_nothing():
    stream = client_of().subscribe_for_push_notifications(["ticket"])
    stream.close()
    assert list(stream) == []


def test_nothing_to_follow_is_refused():
    with pytest.raises(CyclosInvalid):
        client_of().subscribe_for_push_notifications([])
