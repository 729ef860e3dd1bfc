"""What a ticket's approval is for, and the order in a bank outside that carries it out."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the columns: an approval from before is for nothing, and lapses when it is used."""
    op.add_column("tickets", sa.Column("match", sa.Integer()))
    op.add_column("tickets", sa.Column("debt", sa.Integer()))
    op.add_column("tickets", sa.Column("reference", sa.String(length=32)))
    op.create_index("ix_tickets_reference", "tickets", ["reference"])
