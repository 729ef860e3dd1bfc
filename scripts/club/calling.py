"""Calling `/v1` as people's phones do: a key for every change, and the same key again when nothing was answered."""

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import requests

PATIENCE_S = 60
"""How long a phone asks again while the service is away."""

PAUSE_S = 0.1
SERVER_FAULT = 500


class Wrong(Exception):
    """Something is not as it must be."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered: the status, and the contents of the JSON."""

    status: int
    contents: Any

    @property
    def code(self) -> str:
        """Why it was refused, for programs; "" if it was not."""
        return str(self.contents["code"]) if self.status >= requests.codes.bad_request else ""


class Caller:
    """Somebody who calls; several of them may share a connection and a tally, but no two threads."""

    def __init__(self, url: str, connection: requests.Session, tally: Counter[str], token: str = "") -> None:
        """Call at this address; `tally` counts what is refused and what is sent again."""
        self._url, self._connection, self._tally, self._token = url, connection, tally, token

    def signed_in(self, user: str, password: str) -> "Caller":
        """The same connection for somebody else."""
        token = self.post("/sessions", user=user, password=password)["token"]
        return Caller(self._url, self._connection, self._tally, str(token))

    def over(self, connection: requests.Session, tally: Counter[str]) -> "Caller":
        """The same person on another connection."""
        return Caller(self._url, connection, tally, self._token)

    def get(self, path: str) -> Any:  # noqa: ANN401 - any JSON
        """What stands there.

        Raises:
            Wrong: If it is refused.
        """
        return self._accepted("GET", path, self.ask("GET", path))

    def post(self, path: str, **body: object) -> Any:  # noqa: ANN401
        """What a change answers that must be accepted.

        Raises:
            Wrong: If it is refused.
        """
        return self._accepted("POST", path, self.ask("POST", path, body))

    def post_twice(self, path: str, **body: object) -> Any:  # noqa: ANN401
        """The same, sent twice with one key, as a double tap does; it must be done and answered once.

        Raises:
            Wrong: If it is refused, or the answers differ.
        """
        key = uuid4().hex
        first, second = (self._accepted("POST", path, self.ask("POST", path, body, key)) for _ in range(2))
        if first != second:
            raise Wrong(f"POST {path} {body} with one key: {first}, then {second}")
        return first

    def refused(self, path: str, *codes: str, **body: object) -> None:
        """Try a change that must be refused.

        Raises:
            Wrong: If it is accepted, or refused for another reason than these.
        """
        answer = self.ask("POST", path, body)
        if answer.code not in codes:
            wanted = " or ".join(codes)
            raise Wrong(f"POST {path} {body}: {answer.status} {answer.contents}, where {wanted} is right")

    def ask(
        self, method: str, path: str, body: dict[str, object] | None = None, key: str | None = None
    ) -> Answer:
        """Call until there is an answer, with one key.

        Raises:
            Wrong: If the service stays away, or has failed.
        """
        headers = {"Idempotency-Key": key or uuid4().hex} if method == "POST" else {}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                got = self._connection.request(
                    method, f"{self._url}/v1{path}", json=body, headers=headers, timeout=PATIENCE_S
                )
                break
            except requests.RequestException as error:
                if time.monotonic() > until:
                    raise Wrong(f"{method} {path}: the service does not answer") from error
                self._tally["sent again"] += 1
                time.sleep(PAUSE_S)
        if got.status_code >= SERVER_FAULT:
            raise Wrong(f"{method} {path} {body}: {got.status_code} {got.text}")
        answer = Answer(got.status_code, got.json() if got.content else None)
        self._tally["refusals"] += answer.code != ""
        return answer

    def _accepted(self, method: str, path: str, answer: Answer) -> Any:  # noqa: ANN401
        if answer.code:
            raise Wrong(f"{method} {path} is refused: {answer.contents}")
        return answer.contents
