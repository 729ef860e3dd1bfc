"""Reading what programs send, strictly: what could be understood in two ways is refused by name."""

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from flask import Request, request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from app.errors import Invalid

MAX_BODY_BYTES = 128 * 1024
"""A deck file of 20,000 characters, each escaped, and some."""
MAX_NAME = 64

_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
"""An escaped NUL, but not the six characters behind an escaped backslash; PostgreSQL stores none."""


def limit_body() -> None:
    """Refuse bodies that are too large, and those that a form of any other web site could send.

    Raises:
        UnsupportedMediaType: If there is a body and it is not declared as JSON.
        RequestEntityTooLarge: If it is too large.
    """
    request.max_content_length = MAX_BODY_BYTES
    if request.get_data() and request.mimetype != "application/json":
        raise UnsupportedMediaType


class StrictParser(FlaskParser):
    """Reads bodies with `read_json`, and tells what is wrong by this program's own errors.

    A misspelt filter would answer with everything, so unknown names are refused in the query too.
    """

    def __init__(self) -> None:
        """Let the schemas themselves decide about unknown names, wherever they stand."""
        super().__init__(unknown=None)

    def load_json(self, req: Request, schema: Schema) -> Any:  # noqa: ANN401 - the base class has it so
        """The body's contents; no body is one without fields."""
        data = req.get_data()
        return read_json(data) if data else {}

    def handle_error(self, error: ValidationError, *_: object, **__: object) -> NoReturn:
        """Name the first field that is wrong.

        Raises:
            Invalid: Always.
        """
        tree = next(iter(error.normalized_messages().values()))  # type: ignore[no-untyped-call]
        path, reason = _first(tree)
        raise Invalid("%(reason)s", field=".".join(path) or "body", reason=reason)


def read_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON
    """Read JSON without its traps.

    Raises:
        BadRequest: If it is no JSON, or holds what JSON has no room for (NaN, numbers beyond all bounds), the same
            name twice, or characters that can't be stored.
    """
    try:
        contents = json.loads(
            data.decode(), object_pairs_hook=_object, parse_constant=_refuse, parse_float=_finite
        )
        # Half of a surrogate pair gets through the reader, but into no database.
        json.dumps(contents, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadRequest from error
    if _NUL.search(data):
        raise BadRequest
    return contents


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    contents = dict(pairs)
    if len(contents) < len(pairs):
        raise ValueError
    return contents


def _finite(text: str) -> object:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number


def _refuse(_: str) -> NoReturn:
    raise ValueError


def _first(messages: Mapping[Any, Any]) -> tuple[tuple[str, ...], str]:
    """The first message in a tree of them, and the way to it."""
    for name, found in messages.items():
        here = () if name == "_schema" else (str(name)[:MAX_NAME],)
        if isinstance(found, Mapping):
            path, reason = _first(found)
            return (*here, *path), reason
        return here, str(found[0])
    return (), "It can't be read."
