"""Live updates: the whole view as a server-sent event, each time the table has moved on."""

import json
from collections.abc import Iterator
from typing import Any

from flask import Response, current_app, request

from app.api import shapes
from app.api.access import caller, services, token
from app.api.calls import Calls
from app.errors import NotAllowed
from app.services import Services

CALLS = Calls("live", "Live updates.")
COMPACT = (",", ":")
HEARTBEAT_S = 15
"""Proxies cut what is silent for a minute, some after 30 seconds."""


@CALLS.call(
    "GET",
    "/tables/<table_id>/stream",
    query=shapes.StreamQuery,
    gives=shapes.View,
    media_type="text/event-stream",
)
def stream_table(table_id: str, after: int = 0) -> Response:
    """Server-sent events, as the view: `event: view`, `id` its seq, `data` the whole view.

    What has moved on since `Last-Event-ID` (or `after`) is told at once. The stream ends with the session.
    """
    services().tables.view(caller(), table_id)
    seen = request.headers.get("Last-Event-ID", "")
    known = int(seen) if seen.isdecimal() and len(seen) < 16 else after
    response = current_app.response_class(
        _events(services(), token(), table_id, known), mimetype="text/event-stream"
    )
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(program: Services, session: str, table_id: str, known: int) -> Iterator[str]:
    """Tell the view whenever it has changed, for as long as this session may see it."""
    with program.hub.watching(table_id):
        yield "retry: 2000\n\n"
        while not program.hub.closed:
            view = _seen(program, session, table_id)
            if view is None:
                return
            if view["seq"] != known:
                known = view["seq"]
                yield f"id: {known}\nevent: view\ndata: {json.dumps(view, separators=COMPACT)}\n\n"
            else:
                yield ": nothing new\n\n"
            program.hub.wait(table_id, known, HEARTBEAT_S)


def _seen(program: Services, session: str, table_id: str) -> dict[str, Any] | None:
    """The view, or None once the session has ended or its owner has left the table."""
    actor = program.people.actor(session)
    if actor is None:
        return None
    try:
        view = program.tables.view(actor, table_id)
    except NotAllowed:
        return None
    return dict(shapes.shown_view(view, program.public_url))
