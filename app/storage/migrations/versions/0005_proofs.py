"""Merkle logs and signed checkpoints."""

import sqlalchemy as sa
from alembic import op

from app.storage.migrations.append_only import forbid_changes

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "merkle_leaves",
        sa.Column("log", sa.String(length=16), nullable=False),
        sa.Column("place", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("transfers", sa.Integer(), nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("log", "place", name=op.f("pk_merkle_leaves")),
        sa.UniqueConstraint("table_id", "seq", name=op.f("uq_merkle_leaves_table_id_seq")),
    )
    op.create_table(
        "merkle_nodes",
        sa.Column("log", sa.String(length=16), nullable=False),
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("log", "level", "place", name=op.f("pk_merkle_nodes")),
    )
    op.create_table(
        "merkle_checkpoints",
        sa.Column("log", sa.String(length=16), nullable=False),
        sa.Column("size", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("log", "size", name=op.f("pk_merkle_checkpoints")),
    )
    for table in ("merkle_leaves", "merkle_nodes", "merkle_checkpoints"):
        forbid_changes(table)
