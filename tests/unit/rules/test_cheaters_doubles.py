"""Doubles in Cheater's Game: the pool, its parts and the offer. Source: rules/cheaters-game.md, "Doubles"."""

import pytest

from app.errors import Invalid
from app.rules import GAMES
from app.rules.cheaters_game.turns import pool_of
from tests.unit.rules.cheaters import allied, alone, points, real_dice
from tests.unit.rules.kit import Table

ALL = "ada bob cyd dan eve"


def doubled(dice: str = "3 3 5 5 5", **options) -> Table:
    """Five players in one alliance, whose leader has rolled these dice."""
    return allied(real_dice(ALL, **options), "ada", "bob cyd dan eve", dice)


@pytest.mark.parametrize(
    ("dice", "pool"),
    [
        ((3, 3, 5, 5, 5), 21),
        ((1, 2, 3, 4, 5), 0),
        ((6,), 0),
        ((6, 6), 12),
        ((1, 1, 1, 1, 1), 5),
        ((2, 4, 2, 4, 6), 12),
    ],
)
def test_the_pool_is_the_sum_of_all_dice_whose_value_appears_more_than_once(dice, pool):
    assert pool_of(dice) == pool


def test_the_dice_of_a_pool_count_in_the_alliance_too():
    assert points(doubled()) == {"@alliance-1": 21}


def test_without_doubles_the_turn_is_over():
    assert doubled("1 2 3 4 6").turn == "bob"


@pytest.mark.parametrize("offered", [0, 10, 21])
def test_an_accepted_offer_gives_both_their_parts(offered):
    table = doubled().play(f"ada offer bob {offered}", "bob accept")
    assert {p: table.funds[p] for p in ("ada", "bob")} == {"ada": 21 - offered, "bob": offered}
    assert table.turn == "bob"


@pytest.mark.parametrize("answer", ["bob refuse", "bob misunderstand", None])
def test_a_pool_is_gone_that_is_refused_or_misunderstood_or_not_answered(answer):
    table = doubled().play("ada offer bob 10")
    table = table.play(answer) if answer else table.silence("bob")
    assert points(table) == {"@alliance-1": 21}
    assert table.turn == "bob"


@pytest.mark.parametrize("amount", [22, -1, 1000])
def test_an_offer_is_a_part_of_the_pool(amount):
    refused = doubled().refused(f"ada offer bob {amount}")
    assert (refused.expected["reason"], refused.expected["pool"]) == ("not_in_pool", 21)


@pytest.mark.parametrize("amount", [10.5, "10", True, None])
def test_an_offer_is_a_whole_number(amount):
    with pytest.raises(Invalid) as refused:
        GAMES["cheaters_game"].decode("ada", {"type": "offer", "to": "bob", "amount": amount})
    assert refused.value.field == "amount"


@pytest.mark.parametrize("to", ["ada", "zoe"])
def test_an_offer_goes_to_another_player_of_the_game(to):
    assert doubled().refused(f"ada offer {to} 10").expected["reason"] == "wrong_target"


def test_an_offer_may_go_to_somebody_outside_the_alliance():
    table = allied(real_dice(), "ada", "bob", "4 4").play("ada offer cyd 3", "cyd accept")
    assert points(table) == {"ada": 5, "cyd": 3, "@alliance-1": 8}


def test_there_is_one_offer_and_one_answer_by_the_one_it_was_made_to():
    table = doubled().play("ada offer bob 10")
    for line in ("cyd accept", "ada accept", "ada refuse"):
        assert table.refused(line).expected["reason"] == "not_your_turn"
    assert table.refused("ada offer bob 11").expected["reason"] == "wrong_moment"
    table.play("bob accept")
    for line in ("bob accept", "bob refuse"):
        assert table.refused(line).expected["reason"] == "wrong_moment"


def test_the_offer_itself_waits_for_as_long_as_it_takes():
    table = doubled()
    assert table.waiting == ("ada",)
    assert table.rules.default_move(table.state, "ada") is None


def test_in_the_app_nothing_is_misunderstood():
    table = Table("ada bob cyd", game="cheaters_game", mode="dealer")
    table.lots = [(3, 3)]
    table.play("ada invite bob", "bob join", "ada offer bob 4")
    assert table.kinds("bob") == {"accept", "refuse"}
    assert table.refused("bob misunderstand").expected["reason"] == "wrong_moment"


def led_two(**options) -> Table:
    """Ada leads two alliances of two, and has the turn."""
    table = allied(real_dice(**options), "ada", "bob", "1 2")
    allied(alone(table, "bob 1", "cyd 1"), "ada", "cyd", "1 2")
    return alone(table, "bob 1", "cyd 1").play("ada roll_alliances")


def test_each_alliances_roll_has_its_own_pool():
    table = led_two().play("ada dice 3 3")
    assert table.view["prompt"]["pool"] == 6
    table.play("ada offer bob 0", "bob accept", "ada dice 3 4")
    assert table.turn == "bob"


def test_a_refused_pool_keeps_nobody_from_rolling_on():
    table = led_two().play("ada dice 3 3", "ada offer bob 0", "bob refuse", "ada dice 5 5")
    assert table.view["prompt"]["pool"] == 10


def test_a_shared_pool_has_the_doubles_of_all_rolls_of_a_turn():
    table = led_two(shared_pool=True).play("ada dice 3 4")
    assert table.phase == "roll"
    table.play("ada dice 3 5")
    assert table.view["prompt"]["pool"] == 6
    assert table.play("ada offer bob 2", "bob accept").turn == "bob"
