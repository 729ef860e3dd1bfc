"""Payment orders to a bank outside."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nothing yet."""
