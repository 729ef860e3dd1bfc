"""Reckless dealt by the service: hands, shuffles and debts in one commit each, and all of it on record."""

from collections.abc import Iterator
from random import Random

import pytest

from app.errors import IllegalMove, NotAllowed
from app.services.program import Program, open_program
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, refusal_of, settings_for
from tests.integration.gorilla import SameSeed
from tests.unit.rules.kit import deck_with


@pytest.fixture
def program(database_url, clock) -> Iterator[Program]:
    program = open_program(settings_for(database_url), clock=clock, chance=SameSeed())
    yield program
    program.close()


@pytest.fixture
def dealt(program) -> Evening:
    return Evening(program, mode="dealer", options={"timer_s": 20}).start()


def play_on(evening: Evening, chance: Random, most: int = 120) -> Evening:
    """Play by legal moves and payments, chosen at random, until it is over."""
    for _ in range(most):
        if evening.winners is not None:
            break
        if evening.due:
            evening.pay_all()
            continue
        user = chance.choice(evening.waiting)
        moves = [move for move in evening.moves(user) if move["type"] not in ("resign", "undo")]
        evening.services.play.play(evening.actor(user), evening.id, chance.choice(moves))
    return evening


@ON_BOTH
def test_a_game_played_at_random_can_be_drawn_and_played_again_from_its_record(program):
    evening = play_on(Evening(program, "ada bob cyd dan", mode="dealer").start(), Random(5))
    (again,) = evening.services.recorded.check()
    assert again.fault is None
    assert again.draws > 1
    assert evening.services.history.verify().ok


def test_a_bankrupts_cards_go_back_in_the_commit_of_the_payment(program):
    deck = deck_with("starting_credits = 200", "starting_credits = 40")
    evening = Evening(program, mode="dealer", deck=deck).start()
    before = evening.view()["in_deck"]
    evening.a_debt().pay_all()
    assert evening.view()["in_deck"] == before + 2
    payment, shuffle = evening.log()[-2:]
    assert (payment.kind, shuffle.kind) == ("payment", "chance")
    assert payment.at == shuffle.at


def test_a_claim_can_be_taken_back_until_a_card_was_shown(dealt):
    dealt.play("bob declare ponzi_scheme").undo()
    assert dealt.waiting == ["bob"]
    dealt.play("bob declare ponzi_scheme", "ada challenge").undo()
    assert set(dealt.waiting) == {"ada", "cyd"}
    dealt.play("ada challenge", "bob decline", "bob lose_card")
    assert isinstance(refusal_of(dealt.undo), IllegalMove)


def test_the_host_can_not_find_out_what_others_hold_by_moving_for_them(dealt):
    dealt.play("bob declare fraud ada", "cyd allow", "ada challenge")
    for move in ("bob show banker", "bob lose_card banker"):
        assert isinstance(refusal_of(dealt.play, move, by="ada"), NotAllowed)
    dealt.play("bob decline", by="ada")
    assert dealt.phase == "lose_card"


def test_silence_gives_the_card_drawn_last(dealt):
    last = dealt.view("bob")["hand"][-1]["card"]
    dealt.play("bob declare fraud ada", "cyd allow", "ada challenge", "bob decline")
    dealt.clock.pass_(21)
    assert dealt.services.play.expire() == 1
    assert [seat["lost"] for seat in dealt.view()["players"] if seat["user"] == "bob"] == [(last,)]
