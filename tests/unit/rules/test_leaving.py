"""Leaving by will or by correction, and closing. Source: rules/reckless.md, "Silence and leaving"."""

import pytest

from tests.unit.rules.kit import Table


def test_a_bystander_leaves_at_once_and_keeps_the_money():
    table = Table("ada bob cyd dee").play("bob declare fraud ada", "dee resign")
    assert table.seat("dee")["out"]
    assert not table.seat("dee")["bankrupt"]
    assert table.funds["dee"] == 200
    assert table.waiting == ("ada", "cyd")


def test_the_window_closes_when_the_last_one_asked_leaves():
    table = Table().play("bob declare fraud ada", "ada allow", "cyd resign")
    assert table.phase == "counter"


def test_the_player_on_turn_leaves_at_once_and_the_next_one_goes_on():
    assert Table().play("bob resign").turn == "cyd"


def test_the_last_one_left_wins_whatever_the_balances():
    assert Table("ada bob", funds={"ada": 1}).play("bob resign").winners == ("ada",)


def test_the_target_of_an_action_leaves_when_the_turn_ends_and_pays_first():
    table = Table().play("bob declare fraud ada", "cyd allow", "ada resign")
    assert table.seat("ada")["leaving"]
    assert not table.seat("ada")["out"]
    assert table.owed == [("ada", "bob", 50, "fraud")]
    table.pay_all()
    assert table.seat("ada")["out"]
    assert table.turn == "cyd"


def test_the_actor_who_leaves_is_still_asked_to_pay_a_suit():
    table = Table().play("bob declare fraud ada").allow().play("bob resign", "ada sue", "cyd allow")
    assert table.owed == [("bob", "ada", 40, "lawsuit")]
    assert table.pay_all().seat("bob")["out"]


def test_the_actor_who_leaves_while_challenged_does_not_show_and_loses_a_card():
    table = Table().play("bob declare fraud ada", "cyd challenge", "bob resign")
    assert table.kinds_of_events() == ["leaving", "declined", "card_lost", "action_off", "resigned", "turn"]
    assert table.turn == "cyd"


def test_who_leaves_owing_a_debt_pays_it_first():
    table = Table().play("bob declare ponzi_scheme").allow().play("cyd resign")
    assert table.seat("cyd")["leaving"]
    assert table.waiting == ("ada", "cyd")
    table.pay("cyd", "bob", 10)
    assert not table.seat("cyd")["out"]
    assert table.pay("ada", "bob", 10).seat("cyd")["out"]


def test_who_is_owed_leaves_after_being_paid():
    table = Table().play("bob declare blackmail ada").allow().play("bob resign")
    assert table.pay("ada", "bob", 50).funds["bob"] == 250
    assert table.seat("bob")["out"]


def test_a_table_may_let_debtors_leave_at_once_and_their_debts_are_gone():
    table = Table(resign_at_once=True).play("bob declare ponzi_scheme").allow().play("cyd resign")
    assert table.seat("cyd")["out"]
    assert table.owed == [("ada", "bob", 10, "ponzi_scheme")]
    assert table.pay_all().turn == "ada"


def test_an_action_ends_with_its_target_where_leavers_leave_at_once():
    table = Table(resign_at_once=True).play("bob declare fraud ada").allow().play("ada resign")
    assert table.seat("ada")["out"]
    assert table.turn == "cyd"


def test_the_challenger_who_leaves_before_the_show_loses_the_card_all_the_same():
    table = Table().play("bob declare fraud ada", "cyd challenge", "cyd resign", "bob show banker")
    assert table.phase == "counter"
    assert table.seat("cyd")["lost"] == ("unknown",)


def test_who_must_lose_a_card_and_leaves_loses_the_last_one():
    table = Table().play("bob declare fraud ada", "cyd challenge", "bob show banker", "cyd resign")
    assert table.seat("cyd")["lost"] == ("unknown",)
    assert table.phase == "counter"


def test_nobody_leaves_twice():
    table = Table().play("bob declare blackmail ada").allow().play("ada resign")
    assert table.refused("ada resign").expected["reason"] == "wrong_moment"


def test_a_match_in_which_everybody_leaves_is_won_by_nobody():
    table = Table("ada bob").play("bob declare blackmail ada").allow().play("ada resign", "bob resign")
    assert table.pay_all().winners == ()


def test_a_match_goes_on_when_the_target_leaves_in_it():
    table = Table().play("bob declare fraud ada").allow().play("ada match").allow()
    table.play("ada resign", "bob show banker 1")
    assert table.owed == [("ada", "bob", 50, "fraud")]


# Closing.


def test_closing_ends_the_match_and_the_highest_balance_wins():
    assert Table(funds={"cyd": 300}).close().winners == ("cyd",)


def test_closing_shares_the_win_among_equal_balances():
    assert Table().close().winners == ("ada", "bob", "cyd")


def test_closing_leaves_out_who_is_out_of_the_game():
    table = Table(funds={"bob": 300}).play("bob resign").close()
    assert table.winners == ("ada", "cyd")


def test_closing_drops_open_debts():
    table = Table().play("bob declare blackmail ada").allow().close()
    assert table.owed == []
    assert table.winners is not None


def test_a_match_is_closed_once():
    table = Table().close()
    with pytest.raises(Exception, match="over"):
        table.close()


# Corrections.


def bankrupt(player: str = "ada") -> Table:
    return Table(funds={player: 50}).play(f"bob declare blackmail {player}").allow().pay_all()


def test_who_was_bankrupt_and_has_credits_again_is_back_with_the_cards_held_before():
    table = bankrupt().correct(ada=50, bob=200)
    assert not table.seat("ada")["out"]
    assert table.cards("ada") == 2


def test_who_comes_back_is_asked_and_has_turns_again():
    table = bankrupt().correct(ada=50).play("cyd declare fraud bob")
    assert table.waiting == ("ada", "bob")
    assert table.allow().play("bob concede").pay_all().turn == "ada"


def test_lost_cards_stay_lost_for_who_comes_back():
    table = Table(funds={"ada": 60}).lose("ada banker").correct(ada=0).correct(ada=5)
    assert table.cards("ada") == 1
    assert table.seat("ada")["lost"] == ("banker",)


def test_who_has_nothing_after_a_correction_is_out():
    table = Table().correct(cyd=0)
    assert table.seat("cyd")["bankrupt"]
    assert table.turn == "bob"


def test_the_turn_passes_on_when_the_active_player_is_corrected_to_nothing():
    assert Table().correct(bob=0).turn == "cyd"


def test_a_correction_can_decide_the_match():
    assert Table("ada bob").correct(bob=0).winners == ("ada",)


def test_a_correction_does_not_wake_a_match_that_is_over():
    table = Table("ada bob").correct(bob=0)
    ended = table.state
    assert table.correct(bob=100).state == ended
    assert table.winners == ("ada",)


@pytest.mark.parametrize("player", ["ada", "bob"])
@pytest.mark.parametrize(
    "lines",
    [
        ["bob declare fraud ada"],
        ["bob declare fraud ada", "cyd allow", "ada allow"],
        ["bob declare fraud ada", "cyd challenge"],
        ["bob declare fraud ada", "cyd challenge", "bob show banker"],
        ["bob declare fraud ada", "cyd allow", "ada allow", "ada match", "bob allow", "cyd allow"],
        ["bob declare fraud ada", "cyd allow", "ada allow", "ada concede"],
        ["bob declare scandal ada", "cyd allow", "ada allow"],
    ],
    ids=["challenge", "counter", "show", "lose a card", "match", "payment", "scandal"],
)
def test_an_action_without_its_actor_or_target_is_off(lines, player):
    table = Table("ada bob cyd").play(*lines).correct(**{player: 0})
    assert table.phase == "turn"
    assert table.turn == "cyd"


def test_a_bystander_corrected_to_nothing_is_asked_nothing_more():
    table = Table().play("bob declare fraud ada", "ada allow").correct(cyd=0)
    assert table.phase == "counter"


def test_a_claim_stands_when_its_challenger_is_corrected_to_nothing():
    table = Table().play("bob declare fraud ada", "cyd challenge").correct(cyd=0)
    assert table.phase == "counter"


def test_a_card_is_not_awaited_from_who_is_out():
    table = Table().play("bob declare fraud ada", "cyd challenge", "bob show banker").correct(cyd=0)
    assert table.phase == "counter"


def test_debts_are_capped_anew():
    table = Table().play("bob declare blackmail ada").allow()
    assert table.correct(ada=20).owed == [("ada", "bob", 20, "blackmail")]
    assert table.correct(ada=500).owed == [("ada", "bob", 50, "blackmail")]


def test_a_debt_of_who_has_nothing_is_gone():
    table = Table().play("bob declare ponzi_scheme").allow().correct(cyd=0)
    assert table.owed == [("ada", "bob", 10, "ponzi_scheme")]
