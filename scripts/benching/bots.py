"""How well bots play, and how fast: beside the Python games of OpenSpiel and RLCard, where these are installed."""

import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from app.rules import GAMES, Player
from app.rules.bots import Strength, choose
from app.rules.bots.arena import Arena

from .figures import Figure
from .marathon import settings_of
from .playout import playout

SEATS = 4
MOST_ANSWERS = 5000
"""After which a match is left, and nobody has won."""

Z = 1.96
"""Of a normal distribution, so much to both sides are 95 in a hundred."""

OPEN_SPIEL = ("python_liars_poker", "python_kuhn_poker", "python_tic_tac_toe")
RLCARD = ("leduc-holdem", "uno", "gin-rummy")


def bots(folder: Path, *, quick: bool) -> Iterator[Figure]:
    """Let the strongest play against the weakest, then play at random as fast as can be."""
    matches = 8 if quick else 400
    for game in GAMES:
        won = sum(_share_won(game, number) for number in range(matches))
        low, high = interval(won / matches, matches)
        fair = 100 / SEATS
        yield Figure(
            f"{game}: one hard bot wins against {SEATS - 1} easy ones",
            100 * won / matches,
            "%",
            note=f"{matches} matches; by chance it would be {fair:.0f} %",
        )
        yield Figure(
            "  at least so often, with 95 % certainty",
            100 * low,
            "%",
            at_least=fair,
            note=f"to {100 * high:.0f} %",
        )
    seconds = 0.3 if quick else 5.0
    for game in GAMES:
        yield from _speed(game, _own(game), seconds)
    yield from _others("OpenSpiel", "pyspiel", OPEN_SPIEL, _open_spiel, seconds)
    yield from _others("RLCard", "rlcard", RLCARD, _rlcard, seconds)


def interval(rate: float, count: int) -> tuple[float, float]:
    """Return between what the true rate lies with 95 % certainty (Wilson's score interval)."""
    shrunk = 1 + Z**2 / count
    middle = (rate + Z**2 / (2 * count)) / shrunk
    half = Z * sqrt(rate * (1 - rate) / count + Z**2 / (4 * count**2)) / shrunk
    return middle - half, middle + half


def _share_won(game: str, number: int) -> float:
    """The hard bot's share in the win of one match; it sits in each seat in turn."""
    chance = Random(f"bench:{game}:{number}")
    rules = GAMES[game]
    players = tuple(Player(f"p{seat}") for seat in range(SEATS))
    hard = players[number % SEATS]
    arena = Arena(rules, settings_of(game), players, chance.randrange)
    for _ in range(MOST_ANSWERS):
        if arena.winners is not None:
            break
        player = chance.choice(rules.waiting_for(arena.state))
        strength = Strength.HARD if player == hard else Strength.EASY
        chosen = choose(arena.view(player), strength, chance.randrange)
        if chosen is None:
            raise AssertionError(f"{game}: {player} is awaited and does nothing")
        arena.take(player, chosen)
    winners = arena.winners or ()
    return 1 / len(winners) if hard in winners else 0.0


Match = Callable[[int], int]
"""Plays the match of this number at random; how many steps it had."""


def _speed(name: str, play: Match, seconds: float) -> Iterator[Figure]:
    begun, steps, matches = time.process_time(), 0, 0
    while (spent := time.process_time() - begun) < seconds:
        steps += play(matches)
        matches += 1
    note = f"{steps / matches:.0f} steps each"
    yield Figure(f"{name}: random matches", matches / spent, "/s cpu", note=note)
    yield Figure("  steps", steps / spent, "/s cpu")


def _own(game: str) -> Match:
    """Every promise of the game is looked at after each step here; the others are only played."""
    return lambda number: playout(GAMES[game], settings_of(game), f"bench:{number}").steps


def _others(
    name: str, module: str, games: tuple[str, ...], match: Callable[[Any, str], Match], seconds: float
) -> Iterator[Figure]:
    """The same for another library, if this Python has it; the project itself does not need it."""
    try:
        library = import_module(module)
    except ImportError:
        print(f"  {name} is not installed here: nothing is compared with it.", file=sys.stderr, flush=True)
        return
    for game in games:
        yield from _speed(f"{name}: {game}", match(library, game), seconds)


def _open_spiel(library: Any, name: str) -> Match:  # noqa: ANN401 - a library that need not be there
    import_module("open_spiel.python.games")  # registers those that are written in Python
    game = library.load_game(name)

    def play(number: int) -> int:
        chance, state, steps = Random(number), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


def _rlcard(library: Any, name: str) -> Match:  # noqa: ANN401
    env = library.make(name)
    agents = import_module("rlcard.agents")
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(number: int) -> int:
        env.seed(number)
        seen, _ = env.run(is_training=False)
        return sum(len(one) // 2 for one in seen)  # what each player saw, and did, by turns

    return play
