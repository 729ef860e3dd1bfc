"""CSV and XLSX: rows for spreadsheets, in which no text can act as a formula and every amount is a number."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import xlsxwriter

from app.services.exports.source import Row, Source
from app.services.zones import moment, utc

Cell = str | int | datetime | None

COLUMNS = (
    ("number", 14),
    ("table", 10),
    ("code", 8),
    ("match", 7),
    ("line", 7),
    ("time_utc", 31),
    ("time", 19),
    ("kind", 9),
    ("payer", 10),
    ("payer_name", 16),
    ("payee", 10),
    ("payee_name", 16),
    ("amount", 9),
    ("payer_balance", 13),
    ("payee_balance", 13),
    ("action", 14),
    ("obligation", 10),
    ("level", 8),
    ("asked_by", 10),
    ("reverses", 9),
    ("reason", 24),
    ("key", 12),
    ("seal", 20),
)
"""Names, and widths in a spreadsheet. All that a transfer's seal covers is among them."""

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}
BOM = "\ufeff"
"""Without it Excel takes the file for one in the code page of its machine."""

SHEET_ROWS = 1_000_000
"""A sheet of Excel ends at 1,048,576 rows."""

_ACTIVE = re.compile(r"'|\s*[=+\-@\t\r\n]")
_LIKE_A_NUMBER = re.compile(r"\s*[\d.,:/\s-]*\d\s*(e[+-]?\d+)?\s*%?\s*", re.IGNORECASE)


def cells(row: Row) -> tuple[Cell, ...]:
    """A row in the order of COLUMNS. Text stays text, numbers are numbers, nothing is None."""
    one = row.transfer
    return (
        row.number,
        one.table,
        row.part.code,
        one.match,
        one.seq,
        utc(one.at),
        moment(one.at, None),
        one.kind,
        one.payer,
        row.name(one.payer),
        one.payee,
        row.name(one.payee),
        one.amount,
        row.payer_balance,
        row.payee_balance,
        one.action,
        one.obligation,
        one.level,
        one.asked_by,
        one.reverses,
        one.reason,
        one.key,
        one.seal.hex(),
    )


def guarded(text: str) -> str:
    """A text that a spreadsheet shows as it is: with an apostrophe in front if it would compute or convert it.

    Texts that begin with one get another, so that taking off the first gives the text back.
    """
    return f"'{text}" if _ACTIVE.match(text) or _LIKE_A_NUMBER.fullmatch(text) else text


def as_csv(source: Source, separator: str) -> Iterator[bytes]:
    """Comma-separated values as of RFC 4180, in UTF-8."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=separator, lineterminator="\r\n")
    buffer.write(BOM)
    writer.writerow([name for name, _ in COLUMNS])
    for portion in source.portions():
        for row in portion:
            writer.writerow([_in_csv(cell, source) for cell in cells(row)])
        yield buffer.getvalue().encode("utf-8")
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue().encode("utf-8")


def _in_csv(cell: Cell, source: Source) -> str | int:
    match cell:
        case None:
            return ""
        case str():
            return guarded(cell)
        case datetime():
            # A blank and no offset: what every spreadsheet takes for a date and a time.
            return cell.astimezone(source.selection.zone).strftime("%Y-%m-%d %H:%M:%S")
        case _:
            return cell


def write_xlsx(source: Source, path: Path) -> None:
    """Write a workbook; rows go to disk as they come."""
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(path, options) as book:
        bold = book.add_format({"bold": True, "bottom": 1})
        when = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        sheet, filled = None, 0
        for portion in source.portions():
            for row in portion:
                if sheet is None or filled > SHEET_ROWS:
                    sheet, filled = _new_sheet(book, bold), 1
                for column, cell in enumerate(cells(row)):
                    _write(sheet, filled, column, cell, source, when)
                filled += 1
        if sheet is None:
            _new_sheet(book, bold)


def _new_sheet(book: xlsxwriter.Workbook, bold: object) -> xlsxwriter.worksheet.Worksheet:
    sheet = book.add_worksheet()
    sheet.freeze_panes(1, 1)
    for column, (name, width) in enumerate(COLUMNS):
        sheet.set_column(column, column, width)
        sheet.write_string(0, column, name, bold)
    return sheet


def _write(
    sheet: xlsxwriter.worksheet.Worksheet, row: int, column: int, cell: Cell, source: Source, when: object
) -> None:
    match cell:
        case None:
            pass
        case str():
            sheet.write_string(row, column, cell)
        case datetime():
            # A workbook knows no zones: this is the local time, as it stands in the column before in UTC.
            local = cell.astimezone(source.selection.zone).replace(tzinfo=None)
            sheet.write_datetime(row, column, local, when)
        case _:
            sheet.write_number(row, column, cell)
