"""Our ledger as a Cyclos, under /api: clients of a Cyclos sign in, look and pay here, under the rules of the table."""

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from app.cyclos_api import (
    admin,
    banking,
    clients,
    frontend,
    invoices,
    mobile,
    payments,
    pos,
    problems,
    push,
    sessions,
    tickets,
    tokens,
    transactions,
    ui,
    users,
)
from app.cyclos_api.operations import BLUEPRINT, OPERATIONS, PREFIX
from app.errors import AppError

__all__ = ["OPERATIONS", "init_app"]

GROUPS = (
    frontend,
    sessions,
    banking,
    payments,
    transactions,
    tickets,
    pos,
    invoices,
    users,
    tokens,
    clients,
    push,
    admin,
    mobile,
)
"""The modules with operations: importing them is what adds them."""

BLUEPRINT.register_error_handler(AppError, problems.on_error)
BLUEPRINT.register_error_handler(HTTPException, problems.on_http)

EXPOSED = "Location, X-Total-Count, X-Page-Size, X-Current-Page, X-Page-Count, X-Has-Next-Page"
ALLOWED = (
    "Authorization, Channel, Principal-Type, Session-Token, Session-Prefix, Access-Client-Token, Content-Type, Accept,"
    " Accept-Language, X-Theme, X-Correlation-ID, X-Request-ID, Preferred-Locale, confirmationPassword, confirmation,"
    " totp, Last-Event-ID, Idempotency-Key"
)


def init_app(app: Flask) -> None:
    """Add it to the application."""
    app.before_request(_answer_at_the_door)
    app.after_request(_open_to_other_origins)
    app.register_blueprint(BLUEPRINT)
    ui.add_to(app)


def _is_ours() -> bool:
    return request.path == PREFIX or request.path.startswith(f"{PREFIX}/")


def _answer_at_the_door() -> Response | None:
    """Answer what asks for no operation: a browser from elsewhere that asks what it may send, and unknown addresses."""
    if not _is_ours():
        return None
    if request.method == "OPTIONS":
        return Response(status=204)
    error = request.routing_exception
    return problems.on_http(error) if isinstance(error, HTTPException) else None


def _open_to_other_origins(response: Response) -> Response:
    """Let clients of other origins read answers; they bring their own token, for cookies are not sent along.

    Nobody keeps an answer.
    """
    if not _is_ours():
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PUT, DELETE, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = ALLOWED
        response.headers["Access-Control-Max-Age"] = "600"
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    return response
