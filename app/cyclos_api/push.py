"""Live updates: server-sent events, in the kinds that clients of a Cyclos subscribe to.

The id of an event is the number of the transfer that it tells of, so that what a cut line has missed is told after it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Response, copy_current_request_context, current_app, request
from flask_babel import gettext as _

from app.cyclos_api import callers, names, reading, shapes
from app.cyclos_api.callers import By, Caller
from app.cyclos_api.names import services
from app.cyclos_api.operations import NOTHING, SHORTEST, Answer, operation
from app.cyclos_api.shapes import Shape
from app.cyclos_api.tickets import ticket_of, ticket_view
from app.errors import Json
from app.ledger import TransferKind
from app.services import Services
from app.services.accounts import Search
from app.services.accounts.news import Place, read_place
from app.services.accounts.receipts import Receipt
from app.services.payments.ticket import TicketStatus
from app.services.people.access_clients import ClientStatus

HEARTBEAT_S = 15
"""Clients give a silent stream up after 45 seconds, some proxies after 30."""
MINUTE = 60 * 1_000_000
TOLD_AGAIN = 10 * MINUTE
"""What is older is not told after a cut line."""
BEFORE_LISTENING = 2 * MINUTE
"""Tickets paid so shortly before a client first listens are told: it may have shown one before it began to."""

KINDS = ("ticket", "accountStatus", "newNotification", "loggedOut")


@dataclass(frozen=True, slots=True)
class Listener:
    """Somebody who listens."""

    who: Caller
    kinds: frozenset[str]
    place: Place | None


@operation("subscribeForPushNotifications", "GET", "/push/subscribe", guest=True)
def subscribe() -> Response:
    """Live updates of the own account, or of one ticket for whoever knows its number."""
    given = reading.args("kinds")
    kinds = frozenset(kind for kind in KINDS if not given or kind in given)
    number = reading.arg("ticketNumber")
    if callers.guest_or_caller() is None and number is not None:
        ticket_of(number)
        events = _ticket_events(services(), number)
    else:
        last = reading.arg("lastEventId") or request.headers.get("Last-Event-ID", "")
        events = _events(services(), Listener(callers.caller(), kinds, read_place(last)))
    response = current_app.response_class(_in_context(events), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _in_context(events: Iterator[str]) -> Iterator[str]:
    """The events, each made as in the request that began the stream: names and language are its."""
    who = callers.guest_or_caller()

    @copy_current_request_context
    def another() -> str | None:
        callers.act_as(who)
        return next(events, None)

    return iter(another, None)


def _events(program: Services, listener: Listener) -> Iterator[str]:
    """Tell what comes about in the listener's account, for as long as the session lasts."""
    yield "retry: 2000\n\n"
    user, place = listener.who.actor.user, listener.place
    began = program.clock.now()
    since = began - (TOLD_AGAIN if place else BEFORE_LISTENING)
    # What was there before somebody listened for the first time is no news, but for tickets that a page still shows.
    among = KINDS if place else ("ticket",)
    while not program.hub.closed:
        if not _lasts(program, listener.who, began):
            if "loggedOut" in listener.kinds and listener.who.by is not By.BASIC:
                yield _event("loggedOut", None, "")
            return
        look = program.news.look(user, place, since=since)
        topic = look.place.table_id if look.place else f"nobody {user}"
        told = "".join(_told(program, listener, receipt, among) for receipt in look.receipts)
        yield told or ": nothing new\n\n"
        place, among = look.place, KINDS
        with program.hub.watching(topic):
            again = program.news.look(user, place, since=since)
            if again.place == place:
                program.hub.wait(topic, again.seq, HEARTBEAT_S)


def _lasts(program: Services, who: Caller, began: int) -> bool:
    """Whether the caller could still open this stream; a password is asked for again from time to time."""
    match who.by:
        case By.SESSION:
            return program.people.actor(who.token) is not None
        case By.CLIENT:
            own = program.access_clients.of(who.actor, who.actor.user)
            return who.client is not None and who.client.id in {
                client.id for client in own if client.status is ClientStatus.ACTIVE
            }
        case By.BASIC:
            return program.clock.now() < began + TOLD_AGAIN


def _n(receipt: Receipt) -> int:
    return int(receipt.number.rpartition("-")[2])


def _told(program: Services, listener: Listener, receipt: Receipt, among: Sequence[str]) -> str:
    """The events of these kinds about one transfer, in one piece: the id after them means that they were told."""
    actor, kinds = listener.who.actor, listener.kinds & set(among)
    events: list[tuple[str, Json]] = []
    if "ticket" in kinds:
        for ticket in program.tickets.paid_by(receipt.table_id, (_n(receipt),)).values():
            # Without the payment clients would look for one that is not there; it is there for whoever is told.
            events.append(("ticket", ticket_view(ticket)))
    if "newNotification" in kinds and receipt.payee == actor.user and _is_paid(receipt):
        events.append(("newNotification", {**_status(1), "notification": notification(receipt)}))
    if "accountStatus" in kinds and not actor.is_organizer:
        purse = program.accounts.purse(actor, actor.user)
        events.append(("accountStatus", {**shapes.account(actor.user), **shapes.account_with_status(purse)}))
    last = len(events) - 1
    return "".join(
        _event(kind, data, receipt.number if at == last else "") for at, (kind, data) in enumerate(events)
    )


def _event(kind: str, data: Json, number: str) -> str:
    mark = f"id: {number}\n" if number else ""
    return f"{mark}event: {kind}\ndata: {json.dumps(data, separators=SHORTEST)}\n\n"


def _ticket_events(program: Services, number: str) -> Iterator[str]:
    """Tell a guest who knows a ticket's number when it is paid or over."""
    yield "retry: 2000\n\n"
    known = TicketStatus.OPEN
    while not program.hub.closed:
        ticket = program.tickets.get(number)
        if ticket.status is not known:
            known = ticket.status
            yield _event("ticket", ticket_view(ticket), "")
        else:
            yield ": nothing new\n\n"
        look = program.news.look(ticket.payee, None, since=program.clock.now())
        topic = look.place.table_id if look.place else f"nobody {ticket.payee}"
        with program.hub.watching(topic):
            if program.tickets.get(number).status is known:
                program.hub.wait(topic, look.seq, HEARTBEAT_S)


def _is_paid(receipt: Receipt) -> bool:
    return receipt.kind == TransferKind.PAYMENT


def notification(receipt: Receipt) -> Shape:
    """What somebody who was paid is told: Notification."""
    payer = names.display(receipt.payer)
    return {
        "id": receipt.number,
        "date": shapes.date(receipt.at),
        "subject": _("Payment received"),
        "message": _("%(payer)s paid you %(amount)d.", payer=payer, amount=receipt.amount),
        "type": "paymentReceived",
        "entityType": "transaction",
        "entityId": receipt.number,
        "relatedUser": shapes.user(receipt.payer),
        "read": True,
    }


def _status(count: int) -> Shape:
    return {"newNotifications": count, "unreadNotifications": count}


@operation("notificationsStatus", "GET", "/notifications/status")
def notifications_status() -> Shape:
    """How many notifications wait: none ever do, for what comes in is told as it happens."""
    return _status(0)


@operation("searchNotifications", "GET", "/notifications")
def notifications() -> Answer:
    """The payments that came into the own account, newest first."""
    page, user = reading.paging(), callers.actor().user
    search = Search(owner=user, incoming=True, kinds=(TransferKind.PAYMENT,))
    if reading.flag("onlyNew") or reading.flag("onlyUnread") or callers.actor().is_organizer:
        return page.answer([], 0)
    found = services().accounts.history(callers.actor(), search, offset=page.offset, limit=page.size)
    return page.answer([notification(receipt) for receipt in found.items], found.count)


@operation("markNotificationsAsRead", "POST", "/notifications/mark-as-read")
def mark_as_read() -> Answer:
    """Nothing: notifications are not kept, so none is unread."""
    return NOTHING


@operation("updateLastViewDateForNotifications", "POST", "/notifications/viewed")
def viewed() -> Answer:
    """Nothing: notifications are not kept, so none is new."""
    return NOTHING
