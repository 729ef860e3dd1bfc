"""What somebody wrote into the database file by hand breaks no page of the desk without a word."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from app.services.people.sessions import COOKIE
from app.services.program import open_program
from tests.integration.apps import app_over
from tests.integration.console.conftest import Desk
from tests.integration.evening import Evening, settings_for

FF = "CAST(x'ff' AS TEXT)"
"""Text to SQLite, and no UTF-8."""

DAMAGES = {
    f"UPDATE tables SET options = {FF}": "a text in the column options is none",
    f"UPDATE seats SET name = {FF} WHERE position = 1": "a text in the column name is none",
    f"UPDATE log SET data = {FF} WHERE seq = (SELECT max(seq) FROM log)": "a text in the column data is none",
    "UPDATE log SET data = '{\"by\":' WHERE seq = (SELECT max(seq) FROM log)": "of table ",
    "UPDATE log SET data = '[]' WHERE seq = (SELECT max(seq) FROM log)": "of table ",
}


@contextmanager
def shown_damaged(evening: Evening, desk: Desk, folder: Path, statement: str) -> Iterator[Desk]:
    """The desk over a copy of the books that somebody has changed by hand."""
    copy = folder / "damaged.sqlite"
    with (
        closing(sqlite3.connect(evening.program.database.url.removeprefix("sqlite:///"))) as books,
        closing(sqlite3.connect(copy)) as damaged,
    ):
        books.backup(damaged)
        for (name,) in damaged.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            damaged.execute(f"DROP TRIGGER {name}")
        damaged.execute(statement)
        damaged.commit()
    token = desk.client.get_cookie(COOKIE)
    assert token
    with closing(open_program(settings_for(f"sqlite:///{copy}"), clock=evening.clock)) as program:
        yield Desk(app_over(program), token.value)


@pytest.mark.parametrize("statement", DAMAGES)
def test_a_page_that_meets_a_damaged_row_sends_to_the_audit_which_names_it(
    evening: Evening, desk: Desk, tmp_path: Path, statement: str
):
    evening.start().a_debt()
    with shown_damaged(evening, desk, tmp_path, statement) as shown:
        for page in ("/organizer/", "/organizer/people", f"/tables/{evening.id}"):
            assert shown.get(page).page.status_code == 500
            shown.says(DAMAGES[statement], "The audit of the books names every such row.")
        shown.get("/organizer/audit").send("/organizer/audit").says("The books do not hold.")


def test_so_does_a_page_that_needs_the_name_of_somebody_who_has_left(
    evening: Evening, desk: Desk, tmp_path: Path
):
    evening.start().close().leave("ada")
    first = "UPDATE log SET data = '[]' WHERE seq = (SELECT min(seq) FROM log WHERE kind = 'seat')"
    with shown_damaged(evening, desk, tmp_path, first) as shown:
        assert shown.get(f"/tables/{evening.id}").page.status_code == 500
        shown.says("of table ", "The audit of the books names every such row.")
