"""The tables of the database.

Whatever belongs to a game table has the table's id first in its key, so that the same schema can be spread over
machines by table. Times are whole microseconds since 1970-01-01 UTC: the one form that every database keeps alike.
"""

from app.storage.schema import chance, cyclos, events, orders, proofs, tiles
from app.storage.schema.base import metadata
from app.storage.schema.core import (
    APPEND_ONLY,
    accounts,
    answers,
    batches,
    entries,
    invitations,
    log,
    people,
    seats,
    sessions,
    sign_in_tries,
    sitting,
    tables,
    transfers,
)

__all__ = [
    "APPEND_ONLY",
    "accounts",
    "answers",
    "batches",
    "chance",
    "cyclos",
    "entries",
    "events",
    "invitations",
    "log",
    "metadata",
    "orders",
    "people",
    "proofs",
    "seats",
    "sessions",
    "sign_in_tries",
    "sitting",
    "tables",
    "tiles",
    "transfers",
]
