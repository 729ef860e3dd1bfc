"""Clients in a process of its own: each on one kept connection, each sending as soon as it was answered.

Reads a plan from standard input and writes what came of it to standard output, both as JSON. One thread with
non-blocking sockets: threads would be busier with each other than with the service.
"""

import json
import resource
import selectors
import socket
import sys
import time
from collections.abc import Iterator
from itertools import cycle
from typing import Any


class Client:
    """One phone."""

    def __init__(self, port: int, requests: Iterator[bytes]) -> None:
        """Connect; nothing is sent yet."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self._requests = requests
        self._received = b""
        self._sent_at = 0.0

    def send(self) -> bool:
        """Send the next request; False if there is none."""
        request = next(self._requests, None)
        if request is None:
            return False
        self._received = b""
        self._sent_at = time.perf_counter()
        self.socket.sendall(request)
        return True

    def answered(self) -> tuple[float, int] | None:
        """(seconds, status) once the whole answer is there."""
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("The service closed a connection that was in use.")
        self._received += received
        head, end, body = self._received.partition(b"\r\n\r\n")
        if not end:
            return None
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        if len(body) < int(length):
            return None
        return time.perf_counter() - self._sent_at, int(head[9:12])


def requests(run: str, client: int, plan: list[dict[str, str]], *, again: bool) -> Iterator[bytes]:
    """The requests of one client, each with a key of its own; over and over if told so."""
    for n, step in enumerate(cycle(plan) if again else plan):
        body = step["body"]
        yield (
            f"{step['method']} {step['path']} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {step['token']}\r\nIdempotency-Key: {run}-{client}-{n}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()


def drive(plan: dict[str, Any]) -> dict[str, Any]:
    """Run the clients for the plan's seconds, or until nothing is left to send."""
    clients = [
        Client(plan["port"], requests(plan["run"], n, steps, again=plan["again"]))
        for n, steps in enumerate(plan["clients"])
    ]
    times: list[float] = []
    statuses: dict[int, int] = {}
    begun, busy = time.perf_counter(), _cpu()
    until = begun + plan["seconds"]
    with selectors.DefaultSelector() as selector:
        for client in clients:
            if client.send():
                selector.register(client.socket, selectors.EVENT_READ, client)
        while selector.get_map():
            for key, _ in selector.select(10):
                answer = key.data.answered()
                if answer is None:
                    continue
                times.append(answer[0])
                statuses[answer[1]] = statuses.get(answer[1], 0) + 1
                if time.perf_counter() > until or not key.data.send():
                    selector.unregister(key.data.socket)
    took = time.perf_counter() - begun
    return {"seconds": took, "cpu": _cpu() - busy, "statuses": statuses, "times": times}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    json.dump(drive(json.load(sys.stdin)), sys.stdout)
