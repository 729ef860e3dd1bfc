"""Events, roles, and the tables of an event."""

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nothing yet."""
