"""Transfers and entries: what may be posted, and what it leaves behind."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InsufficientFunds, LedgerError
from app.ledger import BANK, BANK_FLOOR, Account, Transfer, TransferKind, post, reverse
from app.money import MAX_CREDITS, Credits


def accounts(**balances: int) -> dict[str, Account]:
    return {owner: Account("t", owner, balance) for owner, balance in balances.items()}


def transfer(payer: str, payee: str, amount: int, number: int = 1) -> Transfer:
    return Transfer(
        table="t",
        number=number,
        seq=7,
        match=1,
        kind=TransferKind.PAYMENT,
        payer=payer,
        payee=payee,
        amount=Credits(amount),
        action="fraud",
        obligation=3,
        level="strict",
        asked_by=payer,
        key="k",
        at=5,
    )


def undone(original: Transfer, number: int = 2) -> Transfer:
    return reverse(original, number=number, seq=8, match=1, asked_by="olga", key="", at=6, reason="a mistake")


def test_a_transfer_takes_from_one_account_and_gives_to_the_other():
    after, _ = post(transfer("ada", "bob", 50), accounts(ada=200, bob=200, cyd=200))
    assert {owner: account.balance for owner, account in after.items()} == {
        "ada": 150,
        "bob": 250,
        "cyd": 200,
    }


def test_the_two_entries_sum_to_zero_and_tell_the_balance_after_them():
    _, (paid, got) = post(transfer("ada", "bob", 50), accounts(ada=200, bob=10))
    assert (paid.owner, paid.amount, paid.balance) == ("ada", -50, 150)
    assert (got.owner, got.amount, got.balance) == ("bob", 50, 60)


def test_entries_are_numbered_without_gaps_within_an_account():
    books = accounts(ada=200, bob=200)
    numbers = []
    for _ in range(3):
        books, (paid, _got) = post(transfer("ada", "bob", 10), books)
        numbers.append(paid.number)
    assert numbers == [1, 2, 3]


def test_the_accounts_that_were_passed_in_are_left_as_they_were():
    before = accounts(ada=200, bob=200)
    post(transfer("ada", "bob", 50), before)
    assert before == accounts(ada=200, bob=200)


def test_all_that_an_account_has_can_be_paid():
    after, _ = post(transfer("ada", "bob", 200), accounts(ada=200, bob=0))
    assert after["ada"].balance == 0


def test_one_credit_more_than_an_account_has_is_refused():
    with pytest.raises(InsufficientFunds):
        post(transfer("ada", "bob", 201), accounts(ada=200, bob=0))


def test_the_bank_may_go_below_zero_as_credits_come_from_there():
    after, _ = post(
        transfer(BANK, "bob", 200), {BANK: Account("t", BANK, floor=BANK_FLOOR), **accounts(bob=0)}
    )
    assert after[BANK].balance == -200


def test_the_bank_has_a_floor_too():
    bank = Account("t", BANK, balance=BANK_FLOOR, floor=BANK_FLOOR)
    with pytest.raises(InsufficientFunds):
        post(transfer(BANK, "bob", 1), {BANK: bank, **accounts(bob=0)})


@pytest.mark.parametrize("amount", [0, -1, -40])
def test_an_amount_that_is_not_positive_is_never_posted(amount):
    with pytest.raises(LedgerError):
        post(transfer("ada", "bob", amount), accounts(ada=200, bob=200))


def test_an_account_can_not_pay_itself():
    with pytest.raises(LedgerError):
        post(transfer("ada", "ada", 1), accounts(ada=200))


@pytest.mark.parametrize(("payer", "payee"), [("ada", "eve"), ("eve", "ada")])
def test_a_transfer_with_a_stranger_is_no_matter_of_funds(payer, payee):
    with pytest.raises(LedgerError, match="eve") as refused:
        post(transfer(payer, payee, 1), accounts(ada=200))
    assert not isinstance(refused.value, InsufficientFunds)


def test_a_reversal_is_the_opposite_and_names_what_it_undoes():
    back = undone(transfer("ada", "bob", 50))
    assert (back.payer, back.payee, back.amount, back.reverses) == ("bob", "ada", 50, 1)
    assert (back.kind, back.reason, back.asked_by) == (TransferKind.REVERSAL, "a mistake", "olga")


def test_a_reversal_settles_no_debt_and_was_checked_at_no_level():
    back = undone(transfer("ada", "bob", 50))
    assert (back.obligation, back.level) == (None, "")


def test_the_reversal_of_a_reversal_moves_what_the_original_moved():
    original = transfer("ada", "bob", 50)
    again = undone(undone(original), number=3)
    assert (again.payer, again.payee, again.amount, again.reverses) == ("ada", "bob", 50, 2)


def test_what_was_spent_meanwhile_can_not_be_reversed():
    original = transfer("ada", "bob", 50)
    books, _ = post(original, accounts(ada=200, bob=0, cyd=0))
    books, _ = post(replace(transfer("bob", "cyd", 50), number=2), books)
    with pytest.raises(InsufficientFunds):
        post(undone(original, number=3), books)


OWNERS = ["ada", "bob", "cyd", BANK]


@given(
    st.lists(st.tuples(st.sampled_from(OWNERS), st.sampled_from(OWNERS), st.integers(-5, 400)), max_size=40)
)
def test_whatever_is_posted_or_refused_the_sum_stays_zero_and_entries_add_up(wishes):
    books = {owner: Account("t", owner, floor=BANK_FLOOR if owner == BANK else 0) for owner in OWNERS}
    entries = []
    for payer, payee, amount in wishes:
        try:
            books, posted = post(transfer(payer, payee, amount), books)
        except LedgerError:
            continue
        entries.extend(posted)
    assert sum(account.balance for account in books.values()) == 0
    for owner, account in books.items():
        own = [entry for entry in entries if entry.owner == owner]
        assert account.balance == sum(entry.amount for entry in own) >= account.floor
        assert [entry.number for entry in own] == list(range(1, account.entries + 1))
        assert [entry.balance for entry in own] == [
            sum(entry.amount for entry in own[: n + 1]) for n in range(len(own))
        ]


def test_the_greatest_amount_is_far_from_where_sums_stop_being_exact():
    assert BANK_FLOOR < -1_000_000 * MAX_CREDITS
