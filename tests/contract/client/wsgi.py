"""A way for `requests` into an application in this process: no server, no port."""

from io import BytesIO
from urllib.parse import urlsplit

import requests
from flask import Flask
from requests.adapters import BaseAdapter, HTTPAdapter
from urllib3 import HTTPHeaderDict, HTTPResponse
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app


def as_text(value: str | bytes) -> str:
    """A header as the WSGI standard wants it: the bytes of the wire, each as a character."""
    return value if isinstance(value, str) else value.decode("latin-1")


class IntoTheApp(BaseAdapter):
    """Hands each request to an application and its answer back, and counts them."""

    def __init__(self, app: Flask) -> None:
        super().__init__()
        self.app = app
        self.sent: list[requests.PreparedRequest] = []

    def send(self, request, *args, **kwargs) -> requests.Response:
        self.sent.append(request)
        where = urlsplit(request.url)
        builder = EnvironBuilder(
            method=request.method,
            base_url=f"{where.scheme}://{where.netloc}",
            path=where.path,
            query_string=where.query,
            headers=Headers([(name, as_text(value)) for name, value in request.headers.items()]),
            input_stream=BytesIO(request.body or b""),
            content_length=len(request.body or b""),
        )
        parts, status, headers = run_wsgi_app(self.app, builder.get_environ(), buffered=True)
        raw = HTTPResponse(
            BytesIO(b"".join(parts)),
            HTTPHeaderDict(headers.items()),
            int(status.split(" ", 1)[0]),
            preload_content=False,
        )
        return HTTPAdapter().build_response(request, raw)

    def close(self) -> None:
        """Nothing is open."""
