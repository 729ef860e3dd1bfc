"""The players' phone pages; also the base page, styles and icons that the organizers' desk shares by their names."""

from urllib.parse import urlencode, urlsplit, urlunsplit

from flask import Flask, Response, current_app, redirect, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response as AnyResponse

from app.pages import headers, problems
from app.pages.forms import local
from app.pages.session import Notes
from app.web import assets, page

OTHER_DOORS = ("/v1", "/api", "/assets")
"""Addresses that are no pages."""


def init_app(app: Flask) -> None:
    """Add the pages to the application."""
    from app.web.views import BLUEPRINT
    from app.web.views.bank import add_hook

    app.session_interface = Notes()
    Babel(app)  # type: ignore[no-untyped-call]
    app.config.update(
        SESSION_COOKIE_NAME="reckless_note", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax"
    )
    page.prepare(app)
    app.before_request(_stay_here)
    app.before_request(_any_case)
    app.register_error_handler(404, _nowhere)
    app.add_url_rule("/assets/<path:name>", "assets", assets.serve)
    app.register_blueprint(BLUEPRINT)
    add_hook(app)


def _stay_here() -> AnyResponse | None:
    """Lead to the address that was meant without naming a host.

    The one a browser names may be forged, and behind a proxy that nobody trusts it would lead away from https.
    """
    meant = request.routing_exception
    if not isinstance(meant, RequestRedirect):
        return None
    parts = urlsplit(meant.new_url)
    return redirect(local(urlunsplit(("", "", parts.path, parts.query, ""))), meant.code)


def _any_case() -> AnyResponse | None:
    """Lead an address in capitals to the same page: codes in capitals are smaller, and some scanners shout."""
    lost = isinstance(request.routing_exception, NotFound) and request.method in ("GET", "HEAD")
    if not lost or request.path == request.path.lower() or request.path.startswith(OTHER_DOORS):
        return None
    query = urlencode([(name.lower(), value) for name, value in request.args.items(multi=True)])
    return redirect(local(request.path.lower() + (f"?{query}" if query else "")), 302)


def _nowhere(error: HTTPException) -> Response:
    """Answer for an address that no page has."""
    return headers(current_app.make_response(problems.on_http(error)))
