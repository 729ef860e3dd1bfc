"""One decorator for every operation: its name and address in the official description, and who may call it."""

import functools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from flask import Blueprint, Response, json, request

from app.cyclos_api import callers
from app.cyclos_api.fields import chosen
from app.errors import Json

PREFIX = "/api"
SHORTEST = (",", ":")

BLUEPRINT = Blueprint("cyclos_api", __name__, url_prefix=PREFIX)


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation that is there.

    Attributes:
        id: Its operationId in the official description.
        method: Of HTTP.
        path: Its address below /api, as the official description writes it.
        guest: Whether one need not be signed in.
        does: In one sentence, from the view's docstring.
    """

    id: str
    method: str
    path: str
    guest: bool
    does: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a view gives back where it is more than a JSON body with status 200.

    `data` is the body: JSON, or a text if `as_text`; None for an answer without one.
    """

    data: Json = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    as_text: bool = False


NOTHING = Answer(status=204)

OPERATIONS: list[Operation] = []
"""All operations, in the order in which the modules define them."""

View = TypeVar("View", bound=Callable[..., object])

_IN_PATH = re.compile(r"\{(\w+)\}")
_ANY_TEXT = ("/users/{user}/locate", "/easy-invoices/qr-code/{to}", "/easy-invoices/data-for-perform/{to}")
"""Addresses of which a part may be a whole link, slashes and all."""


def operation(
    name: str,
    method: str,
    path: str,
    *,
    guest: bool = False,
    by_query: bool = False,
    signs_in: bool = False,
) -> Callable[[View], View]:
    """Make a function an operation. It gets the parts of the address by name, and answers with JSON or an Answer.

    Args:
        name: operationId.
        method: Of HTTP.
        path: As in the official description.
        guest: Whether one need not be signed in.
        by_query: Whether a session may stand in the query, because an <img> can send no headers.
        signs_in: Whether the view itself looks who calls, so that a password is looked at once.
    """

    def decorate(view: View) -> View:
        does = (view.__doc__ or "").strip().split("\n", 1)[0]
        OPERATIONS.append(Operation(name, method, path, guest, does))

        @functools.wraps(view)
        def answer(**values: str) -> Response:
            if not signs_in:
                callers.find(by_query=by_query)
            if not guest and not signs_in:
                callers.caller()
            return respond(view(**{_snake(part): value for part, value in values.items()}))

        rule = _IN_PATH.sub(lambda part: _converter(path, part.group(1)), path)
        # A link in the address has two slashes in a row.
        BLUEPRINT.add_url_rule(
            rule, name, answer, methods=[method], strict_slashes=False, merge_slashes=False
        )
        return view

    return decorate


def respond(given: object) -> Response:
    """The response for what a view gave back."""
    if isinstance(given, Response):
        return given
    answer = given if isinstance(given, Answer) else Answer(given)  # type: ignore[arg-type]  # JSON, as views promise
    if answer.status == 204:
        response = Response(status=204)
    elif answer.as_text:
        response = Response(str(answer.data or ""), answer.status, mimetype="text/plain")
    else:
        data = chosen(answer.data, request.args.getlist("fields"))
        response = Response(json.dumps(data, separators=SHORTEST), answer.status, mimetype="application/json")
    response.headers.update(answer.headers)
    return response


def created(path: str, data: Json) -> Answer:
    """The answer for a new thing, and where it is below /api; no host is named, for the one in a call may be forged."""
    return Answer(data, 201, {"Location": f"{PREFIX}{path}"})


def created_text(path: str, text: str) -> Answer:
    """The same where the answer is a bare id."""
    return Answer(text, 201, {"Location": f"{PREFIX}{path}"}, as_text=True)


def _converter(path: str, name: str) -> str:
    return f"<path:{name}>" if path in _ANY_TEXT else f"<{name}>"


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
