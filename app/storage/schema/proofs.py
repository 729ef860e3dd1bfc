"""The Merkle log of each event and its signed checkpoints."""

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, String, Table, Text, UniqueConstraint

from app.storage.schema.base import metadata

merkle_leaves = Table(
    "merkle_leaves",
    metadata,
    Column("log", String(16), primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("transfers", Integer, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    UniqueConstraint("table_id", "seq"),
)
"""One leaf for each line of each table's log, in the order in which they were taken up. `transfers` is the number of
the last transfer that was booked up to that line. No foreign key: that a whole table was deleted shows here."""

merkle_nodes = Table(
    "merkle_nodes",
    metadata,
    Column("log", String(16), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary(32), nullable=False),
)
"""Hashes of complete subtrees of every eighth level, so that a proof reads 256 rows a level and never the whole log."""

merkle_checkpoints = Table(
    "merkle_checkpoints",
    metadata,
    Column("log", String(16), primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""Every checkpoint that was ever signed."""

APPEND_ONLY = ("merkle_leaves", "merkle_nodes", "merkle_checkpoints")
