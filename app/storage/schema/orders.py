"""Payment orders: what was asked of a bank outside, what was seen there, and who is who."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table, Text

from app.storage.schema.base import metadata

orders = Table(
    "orders",
    metadata,
    Column("reference", String(32), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False),
    Column("match", Integer, nullable=False),
    Column("purpose", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("payer", String(64), nullable=False),
    Column("payee", String(64), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("action", String(64), nullable=False),
    Column("obligation", Integer),
    Column("asked_by", String(64), nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("server_at", BigInteger, nullable=False),
    Column("sent", Integer, nullable=False),
    Column("look_at", BigInteger),
    Column("looks", Integer, nullable=False),
    Column("given_up_at", BigInteger),
    Column("transfer", Integer),
    Column("reverses", Integer),
    Column("undoes", String(64)),
    Column("movement", String(64)),
    Column("answer", String(200), nullable=False),
    CheckConstraint("amount > 0", name="amount_is_positive"),
    Index("ix_orders_table", "table_id", "state"),
    Index("ix_orders_due", "state", "look_at"),
)
"""What we tell a bank outside to move; `server_at` is on its clock, `look_at` and `given_up_at` on the steady one."""

movements = Table(
    "movements",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("number", String(64), nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Column("payer", String(64), nullable=False),
    Column("payee", String(64), nullable=False),
    Column("amount", String(32), nullable=False),
    Column("description", Text, nullable=False),
    Column("state", String(16), nullable=False),
    Column("table_id", String(16), ForeignKey("tables.id")),
    Column("transfer", Integer),
    Column("reference", String(32)),
    Column("undoes", String(64)),
    Column("seen_at", BigInteger, nullable=False),
    Index("ix_movements_table", "table_id", "state"),
)
"""What moved in a bank outside, each movement once: its key is what keeps one from being booked twice."""

bank_users = Table(
    "bank_users",
    metadata,
    Column("user", String(64), ForeignKey("people.user"), primary_key=True),
    Column("owner", String(64), nullable=False, unique=True),
    Column("adopted", Integer, nullable=False),
)
"""By which id the bank outside knows an account; `adopted` is 1 for people's own, 0 for those opened with a tile."""

bank_tickets = Table(
    "bank_tickets",
    metadata,
    Column("number", String(64), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False),
    Column("match", Integer, nullable=False),
    Column("obligation", Integer, nullable=False),
    Column("reference", String(32), nullable=False, unique=True),
    Column("state", String(16), nullable=False),
    Column("link", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index("ix_bank_tickets_table", "table_id", "state"),
)
"""Tickets that were opened in a bank outside for debts that are due."""

bank_cursors = Table(
    "bank_cursors",
    metadata,
    Column("bank", String(200), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Up to which moment, by its own clock, the movements of a bank outside have been read."""
