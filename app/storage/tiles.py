"""Rows of the register of tiles, of themes and of printers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from app.storage import schema
from app.storage.rows import flat

_register, _themes = schema.tiles.batch_tiles, schema.tiles.themes
_pictures, _printers = schema.tiles.theme_pictures, schema.tiles.printers
_people, _batches = schema.people, schema.batches


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """A tile of a print run; times are microseconds since 1970-01-01 UTC."""

    batch: str
    position: int
    user: str
    first_used_at: int | None = None
    revoked_at: int | None = None
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True)
class TileRow:
    """A line of the register with what is known of its print run and its account."""

    batch: str
    label: str
    position: int
    user: str
    name: str
    created_at: int
    printed_at: int | None
    first_used_at: int | None
    revoked_at: int | None
    replaced_by: str | None
    seen_at: int | None


@dataclass(frozen=True, slots=True)
class PrinterRow:
    """What a printer does to a page, in thousandths of a mm and millionths beyond true size."""

    name: str
    shift_x_um: int
    shift_y_um: int
    stretch_x_ppm: int
    stretch_y_ppm: int
    back_x_um: int
    back_y_um: int
    measured_at: int
    measured_by: str


@dataclass(frozen=True, slots=True)
class ThemeRow:
    """A look of tiles."""

    name: str
    source: str
    created_at: int
    created_by: str


def add_to_register(connection: Connection, rows: Sequence[RegisterRow]) -> None:
    """Write the tiles of a new print run."""
    connection.execute(insert(_register), [flat(row) for row in rows])


def register(connection: Connection, batch: str | None = None) -> list[TileRow]:
    """The register (of one print run), newest print run first."""
    query = (
        select(
            _register.c.batch,
            _batches.c.label,
            _register.c.position,
            _register.c.user,
            _people.c.name,
            _batches.c.created_at,
            _batches.c.printed_at,
            _register.c.first_used_at,
            _register.c.revoked_at,
            _register.c.replaced_by,
            _people.c.seen_at,
        )
        .join(_batches, _batches.c.id == _register.c.batch)
        .join(_people, _people.c.user == _register.c.user)
        .order_by(_batches.c.created_at.desc(), _register.c.batch, _register.c.position)
    )
    if batch is not None:
        query = query.where(_register.c.batch == batch)
    return [TileRow(*row) for row in connection.execute(query)]


def used(connection: Connection, user: str, at: int) -> None:
    """Note the first use of whatever tile of an account is valid."""
    connection.execute(
        update(_register)
        .where(
            _register.c.user == user, _register.c.first_used_at.is_(None), _register.c.revoked_at.is_(None)
        )
        .values(first_used_at=at)
    )


def revoke(connection: Connection, users: Sequence[str], *, at: int, replaced_by: str | None) -> None:
    """Note that the tiles of these accounts, as printed so far, are worthless from now on."""
    connection.execute(
        update(_register)
        .where(_register.c.user.in_(users), _register.c.revoked_at.is_(None))
        .values(revoked_at=at, replaced_by=replaced_by)
    )


def put_theme(connection: Connection, theme: ThemeRow, pictures: Mapping[str, bytes]) -> None:
    """Write a theme; one of the same name is replaced."""
    remove_theme(connection, theme.name)
    connection.execute(insert(_themes), flat(theme))
    if pictures:
        rows = [{"theme": theme.name, "name": name, "data": data} for name, data in pictures.items()]
        connection.execute(insert(_pictures), rows)


def remove_theme(connection: Connection, name: str) -> bool:
    """Remove a theme and its pictures; False if there is none."""
    connection.execute(delete(_pictures).where(_pictures.c.theme == name))
    return connection.execute(delete(_themes).where(_themes.c.name == name)).rowcount == 1


def themes(connection: Connection) -> list[ThemeRow]:
    """All themes, by name."""
    return [ThemeRow(*row) for row in connection.execute(select(_themes).order_by(_themes.c.name))]


def theme(connection: Connection, name: str) -> tuple[ThemeRow, dict[str, bytes]] | None:
    """A theme and its pictures by their names, or None."""
    found = connection.execute(select(_themes).where(_themes.c.name == name)).first()
    if found is None:
        return None
    pictures = connection.execute(select(_pictures.c.name, _pictures.c.data).where(_pictures.c.theme == name))
    return ThemeRow(*found), {row.name: bytes(row.data) for row in pictures}


def put_printer(connection: Connection, printer: PrinterRow) -> None:
    """Write a printer; one of the same name is replaced."""
    remove_printer(connection, printer.name)
    connection.execute(insert(_printers), flat(printer))


def remove_printer(connection: Connection, name: str) -> bool:
    """Remove a printer; False if there is none."""
    return connection.execute(delete(_printers).where(_printers.c.name == name)).rowcount == 1


def printers(connection: Connection) -> list[PrinterRow]:
    """All printers, by name."""
    return [PrinterRow(*row) for row in connection.execute(select(_printers).order_by(_printers.c.name))]


def printer(connection: Connection, name: str) -> PrinterRow | None:
    """The printer of a name, or None."""
    found = connection.execute(select(_printers).where(_printers.c.name == name)).first()
    return PrinterRow(*found) if found else None
