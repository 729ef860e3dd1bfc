"""Tiles a second: accounts opened, sheet drawn, every code on it rasterized, decoded and compared."""

import time
from collections.abc import Iterator
from pathlib import Path

import qr
from app.services.actor import Actor, Role
from app.services.program import open_program

from .figures import Figure
from .hall import settings_for

LIMIT_S = 60
"""Case A6: 1,000 tiles in under 60 s, the sheet under 20 MB."""
LIMIT_MB = 20


def tiles(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Print tiles by the services, as the command and the desk do."""
    count = 100 if quick else 1000
    organizer = Actor("olga", "Olga", Role.ORGANIZER, session="")
    program = open_program(settings_for(folder / "tiles.sqlite3"))
    try:
        begun = time.perf_counter()
        batch = program.services.tiles.issue(organizer, count=count, label="Bench")
        opened = time.perf_counter()
        sheet = program.services.tiles.sheet(organizer, batch.id, qr.SheetOptions())
        done = time.perf_counter()
    finally:
        program.close()
    yield Figure(f"{count} tiles drawn and decoded", count / (done - opened), "tiles/s")
    yield Figure(
        f"{count} accounts opened, drawn and decoded",
        done - begun,
        "s",
        at_most=LIMIT_S * count / 1000,
        note=f"{opened - begun:.1f} s of it to hash the passwords",
    )
    yield Figure("size of the sheet", len(sheet.pdf) / 1e6, "MB", at_most=LIMIT_MB)
