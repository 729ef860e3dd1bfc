"""The hub: who waits for a table is woken by its news, and by nobody else's."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from app.live import Hub

LONG, SHORT = 60, 0


@pytest.fixture
def hub():
    hub = Hub()
    yield hub
    hub.close()


@pytest.fixture
def phones():
    with ThreadPoolExecutor(12) as phones:
        yield phones


def waiting(hub: Hub, phones: ThreadPoolExecutor, table: str, seq: int) -> Future:
    """A phone that waits; returns once the hub knows of the table."""
    phone = phones.submit(hub.wait, table, seq, LONG)
    until = time.monotonic() + 60
    while table not in hub.watched() and not phone.done():
        assert time.monotonic() < until
        time.sleep(0.001)
    return phone


def test_a_phone_is_woken_with_the_number_of_the_newest_line(hub, phones):
    phone = waiting(hub, phones, "t", 3)
    hub.publish("t", 4)
    assert phone.result(60) == 4


def test_all_phones_of_a_table_are_woken(hub, phones):
    with hub.watching("t"):
        woken = [phones.submit(hub.wait, "t", 3, LONG) for _ in range(8)]
        hub.publish("t", 4)
        assert [phone.result(60) for phone in woken] == [4] * 8


def test_news_of_another_table_wake_nobody(hub, phones):
    phone = waiting(hub, phones, "t", 3)
    hub.publish("u", 9)
    assert not phone.done()
    hub.publish("t", 4)
    assert phone.result(60) == 4


def test_old_news_wake_nobody(hub, phones):
    phone = waiting(hub, phones, "t", 3)
    hub.publish("t", 3)
    hub.publish("t", 2)
    assert not phone.done()
    hub.publish("t", 4)
    assert phone.result(60) == 4


def test_after_the_timeout_the_number_is_the_one_that_was_given(hub):
    assert hub.wait("t", 3, SHORT) == 3


def test_what_came_between_looking_and_waiting_is_not_missed_by_a_watcher(hub):
    with hub.watching("t"):
        hub.publish("t", 4)
        assert hub.wait("t", 3, LONG) == 4


def test_lines_that_come_late_do_not_take_the_number_back(hub):
    with hub.watching("t"):
        hub.publish("t", 5)
        hub.publish("t", 4)
        assert hub.wait("t", 3, LONG) == 5


def test_when_the_service_stops_everybody_is_let_go(hub, phones):
    woken = [waiting(hub, phones, table, 3) for table in "tuv"]
    hub.close()
    assert [phone.result(60) for phone in woken] == [3, 3, 3]
    assert hub.closed


def test_after_it_stopped_nobody_waits_any_more(hub):
    hub.close()
    assert hub.wait("t", 3, LONG) == 3


def test_tables_that_nobody_waits_for_are_forgotten(hub, phones):
    with hub.watching("t"), hub.watching("t"):
        assert hub.watchers() == 2
        assert hub.watched() == {"t": 0}
    hub.wait("u", 3, SHORT)
    hub.publish("v", 9)
    assert hub.watched() == {}
    assert hub.watchers() == 0


def test_a_table_is_remembered_while_one_of_two_still_watches(hub):
    with hub.watching("t"):
        with hub.watching("t"):
            hub.publish("t", 4)
        assert hub.watched() == {"t": 4}


def test_a_watcher_that_fails_is_forgotten_too(hub):
    with pytest.raises(RuntimeError), hub.watching("t"):
        raise RuntimeError
    assert hub.watched() == {}


def test_eight_phones_that_look_and_wait_by_turns_see_the_last_line(hub, phones):
    last = 200
    line = 0

    def follow() -> int:
        seen = 0
        with hub.watching("t"):
            while seen < last:
                seen = max(line, hub.wait("t", seen, 1))
        return seen

    followers = [phones.submit(follow) for _ in range(8)]
    for line in range(1, last + 1):
        hub.publish("t", line)
    assert [follower.result(60) for follower in followers] == [last] * 8


def test_closing_while_phones_come_and_go_leaves_nobody_waiting(hub, phones):
    stop = threading.Event()

    def come_and_go() -> None:
        while not stop.is_set():
            hub.wait("t", 10**9, SHORT)

    guests = [phones.submit(come_and_go) for _ in range(6)]
    late = waiting(hub, phones, "t", 10**9)
    hub.close()
    assert late.result(60) == 10**9
    stop.set()
    for guest in guests:
        guest.result(60)
