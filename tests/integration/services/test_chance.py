"""What the service draws: from one seed a match, hashed at the start and shown at the end, and secret between."""

import hashlib
import json

import pytest

from app.errors import IllegalMove
from app.rules.chance import draw
from app.services.program import open_program
from app.storage import seeds
from tests.games.high_card import DECK, POT
from tests.games.registering import high_card_in_the_box
from tests.integration.databases import ON_BOTH, execute
from tests.integration.evening import Evening, refusal_of, settings_for

__all__ = ["high_card_in_the_box"]

pytestmark = [pytest.mark.usefixtures("high_card_in_the_box")]


@pytest.fixture
def dealt(program) -> Evening:
    """Ada, Bob and Cyd have a card each, and Ada is to say something."""
    return Evening(program, game="high_card", mode="dealer").start()


def everything_sent(evening: Evening, user: str) -> str:
    """All that somebody can read: the view, the log and the table at a glance."""
    lines = [(line.kind, line.data) for line in evening.log(user=user)]
    return json.dumps([evening.view(user), lines], default=str)


def seed_in(evening: Evening) -> bytes:
    with evening.program.database.read() as connection:
        seed = seeds.of_match(connection, evening.id, evening.view()["match"])
    assert seed is not None
    return seed


def test_the_deal_is_made_with_the_start_and_everybody_sees_their_own_card(dealt):
    hands = {user: tuple(dealt.view(user)["hand"]) for user in dealt.users}
    assert all(len(hand) == 1 for hand in hands.values())
    assert len(set(hands.values())) == 3
    assert {card for (card,) in hands.values()} <= set(DECK)


def test_the_hash_is_published_before_anything_is_drawn_and_the_seed_at_the_end(dealt):
    (start,), (chance,) = dealt.log("start"), dealt.log("chance")
    assert start.seq < chance.seq
    assert dealt.view()["chance"] == {"hash": start.data["seed_hash"], "seed": None}
    dealt.play("ada stay", "bob fold", "cyd fold")
    seed = bytes.fromhex(dealt.view()["chance"]["seed"])
    assert hashlib.sha256(seed).hexdigest() == start.data["seed_hash"]
    assert dealt.log("seed")[0].data == {"seed": seed.hex()}


def test_whoever_has_the_seed_can_draw_everything_again(dealt):
    dealt.play("ada stay", "bob fold", "cyd fold")
    (line,) = dealt.log("chance")
    seed = bytes.fromhex(dealt.view()["chance"]["seed"])
    assert tuple(line.data["move"]["numbers"]) == draw(seed, 1, tuple(range(12, 1, -1)))


def test_before_the_end_nothing_that_is_sent_tells_seed_numbers_or_anothers_card(dealt):
    seed = seed_in(dealt)
    for user in (*dealt.users, "olga"):
        sent = everything_sent(dealt, user)
        assert seed.hex() not in sent
        assert "numbers" not in sent
        told = [event["facts"]["player"] for event in dealt.log("chance", user)[0].data["events"]]
        assert told == [user] * (user in dealt.users)


def test_when_the_match_is_over_all_of_it_can_be_read(dealt):
    dealt.play("ada stay", "bob fold", "cyd fold")
    (chance,) = dealt.log("chance", "bob")
    assert len(chance.data["move"]["numbers"]) == 11
    assert [event["facts"]["player"] for event in chance.data["events"]] == dealt.users


def test_a_line_with_secrets_is_salted_so_that_its_seal_can_not_be_tried_out(dealt):
    """Whoever knows the seal of a line could else try all orders of a small deck until one fits."""
    assert "salt" not in dealt.log("chance", "ada")[0].data
    dealt.play("ada stay", "bob fold", "cyd fold")
    assert len(dealt.log("chance", "ada")[0].data["salt"]) == 32
    assert "salt" not in dealt.log("move", "ada")[0].data


def test_what_a_move_books_is_in_the_books_with_it(dealt):
    assert dealt.books() | {"@bank": 0} == {"@bank": 0, "ada": -5, "bob": -5, "cyd": -5, str(POT): 15}
    dealt.play("ada stay")
    assert dealt.books()[POT] == 20
    dealt.play("bob fold", "cyd fold")
    assert dealt.balances == {"ada": 10, "bob": -5, "cyd": -5}
    award = dealt.transfers()[-1]
    assert (award.kind, award.payer, award.payee, award.amount, award.action) == (
        "award",
        "@pot",
        "ada",
        20,
        "pot",
    )
    assert dealt.services.history.verify().ok


def test_another_match_begins_from_nothing_with_another_seed(dealt):
    first = dealt.view()["chance"]["hash"]
    dealt.play("ada stay", "bob fold", "cyd fold").start()
    assert dealt.balances == {"ada": -5, "bob": -5, "cyd": -5}
    assert dealt.view()["chance"]["hash"] != first
    assert dealt.services.history.verify().ok


def test_a_move_can_be_taken_back_but_neither_the_deal_nor_the_end(dealt):
    assert isinstance(refusal_of(dealt.undo), IllegalMove)
    dealt.play("ada stay").undo()
    assert dealt.waiting == ["ada"]
    assert dealt.books()[POT] == 15
    dealt.play("ada stay", "bob fold", "cyd fold")
    assert isinstance(refusal_of(dealt.undo), IllegalMove)


def test_a_program_that_starts_anew_has_the_same_hands(dealt, clock):
    before = [dealt.view(user) for user in dealt.users]
    dealt.restart()
    assert [dealt.view(user) for user in dealt.users] == before
    dealt.program.close()


def test_nobody_can_send_what_chance_draws(dealt):
    for user in dealt.users:
        refused = refusal_of(
            dealt.services.play.play, dealt.actor(user), dealt.id, {"type": "drawn", "numbers": [0]}
        )
        assert refused.code == "invalid"


def test_a_refused_move_tells_the_others_nothing_about_it_before_the_end(dealt):
    refusal_of(dealt.play, "bob stay")
    (own,), (others,) = dealt.log("refused", "bob"), dealt.log("refused", "ada")
    assert own.data["expected"]["reason"] == "wrong_moment"
    assert others.data == {"code": "illegal_move", "tried": {"do": "move"}, "expected": {}}
    dealt.close()
    after = dealt.log("refused", "ada")[0].data
    assert {name: after[name] for name in own.data} == own.data
    assert len(after["salt"]) == 32


def test_a_closed_match_shows_its_seed_too(dealt):
    dealt.close()
    assert dealt.view()["chance"]["seed"] == seed_in(dealt).hex()


@ON_BOTH
def test_a_floor_below_zero_holds_in_the_database_and_in_the_check_of_the_books(program):
    evening = Evening(program, game="high_card", mode="dealer", options={"stake": 50}).start()
    assert evening.balances == {"ada": -50, "bob": -50, "cyd": -50}
    assert evening.services.history.verify().ok


def test_a_floor_that_somebody_lowered_is_found(dealt):
    execute(dealt.program.database, "UPDATE accounts SET floor = -9999 WHERE owner = 'bob'")
    (fault,) = dealt.services.history.verify().faults
    assert fault.where == "the floor of bob"


def test_a_table_that_reports_what_the_cards_do_has_no_seed(evening):
    assert evening.start().view()["chance"] is None
    assert evening.log("start")[0].data["seed_hash"] == ""


def test_two_programs_over_one_database_draw_the_same(dealt, clock):
    other = open_program(settings_for(dealt.program.database.url), clock=clock)
    views = [other.services.tables.view(dealt.actor(user), dealt.id) for user in dealt.users]
    assert views == [dealt.view(user) for user in dealt.users]
    other.close()
