"""Play the evening, prove its books, and tell what has happened; exit code 1 and the seed if anything is wrong."""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import requests

from app.rules import GAMES

from .calling import Caller, Wrong
from .service import Service, served
from .table import Staff, Table

OWNER, REFEREE, AUDITOR = "olga", "rita", "audrey"
PASSWORD = "a password for one evening only"
MOST_AT_A_TABLE = 4
FIGURES = ("moves", "payments", "reversals", "refusals")


class Evening:
    """An event of many tables, from its opening to its proof."""

    def __init__(self, owner: Caller, tally: Counter[str], seed: str) -> None:
        """Open an event at a service."""
        self._owner, self.tally, self._seed = owner, tally, seed
        self._staff = Staff(owner, owner, None)
        self._tables: list[Table] = []
        self._event: str = owner.post("/events", name="Club evening", zone="Europe/Berlin")["id"]

    def give_roles(self, referee: Caller, auditor: Caller) -> None:
        """Let others look after the tables; the owner alone may give roles."""
        for user, role in ((REFEREE, "referee"), (AUDITOR, "auditor")):
            self._owner.post(f"/events/{self._event}/roles", user=user, role=role)
        auditor.refused(f"/events/{self._event}/end", "not_allowed")
        referee.refused(f"/events/{self._event}/hand-over", "not_allowed", user=REFEREE)
        self._staff = Staff(self._owner, referee, auditor)

    def open_tables(self, count: int) -> None:
        """Print tiles, let everybody in, and open the tables: all games, at the table and dealt."""
        chance = Random(f"{self._seed}:seats")
        for n in range(count):
            seats = chance.randint(3, MOST_AT_A_TABLE)
            batch = self._owner.post("/tile-batches", count=seats, label=f"Table {n + 1}")
            players = {
                tile["user"]: self._owner.signed_in(tile["user"], tile["password"]) for tile in batch["tiles"]
            }
            table = Table(self._staff, players, self._event, Random(f"{self._seed}:{n}"))
            kinds = [(game, mode) for game in GAMES for mode in GAMES[game].modes]
            game, mode = kinds[n % len(kinds)]
            table.open(game=game, mode=mode)
            self._tables.append(table)

    def play(self, steps: int, at_once: int, *, meanwhile: Callable[[], None]) -> None:
        """Let so much happen at every table, several tables at once."""

        def play(table: Table) -> None:
            for _ in range(steps):
                table.step()

        with ThreadPoolExecutor(at_once) as hall:
            playing = [hall.submit(play, table) for table in self._tables]
            meanwhile()
            for table in playing:
                table.result()

    def end(self) -> None:
        """End the event; nothing of it changes any more, and its books prove.

        Raises:
            Wrong: If they don't, or hold something else than was answered.
        """
        for table in self._tables:
            table.close()
        if not self._owner.post(f"/events/{self._event}/end")["ended_at"]:
            raise Wrong("the event has not ended")
        for table in self._tables:
            table.must_be_read_only()
            self.tally += table.tally
        paid = set[str]().union(*(table.paid for table in self._tables))
        reversals = set[str]().union(*(table.reversed for table in self._tables))
        for kind, answered in (("payment", paid), ("reversal", reversals)):
            if (booked := self._booked(kind, paid)) != answered:
                raise Wrong(f"{kind}s booked and never answered, or the other way: {booked ^ answered}")
        verdict = self._owner.get("/ledger/verify")
        if not verdict["ok"]:
            raise Wrong(f"the books don't prove: {verdict['faults']}")
        self.tally["reversals"] = len(reversals)
        self.tally["transfers in all books"] = verdict["transfers"]
        self.tally["lines in all logs"] = verdict["lines"]

    def _booked(self, kind: str, paid: set[str]) -> set[str]:
        """The numbers of all payments, or of what reverses one; a move taken back reverses what it booked itself."""
        found: set[str] = set()
        after = ""
        while True:
            path = f"/ledger/transfers?event={self._event}&kind={kind}&limit=500&after={after}"
            page = self._owner.get(path)
            items = page["items"]
            found |= {one["number"] for one in items if one["reverses"] is None or one["reverses"] in paid}
            if (after := page["next"]) is None:
                return found


def evening_of_our_own(chosen: argparse.Namespace, service: Service) -> Counter[str]:
    """At a service of our own, which is killed and started again in the middle."""
    tally: Counter[str] = Counter()
    nobody = Caller(service.url, requests.Session(), tally)
    evening = Evening(nobody.signed_in(OWNER, PASSWORD), tally, chosen.seed)
    evening.give_roles(nobody.signed_in(REFEREE, PASSWORD), nobody.signed_in(AUDITOR, PASSWORD))
    evening.open_tables(chosen.tables)

    def power_cut() -> None:
        service.kill()
        service.start()
        tally["restarts"] += 1

    half = chosen.steps // 2
    evening.play(half, chosen.at_once, meanwhile=lambda: None)
    evening.play(chosen.steps - half, chosen.at_once, meanwhile=power_cut)
    evening.end()
    if not service.command("audit", "verify")["ok"]:
        raise Wrong("`audit verify` finds fault with the books")
    return evening.tally


def evening_elsewhere(chosen: argparse.Namespace, password: str) -> Counter[str]:
    """At a service that runs already, with its organizer as owner and referee."""
    tally: Counter[str] = Counter()
    nobody = Caller(chosen.url.rstrip("/"), requests.Session(), tally)
    evening = Evening(nobody.signed_in(chosen.organizer, password), tally, chosen.seed)
    evening.open_tables(chosen.tables)
    evening.play(chosen.steps, chosen.at_once, meanwhile=lambda: None)
    evening.end()
    return evening.tally


def main() -> int:
    """Play as it was asked for."""
    parser = argparse.ArgumentParser(prog="hall.py", description="An evening of many tables with disputes.")
    parser.add_argument("--tables", type=int, default=40, help="how many (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=80, help="what happens at each (default: %(default)s)")
    parser.add_argument("--seed", default="1", help="the same seed, the same people; chance deals anew")
    parser.add_argument("--at-once", type=int, default=8, help="tables that call at once (default: 8)")
    parser.add_argument("--url", help="a service that runs already; it is not restarted")
    parser.add_argument("--organizer", help="its organizer, who will own the event")
    parser.add_argument("--password-stdin", action="store_true", help="their password, from standard input")
    chosen = parser.parse_args()
    if min(chosen.tables, chosen.steps, chosen.at_once) < 1:
        parser.error("--tables, --steps and --at-once are 1 or more")
    if bool(chosen.url) != bool(chosen.organizer) or bool(chosen.url) != chosen.password_stdin:
        parser.error("--url, --organizer and --password-stdin belong together")
    began = time.monotonic()
    try:
        if chosen.url:
            tally = evening_elsewhere(chosen, sys.stdin.readline().rstrip("\r\n"))
        else:
            staff = dict.fromkeys((OWNER, REFEREE, AUDITOR), PASSWORD)
            with (
                tempfile.TemporaryDirectory(prefix="hall-") as folder,
                served(Path(folder), staff) as service,
            ):
                tally = evening_of_our_own(chosen, service)
    except Wrong as wrong:
        print(f"seed {chosen.seed}: {wrong}", file=sys.stderr)
        return 1
    print(f"{chosen.tables} tables, {time.monotonic() - began:.0f} seconds, seed {chosen.seed}")
    print(", ".join(f"{tally[name]} {name}" for name in FIGURES))
    print(", ".join(f"{name}: {tally[name]}" for name in sorted(tally) if name not in FIGURES))
    print("The books prove.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
