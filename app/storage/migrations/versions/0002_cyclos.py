"""Tickets, tokens and access clients."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "tickets",
        sa.Column("number", sa.String(length=32), nullable=False),
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("payee", sa.String(length=64), nullable=False),
        sa.Column("payer", sa.String(length=64), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("order_id", sa.String(length=100), nullable=False),
        sa.Column("success_url", sa.Text(), nullable=False),
        sa.Column("cancel_url", sa.Text(), nullable=False),
        sa.Column("success_webhook", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("approved_by", sa.String(length=64), nullable=True),
        sa.Column("approved_at", sa.BigInteger(), nullable=True),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("transfer", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_tickets_amount_is_positive")),
        sa.CheckConstraint(
            "(status = 'processed') = (transfer IS NOT NULL)", name=op.f("ck_tickets_processed_is_paid")
        ),
        sa.ForeignKeyConstraint(["payee"], ["people.user"], name=op.f("fk_tickets_payee_people")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_tickets")),
        sa.UniqueConstraint("id", name=op.f("uq_tickets_id")),
        sa.UniqueConstraint("table_id", "transfer", name=op.f("uq_tickets_table_id_transfer")),
    )
    op.create_index(op.f("ix_tickets_payee"), "tickets", ["payee"], unique=False)
    op.create_index(op.f("ix_tickets_approved_by"), "tickets", ["approved_by"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("activated_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_tokens_user_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("value", name=op.f("uq_tokens_value")),
    )
    op.create_index(op.f("ix_tokens_user"), "tokens", ["user"], unique=False)
    op.create_table(
        "access_clients",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(length=32), nullable=True),
        sa.Column("code_until", sa.BigInteger(), nullable=True),
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("activated_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_access_clients_user_people")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_clients")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_clients_token_hash")),
    )
    op.create_index(op.f("ix_access_clients_user"), "access_clients", ["user"], unique=False)
