"""What tiles are printed with: themes, printers, and the register of batches."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, String, Table, Text

from app.storage.schema.base import metadata

batch_tiles = Table(
    "batch_tiles",
    metadata,
    Column("batch", String(16), ForeignKey("batches.id"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("user", String(64), ForeignKey("people.user"), nullable=False, index=True),
    Column("first_used_at", BigInteger),
    Column("revoked_at", BigInteger),
    Column("replaced_by", String(16)),
)
"""The register: every tile of every print run, a reprint as a line of its own. `replaced_by` is the print run that made
this one worthless; a tile that was called back has none."""

themes = Table(
    "themes",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("source", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("created_by", String(64), nullable=False),
)
"""Looks of tiles, as the TOML text that describes them."""

theme_pictures = Table(
    "theme_pictures",
    metadata,
    Column("theme", String(40), ForeignKey("themes.name"), primary_key=True),
    Column("name", String(100), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)
"""The picture files that a theme names."""

printers = Table(
    "printers",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("shift_x_um", Integer, nullable=False),
    Column("shift_y_um", Integer, nullable=False),
    Column("stretch_x_ppm", Integer, nullable=False),
    Column("stretch_y_ppm", Integer, nullable=False),
    Column("back_x_um", Integer, nullable=False),
    Column("back_y_um", Integer, nullable=False),
    Column("measured_at", BigInteger, nullable=False),
    Column("measured_by", String(64), nullable=False),
)
"""What printers do to a page, in thousandths of a mm and millionths beyond true size."""
