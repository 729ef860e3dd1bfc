"""A turn of Cheater's Game: rolling and alliances. Source: rules/cheaters-game.md, "On a turn"."""

import pytest

from tests.unit.rules.cheaters import allied, alone, points, real_dice
from tests.unit.rules.kit import Table, deck_with


@pytest.mark.parametrize("die", range(1, 7))
def test_alone_one_die_goes_onto_the_honest_points(die):
    assert points(alone(real_dice(), f"ada {die}")) == {"ada": die}


def test_the_turn_passes_to_the_left():
    table = alone(real_dice(), "ada 1", "bob 1")
    assert table.turn == "cyd"
    assert alone(table, "cyd 1").turn == "ada"


@pytest.mark.parametrize("dice", ["0", "7", "-1", "3 3", ""])
def test_a_real_die_shows_one_to_six_and_one_is_rolled_alone(dice):
    assert real_dice().play("ada roll").refused(f"ada dice {dice}").expected["reason"] == "wrong_dice"


@pytest.mark.parametrize(
    ("members", "dice"),
    [("bob", "1 2"), ("bob cyd", "1 2 3"), ("bob cyd dan", "1 2 3 4"), ("bob cyd dan eve", "1 2 3 4 5")],
)
def test_one_die_is_rolled_for_each_member_and_the_leader_is_one(members, dice):
    table = real_dice("ada bob cyd dan eve").play(f"ada invite {members}")
    table.play(*(f"{member} join" for member in members.split()))
    assert table.view["prompt"] == {"alliance": 1, "dice": len(dice.split())}
    assert points(table.play(f"ada dice {dice}")) == {"@alliance-1": sum(map(int, dice.split()))}


def test_a_leader_who_does_not_count_has_a_die_less():
    assert points(allied(real_dice(leader_rolls=False), "ada", "bob", "5")) == {"@alliance-1": 5}


def test_who_declines_is_not_in_the_alliance():
    table = real_dice().play("ada invite bob cyd", "cyd join", "bob decline", "ada dice 1 2")
    (alliance,) = table.view["alliances"]
    assert alliance == {"number": 1, "leader": "ada", "members": ("ada", "cyd"), "points": 3, "dice": 2}


def test_silence_declines_an_invitation():
    table = real_dice().play("ada invite bob cyd", "cyd join").silence("bob")
    assert table.kinds_of_events() == ["declined", "allied"]


@pytest.mark.parametrize("lines", [[], ["ada roll"], ["ada invite bob", "bob join"]])
def test_a_turn_and_dice_wait_for_as_long_as_it_takes(lines):
    table = real_dice().play(*lines)
    assert table.rules.default_move(table.state, "ada") is None


@pytest.mark.parametrize(("costs", "turn"), [(False, "ada"), (True, "bob")])
def test_if_nobody_accepts_the_turn_is_used_up_only_where_the_table_wants_it(costs, turn):
    table = real_dice(declined_costs_turn=costs).play("ada invite bob", "bob decline")
    assert (table.phase, table.turn) == ("turn", turn)


def test_who_has_declined_is_not_asked_again_in_that_turn():
    table = real_dice().play("ada invite bob", "bob decline")
    assert table.refused("ada invite bob cyd").expected["targets"] == ("cyd",)
    assert table.play("ada invite cyd", "cyd decline").kinds("ada") == {"roll"}


def test_who_has_declined_can_be_asked_in_the_next_turn():
    table = real_dice().play("ada invite bob", "bob decline")
    assert alone(table, "ada 1", "bob 1", "cyd 1").play("ada invite bob").waiting == ("bob",)


def test_who_has_declined_is_asked_again_where_the_table_wants_it():
    table = real_dice(ask_again=True).play("ada invite bob", "bob decline", "ada invite bob")
    assert table.waiting == ("bob",)


@pytest.mark.parametrize("players", ["ada", "bob ada", "bob bob", "zoe", "bob zoe", ""])
def test_only_other_players_of_the_game_are_invited_each_once(players):
    assert real_dice().refused(f"ada invite {players}").expected["reason"] == "wrong_target"


def test_a_set_of_pawns_is_enough_for_four_companions():
    six = deck_with("max_players = 5", "max_players = 6", "cheaters_game")
    refused = real_dice("ada bob cyd dan eve fay", deck=six).refused("ada invite bob cyd dan eve fay")
    assert (refused.expected["reason"], refused.expected["most"]) == ("too_many", 4)


def test_an_answer_counts_once_and_from_those_who_are_asked():
    table = real_dice("ada bob cyd dan").play("ada invite bob cyd", "bob join")
    for line in ("bob decline", "bob join", "dan join", "ada join"):
        assert table.refused(line).expected["reason"] == "not_your_turn"


def test_a_sixth_alliance_finds_no_set_of_pawns():
    table = real_dice()
    for leader, member in (("ada", "bob"), ("bob", "cyd"), ("cyd", "ada"), ("ada", "bob"), ("bob", "cyd")):
        allied(table, leader, member, "1 2")
    refused = table.refused("cyd invite ada")
    assert (refused.expected["reason"], refused.expected["sets"]) == ("no_free_set", 5)
    assert "invite" not in table.kinds("cyd")


def test_a_set_that_is_free_again_is_used_again():
    table = allied(real_dice(), "ada", "bob", "1 2")
    allied(table, "bob", "cyd", "1 2")
    table.play("cyd whistle 2")
    allied(table, "ada", "bob", "5 6")
    assert points(table)["@alliance-2"] == 11


def test_a_player_can_be_in_several_alliances_and_lead_several():
    table = allied(real_dice(), "ada", "bob", "1 2")
    allied(table, "bob", "ada", "1 2")
    alone(table, "cyd 1")
    allied(table, "ada", "bob cyd", "1 2 3")
    assert [one["leader"] for one in table.view["alliances"]] == ["ada", "bob", "ada"]
    assert {seat["user"]: seat["cheater"] for seat in table.view["players"]} == {
        "ada": 12,
        "bob": 12,
        "cyd": 6,
    }


def test_only_the_leader_rolls_for_an_alliance():
    table = allied(real_dice(), "ada", "bob", "1 2")
    assert table.refused("bob roll_alliances").expected["reason"] == "not_leader"
    assert "roll_alliances" not in table.kinds("bob")


def test_who_leads_several_alliances_rolls_for_each_in_one_turn():
    table = allied(real_dice(), "ada", "bob", "1 2")
    allied(alone(table, "bob 1", "cyd 1"), "ada", "cyd", "1 2")
    alone(table, "bob 1", "cyd 1").play("ada roll_alliances", "ada dice 3 4", "ada dice 5 6")
    assert points(table)["@alliance-1"] == 10
    assert points(table)["@alliance-2"] == 14
    assert table.turn == "bob"


@pytest.mark.parametrize(("rolls_all", "turn"), [(False, "bob"), (True, "ada")])
def test_forming_an_alliance_rolls_for_the_earlier_ones_only_where_the_table_wants_it(rolls_all, turn):
    table = allied(real_dice(forming_rolls_all=rolls_all), "ada", "bob", "1 2")
    allied(alone(table, "bob 1", "cyd 1"), "ada", "cyd", "3 4")
    assert table.turn == turn
    assert table.view["thrown"][0]["alliance"] == (1 if rolls_all else 2)


def test_the_rolls_of_the_last_turn_stay_to_be_seen_until_the_next_ones():
    table = allied(real_dice(), "ada", "bob", "1 2")
    expected = ({"player": "ada", "alliance": 1, "dice": (1, 2)},)
    assert table.view["thrown"] == table.play("bob invite cyd").view["thrown"] == expected
    assert table.play("cyd decline", "bob roll").view["thrown"] == ()


def test_what_was_turned_in_stays_to_be_seen_until_another_turn_of_who_did_it_is_over():
    table = allied(real_dice("ada bob cyd dan"), "ada", "bob cyd", "1 2 4").play("bob whistle 1")
    expected = {"player": "bob", "alliance": 1, "points": 7, "others": ("ada", "cyd")}
    assert table.view["turned_in"] == expected
    assert table.play("dan invite bob", "bob decline").view["turned_in"] == expected
    assert table.view["prompt"]["declined"] == ("bob",)
    alone(table, "dan 4")
    assert table.view["turned_in"] == expected
    assert table.turn == "bob"
    assert table.play("bob roll").view["turned_in"] == expected
    assert table.play("bob dice 1").view["turned_in"] is None


def test_what_was_turned_in_is_seen_where_everybody_else_passes_at_once_and_not_when_who_did_it_is_gone():
    table = allied(real_dice(), "ada", "bob cyd", "1 2 4").play("bob whistle 1")
    assert (table.turn, table.view["turned_in"]["points"]) == ("bob", 7)
    table = allied(real_dice("ada bob cyd dan"), "ada", "bob", "1 2").play("bob whistle 1", "bob resign")
    assert table.view["turned_in"]["player"] == "bob"
    alone(table, "cyd 4")
    assert table.view["turned_in"] is None


# Thrown by the service.


def test_the_service_throws_as_many_dice_as_are_rolled():
    table = Table("ada bob cyd", game="cheaters_game", mode="dealer")
    table.lots = [(2,), (0, 1, 4)]
    table.play("ada roll", "bob invite ada cyd", "ada join", "cyd join")
    assert points(table) == {"ada": 3, "@alliance-1": 8}


def test_nobody_types_dice_that_the_service_throws():
    table = Table("ada bob cyd", game="cheaters_game", mode="dealer")
    assert table.refused("ada dice 6").expected["reason"] == "wrong_moment"


# The whistle.


@pytest.mark.parametrize("whistler", ["ada", "bob", "cyd"])
def test_a_member_or_the_leader_gains_what_the_companions_lose(whistler):
    table = allied(real_dice("ada bob cyd dan"), "ada", "bob cyd", "4 5 6")
    for player in ("bob", "cyd", "dan", "ada"):
        if player == whistler:
            break
        alone(table, f"{player} 1")
    before = {player: table.funds[player] for player in table.players}
    table.play(f"{whistler} whistle 1")
    change = {player: table.funds[player] - before[player] for player in table.players}
    assert change == {p: 15 if p == whistler else 0 if p == "dan" else -15 for p in table.players}
    assert table.view["alliances"] == ()


def test_honest_points_can_fall_below_zero():
    table = allied(real_dice(), "ada", "bob", "5 6").play("bob whistle 1")
    assert points(table) == {"ada": -11, "bob": 11}
    assert table.seat("ada")["total"] == -11


def test_the_companions_pass_their_next_turn_and_play_on_after_it():
    table = allied(real_dice("ada bob cyd dan"), "ada", "bob cyd", "1 2 4").play("bob whistle 1")
    assert (table.turn, table.seat("ada")["passes"], table.seat("cyd")["passes"]) == ("dan", 1, 0)
    assert alone(table, "dan 1").turn == "bob"
    assert alone(table, "bob 1").turn == "cyd"
    assert alone(table, "cyd 1", "dan 1").turn == "ada"


def test_a_turn_is_passed_for_each_whistle():
    table = allied(real_dice("ada bob cyd dan"), "ada", "dan", "1 2")
    alone(allied(table, "bob", "dan", "1 2"), "cyd 1", "dan 1")
    alone(table.play("ada whistle 1", "bob whistle 2"), "cyd 1")
    assert (table.turn, table.seat("dan")["passes"]) == ("ada", 1)
    assert alone(table, "ada 1", "bob 1", "cyd 1").turn == "ada"
    assert alone(table, "ada 1", "bob 1", "cyd 1").turn == "dan"


@pytest.mark.parametrize("line", ["bob whistle 2", "bob whistle 0", "bob whistle -1"])
def test_one_can_only_turn_in_an_alliance_that_one_is_in(line):
    assert allied(real_dice(), "ada", "bob", "1 2").refused(line).expected == {
        "phase": "turn",
        "waiting_for": ("bob",),
        "awaited": ("roll", "invite", "roll_alliances", "whistle"),
        "reason": "not_in_alliance",
        "alliances": [1],
    }


def test_a_stranger_to_an_alliance_cannot_blow_the_whistle_on_it():
    table = alone(allied(real_dice(), "ada", "bob", "1 2"), "bob 1")
    assert table.refused("cyd whistle 1").expected["reason"] == "not_in_alliance"
