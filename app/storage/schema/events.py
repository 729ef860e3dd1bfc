"""Events: evenings of many tables, and who may do what there."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String, Table, Text

from app.storage.schema.base import metadata

events = Table(
    "events",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("created_by", String(64), nullable=False),
    Column("ended_at", BigInteger),
    Column("board", String(32), nullable=False, unique=True),
    Column("board_delay_s", Integer, nullable=False),
    Column("recovery_hash", LargeBinary(32), nullable=False),
)
"""An evening of tables. `zone` is the time zone its pages and prints are in; `board` the end of its board screen's
address; the recovery code, of which only the hash stands here, makes an organizer the owner."""

event_roles = Table(
    "event_roles",
    metadata,
    Column("event_id", String(16), ForeignKey("events.id"), primary_key=True),
    Column("user", String(64), ForeignKey("people.user"), primary_key=True),
    Column("role", String(16), nullable=False),
)
"""Which organizer is an event's owner, referee or auditor."""

event_log = Table(
    "event_log",
    metadata,
    Column("event_id", String(16), ForeignKey("events.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("actor", String(64), nullable=False),
    Column("data", Text, nullable=False),
)
"""What was decided about the event itself: opened, roles given and taken, handed over, recovered, ended."""

APPEND_ONLY = ("event_log",)
