"""Kills a paying program over and over, and looks each time at what is left.

Run by test_kill.py as a process of its own:

    python -m tests.integration.storage.killing statements|moments URL

It forks the programs that are to die, so that Python starts only once.
"""

import os
import random
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from sqlalchemy import event

from app.services.program import Program, open_program
from app.storage import books
from tests.integration.evening import Evening, HandClock, settings_for

ROUNDS = 20
THREADS = 4


def a_program_that_dies(doom: Callable[[], None]) -> bool:
    """Run something in a process of its own; whether it was killed before it ended."""
    child = os.fork()
    if child == 0:
        try:
            doom()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def keys(program: Program, table_id: str) -> Counter[str]:
    """How often each idempotency key stands in the books."""
    with program.database.read() as connection:
        return Counter(t.transfer.key for t in books.every_transfer(connection, table_id) if t.transfer.key)


def at_every_statement(url: str) -> int:
    """Let a payment of a debt die before its first statement, its second one … until one gets through."""
    evening = Evening(open_program(settings_for(url), clock=HandClock())).start()
    doomed_at, killed = 0, True
    while killed:
        doomed_at += 1
        debt = evening.a_debt().due[0]
        before = evening.everything()
        key = f"key {doomed_at}"
        evening.program.close()

        killed = a_program_that_dies(partial(pay_and_die, url, evening, debt, key, doomed_at))

        evening.program = open_program(settings_for(url), clock=HandClock())
        evening.check()
        booked = keys(evening.program, evening.id)[key]
        # The game and the money went on together, or neither did.
        assert booked == (0 if evening.everything() == before else 1), booked
        assert booked == (debt not in evening.due)
        evening.pay("{} {} {} {}".format(*debt), key=key)
        assert keys(evening.program, evening.id)[key] == 1
        if min(evening.balances.values()) < 100:  # enough for the next debt
            evening.close().start()
    evening.program.close()
    return doomed_at


def pay_and_die(url: str, evening: Evening, debt: tuple, key: str, doomed_at: int) -> None:
    evening.program = open_program(settings_for(url), clock=HandClock())
    steps = 0

    def step(*_: object) -> None:
        nonlocal steps
        steps += 1
        if steps == doomed_at:
            die()

    engine = evening.program.database.engine
    event.listen(engine, "before_cursor_execute", step)
    event.listen(engine, "commit", step)
    event.listen(engine, "checkin", step)  # after the commit, before the answer
    evening.pay("{} {} {} {}".format(*debt), key=key)


def at_any_moment(url: str) -> int:
    """Let a program with four payers at two tables die at a random moment, twenty times."""
    program = open_program(settings_for(url), clock=HandClock())
    evenings = [Evening(program, users, validation="open").start() for users in ("ada bob", "cyd dan")]
    program.close()
    answered: Counter[str] = Counter()
    chance = random.Random(7)
    for round_ in range(ROUNDS):
        listening, telling = os.pipe()
        child = os.fork()
        if child == 0:
            pay_for_ever(url, evenings, f"{round_}", telling)
        os.close(telling)
        told = os.read(listening, 100)  # the first answer: it is at work now
        time.sleep(chance.uniform(0, 0.06))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while more := os.read(listening, 65536):
            told += more
        os.close(listening)
        answered.update(told.decode().split())

        program = open_program(settings_for(url), clock=HandClock())
        booked: Counter[str] = Counter()
        for evening in evenings:
            evening.program = program
            evening.check()
            booked += keys(program, evening.id)
        program.close()
        assert set(answered) <= set(booked), "an answered payment is lost"
        assert set(booked.values()) == {1}, "a payment was booked twice"
    assert len(answered) >= ROUNDS
    return len(answered)


def pay_for_ever(url: str, evenings: list[Evening], name: str, telling: int) -> None:
    program = open_program(settings_for(url), clock=HandClock())
    for evening in evenings:
        evening.program = program

    def pay(number: int) -> None:
        evening = evenings[number % 2]
        one, other = evening.users if number < 2 else reversed(evening.users)
        for n in range(100_000):
            key = f"{name}.{number}.{n}"
            evening.pay(f"{one} {other} 1", key=key)
            os.write(telling, f"{key}\n".encode())
            one, other = other, one

    for number in range(THREADS):
        threading.Thread(target=pay, args=(number,)).start()
    signal.pause()


if __name__ == "__main__":
    print({"statements": at_every_statement, "moments": at_any_moment}[sys.argv[1]](sys.argv[2]))
