"""The audit at the desk: proving everything, and taking the ledger away."""

import csv
import io

import pytest

from tests.integration.console.conftest import Desk
from tests.integration.databases import execute
from tests.integration.evening import Evening


@pytest.fixture
def paid(evening: Evening) -> Evening:
    evening.start().a_debt()
    evening.pay_all()
    return evening


def test_everything_is_proved_at_a_tap(desk: Desk, paid: Evening):
    paid.services.proofs.publish()
    desk.get("/organizer/audit").says("Audit", paid.services.proofs.key)
    desk.send("/organizer/audit").says("The books hold.", "4 transfers", "under 1 signed checkpoint")
    desk.send("/organizer/audit", games="no").says("The books hold.")


def test_the_first_thing_that_is_wrong_is_named_with_what_should_stand_there(desk: Desk, paid: Evening):
    paid.spoiled = True
    execute(paid.program.database, "UPDATE accounts SET balance = balance + 1 WHERE owner = 'bob'")
    desk.get("/organizer/audit").send("/organizer/audit")
    desk.says("The books do not hold.", "the balance of bob: found 251, expected 250")


def test_the_page_tells_what_is_wrong_even_where_no_text_can_be_read(desk: Desk, paid: Evening):
    paid.spoiled = True
    paid.services.proofs.publish()
    execute(paid.program.database, "UPDATE tables SET host = CAST(x'ff' AS TEXT)")
    execute(paid.program.database, "DROP TRIGGER merkle_checkpoints_refuses_update")
    execute(paid.program.database, "UPDATE merkle_checkpoints SET note = CAST(x'ff' AS TEXT)")
    desk.get("/organizer/audit").send("/organizer/audit")
    desk.says("The books do not hold.", paid.code[:3].upper(), "the table's host: found ff, expected 'ada'")
    desk.says("found ff, expected a signed checkpoint")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_ledger_is_downloaded_as_it_is_made(desk: Desk, paid: Evening, language: str):
    answer = desk.client.get(f"/organizer/export?format=csv&table={paid.code}&separator=semicolon")
    assert answer.mimetype == "text/csv"
    assert answer.is_streamed
    assert f"reckless-{paid.id}.csv" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=";"))
    assert [row["amount"] for row in rows] == ["200", "200", "200", "50"]


@pytest.mark.parametrize("format_name", ["json", "jsonl", "xlsx", "pdf", "beancount"])
def test_every_format_can_be_had(desk: Desk, paid: Evening, format_name: str):
    answer = desk.client.get(f"/organizer/export?format={format_name}")
    assert (answer.status_code, bool(answer.data)) == (200, True)


def test_what_can_not_be_exported_is_told(desk: Desk):
    desk.get("/organizer/export?from=someday").says("is no time")
    assert desk.path == "/organizer/audit"
    desk.get("/organizer/export?table=nowhere").says("There is no such table.")


def test_an_export_has_the_zone_of_the_event_unless_another_is_asked_for(desk: Desk, evening: Evening):
    evening.start()
    desk.get("/organizer/events").send("/organizer/events", name="Club", zone="Asia/Tokyo")
    assert "+09:00" in desk.get("/organizer/export?format=jsonl").page.get_data(as_text=True)
    assert "+09:00" not in desk.get("/organizer/export?format=jsonl&zone=UTC").page.get_data(as_text=True)
