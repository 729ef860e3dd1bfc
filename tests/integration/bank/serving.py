"""The stand-in behind a socket, for programs that open one of their own."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests

from tests.integration.bank.standin import StandIn


@contextmanager
def served(bank: StandIn) -> Iterator[str]:
    """Serve the stand-in on a free port of this machine; gives its root."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            asked = requests.Request(
                self.command,
                f"http://{self.headers['Host']}{self.path}",
                headers=dict(self.headers),
                data=self.rfile.read(length) if length else None,
            ).prepare()
            try:
                with lock:
                    answer = bank.send(asked)
            except requests.RequestException:
                self.close_connection = True
                return
            content = answer.content
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                if name != "Date":
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815 - http.server asks for this name

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def wall_clock() -> int:
    """Now, in microseconds."""
    return time.time_ns() // 1000
