"""The players' phone pages; also the base page, styles, icons and session that the organizers' desk shares."""

from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, redirect, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from app.errors import AppError
from app.web import assets, page, problems, session

OTHER_DOORS = ("/v1", "/api", "/assets")
"""Addresses that are no pages."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def guard(blueprint: Blueprint) -> None:
    """Give a blueprint of pages what all of them need: forgery check, problems as pages, the headers."""
    blueprint.before_request(_check_forms)
    blueprint.register_error_handler(AppError, problems.on_error)
    blueprint.register_error_handler(HTTPException, problems.on_http)
    blueprint.after_request(problems.answer_script)
    blueprint.after_request(_headers)


def init_app(app: Flask) -> None:
    """Add the pages to the application."""
    from app.web.views import BLUEPRINT

    Babel(app)  # type: ignore[no-untyped-call]
    app.config.update(
        SESSION_COOKIE_NAME="reckless_note", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax"
    )
    page.prepare(app)
    app.before_request(_any_case)
    app.register_error_handler(404, _nowhere)
    app.add_url_rule("/assets/<path:name>", "assets", assets.serve)
    app.register_blueprint(BLUEPRINT)


def _check_forms() -> None:
    if request.method == "POST":
        session.check_csrf()


def _any_case() -> AnyResponse | None:
    """Lead an address in capitals to the same page: codes in capitals are smaller, and some scanners shout."""
    lost = isinstance(request.routing_exception, NotFound) and request.method in ("GET", "HEAD")
    if not lost or request.path == request.path.lower() or request.path.startswith(OTHER_DOORS):
        return None
    query = urlencode([(name.lower(), value) for name, value in request.args.items(multi=True)])
    return redirect(request.path.lower() + (f"?{query}" if query else ""), 302)


def _nowhere(error: HTTPException) -> Response:
    """Answer for an address that no page has."""
    return _headers(current_app.make_response(problems.on_http(error)))


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Permissions-Policy", "camera=(self)")
    response.headers.setdefault("Cache-Control", "no-store")
    return response
