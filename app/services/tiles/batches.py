"""Print runs of tiles, with their secrets and without."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.errors import AppError
from app.services.tiles.sheets import Tile


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


@contextmanager
def kept_all_the_same(batch_id: str) -> Iterator[None]:
    """Let an error that comes after a print run was made say that it is there, and how to print it."""
    try:
        yield
    except AppError as error:
        error.add(
            "The print run %(batch)s is made all the same: its sheet waits for a day at the desk, under Tiles.",
            batch=batch_id,
        )
        raise
