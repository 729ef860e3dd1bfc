"""500 open streams on the default start: are they held, how soon do they hear, what do they cost."""

import http.client
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .figures import Figure, percentile
from .hall import Payment, Table, fill, to_and_fro
from .paying import pay
from .serving import OURS, Server, serving

STREAMS = 500
SEATS = 8
PATIENCE_S = 30
NEWS = b"event: view"
FANOUT_MS = 2000
"""Case F1: all phones of a table within 2 s, a plain page within 1 s."""
PAGE_MS = 1000


@dataclass(slots=True)
class Phones:
    """Open streams, each told whole views of its table."""

    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    heard: dict[int, float] = field(default_factory=dict)
    """Phone → when it last heard something."""

    def open(self, server: Server, tables: Sequence[Table], count: int) -> None:
        """Open so many, eight at a table."""
        for number in range(count):
            table = tables[number // SEATS]
            stream = socket.create_connection(("127.0.0.1", server.port))
            stream.sendall(
                f"GET /v1/tables/{table.id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Authorization: Bearer {table.players[number % SEATS].token}\r\n\r\n".encode()
            )
            stream.setblocking(False)
            self.selector.register(stream, selectors.EVENT_READ, number)

    def listen(self, wanted: int) -> None:
        """Read until so many phones have heard something, or patience ends."""
        until = time.perf_counter() + PATIENCE_S
        while len(self.heard) < wanted and time.perf_counter() < until:
            for key, _ in self.selector.select(0.2):
                if NEWS in key.fileobj.recv(65536):  # type: ignore[union-attr]  # sockets only
                    self.heard[key.data] = time.perf_counter()

    def close(self) -> None:
        """Close all streams."""
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]
        self.selector.close()


def streams(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Open the streams, pay at some tables one by one, then at all of them at once."""
    count = 100 if quick else STREAMS
    tables = fill(folder / "streams.sqlite3", tables=-(-count // SEATS), seats=SEATS, validation="open")
    payments = [to_and_fro(table)[0] for table in tables]
    with serving(OURS, folder / "streams.sqlite3") as server:
        before, phones = server.memory_mb(), Phones()
        phones.open(server, tables, count)
        phones.listen(count)
        yield Figure("open streams", len(phones.heard), f"of {count}", at_least=count)
        after = server.memory_mb()
        if before is not None and after is not None:
            yield Figure(f"memory with {count} streams", after, "MB", note=f"{before:.0f} without")
        pages = [1000 * server.get("/")[0] for _ in range(10)]
        yield Figure("a page meanwhile, the slowest of 10", max(pages), "ms", at_most=PAGE_MS)
        times = [time for payment in payments[:20] for time in _one_payment(server, phones, payment)]
        yield Figure(
            f"from a payment to the {SEATS} phones of its table, p99",
            1000 * percentile(times, 0.99),
            "ms",
            at_most=FANOUT_MS,
            note=f"p50 {1000 * percentile(times, 0.5):.0f} ms",
        )
        yield _everywhere(server, phones, payments, count)
        phones.close()


def _one_payment(server: Server, phones: Phones, payment: Payment) -> list[float]:
    phones.heard.clear()
    begun = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    headers = {"Authorization": f"Bearer {payment.payer.token}", "Content-Type": "application/json"}
    connection.request("POST", f"/v1/tables/{payment.table}/payments", body=payment.body, headers=headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 201:
        raise RuntimeError(f"A payment was answered with {answer.status}.")
    phones.listen(SEATS)
    return [heard - begun for heard in phones.heard.values()]


def _everywhere(server: Server, phones: Phones, payments: Sequence[Payment], count: int) -> Figure:
    phones.heard.clear()
    begun = time.perf_counter()
    pay(server, OURS, [[payment] for payment in payments], seconds=PATIENCE_S, again=False, run="everywhere")
    phones.listen(count)
    last = max(phones.heard.values()) - begun
    return Figure(
        f"a payment at each of {len(payments)} tables at once, until all {count} phones know",
        1000 * last,
        "ms",
        note="with the start of the clients' process",
    )
