"""The seeds that chance is drawn from."""

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, String, Table

from app.storage.schema.base import metadata

seeds = Table(
    "seeds",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("match", Integer, primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
)
"""One seed for each match in which the service deals or throws. Secret until the match is over."""
