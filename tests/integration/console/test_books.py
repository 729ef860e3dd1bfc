"""The books at the desk: transfers, reversing one, proving the whole."""

import re
import sqlite3

import pytest
from flask import Flask

from app.console.words import KIND
from app.ledger import TransferKind
from app.services.actor import Actor, Role
from app.services.zones import local
from tests.integration.console.conftest import Desk
from tests.integration.evening import Evening
from tests.integration.web.conftest import Phone

OLGA = Actor("olga", "Olga", Role.ORGANIZER, session="")


@pytest.fixture
def paid(evening: Evening) -> Evening:
    """One debt of 50 was paid."""
    evening.start().a_debt()
    evening.pay_all()
    return evening


@pytest.fixture
def number(paid: Evening) -> str:
    return paid.transfers()[-1].number


def test_transfers_are_listed_newest_first_with_names(desk: Desk, paid: Evening):
    receipt = paid.transfers()[-1]
    words = desk.get("/organizer/books").says("Fraud", "Starting credits", "The bank").words
    listed = words[words.index("What for") :]
    assert listed.index("Fraud") < listed.index("Starting credits")
    desk.says(receipt.payer_name, receipt.payee_name, "50")


def test_what_payers_say_in_their_own_words_stays_as_it_is(desk: Desk, program):
    table = Evening(program, validation="open").start()
    table.pay("bob ada 40 for the lawyer")
    number = table.transfers()[-1].number
    desk.get("/organizer/books").says("for the lawyer").silent_on("For The Lawyer")
    desk.get(f"/organizer/books/{number}").says("for the lawyer").silent_on("For The Lawyer")


def test_the_list_of_one_table_is_found_by_its_code_or_id(desk: Desk, paid: Evening):
    other = Evening(paid.program, "dan eve fay").start()
    for table in (paid.code, paid.code.upper(), f"{paid.code[:3]} {paid.code[3:]}", paid.id):
        desk.get(f"/organizer/books?table={table}").says("Ada").silent_on("Dan")
    desk.get(f"/organizer/books?table={other.code}").says("Dan").silent_on("Ada")


def test_the_list_of_one_person_has_theirs_alone(desk: Desk, paid: Evening):
    bystander = next(
        user for user in paid.users if user not in (paid.transfers()[-1].payer, paid.transfers()[-1].payee)
    )
    desk.get(f"/organizer/books?user={bystander}").says("Starting credits").silent_on("Fraud")


def test_a_long_list_goes_on_page_by_page(desk: Desk, evening: Evening):
    for _ in range(20):
        evening.start().close()
        for user in evening.users:
            number = evening.transfers()[-1].number
            if user == "ada":
                evening.reverse(number)
    total = len(evening.transfers())
    seen, address = 0, "/organizer/books"
    while address:
        html = desk.get(address).html
        seen += html.count("<tr") - 1
        older = html.partition('id="older"')[0].rpartition('href="?')[2].partition('"')[0]
        address = f"/organizer/books?{older}".replace("&amp;", "&") if 'id="older"' in html else ""
    assert seen == total


def test_transfers_are_searched_by_what_they_move_at_least_and_at_most(desk: Desk, paid: Evening):
    desk.get("/organizer/books?most=50").says("Fraud").silent_on("Starting credits 200")
    words = desk.get("/organizer/books?least=51&most=200").words
    assert "Fraud" not in words[words.index("What for") :]
    desk.get("/organizer/books?least=9&most=8").says("No amount is at least 9 and at most 8.")


def test_a_cursor_that_is_none_is_refused(desk: Desk):
    desk.get("/organizer/books?after=nonsense")
    assert 'class="say bad"' in desk.html


def test_a_transfer_says_in_one_sentence_what_reversing_it_will_do(desk: Desk, paid: Evening, number: str):
    receipt = paid.transfers()[-1]
    desk.get(f"/organizer/books/{number}").says(
        f"This moves 50 from {receipt.payee_name} back to {receipt.payer_name}, by a new transfer",
        receipt.confirmation,
        receipt.seal,
    )


def test_reversing_moves_the_money_back_and_links_both(desk: Desk, paid: Evening, number: str):
    receipt = paid.transfers()[-1]
    desk.get(f"/organizer/books/{number}")
    desk.send(f"/organizer/books/{number}/reverse", reason="wrong name", key="k1")
    back = paid.transfers()[-1]
    assert (back.reverses, back.amount, back.payer, back.payee) == (number, 50, receipt.payee, receipt.payer)
    desk.says(f"Reversed: transfer {back.number} books it back.", "Reversed by").silent_on("Reverse it")
    desk.get(f"/organizer/books/{back.number}").says("Reverses", "wrong name")
    desk.get("/organizer/books").says("reversed", "Reversal")


def test_pressing_twice_reverses_once(desk: Desk, paid: Evening, number: str):
    for _ in range(2):
        desk.get(f"/organizer/books/{number}")
        desk.send(f"/organizer/books/{number}/reverse", reason="wrong name", key="k1")
        desk.says("Reversed: transfer")
    assert [one.reverses for one in paid.transfers()].count(number) == 1


def test_a_second_reversal_is_refused_in_words(desk: Desk, paid: Evening, number: str):
    desk.get("/organizer/books")
    desk.send(f"/organizer/books/{number}/reverse", reason="one")
    desk.send(f"/organizer/books/{number}/reverse", reason="two").says("is reversed already")


def test_a_reversal_without_a_reason_is_refused(desk: Desk, paid: Evening, number: str):
    desk.get("/organizer/books")
    desk.send(f"/organizer/books/{number}/reverse", reason="  ").says("A reversal needs a reason")
    assert len(paid.transfers()) == 4


@pytest.mark.parametrize("number", ["nonsense", "k7m2qxd3-1", "k7m2qxd3-99999999999", "check"])
def test_a_transfer_that_is_none_is_not_found(desk: Desk, number: str):
    assert desk.get(f"/organizer/books/{number}").page.status_code == 404


def test_the_verdict_on_good_books_is_shown_above_the_list(desk: Desk, paid: Evening):
    desk.get("/organizer/books")
    desk.send("/organizer/books/check").says("The books hold.", "4 transfers", "Starting credits")


def test_a_fault_is_shown_with_what_was_found_and_expected(
    desk: Desk, paid: Evening, number: str, database_url: str
):
    desk.get("/organizer/books")
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE accounts SET balance = balance + 1 WHERE owner = 'ada'")
    desk.send("/organizer/books/check").says(
        "The books do not hold.", "the balance of ada: found", "expected"
    )
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE accounts SET balance = balance - 1 WHERE owner = 'ada'")
    connection.close()


def test_people_are_found_by_name_and_whoever_fits_is_named(desk: Desk, paid: Evening):
    Evening(paid.program, "dan eve adam").start()
    for bank in ("the+bank", "%40bank"):
        words = desk.get(f"/organizer/books?user={bank}").words
        assert "Fraud" not in words[words.index("What for") :]
    desk.get("/organizer/books?user=ADA").says("Starting credits", "Ada").silent_on("Several people")
    assert 'class="list money-list"' not in desk.get("/organizer/books?user=da&kind=grant").html
    desk.says("Several people fit “da”", "Ada", "Adam", "Dan").silent_on("No transfers.")
    assert 'href="/organizer/books?user=dan&amp;kind=grant"' in desk.html


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("user=wily", "Nobody is called wily."),
        ("table=zz9zz9", "There is no such table."),
        ("amount=abc", "A whole number is wanted here."),
        ("least=-1", "A whole number is wanted here."),
        ("from=2026-13-45", "2026-13-45 is no time"),
        ("action=bribery", "Nothing was ever paid for bribery. There is: Fraud."),
        ("kind=gift", "A transfer is of one of these kinds"),
        ("number=k7m2qxd3-1", "There is no transfer k7m2qxd3-1."),
    ],
)
def test_what_can_not_be_asked_for_is_refused_in_words_and_nothing_is_listed(
    desk: Desk, paid: Evening, asked: str, said: str
):
    desk.get(f"/organizer/books?{asked}").says(said).silent_on("No transfers.", "What for")
    assert desk.page.status_code == 422
    assert 'aria-invalid="true"' in desk.html
    value = asked.partition("=")[2]
    assert f'value="{value}"' in desk.html or asked == "kind=gift"


def test_every_kind_of_transfer_has_words():
    assert set(KIND) == set(TransferKind)


def test_what_belongs_to_an_event_is_told_in_its_zone_everywhere(app: Flask, desk: Desk, paid: Evening):
    desk.get("/organizer/events").send("/organizer/events", name="Club", zone="Asia/Tokyo")
    event = re.search(r"/organizer/events/(\w+)/hand-over", desk.html).group(1)
    paid.program.services.events.take_in(OLGA, event, table_id=paid.id)
    receipt, table = paid.transfers()[-1], paid.id
    when = local(receipt.at, "Asia/Tokyo")
    desk.get("/organizer/").says(" JST", "Times in Asia/Tokyo.")
    desk.get(f"/organizer/books/{receipt.number}").says(f"{when:%H:%M:%S JST}")
    desk.get("/organizer/books").says(f"{when:%H:%M}", "Times in Asia/Tokyo.")
    phone = Phone(app, receipt.payer)
    assert f"{when:%H:%M:%S JST}" in phone.get(f"/receipts/{receipt.number}").words
    assert f"{when:%H:%M}" in phone.get(f"/tables/{table}/log").words
    assert "Times in Asia/Tokyo." in phone.words
