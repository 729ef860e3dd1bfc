"""Events, roles, and the tables of an event."""

import sqlalchemy as sa
from alembic import op

from app.storage.migrations.append_only import forbid_changes

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("board", sa.String(length=32), nullable=False),
        sa.Column("board_delay_s", sa.Integer(), nullable=False),
        sa.Column("recovery_hash", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("board", name=op.f("uq_events_board")),
    )
    op.create_table(
        "event_roles",
        sa.Column("event_id", sa.String(length=16), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_roles_event_id_events")),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_event_roles_user_people")),
        sa.PrimaryKeyConstraint("event_id", "user", name=op.f("pk_event_roles")),
    )
    op.create_table(
        "event_log",
        sa.Column("event_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_log_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "seq", name=op.f("pk_event_log")),
    )
    forbid_changes("event_log")
    op.add_column("tables", sa.Column("event_id", sa.String(length=16), nullable=True))
    op.add_column("tables", sa.Column("paused_at", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("paused_left", sa.BigInteger(), nullable=True))
    op.add_column("tables", sa.Column("log", sa.String(length=16), nullable=False, server_default="all"))
    for name in ("payer", "payee", "kind", "action", "amount"):
        op.create_index(f"ix_transfers_{name}", "transfers", [name, "at", "table_id", "number"], unique=False)
    op.create_index(op.f("ix_tables_event_id"), "tables", ["event_id"], unique=False)
