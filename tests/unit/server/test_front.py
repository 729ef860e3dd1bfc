"""The HTTP server: whoever reads slowly gets the whole answer, and the stop comes to its end."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from flask import Flask, Response

from app.front import Front
from app.server import listen

PIECE = bytes(range(256)) * 2000
PIECES = 8


def app_with_large_answers() -> Flask:
    app = Flask(__name__, static_folder=None)

    @app.get("/whole")
    def whole() -> Response:
        return Response(PIECE * PIECES)

    @app.get("/streamed")
    def streamed() -> Response:
        return Response((PIECE for _ in range(PIECES)), mimetype="application/octet-stream")

    return app


@contextmanager
def serving(app: Flask) -> Iterator[int]:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        front = Front(app, listening, behind_proxy=False)
        thread = threading.Thread(target=front.run, kwargs={"on_stop": lambda: None})
        thread.start()
        try:
            yield port
        finally:
            front.stop()
            thread.join(20)
            assert not thread.is_alive()


@pytest.mark.parametrize("path", ["/whole", "/streamed"])
def test_a_phone_that_reads_slowly_gets_the_whole_answer(path: str):
    with serving(app_with_large_answers()) as port, closing(socket.socket()) as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.settimeout(20)
        phone.connect(("127.0.0.1", port))
        phone.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
        answer = b""
        while piece := phone.recv(8192):
            answer += piece
    assert answer.partition(b"\r\n\r\n")[2] == PIECE * PIECES
