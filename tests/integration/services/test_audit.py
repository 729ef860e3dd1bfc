"""The audit finds books that hold together and are wrong all the same: money without a move, and moves without money.

Seals show what was changed afterwards. These tests write what a faulty or dishonest program could have written in the
first place: every seal, balance and checkpoint fits.
"""

import json

import pytest

from app.ledger import BANK, TransferKind
from app.money import Credits
from app.services.ground import Change, change_table
from app.services.ground.booking import Draft
from tests.integration.evening import Evening


@pytest.fixture
def owing(evening: Evening) -> Evening:
    """Bob has played a fraud, and the debt is due."""
    evening.start().a_debt()
    evening.spoiled = True
    return evening


def write(evening: Evening, *drafts: Draft, kind: str = "refused", **data: object) -> str:
    """Write a line with these transfers past the rules, and return the first fault that the audit finds."""

    def act(_, snapshot, book):
        if kind == "start":
            book.begin_match()
        for draft in drafts:
            book.transfer(draft)
        book.line(kind, data)
        return Change(snapshot.match)

    ground = evening.program.ground
    change_table(ground, evening.id, user="ada", key=None, contents={}, act=act)
    (fault,) = evening.services.history.verify().faults
    return str(fault)


def paid(amount: int = 50, payer: str = "ada", payee: str = "bob", **more: object) -> Draft:
    return Draft(TransferKind.PAYMENT, payer, payee, Credits(amount), **more)


def as_logged(evening: Evening, **other: object) -> dict:
    """What the log says of a move that was made: here bob's last one, with changes."""
    return {**json.loads(json.dumps(dict(evening.log("move")[-1].data))), **other}


def test_a_payment_that_no_line_asks_for_is_named(owing):
    fault = write(owing, paid())
    assert "the transfers of line" in fault
    assert "found payment of 50 from ada to bob, expected none" in fault


def test_a_payment_in_the_log_without_a_transfer_is_named(owing):
    debt = owing.view()["due"][0]
    fault = write(owing, kind="payment", **payment_line(owing))
    assert f"found none, expected payment of 50 from {debt['payer']} to {debt['payee']}" in fault


def test_credits_from_the_bank_in_the_middle_of_a_game_are_named(owing):
    fault = write(owing, Draft(TransferKind.GRANT, BANK, "ada", Credits(100)))
    assert f"found grant of 100 from {BANK} to ada, expected none" in fault


def test_a_start_with_other_than_the_starting_credits_is_named(owing):
    (line,) = owing.log("start")
    fault = write(
        owing, Draft(TransferKind.GRANT, BANK, "ada", Credits(100)), kind="start", **dict(line.data)
    )
    assert "the balance of ada at the start of game 2: found 300, expected 200, the starting credits" in fault


def test_a_move_that_the_rules_do_not_allow_is_named(owing):
    fault = write(owing, kind="move", **as_logged(owing))
    assert "found the move" in fault
    assert "concede" in fault


def test_a_move_judged_by_credits_that_nobody_had_is_named(owing):
    fault = write(owing, kind="move", **as_logged(owing, funds={"ada": 999, "bob": 200, "cyd": 200}))
    assert "the credits of ada: found 999, expected 200 by the transfers so far" in fault


def payment_line(owing: Evening, **move: object) -> dict:
    """A whole line of a payment that settles the open debt, as the service writes it."""
    (debt,) = owing.view()["due"]
    facts = {"payer": debt["payer"], "payee": debt["payee"], "amount": debt["amount"]}
    return {
        "by": debt["payer"],
        "move": {"type": "pay", "obligation": debt["id"], **move},
        "funds": {"ada": 200, "bob": 200, "cyd": 200, debt["payer"]: 150, debt["payee"]: 250},
        "events": [{"kind": "paid", "facts": facts, "audience": None}],
        "bookings": [],
        "transfer": 4,
        "payee": debt["payee"],
        "amount": debt["amount"],
    }


def test_a_payment_of_another_debt_than_the_one_that_is_due_is_named(owing):
    (debt,) = owing.view()["due"]
    data = payment_line(
        owing, payee=debt["payee"], amount=debt["amount"], action=debt["action"], obligation=99
    )
    data["move"]["obligation"] = 99
    booked = paid(50, debt["payer"], debt["payee"], action=debt["action"], obligation=99)
    fault = write(owing, booked, kind="payment", **data)
    assert "found" in fault
    assert "99" in fault


def test_a_debt_that_the_game_counts_as_paid_without_a_transfer_is_named(owing):
    owing.spoiled = False
    owing.pay_all()
    owing.spoiled = True
    line = owing.log("payment")[-1]
    again = {name: value for name, value in line.data.items() if name not in ("transfer", "payee", "amount")}
    fault = write(owing, kind="move", **again)
    assert "the credits of" in fault or "found the move" in fault


def test_what_followed_from_a_move_must_be_what_the_rules_say(owing):
    owing.pay_all()
    turn = owing.turn
    data = {
        "by": turn,
        "move": {"type": "declare", "action": "bribe", "target": next(u for u in owing.users if u != turn)},
        "funds": owing.balances,
        "events": [],
        "bookings": [],
    }
    assert "its events: found []" in write(owing, kind="move", **data)


def test_the_books_alone_can_be_checked_without_playing_again(owing):
    write(owing, kind="move", **as_logged(owing))
    assert owing.services.history.verify(play_again=False).ok


def test_a_reversal_that_moves_something_else_than_its_original_is_named(owing):
    draft = Draft(TransferKind.REVERSAL, "cyd", BANK, Credits(7))
    fault = write(owing, draft, kind="correction", transfer=4, reverses=1, reason="x")
    assert "found reversal 4 of None, expected reversal 4 of 1" in fault
