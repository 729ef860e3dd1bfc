"""Tables: opening one, its settings and its seats, and the table as each person may see it."""

from app.services.tables.service import (
    MAX_SEATS,
    MAX_UNFINISHED,
    Tables,
    TableSettings,
    must_be_host,
    seen_by,
)

__all__ = [
    "MAX_SEATS",
    "MAX_UNFINISHED",
    "TableSettings",
    "Tables",
    "must_be_host",
    "seen_by",
]
