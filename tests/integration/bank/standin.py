"""A small Cyclos in memory, behind the HTTP of its API, that can be told to misbehave.

It stands where `requests` would open a connection, so that our client and everything above it is the real thing. It
knows only what the relay asks for. Its clock is the test's, ahead by `skew_s`.
"""

import io
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from enum import StrEnum
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import requests
from requests.adapters import BaseAdapter, HTTPAdapter
from urllib3 import HTTPResponse

Json = Any
CURRENCY = {"id": "1", "internalName": "credit", "decimalDigits": 2, "suffix": " C"}
USER_ACCOUNT = {"id": "11", "name": "Player", "internalName": "player"}
SYSTEM_ACCOUNT = {"id": "12", "name": "Bank", "internalName": "bank"}
TYPES = {
    (False, False): {"id": "21", "internalName": "trade", "from": USER_ACCOUNT, "to": USER_ACCOUNT},
    (True, False): {"id": "22", "internalName": "grant", "from": SYSTEM_ACCOUNT, "to": USER_ACCOUNT},
    (False, True): {"id": "23", "internalName": "back", "from": USER_ACCOUNT, "to": SYSTEM_ACCOUNT},
}


class Mishap(StrEnum):
    """What can happen to one request."""

    NONE = "none"
    NO_CONNECTION = "no connection"
    LOST_BEFORE = "lost before it was carried out"
    LOST_AFTER = "answer lost after it was carried out"
    LATE = "carried out long after we gave up"
    CUT = "answer cut off after it was carried out"
    GARBLED = "an answer that can't be read, after it was carried out"
    PROXY_BEFORE = "502 of a proxy, not carried out"
    PROXY_AFTER = "502 of a proxy, carried out"
    FAULT_BEFORE = "500 without a reason, not carried out"
    FAULT_AFTER = "500 without a reason, carried out"
    UNEXPECTED = "500 unexpected, not carried out"
    REFUSED = "500 with a reason"
    SESSION_OVER = "401 in the middle of it"
    BLOCKED = "401 for a blocked address"
    BUSY = "429"
    KILLED_BEFORE = "our process killed before it was sent"
    KILLED_AFTER = "our process killed before it read the answer"


DONE = frozenset(
    {
        Mishap.LOST_AFTER,
        Mishap.CUT,
        Mishap.GARBLED,
        Mishap.PROXY_AFTER,
        Mishap.FAULT_AFTER,
        Mishap.KILLED_AFTER,
    }
)
"""Mishaps in which the server does what it was asked, and we don't hear of it."""


@dataclass(slots=True)
class Made:
    """A transfer in the stand-in's books."""

    id: str
    payer: str
    payee: str
    amount: Decimal
    at: datetime
    description: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    undoes: str | None = None
    undone_by: str | None = None

    @property
    def transaction(self) -> str:
        """The id of its transaction, which is another one."""
        return f"{self.id}0"


@dataclass(slots=True)
class MadeTicket:
    """A ticket."""

    number: str
    payee: str
    payer: str | None
    amount: Decimal
    order: str
    description: str
    fields: dict[str, str]
    webhook: str
    state: str = "open"
    transfer: str | None = None


class Killed(BaseException):
    """What ends our process in the middle of a request."""


class NotThis(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, body: Json) -> None:
        super().__init__(status)
        self.status, self.body = status, body


class StandIn(BaseAdapter):
    """The stand-in. `mishap` is asked before each request what happens to it."""

    def __init__(
        self,
        clock: Callable[[], int],
        *,
        fields: bool = True,
        skew_s: int = 0,
        page_cap: int = 1000,
        filters: bool = True,
    ) -> None:
        super().__init__()
        self.clock, self.with_fields, self.skew_s = clock, fields, skew_s
        self.page_cap, self.filters = page_cap, filters
        self.users: dict[str, str] = {}
        self.passwords: dict[str, str] = {}
        self.tokens: dict[str, str] = {}
        self.transfers: list[Made] = []
        self.tickets: dict[str, MadeTicket] = {}
        self.mishap: Callable[[str, str], Mishap] = lambda _method, _path: Mishap.NONE
        self.late: list[tuple[datetime, Callable[[], object]]] = []
        self.requests: list[tuple[str, str]] = []
        self.down = False

    # Looking at it from the test

    def add(self, *users: str, balance: int = 0) -> None:
        for user in users:
            self.users[user] = f"-{1000 + len(self.users)}"
            if balance:
                self.move("system", self.users[user], Decimal(balance), "opening")

    def balance(self, user: str) -> Decimal:
        owner = self.users.get(user, user)
        return sum(
            (
                t.amount if t.payee == owner else -t.amount
                for t in self.transfers
                if owner in (t.payer, t.payee)
            ),
            Decimal(),
        )

    def between(self, payer: str, payee: str) -> list[Made]:
        ends = (self.users.get(payer, payer), self.users.get(payee, payee))
        return [t for t in self.transfers if (t.payer, t.payee) == ends and t.undoes is None]

    def pay_by_app(self, payer: str, payee: str, amount: str, description: str = "") -> Made:
        """What a player does with the Cyclos app."""
        return self.move(self.users[payer], self.users.get(payee, payee), Decimal(amount), description)

    def approve(self, number: str) -> None:
        """What a payer does with a ticket in the Cyclos app."""
        ticket = self.tickets[number]
        assert ticket.state == "open"
        ticket.state = "approved"

    def now(self) -> datetime:
        return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=self.clock(), seconds=self.skew_s)

    def catch_up(self) -> None:
        """Carry out what was sent long ago."""
        due = [one for one in self.late if one[0] <= self.now()]
        self.late = [one for one in self.late if one not in due]
        for _, act in due:
            with suppress(NotThis):
                act()

    def move(
        self,
        payer: str,
        payee: str,
        amount: Decimal,
        description: str = "",
        fields: Mapping[str, str] | None = None,
    ) -> Made:
        if payer != "system" and self.balance(payer) < amount:
            raise NotThis(500, {"kind": "payment", "code": "insufficientBalance", "exceptionType": "x"})
        made = Made(
            f"{7000 + len(self.transfers)}", payer, payee, amount, self.now(), description, dict(fields or {})
        )
        self.transfers.append(made)
        return made

    # HTTP

    def close(self) -> None:
        """Nothing is open."""

    def send(self, request: requests.PreparedRequest, **_: object) -> requests.Response:  # type: ignore[override]
        parts = urlsplit(request.url or "")
        path, query = unquote(parts.path).removeprefix("/api"), parse_qs(parts.query)
        method = request.method or "GET"
        self.requests.append((method, path))
        self.catch_up()
        body = json.loads(request.body) if request.body else {}
        mishap = Mishap.NO_CONNECTION if self.down else self.mishap(method, path)

        def act() -> Json:
            return self.answer(method, path, query, body)

        return self._happen(mishap, act, request)

    def _happen(
        self, mishap: Mishap, act: Callable[[], Json], request: requests.PreparedRequest
    ) -> requests.Response:
        if mishap is Mishap.LATE:
            self.late.append((self.now() + timedelta(seconds=75), act))
        if mishap in DONE:
            with suppress(NotThis):
                act()
        match mishap:
            case Mishap.NO_CONNECTION:
                raise requests.ConnectTimeout("no connection")
            case Mishap.LOST_BEFORE | Mishap.LOST_AFTER | Mishap.LATE:
                raise requests.ReadTimeout("no answer")
            case Mishap.CUT:
                return self._response(request, 201, '{"id": "70')
            case Mishap.GARBLED:
                return self._response(request, 200, "<html>Welcome</html>")
            case Mishap.PROXY_BEFORE | Mishap.PROXY_AFTER:
                return self._response(request, 502, "<html>Bad Gateway</html>")
            case Mishap.FAULT_BEFORE | Mishap.FAULT_AFTER:
                return self._response(request, 500, {"kind": "general"})
            case Mishap.UNEXPECTED:
                return self._response(request, 500, {"kind": "payment", "code": "unexpected"})
            case Mishap.REFUSED:
                return self._response(request, 500, {"kind": "payment", "code": "dailyAmountExceeded"})
            case Mishap.SESSION_OVER:
                return self._response(request, 401, {"code": "loggedOut"})
            case Mishap.BLOCKED:
                return self._response(request, 401, {"code": "remoteAddressBlocked"})
            case Mishap.BUSY:
                return self._response(request, 429, {})
            case Mishap.KILLED_BEFORE | Mishap.KILLED_AFTER:
                raise Killed
            case Mishap.NONE:
                pass
        try:
            return self._response(request, 201 if request.method == "POST" else 200, act())
        except NotThis as no:
            return self._response(request, no.status, no.body)

    def _response(self, request: requests.PreparedRequest, status: int, body: Json) -> requests.Response:
        headers = {"Date": format_datetime(self.now(), usegmt=True), "Content-Type": "application/json"}
        if isinstance(body, tuple):
            body, paging = body
            headers |= paging
        content = body if isinstance(body, str) else json.dumps(body)
        raw = HTTPResponse(
            body=io.BytesIO(content.encode()), headers=headers, status=status, preload_content=False
        )
        return HTTPAdapter().build_response(request, raw)

    # The API

    def answer(self, method: str, path: str, query: dict[str, list[str]], body: Json) -> Json:
        """What the server does and says."""
        for verb, pattern, view in ROUTES:
            found = re.fullmatch(pattern, path)
            if verb == method and found:
                return view(self, query, body, *map(self._owner_or_text, found.groups()))
        raise NotThis(404, {})

    def _owner_or_text(self, text: str) -> str:
        return text.removeprefix("id:")

    def _user(self, owner: str) -> Json:
        name = next((name for name, found in self.users.items() if found == owner), None)
        if name is None:
            raise NotThis(404, {"entityType": "User", "key": owner})
        return {"id": owner, "display": name}

    def _account(self, owner: str) -> Json:
        if owner == "system":
            return {"kind": "system", "type": SYSTEM_ACCOUNT}
        return {"kind": "user", "type": USER_ACCOUNT, "user": self._user(owner)}

    def _transfer(self, made: Made) -> Json:
        return {
            "id": made.id,
            "transactionNumber": f"RC{made.id}",
            "date": made.at.isoformat(),
            "amount": f"{made.amount:.2f}",
            "from": self._account(made.payer),
            "to": self._account(made.payee),
            "kind": "chargeback" if made.undoes else "payment",
        }

    def _transaction(self, made: Made) -> Json:
        return {
            **self._transfer(made),
            "id": made.transaction,
            "description": made.description,
            "customValues": [
                {"field": {"internalName": name, "type": "string"}, "stringValue": value}
                for name, value in made.fields.items()
            ],
        }

    def _find(self, transfer_id: str) -> Made:
        for made in self.transfers:
            if transfer_id in (made.id, made.transaction):
                return made
        raise NotThis(404, {"entityType": "Transfer", "key": transfer_id})

    def _page(self, rows: list[Json], query: dict[str, list[str]]) -> Json:
        size = min(int(query.get("pageSize", ["40"])[0]), self.page_cap)
        page = int(query.get("page", ["0"])[0])
        shown = rows[page * size : (page + 1) * size]
        return shown, {"X-Has-Next-Page": "true" if len(rows) > (page + 1) * size else "false"}

    def _matching(self, query: dict[str, list[str]]) -> list[Made]:
        begin = datetime.fromisoformat(query["datePeriod"][0]) if "datePeriod" in query else None
        found = [made for made in self.transfers if begin is None or made.at >= begin]
        return found if "dateAsc" in query.get("orderBy", ()) else found[::-1]

    def auth(self, _query: Json, _body: Json) -> Json:
        return {"user": {"id": "1", "display": "Admin"}, "role": "administrator", "permissions": {}}

    def session(self, _query: Json, _body: Json) -> Json:
        return {"sessionToken": "a-token"}

    def ui(self, _query: Json, _body: Json) -> Json:
        return {"cyclosVersion": "4.16.18"}

    def search_users(self, query: Json, _body: Json) -> Json:
        return self._page([{"id": owner, "display": name} for name, owner in self.users.items()], query)

    def locate(self, _query: Json, _body: Json, who: str) -> Json:
        owner = self.users.get(who.rpartition(":")[2], "")
        return self._user(owner)

    def groups(self, _query: Json, _body: Json) -> Json:
        return [{"id": "81", "name": "Players"}]

    def data_for_new(self, _query: Json, _body: Json) -> Json:
        return {"passwordTypes": [{"id": "41", "internalName": "login"}]}

    def create_user(self, _query: Json, body: Json) -> Json:
        if body["username"] in self.users:
            raise NotThis(422, {"code": "validation", "properties": ["username"]})
        self.add(body["username"])
        self.passwords[self.users[body["username"]]] = body["passwords"][0]["value"]
        return {"status": "active", "user": {"id": self.users[body["username"]], "display": body["name"]}}

    def token_types(self, _query: Json, _body: Json, _owner: str) -> Json:
        return [{"type": {"id": "61", "internalName": "qrCard", "physicalType": "qrCode"}, "create": True}]

    def new_token(self, _query: Json, body: Json, _type: str) -> Json:
        self.tokens[body["value"]] = body["user"]
        return "62"

    def password_types(self, _query: Json, _body: Json, _owner: str) -> Json:
        return [{"type": {"id": "41", "internalName": "login"}, "status": "active"}]

    def change_password(self, _query: Json, body: Json, owner: str, _type: str) -> Json:
        self.passwords[owner] = body["newPassword"]
        return {}

    def for_perform(self, query: Json, _body: Json, owner: str) -> Json:
        to = query["to"][0].removeprefix("id:")
        kind = TYPES[owner == "system", to == "system"]
        fields = [{"id": "51", "internalName": "reckless", "type": "string"}] if self.with_fields else []
        data = {**kind, "currency": CURRENCY, "customFields": fields, "descriptionAvailability": "optional"}
        return {"accounts": [], "paymentTypes": [{**kind, "currency": CURRENCY}], "paymentTypeData": data}

    def pay(self, _query: Json, body: Json, owner: str) -> Json:
        made = self.move(
            owner,
            body["subject"].removeprefix("id:"),
            Decimal(body["amount"]),
            body.get("description") or "",
            body.get("customValues"),
        )
        return {"id": made.transaction, "transactionNumber": f"RC{made.id}"}

    def view_transaction(self, _query: Json, _body: Json, key: str) -> Json:
        made = self._find(key)
        return {**self._transaction(made), "transfer": self._transfer(made)}

    def view_transfer(self, _query: Json, _body: Json, key: str) -> Json:
        made = self._find(key)
        view = {**self._transfer(made)}
        if not made.undoes:
            view["transaction"] = self._transaction(made)
        if made.undone_by:
            view["chargedBackBy"] = {"id": made.undone_by}
        if made.undoes:
            view["chargebackOf"] = {"id": made.undoes}
        return view

    def charge_back(self, _query: Json, _body: Json, key: str) -> Json:
        made = self._find(key)
        if made.undone_by or made.undoes:
            raise NotThis(403, {"code": "permissionDenied"})
        back = self.move(made.payee, made.payer, made.amount)
        back.undoes, made.undone_by = made.id, back.id
        return back.id

    def accounts(self, _query: Json, _body: Json, owner: str) -> Json:
        kind = SYSTEM_ACCOUNT if owner == "system" else USER_ACCOUNT
        return [
            {
                "id": "1",
                "type": kind,
                "currency": CURRENCY,
                "status": {"balance": f"{self.balance(owner):.2f}"},
            }
        ]

    def account(self, _query: Json, _body: Json, owner: str, _type: str) -> Json:
        return {"type": USER_ACCOUNT, "status": {"balance": f"{self.balance(owner):.2f}"}}

    def history(self, query: Json, _body: Json, owner: str, _type: str) -> Json:
        rows = []
        for made in self._matching(query):
            if owner not in (made.payer, made.payee):
                continue
            wanted = query.get("description", [""])[0]
            if self.filters and wanted not in made.description:
                continue
            field_wanted = query.get("customFields", [""])[0].partition(":")[2]
            if self.filters and field_wanted and field_wanted not in made.fields.values():
                continue
            out = made.payer == owner
            rows.append(
                {
                    "id": made.id,
                    "transactionNumber": f"RC{made.id}",
                    "date": made.at.isoformat(),
                    "amount": f"{-made.amount if out else made.amount:.2f}",
                    "description": made.description,
                    "relatedAccount": self._account(made.payee if out else made.payer),
                }
            )
        return self._page(rows, query)

    def all_transfers(self, query: Json, _body: Json) -> Json:
        return self._page([self._transfer(made) for made in self._matching(query)], query)

    def new_ticket(self, _query: Json, body: Json, owner: str) -> Json:
        number = f"{len(self.tickets):032d}"
        payer = body.get("payer")
        self.tickets[number] = MadeTicket(
            number,
            owner,
            payer.removeprefix("id:") if payer else None,
            Decimal(body["amount"]),
            body["orderId"],
            body.get("description") or "",
            body.get("customValues") or {},
            body["successWebhook"],
        )
        return self._ticket(number)

    def _ticket(self, number: str) -> Json:
        ticket = self.tickets.get(number)
        if ticket is None:
            raise NotThis(404, {"entityType": "Ticket", "key": number})
        view: dict[str, Json] = {
            "id": f"9{number}",
            "ticketNumber": number,
            "ticketStatus": ticket.state,
            "approveUrl": f"https://cyclos.test/pay/{number}",
        }
        if ticket.transfer:
            view["transaction"] = {"id": self._find(ticket.transfer).transaction}
        return view

    def ticket(self, _query: Json, _body: Json, number: str) -> Json:
        return self._ticket(number)

    def process(self, query: Json, _body: Json, number: str) -> Json:
        ticket = self.tickets[number]
        if query.get("orderId") != [ticket.order] or ticket.state not in ("approved", "processed"):
            raise NotThis(403, {"code": "illegalAction"})
        again = ticket.transfer is not None
        if ticket.transfer is None:
            made = self.move(
                ticket.payer or "", ticket.payee, ticket.amount, ticket.description, ticket.fields
            )
            ticket.transfer, ticket.state = made.id, "processed"
        return {**self._ticket(number), "actuallyProcessed": not again}

    def cancel(self, _query: Json, _body: Json, number: str) -> Json:
        ticket = self.tickets[number]
        if ticket.state != "open":
            raise NotThis(403, {"code": "illegalAction"})
        ticket.state = "canceled"
        return {}


View = Callable[..., Json]
ROUTES: tuple[tuple[str, str, View], ...] = (
    ("GET", r"/auth", StandIn.auth),
    ("POST", r"/auth/session", StandIn.session),
    ("GET", r"/ui/data-for-ui", StandIn.ui),
    ("GET", r"/users", StandIn.search_users),
    ("POST", r"/users", StandIn.create_user),
    ("GET", r"/users/groups-for-registration", StandIn.groups),
    ("GET", r"/users/data-for-new", StandIn.data_for_new),
    ("GET", r"/users/([^/]+)/locate", StandIn.locate),
    ("GET", r"/([^/]+)/token-types", StandIn.token_types),
    ("POST", r"/tokens/([^/]+)/new", StandIn.new_token),
    ("GET", r"/([^/]+)/passwords", StandIn.password_types),
    ("POST", r"/([^/]+)/passwords/([^/]+)/change", StandIn.change_password),
    ("GET", r"/([^/]+)/payments/data-for-perform", StandIn.for_perform),
    ("POST", r"/([^/]+)/payments", StandIn.pay),
    ("GET", r"/transactions/([^/]+)", StandIn.view_transaction),
    ("GET", r"/transfers", StandIn.all_transfers),
    ("GET", r"/transfers/([^/]+)", StandIn.view_transfer),
    ("POST", r"/transfers/([^/]+)/chargeback", StandIn.charge_back),
    ("GET", r"/([^/]+)/accounts", StandIn.accounts),
    ("GET", r"/([^/]+)/accounts/([^/]+)", StandIn.account),
    ("GET", r"/([^/]+)/accounts/([^/]+)/history", StandIn.history),
    ("POST", r"/([^/]+)/tickets", StandIn.new_ticket),
    ("GET", r"/tickets/([^/]+)", StandIn.ticket),
    ("POST", r"/tickets/([^/]+)/process", StandIn.process),
    ("POST", r"/tickets/([^/]+)/cancel", StandIn.cancel),
)
