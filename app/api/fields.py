"""The kinds of fields that requests and answers are made of; what they say when they can't be read is ours."""

from datetime import UTC, datetime
from typing import Any

from marshmallow import Schema, fields, validate

SAID: dict[str, str | list[Any] | dict[Any, Any]] = {
    "required": "This field is missing.",
    "null": "This field can't be null.",
    "invalid": "This field can't be read.",
    "type": "This field can't be read.",
}


def shown_time(at: int) -> str:
    """Microseconds since 1970-01-01 UTC as ISO 8601 with milliseconds and Z."""
    moment = datetime.fromtimestamp(at // 1_000_000, UTC).replace(microsecond=at % 1_000_000)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Shape(Schema):
    """Refuses unknown fields, and says so in this program's words."""

    error_messages = {"unknown": "There is no such field.", "type": "This is an object with fields."}  # noqa: RUF012


class Time(fields.Field[int]):
    """A moment; inside, microseconds since 1970-01-01 UTC."""

    def _serialize(self, value: int | None, attr: str | None, obj: object, **_: object) -> str | None:
        return None if value is None else shown_time(value)


def text(*, most: int = 200, **kwargs: Any) -> fields.String:  # noqa: ANN401 - marshmallow's own
    """A text of at most so many characters."""
    length = validate.Length(max=most, error="This text is too long: at most {max} characters.")
    return fields.String(validate=length, error_messages=SAID, **kwargs)


def whole(least: int, most: int, **kwargs: Any) -> fields.Integer:  # noqa: ANN401
    """A whole number in a range."""
    inside = validate.Range(least, most, error="This is a whole number from {min} to {max}.")
    return fields.Integer(validate=inside, error_messages=SAID, **kwargs)
