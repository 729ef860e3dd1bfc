"""A program that deals Gorilla Warfare as a test wants it."""

from app.rules import CHANCE, Drawn, Lot
from app.services.ground.chance import Chance
from app.services.program import Program, open_program
from tests.integration.evening import Evening, HandClock, settings_for
from tests.unit.rules.gorilla import Dealt

GORILLA = {"game": "gorilla_warfare", "mode": "dealer"}


class SameSeed(Chance):
    """Chance that deals the same cards every time."""

    def new_seed(self) -> bytes:
        return b"s" * 32


class Arranged(SameSeed):
    """Chance that deals like this table, and then leaves every pile as it lies."""

    def __init__(self, table: Dealt):
        self.lots = [move.numbers for move, _ in table.record if isinstance(move, Drawn)]

    def drawn(self, seed: bytes, number: int, lot: Lot) -> Drawn:
        return Drawn(CHANCE, self.lots.pop(0) if self.lots else tuple(n - 1 for n in lot))


def arranged(url: str, clock: HandClock, table: Dealt) -> Program:
    """A program whose first match is dealt like this table."""
    return open_program(settings_for(url), clock=clock, chance=Arranged(table))


def begun(program: Program, users: str, **options: object) -> Evening:
    """The match that was arranged, begun."""
    return Evening(program, users, **GORILLA, options=options).start()
