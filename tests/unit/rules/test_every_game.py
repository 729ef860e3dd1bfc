"""The properties that every game has, over random play. Source: style.md, "Properties every game must pass"."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import IllegalMove, PaymentRefused
from app.money import Credits
from app.rules import GAMES, Funds, Game, Move, Payment, Player, replay
from app.rules.reckless.settings import HOUSE_RULES, OutOfCards
from tests.unit.rules.kit import shipped_deck

PLAYERS = tuple(Player(name) for name in "abcdefgh")
STRANGER = Player("stranger")

# Lists of numbers are short unless a length is asked for; half a game is where most happens.
CHOICES = st.integers(0, 120).flatmap(
    lambda least: st.lists(st.integers(0, 999), min_size=least, max_size=160)
)
SEATS = st.integers(2, 8)
LEVELS = st.sampled_from(["strict", "strict", "strict", "honor", "open"])
OPTIONS = {
    "reckless": st.fixed_dictionaries(
        {},
        optional={
            **{name: st.booleans() for name, default in HOUSE_RULES.items() if isinstance(default, bool)},
            "out_of_cards": st.sampled_from(OutOfCards).map(str),
            "starting_seat": st.integers(1, 2),
        },
    )
}
"""The house rules of each game."""

HIDDEN = {"reckless": lambda state, viewer: [state]}
"""For each game, states that differ from this one only in what the viewer can't see: none while the cards lie open."""


@dataclass
class Playing:
    """A match with its balances, played on by numbers: each number is one choice among all that can happen."""

    game: Game[Any]
    start: Any
    funds: Funds
    record: list[tuple[Move, Funds]] = field(default_factory=list)
    state: Any = None

    def __post_init__(self) -> None:
        self.state = self.start

    def step(self, number: int) -> bool:
        """Let one thing happen; False when nothing can any more."""
        happenings = list(self.happenings(number))
        if not happenings:
            return False
        self.make(*happenings[number % len(happenings)])
        return True

    def happenings(self, number: int) -> Iterator[tuple[Move, Funds]]:
        """Moves and payments, and now and then a resignation or a correction, which are rare at tables too."""
        if self.game.winners(self.state) is not None:
            return
        rare = number % 17 == 0
        for player in PLAYERS:
            for move in self.game.legal_moves(self.state, player, self.funds):
                if rare or self.game.encode(move)["type"] != "resign":
                    yield move, self.funds
        for payment in payments(self.game, self.state, self.funds, number):
            try:
                move = self.game.check_payment(self.state, payment, self.funds)
            except PaymentRefused:
                continue
            yield move, moved(self.funds, payment.payer, payment.payee, payment.amount)
        if rare:
            players = list(self.funds)
            payer, payee = players[number % len(players)], players[number // 2 % len(players)]
            taken = self.funds[payer] if number % 2 else min(self.funds[payer], 30)
            yield self.game.correction(self.state), moved(self.funds, payer, payee, taken)

    def make(self, move: Move, funds: Funds) -> None:
        self.state = self.game.apply(self.state, move, funds).state
        self.record.append((move, funds))
        self.funds = funds


def payments(game: Game[Any], state: Any, funds: Funds, number: int) -> list[Payment]:
    """The debts, or where none are declared two payments of this number's choice."""
    due = [Payment(o.payer, o.payee, o.amount, o.action) for o in game.obligations(state)]
    players = list(funds)
    payer, payee = players[number % len(players)], players[number // 8 % len(players)]
    return due or [Payment(payer, payee, Credits(50), "fraud"), Payment(payer, payee, funds[payer], "fraud")]


def moved(funds: Funds, payer: Player, payee: Player, amount: int) -> Funds:
    change = {payer: -amount, payee: amount} if payer != payee else {}
    return {player: Credits(had + change.get(player, 0)) for player, had in funds.items()}


def begin(name: str, seats: int, level: str, options: dict) -> Playing:
    game = GAMES[name]
    chosen = game.configure(mode="table", validation=level, deck=shipped_deck(name), options=options)
    players = PLAYERS[:seats]
    return Playing(game, game.new(players, chosen), dict.fromkeys(players, game.starting_credits(chosen)))


def moments(playing: Playing, choices: list[int]) -> Iterator[Playing]:
    """The match after each choice."""
    yield playing
    for number in choices:
        if not playing.step(number):
            return
        yield playing


def every_game(test):
    """Run a property over every game, with random seats, settings and choices."""

    @pytest.mark.parametrize("name", GAMES)
    @settings(max_examples=40)
    @given(data=st.data(), seats=SEATS, level=LEVELS, choices=CHOICES)
    def play(name, data, seats, level, choices):
        test(begin(name, seats, level, data.draw(OPTIONS[name])), choices)

    play.__name__, play.__doc__ = test.__name__, test.__doc__
    return play


def is_resigning(playing: Playing, move: Move) -> bool:
    return playing.game.encode(move) == {"type": "resign"}


@every_game
def test_replaying_the_record_leads_to_the_same_state(playing, choices):
    for _ in moments(playing, choices):
        pass
    assert replay(playing.game, playing.start, playing.record) == playing.state


@every_game
def test_moves_survive_the_way_through_json(playing, choices):
    for _ in moments(playing, choices):
        for player in PLAYERS:
            for move in playing.game.legal_moves(playing.state, player, playing.funds):
                data = json.loads(json.dumps(playing.game.encode(move)))
                assert playing.game.decode(player, data) == move
    for move, _ in playing.record:
        data = json.loads(json.dumps(playing.game.encode(move)))
        assert playing.game.restore(move.player, data) == move


@every_game
def test_whoever_is_waited_for_can_move_or_pay_and_nobody_else_but_to_resign(playing, choices):
    for _ in moments(playing, choices):
        waiting = playing.game.waiting_for(playing.state)
        owing = {debt.payer for debt in playing.game.obligations(playing.state)}
        for player in PLAYERS:
            legal = playing.game.legal_moves(playing.state, player, playing.funds)
            can_answer = any(not is_resigning(playing, move) for move in legal) or player in owing
            assert can_answer is (player in waiting)
        if playing.game.winners(playing.state) is not None:
            assert not waiting


@every_game
def test_every_legal_move_is_accepted_and_a_strangers_is_refused(playing, choices):
    for _ in moments(playing, choices[:60]):
        for player in PLAYERS:
            legal = playing.game.legal_moves(playing.state, player, playing.funds)
            assert len(set(legal)) == len(legal)
            for move in legal:
                playing.game.apply(playing.state, move, playing.funds)
                strange = playing.game.decode(STRANGER, playing.game.encode(move))
                with pytest.raises(IllegalMove):
                    playing.game.apply(playing.state, strange, playing.funds)
        assert playing.game.legal_moves(playing.state, STRANGER, playing.funds) == ()


@every_game
def test_a_move_that_is_not_listed_is_refused(playing, choices):
    seen: set[str] = set()
    for _ in moments(playing, choices[:40]):
        for player in playing.funds:
            legal = set(playing.game.legal_moves(playing.state, player, playing.funds))
            seen |= {json.dumps(playing.game.encode(move)) for move in legal}
            for data in sorted(seen)[:: len(seen) // 8 + 1]:
                move = playing.game.decode(player, json.loads(data))
                if move not in legal:
                    with pytest.raises(IllegalMove) as refused:
                        playing.game.apply(playing.state, move, playing.funds)
                    assert refused.value.expected["reason"]
                    assert json.dumps(refused.value.expected)


@every_game
def test_random_play_never_fails_and_makes_only_sound_debts(playing, choices):
    ids: dict[int, tuple] = {}
    total = sum(playing.funds.values())
    for _ in moments(playing, choices):
        for debt in playing.game.obligations(playing.state):
            assert debt.payer != debt.payee
            assert 0 < debt.amount <= playing.funds[debt.payer]
            assert {debt.payer, debt.payee} <= set(playing.game.still_in(playing.state))
            assert ids.setdefault(debt.id, (debt.payer, debt.payee)) == (debt.payer, debt.payee)
        assert sum(playing.funds.values()) == total
        winners = playing.game.winners(playing.state)
        assert winners is None or set(winners) <= set(playing.game.still_in(playing.state))


@every_game
def test_a_payment_settles_an_open_debt_or_is_refused(playing, choices):
    """At strict tables; the others know no debts."""
    for _ in moments(playing, choices[:80]):
        due = {(o.payer, o.payee, o.amount) for o in playing.game.obligations(playing.state)}
        if not due:
            continue
        for payer, payee in product((*playing.funds, STRANGER), repeat=2):
            for amount in (1, 10, 30, 40, 50):
                payment = Payment(payer, payee, Credits(amount))
                try:
                    playing.game.check_payment(playing.state, payment, playing.funds)
                except PaymentRefused:
                    assert (payer, payee, amount) not in due
                else:
                    assert (payer, payee, amount) in due


@every_game
def test_what_a_viewer_cannot_see_does_not_change_the_view(playing, choices):
    for _ in moments(playing, choices):
        for viewer in (*playing.funds, None):
            view = playing.game.view(playing.state, viewer)
            for other in HIDDEN[playing.game.name](playing.state, viewer):
                assert playing.game.view(other, viewer) == view


@every_game
def test_a_view_is_json_and_names_who_is_awaited(playing, choices):
    for _ in moments(playing, choices):
        view = json.loads(json.dumps(playing.game.view(playing.state, None)))
        assert view["waiting_for"] == list(playing.game.waiting_for(playing.state))
        assert [seat["user"] for seat in view["players"]] == list(playing.funds)


@every_game
def test_a_move_never_changes_the_state_it_is_made_in(playing, choices):
    for number in choices[:60]:
        before, kept = playing.state, copy.deepcopy(playing.state)
        if not playing.step(number):
            break
        assert before == kept


@every_game
def test_silence_is_always_a_legal_answer(playing, choices):
    for _ in moments(playing, choices):
        for player in PLAYERS:
            move = playing.game.default_move(playing.state, player)
            if move is not None:
                assert player in playing.game.waiting_for(playing.state)
                assert move in playing.game.legal_moves(playing.state, player, playing.funds)


@pytest.mark.parametrize("name", GAMES)
def test_the_name_of_a_game_is_its_key(name):
    assert GAMES[name].name == name
