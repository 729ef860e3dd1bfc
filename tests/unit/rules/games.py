"""What the properties of every game (test_every_game.py) must be told about each: a new game adds its entry here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from app.money import Credits
from app.rules import GAMES, Funds, Payment, Player
from app.rules.reckless.settings import HOUSE_RULES, OutOfCards

Options = st.SearchStrategy[dict[str, Any]]

NO_OPTIONS: Options = st.just({})


def nothing_hidden(state: Any, viewer: Player | None) -> Iterator[Any]:
    """Where all is public no state looks like another."""
    return iter(())


def no_payments(funds: Funds, number: int) -> list[Payment]:
    """Where players owe each other nothing, or every debt is declared."""
    return []


@dataclass(frozen=True)
class Entry:
    """A game, for the properties.

    Attributes:
        options: Its house rules.
        hidden: States that differ from this one only in what the viewer can't see.
        undeclared: Payments worth trying where no debt is declared, of this number's choice.
        rare: Types of moves that are to be tried seldom, because they end much.
    """

    options: Options = NO_OPTIONS
    hidden: Callable[[Any, Player | None], Iterator[Any]] = nothing_hidden
    undeclared: Callable[[Funds, int], list[Payment]] = no_payments
    rare: tuple[str, ...] = ("resign",)


def _fraud(funds: Funds, number: int) -> list[Payment]:
    players = list(funds)
    payer, payee = players[number % len(players)], players[number // 8 % len(players)]
    return [Payment(payer, payee, Credits(50), "fraud"), Payment(payer, payee, funds[payer], "fraud")]


RECKLESS = Entry(
    options=st.fixed_dictionaries(
        {},
        optional={
            **{name: st.booleans() for name, default in HOUSE_RULES.items() if isinstance(default, bool)},
            "out_of_cards": st.sampled_from(OutOfCards).map(str),
            "starting_seat": st.integers(1, 2),
        },
    ),
    undeclared=_fraud,
)

ENTRIES: Mapping[str, Entry] = {"reckless": RECKLESS}

TRIED = [(name, mode) for name, game in GAMES.items() for mode in game.modes]
"""Every game in every way to play it."""
