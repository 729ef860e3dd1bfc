"""A short course of the long run: `python3 scripts/faults.py` goes through ten thousand."""

import pytest

from tests.integration.bank.runs import Tally, play


@pytest.mark.parametrize("first", [0, 40])
def test_whatever_the_bank_does_no_credit_moves_twice_or_is_lost(tmp_path, first):
    tally = Tally()
    play(iter(range(first, first + 40)), tmp_path, tally)
    assert tally.runs == 40
    assert len(tally.mishaps) > 5
