"""Bots: never an illegal move, and the judgement that each strength promises."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.rules import GAMES, Player
from app.rules.bots import BOTS, LEAVING, Strength, choose
from app.rules.bots.arena import Arena
from app.rules.bots.seeing import chance_of_holding
from tests.unit.rules.cheaters import allied, real_dice
from tests.unit.rules.dealt import DealtReckless
from tests.unit.rules.games import ENTRIES
from tests.unit.rules.gorilla import Dealt
from tests.unit.rules.kit import Table, shipped_deck

LONGEST = 3000
"""Answers that no match of bots needs."""


def seat_view(table: Table, player: str) -> dict:
    """What a seat of a table in tests is shown, as the service shows it."""
    arena = Arena(table.rules, table.settings, table.players, lambda n: 0)
    arena.state, arena.balances = table.state, dict(table.funds)
    return json.loads(json.dumps(arena.view(Player(player))))


def answers(table: Table, player: str, strength: Strength, *, tries: int = 60) -> list[dict]:
    """What a bot in this seat does, over and over again from the same view."""
    chance = Random(7)
    view = seat_view(table, player)
    return [dict(choose(view, strength, chance.randrange) or {}) for _ in range(tries)]


def kinds(chosen: list[dict]) -> set[str]:
    return {one["type"] for one in chosen}


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=12)
@given(data=st.data())
def test_bots_of_any_strength_play_matches_to_their_end_with_legal_moves_alone(name, data):
    game = GAMES[name]
    seed = data.draw(st.integers(0, 2**32))
    options = {**data.draw(ENTRIES[name].options)}
    chosen = game.configure(
        mode="dealer", validation=game.levels[0], deck=shipped_deck(name), options=options
    )
    fewest, most = game.seats(chosen)
    players = tuple(Player(one) for one in "abcdefgh"[: data.draw(st.integers(fewest, min(most, 4)))])
    strengths = {one: data.draw(st.sampled_from(Strength)) for one in players}
    chance = Random(seed)
    arena = Arena(game, chosen, players, chance.randrange)
    for _ in range(LONGEST):
        if arena.winners is not None:
            break
        player = chance.choice(game.waiting_for(arena.state))
        view = json.loads(json.dumps(arena.view(player)))
        move = choose(view, strengths[player], chance.randrange)
        assert move is not None
        assert move["type"] not in LEAVING
        assert move in view["legal_moves"] or move["type"] == "pay"
        arena.take(player, move)
    # Three who never bluff can take the same credits from each other for ever.
    if not options.get("pass_with_cards") and set(strengths.values()) != {Strength.MEDIUM}:
        assert arena.winners is not None


def test_every_game_that_comes_in_the_box_has_a_bot():
    assert set(BOTS) == set(GAMES)


def test_whoever_is_not_asked_does_nothing():
    table = Table(mode="dealer")
    assert choose(seat_view(table, "ada"), Strength.HARD, Random(1).randrange) is None


@pytest.mark.parametrize("strength", Strength)
def test_a_due_debt_is_paid_as_it_is_owed(strength):
    table = Table().play("bob declare blackmail ada").allow()
    assert choose(seat_view(table, "ada"), strength, Random(1).randrange) == {
        "type": "pay",
        "to": "bob",
        "amount": 50,
        "action": "blackmail",
    }


@pytest.mark.parametrize(
    ("copies", "unseen", "cards", "chance"),
    [(0, 10, 2, 0.0), (3, 10, 0, 0.0), (1, 10, 2, 0.2), (3, 15, 2, 0.371), (3, 4, 2, 1.0)],
)
def test_the_chance_that_a_hand_has_a_card_is_counted(copies, unseen, cards, chance):
    counted = chance_of_holding(copies=copies, unseen=unseen, cards=cards)
    assert counted == pytest.approx(chance, abs=0.001)


HANDS = {"ada": "ponzi_scheme lawyer1", "bob": "banker3 scandal", "cyd": "ceo1 ceo3"}


def dealt(**hands: str) -> DealtReckless:
    return DealtReckless(hands={**HANDS, **hands})


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.HARD])
def test_a_claim_that_counting_shows_to_be_false_is_challenged(strength):
    table = dealt().play("bob declare ponzi_scheme")
    assert kinds(answers(table, "ada", strength)) == {"challenge"}


@pytest.mark.parametrize("strength", [Strength.MEDIUM, Strength.HARD])
def test_a_claim_that_may_well_be_true_is_let_pass_by_whom_it_does_not_cost_much(strength):
    table = dealt().play("bob declare bribe ada")
    assert kinds(answers(table, "cyd", strength)) == {"allow"}


def test_the_honest_bot_claims_only_what_it_holds():
    table = dealt()
    declared = {one["action"] for one in answers(table, "bob", Strength.MEDIUM)}
    assert declared <= {"fraud", "scandal"}
    table.play("bob declare fraud ada").allow()
    assert {one.get("character") for one in answers(table, "ada", Strength.MEDIUM)} == {None}


def test_the_best_bot_bluffs_now_and_then_and_not_always():
    table = dealt(bob="lobbyist1 ceo2")
    declared = {one["action"] for one in answers(table, "bob", Strength.HARD, tries=200)}
    assert declared & {"lobbying", "collusion"}
    assert declared - {"lobbying", "collusion"}


@pytest.mark.parametrize("strength", Strength)
def test_whoever_holds_a_lawyer_sues_sooner_or_later(strength):
    table = dealt().play("bob declare fraud ada").allow()
    assert "sue" in kinds(answers(table, "ada", strength))


def test_the_best_bot_claims_what_it_likes_when_nobody_can_doubt_it_any_more():
    view = seat_view(dealt(bob="lobbyist1 lobbyist2"), "bob")
    for seat in view["players"]:
        seat["cards"] = 2 if seat["user"] == "bob" else 0
    chosen = choose(view, Strength.HARD, Random(1).randrange)
    assert chosen["action"] not in ("lobbying", "scandal")


@pytest.mark.parametrize("seed", range(20))
def test_the_best_bot_never_claims_a_card_of_which_every_copy_lies_face_up(seed):
    view = seat_view(dealt(bob="lobbyist1 lobbyist2"), "bob")
    view["players"][0]["lost"] = ["banker", "banker"]
    view["players"][2]["lost"] = ["banker", "blackmail"]
    chosen = choose(view, Strength.HARD, Random(seed).randrange)
    assert chosen["action"] not in ("fraud", "blackmail")


@pytest.mark.parametrize(
    ("hand", "lost"), [("blackmail politician1", "politician"), ("banker1 banker3", "banker")]
)
def test_of_two_cards_the_more_useful_one_is_kept(hand, lost):
    table = dealt(bob="scandal ceo2", ada=hand)
    table.play("bob declare scandal ada", "ada allow", "cyd allow")
    (loses,) = {json.dumps(one) for one in answers(table, "ada", Strength.HARD)}
    assert json.loads(loses)["card"] == lost
    assert json.loads(loses).get("strength") in (None, 1)


@pytest.mark.parametrize("strength", Strength)
def test_in_a_challenge_the_card_is_shown_by_whoever_holds_it(strength):
    table = dealt().play("bob declare fraud ada", "ada challenge")
    assert kinds(answers(table, "bob", strength)) == {"show"}


def test_the_best_bot_betrays_an_alliance_before_it_is_betrayed():
    table = allied(real_dice(), "ada", "bob cyd", "6 5 4")
    assert kinds(answers(table, "bob", Strength.HARD)) == {"whistle"}


def test_the_best_bot_joins_whom_it_can_betray_first():
    table = real_dice().play("ada invite bob cyd")
    assert kinds(answers(table, "bob", Strength.HARD)) == {"join"}
    assert kinds(answers(table, "cyd", Strength.HARD)) == {"decline"}


def test_an_unfair_part_is_refused_and_a_fair_one_taken():
    def offered(part: int) -> set[str]:
        table = allied(real_dice(), "ada", "bob cyd", "6 6 4").play(f"ada offer cyd {part}")
        return kinds(answers(table, "cyd", Strength.HARD))

    assert offered(1) == {"refuse"}
    assert offered(6) == {"accept"}


def test_the_best_bot_gives_away_the_deck_that_would_kill_it():
    table = Dealt(ada="", bob="fog_of_war command / evasion evasion evasion")
    view = seat_view(table, "bob")
    assert view["deck"][0] == "evasion"
    view["deck"] = ["collateral_damage", "evasion", "evasion"]
    chosen = [choose(view, Strength.HARD, Random(seed).randrange) for seed in range(20)]
    assert {one.get("way") for one in chosen} == {"swap_decks"}


def test_the_best_bot_does_not_defend_itself_into_its_own_end():
    table = Dealt(ada="defence command / evasion evasion raid", bob="command raid / raid raid raid")
    table.play("bob play command ada")
    view = seat_view(table, "ada")
    view["deck"][0] = "collateral_damage"
    assert choose(view, Strength.HARD, Random(1).randrange) == {"type": "allow"}
