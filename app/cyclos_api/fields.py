"""The `fields` parameter: which parts of an answer a client wants.

`a` includes a and leaves out the rest, `a.b` includes b of a, `-a` (or `!a`) leaves a out, `*a.b` and `-a.b` choose
inside of a and leave its neighbours as they are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.errors import Invalid, Json

MAX_FIELDS = 500
MAX_DEPTH = 12


@dataclass(slots=True)
class _Choice:
    """What is chosen at one level."""

    included: set[str] = field(default_factory=set)
    excluded: set[str] = field(default_factory=set)
    inside: dict[str, "_Choice"] = field(default_factory=dict)


def chosen(data: Json, given: Sequence[str]) -> Json:
    """The parts of an answer that were asked for; all of it if nothing was named.

    Args:
        data: The answer.
        given: The values of the parameter, each with any number of fields between commas.

    Raises:
        Invalid: If a field is both included and excluded.
    """
    names = [name.strip() for value in given for name in value.split(",") if name.strip()]
    if not names:
        return data
    root = _Choice()
    for name in names[:MAX_FIELDS]:
        _add(root, name)
    return _apply(data, root)


def _add(root: _Choice, name: str) -> None:
    sign = name[0] if name[0] in "+-!*" else ""
    parts = [part for part in name[len(sign) :].split(".") if part][:MAX_DEPTH]
    here = root
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        # `a.-b` says the sign where it counts.
        own = part[0] if part[0] in "+-!" else ""
        part = part[len(own) :]
        if not last:
            if sign in ("", "+") and not own:
                here.included.add(part)
            here = here.inside.setdefault(part, _Choice())
        elif (own or sign) in ("-", "!"):
            here.excluded.add(part)
        else:
            here.included.add(part)
        both = here.included & here.excluded
        if both:
            raise Invalid(
                "The field %(name)s is both asked for and left out.", field="fields", name=min(both)
            )


def _apply(data: Json, choice: _Choice) -> Json:
    match data:
        case str():
            return data
        case Mapping():
            return {
                name: _apply(value, choice.inside[name]) if name in choice.inside else value
                for name, value in data.items()
                if name not in choice.excluded and (not choice.included or name in choice.included)
            }
        case Sequence():
            return [_apply(one, choice) for one in data]
        case _:
            return data
