"""Many at once: the server's order decides, and money moves once."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from app.errors import AppError
from app.services.ground.snapshots import Snapshots
from app.services.program import open_program
from tests.conftest import ROOT
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, add_tiles, player, settings_for

pytestmark = ON_BOTH


def at_once(*calls: Callable[[], object]) -> list[Any]:
    """Make all calls at the same moment; what each returned, or the code of its error."""
    ready = Barrier(len(calls), timeout=60)

    def call(one: Callable[[], object]) -> object:
        ready.wait()
        try:
            return one()
        except AppError as error:
            return error.code

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, calls))


def paid_by(evening: Evening, user: str) -> list:
    return [t for t in evening.transfers() if t.kind == "payment" and t.payer == user]


def test_eight_phones_that_race_for_one_debt_with_keys_of_their_own_pay_it_once(evening):
    evening.start().a_debt()
    answers = at_once(*(lambda n=n: evening.pay("cyd bob 50", key=f"key {n}").number for n in range(8)))
    assert Counter(answers).most_common()[0] in (("nothing_due", 7), ("already_settled", 7))
    assert len(paid_by(evening, "cyd")) == 1
    assert evening.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_eight_programs_share_one_database_and_still_pay_a_debt_once(evening):
    evening.start().a_debt()
    url = evening.program.database.url
    programs = [open_program(settings_for(url), clock=evening.program.ground.clock) for _ in range(4)]
    pay = [
        lambda one=one, n=n: (
            one.services.payments.pay(player("cyd"), evening.id, to="bob", amount=50, key=f"key {n}").number
        )
        for n, one in enumerate(programs * 2)
    ]
    answers = at_once(*pay)
    for one in programs:
        one.close()
    assert len([answer for answer in answers if "-" in str(answer)]) == 1
    assert evening.balances == {"ada": 200, "bob": 250, "cyd": 150}


def test_twenty_copies_of_one_payment_are_booked_once_and_answered_alike(evening):
    evening.start().a_debt()
    answers = at_once(*[lambda: evening.pay("cyd bob 50", key="the same")] * 20)
    assert len(set(answers)) == 1
    assert answers[0].amount == 50
    assert len(paid_by(evening, "cyd")) == 1


def test_readers_see_nothing_that_was_undone_while_twenty_copies_raced(evening):
    evening.start().a_debt()
    at_once(*[lambda: evening.pay("cyd bob 50", key="the same")] * 20)
    with evening.program.database.read() as connection:
        kept = evening.program.ground.snapshots.read(connection, evening.id)
        assert kept == Snapshots().read(connection, evening.id)
    assert evening.log("refused") == []


def test_twenty_copies_of_one_refused_payment_are_refused_alike_and_logged_once(evening):
    evening.start().a_debt()
    answers = at_once(*[lambda: evening.pay("cyd bob 49", key="the same")] * 20)
    assert answers == ["wrong_amount"] * 20
    assert len(evening.log("refused")) == 1


def test_who_has_fifty_and_fires_twenty_payments_of_fifty_makes_exactly_one(program):
    evening = Evening(program, "ada p0 p1 p2 p3 p4 p5 p6", validation="open").start()
    evening.pay("ada p0 150")
    lowest = []

    def look() -> None:
        for _ in range(30):
            books = evening.books()
            lowest.append(min(balance for owner, balance in books.items() if owner != "@bank"))
            assert sum(books.values()) == 0

    fire = [lambda n=n: evening.pay(f"ada p{n % 7} 50", key=f"key {n}").number for n in range(20)]
    answers = at_once(look, *fire)[1:]
    assert answers.count("insufficient_balance") == 19
    assert evening.balances["ada"] == 0
    assert min(lowest) >= 0
    evening.check()


FIRE = """
import sys
from app.errors import AppError
from app.services.program import open_program
from tests.integration.evening import player, settings_for
program = open_program(settings_for(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for n in range(5):
    try:
        program.services.payments.pay(player("ada"), sys.argv[2], to=f"p{n}", amount=50)
        print("paid")
    except AppError as error:
        print(error.code)
program.close()
"""


def test_four_processes_that_fire_the_same_fifty_credits_spend_them_once(program):
    evening = Evening(program, "ada p0 p1 p2 p3 p4", validation="open").start()
    evening.pay("ada p0 150")
    command = [sys.executable, "-c", FIRE, program.database.url, evening.id]
    processes = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("fire\n")
        process.stdin.flush()
    answers = " ".join(process.communicate(timeout=150)[0] for process in processes).split()
    assert Counter(answers) == {"paid": 1, "insufficient_balance": 19}
    assert evening.balances["ada"] == 0
    evening.check()


def test_of_two_challenges_at_once_one_counts_and_the_other_hears_who_was_first(evening):
    evening.start().play("bob declare fraud ada")
    answers = at_once(
        lambda: evening.play("ada challenge") and "counted",
        lambda: evening.play("cyd challenge") and "counted",
    )
    assert sorted(answers) == ["counted", "illegal_move"]
    first = evening.view()["challenger"]
    (refused,) = evening.log("refused")
    assert refused.data["expected"]["reason"] == "already_challenged"
    assert refused.data["expected"]["challenger"] == first != refused.actor


def test_a_match_that_is_started_twice_at_once_starts_once(evening):
    answers = at_once(*[lambda: evening.start() and "started"] * 4)
    assert sorted(answers) == ["conflict"] * 3 + ["started"]
    assert evening.view()["match"] == 1
    assert evening.books()["@bank"] == -600


def test_who_sits_down_twice_at_once_has_one_seat(program):
    evening = Evening(program, "ada bob")
    add_tiles(program, "cyd")
    at_once(*[lambda: evening.sit("cyd")] * 4)
    assert list(evening.balances) == ["ada", "bob", "cyd"]
    assert len(evening.log("seat")) == 3


def test_two_who_take_the_last_name_at_once_do_not_share_it(program):
    evening = Evening(program, "ada bob")
    add_tiles(program, "cyd", "dan")
    answers = at_once(*(lambda user=user: evening.sit(user, name="Zed") and "sat" for user in ("cyd", "dan")))
    assert sorted(map(str, answers)) == ["conflict", "sat"]


def test_who_sits_down_at_two_tables_at_once_sits_at_one(program):
    evening = Evening(program, "ada")
    other = Evening(program, "eve")
    add_tiles(program, "cyd")
    answers = at_once(lambda: evening.sit("cyd") and "sat", lambda: other.sit("cyd") and "sat")
    assert sorted(answers) == ["conflict", "sat"]


def test_two_finished_tables_that_start_at_once_with_the_same_people_start_once(program):
    """Each locks the people in its own order of seats: the database must not let them wait for each other."""
    first = Evening(program, "ada bob cyd").start().close()
    second = Evening(program, "cyd bob ada", new_tiles=False).start().close()
    answers = at_once(*[lambda one=one: one.start() and "started" for one in (first, second)])
    assert sorted(answers) == ["conflict", "started"]


def test_a_payment_and_the_end_of_the_table_come_one_after_the_other(evening):
    evening.start().a_debt()
    paid, _ = at_once(lambda: evening.pay("cyd bob 50").number, evening.close)
    assert (paid == "game_over") == (evening.balances["cyd"] == 200)
    assert evening.view()["status"] == "over"


def test_eight_tables_at_once_do_not_get_into_each_others_books(program):
    evenings = [Evening(program, f"a{n} b{n}", validation="open").start() for n in range(8)]

    def pay(evening: Evening) -> None:
        one, other = evening.users
        for _ in range(5):
            evening.pay(f"{one} {other} 3")

    assert at_once(*(lambda evening=evening: pay(evening) for evening in evenings)) == [None] * 8
    for evening in evenings:
        assert list(evening.balances.values()) == [185, 215]
        assert [t.number for t in evening.transfers()] == [f"{evening.id}-{n}" for n in range(1, 8)]
    evenings[0].check()
