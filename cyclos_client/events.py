"""Server-sent events: how a stream is read, and how it goes on after it broke."""

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import requests
from marshmallow import ValidationError
from urllib3.exceptions import HTTPError

from cyclos_client.errors import CyclosBusy, CyclosNeverReached, CyclosUnknown, CyclosUnreachable
from cyclos_client.models.banking import TransactionView
from cyclos_client.models.basics import Account
from cyclos_client.schemas import load, read_json

T = TypeVar("T")

SILENCE_S = 45.0
"""A server sends at least a comment every 30 s; a stream that is silent for longer is dead."""

_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 16.0
_LONGEST_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class PushEvent:
    """Something that happened at the server.

    Attributes:
        kind: "ticket", "accountStatus", "newNotification", "loggedOut", "permissionsChanged", ...
        data: What the server says about it; None if it says nothing. It may hold ticket numbers.
        id: By which the server can go on after it.
    """

    kind: str
    data: object = field(default=None, repr=False)
    id: str = ""

    @property
    def ticket(self) -> TransactionView | None:
        """The ticket of a `ticket` event; None for others, and if it can't be read."""
        return _model(TransactionView, self.data) if self.kind == "ticket" else None

    @property
    def account(self) -> Account | None:
        """The account of an `accountStatus` event, with its balance; None for others."""
        return _model(Account, self.data) if self.kind == "accountStatus" else None


class EventParser:
    """Makes events of the lines of a stream, as the HTML standard describes it; no input or output of its own.

    Attributes:
        last_id: The id of the latest event.
        retry_s: The pause the server asked for; None if it did not.
    """

    def __init__(self, last_id: str = "", retry_s: float | None = None) -> None:
        self.last_id = last_id
        self.retry_s = retry_s
        self._id = last_id
        self._kind = ""
        self._data: list[str] = []
        self._tail = b""

    def feed(self, piece: bytes) -> list[PushEvent]:
        """The events that a piece of the stream completes."""
        whole = self._tail + piece
        # A line may end with CR alone; whether an LF follows shows only with the next piece.
        held = b""
        if whole.endswith(b"\r"):
            whole, held = whole[:-1], b"\r"
        lines = whole.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        self._tail = lines.pop() + held
        if len(self._tail) > _LONGEST_LINE:
            raise CyclosUnreachable("a line of the stream has no end")
        events = [self._line(line.decode("utf-8", "replace").removeprefix("\ufeff")) for line in lines]
        return [event for event in events if event is not None]

    def _line(self, line: str) -> PushEvent | None:
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._kind = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit() and len(value) < 9:
                self.retry_s = int(value) / 1000
        return None

    def _dispatch(self) -> PushEvent | None:
        kind, lines = self._kind or "message", self._data
        self._kind, self._data = "", []
        # Only now: of an event that was cut off, the server has to be asked again.
        self.last_id = self._id
        if not lines:
            return None
        try:
            data = read_json("\n".join(lines).encode())
        except ValueError:
            data = None
        return PushEvent(kind, data, self.last_id)


class PushStream:
    """The events of a server, one after the other, for as long as somebody reads them.

    A stream that breaks or falls silent is opened again after a pause of 1 to 16 s, and goes on after the last event.
    It ends when it is closed, from any thread, and with an error when the server refuses it.

        with client.subscribe_for_push_notifications(["ticket"]) as stream:
            for event in stream:
                ...

    Args:
        connect: Opens the stream; is told the last event's id.
        jitter: Draws a lot from 0 to 1, which takes up to half of a pause away.
        last_event_id: The event to go on after.
    """

    def __init__(
        self,
        connect: Callable[[str], requests.Response],
        jitter: Callable[[], float],
        *,
        last_event_id: str = "",
    ) -> None:
        self._connect = connect
        self._jitter = jitter
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._response: requests.Response | None = None
        self._parser = EventParser(last_event_id)
        self._failed = 0

    def __enter__(self) -> "PushStream":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the stream; a thread that waits for the next event gets none."""
        self._closed.set()
        with self._lock:
            response, self._response = self._response, None
        if response is not None:
            _cut(response)

    def __iter__(self) -> Iterator[PushEvent]:
        while not self._closed.is_set():
            asked = None
            try:
                yield from self._once()
            except (CyclosUnknown, CyclosNeverReached):
                self._failed += 1
            except CyclosBusy as error:
                self._failed, asked = self._failed + 1, error.retry_after_s
            pause = asked or self._parser.retry_s or _FIRST_PAUSE_S * 2 ** min(self._failed, 4)
            self._closed.wait(min(pause, _LONGEST_PAUSE_S) * (1 - self._jitter() / 2))

    def _once(self) -> Iterator[PushEvent]:
        response = self._connect(self._parser.last_id)
        self._failed = 0
        with self._lock:
            if self._closed.is_set():
                response.close()
                return
            self._response = response
        self._parser = EventParser(self._parser.last_id, self._parser.retry_s)
        try:
            while piece := response.raw.read1(8192, decode_content=True):
                yield from self._parser.feed(piece)
        except (HTTPError, requests.RequestException, OSError, ValueError):
            return  # cut off, or silent for too long: the next connection goes on where this one ended
        finally:
            with self._lock:
                self._response = None
            response.close()


def _cut(response: requests.Response) -> None:
    try:
        response.raw.shutdown()  # wakes the thread that reads; closing alone would leave it waiting
    except (AttributeError, ValueError, OSError):
        response.close()


def _model(model: type[T], data: object) -> T | None:
    if not isinstance(data, Mapping):
        return None
    try:
        return load(model, data)
    except ValidationError:
        return None
