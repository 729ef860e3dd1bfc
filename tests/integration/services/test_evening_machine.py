"""Evenings that nobody planned: hypothesis plays, pays, errs, reverses, falls silent and pulls the plug.

After every step the books prove themselves and sum to zero, nobody is below zero, the game's bankrupts are those
without credits, and what is kept in memory is what the log says. Whatever is refused changes nothing but the log.
"""

import shutil
import tempfile
from itertools import count
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.errors import AppError, Conflict, IllegalMove
from app.services.ground.snapshots import Snapshots
from app.services.program import open_program
from tests.integration.databases import new_file
from tests.integration.evening import Evening, HandClock, add_tiles, player, settings_for
from tests.unit.rules.kit import shipped_deck

USERS = ("ada", "bob", "cyd", "dan")
SOME = st.integers(0, 10**6)
PEOPLE = st.sampled_from(USERS)
POOR = (
    shipped_deck()
    .replace("starting_credits = 200", "starting_credits = 90")
    .replace('action = "bribe"\namount = 40\ncost = 0', 'action = "bribe"\namount = 40\ncost = 7')
)


class EveningMachine(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.keys = count()

    @initialize(level=st.sampled_from(["strict"] * 4 + ["honor", "open"]), timer=st.sampled_from([0, 20]))
    def begin(self, level, timer):
        program = open_program(settings_for(new_file(self.folder / "evening.sqlite")), clock=HandClock())
        add_tiles(program, USERS[-1])
        self.evening = Evening(
            program, "ada bob cyd", deck=POOR, validation=level, options={"timer_s": timer}
        )
        self.evening.start()
        self.paid: dict[str, tuple] = {}

    def teardown(self):
        if hasattr(self, "evening"):
            self.evening.program.close()
        shutil.rmtree(self.folder)

    def attempt(self, do, *arguments, **named):
        """Do it; if it is refused, nothing has changed but the log. Whether it was done."""
        before = self.evening.everything()
        try:
            do(*arguments, **named)
        except AppError:
            assert self.evening.everything() == before
            return False
        return True

    @property
    def playing(self):
        return self.evening.view()["status"] == "playing"

    # Around the game

    @rule(user=PEOPLE)
    def sit(self, user):
        self.attempt(self.evening.sit, user)

    @rule(user=PEOPLE)
    def leave(self, user):
        self.attempt(self.evening.leave, user)

    @rule()
    def start(self):
        running = self.playing
        assert not (self.attempt(self.evening.start) and running)

    @rule(wish=SOME)
    def close(self, wish):
        if wish % 20 == 0:
            self.attempt(self.evening.close)

    @rule()
    def restart(self):
        before = self.evening.everything()
        self.evening.restart()
        assert self.evening.everything() == before

    # Moves

    @precondition(lambda self: self.playing)
    @rule(wishes=st.lists(SOME, min_size=4, max_size=12))
    def go_on(self, wishes):
        """Some moves that are offered, and what is due; whatever is offered is accepted."""
        for wish in wishes:
            offers = [
                (user, move)
                for user in self.evening.waiting
                for move in self.evening.moves(user)
                if move["type"] not in ("resign", "undo")
            ]
            if offers:
                user, move = offers[wish % len(offers)]
                self.evening.services.play.play(player(user), self.evening.id, move)
            else:
                self.pay_one(wish)

    def pay_one(self, wish):
        due = self.evening.due
        if due:
            line, key = "{} {} {} {}".format(*due[wish % len(due)]), f"key {next(self.keys)}"
            self.paid[key] = (line, self.evening.pay(line, key=key))

    @precondition(lambda self: self.playing)
    @rule(
        user=PEOPLE,
        kind=st.sampled_from(["allow", "challenge", "concede", "match", "sue", "pass", "decline"]),
    )
    def play_out_of_turn(self, user, kind):
        """Whatever is not offered is refused."""
        move = {"type": kind}
        offered = user in self.evening.balances and move in self.evening.moves(user)
        done = self.attempt(self.evening.services.play.play, player(user), self.evening.id, move)
        assert done == offered

    @precondition(lambda self: self.playing)
    @rule(user=PEOPLE, wish=SOME)
    def resign(self, user, wish):
        if wish % 10 == 0:
            self.attempt(self.evening.play, f"{user} resign")

    @precondition(lambda self: self.playing)
    @rule()
    def undo(self):
        try:
            self.evening.undo()
        except (IllegalMove, Conflict):
            assert {"type": "undo"} not in self.evening.moves("ada") or "ada" not in self.evening.balances

    @rule(seconds=st.sampled_from([1, 19, 20, 21]))
    def silence(self, seconds):
        self.evening.clock.pass_(seconds)
        self.evening.services.play.expire()
        left = self.evening.view()["seconds_left"]
        assert left is None or 0 < left <= 20

    # Money

    @precondition(lambda self: self.playing)
    @rule(wish=SOME)
    def pay_what_is_due(self, wish):
        self.pay_one(wish)

    @precondition(lambda self: self.playing)
    @rule(payer=PEOPLE, payee=PEOPLE, amount=st.sampled_from([-40, 0, 1, 40, 91, 10**9 + 1]))
    def pay_anything(self, payer, payee, amount):
        evening = self.evening
        before, books = evening.everything(), evening.books()
        try:
            evening.pay(f"{payer} {payee} {amount} bribe")
        except AppError:
            assert evening.everything() == before
        else:
            moved = {payer: -amount, payee: amount}
            assert evening.books() == {owner: had + moved.get(owner, 0) for owner, had in books.items()}

    @rule(wish=SOME)
    def repeat(self, wish):
        """The same key again: the same receipt, and nothing moves."""
        if self.paid:
            key = list(self.paid)[wish % len(self.paid)]
            line, receipt = self.paid[key]
            before = self.evening.everything()
            assert self.evening.pay(line, key=key) == receipt
            assert self.evening.everything() == before

    @rule(wish=SOME)
    def reverse(self, wish):
        transfers = self.evening.transfers()
        if transfers and wish % 4 == 0:
            self.attempt(self.evening.reverse, transfers[wish // 4 % len(transfers)].number)

    # What holds after every step

    @invariant()
    def the_books_are_right(self):
        if hasattr(self, "evening"):
            self.evening.check()

    @invariant()
    def the_bankrupt_are_those_without_credits(self):
        if not hasattr(self, "evening") or not self.playing or self.evening.view()["validation"] == "open":
            return
        for one in self.evening.view()["players"]:
            if one["bankrupt"] or not one["out"]:
                assert one["bankrupt"] == (one["balance"] == 0), one

    @invariant()
    def what_is_kept_is_what_the_log_says(self):
        if not hasattr(self, "evening"):
            return
        with self.evening.program.database.read() as connection:
            kept = self.evening.program.ground.snapshots.read(connection, self.evening.id)
            assert kept == Snapshots().read(connection, self.evening.id)


EveningMachine.TestCase.settings = settings(
    max_examples=10,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestAnyEvening = EveningMachine.TestCase
