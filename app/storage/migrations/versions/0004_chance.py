"""The seeds that chance is drawn from."""

import sqlalchemy as sa
from alembic import op

from app.storage.migrations.append_only import forbid_changes

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table, whose rows stay as they are."""
    op.create_table(
        "seeds",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seeds_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "match", name=op.f("pk_seeds")),
    )
    forbid_changes("seeds")
