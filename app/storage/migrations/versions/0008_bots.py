"""Which seats are played by a bot, and how well."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column: nobody is a bot so far."""
    op.add_column("seats", sa.Column("bot", sa.String(length=8)))
