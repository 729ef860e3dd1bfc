"""How every operation is carried out: signed in, tried again where that is safe, its answer read into a model."""

import json
import logging
import random
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from marshmallow import ValidationError

from cyclos_client.auth import (
    AccessClientToken,
    Basic,
    Credentials,
    SessionLogin,
    SessionToken,
    basic_headers,
    secret_header,
)
from cyclos_client.errors import (
    CyclosError,
    CyclosInvalid,
    CyclosNeverReached,
    CyclosUnauthorized,
    CyclosUnknown,
    CyclosUnreadable,
)
from cyclos_client.failures import failure
from cyclos_client.models.people import LoginAuth
from cyclos_client.paging import PAGE_SIZE, Page, make_page
from cyclos_client.references import utf8
from cyclos_client.retry import Effect, RetryPolicy, may_retry, pause_before
from cyclos_client.schemas import dump, load, load_what_is_readable, read_json, wrong_fields
from cyclos_client.sessions import SharedSession
from cyclos_client.transport import Answer, Request, Timeouts, Transport

T = TypeVar("T")
Query = Mapping[str, object]
_log = logging.getLogger("cyclos_client")

SESSION_OVER = ("loggedOut", "missingAuthorization")
"""The session ended, or the server took us for a guest: what a new session may mend."""


@dataclass(frozen=True, slots=True)
class ServerClock:
    """The server's clock beside ours, as of one answer.

    Attributes:
        server: The answer's `Date`, to the second.
        ours: Our time when it came.
    """

    server: datetime
    ours: datetime

    @property
    def skew(self) -> timedelta:
        """How far the server's clock is ahead of ours."""
        return self.server - self.ours


class Waiting:
    """How time passes between attempts; tests put another in its place."""

    def seconds(self) -> float:
        """A clock that only goes on."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    def jitter(self) -> float:
        """A lot from 0 to 1."""
        return random.random()


class Caller:
    """What the operations stand on."""

    def __init__(
        self,
        transport: Transport,
        *,
        credentials: Credentials,
        channel: str | None,
        timeouts: Timeouts,
        retries: RetryPolicy,
        waiting: Waiting,
    ) -> None:
        self._transport = transport
        self._credentials = credentials
        self._channel = channel
        self._timeouts = timeouts
        self._retries = retries
        self._waiting = waiting
        self._clock: ServerClock | None = None
        self._failing: dict[str, str] = {}
        self._session = SharedSession(self._sign_in, waiting.seconds)

    @property
    def server_clock(self) -> ServerClock | None:
        """The server's clock as of the latest answer; None before the first, or if it tells no time."""
        return self._clock

    def _fetch(self, model: type[T], name: str, path: str, query: Query | None = None) -> T:
        """Carry out an operation that only reads, and read its answer."""
        answer = self._carry_out(Effect.READS, self._request(name, "GET", path, query))
        return self._read(name, answer, model)

    def _fetch_list(self, model: type[T], name: str, path: str, query: Query) -> tuple[T, ...]:
        answer = self._carry_out(Effect.READS, self._request(name, "GET", path, query))
        return self._read_list(name, answer, model)

    def _fetch_page(
        self,
        model: type[T],
        name: str,
        path: str,
        query: Query,
        *,
        page: int,
        page_size: int = PAGE_SIZE,
    ) -> Page[T]:
        asked = {**query, "page": page, "pageSize": page_size}
        answer = self._carry_out(Effect.READS, self._request(name, "GET", path, asked))
        return make_page(self._read_list(name, answer, model), page, answer.headers)

    def _picture(self, name: str, path: str, query: Query) -> bytes:
        """Get a PNG."""
        request = self._request(name, "GET", path, query, headers={"Accept": "image/png"})
        answer = self._carry_out(Effect.READS, request)
        if not answer.content.startswith(b"\x89PNG"):
            raise _unreadable(name, answer, "it is not a picture")
        return answer.content

    def _send(
        self,
        effect: Effect,
        name: str,
        path: str,
        *,
        method: str = "POST",
        query: Query | None = None,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Carry out an operation that changes something."""
        content, kind = None, {}
        if isinstance(body, str):
            content, kind = utf8(body), {"Content-Type": "text/plain; charset=utf-8"}
        elif body is not None:
            content, kind = json.dumps(dump(body)).encode(), {"Content-Type": "application/json"}
        request = self._request(name, method, path, query, body=content, headers={**kind, **(headers or {})})
        return self._carry_out(effect, request)

    def _request(
        self,
        name: str,
        method: str,
        path: str,
        query: Query | None,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Request:
        return Request(
            name,
            method,
            path,
            tuple(query_pairs(query or {})),
            {"Accept": "application/json", **(headers or {})},
            body,
        )

    def _carry_out(self, effect: Effect, request: Request) -> Answer:
        attempts, signed_in_anew = 0, False
        while True:
            attempts += 1
            token = None
            try:
                token = self._token_for(request)
                return self._exchange(effect, request, token)
            except CyclosUnauthorized as error:
                if token is None or error.code not in SESSION_OVER:
                    raise
                self._session.ended(token)
                # A payment is for its caller to send again, once he has looked whether it is there.
                if effect is Effect.PAYS:
                    raise
                if signed_in_anew:
                    error.args = (f"signed in anew and still {error.args[0]}",)
                    raise
                signed_in_anew = True
                attempts -= 1
            except CyclosError as error:
                if not may_retry(self._retries, effect, error, attempts):
                    raise
                pause = pause_before(self._retries, error, attempts, jitter=self._waiting.jitter())
                self._waiting.sleep(pause)

    def _token_for(self, request: Request) -> str | None:
        """The session's token, if we sign in by session."""
        if not isinstance(self._credentials, SessionLogin):
            return None
        try:
            return self._session.token()
        except CyclosUnknown as error:
            # Whatever became of the sign-in, the operation itself was not sent.
            raise CyclosNeverReached(f"not signed in: {error}", operation=request.name) from error

    def _exchange(self, effect: Effect, request: Request, token: str | None) -> Answer:
        signed = self._signed(request, token)
        began = self._waiting.seconds()
        pays = effect is Effect.PAYS
        read_s = self._timeouts.pay_s if pays else self._timeouts.read_s
        try:
            answer = self._transport.exchange(signed, read_s=read_s, fresh=pays)
        except CyclosError as error:
            # A server that is down fails twice a second: that is told once, and again when it changes.
            kind = type(error).__name__
            again = self._failing.get(request.name) == kind
            self._failing[request.name] = kind
            _log.log(logging.DEBUG if again else logging.INFO, "%s failed: %s", request.name, kind)
            raise
        if self._failing.pop(request.name, None):
            _log.info("%s is answered again", request.name)
        # Names only: addresses, headers and bodies hold ticket numbers, codes and passwords.
        _log.debug("%s: %d in %.3f s", request.name, answer.status, self._waiting.seconds() - began)
        if answer.server_time is not None:
            self._clock = ServerClock(answer.server_time, datetime.now(UTC))
        if (refused := failure(request.name, answer)) is not None:
            raise refused
        return answer

    def _signed(self, request: Request, token: str | None) -> Request:
        headers: dict[str, str] = {} if self._channel is None else {"Channel": self._channel}
        match self._credentials:
            case _ if "Authorization" in request.headers:
                pass
            case Basic(principal, password, principal_type):
                headers |= basic_headers(principal, password, principal_type)
            case SessionToken(given):
                headers["Session-Token"] = secret_header(given)
            case AccessClientToken(given):
                headers["Access-Client-Token"] = secret_header(given)
            case SessionLogin() if token is not None:
                headers["Session-Token"] = secret_header(token)
            case _:
                pass
        return Request(
            request.name,
            request.method,
            request.path,
            request.query,
            {**headers, **request.headers},
            request.body,
        )

    def _sign_in(self) -> str:
        assert isinstance(self._credentials, SessionLogin)
        who = self._credentials
        token = self._open_session(
            who.principal, who.password, who.principal_type, who.timeout_s
        ).session_token
        if not token:
            raise CyclosUnreadable("the server opened a session and gave no token", operation="login")
        return token

    def _open_session(
        self, principal: str, password: str, principal_type: str | None, timeout_s: int | None
    ) -> LoginAuth:
        request = self._request(
            "login",
            "POST",
            "/auth/session",
            {"timeoutInSeconds": timeout_s},
            headers=basic_headers(principal, password, principal_type),
        )
        return self._read("login", self._exchange(Effect.WRITES, request, None), LoginAuth)

    def _read(self, name: str, answer: Answer, model: type[T]) -> T:
        said = self._said(name, answer)
        if not isinstance(said, dict):
            raise _unreadable(name, answer, "it is not an object")
        try:
            return load(model, said)
        except ValidationError as error:
            raise _unreadable(name, answer, _where(error)) from error

    def _read_list(self, name: str, answer: Answer, model: type[T]) -> tuple[T, ...]:
        said = self._said(name, answer)
        if not isinstance(said, list):
            raise _unreadable(name, answer, "it is not a list")
        try:
            return tuple(load(model, item) for item in said)
        except ValidationError as error:
            raise _unreadable(name, answer, _where(error)) from error

    def _read_receipt(self, name: str, answer: Answer, model: type[T]) -> T:
        """Read what proves a payment: it counts if it names the payment, whatever else is wrong with it."""
        said = self._said(name, answer)
        receipt = load_what_is_readable(model, said)
        named = getattr(receipt, "id", None) or getattr(receipt, "transaction_number", None)
        if not named:
            raise _unreadable(name, answer, "it names no payment")
        return receipt

    def _read_text(self, name: str, answer: Answer) -> str:
        """Read a bare id; some servers put it in quotes, as JSON."""
        text = answer.content.decode("utf-8", "replace").strip().strip('"')
        if not text or len(text) > 100 or any(letter.isspace() or letter in "<>{}" for letter in text):
            raise _unreadable(name, answer, "it is not an id")
        return text

    def _said(self, name: str, answer: Answer) -> object:
        try:
            return read_json(answer.content)
        except ValueError:
            raise _unreadable(name, answer, "it is not JSON") from None


def query_pairs(query: Query) -> Iterable[tuple[str, str]]:
    """Parameters as pairs: lists are repeated, what is None is left out."""
    for name, value in query.items():
        match value:
            case None:
                continue
            case bool():
                yield name, "true" if value else "false"
            case list() | tuple():
                yield from ((name, str(item)) for item in value)
            case _:
                yield name, str(value)


def fields_parameter(fields: Iterable[str] | None) -> str | None:
    """Which fields an answer shall have, as one parameter: "id,status.balance"; None asks for all.

    Raises:
        CyclosInvalid: If a name holds a comma, or there is no name.
    """
    if fields is None:
        return None
    names = [fields] if isinstance(fields, str) else list(fields)
    if not names or any(not name or "," in name for name in names):
        raise CyclosInvalid("Fields are names such as 'id' or 'status.balance'.")
    return ",".join(names)


def confirmed(password: str | None) -> dict[str, str]:
    """The header that confirms a payment, if one was asked for."""
    return {} if password is None else {"confirmationPassword": secret_header(password)}


def _where(error: ValidationError) -> str:
    return f"{', '.join(wrong_fields(error)) or 'it'} can't be read"


def _unreadable(name: str, answer: Answer, why: str) -> CyclosUnreadable:
    return CyclosUnreadable(
        f"the answer ({answer.status}) can't be read: {why}",
        operation=name,
        status=answer.status,
        server_time=answer.server_time,
    )
