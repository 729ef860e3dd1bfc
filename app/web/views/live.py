"""Live pages: one stream says that the table moved on, and the page fetches what it may see."""

from collections.abc import Iterator

from flask import Blueprint, Response, current_app, make_response, render_template, request

from app.pages.session import services, signed_in, token
from app.services import Services
from app.web.views.tables import drawn

HEARTBEAT_S = 15


def fragment(table_id: str) -> Response:
    """The live part of the table's page."""
    values = drawn(signed_in(), table_id)
    return make_response(render_template("web/fragment.html", **values))


def stream(table_id: str) -> Response:
    """Server-sent events: the number of the log's last line, whenever it grows. No contents, so nothing can leak."""
    services().tables.view(signed_in(), table_id)
    last = request.headers.get("Last-Event-ID", "")
    known = int(last) if last.isdecimal() and len(last) < 12 else -1
    events = _events(services(), token(), table_id, known)
    response = current_app.response_class(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _events(found: Services, session: str, table_id: str, known: int) -> Iterator[str]:
    """Say each new line's number; end when the session or the service does."""
    with found.hub.watching(table_id):
        yield "retry: 2000\n\n"
        actor = found.people.actor(session)
        seq = int(str(found.tables.view(actor, table_id)["seq"])) if actor else known
        while not found.hub.closed:
            if seq > known:
                known = seq
                yield f"id: {seq}\ndata: {seq}\n\n"
            else:
                yield "event: beat\ndata: \n\n"
            if found.people.actor(session) is None:
                yield "event: signed-out\ndata: \n\n"
                return
            seq = found.hub.wait(table_id, known, HEARTBEAT_S)


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/tables/<table_id>/fragment", "table_fragment", fragment)
    blueprint.add_url_rule("/tables/<table_id>/stream", "table_stream", stream)
