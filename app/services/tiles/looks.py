"""Looks of tiles: themes that organizers keep, printers that were measured, and how a sheet is asked for in words."""

import io
from collections.abc import Mapping
from dataclasses import dataclass

import qr
from app.errors import Invalid, NotFound
from app.services.actor import Actor
from app.services.codes import in_words
from app.services.ground import Ground
from app.services.tiles.sheets import Look
from app.storage import Connection
from app.storage import tiles as rows
from app.storage.tiles import PrinterRow, ThemeRow

MAX_NAME = 40
MAX_PICTURES = 4
_MICRO = 1_000
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ThemeCard:
    """A theme that is kept; when in microseconds since 1970-01-01 UTC."""

    name: str
    source: str
    created_at: int
    created_by: str


@dataclass(frozen=True, slots=True)
class PrinterCard:
    """A printer that was measured; when in microseconds since 1970-01-01 UTC."""

    name: str
    does: qr.Printer
    measured_at: int
    measured_by: str


class Looks:
    """What one can ask of themes and printers."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def themes(self, actor: Actor) -> tuple[ThemeCard, ...]:
        """All themes that are kept, by name; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return tuple(
                ThemeCard(row.name, row.source, row.created_at, row.created_by)
                for row in rows.themes(connection)
            )

    def put_theme(self, actor: Actor, source: str, pictures: Mapping[str, bytes]) -> str:
        """Keep a theme under the name it gives itself; one of the same name is replaced.

        Args:
            actor: An organizer.
            source: The TOML text.
            pictures: The files it names, by name.

        Returns:
            Its name.

        Raises:
            Invalid: If it can't be read, or its codes or texts would stand out too little.
        """
        actor.must_be_organizer()
        if len(pictures) > MAX_PICTURES or any(len(name) > 100 for name in pictures):
            raise Invalid("A theme has up to %(most)d pictures.", field="pictures", most=MAX_PICTURES)
        with in_words("theme"):
            theme = qr.read_theme(source, pictures)
            for code in qr.CodeKind:
                qr.check_contrast(theme, qr.SheetOptions(code=code))
        if theme.name in qr.THEMES:
            raise Invalid('Give the theme a name of its own: name = "…"', field="theme")
        now = self._ground.clock.now()

        def work(connection: Connection) -> None:
            rows.put_theme(connection, ThemeRow(theme.name, source, now, actor.user), pictures)

        self._ground.database.write(work)
        return theme.name

    def remove_theme(self, actor: Actor, name: str) -> None:
        """Forget a theme.

        Raises:
            NotFound: If there is none of that name.
        """
        actor.must_be_organizer()
        if not self._ground.database.write(lambda connection: rows.remove_theme(connection, name)):
            raise NotFound("There is no theme %(name)s.", name=name[:MAX_NAME])

    def printers(self, actor: Actor) -> tuple[PrinterCard, ...]:
        """All printers that were measured, by name; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return tuple(
                PrinterCard(row.name, _does(row), row.measured_at, row.measured_by)
                for row in rows.printers(connection)
            )

    def measure_printer(self, actor: Actor, name: str, measures: Mapping[str, str]) -> qr.Printer:
        """Keep what was measured on a printer's calibration page.

        Args:
            actor: An organizer.
            name: What the printer is called.
            measures: "left", "top", "wide", "high" and, for the back, "back_left" and "back_top", in mm as typed.

        Raises:
            Invalid: If name or measures can't be; the field names which.
        """
        actor.must_be_organizer()
        name = " ".join(name.split())
        if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
            raise Invalid("A printer's name has 1 to %(most)d characters.", field="name", most=MAX_NAME)
        typed = {field: _millimetres(field, text) for field, text in measures.items()}
        found = {
            field: typed.get(field) for field in ("left", "top", "wide", "high", "back_left", "back_top")
        }
        numbers = {field: found[field] or 0.0 for field in ("left", "top", "wide", "high")}
        for field, number in numbers.items():
            if not number:
                raise Invalid("Measure this too, in mm.", field=field)
        with in_words("left"):
            does = qr.measured(
                name,
                left_mm=numbers["left"],
                top_mm=numbers["top"],
                wide_mm=numbers["wide"],
                high_mm=numbers["high"],
                back_left_mm=found["back_left"],
                back_top_mm=found["back_top"],
            )
        row = _row(does, self._ground.clock.now(), actor.user)
        self._ground.database.write(lambda connection: rows.put_printer(connection, row))
        return does

    def remove_printer(self, actor: Actor, name: str) -> None:
        """Forget a printer.

        Raises:
            NotFound: If there is none of that name.
        """
        actor.must_be_organizer()
        if not self._ground.database.write(lambda connection: rows.remove_printer(connection, name)):
            raise NotFound("There is no printer %(name)s.", name=name[:MAX_NAME])

    def calibration_page(self, actor: Actor, paper: str, printer: str = "") -> bytes:
        """The page by which a printer is measured, a PDF; drawn against what is known of it, if it is named.

        Raises:
            Invalid: If paper or printer are unknown.
        """
        actor.must_be_organizer()
        if paper not in list(qr.Paper):
            raise Invalid("Choose one of: %(known)s.", field="paper", known=", ".join(qr.Paper))
        out = io.BytesIO()
        qr.render_calibration(qr.Paper(paper), out, printer=self.printer(printer))
        return out.getvalue()

    def preview(self, actor: Actor, design: str, language: str = "en") -> bytes:
        """Both sides of a tile in a look, a PNG; its codes lead nowhere.

        Raises:
            Invalid: If design or language are unknown.
        """
        actor.must_be_organizer()
        theme, words, _ = self.resolve(Look(design=design, language=language))
        user = "k7m2qxb"
        sample = qr.Tile(
            user=user,
            name="Silver Goose",
            password="234567898",
            pay_url=qr.pay_link(self._ground.public_url, user),
            enter_url=qr.enter_link(self._ground.public_url, "not-a-secret-of-a-tile"),
            address=self._ground.public_url,
            label="Friday",
        )
        with in_words("design"):
            return qr.render_preview(sample, qr.SheetOptions(), words=words, theme=theme)

    def resolve(self, look: Look) -> tuple[qr.Theme, qr.Words, qr.Printer]:
        """What a look names: theme, words and printer.

        Raises:
            Invalid: If one of them is unknown; the message names those there are.
        """
        words = qr.WORDS.get(look.language)
        if words is None:
            raise Invalid("Choose one of: %(known)s.", field="language", known=", ".join(qr.WORDS))
        return look.theme or self.theme(look.design), words, self.printer(look.printer)

    def theme(self, name: str) -> qr.Theme:
        """The design that comes with the program, or the theme that is kept, of a name.

        Raises:
            Invalid: If there is none; the message names those there are.
        """
        if name in qr.THEMES:
            return qr.THEMES[name]
        with self._ground.database.read() as connection:
            found = rows.theme(connection, name)
            known = [*qr.THEMES, *(row.name for row in rows.themes(connection))]
        if found is None:
            raise Invalid("Choose one of: %(known)s.", field="design", known=", ".join(known))
        row, pictures = found
        with in_words("design"):
            return qr.read_theme(row.source, pictures)

    def printer(self, name: str) -> qr.Printer:
        """What the printer of a name does; one without a name prints true.

        Raises:
            Invalid: If it was never measured.
        """
        if not name:
            return qr.Printer()
        with self._ground.database.read() as connection:
            row = rows.printer(connection, name)
        if row is None:
            raise Invalid(
                "No printer %(name)s was measured here: print its calibration page first.",
                field="printer",
                name=name[:MAX_NAME],
            )
        return _does(row)


def _millimetres(field: str, text: str) -> float | None:
    plain = text.strip().replace(",", ".").removesuffix("mm").strip()
    if not plain:
        return None
    try:
        return float(plain)
    except ValueError:
        raise Invalid("A number of millimetres is wanted here, like 24.5.", field=field) from None


def _row(does: qr.Printer, at: int, by: str) -> PrinterRow:
    return PrinterRow(
        name=does.name,
        shift_x_um=round(does.shift_x_mm * _MICRO),
        shift_y_um=round(does.shift_y_mm * _MICRO),
        stretch_x_ppm=round((does.stretch_x - 1) * _MILLION),
        stretch_y_ppm=round((does.stretch_y - 1) * _MILLION),
        back_x_um=round(does.back_x_mm * _MICRO),
        back_y_um=round(does.back_y_mm * _MICRO),
        measured_at=at,
        measured_by=by,
    )


def _does(row: PrinterRow) -> qr.Printer:
    return qr.Printer(
        name=row.name,
        shift_x_mm=row.shift_x_um / _MICRO,
        shift_y_mm=row.shift_y_um / _MICRO,
        stretch_x=1 + row.stretch_x_ppm / _MILLION,
        stretch_y=1 + row.stretch_y_ppm / _MILLION,
        back_x_mm=row.back_x_um / _MICRO,
        back_y_mm=row.back_y_um / _MICRO,
    )
