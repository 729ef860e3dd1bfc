"""Rounds with the bank: what goes wrong again and again is told once."""

import logging

from app.errors import RailRefused
from app.services.payments.bank.courier import Rounds


def test_the_same_trouble_is_told_once_until_it_changes_or_ends(caplog):
    caplog.set_level(logging.INFO)
    troubles = iter(["no route", "no route", "locked 100 %", None, None, "locked 100 %"])

    def tick() -> None:
        if trouble := next(troubles):
            raise RailRefused("Refused: %(reason)s", reason=trouble)

    rounds = Rounds(tick)
    assert [rounds.next() for _ in range(6)] == [False, False, False, True, True, False]
    assert [record.getMessage() for record in caplog.records] == [
        "The bank could not be asked: Refused: no route",
        "The bank could not be asked: Refused: locked 100 %",
        "The bank answers again.",
        "The bank could not be asked: Refused: locked 100 %",
    ]
