"""Every refusal code over HTTP, amounts of every kind, and keys."""

import json
import threading

import pytest

from app.errors import Refusal
from tests.integration.databases import ON_BOTH


def money(house):
    """All that a refused payment must leave alone."""
    return house.balances(), house["olga"].get(f"/ledger/transfers?table={house.table}").json


def refused(answer):
    assert answer.status_code == (422 if answer.json["code"] == "bad_amount" else 409), answer.text
    return Refusal(answer.json["code"])


def no_game(house):
    house.open()
    return house.pay("ada", "bob", 50)


def game_over(house):
    house.start()
    house["ada"].post(house.at("close"))
    return house.pay("ada", "bob", 50)


def nothing_due(house):
    house.start()
    return house.pay("ada", "bob", 50)


def not_the_payer(house):
    house.start()
    house.a_debt()
    return house.pay("cyd", "bob", 50)


def wrong_payee(house):
    house.start()
    house.a_debt()
    return house.pay("ada", "cyd", 50)


def wrong_amount(house):
    house.start()
    house.a_debt()
    return house.pay("ada", "bob", 40)


def wrong_action(house):
    house.start()
    house.a_debt()
    return house.pay("ada", "bob", 50, "bribe")


def already_settled(house):
    house.start()
    house.a_debt()
    assert house.pay("ada", "bob", 50).status_code == 201
    return house.pay("ada", "bob", 50)


def insufficient_balance(house):
    house.start(validation="open")
    return house.pay("ada", "bob", 201)


def self_payment(house):
    house.start(validation="open")
    return house.pay("ada", "ada", 1)


def bad_amount(house):
    house.start()
    house.a_debt()
    return house.pay("ada", "bob", 0)


CASES = (
    no_game,
    game_over,
    nothing_due,
    not_the_payer,
    wrong_payee,
    wrong_amount,
    wrong_action,
    already_settled,
    insufficient_balance,
    self_payment,
    bad_amount,
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_every_refusal_reaches_the_payer_by_its_code(house, case):
    assert refused(case(house)) == case.__name__


def test_there_is_a_case_for_every_refusal():
    assert [case.__name__ for case in CASES] == list(Refusal)


def test_a_refused_payment_moves_nothing_is_on_the_log_and_tells_what_is_due(house):
    house.start()
    house.a_debt()
    before = money(house)
    answer = house.pay("ada", "bob", 40)
    assert answer.json["expected"]["due"] == [
        {"id": 1, "payer": "ada", "payee": "bob", "amount": 50, "action": "fraud"}
    ]
    assert money(house) == before
    assert house.log()[-1]["data"]["code"] == "wrong_amount"


@pytest.mark.parametrize(
    "amount",
    [
        *(-40, 0, 40.5, 50.0, True, None, [50], {"n": 50}, 10**9 + 1, 10**400),
        *("40.00", "-50", "+50", "--50", "5e1", "", "fifty", "٥٠", "1,000", "50 0"),
    ],
    ids=str,
)
def test_an_amount_that_is_no_whole_number_of_credits_is_a_bad_amount(house, amount):
    house.start()
    house.a_debt()
    before = money(house)
    assert refused(house.pay("ada", "bob", amount)) is Refusal.BAD_AMOUNT
    assert money(house) == before


@pytest.mark.parametrize("written", ["-0", "0.00", "50.0", "5e1", "1e400"])
def test_a_number_written_strangely_is_refused(house, written):
    house.start()
    house.a_debt()
    before = money(house)
    body = f'{{"to": "bob", "amount": {written}}}'
    answer = house["ada"].call("POST", house.at("payments"), data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert money(house) == before


@pytest.mark.parametrize("amount", [50, "50", " 50 "])
def test_digits_alone_are_an_amount(house, amount):
    house.start()
    house.a_debt()
    answer = house.pay("ada", " BO-B ", amount, "FRAUD")
    assert answer.status_code == 201
    transfer = answer.json
    assert (transfer["payer"], transfer["payee"], transfer["amount"]) == ("ada", "bob", 50)
    assert (transfer["action"], transfer["level"], transfer["kind"]) == ("fraud", "strict", "payment")
    assert transfer["number"].startswith(f"{house.table}-")
    assert len(transfer["confirmation"]) == 4
    assert transfer["at"].endswith("Z")
    assert house["bob"].get(f"/ledger/transfers/{transfer['number']}").json == transfer
    assert house.view("bob")["last_payment"]["at"] == transfer["at"]


def test_the_host_settles_for_an_absent_player_and_the_books_say_so(house):
    house.start()
    house.move("bob", "declare", action="fraud", target="cyd")
    house.move("ada", "allow")
    house.move("cyd", "allow")
    house.move("ada", "concede", **{"for": "CYD"})
    body = {"to": "bob", "amount": 50, "for": "cyd"}
    assert house["bob"].post(house.at("payments"), body).status_code == 403
    assert house["ada"].post(house.at("payments"), body).json["payer"] == "cyd"
    assert house.log()[-1]["actor"] == "ada"


@ON_BOTH
def test_the_same_key_pays_once_and_gives_the_same_answer(house):
    house.start()
    house.a_debt()
    first = house.pay("ada", "bob", 50, key="a-key")
    again = house.pay("ada", "bob", 50, key="a-key")
    assert (again.status_code, again.json) == (201, first.json)
    assert house.balances() == {"ada": 150, "bob": 250, "cyd": 200}


def test_the_same_key_with_other_contents_is_refused(house):
    house.start()
    house.a_debt()
    assert house.pay("ada", "bob", 50, key="a-key").status_code == 201
    answer = house.pay("ada", "cyd", 50, key="a-key")
    assert (answer.status_code, answer.json["code"]) == (422, "key_reused")


def test_a_refusal_is_repeated_under_its_key_even_when_it_would_be_right_by_now(house):
    house.start()
    first = house.pay("ada", "bob", 50, key="too-early")
    house.a_debt()
    again = house.pay("ada", "bob", 50, key="too-early")
    assert (first.json["code"], again.json) == ("nothing_due", first.json)


def test_two_people_may_use_the_same_key(house):
    house.start()
    house.a_debt()
    assert house.pay("cyd", "bob", 50, key="1").json["code"] == "not_the_payer"
    assert house.pay("ada", "bob", 50, key="1").status_code == 201


@pytest.mark.parametrize("key", ["k" * 101, "k\x7f", "schlüssel".encode().decode("latin-1")])
def test_a_key_that_is_no_plain_text_is_refused(house, key):
    house.start()
    house.a_debt()
    answer = house.pay("ada", "bob", 50, key=key)
    assert (answer.status_code, answer.json["field"]) == (422, "Idempotency-Key")


@ON_BOTH
def test_twenty_payments_at_once_settle_the_debt_once(house):
    house.start()
    house.a_debt()
    phones = [house.another("ada") for _ in range(20)]
    statuses = []

    def pay(phone):
        statuses.append(phone.post(house.at("payments"), {"to": "bob", "amount": 50}).status_code)

    threads = [threading.Thread(target=pay, args=[phone]) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201] + [409] * 19
    assert house.balances() == {"ada": 150, "bob": 250, "cyd": 200}


def test_every_post_acts_once_for_a_key(house):
    opened = [house["ada"].post("/tables", {}, key="open") for _ in range(2)]
    assert opened[0].json == opened[1].json
    house.table = opened[0].json["id"]
    for user in ("ada", "bob"):
        for _ in range(2):
            assert house[user].post(house.at("seats"), {}, key="sit").status_code == 201
    for _ in range(2):
        assert house["ada"].post(house.at("start"), key="start").status_code == 200
    body = {"type": "declare", "action": "fraud", "target": "ada"}
    for _ in range(2):
        assert house["bob"].post(house.at("moves"), body, key="move").status_code == 200
    for _ in range(2):
        assert house["ada"].post(house.at("close"), key="close").status_code == 200
    kinds = [line["kind"] for line in house.log()]
    assert kinds == ["opened", "seat", "seat", "start", "move", "closed"]
    assert json.dumps(house.log()).count('"left"') == 0
