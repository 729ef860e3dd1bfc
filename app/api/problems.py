"""What goes wrong, as programs see it: RFC 9457 problem documents, of one shape for every error under /v1."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, current_app, json
from werkzeug.exceptions import HTTPException

from app import errors
from app.errors import Json, PaymentRefused, Refusal

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[type[errors.AppError], int] = {
    errors.Refused: 409,
    errors.InsufficientFunds: 409,
    errors.Invalid: 422,
    errors.NotSignedIn: 401,
    errors.TooManyTries: 429,
    errors.NotAllowed: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.KeyReused: 422,
    errors.StaleState: 409,
    errors.InProgress: 409,
    errors.RailRefused: 409,
    errors.RailUnknown: 504,
    errors.RailError: 502,
    errors.Unavailable: 503,
    errors.AppError: 500,
}

TITLE: Mapping[type[errors.AppError], str] = {
    errors.IllegalMove: "This move is not open now",
    errors.PaymentRefused: "The payment is refused",
    errors.Refused: "The rules say no",
    errors.InsufficientFunds: "There are not enough credits",
    errors.Invalid: "Something in the request can't be read",
    errors.NotSignedIn: "Nobody is signed in",
    errors.TooManyTries: "Too many tries",
    errors.NotAllowed: "This is somebody else's to do",
    errors.NotFound: "There is no such thing",
    errors.Conflict: "It is in another state than this needs",
    errors.KeyReused: "The idempotency key was used for something else",
    errors.StaleState: "The table has moved on",
    errors.InProgress: "The answer is still to come",
    errors.RailRefused: "The bank refused",
    errors.RailUnknown: "The bank gave no answer",
    errors.RailError: "The bank did not do it",
    errors.Unavailable: "The service can't do it right now; nothing was changed",
    errors.Unprintable: "The sheet did not pass the check of its codes",
    errors.AppError: "Something broke",
}


@dataclass(frozen=True, slots=True)
class Known:
    """An error that comes about before any of our own code runs."""

    code: str
    title: str
    detail: str


HTTP: Mapping[int, Known] = {
    400: Known("bad_request", "The request can't be read", "The request can't be read."),
    404: Known("not_found", TITLE[errors.NotFound], "There is no such call: /v1/docs lists them all."),
    405: Known(
        "method_not_allowed", "This address has other calls", "This address does not take this method."
    ),
    413: Known("too_large", "The request is too large", "The body of a request has at most 128 KiB."),
    415: Known(
        "not_json", "The body is not JSON", "A body is sent as JSON, with Content-Type: application/json."
    ),
    500: Known(
        "internal", TITLE[errors.AppError], "Something broke. It is our fault, and nothing is half done."
    ),
}
ANY_OTHER = Known("http", "The server refused the request", "The server refused the request.")


def status_of(error: errors.AppError) -> int:
    """The status for an error: that of its own class, or of the nearest one above."""
    if isinstance(error, PaymentRefused) and error.reason is Refusal.BAD_AMOUNT:
        return 422
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def on_error(error: errors.AppError) -> Response:
    """Answer for an error that was raised on purpose."""
    status = status_of(error)
    more: dict[str, Json] = {}
    match error:
        case errors.Refused():
            more["expected"] = error.expected
        case errors.Invalid():
            more["field"] = error.field
        case errors.TooManyTries():
            more["retry_after_s"] = error.retry_after_s
        case errors.Conflict() if "table" in error.facts:
            more["table"] = error.facts["table"]
        case _:
            pass
    if status == 500:
        current_app.logger.error("%s: %s", type(error).__name__, error, exc_info=error)
    title = next(TITLE[kind] for kind in type(error).__mro__ if kind in TITLE)
    response = _document(status, error.code, title, str(error), more)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="Reckless Companion"'
    if isinstance(error, errors.TooManyTries):
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def on_http(error: HTTPException) -> Response:
    """Answer for what the framework refuses, and for faults: those are logged by the framework already."""
    status = error.code or 500
    known = HTTP.get(status, ANY_OTHER)
    response = _document(status, known.code, known.title, known.detail, {})
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def codes() -> tuple[tuple[str, int, str], ...]:
    """Every code with its status and what it means, for the documentation."""
    refusals = [
        (reason.value, status_of(PaymentRefused(reason)), PaymentRefused.MESSAGES[reason])
        for reason in Refusal
    ]
    ours = [
        (kind.code, next(STATUS[above] for above in kind.__mro__ if above in STATUS), title + ".")
        for kind, title in TITLE.items()
        if kind not in (errors.AppError, errors.PaymentRefused, errors.Refused, errors.InsufficientFunds)
    ]
    framework = [(known.code, status, known.detail) for status, known in HTTP.items() if status != 404]
    return (*refusals, *ours, *framework)


def _document(status: int, code: str, title: str, detail: str, more: Mapping[str, Json]) -> Response:
    document = {
        "type": f"/v1/docs#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **more,
    }
    return Response(json.dumps(document), status, mimetype=MEDIA_TYPE)
