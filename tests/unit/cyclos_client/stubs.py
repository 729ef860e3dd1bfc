"""A server that answers what a test tells it to, and a client that neither waits nor draws lots."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import responses

from cyclos_client import CyclosClient, Waiting

ROOT = "https://bank.example"
API = f"{ROOT}/api"


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
