"""One table of the evening: people who play at random, what goes wrong there, and how it is put right."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import requests

from app.rules.bots import Choice, Strength, choose
from app.rules.bots.plain import any_kind

from .calling import Caller, Wrong

View = dict[str, Any]

RULES = ("illegal_move", "not_allowed", "conflict")
"""Why a move is refused to somebody who is not asked."""

PAYMENT_RULES = ("wrong_amount", "insufficient_balance")


@dataclass(frozen=True, slots=True)
class Staff:
    """Who looks after the hall; an auditor only where there is one."""

    owner: Caller
    referee: Caller
    auditor: Caller | None

    def over(self, connection: requests.Session, tally: Counter[str]) -> "Staff":
        """The same people on another connection."""
        auditor = self.auditor and self.auditor.over(connection, tally)
        return Staff(self.owner.over(connection, tally), self.referee.over(connection, tally), auditor)


class Table:
    """A table from its opening to its end.

    Attributes:
        tally: What has happened here.
        paid: The numbers of the payments that were answered as booked.
        reversed: The numbers of the reversals.
    """

    def __init__(self, staff: Staff, players: dict[str, Caller], event: str, chance: Random) -> None:
        """Nothing is opened yet; the first of the players is the host."""
        self.tally: Counter[str] = Counter()
        self.paid: set[str] = set()
        self.reversed: set[str] = set()
        connection = requests.Session()
        self._staff = staff.over(connection, self.tally)
        self._players = {user: one.over(connection, self.tally) for user, one in players.items()}
        self._host = next(iter(self._players.values()))
        self._event, self._chance, self._at = event, chance, ""

    def open(self, **settings: object) -> None:
        """Open it for the event, sit down, and start."""
        opened = self._host.post("/tables", **settings)
        self._at = f"/tables/{opened['id']}"
        if self._host.ask("GET", self._at).contents.get("event") is None:
            self._staff.referee.post(f"/events/{self._event}/tables", table=opened["id"])
        for player in self._players.values():
            player.post(f"{self._at}/seats")
        self._host.post(f"{self._at}/start")

    def step(self) -> None:
        """Let one thing happen: a payment, a move, or something that goes wrong; or the next match begins.

        Raises:
            Wrong: If the service answers what it must not.
        """
        view = self._view()
        if view["status"] == "playing" and not view["waiting_for"]:
            raise Wrong(f"{self._at}: nobody is awaited, and the match goes on")
        if view["status"] != "playing":
            self._host.post(f"{self._at}/start")
            self.tally["further matches"] += 1
        elif self._chance.random() < (0.4 if view["due"] else 0.15):
            self._dispute(view)
        elif view["due"]:
            self._pay(self._chance.choice(view["due"]))
        else:
            self._move(self._chance.choice(view["waiting_for"]))

    def close(self) -> None:
        """End what is still being played."""
        if self._view()["status"] == "playing":
            self._staff.referee.post(f"{self._at}/close")

    def must_be_read_only(self) -> None:
        """Try what an event that has ended must refuse.

        Raises:
            Wrong: If it does not.
        """
        self._host.refused(f"{self._at}/start", "conflict")
        self._staff.referee.refused(f"{self._at}/pause", "conflict", reason="too late")
        for number in sorted(self.paid - self.reversed)[:1]:
            self._staff.owner.refused(f"/ledger/transfers/{number}/reverse", "conflict", reason="too late")

    def _view(self, user: str = "") -> View:
        view: View = (self._players[user] if user else self._host).get(self._at)
        return view

    def _pay(self, debt: View) -> str:
        """Pay what is due, now and then twice with one key; the number of the transfer."""
        payer = self._players[debt["payer"]]
        body = {"to": debt["payee"], "amount": debt["amount"], "action": debt["action"]}
        twice = self._chance.random() < 0.2
        post = payer.post_twice if twice else payer.post
        number = str(post(f"{self._at}/payments", **body)["number"])
        self.tally["double taps"] += twice
        self.paid.add(number)
        self.tally["payments"] += 1
        return number

    def _move(self, user: str) -> None:
        """Make a move that is open to this player."""
        chosen = self._chosen(user)
        self._players[user].post(f"{self._at}/moves", **chosen)
        self.tally["moves"] += 1
        self.tally["challenges"] += chosen["type"] == "challenge"

    def _chosen(self, user: str) -> Choice:
        view = self._view(user)
        calls = [move for move in view["legal_moves"] if move["type"] == "challenge"]
        if calls and self._chance.random() < 0.3:
            return self._chance.choice(calls)
        open_moves = [
            move for move in view["legal_moves"] if move["type"] not in ("resign", "undo", "silence")
        ]
        chosen = choose(view, Strength.EASY, self._chance.randrange) if view["mode"] == "dealer" else None
        if chosen is None and not open_moves:
            raise Wrong(f"{self._at}: {user} is awaited and nothing is open to them")
        return chosen or any_kind(open_moves, self._chance.randrange)

    def _dispute(self, view: View) -> None:
        about_money = (self._pause, self._wrong_amount, self._reverse)
        about_play = (self._pause, self._take_back, self._resign, self._for_the_absent, self._out_of_turn)
        kinds: tuple[Callable[[View], None], ...] = about_money if view["due"] else about_play
        self._chance.choice(kinds)(view)

    def _pause(self, view: View) -> None:
        """Nobody moves or pays while it lasts, and an auditor can't pause at all."""
        if self._staff.auditor is not None:
            self._staff.auditor.refused(f"{self._at}/pause", "not_allowed", reason="I am curious")
        self._staff.referee.post(f"{self._at}/pause", reason="Was that the Banker?")
        if self._view()["legal_moves"]:
            raise Wrong(f"{self._at}: moves are open while it is paused")
        for debt in view["due"][:1]:
            body = {"to": debt["payee"], "amount": debt["amount"]}
            self._players[debt["payer"]].refused(f"{self._at}/payments", "conflict", **body)
        self._staff.referee.post(f"{self._at}/resume")
        self.tally["pauses"] += 1

    def _take_back(self, _: View) -> None:
        if {"type": "undo"} in self._view()["legal_moves"]:
            self._host.post(f"{self._at}/moves", type="undo")
            self.tally["taken back"] += 1

    def _resign(self, view: View) -> None:
        """One who goes home, at one table in three; the others play on."""
        if self.tally["resignations"] or len(view["players"]) < 4 or self._chance.random() > 0.3:
            return
        user = self._chance.choice(list(self._players))
        if {"type": "resign"} in self._view(user)["legal_moves"]:
            self._players[user].post(f"{self._at}/moves", type="resign")
            self.tally["resignations"] += 1

    def _for_the_absent(self, view: View) -> None:
        """Somebody is away: the referee moves for them; with hidden cards, only as their silence would."""
        user = self._chance.choice(view["waiting_for"])
        move = {"type": "silence"} if view["mode"] == "dealer" else self._chosen(user)
        done = self._staff.referee.ask("POST", f"{self._at}/moves", {**move, "for": user})
        if done.code and (done.code, move["type"]) != ("illegal_move", "silence"):
            raise Wrong(f"{self._at}: the referee can't move for {user}: {done.contents}")
        self.tally["by the referee"] += not done.code

    def _wrong_amount(self, view: View) -> None:
        debt = self._chance.choice(view["due"])
        body = {"to": debt["payee"], "amount": debt["amount"] + 1, "action": debt["action"]}
        self._players[debt["payer"]].refused(f"{self._at}/payments", *PAYMENT_RULES, **body)
        self.tally["wrong payments"] += 1

    def _reverse(self, view: View) -> None:
        """A payment by mistake: it is taken back, once, and is due anew or asked about by the rules."""
        number = self._pay(self._chance.choice(view["due"]))
        path = f"/ledger/transfers/{number}/reverse"
        self._players[view["due"][0]["payer"]].refused(path, "not_allowed", reason="I want it back")
        booked = self._staff.referee.ask("POST", path, {"reason": "paid twice on paper"})
        if booked.code == "conflict":  # who got the credits has passed them on
            return
        if booked.code:
            raise Wrong(f"{path}: {booked.contents}")
        self.reversed.add(str(booked.contents["number"]))
        self._staff.referee.refused(path, "conflict", reason="once more")

    def _out_of_turn(self, view: View) -> None:
        asleep = [user for user in self._players if user not in view["waiting_for"]]
        if asleep:
            move = self._chosen(view["waiting_for"][0])
            self._players[self._chance.choice(asleep)].refused(f"{self._at}/moves", *RULES, **move)
            self.tally["out of turn"] += 1
