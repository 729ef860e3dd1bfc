"""Themes, printers and the register of batches."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "batch_tiles",
        sa.Column("batch", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("user", sa.String(length=64), nullable=False),
        sa.Column("first_used_at", sa.BigInteger(), nullable=True),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.Column("replaced_by", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["batch"], ["batches.id"], name=op.f("fk_batch_tiles_batch_batches")),
        sa.ForeignKeyConstraint(["user"], ["people.user"], name=op.f("fk_batch_tiles_user_people")),
        sa.PrimaryKeyConstraint("batch", "position", name=op.f("pk_batch_tiles")),
    )
    op.create_index(op.f("ix_batch_tiles_user"), "batch_tiles", ["user"], unique=False)
    op.create_table(
        "themes",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_themes")),
    )
    op.create_table(
        "theme_pictures",
        sa.Column("theme", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["theme"], ["themes.name"], name=op.f("fk_theme_pictures_theme_themes")),
        sa.PrimaryKeyConstraint("theme", "name", name=op.f("pk_theme_pictures")),
    )
    op.create_table(
        "printers",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("shift_x_um", sa.Integer(), nullable=False),
        sa.Column("shift_y_um", sa.Integer(), nullable=False),
        sa.Column("stretch_x_ppm", sa.Integer(), nullable=False),
        sa.Column("stretch_y_ppm", sa.Integer(), nullable=False),
        sa.Column("back_x_um", sa.Integer(), nullable=False),
        sa.Column("back_y_um", sa.Integer(), nullable=False),
        sa.Column("measured_at", sa.BigInteger(), nullable=False),
        sa.Column("measured_by", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_printers")),
    )
