"""Cheater's Game over the services: every point is a transfer, and the books alone tell the score."""

import json
from collections import Counter
from random import Random

import pytest

from app.errors import IllegalMove, PaymentRefused
from app.rules.chance import draw
from app.storage import seeds
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, refusal_of
from tests.integration.services.test_races import at_once
from tests.unit.rules.kit import shipped_deck

DEALT = {"game": "cheaters_game", "mode": "dealer"}
REAL_DICE = {"game": "cheaters_game", "mode": "table"}

TWO_ROUNDS = (
    "ada invite bob cyd",
    "bob join",
    "cyd join",
    "ada dice 4 4 1",
    "ada offer bob 3",
    "bob accept",
    "bob invite cyd",
    "cyd join",
    "bob dice 6 5",
    "cyd roll",
    "cyd dice 2",
    "ada roll_alliances",
    "ada dice 6 2 1",
    "bob whistle 1",
)
"""A game of two rounds with each of the four things one can do; Cyd has to pass the last turn of it."""

NO_ALLIANCE = dict.fromkeys((f"@alliance-{number}" for number in range(1, 6)), 0)


@pytest.fixture
def real_dice(program) -> Evening:
    return Evening(program, **REAL_DICE, options={"rounds": 2}).start()


@pytest.fixture
def dealt(program) -> Evening:
    return Evening(program, **DEALT, options={"rounds": 2}).start()


def readded(evening: Evening) -> dict[str, tuple[int, int]]:
    """Everybody's honest and cheater points, added up from the journal: nobody is asked but the books.

    What the bank moved to set every account to zero before the match is no part of it. Who was in an alliance at
    the end stands in the log; what it had is what it gave back to the bank then.
    """
    match = evening.view()["match"]
    moved = [one for one in evening.transfers() if one.match == match and one.kind not in ("grant", "return")]
    honest, given_back = Counter(), Counter()
    for one in moved:
        honest[one.payer] -= one.amount
        honest[one.payee] += one.amount
        if one.action == "game_over":
            given_back[one.payer] += one.amount
    members: dict[str, list[str]] = {}
    for line in evening.log():
        for event in line.data.get("events", ()) if line.match == match else ():
            if event["kind"] == "allied":
                members[f"@alliance-{event['facts']['alliance']}"] = event["facts"]["members"]
    return {
        user: (honest[user], sum(had for account, had in given_back.items() if user in members[account]))
        for user in evening.users
    }


def standings(evening: Evening) -> dict[str, tuple[int, int]]:
    return {one["user"]: (one["honest"], one["cheater"]) for one in evening.view()["standings"]}


def alliances(evening: Evening) -> dict[str, int]:
    """What lies in the alliances' accounts."""
    return {owner: amount for owner, amount in evening.books().items() if owner in NO_ALLIANCE}


@ON_BOTH
def test_the_final_score_is_added_up_again_from_the_books_of_a_whole_game(program):
    evening = Evening(program, **REAL_DICE, options={"rounds": 2}).start().play(*TWO_ROUNDS)
    assert standings(evening) == {"ada": (-13, 0), "bob": (21, 11), "cyd": (-16, 11)}
    assert readded(evening) == standings(evening)
    assert evening.winners == ["bob"]
    assert evening.balances == {"ada": -13, "bob": 21, "cyd": -16}
    assert alliances(evening) == NO_ALLIANCE
    assert evening.services.history.verify().ok


@pytest.mark.parametrize("seed", range(3))
def test_the_score_of_a_game_that_is_played_at_random_is_added_up_again_too(program, seed):
    evening = Evening(program, "ada bob cyd dan", **DEALT, options={"rounds": 4}).start()
    chance = Random(seed)
    while evening.winners is None:
        user = chance.choice(evening.waiting)
        moves = [move for move in evening.moves(user) if move["type"] not in ("resign", "undo")]
        evening.services.play.play(evening.actor(user), evening.id, chance.choice(moves))
    assert readded(evening) == standings(evening)
    assert alliances(evening) == NO_ALLIANCE
    assert evening.services.history.verify().ok


def test_every_point_of_a_move_is_booked_with_it(real_dice):
    real_dice.play(*TWO_ROUNDS[:6])
    moved = [(one.payer, one.payee, one.amount, one.action) for one in real_dice.transfers()]
    assert moved == [
        ("@bank", "@alliance-1", 9, "alliance_roll"),
        ("@bank", "bob", 3, "bonus"),
        ("@bank", "ada", 5, "bonus"),
    ]


def test_the_whistle_takes_honest_points_below_zero(real_dice):
    real_dice.play("ada invite bob", "bob join", "ada dice 5 6", "bob whistle 1")
    assert real_dice.balances == {"ada": -11, "bob": 11, "cyd": 0}
    assert real_dice.services.history.verify().ok


def test_another_match_begins_at_zero(real_dice):
    real_dice.play(*TWO_ROUNDS).start()
    assert real_dice.balances == {"ada": 0, "bob": 0, "cyd": 0}
    assert readded(real_dice.play("ada roll", "ada dice 4").close())["ada"] == (4, 0)


def test_a_game_that_is_closed_gives_the_alliances_points_back_and_counts_them(real_dice):
    real_dice.play("ada invite bob", "bob join", "ada dice 5 6").close()
    assert alliances(real_dice) == NO_ALLIANCE
    assert readded(real_dice) == standings(real_dice) == {"ada": (0, 11), "bob": (0, 11), "cyd": (0, 0)}


def test_nobody_pays_anybody(real_dice):
    real_dice.play("ada roll", "ada dice 6")
    before = real_dice.everything()
    refused = refusal_of(real_dice.pay, "ada bob 3")
    assert isinstance(refused, PaymentRefused)
    assert refused.code == "nothing_due"
    assert real_dice.everything() == before


def test_dice_that_were_typed_wrongly_are_taken_back_with_their_points(real_dice):
    real_dice.play("ada roll", "ada dice 6").undo()
    assert real_dice.balances["ada"] == 0
    assert real_dice.play("ada dice 2").balances["ada"] == 2


def test_dice_that_the_service_threw_are_not_taken_back(dealt):
    dealt.play("ada roll")
    assert isinstance(refusal_of(dealt.undo), IllegalMove)


def test_the_same_move_sent_twice_is_made_once(dealt):
    dealt.play("ada roll", key="the-first-roll-of-ada").play("ada roll", key="the-first-roll-of-ada")
    assert len(dealt.transfers()) == 1


def test_an_invitation_and_an_offer_wait_until_the_time_is_up_and_a_turn_for_ever(program, clock):
    evening = Evening(program, **REAL_DICE, options={"timer_s": 20}).start()
    assert evening.view()["deadline"] is None
    evening.play("ada invite bob cyd", "bob join")
    clock.pass_(21)
    evening.services.play.expire()
    assert evening.view()["alliances"][0]["members"] == ("ada", "bob")
    evening.play("ada dice 3 3", "ada offer cyd 6")
    clock.pass_(21)
    evening.services.play.expire()
    assert (evening.turn, evening.balances["cyd"]) == ("bob", 0)
    clock.pass_(3600)
    assert evening.services.play.expire() == 0


def test_the_host_moves_for_somebody_who_is_away(real_dice):
    real_dice.play("ada roll", "ada dice 1").play("bob roll", "bob dice 2", by="ada")
    assert real_dice.balances["bob"] == 2


@pytest.mark.parametrize("action", ["alliance_roll", "bonus"])
def test_points_that_an_organizer_takes_back_are_gone_from_the_score(real_dice, action):
    real_dice.play(*TWO_ROUNDS[:6])
    booked = next(one for one in real_dice.transfers() if one.action == action)
    real_dice.reverse(booked.number)
    real_dice.play(*TWO_ROUNDS[6:])
    assert readded(real_dice) == standings(real_dice)
    assert real_dice.services.history.verify().ok


def test_who_resigns_is_free_to_sit_elsewhere_and_the_alliance_goes_to_who_is_left(real_dice):
    real_dice.play("ada invite bob", "bob join", "ada dice 5 6", "ada resign")
    assert real_dice.balances == {"ada": 0, "bob": 11, "cyd": 0}
    assert Evening(real_dice.program, "ada", new_tiles=False).view()["status"] == "lobby"


def test_everybody_sees_the_same_but_what_they_can_do(dealt):
    dealt.play("ada invite bob cyd", "bob join", "cyd join")
    seen = set()
    for user in dealt.users:
        view = {
            name: value
            for name, value in dealt.view(user).items()
            if name not in ("you", "may", "no_undo", "legal_moves")
        }
        seen.add(json.dumps([view, [line.data for line in dealt.log(user=user)]], default=str))
    assert len(seen) == 1


def test_before_the_end_nothing_tells_what_the_dice_will_show(dealt):
    dealt.play("ada invite bob", "bob join")
    with dealt.program.database.read() as connection:
        seed = seeds.of_match(connection, dealt.id, 1)
    assert seed is not None
    for user in (*dealt.users, "olga"):
        sent = json.dumps([dealt.view(user), [line.data for line in dealt.log(user=user)]], default=str)
        assert seed.hex() not in sent
        assert "numbers" not in sent
    dealt.close()
    assert dealt.view()["chance"]["seed"] == seed.hex()


def test_dice_that_were_thrown_are_drawn_again_from_the_seed(dealt):
    dealt.play("ada invite bob cyd", "bob join", "cyd join").close()
    seed = bytes.fromhex(dealt.view()["chance"]["seed"])
    (line,) = dealt.log("chance")
    (rolled,) = (event for event in line.data["events"] if event["kind"] == "rolled")
    assert rolled["facts"]["dice"] == [number + 1 for number in draw(seed, 1, (6, 6, 6))]


@ON_BOTH
def test_all_who_are_asked_can_answer_at_one_moment(program):
    evening = Evening(program, "ada bob cyd dan eve", **DEALT).start()
    evening.play("ada invite bob cyd dan eve")
    answers = at_once(*(lambda user=user: evening.play(f"{user} join") for user in evening.users[1:]))
    assert answers == [evening] * 4
    (alliance,) = evening.view()["alliances"]
    assert sorted(alliance["members"]) == evening.users
    assert len([one for one in evening.transfers() if one.action == "alliance_roll"]) == 1


@ON_BOTH
def test_of_two_answers_to_one_offer_the_first_counts(program):
    evening = Evening(program, **REAL_DICE).start()
    evening.play("ada invite bob", "bob join", "ada dice 5 5", "ada offer cyd 4")
    answers = at_once(
        *(lambda kind=kind: evening.play(f"cyd {kind}") for kind in ("accept", "refuse", "accept"))
    )
    assert sorted(map(str, answers)).count("illegal_move") == 2
    assert evening.balances in ({"ada": 6, "bob": 0, "cyd": 4}, {"ada": 0, "bob": 0, "cyd": 0})


def test_a_rule_file_of_the_tables_own_sets_its_numbers(program):
    text = shipped_deck("cheaters_game").replace("race_over = 100", "race_over = 3")
    evening = Evening(program, **REAL_DICE, deck=text, options={"race": True}).start()
    evening.play("ada roll", "ada dice 6", "bob roll", "bob dice 1", "cyd roll", "cyd dice 1")
    assert evening.winners == ["ada"]


def test_a_program_that_starts_anew_goes_on_where_the_game_was(dealt):
    dealt.play("ada roll", "bob invite cyd", "cyd join")
    before = dealt.view()
    assert dealt.restart().view() == before
    dealt.program.close()


def test_the_result_slip_counts_what_the_game_counts(real_dice):
    real_dice.play(*TWO_ROUNDS)
    slip = real_dice.services.proofs.slip(real_dice.actor("bob"), real_dice.id)
    assert [(row.name, row.balance, row.won) for row in slip.rows] == [
        ("Bob", 32, True),
        ("Cyd", -5, False),
        ("Ada", -13, False),
    ]
    assert '"scores":{"ada":-13,"bob":32,"cyd":-5}' in slip.text
