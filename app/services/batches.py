"""Print runs of tiles, with their secrets and without."""

from dataclasses import dataclass

from app.services.sheets import Tile


@dataclass(frozen=True, slots=True)
class Batch:
    """A print run with its secrets."""

    id: str
    label: str
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class BatchCard:
    """A print run without its secrets; times are microseconds since 1970-01-01 UTC.

    `printable` is True while its secrets are kept, `may_print` if whoever asks may have them.
    """

    id: str
    label: str
    count: int
    created_at: int
    created_by: str
    printed_at: int | None
    printable: bool
    may_print: bool = True
