"""Exports: the same ledger in six forms, safe in spreadsheets, exact for programs (cases D7 and D8)."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import openpyxl
import pypdf
import pytest

from app.ledger import GENESIS, seal
from app.services.exports import FORMATS
from app.services.exports.beancount import CURRENCY
from app.services.exports.tabular import BOM, COLUMNS, guarded
from app.services.ground import Change, change_table
from app.services.zones import read_moment, utc, zone_named
from app.storage import tables
from app.storage.audit import Booked
from tests.conftest import ROOT
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, START, Evening, player, refusal_of

NASTY = ('=HYPERLINK("x","y")', "+1", "-2+3", "@SUM(1)", "Zoë Müller")
TEXT = [name for name, _ in COLUMNS]


@pytest.fixture
def played(evening: Evening) -> Evening:
    """Two payments, one of them reversed for a reason that looks like a formula."""
    evening.start().a_debt().pay_all().a_debt().pay_all()
    evening.reverse(evening.transfers()[-1].number, reason='=1+1; "quoted", once more')
    return evening


def rename(evening: Evening, names: dict[str, str]) -> None:
    """Names as some other program may have written them; ours lets nobody choose most of these."""

    def act(connection, snapshot, book):
        for seat in snapshot.seats:
            if seat.user in names:
                tables.remove_seat(connection, evening.id, seat.user)
                tables.add_seat(connection, replace(seat, name=names[seat.user]))
                book.line("seat", {"user": seat.user, "name": names[seat.user], "seat": seat.position})
        return Change(snapshot.match, seats=tables.seats(connection, evening.id))

    change_table(evening.program.ground, evening.id, user="ada", key=None, contents={}, act=act)


def exported(evening: Evening, format_name: str, **how: str) -> bytes:
    exports = evening.services.exports
    chosen = {name: how.pop(name) for name in ("table", "start", "end", "zone") if name in how}
    made = exports.export(ORGANIZER, format_name, exports.selection(**chosen), **how)
    assert made.name.endswith(format_name)
    return b"".join(made.chunks)


def read_csv(data: bytes, separator: str = ",") -> list[dict[str, str]]:
    """As a program reads it back: the guarding apostrophe comes off."""
    text = data.decode("utf-8")
    assert text.startswith(BOM)
    rows = list(csv.DictReader(io.StringIO(text[1:], newline=""), delimiter=separator))
    return [{name: cell.removeprefix("'") for name, cell in row.items()} for row in rows]


def as_sealed(row: dict[str, str]) -> dict[str, object]:
    """What a row's seal covers, from its cells."""
    moment = datetime.fromisoformat(row["time_utc"])
    micros = round((moment - datetime.fromisoformat("1970-01-01T00:00:00+00:00")).total_seconds() * 1_000_000)
    known = {
        "number": int(row["number"].rpartition("-")[2]),
        "seq": int(row["line"]),
        "match": int(row["match"]),
        "amount": int(row["amount"]),
        "obligation": int(row["obligation"]) if row["obligation"] else None,
        "reverses": int(row["reverses"]) if row["reverses"] else None,
        "at": micros,
    }
    return {name: known.get(name, row.get(name)) for name in Booked._fields[:-1]}


@ON_BOTH
def test_csv_read_back_is_the_identical_ledger(played):
    rename(played, dict(zip(played.users, NASTY, strict=False)))
    rows = read_csv(exported(played, "csv"))
    assert len(rows) == len(played.transfers()) == 6
    previous = GENESIS
    for row in rows:
        previous = seal(previous, as_sealed(row))
        assert previous.hex() == row["seal"]
    assert {row["payee_name"] for row in rows} >= set(NASTY[:3])
    assert rows[-1]["reason"] == '=1+1; "quoted", once more'


def test_in_csv_no_text_can_act_and_every_amount_is_a_number(played):
    rename(played, dict(zip(played.users, NASTY, strict=False)))
    text = exported(played, "csv").decode("utf-8-sig")
    numbers = {"match", "line", "amount", "payer_balance", "payee_balance", "obligation", "reverses"}
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    for row in rows:
        for name, cell in row.items():
            if name in numbers:
                assert not cell or int(cell) == float(cell)
            else:
                assert not cell.lstrip().startswith(("=", "+", "-", "@"))
    assert min(int(row["payer_balance"]) for row in rows) == -600  # the bank, below zero and still a number


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-2+3", "'-2+3"),
        ("@SUM(1)", "'@SUM(1)"),
        ("\t=1", "'\t=1"),
        (" =1", "' =1"),
        ("'quoted", "''quoted"),
        ("007", "'007"),
        ("12e5", "'12e5"),
        ("3/4", "'3/4"),
        ("Ada", "Ada"),
        ("k7m2qxd", "k7m2qxd"),
        ("Müller-Lüdenscheidt", "Müller-Lüdenscheidt"),
        ("", ""),
    ],
)
def test_a_text_that_a_spreadsheet_would_compute_or_convert_is_guarded(text, shown):
    assert guarded(text) == shown
    assert shown.removeprefix("'") == text or shown == text


@pytest.mark.parametrize(("name", "sign"), [("comma", ","), ("semicolon", ";"), ("tab", "\t")])
def test_csv_has_the_separator_that_was_asked_for(played, name, sign):
    assert len(read_csv(exported(played, "csv", separator=name), sign)[0]) == len(COLUMNS)


def test_a_workbook_holds_text_as_text_and_numbers_as_numbers(played, tmp_path):
    rename(played, dict(zip(played.users, NASTY, strict=False)))
    book = openpyxl.load_workbook(io.BytesIO(exported(played, "xlsx", zone="Europe/Berlin")))
    head, *rows = book.active.iter_rows(values_only=True)
    assert list(head) == TEXT
    assert len(rows) == 6
    first = dict(zip(head, rows[0], strict=True))
    assert (first["amount"], first["payer_balance"]) == (200, -200)
    assert first["time"] == datetime.fromtimestamp(START // 1_000_000, ZoneInfo("Europe/Berlin")).replace(
        tzinfo=None
    )
    cells = [cell for row in book.active.iter_rows(min_row=2) for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f"]
    assert {cell.value for cell in cells} >= set(NASTY[:3])


@ON_BOTH
def test_json_keeps_the_names_as_they_are(played):
    rename(played, dict(zip(played.users, NASTY, strict=False)))
    data = json.loads(exported(played, "json"))
    assert data["export"] == "reckless-transfers/1"
    assert [one["transfer"]["number"] for one in data["transfers"]] == [1, 2, 3, 4, 5, 6]
    assert {one["payee_name"] for one in data["transfers"]} >= set(NASTY[:3])
    assert data["checkpoints"] == [played.services.proofs.checkpoint().note]
    (small,) = [json.loads(exported(played, "json", table=played.code, start="2030-01-01"))["transfers"]]
    assert small == []


def verify(evening: Evening, tmp_path, data: bytes) -> subprocess.CompletedProcess:
    file = tmp_path / "export.jsonl"
    file.write_bytes(data)
    script = ROOT / "scripts" / "verify_receipt.py"
    return subprocess.run(
        [sys.executable, "-I", script, "--key", evening.services.proofs.key, file],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_a_whole_export_proves_itself_offline_and_any_change_shows(played, tmp_path):
    whole = exported(played, "jsonl").decode()
    done = verify(played, tmp_path, whole.encode())
    assert (done.returncode, "all" in done.stdout) == (0, True), done.stdout + done.stderr
    lines = whole.splitlines()
    payment = next(i for i, line in enumerate(lines) if '"payment"' in line)
    a_line = next(i for i, line in enumerate(lines) if line.startswith('{"line"'))
    changed = {
        "a changed bit": whole.replace('"amount": 50', '"amount": 51', 1),
        "a transfer left out": "\n".join(lines[:payment] + lines[payment + 1 :]),
        "a cut tail": "\n".join(line for i, line in enumerate(lines) if i != len(lines) - 2),
        "two lines that changed places": "\n".join(
            [*lines[:a_line], lines[a_line + 1], lines[a_line], *lines[a_line + 2 :]]
        ),
        "two transfers that changed places": "\n".join(
            [*lines[:payment], lines[payment + 1], lines[payment], *lines[payment + 2 :]]
        ),
    }
    for what, text in changed.items():
        done = verify(played, tmp_path, text.encode())
        assert (done.returncode, "DOES NOT HOLD" in done.stdout) == (1, True), what
    assert '"said"' not in "".join(line for line in lines if '"match": 1' in line)  # the match is running
    played.close()
    whole = exported(played, "jsonl").decode()
    assert verify(played, tmp_path, whole.encode()).returncode == 0
    said = whole.replace("declared", "declined", 1)
    assert "line" in (done := verify(played, tmp_path, said.encode())).stdout
    assert done.returncode == 1
    part = exported(played, "jsonl", table=played.code)
    assert "fit together" in verify(played, tmp_path, part).stdout
    assert verify(played, tmp_path, b"{nonsense").returncode == 2


def test_beancount_balances_and_asserts_what_the_accounts_hold(played):
    rename(played, dict(zip(played.users, NASTY, strict=False)))
    text = exported(played, "beancount").decode()
    account = f"Assets:T-{played.id.upper()}:"
    asserted = {
        line.split()[2].removeprefix(account).lower(): int(line.split()[3])
        for line in text.splitlines()
        if " balance " in line and account in line
    }
    assert asserted == played.balances
    postings = [
        int(line.split()[1]) for line in text.splitlines() if line.endswith(f" {CURRENCY}") and line[0] == " "
    ]
    assert sum(postings) == 0
    assert '\\"x\\"' in text
    late = exported(played, "beancount", start=utc(played.transfers()[3].at)).decode()
    assert "Before this export" not in late or "Equity:Opening-Balances" in late


def test_the_report_has_numbered_pages_the_event_and_a_checkpoint(played):
    rename(played, {"ada": "Zoë 東京"})
    data = exported(played, "pdf", zone="Europe/Berlin")
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
    together = "\n".join(pages)
    for number in range(1, len(pages) + 1):
        assert f"page {number} of {len(pages)}" in pages[number - 1]
    assert "+01:00" in together
    assert "they hold" in together
    assert played.services.proofs.checkpoint().note.split("\n")[0] in together
    assert "Who took what from whom" in together
    fonts = {
        font["/FontDescriptor"].get_object().get("/FontFile2") is not None
        for page in pypdf.PdfReader(io.BytesIO(data)).pages
        for font in (one.get_object() for one in page["/Resources"]["/Font"].values())
        if "/FontDescriptor" in font
    }
    assert fonts == {True}


def test_a_day_is_meant_in_the_zone_and_holds_both_its_ends(played):
    zone = zone_named("Europe/Berlin")
    start = read_moment("2026-10-25", zone, field="from")
    end = read_moment("2026-10-25", zone, field="to", end=True)
    assert (utc(start), utc(end)) == ("2026-10-24T22:00:00.000000+00:00", "2026-10-25T22:59:59.999999+00:00")
    assert read_moment("2026-10-25T00:00+00:00", zone, field="from") == start + 2 * 3600 * 1_000_000
    day = datetime.fromtimestamp(START // 1_000_000, zone).date().isoformat()
    assert len(read_csv(exported(played, "csv", start=day, end=day, zone="Europe/Berlin"))) == 6
    assert read_csv(exported(played, "csv", end="2026-01-01")) == []


def test_the_order_is_that_of_numbers_even_if_the_clock_was_set_back(played):
    played.clock.set_back(3600)
    played.a_debt().pay_all()
    rows = read_csv(exported(played, "csv"))
    assert [row["number"] for row in rows] == [f"{played.id}-{n}" for n in range(1, len(rows) + 1)]
    assert rows[-1]["time_utc"] < rows[0]["time_utc"]
    balances: dict[str, int] = {}
    for row in rows:
        for who, sign in (("payer", -1), ("payee", 1)):
            balances[row[who]] = balances.get(row[who], 0) + sign * int(row["amount"])
            assert balances[row[who]] == int(row[f"{who}_balance"])


@pytest.mark.parametrize(
    ("field", "how"),
    [
        ("from", {"start": "yesterday"}),
        ("to", {"end": "2026-13-01"}),
        ("from", {"start": "9" * 40}),
        ("to", {"start": "2026-12-01", "end": "2026-11-30"}),
        ("zone", {"zone": "Middle/Earth"}),
        ("zone", {"zone": "../../etc/passwd"}),
    ],
)
def test_what_can_not_be_read_is_named(played, field, how):
    assert refusal_of(played.services.exports.selection, **how).field == field


def test_unknown_tables_formats_separators_and_players_are_refused(played):
    exports = played.services.exports
    assert refusal_of(exports.selection, table="nowhere").code == "not_found"
    whole = exports.selection()
    assert refusal_of(exports.export, ORGANIZER, "doc", whole).field == "format"
    assert refusal_of(exports.export, ORGANIZER, "csv", whole, separator="dot").field == "separator"
    assert refusal_of(exports.export, player("ada"), "csv", whole).code == "not_allowed"


@pytest.mark.parametrize("format_name", FORMATS)
def test_an_empty_ledger_is_a_file_too(evening, format_name):
    assert exported(evening, format_name)
