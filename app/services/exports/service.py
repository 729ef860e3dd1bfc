"""Exports that somebody asks for: a format, what of the ledger, and the bytes as they come."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from app.errors import Invalid, Json, NotAllowed, NotFound
from app.services import ids
from app.services.actor import Actor, command_line
from app.services.exports.beancount import as_beancount
from app.services.exports.records import as_json, as_json_lines
from app.services.exports.report import report
from app.services.exports.source import Selection, Source, source
from app.services.exports.tabular import SEPARATORS, as_csv, write_xlsx
from app.services.ground import Ground
from app.services.history import History
from app.services.papers import Words
from app.services.papers.paper import framed
from app.services.pictures import Pictures
from app.services.pictures.charts import Captions
from app.services.proofs import Proofs
from app.services.standing import closed_tables, reads, standing
from app.services.zones import as_written, read_moment, utc, zone_named
from app.storage import events, tables

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "beancount": "text/plain; charset=utf-8",
}
CHUNK = 256 * 1024
MOST_STORIES = 12
"""Tables whose last game a report shows in pictures."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Export:
    """A file: its name, what it is, and its bytes as they come."""

    name: str
    mimetype: str
    chunks: Iterator[bytes]


class Exports:
    """What one can take away of the ledger."""

    def __init__(self, ground: Ground, proofs: Proofs, history: History, pictures: Pictures) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._proofs = proofs
        self._history = history
        self._pictures = pictures

    def selection(
        self, *, table: str = "", event: str = "", start: str = "", end: str = "", zone: str = ""
    ) -> Selection:
        """Read what is wanted as it was typed.

        Args:
            table: Id or code of a table, or empty for all.
            event: Id of an event, for the tables that were opened in it; empty for all.
            start: A day or a time, or empty.
            end: A day (all of it) or a time, or empty.
            zone: Of days and times without an offset, and of local times; this machine's if empty.

        Raises:
            Invalid: If one can't be read, or both a table and an event are given.
            NotFound: If there is no such table or event.
        """
        if table and event:
            raise Invalid("Choose a table or an event, not both.", field="event")
        where = zone_named(zone)
        found = Selection(
            table_id=self._table(table) if table else None,
            event_id=self._event(event) if event else None,
            start=read_moment(start, where, field="from") if start else None,
            end=read_moment(end, where, field="to", end=True) if end else None,
            zone=where,
        )
        if found.start is not None and found.end is not None and found.end < found.start:
            raise Invalid("This ends before it begins: the later day or time comes last.", field="to")
        return found

    def export(
        self,
        actor: Actor,
        format_name: str,
        selection: Selection,
        *,
        separator: str = "comma",
        paper: str = "a4",
        words: Words | None = None,
        progress: Progress | None = None,
    ) -> Export:
        """The ledger as a file; for organizers.

        Args:
            actor: Who asks.
            format_name: One of FORMATS.
            selection: What of it.
            separator: Of CSV: comma, semicolon or tab.
            paper: Of a report: a4 or letter.
            words: What a report says; English if None.
            progress: Told (transfers done, transfers in all).

        Raises:
            Invalid: If there is no such format or separator.
            NotAllowed: If a player asks.
        """
        actor.must_be_organizer()
        if format_name not in FORMATS:
            raise Invalid(
                "There is no such format: choose one of %(known)s.", field="format", known=", ".join(FORMATS)
            )
        if separator not in SEPARATORS:
            raise Invalid(
                "There is no such separator: choose one of %(known)s.",
                field="separator",
                known=", ".join(SEPARATORS),
            )
        with self._ground.database.read() as connection:
            selection = replace(selection, closed=closed_tables(connection, actor))
            event = standing(connection, selection.event_id) if selection.event_id is not None else None
        if selection.table_id in selection.closed:
            raise NotAllowed("You have no role in this table's event. Its owner can give you one.")
        if not reads(actor, event):
            raise NotAllowed("You have no role in this event. Its owner can give you one.")
        self._proofs.publish()
        found = source(self._ground.database, selection, progress)
        return Export(
            name=f"reckless-{selection.table_id or selection.event_id or 'ledger'}.{format_name}",
            mimetype=FORMATS[format_name],
            chunks=self._chunks(format_name, found, separator, words, paper),
        )

    def _chunks(
        self, format_name: str, found: Source, separator: str, words: Words | None, paper: str
    ) -> Iterator[bytes]:
        head: dict[str, Json] = {"made_at": utc(self._ground.clock.now()), "key": self._proofs.key}
        match format_name:
            case "csv":
                return as_csv(found, SEPARATORS[separator])
            case "json":
                return as_json(found, head)
            case "jsonl":
                return as_json_lines(found, head)
            case "xlsx":
                return _xlsx(found)
            case "pdf":
                return iter([self._report(found, words or Words(), paper)])
            case _:
                return as_beancount(found)

    def _report(self, found: Source, words: Words, paper: str) -> bytes:
        captions = words.captions or Captions()
        now = self._ground.clock.now()
        frame = framed(words.report, as_written(now, found.selection.zone), words, paper)
        verdict = self._history.verify(play_again=False)
        stories = [
            self._pictures.story(command_line(), part.table_id, say=captions)
            for part in found.parts[:MOST_STORIES]
            if part.matches
        ]
        return report(found, frame, verdict, stories, url=self._ground.public_url)

    def _event(self, typed: str) -> str:
        wanted = ids.typed(typed)
        with self._ground.database.read() as connection:
            if not ids.possible(wanted) or events.get(connection, wanted) is None:
                raise NotFound("There is no such event.")
        return wanted

    def _table(self, typed: str) -> str:
        wanted = ids.typed(typed)
        with self._ground.database.read() as connection:
            if ids.possible(wanted) and tables.get(connection, wanted) is not None:
                return wanted
            found = tables.id_of_code(connection, wanted) if ids.possible(wanted) else None
        if found is None:
            raise NotFound("There is no such table.")
        return found


def _xlsx(found: Source) -> Iterator[bytes]:
    """A workbook is put together on disk, and then handed on."""
    with tempfile.TemporaryDirectory(prefix="reckless-") as folder:
        path = Path(folder) / "ledger.xlsx"
        write_xlsx(found, path)
        with path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
