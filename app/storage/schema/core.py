"""People and their tiles, tables and their logs, the books."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.storage.schema.base import metadata

people = Table(
    "people",
    metadata,
    Column("user", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("role", String(16), nullable=False),
    Column("password_hash", String(200)),
    Column("enter_hash", LargeBinary(32), unique=True),
    Column("batch", String(16), ForeignKey("batches.id"), index=True),
    Column("position", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger),
)
"""Who can sign in: tiles and organizers. Secrets stand here as hashes only."""

batches = Table(
    "batches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("label", String(64), nullable=False),
    Column("count", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("created_by", String(64), nullable=False),
    Column("printed_at", BigInteger),
    Column("secrets", LargeBinary),
    Column("secrets_until", BigInteger),
)
"""Print runs. `secrets` is sealed with the service's key and erased once printed, or after a day."""

invitations = Table(
    "invitations",
    metadata,
    Column("secret_hash", LargeBinary(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)
"""One-time links with which organizers set a password."""

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("user", String(64), ForeignKey("people.user"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    Column("subject", String(100), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("blocked_until", BigInteger, nullable=False),
)
"""Failed sign-ins per account ("user:…", of an organizer "user:… from …"), per address ("address:…") and per organizer
("organizer:…"); they outlive a restart."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("game", String(32), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("validation", String(16), nullable=False),
    Column("deck", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("match", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("log_seal", LargeBinary(32), nullable=False),
    Column("transfers", Integer, nullable=False),
    Column("transfer_seal", LargeBinary(32), nullable=False),
    Column("checkpoint", LargeBinary(32), nullable=False),
    Column("deadline", BigInteger, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("event_id", String(16), index=True),
    Column("paused_at", BigInteger),
    Column("paused_left", BigInteger),
    Column("log", String(16), nullable=False, server_default="all"),
)
"""One row a game table: its settings, and the ends of its two chains. Locking this row is locking the table. `log` is
the Merkle log that its lines belong to, fixed when it is opened: the event's id, or "all"."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user", String(64), nullable=False, index=True),
    Column("name", String(64), nullable=False),
    Column("bot", String(8)),
    UniqueConstraint("table_id", "user"),
)

sitting = Table(
    "sitting",
    metadata,
    Column("user", String(64), ForeignKey("people.user"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id"), nullable=False, index=True),
)
"""Where an account sits at present: one running table at most, which the primary key holds."""

log = Table(
    "log",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("match", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("actor", String(64), nullable=False),
    Column("data", Text, nullable=False),
    Column("seal", LargeBinary(32), nullable=False),
)
"""The append-only log of each table: event store, audit trail, and the ids of live updates."""

accounts = Table(
    "accounts",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("owner", String(64), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("floor", BigInteger, nullable=False),
    Column("entries", Integer, nullable=False),
    CheckConstraint("balance >= floor", name="no_overdraft"),
)

transfers = Table(
    "transfers",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("match", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("payer", String(64), nullable=False),
    Column("payee", String(64), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("action", String(64), nullable=False),
    Column("obligation", Integer),
    Column("level", String(16), nullable=False),
    Column("asked_by", String(64), nullable=False),
    Column("key", String(100), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reverses", Integer),
    Column("reason", Text, nullable=False),
    Column("seal", LargeBinary(32), nullable=False),
    CheckConstraint("amount > 0", name="amount_is_positive"),
    CheckConstraint("payer <> payee", name="two_accounts"),
    UniqueConstraint("table_id", "reverses"),
    Index("ix_transfers_at", "at", "table_id", "number"),
    *(
        Index(f"ix_transfers_{name}", name, "at", "table_id", "number")
        for name in ("payer", "payee", "kind", "action", "amount")
    ),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("owner", String(64), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("transfer", Integer, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),
    UniqueConstraint("table_id", "transfer", "owner"),
    Index("ix_entries_owner", "owner"),
)

answers = Table(
    "answers",
    metadata,
    Column("user", String(64), primary_key=True),
    Column("key", String(100), primary_key=True),
    Column("digest", LargeBinary(32), nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
)
"""What was answered to each idempotency key, and the hash of what was asked."""

APPEND_ONLY = ("log", "transfers", "entries", "seeds")
"""Tables whose rows the database itself refuses to change or delete."""
