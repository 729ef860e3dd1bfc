"""The past: whatever a hand in the database changes is found, and no route changes anything."""

from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from sqlalchemy import text

from app.errors import Invalid
from app.services.program import open_program
from app.storage import Database
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening, player, refusal_of, settings_for


def cursor(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.fixture
def played(evening: Evening) -> Evening:
    """Two paid frauds: some lines, five transfers, ten entries."""
    evening.start().a_debt().pay_all().a_debt().pay_all()
    evening.spoiled = True  # what follows is about books that were changed by hand
    return evening


def by_hand(database: Database, *statements: str, **values: object) -> None:
    """Change what the database keeps from being changed, as somebody with its file or password could."""

    def work(connection):
        if database.on_sqlite:
            for table in ("log", "transfers", "entries"):
                connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_refuses_update"))
                connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_refuses_delete"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        for statement in statements:
            connection.execute(text(statement), values)

    database.write(work)


def first_fault(evening: Evening) -> str:
    verdict = evening.services.history.verify()
    assert not verdict.ok
    return str(verdict.faults[0])


AT = "table_id = :id AND"


def test_untouched_books_prove_themselves(played):
    verdict = played.services.history.verify()
    assert (verdict.ok, verdict.tables, verdict.transfers) == (True, 1, 5)
    assert verdict.lines == len(played.log())


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("line 5 of the log", f"UPDATE log SET data = '{{}}' WHERE {AT} seq = 5"),
        ("line 5 of the log", f"UPDATE log SET at = at + 1 WHERE {AT} seq = 5"),
        ("line 5 of the log", f"UPDATE log SET actor = 'bob ' WHERE {AT} seq = 5"),
        ("line 5 of the log", f"DELETE FROM log WHERE {AT} seq = 5"),
        ("transfer {id}-4", f"UPDATE transfers SET amount = amount - 1 WHERE {AT} number = 4"),
        ("transfer {id}-4", f"UPDATE transfers SET payee = 'ada' WHERE {AT} number = 4"),
        ("transfer {id}-4", f"UPDATE transfers SET asked_by = 'ada' WHERE {AT} number = 4"),
        ("transfer {id}-2", f"DELETE FROM transfers WHERE {AT} number = 2"),
        ("an entry of transfer {id}-4", f"UPDATE entries SET amount = amount - 1 WHERE {AT} transfer = 4"),
        ("an entry of transfer {id}-4", f"UPDATE entries SET balance = balance - 1 WHERE {AT} transfer = 4"),
        ("an entry of transfer {id}-5", f"DELETE FROM entries WHERE {AT} transfer = 5"),
        ("the balance of bob", f"UPDATE accounts SET balance = balance + 1 WHERE {AT} owner = 'bob'"),
        ("the balance of bob", f"UPDATE accounts SET entries = entries + 1 WHERE {AT} owner = 'bob'"),
        ("the account of bob", f"DELETE FROM accounts WHERE {AT} owner = 'bob'"),
        ("the checkpoint", "UPDATE tables SET checkpoint = log_seal WHERE id = :id"),
        ("the end of the log", "UPDATE tables SET seq = seq + 1 WHERE id = :id"),
        ("the end of the books", "UPDATE tables SET transfers = transfers + 1 WHERE id = :id"),
    ],
)
@ON_BOTH
def test_a_row_that_was_changed_by_hand_is_found(played, where, change):
    by_hand(played.program.database, change, id=played.id)
    assert where.format(id=played.id) in first_fault(played)


@pytest.mark.parametrize(
    ("table", "number", "where"),
    [("log", "seq", "line 2 of the log"), ("transfers", "number", "transfer {id}-2")],
)
@ON_BOTH
def test_two_rows_that_changed_places_are_found(played, table, number, where):
    by_hand(
        played.program.database,
        f"UPDATE {table} SET {number} = {number} + 1000 WHERE {AT} {number} IN (2, 3)",
        f"UPDATE {table} SET {number} = 1005 - {number} WHERE {AT} {number} > 1000",
        id=played.id,
    )
    assert where.format(id=played.id) in first_fault(played)


@ON_BOTH
def test_a_cut_tail_is_found_even_if_somebody_mends_all_the_rest(played):
    """The last payment never was: log, books and balances are as before it, and the table's row fits them."""
    end = {"id": played.id, "seq": played.log("payment")[-1].seq - 1}
    with played.program.database.read() as connection:
        line = connection.execute(text(f"SELECT seal FROM log WHERE {AT} seq = :seq"), end).one()
        transfer = connection.execute(text(f"SELECT seal FROM transfers WHERE {AT} number = 4"), end).one()
    by_hand(
        played.program.database,
        f"DELETE FROM log WHERE {AT} seq > :seq",
        f"DELETE FROM entries WHERE {AT} transfer = 5",
        f"DELETE FROM transfers WHERE {AT} number = 5",
        f"UPDATE accounts SET balance = balance + 50, entries = entries - 1 WHERE {AT} owner = 'ada'",
        f"UPDATE accounts SET balance = balance - 50, entries = entries - 1 WHERE {AT} owner = 'cyd'",
        "UPDATE tables SET seq = :seq, log_seal = :l, transfers = 4, transfer_seal = :t WHERE id = :id",
        **end,
        l=line.seal,
        t=transfer.seal,
    )
    assert "the checkpoint" in first_fault(played)


def test_with_another_key_no_checkpoint_fits(played):
    url = played.program.database.url
    other = open_program(
        replace(settings_for(url), secret_key="another key of more than thirty-two characters")
    )
    (fault,) = other.services.history.verify().faults
    assert "secret key" in str(fault)
    other.close()


def test_a_fault_at_one_table_does_not_hide_another_one(played):
    other = Evening(played.program, "dan eve").start()
    for one in (played, other):
        spoil = f"UPDATE accounts SET balance = balance + 1 WHERE {AT} owner <> '@bank'"
        by_hand(played.program.database, spoil, id=one.id)
    verdict = played.services.history.verify()
    assert {fault.table_id for fault in verdict.faults} == {played.id, other.id}


def test_checking_tells_how_far_it_is(played):
    Evening(played.program, "dan eve")
    told = []
    played.services.history.verify(lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_no_service_changes_a_line_or_a_transfer(played):
    """All that services can do to a table is tried; the lines and transfers so far stay as they are."""
    lines, transfers = played.log(), played.transfers()
    tables, plays, payments = played.services.tables, played.services.play, played.services.payments
    refusal_of(played.pay, "ada bob 40")
    played.play("ada declare bribe bob").undo()
    payments.reverse(ORGANIZER, transfers[-1].number, reason="a mistake")
    plays.expire()
    tables.close(player("ada"), played.id)
    tables.start(player("ada"), played.id)
    tables.close(ORGANIZER, played.id)
    assert played.log()[: len(lines)] == lines
    changed = [one for one, before in zip(played.transfers(), transfers, strict=False) if one != before]
    assert [one.reversed_by for one in changed] == [f"{played.id}-6"]


# The journal


@ON_BOTH
def test_the_journal_is_paged_newest_first_without_gaps_or_repeats(played):
    transfers = played.services.history.transfers
    numbers, cursor = [], None
    while True:
        page = transfers(ORGANIZER, after=cursor, limit=2)
        numbers += [one.number for one in page.items]
        cursor = page.next
        if cursor is None:
            break
    assert numbers == [f"{played.id}-{n}" for n in (5, 4, 3, 2, 1)]


@ON_BOTH
def test_what_is_booked_while_somebody_reads_does_not_shift_the_pages(played):
    transfers = played.services.history.transfers
    for filters in ({}, {"table_id": played.id}):
        first = transfers(ORGANIZER, limit=2, **filters)
        played.a_debt().pay_all()
        second = transfers(ORGANIZER, limit=2, after=first.next, **filters)
        numbers = [int(one.number.rpartition("-")[2]) for one in (*first.items, *second.items)]
        assert numbers == list(range(numbers[0], numbers[0] - 4, -1))


def test_a_player_sees_own_transfers_alone_whatever_is_asked_for(played):
    transfers = played.services.history.transfers
    assert {one.payee for one in transfers(player("bob")).items} == {"bob"}
    assert transfers(player("bob"), user="ada").items == transfers(player("bob")).items
    assert transfers(player("eve")).items == ()


@ON_BOTH
def test_an_organizer_may_look_for_one_user_and_one_table(played):
    transfers = played.services.history.transfers
    assert len(transfers(ORGANIZER, user="cyd").items) == 3
    for unknown in ("nobody", "", "\x00", "\ud800"):
        assert transfers(ORGANIZER, table_id=unknown).items == ()
        assert transfers(ORGANIZER, user=unknown).items == ()


@pytest.mark.parametrize("limit", [0, -1, 501])
def test_a_page_has_a_limit(played, limit):
    assert isinstance(refusal_of(played.services.history.transfers, ORGANIZER, limit=limit), Invalid)


@pytest.mark.parametrize(
    "given",
    [
        "x",
        "!!!!",
        "YQ",
        "MSAyIDMgNA",
        "\ud800",
        "é",
        cursor(f"{10**30} x 1"),
        cursor(f"1 x {10**10}"),
        cursor("-1 x 1"),
        cursor("1 \x00 1"),
        cursor(f"{'9' * 5000} x 1"),
    ],
)
def test_a_cursor_that_is_none_of_ours_is_told(played, given):
    refusal = refusal_of(played.services.history.transfers, ORGANIZER, after=given)
    assert (refusal.code, refusal.field) == ("invalid", "after")
