"""What the properties of every game (test_every_game.py) must be told about each: a new game adds its entry here."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from app.money import Credits
from app.rules import GAMES, Funds, Game, Payment, Player
from app.rules import gorilla_warfare as gorilla
from app.rules.cheaters_game.settings import HOUSE_RULES as CHEATERS_RULES
from app.rules.gorilla_warfare.cards import Kind, kind_of
from app.rules.reckless.settings import HOUSE_RULES, OutOfCards
from tests.games import high_card

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


def _other_hands(state: Any, viewer: Player | None) -> Iterator[Any]:
    """Every card that this viewer can't see in another place that they can't see."""
    if state.hands is None:
        return
    unseen = [card for player, hand in state.hands.held if player != viewer for card in hand]
    unseen += state.hands.pile
    for order in (unseen[1:] + unseen[:1], unseen[::-1], sorted(unseen, key=str)):
        left = iter(order)
        held = tuple(
            (player, hand if player == viewer else tuple(next(left) for _ in hand))
            for player, hand in state.hands.held
        )
        other = replace(state, hands=replace(state.hands, held=held, pile=tuple(left)))
        if other != state:
            yield other


RECKLESS = Entry(
    options=st.fixed_dictionaries(
        {},
        optional={
            **{name: st.booleans() for name, default in HOUSE_RULES.items() if isinstance(default, bool)},
            "out_of_cards": st.sampled_from(OutOfCards).map(str),
            "starting_seat": st.integers(1, 2),
        },
    ),
    hidden=_other_hands,
    undeclared=_fraud,
)

CHEATERS_GAME = Entry(
    options=st.fixed_dictionaries(
        {},
        optional={
            **{name: st.booleans() for name, default in CHEATERS_RULES.items() if isinstance(default, bool)},
            "rounds": st.integers(1, 12),
            "starting_seat": st.integers(1, 3),
        },
    ),
)


def _other_cards(state: gorilla.State, viewer: Player | None) -> Iterator[gorilla.State]:
    """Other hands, decks and draw piles; the same kinds of card by other copies; another private look."""
    unseen = [seat for seat in state.seats if seat.player != viewer]
    hidden = [card for seat in unseen for card in (*seat.hand, *seat.deck)] + list(state.draw)
    harmless = [card for card in hidden if kind_of(card) is not Kind.COLLATERAL_DAMAGE]
    moved_on = iter(harmless[1:] + harmless[:1])
    other = {card: next(moved_on) if card in harmless else card for card in hidden}
    seats = tuple(
        replace(
            seat, hand=tuple(map(other.__getitem__, seat.hand)), deck=tuple(map(other.__getitem__, seat.deck))
        )
        if seat in unseen
        else seat
        for seat in state.seats
    )
    draw = tuple(map(other.__getitem__, reversed(state.draw)))
    yield replace(state, seats=seats, draw=draw)
    yield _renamed(state, {"raid-1": "raid-2", "raid-2": "raid-1"})
    if state.turn.looks and state.turn.player != viewer:
        looks = tuple(replace(look, cards=look.cards[1:]) for look in state.turn.looks)
        yield replace(state, turn=replace(state.turn, looks=looks))


def _renamed(state: gorilla.State, names: Mapping[str, str]) -> gorilla.State:
    def new(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(names.get(card, card) for card in cards)

    seats = tuple(
        replace(seat, hand=new(seat.hand), deck=new(seat.deck), front=new(seat.front)) for seat in state.seats
    )
    return replace(state, seats=seats, draw=new(state.draw), discard=new(state.discard))


GORILLA_WARFARE = Entry(
    options=st.fixed_dictionaries({}, optional={"starting_seat": st.integers(1, 2)}),
    hidden=_other_cards,
)


def _other_high_cards(state: Any, viewer: Player | None) -> Iterator[Any]:
    """The cards of two others, who have said nothing yet, the other way round; nobody sees them before the end."""
    others = [seat for seat, player in enumerate(state.players) if state.cards and player != viewer]
    if state.won is None and len(others) > 1:
        first, second = others[:2]
        cards = list(state.cards)
        cards[first], cards[second] = cards[second], cards[first]
        yield replace(state, cards=tuple(cards))


HIGH_CARD = Entry(
    options=st.fixed_dictionaries({}, optional={"stake": st.integers(1, 50)}), hidden=_other_high_cards
)

ENTRIES: Mapping[str, Entry] = {
    "reckless": RECKLESS,
    "cheaters_game": CHEATERS_GAME,
    "gorilla_warfare": GORILLA_WARFARE,
    "high_card": HIGH_CARD,
}

PLAYED: Mapping[str, Game[Any]] = {**GAMES, high_card.name: high_card}
"""Every game in the box, and the small one that shows how a game is added."""

TRIED = [(name, mode) for name, game in PLAYED.items() for mode in game.modes]
"""Every game in every way to play it."""
