"""Proving books while people go on, and in several processes: the same is found, and no fault is made up."""

import multiprocessing
import os
import threading
from collections.abc import Callable

import pytest

from app.errors import Unavailable
from app.ledger.note import Checkpoint
from app.services.audit import side_by_side
from app.services.audit.parts import Plan
from app.services.audit.side_by_side import portions, prove
from app.storage import audit, books, proofs, tables
from tests.integration.databases import ON_BOTH, execute
from tests.integration.evening import Evening

PLAN = Plan(b"k" * 32, b"s" * 32, play_again=False, witnesses=())


@pytest.fixture
def hall(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> list[Evening]:
    """Three tables with a payment each, divided among processes however little there is to check."""
    monkeypatch.setattr("app.services.history.service.WORTH_PROCESSES", 0)
    monkeypatch.setattr(side_by_side, "AT_ONCE", 1)
    hall = [evening, Evening(evening.program, "dan eve"), Evening(evening.program, "fay gus")]
    for one in hall:
        one.start().a_debt().pay_all()
    evening.services.proofs.publish()
    return hall


def spoil(table: Evening) -> None:
    table.spoiled = True
    statement = "UPDATE accounts SET balance = balance + 1 WHERE table_id = :id AND owner <> '@bank'"
    execute(table.program.database, statement, id=table.id)


@ON_BOTH
def test_several_processes_find_what_one_does(hall):
    one = hall[0].services.history
    told = []
    verdict = one.verify(lambda done, total: told.append((done, total)), processes=2)
    assert verdict == one.verify()
    assert (verdict.ok, verdict.tables, verdict.checkpoints) == (True, 3, 1)
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_several_processes_name_the_same_faults_in_the_same_order(hall):
    for table in hall[::-1][:2]:
        spoil(table)
    hall[0].spoiled = True
    one = hall[0].services.history
    kept = Checkpoint("reckless-00000000/all", 1, bytes(32))
    found = one.verify(witnesses=[kept], processes=2)
    assert found == one.verify(witnesses=[kept])
    assert [fault.table_id for fault in found.faults] == [*sorted(table.id for table in hall[1:]), ""]


def test_few_lines_are_proved_without_other_processes(evening, monkeypatch):
    monkeypatch.setattr("app.services.history.service.prove", None)
    evening.start()
    assert evening.services.history.verify(processes=2).ok


def test_a_portion_has_whole_tables_and_about_so_many_lines(monkeypatch):
    monkeypatch.setattr(side_by_side, "AT_ONCE", 10)
    sizes = [("a", 4), ("b", 6), ("c", 25), ("d", 0), ("e", 9), ("f", 9), ("g", 1)]
    assert portions(sizes) == [["a", "b"], ["c"], ["d", "e", "f"], ["g"]]


def test_whoever_breaks_off_leaves_no_process_behind(hall):
    def ctrl_c(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hall[0].services.history.verify(ctrl_c, processes=2)
    assert not multiprocessing.active_children()


class Killed(Plan):
    """Stands for a process that somebody ends, or that gets no more memory."""

    def tables(self, *_):
        os._exit(9)


@pytest.mark.parametrize(
    ("kind", "ending", "said"), [(Plan, "/no/file", "unable to open"), (Killed, "", "was ended")]
)
def test_a_process_that_can_not_look_is_told_of_in_one_line(database_url, kind, ending, said):
    plan = kind(*(getattr(PLAN, name) for name in Plan.__slots__))
    with pytest.raises(Unavailable, match=said) as refused:
        prove(database_url + ending, plan, [], [("a", 1)], processes=2)
    assert "\n" not in str(refused.value)
    assert not multiprocessing.active_children()


class Once:
    """Does something in the middle of what it stands in for: once, right after the answer was made."""

    def __init__(self, real: Callable, deed: Callable[[], object]):
        self.real, self.deed, self.done = real, deed, False

    def __call__(self, *arguments, **named):
        answer = self.real(*arguments, **named)
        if not self.done:
            self.done = True
            self.deed()
        return answer


@ON_BOTH
@pytest.mark.parametrize(
    ("place", "name"),
    [(tables, "get"), (audit, "lines"), (books, "accounts"), (tables, "ids"), (proofs, "size")],
)
def test_what_happens_in_the_middle_of_a_check_is_no_fault(hall, monkeypatch, place, name):
    """A payment, a new table, and both in the Merkle log: between any two questions of the check."""
    evening = hall[0]

    def meanwhile() -> None:
        evening.a_debt().pay_all()
        Evening(evening.program, "hal ida").start()
        evening.services.proofs.publish()

    once = Once(getattr(place, name), meanwhile)
    monkeypatch.setattr(place, name, once)
    # In the other order of the parts as well: a log that is read before or after its tables says nothing else.
    key_for = evening.program.ground.key_for
    plan = Plan(key_for("checkpoint"), key_for("signing checkpoints"), play_again=True, witnesses=())
    database = evening.program.database
    assert (plan.log(database, "all") + plan.tables(database, [table.id for table in hall])).faults == ()
    assert once.done


@ON_BOTH
def test_people_go_on_while_several_processes_check(hall):
    evening = hall[0]
    stop, rounds = threading.Event(), list[int]()

    def go_on() -> None:
        while not stop.is_set():
            Evening(evening.program, f"x{len(rounds)} y{len(rounds)}").start().a_debt().pay_all()
            evening.services.proofs.publish()
            rounds.append(1)

    people = threading.Thread(target=go_on)
    people.start()
    try:
        verdict = evening.services.history.verify(processes=2)
    finally:
        stop.set()
        people.join()
    assert verdict.faults == ()
    assert rounds
