"""What all HTML pages share, whoever looks at them: session, forms, problems in words, and the headers."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from app.errors import AppError
from app.pages import problems, refused_forms, session

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
    blueprint.after_request(headers)
    blueprint.after_request(refused_forms.give_back)


def _check_forms() -> None:
    if request.method == "POST":
        session.check_csrf()


def headers(response: Response) -> Response:
    """Tell the browser what a page may do, and that none is to be kept."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Permissions-Policy", "camera=(self)")
    response.headers.setdefault("Cache-Control", "no-store")
    return response
