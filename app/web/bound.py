"""The table whose code was scanned by somebody who was not signed in: kept in mind until they are.

A cookie of its own keeps it, because the tile that is scanned next opens a page that knows nothing of the first one.
"""

from flask import request
from werkzeug.wrappers import Response

from app.errors import NotFound
from app.pages.session import services

COOKIE = "reckless_bound"
AGE_S = 15 * 60
MAX_CODE = 12


def bound_for(response: Response, code: str) -> Response:
    """Let the browser keep a table's code in mind for a while."""
    if len(code) <= MAX_CODE and code.isascii() and code.isalnum():
        response.set_cookie(
            COOKIE,
            code,
            max_age=AGE_S,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
            path="/",
        )
    return response


def bound() -> str:
    """The page of that table; the start page if there is none, or none any more."""
    code = request.cookies.get(COOKIE, "")[:MAX_CODE]
    try:
        return f"/join/{services().tables.by_code(code).code}" if code else "/"
    except NotFound:
        return "/"


def arrived(response: Response) -> Response:
    """Let the browser forget it."""
    if COOKIE in request.cookies:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")
    return response
