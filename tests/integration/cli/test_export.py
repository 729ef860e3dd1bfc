"""`reckless audit export`: a file that takes its place when it is complete, or one line that says why not."""

import csv

import pytest

from app.services.program import Program
from tests.integration.cli.conftest import Reckless
from tests.integration.evening import SECRET_KEY, Evening


@pytest.fixture
def books(program: Program, database_url: str, reckless: Reckless) -> Evening:
    evening = Evening(program).start().a_debt()
    evening.pay_all()
    program.close()
    reckless.environ |= {"RECKLESS_DATABASE_URL": database_url, "RECKLESS_SECRET_KEY": SECRET_KEY}
    return evening


def test_the_ledger_is_written_into_a_file(books, reckless, tmp_path):
    out = tmp_path / "ledger.csv"
    ended = reckless("audit", "export", "--format", "csv", "--out", out, "--table", books.code, "--json")
    assert (ended.code, ended.data) == (0, {"out": str(out), "format": "csv"})
    with out.open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == 4
    assert "written" in reckless("audit", "export", "--format", "pdf", "--out", tmp_path / "report.pdf").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--table", "nowhere"), "no such table"),
        (("--from", "someday"), "is no time"),
        (("--zone", "Middle/Earth"), "no time zone"),
    ],
)
def test_what_can_not_be_read_leaves_no_file(books, reckless, tmp_path, arguments, says):
    ended = reckless("audit", "export", "--format", "csv", "--out", tmp_path / "x.csv", *arguments)
    assert (ended.code, list(tmp_path.glob("*x.csv*"))) == (2, [])
    assert says in ended.err


def test_the_log_is_held_against_a_checkpoint_that_somebody_kept(books, reckless, tmp_path):
    reckless("audit", "export", "--format", "json", "--out", tmp_path / "x.json")  # takes the lines up
    note = books.services.proofs.signer.sign
    from app.ledger.note import Checkpoint

    kept = tmp_path / "kept.txt"
    forged = Checkpoint(books.services.proofs.signer.origin("all"), 3, b"\0" * 32)
    kept.write_text(note(forged), encoding="utf-8")
    ended = reckless("audit", "verify", "--checkpoint", kept)
    assert ended.code == 1
    assert "the first 3 lines of the log" in ended.out
    kept.write_text("nonsense")
    reckless("audit", "verify", "--checkpoint", kept).refused(f"{kept}: This is no checkpoint")
    assert reckless("audit", "verify", "--checkpoint", tmp_path / "none").code == 2
