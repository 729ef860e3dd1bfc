"""The first schema, and triggers that keep what is append-only from being changed."""

import sqlalchemy as sa
from alembic import op

from app.storage.migrations.append_only import forbid_changes

revision = "0001"
down_revision = None

APPEND_ONLY = ("log", "transfers", "entries")


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("digest", sa.LargeBinary(length=32), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "key", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_at"), "answers", ["at"], unique=False)
    op.create_table(
        "batches",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("label", sa.String(length=64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("printed_at", sa.BigInteger(), nullable=True),
        sa.Column("secrets", sa.LargeBinary(), nullable=True),
        sa.Column("secrets_until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("transfer", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "owner", "number", name=op.f("pk_entries")),
        sa.UniqueConstraint("table_id", "transfer", "owner", name=op.f("uq_entries_table_id_transfer_owner")),
    )
    op.create_index("ix_entries_owner", "entries", ["owner"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("secret_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name=op.f("pk_invitations")),
    )
    op.create_table(
        "sign_in_tries",
        sa.Column("subject", sa.String(length=100), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("blocked_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_sign_in_tries")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("validation", sa.String(length=16), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("log_seal", sa.LargeBinary(length=32), nullable=False),
        sa.Column("transfers", sa.Integer(), nullable=False),
        sa.Column("transfer_seal", sa.LargeBinary(length=32), nullable=False),
        sa.Column("checkpoint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.UniqueConstraint("code", name=op.f("uq_tables_code")),
    )
    op.create_index(op.f("ix_tables_deadline"), "tables", ["deadline"], unique=False)
    op.create_index(op.f("ix_tables_status"), "tables", ["status"], unique=False)
    op.create_table(
        "accounts",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("floor", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.CheckConstraint("balance >= floor", name=op.f("ck_accounts_no_overdraft")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_accounts_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "owner", name=op.f("pk_accounts")),
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("seal", sa.LargeBinary(length=32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_log_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "seq", name=op.f("pk_log")),
    )
    op.create_table(
        "people",
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("enter_hash", sa.LargeBinary(length=32), nullable=True),
        sa.Column("batch", sa.String(length=16), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name=op.f("fk_people_batch_batches")),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
        sa.UniqueConstraint("enter_hash", name=op.f("uq_people_enter_hash")),
    )
    op.create_index(op.f("ix_people_batch"), "people", ["batch"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "position", name=op.f("pk_seats")),
        sa.UniqueConstraint("table_id", "user", name=op.f("uq_seats_table_id_user")),
    )
    op.create_index(op.f("ix_seats_user"), "seats", ["user"], unique=False)
    op.create_table(
        "transfers",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("payer", sa.String(length=64), nullable=False),
        sa.Column("payee", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("obligation", sa.Integer(), nullable=True),
        sa.Column("level", sa.String(length=16), nullable=False),
        sa.Column("asked_by", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reverses", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("seal", sa.LargeBinary(length=32), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_transfers_amount_is_positive")),
        sa.CheckConstraint("payer <> payee", name=op.f("ck_transfers_two_accounts")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_transfers_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_transfers")),
        sa.UniqueConstraint("table_id", "reverses", name=op.f("uq_transfers_table_id_reverses")),
    )
    op.create_index("ix_transfers_at", "transfers", ["at", "table_id", "number"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_sessions_user_people")),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)
    op.create_index(op.f("ix_sessions_user"), "sessions", ["user"], unique=False)
    op.create_table(
        "sitting",
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_sitting_table_id_tables")),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_sitting_user_people")),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_sitting")),
    )
    op.create_index(op.f("ix_sitting_table_id"), "sitting", ["table_id"], unique=False)
    for table in APPEND_ONLY:
        forbid_changes(table)
