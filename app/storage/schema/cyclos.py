"""What the doors of a Cyclos need besides: tickets, tokens, access clients."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.storage.schema.base import metadata

tickets = Table(
    "tickets",
    metadata,
    Column("number", String(32), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("payee", String(64), ForeignKey("people.user"), nullable=False, index=True),
    Column("payer", String(64)),
    Column("amount", BigInteger, nullable=False),
    Column("action", String(64), nullable=False),
    Column("order_id", String(100), nullable=False),
    Column("success_url", Text, nullable=False),
    Column("cancel_url", Text, nullable=False),
    Column("success_webhook", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("approved_by", String(64), index=True),
    Column("approved_at", BigInteger),
    Column("table_id", String(16)),
    Column("transfer", Integer),
    Column("ended_at", BigInteger),
    Column("match", Integer),
    Column("debt", Integer),
    Column("reference", String(32), index=True),
    CheckConstraint("amount > 0", name="amount_is_positive"),
    CheckConstraint("(status = 'processed') = (transfer IS NOT NULL)", name="processed_is_paid"),
    UniqueConstraint("table_id", "transfer"),
)
"""Requests for one payment each. The number is the secret; `payer`, if it names somebody, is who alone may pay.

An approval is for what was due when it was given: `debt` of `match` at `table_id` (null where the table knows no
debts). `reference` names the order that is under way for it in a bank outside.
"""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("value", String(64), nullable=False, unique=True),
    Column("user", String(64), ForeignKey("people.user"), index=True),
    Column("status", String(16), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("activated_at", BigInteger),
    Column("expires_at", BigInteger),
)
"""Cards with a code that stands for a person. The value is printed in the open: it identifies and proves nothing."""

access_clients = Table(
    "access_clients",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("user", String(64), ForeignKey("people.user"), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("code_hash", LargeBinary(32)),
    Column("code_until", BigInteger),
    Column("token_hash", LargeBinary(32), unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("activated_at", BigInteger),
)
"""Programs that act for a person with a token of their own; secrets stand here as hashes only."""
