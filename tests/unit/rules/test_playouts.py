"""Random matches: none breaks a promise, and one that does is found and can be played again."""

from dataclasses import replace
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from app.rules import GAMES

# By name: for the type checker the scripts are modules of their own folder, as they run.
marathon = import_module("scripts.benching.marathon")
playout = import_module("scripts.benching.playout").playout

MATCHES = {"reckless": 40, "cheaters_game": 120, "gorilla_warfare": 120}
"""About a second for each game; `scripts/playouts.py` plays them by the million."""


class Spoilt:
    """A game with one promise broken."""

    def __init__(self, game, **instead):
        self._game = game
        self.__dict__.update(instead)

    def __getattr__(self, name):
        return getattr(self._game, name)


@pytest.mark.parametrize("game", GAMES)
def test_no_random_match_breaks_a_promise(game):
    for number in range(MATCHES[game]):
        played = playout(GAMES[game], marathon.settings_of(game), f"suite:{game}:{number}")
        assert (played.fault, played.ended) == ("", True), number


def test_the_same_seed_is_the_same_match():
    game = GAMES["cheaters_game"]
    first, again, other = (
        playout(game, marathon.settings_of(game.name), seed) for seed in ("one", "one", "two")
    )
    assert first == again
    assert first != other


def broken(**instead):
    game = GAMES["reckless"]
    return playout(Spoilt(game, **instead), marathon.settings_of("reckless"), "spoilt")


def test_a_card_that_is_nowhere_is_found():
    assert broken(audit=lambda before, step: "the Banker is missing").fault == "the Banker is missing"


def test_a_match_in_which_nobody_is_awaited_is_found():
    assert broken(waiting_for=lambda state: ()).fault == "nobody is awaited, and it is not over"


def test_somebody_who_is_awaited_and_can_do_nothing_is_found():
    assert "has nothing to do" in broken(legal_moves=lambda state, player, funds: ()).fault


def test_a_balance_below_the_floor_is_found():
    assert "below the floor" in broken(floor=lambda settings, owner: 201).fault


def test_a_debt_that_cannot_be_paid_is_found():
    game = GAMES["reckless"]

    def obligations(state):
        return tuple(replace(debt, amount=debt.amount + 1000) for debt in game.obligations(state))

    assert "can't be paid" in broken(obligations=obligations).fault


def test_a_legal_move_that_fails_is_found():
    calls = count()

    def apply(state, move, funds):
        if next(calls) > 5:
            raise ValueError("no")
        return GAMES["reckless"].apply(state, move, funds)

    assert broken(apply=apply).fault == "a legal move failed: ValueError: no"


@pytest.mark.parametrize("processes", [1, 2])
def test_a_long_run_goes_on_where_it_stopped(tmp_path: Path, processes: int):
    file, shown = tmp_path / "record.json", []

    def play(matches: int) -> int:
        record = marathon.Record.read(file, "suite")
        assert (
            marathon.run(
                record, "gorilla_warfare", count=matches, processes=processes, until=None, show=shown.append
            )
            == ""
        )
        return record.done["gorilla_warfare"][1]

    half, whole = play(3), play(6)
    at_once = marathon.Record("suite")
    marathon.run(at_once, "gorilla_warfare", count=6, processes=1, until=None, show=shown.append)
    assert half < whole == at_once.done["gorilla_warfare"][1]
    assert shown[-1].matches == 6
