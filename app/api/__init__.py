"""The JSON API under /v1, and what those need who run the service: /healthz and /metrics."""

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from app.api import docs, events, ledger, operations, play, problems, sessions, stream, tables, tiles
from app.api.calls import PREFIX, Api


def init_app(app: Flask) -> None:
    """Add them to the application."""
    app.before_request(_refuse_unknown_calls)
    app.after_request(_guard)
    api = Api(app)
    for group in (sessions, tiles, events, tables, play, stream, ledger):
        api.register_blueprint(group.CALLS)
    docs.init_app(app, api)
    operations.init_app(app)


def _is_ours() -> bool:
    return request.path == PREFIX or request.path.startswith(f"{PREFIX}/")


def _refuse_unknown_calls() -> Response | None:
    """Answer for addresses and methods that are none of ours, before pages answer for them."""
    error = request.routing_exception
    if _is_ours() and isinstance(error, HTTPException) and not isinstance(error, RequestRedirect):
        return problems.on_http(error)
    return None


def _guard(response: Response) -> Response:
    """Let nobody keep, guess at or frame an answer."""
    if _is_ours():
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
        response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    return response
