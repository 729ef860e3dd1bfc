"""Marshmallow schemas made from the dataclasses of `cyclos_client.models`: one place says what a field is.

Names are camelCase on the wire; what a server adds is ignored, what it leaves out is None (or an empty tuple).
"""

import json
import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING
from dataclasses import fields as dataclass_fields
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_dump, post_load

from cyclos_client.amounts import format_amount, parse_amount
from cyclos_client.errors import CyclosInvalid

T = TypeVar("T")


_MOST_DIGITS = 99


class Text(fields.Field[str]):
    """Text; a number is taken as its digits, because ids are opaque and some servers forget the quotes."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise ValidationError("Not a text.")
        return str(value)


class Amount(fields.Field[Decimal]):
    """An exact decimal, text on the wire."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> Decimal:
        try:
            return parse_amount(cast(str, value))
        except CyclosInvalid as error:
            raise ValidationError(str(error)) from error

    def _serialize(
        self, value: Decimal | None, attr: str | None, obj: object, **kwargs: object
    ) -> str | None:
        return None if value is None else format_amount(value)


class Moment(fields.Field[datetime]):
    """A moment with its offset; one without is taken as UTC."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> datetime:
        try:
            moment = datetime.fromisoformat(cast(str, value))
        except (TypeError, ValueError) as error:
            raise ValidationError("Not a date.") from error
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def _serialize(
        self, value: datetime | None, attr: str | None, obj: object, **kwargs: object
    ) -> str | None:
        return None if value is None else value.isoformat()


class Several(fields.List[Any]):
    """A list that becomes a tuple; none at all is an empty one."""

    def _deserialize(self, value: object, attr: str | None, data: Any, **kwargs: object) -> Any:  # noqa: ANN401
        return tuple(super()._deserialize(value, attr, data, **kwargs) or ())  # marshmallow's own signature


class _Model(Schema):
    class Meta:
        unknown = EXCLUDE

    target: type

    @post_load
    def make(self, data: dict[str, object], **kwargs: object) -> object:
        try:
            return self.target(**{name: value for name, value in data.items() if value is not None})
        except CyclosInvalid as error:
            raise ValidationError(str(error)) from error

    @post_dump
    def without_nothing(self, data: dict[str, object], **kwargs: object) -> dict[str, object]:
        return {name: value for name, value in data.items() if value is not None and value != []}


def wire_name(name: str) -> str:
    """The name on the wire of a field: `from_` is `from`, `transaction_number` is `transactionNumber`."""
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(part.capitalize() for part in tail)


def schema_for(model: type) -> Schema:
    """The schema of a dataclass of `cyclos_client.models`; one for all threads, as loading keeps nothing in it."""
    return _schema_of(cast(Hashable, model))


@cache
def _schema_of(model: type) -> Schema:
    hints = get_type_hints(model)
    needed = {one.name for one in dataclass_fields(model) if one.default is MISSING is one.default_factory}
    known = {name: _field(hint, wire_name(name), needed=name in needed) for name, hint in hints.items()}
    made: type[_Model] = type(f"{model.__name__}Schema", (_Model,), {**known, "target": model})
    return made()


def _field(hint: object, key: str | None = None, *, needed: bool = False) -> fields.Field[Any]:
    options: dict[str, Any] = {"data_key": key, "allow_none": not needed, "required": needed}
    if get_origin(hint) in (types.UnionType, Union):
        (hint,) = (part for part in get_args(hint) if part is not types.NoneType)
    if get_origin(hint) is tuple:
        return Several(_field(get_args(hint)[0], needed=True), **options)
    if get_origin(hint) is not None and issubclass(cast(type, get_origin(hint)), Mapping):
        return fields.Dict(keys=Text(), values=_field(get_args(hint)[1]), **options)
    if hint is object:
        return fields.Raw(**options)
    simple: dict[type, type[fields.Field[Any]]] = {
        Decimal: Amount,
        datetime: Moment,
        int: fields.Integer,
        bool: fields.Boolean,
    }
    kind = cast(type, getattr(hint, "__supertype__", hint))
    if kind in simple:
        return simple[kind](**options)
    if issubclass(kind, str):
        return Text(**options)
    return fields.Nested(lambda: schema_for(kind), **options)


def read_json(content: bytes) -> object:
    """What JSON says, without ever making a float: 12.50 is Decimal("12.50").

    Raises:
        ValueError: If it is not JSON, or has numbers or a depth that no honest answer has.
    """
    try:
        return json.loads(content, parse_float=_exact, parse_constant=_exact)
    except RecursionError:
        raise ValueError("nested too deep") from None


def _exact(text: str) -> Decimal:
    """A number of JSON; "1e999999999" would fill memory as soon as it was made whole."""
    try:
        number = Decimal(text)
    except ArithmeticError:
        raise ValueError("no number") from None
    if not number.is_finite() or abs(number.adjusted()) > _MOST_DIGITS:
        raise ValueError("no number")
    return number


def load(model: type[T], data: object) -> T:
    """Make a model from what JSON said.

    Raises:
        ValidationError: If a field has the wrong form.
    """
    return cast(T, schema_for(model).load(cast(Mapping[str, object], data)))


def load_what_is_readable(model: type[T], data: object) -> T:
    """Make a model from the fields that are well-formed; for answers whose news is more than their details."""
    try:
        return load(model, data)
    except ValidationError as error:
        read = cast(dict[str, object], error.valid_data if isinstance(data, dict) else {})
        wrong = wrong_fields(error)
        return model(**{name: value for name, value in read.items() if wire_name(name) not in wrong})


def wrong_fields(error: ValidationError) -> tuple[str, ...]:
    """The names on the wire of the fields that could not be read."""
    told = error.messages
    return tuple(sorted(str(name) for name in told)) if isinstance(told, dict) else ()


def dump(value: object) -> dict[str, object]:
    """What to send for a model: its fields in camelCase, without those that are None."""
    return cast(dict[str, object], schema_for(type(value)).dump(value))


def day_or_moment(value: date | datetime) -> str:
    """A bound of a period as query parameters carry it.

    Raises:
        CyclosInvalid: If it is a moment without a zone.
    """
    if isinstance(value, datetime) and value.tzinfo is None:
        raise CyclosInvalid("A moment needs its time zone.")
    return value.isoformat()
