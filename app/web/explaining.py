"""Whether a browser wants each prompt explained: a cookie remembers it, for this browser alone."""

from flask import request
from werkzeug.wrappers import Response

COOKIE = "reckless_explain"
AGE_S = 30 * 24 * 3600
ON, OFF = "on", "off"


def is_explaining() -> bool:
    """Whether this browser wants it."""
    return request.args.get("explain", request.cookies.get(COOKIE, OFF)) == ON


def remembered(response: Response) -> Response:
    """Have the browser remember what the page's address says: `?explain=on` or `?explain=off`."""
    said = request.args.get("explain")
    if said == ON:
        response.set_cookie(
            COOKIE, ON, max_age=AGE_S, httponly=True, samesite="Lax", secure=request.is_secure, path="/"
        )
    elif said == OFF:
        response.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")
    return response
