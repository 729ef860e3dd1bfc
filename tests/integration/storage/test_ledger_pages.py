"""Pages of transfers are read by keys of indexes: no page, however filtered, looks through or sorts the ledger."""

import re

import pytest
from sqlalchemy import text

from app.errors import Invalid
from app.ledger import TransferKind
from app.services.history import Only
from app.storage import ledger_pages
from app.storage.ledger_pages import Wanted, page_query
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening

FILTERS = {
    "all": Wanted(),
    "a user": Wanted(owner="ada"),
    "a kind": Wanted(kind=TransferKind.REVERSAL),
    "an action": Wanted(action="fraud"),
    "an amount": Wanted(amount=50),
    "a time": Wanted(since=1, until=2),
    "a table": Wanted(table_id="abcdefgh"),
    "a user at a table": Wanted(table_id="abcdefgh", owner="ada"),
    "an event": Wanted(event_id="abcdefgh"),
    "an event, seen by a referee": Wanted(event_id="abcdefgh", owner="ada", reader="olga"),
    "amounts of a user": Wanted(owner="ada", least=5),
    "amounts at a table": Wanted(table_id="abcdefgh", most=50),
    "a kind and an amount": Wanted(kind=TransferKind.PAYMENT, amount=7),
}
PLACE = (2**50, "abcdefgh", 7)


def plan(program, wanted: Wanted) -> str:
    with program.database.read() as connection:
        query = page_query(connection, wanted, PLACE, 51)
        compiled = query.compile(connection, compile_kwargs={"literal_binds": True})
        if connection.dialect.name == "sqlite":
            rows = connection.execute(text(f"EXPLAIN QUERY PLAN {compiled}"))
            return "\n".join(row.detail for row in rows)
        # So few rows are looked through sooner than an index is opened: what counts is that an index would do.
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        connection.execute(text("SET LOCAL enable_bitmapscan = off"))
        connection.execute(text("SET LOCAL enable_sort = off"))
        return "\n".join(row[0] for row in connection.execute(text(f"EXPLAIN {compiled}")))


@ON_BOTH
def test_no_page_looks_through_or_sorts_the_ledger(program):
    Evening(program).start()
    for name, wanted in FILTERS.items():
        found = plan(program, wanted)
        assert "Seq Scan on transfers" not in found, (name, found)
        ledger = [
            line for line in found.splitlines() if re.search(r" on transfers|(SCAN|SEARCH) transfers", line)
        ]
        assert ledger, (name, found)
        assert all("INDEX" in line.upper() for line in ledger), (name, found)
        # The two sides of an account are merged: that sorts a page of each, and no more.
        sorts = found.count("USE TEMP B-TREE FOR ORDER BY") + found.count("Sort  (")
        merged = wanted.owner is not None and wanted.table_id is None
        assert sorts <= (3 if merged else 0), (name, found)


BETWEEN = [
    Wanted(least=40, most=60),
    Wanted(least=7),
    Wanted(most=50, kind=TransferKind.PAYMENT),
    Wanted(least=1, since=1, event_id="abcdefgh"),
]


@ON_BOTH
@pytest.mark.parametrize("wanted", BETWEEN)
def test_few_amounts_are_found_by_their_index_and_many_in_the_order_of_time(program, monkeypatch, wanted):
    Evening(program).start()
    by_amount = "Index Scan using ix_transfers_amount|USING INDEX ix_transfers_amount"
    few = plan(program, wanted)
    assert re.search(by_amount, few), few
    monkeypatch.setattr(ledger_pages, "FEW", -1)
    many = plan(program, wanted)
    assert not re.search(by_amount, many), many
    assert "Sort  (" not in many, many
    assert "TEMP B-TREE" not in many, many
    assert "INDEX" in many.upper(), many


@pytest.mark.parametrize("few", [-1, ledger_pages.FEW])
@pytest.mark.parametrize("limit", [1, 50])
def test_pages_of_amounts_have_all_of_them_newest_first(program, monkeypatch, few, limit):
    monkeypatch.setattr(ledger_pages, "FEW", few)
    evening = Evening(program).start()
    for _ in range(3):
        program.ground.clock.pass_(1)
        evening.a_debt().pay_all()
    amounts = {one.number: one.amount for one in reversed(evening.transfers())}
    for least, most in ((50, 50), (51, None), (None, 199), (None, None), (51, 199)):
        seen, after = [], None
        while True:
            only = Only(least=least, most=most)
            page = program.services.history.transfers(
                evening.actor("olga"), only=only, after=after, limit=limit
            )
            seen += [one.number for one in page.items]
            after = page.next
            if after is None:
                break
        fits = [number for number, amount in amounts.items() if (least or 0) <= amount <= (most or 999)]
        assert sorted(seen) == sorted(fits)
        assert len(set(seen)) == len(seen)
        if limit > 1:
            assert seen == [one.number for one in reversed(evening.transfers()) if one.number in fits]


def test_no_amount_is_more_than_the_most(program):
    with pytest.raises(Invalid, match="at least 7 and at most 6") as refused:
        program.services.history.transfers(ORGANIZER, only=Only(least=7, most=6))
    assert refused.value.field == "least"


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_pages_of_a_user_put_together_are_all_that_user_s_transfers_newest_first(program, limit):
    evening = Evening(program).start()
    for _ in range(3):
        evening.a_debt().pay_all()
    history, seen, after = program.services.history, [], None
    while True:
        page = history.transfers(evening.actor("olga"), user="bob", after=after, limit=limit)
        seen += [one.number for one in page.items]
        after = page.next
        if after is None:
            break
    wanted = [one.number for one in reversed(evening.transfers()) if "bob" in (one.payer, one.payee)]
    assert seen == wanted
    assert len(wanted) >= 3
