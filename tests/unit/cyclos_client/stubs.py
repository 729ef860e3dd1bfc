"""A server that answers what a test tells it to, and a client that neither waits nor draws lots."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import requests
import responses
from requests.adapters import BaseAdapter, HTTPAdapter
from urllib3 import HTTPResponse

from cyclos_client import CyclosClient, Waiting

ROOT = "https://bank.example"
API = f"{ROOT}/api"


class Canned(BaseAdapter):
    """Answers every request with the same bytes, as they come from a socket."""

    def __init__(self, status: int, headers: dict[str, str], content: bytes) -> None:
        super().__init__()
        self.status, self.headers, self.content = status, headers, content
        self.requests: list[requests.PreparedRequest] = []

    def send(self, request, *args, **kwargs) -> requests.Response:
        self.requests.append(request)
        raw = HTTPResponse(BytesIO(self.content), self.headers, self.status, preload_content=False)
        return HTTPAdapter().build_response(request, raw)

    def close(self) -> None:
        pass


class NoWaiting(Waiting):
    """Time passes only when somebody waits, and all lots are 0."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def seconds(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds

    def jitter(self) -> float:
        return 0.0


@contextmanager
def server() -> Iterator[responses.RequestsMock]:
    with responses.RequestsMock(registry=responses.registries.OrderedRegistry) as stub:
        yield stub


def asked(stub: responses.RequestsMock) -> list[Any]:
    """The requests that came, each with the `params` and `req_kwargs` that the stub adds."""
    return [call.request for call in stub.calls]


def client_of(credentials=None, **options) -> CyclosClient:
    return CyclosClient(ROOT, credentials, waiting=options.pop("waiting", NoWaiting()), **options)
