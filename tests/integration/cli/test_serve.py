"""`reckless serve` as people run it: starting, what it says, streams, processes, stopping."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from flask import Flask

from app.cli.serve import reachable, warnings_for
from app.config import Settings
from app.factory import create_app
from app.front import Front
from app.server import allow_many_files, listen
from app.services.program import Program, open_program
from tests.integration.cli.conftest import Reckless, Server
from tests.integration.evening import SECRET_KEY, Evening, settings_for

MOST_BEATS = 10
"""A stream that brings these and no news, one each 15 s, brings none."""

by_signal = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to send")


@pytest.fixture
def evening(reckless: Reckless) -> Iterator[Evening]:
    """An evening under way in the database that the server will open, seen from this process."""
    reckless.environ["RECKLESS_SECRET_KEY"] = SECRET_KEY
    program: Program = open_program(settings_for(reckless.database))
    yield Evening(program).start()
    program.close()


class Stream:
    """One phone's open stream of the evening's table."""

    def __init__(self, port: int, evening: Evening, user: str = "ada"):
        token = evening.services.people.enter(f"{user}-secret").token
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=150)
        self._connection.request(
            "GET", f"/tables/{evening.id}/stream", headers={"Cookie": f"reckless={token}"}
        )
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self.until_seq(-1)

    def until_seq(self, seq: int) -> int:
        """Read on until the stream tells of a line after `seq`."""
        beats = 0
        for line in self._answer:
            word, _, value = line.decode().strip().partition(": ")
            if word == "id" and int(value) > seq:
                return int(value)
            beats += (word, value) == ("event", "beat")
            assert beats < MOST_BEATS, "no news"
        raise AssertionError("the stream ended")

    def to_its_end(self) -> None:
        """Read until the server ends it; a connection that is torn off raises."""
        self._answer.read()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


def move(evening: Evening) -> None:
    other = next(user for user in evening.users if user != evening.turn)
    evening.play(f"{evening.turn} declare fraud {other}")


def children_of(server: Server) -> list[int]:
    """The workers' process ids, once both have started."""
    for _ in range(1200):
        found = subprocess.run(
            ["pgrep", "-P", str(server.process.pid), "-f", "spawn_main"],
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()
        if len(found) == 2:
            return [int(pid) for pid in found]
        time.sleep(0.05)
    raise AssertionError("the workers did not start")


@by_signal
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_with_streams_open(
    reckless: Reckless, evening: Evening, workers: int, number: signal.Signals
):
    with reckless.serving("--workers", workers) as server, ExitStack() as stack:
        streams = [stack.enter_context(closing(Stream(server.port, evening))) for _ in range(10)]
        server.process.send_signal(number)
        # Nobody closes a stream before: a stop that waited for them would not end.
        code = server.process.wait(timeout=150)
        for stream in streams:
            stream.to_its_end()
        assert code == 0, server.log.read_text()
        assert "Traceback" not in server.log.read_text()


@by_signal
def test_a_second_ctrl_c_ends_it_at_once(reckless: Reckless):
    with reckless.serving() as server:
        server.process.send_signal(signal.SIGSTOP)  # both arrive before the first can be answered
        server.process.send_signal(signal.SIGINT)
        server.process.send_signal(signal.SIGCONT)
        time.sleep(0.05)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=150) in (0, -signal.SIGINT)


def test_an_answer_that_is_under_way_gets_out_before_the_stop():
    app, asked, answered = Flask("slow"), threading.Event(), []

    @app.get("/")
    def slow() -> str:
        asked.set()
        time.sleep(0.2)
        return "booked"

    def ask() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=150)) as connection:
            connection.request("GET", "/")
            answered.append(connection.getresponse().read())

    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    front = Front(app, listening, behind_proxy=False)
    threads = [
        threading.Thread(target=front.run, kwargs={"on_stop": lambda: None}),
        threading.Thread(target=ask),
    ]
    for thread in threads:
        thread.start()
    assert asked.wait(60)
    front.stop()
    for thread in threads:
        thread.join(60)
    assert answered == [b"booked"]


def test_a_port_that_is_taken_is_one_line(reckless: Reckless):
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = reckless.in_process("serve", "--host", "127.0.0.1", "--port", port)
        ended.refused(f"Port {port} is taken by another program")


def test_two_services_do_not_share_a_port(reckless: Reckless):
    with reckless.serving() as server:
        reckless.in_process("serve", "--host", "127.0.0.1", "--port", server.port).refused("is taken")


def test_an_address_of_another_machine_is_one_line(reckless: Reckless):
    reckless("serve", "--host", "192.0.2.77", "--port", "0").refused("Can't listen on 192.0.2.77")
    reckless("serve", "--host", "no.such.host.invalid", "--port", "0").refused("Can't listen on")
    reckless("serve", "--host", "a" * 300, "--port", "0").refused("Can't listen on")
    reckless("serve", "--host", "ü..x", "--port", "0").refused("Can't listen on")


def test_a_move_in_one_process_wakes_the_streams_of_another(reckless: Reckless, evening: Evening):
    with reckless.serving() as server, closing(Stream(server.port, evening)) as stream:
        seq = evening.view()["seq"]
        move(evening)
        assert stream.until_seq(seq) == seq + 1


def test_two_workers_share_the_phones_and_all_hear_the_news(reckless: Reckless, evening: Evening):
    with reckless.serving("--workers", 2) as server, ExitStack() as stack:
        streams = [stack.enter_context(closing(Stream(server.port, evening))) for _ in range(12)]
        seq = evening.view()["seq"]
        move(evening)
        assert {stream.until_seq(seq) for stream in streams} == {seq + 1}


def test_500_streams_are_held_and_answers_still_come(reckless: Reckless, evening: Evening):
    allow_many_files()
    with reckless.serving() as server, ExitStack() as stack:
        streams = [
            stack.enter_context(closing(Stream(server.port, evening, ["ada", "bob", "cyd"][n % 3])))
            for n in range(500)
        ]
        connection = stack.enter_context(
            closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=150))
        )
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        seq = evening.view()["seq"]
        move(evening)
        assert {stream.until_seq(seq) for stream in streams} == {seq + 1}


def test_a_phone_that_went_away_holds_no_stream_beyond_the_next_news(
    reckless: Reckless, evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("app.web.views.live.HEARTBEAT_S", 3600)  # no stream ends at a heartbeat
    hub, listening = evening.services.hub, listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    app = create_app(settings_for(reckless.database), evening.program)
    front = Front(app, listening, behind_proxy=False)
    running = threading.Thread(target=front.run, kwargs={"on_stop": hub.close})
    running.start()
    try:
        with closing(Stream(port, evening, "ada")), closing(Stream(port, evening, "bob")):
            assert hub.watchers() == 2
        evening.close()
        until = time.monotonic() + 150
        while hub.watchers() and time.monotonic() < until:
            time.sleep(0.05)
        assert hub.watchers() == 0
    finally:
        front.stop()
        running.join(150)


@by_signal
def test_a_worker_that_ends_as_soon_as_it_begins_stops_the_service_with_code_1(reckless: Reckless):
    with reckless.serving("--workers", 2) as server:
        os.kill(children_of(server)[0], signal.SIGKILL)
        assert server.process.wait(timeout=150) == 1
        assert "ended with code -9" in server.log.read_text()


@by_signal
def test_workers_do_not_outlive_a_parent_that_was_killed(reckless: Reckless):
    with reckless.serving("--workers", 2) as server:
        server.process.kill()
        server.process.wait()
        until = time.monotonic() + 150
        while time.monotonic() < until:
            with closing(socket.socket()) as probe:
                probe.settimeout(1)
                if probe.connect_ex(("127.0.0.1", server.port)) != 0:
                    return
            time.sleep(0.1)
        raise AssertionError("somebody still listens")


def test_it_says_how_phones_get_in_and_invites_the_first_organizer(reckless: Reckless):
    process = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", "--host", "127.0.0.1", "--port", "0"],
        env=reckless.process_environ(RECKLESS_PUBLIC_URL=""),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    timer = threading.Timer(150, process.kill)
    timer.start()
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if "Ctrl-C" in line:
                break
    finally:
        timer.cancel()
        process.kill()
        process.communicate()
    text = "".join(said)
    assert "Phones open  http://127.0.0.1:" in text
    assert "█▀" in text
    assert "/organizer/welcome#" in text
    assert "they sign in as “organizer” with that password" in text
    assert "only this machine can open this address" in text


def test_the_first_organizer_is_invited_until_there_is_one(reckless: Reckless):
    with reckless.serving() as server:
        assert server.said["organizer_link"].startswith("http://tiles.test/organizer/welcome#")
    reckless("organizer", "add", "Olga", "--password-stdin", stdin="a long enough password\n")
    with reckless.serving() as server:
        assert server.said["organizer_link"] is None


def settings(url: str, *, is_set: bool = True) -> Settings:
    return Settings("sqlite:///x", public_url=url, public_url_is_set=is_set, secret_key=SECRET_KEY)


@pytest.mark.parametrize(
    ("url", "is_set", "words"),
    [
        ("https://tiles.example.org", True, []),
        ("http://tiles.example.org", True, ["no camera"]),
        ("http://192.168.1.5:8080", False, ["no camera", "tomorrow"]),
        ("http://localhost:8080", True, ["only this machine"]),
        ("http://127.0.0.1:8080", False, ["only this machine"]),
        ("http://[::1]:8080", False, ["only this machine"]),
    ],
)
def test_whoever_starts_it_is_warned_of_what_will_not_work(url: str, is_set: bool, words: list[str]):
    found = warnings_for(settings(url, is_set=is_set), "0.0.0.0")
    assert len(found) == len(words)
    assert all(word in warning for word, warning in zip(words, found, strict=True))


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://192.168.1.5:8080"),
        ("::", "http://192.168.1.5:8080"),
        ("10.0.0.7", "http://10.0.0.7:8123"),
        ("::1", "http://[::1]:8123"),
    ],
)
def test_the_address_is_one_at_which_the_service_listens(host: str, url: str):
    found = reachable(settings("http://192.168.1.5:8080", is_set=False), host, 8123)
    assert found.public_url == url


def test_a_public_address_is_never_changed():
    assert reachable(settings("https://x.org"), "127.0.0.1", 80).public_url == "https://x.org"
