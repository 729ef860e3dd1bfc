"""Live updates: what comes about is told at once, what a cut line missed is told after it, and nothing to others."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from app.cyclos_api import push
from tests.contract.cyclos.bank import Client


class Stream:
    """A client that listens; it reads event by event."""

    def __init__(self, client: Client, **query: Any):
        self.answer = client.client.get("/api/push/subscribe", headers=client.headers, query_string=query)
        assert self.answer.status_code == 200, self.answer.text
        assert self.answer.mimetype == "text/event-stream"
        self.frames = self._frames()

    def _frames(self) -> Iterator[dict[str, Any]]:
        for chunk in self.answer.response:
            text = chunk.decode() if isinstance(chunk, bytes) else chunk
            for frame in text.split("\n\n"):
                fields = dict(line.split(": ", 1) for line in frame.splitlines() if not line.startswith(":"))
                if "event" in fields:
                    yield {**fields, "data": json.loads(fields["data"])}
                elif frame.startswith(":"):
                    yield {}

    def next(self) -> dict[str, Any]:
        """The next event, or nothing at a heartbeat."""
        return next(self.frames)

    def until_quiet(self) -> list[dict[str, Any]]:
        """All events before the stream has nothing more to tell."""
        found = []
        while event := self.next():
            found.append(event)
        return found

    def close(self) -> None:
        self.answer.close()


@pytest.fixture
def streams(bank):
    opened: list[Stream] = []

    def listen(client: Client, **query: Any) -> Stream:
        opened.append(Stream(client, **query))
        return opened[-1]

    yield listen
    bank.program.services.hub.close()
    for one in opened:
        one.close()


@pytest.fixture
def no_pause(monkeypatch):
    """A heartbeat follows the last event at once."""
    monkeypatch.setattr(push, "HEARTBEAT_S", 0)


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def test_a_payment_is_told_to_both_at_once_and_to_nobody_else(bank, streams, monkeypatch):
    payer, payee, _ = bank.a_debt()
    who, to, *_ = bank.due
    heard = {user: streams(bank.signed_in(user)) for user in bank.evening.users}
    assert all(stream.until_quiet() == [] for stream in heard.values())
    number = payee.ticket()["ticketNumber"]
    payer.post(f"/tickets/{number}/approve")
    told = {user: [heard[user].next() for _ in range(count)] for user, count in ((to, 3), (who, 2))}
    assert kinds(told[to]) == ["ticket", "newNotification", "accountStatus"]
    ticket, notice, status = (event["data"] for event in told[to])
    assert (ticket["ticketNumber"], ticket["transaction"]["amount"]) == (number, "50")
    assert notice["notification"]["message"] == f"{who.capitalize()} paid you 50."
    assert notice["notification"]["entityId"] == ticket["transaction"]["id"]
    assert status["status"]["balance"] == "250"
    assert kinds(told[who]) == ["ticket", "accountStatus"]
    assert told[to][-1]["id"] == ticket["transaction"]["id"], "the last event carries the place"
    bystander = next(user for user in heard if user not in (who, to))
    monkeypatch.setattr(push, "HEARTBEAT_S", 0)
    assert heard[bystander].next() == {}, "there is nothing new"


def test_what_a_cut_line_missed_is_told_after_it_and_nothing_twice(bank, streams, no_pause):
    payer, _, _ = bank.a_debt()
    first = payer.pay(bank.due[1], "50").json["id"]
    payer, _, _ = bank.a_debt()
    second = payer.pay(bank.due[1], "50").json["id"]
    listener = bank.signed_in(bank.payee_of(second))
    missed = streams(listener, lastEventId=first, kinds="newNotification").until_quiet()
    assert [event["id"] for event in missed] == [second]
    assert streams(listener, lastEventId=second, kinds="newNotification").until_quiet() == []


def test_a_page_that_showed_a_ticket_before_it_listened_hears_of_its_payment(bank, streams, clock, no_pause):
    payer, payee, _ = bank.a_debt()
    ticket = payee.ticket()
    payer.post(f"/tickets/{ticket['ticketNumber']}/approve")
    clock.pass_(1)
    to = bank.evening.log("payment")[0].data["payee"]
    told = streams(bank.signed_in(to)).until_quiet()
    assert kinds(told) == ["ticket"], "old payments are no news"
    clock.pass_(130)
    assert streams(bank.signed_in(to)).until_quiet() == []


def test_a_session_that_ends_ends_its_stream(bank, streams):
    client = bank.signed_in("ada")
    stream = streams(client, kinds=["loggedOut", "permissionsChanged"])
    assert stream.next() == {}
    client.delete("/auth/session")
    bank.evening.start()
    assert stream.next() == {"event": "loggedOut", "data": None}
    assert list(stream.frames) == []
    assert bank.guest.get("/push/subscribe").json == {"code": "missingAuthorization"}


def test_a_guest_who_knows_a_ticket_hears_when_it_is_paid(bank, streams):
    payer, payee, _ = bank.a_debt()
    number = payee.ticket()["ticketNumber"]
    stream = streams(bank.guest, ticketNumber=number)
    assert stream.next() == {}
    payer.post(f"/tickets/{number}/approve")
    event = stream.next()
    assert (event["event"], event["data"]["ticketStatus"]) == ("ticket", "processed")
    assert "transaction" not in event["data"], "which is nobody's business but the two's"
    assert bank.guest.get("/push/subscribe?ticketNumber=nothing").json["entityType"] == "Ticket"


def test_notifications_are_the_payments_that_came_in(bank):
    payer, payee, _ = bank.a_debt()
    number = payer.pay(bank.due[1], "50").json["id"]
    assert [one["entityId"] for one in payee.get("/notifications").json] == [number]
    assert payer.get("/notifications").json == []
    assert payee.get("/notifications/status").json == {"newNotifications": 0, "unreadNotifications": 0}
