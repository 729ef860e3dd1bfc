"""Our own bank tells by itself what happens there, over a real connection."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

from werkzeug.serving import make_server

from cyclos_client import CyclosClient, PushEvent, PushStream, SessionLogin, TicketNew
from tests.contract.client.bank import PASSWORD, Bank
from tests.contract.client.test_stories import FIFTY

SOON_S = 60


@contextmanager
def listening(bank: Bank) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, bank.app, threaded=True)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@contextmanager
def told(stream: PushStream) -> Iterator["Queue[PushEvent]"]:
    """What a stream tells, as it comes."""
    heard: Queue[PushEvent] = Queue()

    def hear() -> None:
        for event in stream:
            heard.put(event)

    reader = threading.Thread(target=hear)
    reader.start()
    try:
        yield heard
    finally:
        stream.close()
        reader.join(SOON_S)
        assert not reader.is_alive()


def somebody_listens(bank: Bank) -> None:
    """Wait until a stream has looked at what was there: what comes from now on is news to it."""
    until = time.monotonic() + SOON_S
    while not bank.evening.services.hub.watchers():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_who_is_paid_hears_of_it_and_is_told_what_a_cut_line_missed(bank):
    payer, payee, _ = bank.a_debt()
    ticket = bank[payee].new_ticket(TicketNew(FIFTY, description="fraud"))
    kinds = ("ticket", "accountStatus")
    bank.evening.clock.pass_(60)  # what was before is no news
    with listening(bank) as root, CyclosClient(root, SessionLogin(payee, PASSWORD)) as client:
        with told(client.subscribe_for_push_notifications(kinds)) as heard:
            somebody_listens(bank)
            paid = bank[payer].approve_ticket(ticket.ticket_number).transaction
            first, second = (heard.get(timeout=SOON_S) for _ in kinds)
        assert (first.kind, first.ticket.transaction.id, second.kind) == ("ticket", paid.id, "accountStatus")
        after_fraud = bank.evening.balances[payee]
        assert second.account.status.balance == after_fraud
        bank["olga"].chargeback_transfer(paid.transaction_number)
        with told(client.subscribe_for_push_notifications(kinds, last_event_id=second.id)) as heard:
            missed = heard.get(timeout=SOON_S)
        assert (missed.kind, missed.account.status.balance) == ("accountStatus", after_fraud - FIFTY)
