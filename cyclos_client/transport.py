"""One HTTP exchange: bytes out, a whole answer back, or an error that knows whether anything was sent."""

import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from requests.utils import DEFAULT_CA_BUNDLE_PATH
from urllib3.exceptions import HTTPError, MaxRetryError, NewConnectionError, ReadTimeoutError

from cyclos_client.errors import (
    CyclosError,
    CyclosInvalid,
    CyclosNeverReached,
    CyclosUnreachable,
    CyclosUnreadable,
)
from cyclos_client.references import utf8

_PIECE = 64 * 1024
_ALWAYS = {"User-Agent": "cyclos_client", "Accept-Encoding": "gzip, deflate"}
_MOST_REDIRECTS = 4
_FOR_EVER_S = 3600


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long to wait, in seconds; there is no way to wait for ever.

    Attributes:
        connect_s: For a connection.
        read_s: For an answer to begin, and again for it to end.
        pay_s: The same for operations that pay: longer, as giving up leaves an unknown outcome.
    """

    connect_s: float = 5.0
    read_s: float = 20.0
    pay_s: float = 60.0

    def __post_init__(self) -> None:
        if not all(0 < seconds < _FOR_EVER_S for seconds in (self.connect_s, self.read_s, self.pay_s)):
            raise CyclosInvalid("A time-out is above zero and below an hour.")


@dataclass(frozen=True, slots=True)
class Request:
    """What to send. The address may hold secrets (a ticket number, a code), so it is in no repr.

    Attributes:
        name: The operationId.
        method: GET, POST, DELETE.
        path: Below `/api`, escaped.
        query: Parameters, in order, escaped by the transport.
        headers: Those of this request.
        body: What to send.
    """

    name: str
    method: str
    path: str = field(repr=False)
    query: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    body: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole.

    Attributes:
        status: The HTTP status.
        headers: Without regard to upper and lower case.
        content: The body; it may hold secrets, so it is not in the repr.
        server_time: The `Date` header.
    """

    status: int
    headers: Mapping[str, str]
    content: bytes = field(repr=False)
    server_time: datetime | None = None


def server_time(headers: Mapping[str, str]) -> datetime | None:
    """The moment in a `Date` header; None if there is none that can be read."""
    try:
        moment = parsedate_to_datetime(headers["Date"])
    except (KeyError, ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Transport:
    """Connections to one server, shared by threads.

    Nothing of the environment is looked at: no proxy, no `.netrc`, no file of authorities, and no cookie is kept, so
    that only what the program says decides who pays and whom we trust.
    """

    def __init__(
        self,
        api: str,
        *,
        timeouts: Timeouts,
        ca_file: Path | None,
        connections: int,
        longest_answer: int,
        adapter: BaseAdapter | None,
    ) -> None:
        if ca_file is not None:
            _check_authorities(ca_file)
        self._api = api
        self._timeouts = timeouts
        self._authorities = str(ca_file) if ca_file else DEFAULT_CA_BUNDLE_PATH
        self._longest_answer = longest_answer
        self._given = adapter
        self._pool = adapter or _new_adapter(connections)

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()

    def exchange(self, request: Request, *, read_s: float, fresh: bool = False) -> Answer:
        """Send a request and read the whole answer; a GET follows redirects within the server.

        Args:
            request: What to send.
            read_s: Seconds to wait for the answer to begin, and again for it to end.
            fresh: Over a connection of its own: one that rested may be dead without our knowing, and then nobody can
                say what became of the request.

        Raises:
            CyclosInvalid: If it can't be sent.
            CyclosNeverReached: If nothing was sent.
            CyclosUnreachable: If something was sent, and no whole answer came.
            CyclosUnreadable: If the answer is longer than any should be.
        """
        adapter = _new_adapter(1) if fresh and self._given is None else self._pool
        try:
            return self._follow(adapter, request, read_s)
        finally:
            if adapter is not self._pool:
                adapter.close()

    def open(self, request: Request, *, read_s: float) -> requests.Response:
        """Send a request and wait for the head of the answer; the caller reads on and closes.

        Raises:
            CyclosInvalid: If it can't be sent.
            CyclosNeverReached: If nothing was sent.
            CyclosUnreachable: If something was sent, and no answer came.
        """
        return self._send(
            self._pool, self._prepare(request, f"{self._api}{request.path}"), request.name, read_s
        )

    def _follow(self, adapter: BaseAdapter, request: Request, read_s: float) -> Answer:
        url = f"{self._api}{request.path}"
        for _ in range(_MOST_REDIRECTS):
            with self._send(adapter, self._prepare(request, url), request.name, read_s) as response:
                answer = self.read(request, response, read_s=read_s)
            target = _target(url, answer) if request.method == "GET" else None
            if target is None:
                break
            url = target
        return answer

    def _prepare(self, request: Request, url: str) -> requests.PreparedRequest:
        # Not by a session of requests: that would look into the environment, keep cookies and follow redirects.
        asked = requests.Request(
            request.method,
            url,
            headers={name: _on_the_wire(value) for name, value in {**_ALWAYS, **request.headers}.items()},
            params=list(request.query) if "?" not in url else None,
            data=request.body,
        )
        try:
            return asked.prepare()
        except (requests.RequestException, ValueError) as error:
            raise CyclosInvalid(
                f"the address or a header can't be sent ({type(error).__name__})", operation=request.name
            ) from None

    def _send(
        self, adapter: BaseAdapter, prepared: requests.PreparedRequest, name: str, read_s: float
    ) -> requests.Response:
        try:
            return adapter.send(
                prepared,
                stream=True,
                timeout=(self._timeouts.connect_s, read_s),
                verify=self._authorities,
                proxies={},
            )
        except (requests.RequestException, HTTPError, HTTPException, OSError, ValueError) as error:
            # Not "from error": what requests says holds the address, and with it ticket numbers and codes.
            raise _trouble(name, error) from None

    def read(self, request: Request, response: requests.Response, *, read_s: float) -> Answer:
        """Read an answer to its end, within some seconds.

        Raises:
            CyclosUnreachable: If it does not come whole.
            CyclosUnreadable: If it is longer than any should be.
        """
        deadline = time.monotonic() + read_s
        content = bytearray()
        try:
            while piece := response.raw.read1(_PIECE, decode_content=True):
                content += piece
                if len(content) > self._longest_answer:
                    raise CyclosUnreadable(
                        f"the answer is longer than {self._longest_answer} bytes",
                        operation=request.name,
                        status=response.status_code,
                    )
                if time.monotonic() > deadline:
                    raise CyclosUnreachable(
                        f"the answer did not end within {read_s:g} s",
                        operation=request.name,
                        status=response.status_code,
                    )
        except (requests.RequestException, HTTPError, HTTPException, OSError, ValueError) as error:
            raise CyclosUnreachable(
                f"the answer was cut off ({type(error).__name__})",
                operation=request.name,
                status=response.status_code,
            ) from None
        return Answer(response.status_code, response.headers, bytes(content), server_time(response.headers))


def _on_the_wire(value: str) -> str | bytes:
    """A header's value; those beyond ASCII go out as UTF-8, or requests would try Latin-1 and fail when it sends."""
    return value if value.isascii() else utf8(value)


def _new_adapter(connections: int) -> HTTPAdapter:
    # max_retries=0: whether to send twice is decided in one place, and not there.
    return HTTPAdapter(max_retries=0, pool_connections=2, pool_maxsize=connections)


def _target(url: str, answer: Answer) -> str | None:
    """Where a redirect leads, if that is the same server: another would be told our secrets."""
    place = answer.headers.get("Location")
    if place is None or answer.status not in (301, 302, 303, 307, 308):
        return None
    try:
        target = urljoin(url, place)
        same = urlsplit(target)[:2] == urlsplit(url)[:2]
    except ValueError:
        return None
    return target if same and target != url else None


def _check_authorities(ca_file: Path) -> None:
    try:
        ssl.create_default_context(cafile=str(ca_file))
    except (OSError, ValueError):
        raise CyclosInvalid(f"There are no certificate authorities (PEM) in {ca_file}.") from None


def _trouble(name: str, error: Exception) -> CyclosError:
    """What an exception before the head of the answer means; in doubt, something was sent."""
    match error:
        case requests.ConnectTimeout():
            return CyclosNeverReached("no connection in time", operation=name)
        case requests.exceptions.SSLError() if _certificate_fault(error):
            return CyclosNeverReached("the server's certificate is not one we trust", operation=name)
        case requests.ReadTimeout():
            return CyclosUnreachable("no answer in time", operation=name)
        case requests.ConnectionError() if _no_connection(error):
            return CyclosNeverReached("no connection: refused, or no such host", operation=name)
        case requests.ConnectionError() if isinstance(_cause(error), ReadTimeoutError):
            return CyclosUnreachable("no answer in time", operation=name)
        case _:
            return CyclosUnreachable(f"the connection broke ({type(error).__name__})", operation=name)


def _cause(error: Exception) -> object:
    inner = error.args[0] if error.args else None
    return inner.reason if isinstance(inner, MaxRetryError) else inner


def _no_connection(error: Exception) -> bool:
    return isinstance(_cause(error), NewConnectionError)


def _certificate_fault(error: Exception) -> bool:
    """Whether the handshake failed, before anything was sent: later faults of TLS tell nothing of the kind."""
    cause = _cause(error)
    inner = cause.args[0] if isinstance(cause, HTTPError) and cause.args else cause
    return isinstance(inner, ssl.SSLCertVerificationError)
