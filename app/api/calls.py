"""One decorator for every call under /v1: its address, who may call, what it takes and gives, and its documentation.

flask-smorest carries no types; they end here, so that the views themselves are checked.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

import flask_smorest
from flask import Flask, request
from flask_smorest.utils import prepare_response
from marshmallow import Schema
from werkzeug.exceptions import HTTPException

from app.api import access, problems
from app.api.bodies import StrictParser, limit_body
from app.api.fields import Time
from app.api.shapes import Nothing, Problem
from app.errors import AppError
from app.services.ids import typed
from app.services.people.sessions import COOKIE

PREFIX = "/v1"
KEY = "idempotency_key"
KEY_HEADER = "Idempotency-Key"

DESCRIPTION = """\
Sign in with `POST /v1/sessions` and send `Authorization: Bearer TOKEN`. Pages of the service send their cookie and
`X-CSRF-Token` instead.

Every POST takes an `Idempotency-Key` of 1 to 100 printable ASCII characters, made by the caller, a new one for each
intent: the same key with the same contents acts once and gives the same answer, a refusal too, however often it is
sent; a view in it is the present one. The same key with other contents is refused (`key_reused`).

Errors are problem documents (RFC 9457) with a stable `code`; where a rule was broken, `expected` says what would be
right. Amounts are whole credits. Times are UTC. User names, table ids and codes may be typed in any letter case.
"""

_BINARY = {"type": "string", "format": "binary"}

View = TypeVar("View", bound=Callable[..., object])


class Calls(flask_smorest.Blueprint):  # type: ignore[misc]  # untyped
    """A group of calls under /v1."""

    ARGUMENTS_PARSER = StrictParser()

    def __init__(self, name: str, description: str) -> None:
        """Name the group; every call in it gives problem documents for errors."""
        super().__init__(f"api_{name}", __name__, url_prefix=PREFIX, description=description)
        self.title = name
        self.before_request(limit_body)
        self.url_value_preprocessor(_spell)
        self.register_error_handler(AppError, problems.on_error)
        self.register_error_handler(HTTPException, problems.on_http)

    def call(
        self,
        method: str,
        rule: str,
        *,
        status: int = 200,
        takes: type[Schema] = Nothing,
        query: type[Schema] | None = None,
        gives: type[Schema] | None = None,
        media_type: str | None = None,
        anybody: bool = False,
    ) -> Callable[[View], View]:
        """Make a function a call. It gets the fields of body and query by name, and answers with what `gives` shows.

        Args:
            method: Of HTTP.
            rule: The address below /v1.
            status: Of a good answer.
            takes: The body.
            query: The part after the question mark.
            gives: The answer's body; None for an answer without one, or a ready-made one.
            media_type: Of the answer, if it is no JSON.
            anybody: Whether one need not be signed in.
        """

        def decorate(view: View) -> View:
            shape: object = _BINARY if gives is None and media_type else gives
            decorated: Any = self.response(status, shape, content_type=media_type)(view)
            if query is not None:
                decorated = self.arguments(query(), location="query", as_kwargs=True)(decorated)
            if takes is not Nothing:
                decorated = self.arguments(takes(), as_kwargs=True)(decorated)
            elif method not in access.READING:
                decorated = self.ARGUMENTS_PARSER.use_kwargs(Nothing())(decorated)
            manual: dict[str, object] = {"operationId": view.__name__, "tags": [self.title]}
            if anybody:
                manual["security"] = []
            if method == "POST":
                manual["parameters"] = [KEY]
            decorated = self.doc(**manual)(decorated)

            @wraps(decorated)
            def answer(**values: object) -> object:
                if not anybody:
                    access.sign_in_caller()
                return decorated(**values)

            self.add_url_rule(rule, view.__name__, answer, methods=[method])
            return view

        return decorate


class Api(flask_smorest.Api):  # type: ignore[misc]  # untyped
    """The whole of /v1 and its OpenAPI document."""

    ERROR_SCHEMA = Problem

    def __init__(self, app: Flask) -> None:
        """Add the document at /v1/openapi.json."""
        app.config.update(
            API_TITLE="Reckless Companion",
            API_VERSION="v1",
            OPENAPI_VERSION="3.1.0",
            OPENAPI_URL_PREFIX=PREFIX,
            OPENAPI_JSON_PATH="openapi.json",
            API_SPEC_OPTIONS={
                "info": {"description": DESCRIPTION},
                "security": [{"bearer": []}, {"cookie": [], "csrf": []}],
            },
        )
        super().__init__(app)
        self.register_field(Time, "string", "date-time")
        schemes = self.spec.components
        schemes.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
        schemes.security_scheme("cookie", {"type": "apiKey", "in": "cookie", "name": COOKIE})
        schemes.security_scheme("csrf", {"type": "apiKey", "in": "header", "name": access.CSRF_HEADER})

        described = {
            "name": KEY_HEADER,
            "description": "Made by the caller, new for each intent.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 100},
        }
        schemes.parameter(KEY, "header", described)

    def _register_error_handlers(self) -> None:
        """Leave errors outside of /v1 alone; those inside are handled by each group."""

    def _register_responses(self) -> None:
        """Describe every error as a problem document."""
        described = [(status.name, status.phrase) for status in HTTPStatus if status >= 400]
        for name, phrase in [*described, ("DEFAULT_ERROR", "Any error")]:
            response = {"description": phrase, "schema": self.ERROR_SCHEMA}
            prepare_response(response, self.spec, problems.MEDIA_TYPE)
            self.spec.components.response(name, response, lazy=True)


def key() -> str | None:
    """The idempotency key of the call that is being answered."""
    return request.headers.get(KEY_HEADER)


def _spell(_: str | None, values: dict[str, Any] | None) -> None:
    """Bring ids in the address into their one spelling; a transfer's number has a hyphen of its own."""
    if values:
        values.update({name: typed(value) for name, value in values.items() if name != "number"})
