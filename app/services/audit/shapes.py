"""What rows and lines are made of: whoever writes past this program can put anything anywhere.

Looked at before anything is made of them, so that what is wrong is named, and nothing else stumbles over it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias

from app.errors import AppError
from app.services.audit.verdict import Wrong
from app.storage.audit import Booked, LineFacts
from app.storage.tables import TableRow

Data: TypeAlias = Mapping[str, Any]

NONSENSE = (
    AppError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What the rules and everything else may raise over values that this program never writes."""

LONGEST = 60
"""Characters of a strange value that are shown."""

_MISSING = object()
_decode = json.JSONDecoder().raw_decode


class Part(NamedTuple):
    """What a line says under a name.

    Attributes:
        name: The name.
        kind: The class of the value; an exact one, for True is a whole number to Python.
        should: How it is described to people.
        holds: Whether what is inside of it is right; not asked where nothing is.
        optional: Whether it may be missing.
    """

    name: str
    kind: type
    should: str
    holds: Callable[[Any], bool] | None = None
    optional: bool = False


def _texts(*names: str) -> tuple[Part, ...]:
    return tuple(Part(name, str, "a text") for name in names)


def _numbers(*names: str) -> tuple[Part, ...]:
    return tuple(Part(name, int, "a whole number") for name in names)


def _are_texts(values: Sequence[object]) -> bool:
    return set(map(type, values)) == {str}


def _are_objects(values: Sequence[object]) -> bool:
    return set(map(type, values)) == {dict}


def _are_credits(values: Mapping[str, object]) -> bool:
    return set(map(type, values.values())) == {int}


def _are_legs(values: Sequence[Any]) -> bool:
    return _are_objects(values) and all(
        one.get("payer").__class__ is str
        and one.get("payee").__class__ is str
        and one.get("amount").__class__ is int
        for one in values
    )


def _are_bookings(values: Sequence[Any]) -> bool:
    return _are_legs(values) and all(one.get("reason").__class__ is str for one in values)


_MOVE = (
    *_texts("by"),
    Part("move", dict, "a move"),
    Part("funds", dict, "whole credits for each account", _are_credits),
    Part("events", list, "a list of events", _are_objects),
    Part("bookings", list, "a list of bookings", _are_bookings),
)
_LEG = (*_texts("payer", "payee"), *_numbers("amount"))
KINDS: Mapping[str, tuple[Part, ...]] = {
    "opened": (
        *_texts("game", "mode", "validation"),
        Part("event", str, "the id of an event", optional=True),
    ),
    "moved": _texts("event"),
    "start": (
        Part("players", list, "a list of players", _are_texts),
        *_texts("game", "mode", "validation", "deck", "options", "seed_hash"),
    ),
    "move": _MOVE,
    "silence": _MOVE,
    "chance": _MOVE,
    "payment": (*_texts("payee"), *_numbers("transfer", "amount"), *_MOVE),
    "correction": (*_numbers("transfer", "reverses"), *_texts("reason")),
    "undo": (*_texts("by"), *_numbers("takes_back")),
    "seed": _texts("seed"),
    "seat": _texts("user"),
    "gathering": (Part("carried", list, "a list of transfers", _are_legs),),
    "credits": (*_LEG, *_numbers("transfer")),
    **dict.fromkeys(
        (
            "settings",
            "refused",
            "closed",
            "paused",
            "resumed",
            "asking",
            "failed",
            "unknown",
        ),
        (),
    ),
    **dict.fromkeys(("flagged", "returning", "returned", "dismissed"), ()),
}
"""What a line of each kind says, as far as anything can be compared with it."""

MAY_MOVE = ("closed", "correction")
"""Kinds of lines that hold a move while a match runs, and none else."""

_LINE = (str, int, int, int, str, str, str, bytes)
_TRANSFERS = {
    (str, int, int, int, str, str, str, int, str, debt, str, str, str, int, reverses, str, bytes)
    for debt in (int, type(None))
    for reverses in (int, type(None))
}
_NAMES = {str: "a text", int: "a whole number", bytes: "bytes"}


def check_table(row: TableRow) -> None:
    """Check that the ends of a table's chains are such, and so is what its log tells nothing of.

    Raises:
        Wrong: At the first that is something else.
    """
    ends = (
        ("match", int),
        ("seq", int),
        ("log_seal", bytes),
        ("transfers", int),
        ("transfer_seal", bytes),
        ("checkpoint", bytes),
        ("log", str),
        ("code", str),
        *((name, int) for name in ("deadline", "paused_at", "paused_left") if getattr(row, name) is not None),
    )
    for name, kind in ends:
        value = getattr(row, name)
        if value.__class__ is not kind:
            raise Wrong(f"the table's {name}", shown(value), _NAMES[kind])


def check_line_row(line: LineFacts) -> None:
    """Check that a row of the log has what the schema says.

    Raises:
        Wrong: At the first column that has something else.
    """
    if tuple(map(type, line)) != _LINE:
        _wrong_column(f"line {line.seq} of the log", line, LineFacts._fields, _LINE)


def check_transfer_row(transfer: Booked) -> None:
    """The same for a transfer, which moves something from one account to another.

    Raises:
        Wrong: At the first column that has something else.
    """
    where = f"transfer {transfer.table}-{transfer.number}"
    if tuple(map(type, transfer)) not in _TRANSFERS:
        strictest = next(
            kinds
            for kinds in _TRANSFERS
            if (kinds[9] is int) == (transfer.obligation is not None)
            and (kinds[14] is int) == (transfer.reverses is not None)
        )
        _wrong_column(where, transfer, Booked._fields, strictest)
    if transfer.amount <= 0:
        raise Wrong(f"{where}, its amount", transfer.amount, "1 or more")
    if transfer.payer == transfer.payee:
        raise Wrong(f"{where}, its payee", transfer.payee, "somebody else than its payer")


def _wrong_column(where: str, row: Sequence[Any], names: Sequence[str], kinds: Sequence[type]) -> NoReturn:
    name, value, kind = next(
        (name, value, kind)
        for name, value, kind in zip(names, row, kinds, strict=True)
        if value.__class__ is not kind
    )
    raise Wrong(f"{where}, its {name}", shown(value), _NAMES[kind])


def said(line: LineFacts) -> Data:
    """What a line says, which has the parts that a line of its kind has.

    Raises:
        Wrong: At the first that is missing or something else, or if there is no such kind.
    """
    where = f"line {line.seq} of the log"
    parts = KINDS.get(line.kind)
    if parts is None:
        raise Wrong(where, f"one of the kind {shown(line.kind)}", "a kind that this program writes")
    data = _read(where, line.data)
    _check_parts(where, data, parts)
    if "move" in data and parts is not _MOVE and line.kind != "payment":
        if line.kind not in MAY_MOVE:
            raise Wrong(where, f"a {line.kind} with a move", "none there")
        _check_parts(where, data, _MOVE)
    return data


def _read(where: str, text: str) -> Data:
    """`json.loads` without its search for blanks, which takes a quarter of the time."""
    try:
        data, end = _decode(text)
        if end != len(text):
            data = json.loads(text)
    except (ValueError, RecursionError):
        data = _MISSING
    if data.__class__ is not dict:
        raise Wrong(f"{where}, what it says", shown(text), "an object of JSON")
    found: Data = data
    return found


def _check_parts(where: str, data: Data, parts: Sequence[Part]) -> None:
    for name, kind, should, holds, optional in parts:
        value = data.get(name, _MISSING)
        if value.__class__ is not kind or (value and holds is not None and not holds(value)):
            if optional and value is _MISSING:
                continue
            raise Wrong(f"{where}, its {name}", "none" if value is _MISSING else shown(value), should)


def whole(value: object) -> int:
    """A number that may be anything, to be counted with: 0 if it is none."""
    return value if isinstance(value, int) else 0


def shown(value: object, *, sign: str = "") -> str:
    """A value that may be anything, in few characters: a hash by its beginning, a number with `sign` as format says."""
    if isinstance(value, int) and sign:
        return f"{value:{sign}}"
    if isinstance(value, bytes):
        return value.hex()[:16]
    try:
        text = ascii(value)
    except NONSENSE:
        text = f"a {type(value).__name__}"  # too deep, or a number with too many digits
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def unreadable(where: str, error: Exception) -> Wrong:
    """The fault of a place that the rules can make nothing of, although each part looks like one."""
    reason = str(error) if isinstance(error, AppError) else f"{type(error).__name__}: {error}"
    return Wrong(where, f"what makes no sense ({reason})", "what this program writes")
