"""Who leaves Cheater's Game, and how the moment goes on. Source: docs/rulings.md."""

import pytest

from tests.unit.rules.cheaters import allied, alone, points, real_dice

FOUR = "ada bob cyd dan"


def test_who_resigns_on_turn_passes_it_on():
    assert real_dice().play("ada resign").turn == "bob"


def test_who_has_left_is_passed_over_and_the_round_goes_on():
    table = real_dice(rounds=1).play("ada resign")
    assert alone(table, "bob 1", "cyd 2").winners == ("cyd",)


def test_who_has_left_cannot_win():
    table = alone(real_dice(rounds=1), "ada 6").play("ada resign")
    assert alone(table, "bob 1", "cyd 2").winners == ("cyd",)
    assert table.seat("ada") == {
        "user": "ada",
        "honest": 6,
        "cheater": 0,
        "total": 6,
        "passes": 0,
        "out": True,
    }


def test_the_last_who_is_left_has_won():
    table = real_dice().play("ada resign", "cyd resign")
    assert (table.winners, table.view["decided_by"]) == (("bob",), "last_player")


def test_the_next_member_leads_when_the_leader_has_left():
    table = allied(real_dice(FOUR), "ada", "bob cyd", "1 2 4").play("ada resign")
    (alliance,) = table.view["alliances"]
    assert (alliance["leader"], alliance["members"], alliance["dice"]) == ("bob", ("bob", "cyd"), 2)
    assert "roll_alliances" in table.kinds("bob")


def test_the_points_of_an_alliance_of_one_become_honest():
    table = allied(real_dice(), "ada", "bob", "5 6").play("ada resign")
    assert points(table) == {"bob": 11}
    assert table.seat("bob")["total"] == 11


def test_the_whistle_takes_nothing_from_who_has_left():
    table = allied(real_dice(FOUR), "ada", "bob cyd", "1 2 4").play("ada resign", "bob whistle 1")
    assert points(table) == {"bob": 7, "cyd": -7}


@pytest.mark.parametrize(("answered", "phase"), [("cyd join", "roll"), ("cyd decline", "turn")])
def test_who_is_asked_and_leaves_has_declined(answered, phase):
    table = real_dice(FOUR).play("ada invite bob cyd", answered, "bob resign")
    assert (table.phase, table.turn) == (phase, "ada")


def test_who_has_joined_and_leaves_before_the_others_answer_is_not_in():
    table = real_dice(FOUR).play("ada invite bob cyd", "bob join", "bob resign", "cyd join")
    assert table.view["alliances"][0]["members"] == ("ada", "cyd")


def test_an_invitation_is_off_when_its_leader_leaves():
    table = real_dice(FOUR).play("ada invite bob cyd", "bob join", "ada resign")
    assert (table.phase, table.turn, table.view["alliances"]) == ("turn", "bob", ())


def test_nothing_is_rolled_for_an_alliance_that_is_no_more():
    table = real_dice(FOUR).play("ada invite bob", "bob join", "bob resign")
    assert table.turn == "cyd"


def test_dice_are_fewer_when_a_member_has_left_before_they_are_told():
    table = real_dice(FOUR).play("ada invite bob cyd", "bob join", "cyd join", "cyd resign")
    assert table.view["prompt"]["dice"] == 2


def test_a_pool_is_gone_when_who_rolled_it_leaves():
    table = allied(real_dice(FOUR), "ada", "bob cyd", "4 4 1").play("ada resign")
    assert (table.turn, points(table)) == ("bob", {"@alliance-1": 9})


@pytest.mark.parametrize("leaver", ["ada", "dan"])
def test_an_offer_is_gone_when_either_leaves(leaver):
    table = allied(real_dice(FOUR), "ada", "bob cyd", "4 4 1").play("ada offer dan 3", f"{leaver} resign")
    assert (table.turn, points(table)) == ("bob", {"@alliance-1": 9})


def test_the_doubles_of_a_shared_pool_are_split_when_the_rest_cannot_be_rolled():
    table = allied(real_dice(FOUR, shared_pool=True), "ada", "bob", "1 2")
    allied(alone(table, "bob 1", "cyd 1", "dan 1"), "ada", "cyd", "1 2")
    alone(table, "bob 1", "cyd 1", "dan 1").play("ada roll_alliances", "ada dice 3 3", "cyd resign")
    assert table.view["prompt"]["pool"] == 6
