"""What the server tells by itself."""

from collections.abc import Iterable
from uuid import uuid4

import requests

from cyclos_client.auth import SessionLogin
from cyclos_client.caller import SESSION_OVER, Caller, fields_parameter
from cyclos_client.errors import CyclosInvalid, CyclosServerFault, CyclosUnauthorized
from cyclos_client.events import SILENCE_S, PushStream
from cyclos_client.failures import failure
from cyclos_client.models.people import Notification, NotificationsStatus
from cyclos_client.paging import PAGE_SIZE, Page
from cyclos_client.transport import Request


class PushOperations(Caller):
    """Operations of Push and Notifications."""

    def notifications_status(self) -> NotificationsStatus:
        """How many notifications are new."""
        return self._fetch(NotificationsStatus, "notificationsStatus", "/notifications/status")

    def search_notifications(
        self,
        *,
        only_new: bool = False,
        only_unread: bool = False,
        page: int = 0,
        page_size: int = PAGE_SIZE,
        fields: Iterable[str] | None = None,
    ) -> Page[Notification]:
        """A page of one's notifications, newest first."""
        query = {
            "onlyNew": only_new or None,
            "onlyUnread": only_unread or None,
            "fields": fields_parameter(fields),
        }
        return self._fetch_page(
            Notification, "searchNotifications", "/notifications", query, page=page, page_size=page_size
        )

    def subscribe_for_push_notifications(
        self,
        kinds: Iterable[str],
        *,
        ticket_number: str | None = None,
        client_id: str | None = None,
        last_event_id: str = "",
    ) -> PushStream:
        """Follow what happens: nothing is sent before the first event is asked for.

        Args:
            kinds: "ticket", "accountStatus", "newNotification", "loggedOut", ...
            ticket_number: For guests who wait for one ticket.
            client_id: What the server knows this follower by; made up if left out.
            last_event_id: The event to go on after, if the server still has what followed.

        Raises:
            CyclosInvalid: If no kind is named.
        """
        wanted = tuple(kinds)
        if not wanted:
            raise CyclosInvalid("Name at least one kind of event.", operation="subscribeForPushNotifications")
        who = client_id or uuid4().hex

        def connect(last_id: str) -> requests.Response:
            # The header is what the description has; the official web frontend sends the parameter.
            last = {"Last-Event-ID": last_id} if last_id else {}
            request = self._request(
                "subscribeForPushNotifications",
                "GET",
                "/push/subscribe",
                {
                    "clientId": who,
                    "kinds": wanted,
                    "ticketNumber": ticket_number,
                    "lastEventId": last_id or None,
                },
                headers={"Accept": "text/event-stream", **last},
            )
            return self._follow(request)

        return PushStream(connect, self._waiting.jitter, last_event_id=last_event_id)

    def _follow(self, request: Request) -> requests.Response:
        """Open a stream, with a new session if the old one ended."""
        for may_sign_in in (True, False):
            token = self._session.token() if isinstance(self._credentials, SessionLogin) else None
            response = self._transport.open(self._signed(request, token), read_s=SILENCE_S)
            if response.status_code == 200 and "event-stream" in response.headers.get("Content-Type", ""):
                return response
            with response:
                answer = self._transport.read(request, response, read_s=self._timeouts.read_s)
            error = failure(request.name, answer) or CyclosServerFault(
                "the server did not open a stream", operation=request.name, status=answer.status
            )
            if not (
                may_sign_in and token and isinstance(error, CyclosUnauthorized) and error.code in SESSION_OVER
            ):
                raise error
            self._session.ended(token)
        raise AssertionError("the second time ends above")
