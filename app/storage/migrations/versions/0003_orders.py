"""Payment orders to a bank outside."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("reference", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(length=16), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("payer", sa.String(length=64), nullable=False),
        sa.Column("payee", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(length=64), nullable=False),
        sa.Column("obligation", sa.Integer(), nullable=True),
        sa.Column("asked_by", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("server_at", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.Integer(), nullable=False),
        sa.Column("look_at", sa.BigInteger(), nullable=True),
        sa.Column("looks", sa.Integer(), nullable=False),
        sa.Column("given_up_at", sa.BigInteger(), nullable=True),
        sa.Column("transfer", sa.Integer(), nullable=True),
        sa.Column("reverses", sa.Integer(), nullable=True),
        sa.Column("undoes", sa.String(length=64), nullable=True),
        sa.Column("movement", sa.String(length=64), nullable=True),
        sa.Column("answer", sa.String(length=200), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_orders_amount_is_positive")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_orders_table_id_tables")),
        sa.PrimaryKeyConstraint("reference", name=op.f("pk_orders")),
    )
    op.create_index("ix_orders_due", "orders", ["state", "look_at"], unique=False)
    op.create_index("ix_orders_table", "orders", ["table_id", "state"], unique=False)
    op.create_table(
        "movements",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("number", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("payer", sa.String(length=64), nullable=False),
        sa.Column("payee", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.String(length=32), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("transfer", sa.Integer(), nullable=True),
        sa.Column("reference", sa.String(length=32), nullable=True),
        sa.Column("undoes", sa.String(length=64), nullable=True),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_movements_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_movements")),
    )
    op.create_index(op.f("ix_movements_at"), "movements", ["at"], unique=False)
    op.create_index("ix_movements_table", "movements", ["table_id", "state"], unique=False)
    op.create_table(
        "bank_users",
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("adopted", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_bank_users_user_people")),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_bank_users")),
        sa.UniqueConstraint("owner", name=op.f("uq_bank_users_owner")),
    )
    op.create_table(
        "bank_tickets",
        sa.Column("number", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("obligation", sa.Integer(), nullable=False),
        sa.Column("reference", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_bank_tickets_table_id_tables")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_bank_tickets")),
        sa.UniqueConstraint("reference", name=op.f("uq_bank_tickets_reference")),
    )
    op.create_index("ix_bank_tickets_table", "bank_tickets", ["table_id", "state"], unique=False)
    op.create_table(
        "bank_cursors",
        sa.Column("bank", sa.String(length=200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("bank", name=op.f("pk_bank_cursors")),
    )
