"""Reading what clients send: leniently in form, exactly in meaning.

What a client of another Cyclos sends besides is passed over; what stands for something and can't be read is refused.
"""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, InvalidOperation
from typing import Any

from flask import request
from marshmallow import EXCLUDE, Schema, ValidationError, fields, pre_load

from app.cyclos_api.operations import Answer
from app.cyclos_api.shapes import EPOCH
from app.errors import Invalid, Json
from app.money import MAX_CREDITS

MAX_BODY_BYTES = 128 * 1024
PAGE_SIZE = 40
MAX_PAGE_SIZE = 10_000
MAX_SKIPPED = 10_000_000

_WHOLE = re.compile(r"([0-9]{1,10})(?:\.0{1,6})?", re.ASCII)


class Body(Schema):
    """A body: unknown names are passed over, and null is the same as nothing."""

    class Meta:
        """Of marshmallow."""

        unknown = EXCLUDE

    @pre_load
    def drop_nulls(self, data: Any, **_: object) -> Any:  # noqa: ANN401 - as it was sent
        """Leave out what is null."""
        if isinstance(data, dict):
            return {name: value for name, value in data.items() if value is not None}
        return data


def text(longest: int = 200, **how: Any) -> fields.String:  # noqa: ANN401 - marshmallow's own
    """A text that is not too long."""

    def fits(value: str) -> None:
        if len(value) > longest or "\0" in value or (not value.isascii() and _has_half_a_character(value)):
            raise ValidationError(f"It has at most {longest} characters.")

    return fields.String(validate=fits, **how)


def body(schema: Schema) -> dict[str, Any]:
    """What was sent, read by a schema; no body is one without fields.

    Raises:
        Invalid: If it can't be read; the field names the part.
    """
    request.max_content_length = MAX_BODY_BYTES
    data = request.get_data()
    try:
        contents = json.loads(data.decode(), parse_float=Decimal) if data.strip() else {}
    except (ValueError, RecursionError, InvalidOperation) as error:
        raise Invalid("The body is not JSON.", field="body") from error
    if not isinstance(contents, dict):
        raise Invalid("The body is a JSON object.", field="body")
    try:
        loaded: dict[str, Any] = schema.load(contents)
    except ValidationError as error:
        messages = error.normalized_messages()  # type: ignore[no-untyped-call]
        name = next(iter(messages))
        raise Invalid("This can't be read.", field=str(name)[:64]) from error
    return loaded


def amount_sent(value: object) -> object:
    """An amount for services to look at: as a whole number where it is one, however many zeros follow the point.

    "12.50" is no whole number of credits, and neither is anything that could be read in two ways: services refuse both.
    """
    match value:
        case str() if found := _WHOLE.fullmatch(value.strip()):
            return int(found.group(1))
        case Decimal() if value == value.to_integral_value() and abs(value) <= MAX_CREDITS:
            return int(value)
        case Decimal():
            return str(value)[:64]
        case _:
            return value


def arg(name: str) -> str | None:
    """A parameter of the query, or None if it is missing or empty."""
    value = request.args.get(name, "").strip()
    return value or None


def args(name: str) -> tuple[str, ...]:
    """All values of a parameter of the query, whether it is repeated or joined with commas."""
    return tuple(
        part.strip() for value in request.args.getlist(name) for part in value.split(",") if part.strip()
    )


def choice(name: str, known: Collection[str]) -> str | None:
    """A parameter that is one of these words, or None if it is missing or empty.

    Raises:
        Invalid: If it is another word.
    """
    given = arg(name)
    if given is not None and given not in known:
        raise _none_of(name, known)
    return given


def choices(name: str, known: Collection[str]) -> tuple[str, ...]:
    """All values of a parameter, each of which is one of these words; raises as `choice`."""
    given = args(name)
    if not set(given) <= set(known):
        raise _none_of(name, known)
    return given


def _none_of(name: str, known: Collection[str]) -> Invalid:
    return Invalid("This is none of %(words)s.", field=name, words=", ".join(known))


def must_not_narrow_by(*names: str) -> None:
    """Refuse to narrow a search in a way that is not there: whatever came back would be taken for what was asked for.

    Raises:
        Invalid: If one of these parameters has a value; `false` is none.
    """
    for name in names:
        if any(value != "false" for value in args(name)):
            raise Invalid("Nothing can be searched by %(name)s here.", field=name, name=name)


def flag(name: str) -> bool | None:
    """A parameter that is true or false, or None if it is missing or empty.

    Raises:
        Invalid: If it is neither.
    """
    given = (arg(name) or "").lower()
    if given not in ("", "true", "false"):
        raise _none_of(name, ("true", "false"))
    return given == "true" if given else None


def span(name: str) -> tuple[str | None, str | None]:
    """The two ends of a range, each open if it is empty: `a,b`, `a,` and `,b` as well as one parameter for each end."""
    values = request.args.getlist(name)
    parts = values[0].split(",") if len(values) == 1 else list(values)
    ends = [part.strip() or None for part in [*parts, "", ""][:2]]
    return ends[0], ends[1]


def moments(name: str) -> tuple[int | None, int | None]:
    """A range of dates, as microseconds since 1970-01-01 UTC: from the first, and before the second.

    Raises:
        Invalid: If an end is no date.
    """
    first, last = span(name)
    return (
        moment(first, name) if first else None,
        moment(last, name, whole_day=True) + 1 if last else None,
    )


def moment(given: str, name: str, *, whole_day: bool = False) -> int:
    """A date, or a date with its time, as microseconds since 1970-01-01 UTC; UTC is meant where no zone is named.

    Args:
        given: As sent; a plus sign may have become a blank on the way.
        name: Of the parameter.
        whole_day: Whether a date alone means its end.

    Raises:
        Invalid: If it is no date.
    """
    try:
        if len(given) == len("2026-11-30"):
            day = datetime.combine(date.fromisoformat(given), datetime.min.time(), UTC)
            at = day + timedelta(days=1, microseconds=-1) if whole_day else day
        else:
            at = datetime.fromisoformat(given.replace(" ", "+"))
            at = at if at.tzinfo else at.replace(tzinfo=UTC)
        return (at - EPOCH) // timedelta(microseconds=1)
    except (ValueError, OverflowError) as error:
        raise Invalid("This is not a date.", field=name) from error


def whole_numbers(name: str) -> tuple[int | None, int | None]:
    """A range of amounts, rounded inwards to whole credits.

    Raises:
        Invalid: If an end is no number.
    """
    try:
        least, most = (Decimal(end) if end else None for end in span(name))
        for end in (least, most):
            if end is not None and (not end.is_finite() or abs(end) > 10 * MAX_CREDITS):
                raise InvalidOperation
    except InvalidOperation as error:
        raise Invalid("This is not a number.", field=name) from error
    return (
        int(least.to_integral_value(ROUND_CEILING)) if least is not None else None,
        int(most.to_integral_value(ROUND_FLOOR)) if most is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page is asked for; pages count from 0."""

    page: int
    size: int
    counts: bool

    @property
    def offset(self) -> int:
        """How many items come before it."""
        return self.page * self.size

    def answer(self, items: Sequence[Json], count: int) -> Answer:
        """The page, with the headers that tell where it stands.

        Args:
            items: Of this page.
            count: How many there are in all.
        """
        headers = {
            "X-Page-Size": str(self.size),
            "X-Current-Page": str(self.page),
            "X-Has-Next-Page": "true" if self.offset + len(items) < count else "false",
        }
        if self.counts:
            headers["X-Total-Count"] = str(count)
            headers["X-Page-Count"] = str(-(-count // self.size))
        return Answer(list(items), headers=headers)

    def of(self, items: Sequence[Json]) -> Answer:
        """The page of a list that is at hand as a whole."""
        return self.answer(items[self.offset : self.offset + self.size], len(items))


def paging() -> Paging:
    """The page that is asked for: without a number the first one, without a size one of the usual size.

    Raises:
        Invalid: If page or size is no whole number, or it can't be read whether to count.
    """
    size = _number("pageSize", PAGE_SIZE)
    page = _number("page", 0)
    size = min(size, MAX_PAGE_SIZE) or PAGE_SIZE
    return Paging(min(page, MAX_SKIPPED // size), size, counts=flag("skipTotalCount") is not True)


def _number(name: str, usual: int) -> int:
    given = arg(name)
    if given is None:
        return usual
    if not (given.isascii() and given.isdecimal()):
        raise Invalid("This is no whole number from 0 on.", field=name)
    # Beyond the last page there is nothing, however far beyond.
    return int(given) if len(given) < 10 else 10**9


def _has_half_a_character(value: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in value)
