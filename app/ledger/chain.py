"""Seals: each row is hashed together with the seal before it, so that a changed or missing row shows.

A bare chain does not show that its *tail* is missing. So each table also keeps a checkpoint: a keyed hash over how long
its chains are and where they end, with a key that is not in the database.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring_ascii
from operator import itemgetter
from typing import TypeAlias

from app.errors import Json

Seal: TypeAlias = bytes
"""32 bytes of SHA-256."""

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)

quoted = encode_basestring_ascii
"""A text as `canonical` spells it."""

GENESIS: Seal = bytes(32)
"""The seal before the first."""


def canonical(fields: Mapping[str, Json]) -> bytes:
    """The one spelling of these fields as bytes: JSON with sorted names and no blanks.

    JSON quotes its strings, so no content can pretend to be a separator.
    """
    return _CANONICAL.encode(fields).encode("ascii")


class Spelling:
    """`canonical` for many rows with the same names: sorting and quoting the names is done once."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the names of the fields, two or more, in the order in which rows have their values."""
        ordered = sorted(names)
        fields = ",".join(quoted(name).replace("%", "%%") + ":%s" for name in ordered)
        self._text = "{" + fields + "}"
        self._sorted = itemgetter(*(names.index(name) for name in ordered))

    def of(self, row: Sequence[str | int | bytes | None]) -> bytes:
        """What `canonical` makes of the texts, whole numbers and nulls that a row begins with; the rest is left out."""
        values = tuple(
            [
                quoted(value) if value.__class__ is str else "null" if value is None else value
                for value in self._sorted(row)
            ]
        )
        return (self._text % values).encode("ascii")


def seal(previous: Seal, fields: Mapping[str, Json]) -> Seal:
    """SHA-256 over the seal before and these fields."""
    return seal_over(previous, canonical(fields))


def seal_over(previous: Seal, spelled: bytes) -> Seal:
    """The same over fields that are spelled already."""
    return hashlib.sha256(previous + spelled).digest()


def checkpoint(
    key: bytes, *, table: str, seq: int, log_seal: Seal, transfers: int, transfer_seal: Seal
) -> bytes:
    """HMAC-SHA-256 over the ends of a table's two chains: shows a cut tail and a swapped table.

    Args:
        key: The service's secret; whoever has only the database can't make another checkpoint.
        table: The table's id.
        seq: Number of the last line of its log.
        log_seal: That line's seal.
        transfers: Number of its last transfer, 0 if there is none.
        transfer_seal: That transfer's seal.
    """
    text = canonical(
        {
            "table": table,
            "seq": seq,
            "log": log_seal.hex(),
            "transfers": transfers,
            "ledger": transfer_seal.hex(),
        }
    )
    return hmac.digest(key, text, "sha256")
