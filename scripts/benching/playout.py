"""Matches played at random from the first move to the last, with every promise of a game looked at after each step.

A match is its seed. Whoever finds one that breaks a promise can play it again from that seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from app.rules.bots.arena import Arena
from app.rules.core import Game, Move, Obligation, Payment, Player, Step

LONGEST = 4000
"""Steps after which a match is left: where nobody can act and nobody is bankrupt, people would stop too."""

SELDOM = 60
"""Resigning ends much, so it is left out but once in so many times."""

NAMES = tuple(map(Player, "abcdefgh"))


@dataclass(frozen=True, slots=True)
class Playout:
    """How a match went: its steps, whether it came to its end, and the promise that it broke, or ""."""

    steps: int
    ended: bool
    fault: str = ""


class Moment(NamedTuple):
    """What a match has come to once chance has drawn, asked of the game once: who won, what is due, what is open."""

    winners: tuple[Player, ...] | None
    debts: tuple[Obligation, ...]
    moves: Mapping[Player, tuple[Move, ...]]

    @classmethod
    def of(cls, arena: Arena) -> "Moment":
        """Ask the game."""
        game, state = arena.game, arena.state
        waiting = game.waiting_for(state)
        moves = {player: game.legal_moves(state, player, arena.funds) for player in waiting}
        return cls(game.winners(state), game.obligations(state), moves)


def playout(game: Game[Any], settings: Any, seed: str) -> Playout:  # noqa: ANN401 - each game has settings of its own
    """Play a match at random.

    Args:
        game: What is played.
        settings: Its settings; in the mode "dealer" chance draws from the seed too.
        seed: Decides everything: how many play, and every move.
    """
    # The numbers must be the same again from the same seed; nobody is to be surprised by them.
    chance = Random(seed)
    fewest, most = game.seats(settings)
    players = NAMES[: chance.randint(fewest, min(most, len(NAMES)))]
    arena = Arena(game, settings, players, lambda n: int(chance.random() * n))
    steps = 0
    while steps < LONGEST:
        for before, step in arena.steps():
            steps += 1
            if fault := _broken_by(game, before, step):
                return Playout(steps, ended=False, fault=fault)
        now = Moment.of(arena)
        if fault := _broken_books(arena) or _broken_now(arena, now):
            return Playout(steps, ended=False, fault=fault)
        if now.winners is not None:
            return Playout(steps, ended=True)
        try:
            _go_on(arena, now, chance)
        except Exception as error:  # noqa: BLE001 - whatever a legal move raises is what is looked for
            return Playout(steps, ended=False, fault=f"a legal move failed: {type(error).__name__}: {error}")
    return Playout(steps, ended=False)


def _go_on(arena: Arena, now: Moment, chance: Random) -> None:
    """Make one of all the moves that are open to somebody who is awaited, or pay a debt."""
    waiting = tuple(now.moves)
    player = waiting[int(chance.random() * len(waiting))]
    for debt in now.debts:
        if debt.payer == player:
            arena.pay(Payment(player, debt.payee, debt.amount, debt.action))
            arena.draw()
            return
    arena.make(_one_of(now.moves[player], chance))
    arena.draw()


def _one_of(moves: tuple[Move, ...], chance: Random) -> Move:
    """A kind of move first, then one of that kind: else long lists, such as the parts of a pool, would always win."""
    kinds = list(dict.fromkeys(map(type, moves)))
    usual = [kind for kind in kinds if kind.__name__ != "Resign"]
    among = kinds if not usual or chance.random() * SELDOM < 1 else usual
    kind = among[int(chance.random() * len(among))]
    of_kind = [move for move in moves if type(move) is kind]
    return of_kind[int(chance.random() * len(of_kind))]


def _broken_by(game: Game[Any], before: Any, step: Step[Any]) -> str:  # noqa: ANN401 - a state of any game
    """The first promise that a step of the match breaks, in words, or ""."""
    for booking in step.bookings:
        if booking.amount <= 0 or type(booking.amount) is not int:
            return "a booking of no whole credits"
    return game.audit(before, step) or ""


def _broken_now(arena: Arena, now: Moment) -> str:
    """The first promise that does not hold in the state that chance has led to, or ""."""
    game, state = arena.game, arena.state
    winners = now.winners
    if winners is None and not now.moves and game.lot(state) is None:
        return "nobody is awaited, and it is not over"
    inside = set(game.still_in(state)) if now.debts or winners is not None else set()
    if winners is not None and (now.moves or not set(winners) <= inside):
        return "it is over, and somebody is awaited, or has won who is out"
    for debt in now.debts:
        if not 0 < debt.amount <= arena.balances[debt.payer] or not {debt.payer, debt.payee} <= inside:
            return f"a debt that can't be paid: {debt}"
    owing = {debt.payer for debt in now.debts}
    for player, moves in now.moves.items():
        if player not in owing and all(type(move).__name__ == "Resign" for move in moves):
            return f"{player} is awaited and has nothing to do"
    return ""


def _broken_books(arena: Arena) -> str:
    """The first promise that the balances don't keep, or ""."""
    balances = arena.balances
    if set(map(type, balances.values())) != {int}:
        return "a balance is no whole number"
    if sum(balances.values()) + arena.bank != 0:
        return "credits have come from nowhere, or are gone"
    for owner, balance in balances.items():
        if balance < arena.floors[owner]:
            return f"{owner} is below the floor"
    return ""
