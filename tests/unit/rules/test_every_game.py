"""The properties that every game has, over random play. Source: style.md, "Properties every game must pass"."""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import IllegalMove, Invalid, PaymentRefused
from app.money import Credits
from app.rules import BANK, CHANCE, Drawn, Funds, Game, Move, Payment, Player, Step, replay
from app.services.ground.decks import shipped_deck
from tests.unit.rules.games import ENTRIES, PLAYED, TRIED, Entry
from tests.unit.rules.kit import booked, draws, opening_funds

PLAYERS = tuple(Player(name) for name in "abcdefgh")
STRANGER = Player("stranger")

# Lists of numbers are short unless a length is asked for; half a game is where most happens.
CHOICES = st.integers(0, 120).flatmap(
    lambda least: st.lists(st.integers(0, 999), min_size=least, max_size=160)
)


@dataclass
class Playing:
    """A match with its balances, played on by numbers: each number is one choice among all that can happen."""

    game: Game[Any]
    settings: Any
    players: tuple[Player, ...]
    funds: Funds
    chance: Random
    start: Any = None
    state: Any = None
    step: Step[Any] | None = None
    record: list[tuple[Move, Funds]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.start = self.state = self.game.new(self.players, self.settings)

    @property
    def entry(self) -> Entry:
        return ENTRIES[self.game.name]

    def go_on(self, number: int) -> bool:
        """Let one thing happen; False when nothing can any more."""
        happenings = list(self.happenings(number))
        if not happenings:
            return False
        self.make(*happenings[number % len(happenings)])
        return True

    def happenings(self, number: int) -> Iterator[tuple[Move, Funds]]:
        """Moves and payments, and now and then a resignation or a correction, which are rare at tables too."""
        if self.game.lot(self.state) is not None:
            yield from ((drawn, self.funds) for drawn in draws(self.game, self.state, self.chance))
            return
        if self.game.winners(self.state) is not None:
            return
        rare = number % 17 == 0
        for player in self.players:
            for move in self.game.legal_moves(self.state, player, self.funds):
                if rare or self.game.encode(move)["type"] not in self.entry.rare:
                    yield move, self.funds
        for payment in self.payments(number):
            try:
                move = self.game.check_payment(self.state, payment, self.funds)
            except PaymentRefused:
                continue
            yield move, moved(self.funds, payment.payer, payment.payee, payment.amount)
        if rare:
            payer, payee = (self.players[n % len(self.players)] for n in (number, number // 2))
            has = max(0, self.funds[payer])
            yield (
                self.game.correction(self.state),
                moved(self.funds, payer, payee, has if number % 2 else min(has, 30)),
            )

    def payments(self, number: int) -> list[Payment]:
        """The debts, or where none are declared some of this number's choice."""
        due = [Payment(o.payer, o.payee, o.amount, o.action) for o in self.game.obligations(self.state)]
        return due or self.entry.undeclared({player: self.funds[player] for player in self.players}, number)

    def make(self, move: Move, funds: Funds) -> None:
        self.step = self.game.apply(self.state, move, funds)
        assert self.game.audit(self.state, self.step) is None
        self.record.append((move, funds))
        self.state, self.funds = self.step.state, booked(funds, self.step.bookings)


def moved(funds: Funds, payer: Player, payee: Player, amount: int) -> Funds:
    change = {payer: -amount, payee: amount} if payer != payee else {}
    return {player: Credits(had + change.get(player, 0)) for player, had in funds.items()}


@st.composite
def matches(draw: st.DrawFn, name: str, mode: str) -> Playing:
    """A match with its first move still to come."""
    game = PLAYED[name]
    # Where the service deals, all is declared: payments are checked in the usual way.
    level = (
        game.levels[0] if mode == "dealer" else draw(st.sampled_from([*game.levels[:1] * 2, *game.levels]))
    )
    chosen = game.configure(
        mode=mode, validation=level, deck=shipped_deck(game), options=draw(ENTRIES[name].options)
    )
    fewest, most = game.seats(chosen)
    players = PLAYERS[: draw(st.integers(fewest, most))]
    chance = Random(draw(st.integers(0, 2**32)))
    return Playing(game, chosen, players, opening_funds(game, chosen, players), chance)


def moments(playing: Playing, choices: list[int]) -> Iterator[Playing]:
    """The match after each choice."""
    yield playing
    for number in choices:
        if not playing.go_on(number):
            return
        yield playing


def every_game(test):
    """Run a property over every game, with random seats, settings and choices."""

    @pytest.mark.parametrize(("name", "mode"), TRIED)
    @settings(max_examples=15)
    @given(data=st.data(), choices=CHOICES)
    def play(name, mode, data, choices):
        test(data.draw(matches(name, mode)), choices)

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
        if playing.game.lot(playing.state) is not None:
            assert not waiting
        owing = {debt.payer for debt in playing.game.obligations(playing.state)}
        for player in PLAYERS:
            legal = playing.game.legal_moves(playing.state, player, playing.funds)
            can_answer = any(not is_resigning(playing, move) for move in legal) or player in owing
            assert can_answer is (player in waiting)
        if playing.game.winners(playing.state) is not None:
            assert not waiting
            assert playing.game.lot(playing.state) is None


@every_game
def test_chance_draws_what_is_open_and_nothing_else(playing, choices):
    for _ in moments(playing, choices):
        lot = playing.game.lot(playing.state)
        if lot is None:
            with pytest.raises(IllegalMove):
                playing.game.apply(playing.state, Drawn(CHANCE, (0,)), playing.funds)
            continue
        assert lot
        assert all(n > 1 for n in lot)
        playing.game.apply(playing.state, Drawn(CHANCE, tuple(n - 1 for n in lot)), playing.funds)
        for numbers in (lot, (*lot, 0), lot[1:], (-1,) * len(lot)):
            with pytest.raises((IllegalMove, Invalid)):
                playing.game.apply(playing.state, Drawn(CHANCE, numbers), playing.funds)
        with pytest.raises(Invalid):
            playing.game.decode(playing.players[0], {"type": "drawn", "numbers": [0] * len(lot)})


@every_game
def test_what_a_move_books_is_sound_and_the_audit_finds_everything_in_its_place(playing, choices):
    own = playing.game.accounts(playing.settings)
    assert all(account.startswith("@") and account != BANK for account in own)
    owners = {BANK, *playing.players, *own}
    before = playing.state
    for _ in moments(playing, choices):
        assert playing.step is None or playing.game.audit(before, playing.step) is None
        before = playing.state
        for booking in playing.step.bookings if playing.step else ():
            assert booking.amount > 0
            assert booking.payer != booking.payee
            assert {booking.payer, booking.payee} <= owners
        for owner, balance in playing.funds.items():
            assert balance >= playing.game.floor(playing.settings, owner)


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
        for player in playing.players:
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
    for _ in moments(playing, choices):
        for debt in playing.game.obligations(playing.state):
            assert debt.payer != debt.payee
            assert 0 < debt.amount <= playing.funds[debt.payer]
            assert {debt.payer, debt.payee} <= set(playing.game.still_in(playing.state))
            assert ids.setdefault(debt.id, (debt.payer, debt.payee)) == (debt.payer, debt.payee)
        winners = playing.game.winners(playing.state)
        assert winners is None or set(winners) <= set(playing.game.still_in(playing.state))


@every_game
def test_a_payment_settles_an_open_debt_or_is_refused(playing, choices):
    """At strict tables; the others know no debts."""
    for _ in moments(playing, choices[:80]):
        due = {(o.payer, o.payee, o.amount) for o in playing.game.obligations(playing.state)}
        if not due:
            continue
        for payer, payee in product((*playing.players, STRANGER), repeat=2):
            for amount in (1, 10, 30, 40, 50):
                payment = Payment(payer, payee, Credits(amount))
                try:
                    playing.game.check_payment(playing.state, payment, playing.funds)
                except PaymentRefused:
                    assert (payer, payee, amount) not in due
                else:
                    assert (payer, payee, amount) in due


@every_game
def test_what_a_viewer_cannot_see_changes_nothing_they_are_shown_or_asked(playing, choices):
    """At most a few other states are tried at each moment: all of them would be too many."""
    for _ in moments(playing, choices):
        for viewer in (*playing.players, None):
            shown = shown_to(playing, playing.state, viewer)
            for other in islice(playing.entry.hidden(playing.state, viewer), 3):
                assert other != playing.state
                assert shown_to(playing, other, viewer) == shown


def shown_to(playing: Playing, state: Any, viewer: Player | None) -> tuple[object, ...]:
    """All that reaches somebody before anything else happens."""
    game = playing.game
    own = (game.legal_moves(state, viewer, playing.funds), game.default_move(state, viewer)) if viewer else ()
    return (
        game.view(state, viewer),
        game.waiting_for(state),
        game.obligations(state),
        game.winners(state),
        game.still_in(state),
        game.lot(state),
        *own,
    )


@every_game
def test_a_view_is_json_and_names_who_is_awaited(playing, choices):
    for _ in moments(playing, choices):
        view = json.loads(json.dumps(playing.game.view(playing.state, None)))
        assert view["waiting_for"] == list(playing.game.waiting_for(playing.state))
        assert [seat["user"] for seat in view["players"]] == list(playing.players)


@every_game
def test_a_move_never_changes_the_state_it_is_made_in(playing, choices):
    for number in choices[:60]:
        before, kept = playing.state, copy.deepcopy(playing.state)
        if not playing.go_on(number):
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


@pytest.mark.parametrize("name", PLAYED)
def test_the_name_of_a_game_is_its_key(name):
    assert PLAYED[name].name == name
