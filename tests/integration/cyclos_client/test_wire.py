"""The client over real connections: answers that are slow, cut, packed or odd, and certificates."""

import gzip
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cyclos_client import (
    SELF,
    Basic,
    CyclosClient,
    CyclosNeverReached,
    CyclosUnreachable,
    CyclosUnreadable,
    PerformPayment,
    RetryPolicy,
    Timeouts,
    events,
    user_named,
)

SHORT = Timeouts(connect_s=2.0, read_s=0.2, pay_s=0.2)
FORTY = PerformPayment(user_named("bob"), Decimal("40.00"))
PAID = b'{"id":"5007"}'


def answer(body: bytes, *headers: bytes, status: bytes = b"201 Created") -> bytes:
    return b"\r\n".join((b"HTTP/1.1 " + status, *headers, b"", body))


CHUNKED = answer(b"", b"Transfer-Encoding: chunked")


def whole(body: bytes, *headers: bytes) -> bytes:
    return answer(body, b"Content-Length: %d" % len(body), *headers)


def read_request(visitor: socket.socket) -> bytes:
    """Read a whole request: closing with a part of it unread would break the connection under the answer.

    Gives its first line, or nothing if there is no request.
    """
    with visitor.makefile("rb") as lines:
        first, length = lines.readline(), 0
        while (line := lines.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        lines.read(length)
    return first


@contextmanager
def listening(
    serve: Callable[[socket.socket, threading.Event], None],
    context: ssl.SSLContext | None = None,
    *,
    greets: bool = True,
) -> Iterator[str]:
    """A server that reads one request of each visitor (if it greets) and lets `serve` do the rest."""
    over = threading.Event()
    door = socket.create_server(("127.0.0.1", 0))

    def attend(visitor: socket.socket) -> None:
        try:
            with context.wrap_socket(visitor, server_side=True) if context else visitor as talk:
                if greets:
                    read_request(talk)
                serve(talk, over)
        except OSError:
            visitor.close()  # the client went away, as some of these tests want

    def welcome() -> None:
        while True:
            try:
                visitor, _ = door.accept()
            except OSError:
                return
            threading.Thread(target=attend, args=(visitor,), daemon=True).start()

    threading.Thread(target=welcome, daemon=True).start()
    try:
        yield f"{'https' if context else 'http'}://127.0.0.1:{door.getsockname()[1]}"
    finally:
        over.set()
        door.shutdown(socket.SHUT_RDWR)
        door.close()


def sends(*pieces: bytes, then_wait: bool = False) -> Callable[[socket.socket, threading.Event], None]:
    def serve(visitor: socket.socket, over: threading.Event) -> None:
        for piece in pieces:
            visitor.sendall(piece)
        if then_wait:
            over.wait(10)

    return serve


def trickles(visitor: socket.socket, over: threading.Event) -> None:
    """One byte now and then, each soon enough for a time-out between bytes."""
    visitor.sendall(answer(b"", b"Content-Length: 100000"))
    while not over.wait(0.02):
        visitor.sendall(b" ")


def pay(root: str, **options):
    with CyclosClient(root, Basic("ada", "secret"), **options) as client:
        return client.perform_payment(SELF, FORTY)


@pytest.mark.parametrize(
    "pieces",
    [
        (whole(PAID),),
        (answer(PAID, b"Connection: close"),),
        (
            answer(b"", b"Transfer-Encoding: chunked"),
            b"5\r\n" + PAID[:5] + b"\r\n",
            b"8\r\n" + PAID[5:] + b"\r\n0\r\n\r\n",
        ),
        (whole(gzip.compress(PAID), b"Content-Encoding: gzip"),),
        (whole(PAID)[:60], whole(PAID)[60:]),
    ],
    ids=["length", "until it closes", "chunks", "packed", "in two pieces"],
)
def test_an_answer_is_read_whole_however_it_comes(pieces):
    with listening(sends(*pieces)) as root:
        assert pay(root).id == "5007"


@pytest.mark.parametrize(
    "serve",
    [
        sends(),
        sends(b"HTTP/1.1 2"),
        sends(answer(PAID[:6], b"Content-Length: 13")),
        sends(CHUNKED, b"5\r\n" + PAID[:5] + b"\r\n"),
        sends(whole(gzip.compress(PAID)[:-9] + b"xxxxxxxxx", b"Content-Encoding: gzip")),
        sends(b"what?\r\n\r\n"),
        sends(then_wait=True),
        sends(answer(PAID[:6], b"Content-Length: 13"), then_wait=True),
        trickles,
    ],
    ids=[
        "closed at once",
        "cut in its head",
        "cut in its body",
        "cut between chunks",
        "broken packing",
        "no HTTP",
        "silence",
        "silence in the middle",
        "a trickle",
    ],
)
def test_an_answer_that_does_not_come_whole_leaves_the_payment_unknown(serve):
    with listening(serve) as root, pytest.raises(CyclosUnreachable):
        pay(root, timeouts=SHORT)


@pytest.mark.parametrize("body", [b" " * 5000, gzip.compress(b" " * 5_000_000)], ids=["long", "packed"])
def test_an_answer_longer_than_any_should_be_is_not_read_to_its_end(body):
    packed = (b"Content-Encoding: gzip",) if body[:1] != b" " else ()
    with listening(sends(whole(body, *packed))) as root, pytest.raises(CyclosUnreadable, match="longer"):
        pay(root, longest_answer=1000)


def test_a_closed_door_means_that_nothing_was_sent():
    with listening(sends()) as root:
        pass
    with pytest.raises(CyclosNeverReached):
        pay(root)


def test_the_servers_clock_is_seen():
    with listening(sends(whole(PAID, b"Date: Mon, 30 Nov 2026 05:44:10 GMT"))) as root:
        client = CyclosClient(root)
        assert client.server_clock is None
        client.perform_payment(SELF, FORTY)
        clock = client.server_clock
        client.close()
    assert clock is not None
    assert clock.server == datetime(2026, 11, 30, 5, 44, 10, tzinfo=UTC)
    assert clock.skew == clock.server - clock.ours


def test_a_read_that_was_cut_is_read_again():
    tries = []

    def serve(visitor, over):
        tries.append(1)
        visitor.sendall(b"" if len(tries) == 1 else whole(b'{"principal":"ada"}'))

    quick = RetryPolicy(first_pause_s=0.001)
    with listening(serve) as root, CyclosClient(root, retries=quick) as client:
        assert client.get_current_auth().principal == "ada"


class Patient:
    """Answers request after request of a visitor with the name that was asked for; counts the visitors."""

    def __init__(self) -> None:
        self.visitors = 0

    def __call__(self, visitor: socket.socket, over: threading.Event) -> None:
        self.visitors += 1
        while line := read_request(visitor):
            name = line.split(b"/")[3]
            visitor.sendall(whole(b'{"id":"5007","display":"%s"}' % name))


def test_reads_share_a_connection_and_every_payment_has_its_own():
    server = Patient()
    with listening(server, greets=False) as root, CyclosClient(root) as client:
        for _ in range(3):
            client.locate_user(user_named("ada"))
        assert server.visitors == 1
        client.perform_payment(SELF, FORTY)
        client.perform_payment(SELF, FORTY)
        client.locate_user(user_named("ada"))
    assert server.visitors == 3


def test_threads_share_a_client_and_each_gets_its_own_answer():
    names = [f"user{number}" for number in range(100)]
    with (
        listening(Patient(), greets=False) as root,
        CyclosClient(root) as client,
        ThreadPoolExecutor(8) as threads,
    ):
        found = threads.map(lambda name: client.locate_user(user_named(name)).display, names)
        assert list(found) == names


STREAM = answer(b"", b"Content-Type: text/event-stream", status=b"200 OK")
EVENT = b'id: 7\nevent: ticket\ndata: {"id":"5009"}\n\n'


@pytest.mark.parametrize("begins", [b"", b"Transfer-Encoding: chunked\r\n"], ids=["plain", "chunks"])
def test_an_event_is_told_at_once_and_another_thread_can_end_the_stream(begins):
    head = STREAM.replace(b"Content-Type", begins + b"Content-Type")
    event = b"%x\r\n%s\r\n" % (len(EVENT), EVENT) if begins else EVENT
    seen: list[str] = []
    first = threading.Event()

    def read() -> None:
        for one in stream:
            seen.append(one.id)
            first.set()

    with listening(sends(head, event, then_wait=True)) as root, CyclosClient(root) as client:
        stream = client.subscribe_for_push_notifications(["ticket"])
        reader = threading.Thread(target=read)
        reader.start()
        assert first.wait(60)
        stream.close()
        reader.join(60)
    assert (seen, reader.is_alive()) == (["7"], False)


def test_a_stream_whose_refusal_was_cut_off_is_asked_for_again(monkeypatch):
    monkeypatch.setattr(events, "_FIRST_PAUSE_S", 0.001)
    answers = iter(
        [
            answer(b"{", b"Content-Length: 30", status=b"403 Forbidden"),
            answer(b"", status=b"502 Bad"),
            STREAM + EVENT,
        ]
    )

    def serve(visitor: socket.socket, over: threading.Event) -> None:
        visitor.sendall(next(answers))

    with listening(serve) as root, CyclosClient(root) as client:
        stream = client.subscribe_for_push_notifications(["ticket"])
        assert next(iter(stream)).id == "7"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    """A certificate for 127.0.0.1 that signs itself, and its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "bank")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "bank.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def test_only_a_server_that_the_named_authorities_know_is_told_anything(certificate, monkeypatch):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with listening(sends(whole(PAID)), context) as root:
        assert pay(root, ca_file=certificate).id == "5007"
        with pytest.raises(CyclosNeverReached, match="certificate"):
            pay(root)
