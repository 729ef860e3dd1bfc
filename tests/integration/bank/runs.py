"""Debts paid through a bank that misbehaves, by seeds: whatever happens, no credit moves twice or is lost.

`python3 scripts/faults.py` runs thousands; the suite a few hundred. A seed that fails is told, and fails again.
"""

import argparse
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from app.errors import AppError
from app.storage.orders import OPEN, OrderRow, Purpose, State
from tests.integration.bank.evening import BankEvening, program_at
from tests.integration.bank.standin import Killed, Mishap, StandIn
from tests.integration.evening import ORGANIZER, HandClock
from tests.unit.rules.kit import shipped_deck

RUNS_OF_A_TABLE = 40
MOST_STEPS = 14
SMALL_DEBTS = shipped_deck().replace('action = "fraud"\namount = 50', 'action = "fraud"\namount = 1')
ROUGH = [one for one in Mishap if one is not Mishap.NONE]


class Broken(AssertionError):
    """Something that must hold does not; the seed repeats it."""


@dataclass(slots=True)
class Tally:
    """What has happened in all runs."""

    mishaps: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    orders: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    flagged: int = 0
    runs: int = 0


class Run:
    """One debt, from its making until it is settled, through whatever the seed brings."""

    def __init__(self, evening: BankEvening, seed: int, tally: Tally) -> None:
        self.evening, self.tally, self.seed = evening, tally, seed
        self.lots = random.Random(seed)
        self.bank = evening.bank
        self.roughness = self.lots.choice((0.1, 0.3, 0.6))

    def play(self) -> None:
        """Go through with it, and check what must hold afterwards."""
        self.bank.page_cap = self.lots.choice((1, 3, 1000))
        self.evening.a_debt()
        (payer, payee, _, _), *_ = self.evening.due
        self.bank.mishap = self.happen
        for step in range(self.lots.randint(3, MOST_STEPS)):
            if step == 0 or self.evening.due:
                self.safely(self.lots.choice(self.steps(payer, payee)) if step else self.pay)
        self.bank.mishap = lambda _method, _path: Mishap.NONE
        self.calm_down()
        self.check(payer, payee)

    def happen(self, method: str, path: str) -> Mishap:
        rough = self.roughness if method == "POST" else self.roughness / 6
        if self.lots.random() >= rough:
            return Mishap.NONE
        mishap = self.lots.choice(ROUGH)
        self.tally.mishaps[mishap.value] += 1
        return mishap

    def steps(self, payer: str, payee: str):
        return (
            self.pay,
            self.pay,
            self.wait,
            self.wait,
            self.wait,
            self.follow,
            self.follow,
            self.decide,
            self.attend_tickets,
            self.approve,
            lambda: self.by_app(payer, payee),
            self.restart,
        )

    def safely(self, step) -> None:
        """Take a step as people and machines do: refusals are told, a killed process is started again."""
        try:
            step()
        except Killed:
            self.tally.answers["killed"] += 1
            self.evening.restart()
        except AppError as error:
            self.tally.answers[error.code] += 1

    def pay(self) -> None:
        for payer, payee, amount, action in self.evening.due:
            by = self.lots.choice((None, None, self.evening.host))
            key = self.lots.choice((None, "one key", f"key {self.lots.random()}"))
            self.evening.pay(
                f"{payer} {payee} {amount} {action}", by=by, key=key and f"{self.seed} {key} {by}"
            )
            self.tally.answers["paid at once"] += 1

    def restart(self) -> None:
        if self.lots.random() < 0.1:
            self.evening.restart()

    def wait(self) -> None:
        self.evening.later(self.lots.choice((1, 5, 20, 60, 160, 400)))

    def follow(self) -> None:
        self.evening.services.following.tick()

    def attend_tickets(self) -> None:
        self.evening.services.bank_tickets.tick()

    def approve(self) -> None:
        for ticket in list(self.bank.tickets.values()):
            if ticket.state == "open" and self.lots.random() < 0.5:
                ticket.state = "approved"
            for _ in range(self.lots.randint(0, 2)):
                self.evening.services.bank_tickets.hint(ticket.number, ticket.order)

    def by_app(self, payer: str, payee: str) -> None:
        if self.lots.random() < 0.3 and self.bank.balance(payer) >= 1:
            self.bank.pay_by_app(payer, payee, "1", self.lots.choice(("fraud", "", "bribe")))

    def decide(self) -> None:
        for order in self.open_orders():
            self.decide_on(order)

    def decide_on(self, order: OrderRow) -> None:
        deciding, host = self.evening.services.deciding, self.evening.actor(self.evening.host)
        case = deciding.case(host, order.reference)
        if case.found:
            deciding.settle_with(host, order.reference, case.found[0].id)
            self.tally.decided["settled with what was found"] += 1
        elif self.lots.random() < 0.5:
            deciding.send_again(host, order.reference)
            self.tally.decided["sent again"] += 1
        else:
            deciding.give_up(host, order.reference)
            self.tally.decided["given up"] += 1

    def open_orders(self) -> list[OrderRow]:
        return [one for one in self.evening.services.orders.all(self.evening.id) if one.state in OPEN]

    def calm_down(self) -> None:
        """The bank is well again: everything comes to its end, with people's help where it needs them."""
        for _ in range(12):
            self.safely(lambda: self.evening.later(300))
            self.safely(self.follow)
            self.safely(self.attend_tickets)
            for order in self.open_orders():
                if order.state is State.UNKNOWN:
                    self.safely(lambda order=order: self.decide_on(order))
            self.safely(self.follow)
            for one in self.evening.services.following.flagged(ORGANIZER):
                self.tally.flagged += 1
                self.safely(lambda one=one: self.evening.services.following.charge_back(ORGANIZER, one.id))
            if not self.open_orders() and not self.bank.late and not self.evening.view()["bank"]["flagged"]:
                if not self.evening.due:
                    return
                self.safely(self.pay)
        raise Broken(
            f"it never comes to rest: {self.open_orders()} {self.evening.due} {self.evening.view()['bank']}"
        )

    def check(self, payer: str, payee: str) -> None:
        """What must hold: here and there the same, the debt paid once, every order at its end."""
        evening = self.evening
        if evening.in_bank != evening.balances:
            raise Broken(f"in the bank {evening.in_bank}, in our books {evening.balances}")
        if sum(evening.in_bank.values()) != 200 * len(evening.users):
            raise Broken(f"credits were made or lost: {evening.in_bank}")
        kept = [one for one in self.bank.between(payer, payee) if one.undone_by is None]
        booked = [
            one
            for one in evening.transfers()
            if (one.payer, one.payee, one.kind) == (payer, payee, "payment")
        ]
        if len(kept) != len(booked):
            raise Broken(f"{len(kept)} payments in the bank, {len(booked)} in our books")
        for order in evening.services.orders.all(evening.id):
            if order.state in OPEN:
                raise Broken(f"an order has no end: {order}")


def play(seeds: Iterator[int], folder: Path, tally: Tally) -> None:
    """Play a run for each seed.

    Raises:
        Broken: At the first run after which something does not hold that must.
    """
    while seeds_of_table := list(islice(seeds, RUNS_OF_A_TABLE)):
        first = seeds_of_table[0]
        clock = HandClock()
        bank = StandIn(
            clock.now, fields=first % 80 == 0, filters=first % 120 != 0, skew_s=(first // 40 % 3 - 1) * 7200
        )
        database = folder / f"{first}.sqlite"
        evening = BankEvening(program_at(f"sqlite:///{database}", clock, bank), bank, deck=SMALL_DEBTS)
        try:
            evening.start()
            evening.services.following.tick()
            for seed in seeds_of_table:
                _one(evening, seed, tally)
            evening.check()
            for order in evening.services.orders.all(evening.id):
                if order.purpose is not Purpose.CREDITS:
                    tally.orders[f"{order.purpose} {order.state}"] += 1
        finally:
            evening.program.close()
            for file in folder.glob(f"{first}.*"):
                file.unlink()


def _one(evening: BankEvening, seed: int, tally: Tally) -> None:
    try:
        Run(evening, seed, tally).play()
    except (Broken, AssertionError) as broken:
        raise Broken(f"seed {seed}: {broken}") from broken
    tally.runs += 1
    evening.clock.pass_(1)


def main() -> int:
    """Play as many runs as asked for and tell the figures; exit code 1 at the first that breaks."""
    parser = argparse.ArgumentParser(prog="faults.py", description="Pay through a bank that misbehaves.")
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--folder", help="for the databases; one in memory is fastest")
    chosen = parser.parse_args()
    logging.disable(logging.CRITICAL)
    tally, began = Tally(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-", dir=chosen.folder) as folder:
        for start in range(chosen.first, chosen.first + chosen.runs, 10 * RUNS_OF_A_TABLE):
            end = min(start + 10 * RUNS_OF_A_TABLE, chosen.first + chosen.runs)
            try:
                play(iter(range(start, end)), Path(folder), tally)
            except Broken as broken:
                print(broken)
                return 1
            print(f"{tally.runs} runs, {time.monotonic() - began:.0f} s", flush=True)
    for name in ("mishaps", "answers", "orders", "decided"):
        print(f"{name}: {dict(sorted(getattr(tally, name).items()))}")
    print(f"flagged: {tally.flagged}. No credit moved twice or was lost.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
