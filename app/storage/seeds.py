"""Rows of seeds: one for each match in which the service deals or throws."""

from sqlalchemy import Connection, insert, select

from app.storage import schema

_seeds = schema.chance.seeds


def keep(connection: Connection, table_id: str, match: int, seed: bytes) -> None:
    """Write the seed of a match; it can't be changed any more."""
    connection.execute(insert(_seeds), {"table_id": table_id, "match": match, "seed": seed})


def of_match(connection: Connection, table_id: str, match: int) -> bytes | None:
    """The seed of a match, or None if nothing is drawn in it. It must not leave the service before the end."""
    found: bytes | None = connection.scalar(
        select(_seeds.c.seed).where(_seeds.c.table_id == table_id, _seeds.c.match == match)
    )
    return found
