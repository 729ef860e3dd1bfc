"""Blocks, matches and suits. Source: rules/reckless.md, "A turn" (3 to 6)."""

import pytest

from tests.unit.rules.kit import Table, deck_with

BLOCKERS = {
    "bribe": "lawyer",
    "lobbying": "politician",
    "lawsuit": "banker",
    "fraud": "ceo",
    "collusion": "lobbyist",
}


def attacked(action: str = "fraud", **options) -> Table:
    """Bob attacks Ada, and nobody doubts it."""
    return Table(**options).play(f"bob declare {action} ada").allow()


def test_the_target_alone_counters():
    table = attacked()
    assert table.waiting == ("ada",)
    assert table.kinds("ada") == {"concede", "block", "match", "sue"}
    assert table.refused("cyd block ceo").expected["reason"] == "not_your_turn"


@pytest.mark.parametrize(("action", "blocker"), BLOCKERS.items())
def test_each_action_is_blocked_by_the_character_of_the_house_default(action, blocker):
    blocks = [move["character"] for move in attacked(action).moves("ada") if move["type"] == "block"]
    assert blocks == [blocker]


def test_a_character_that_does_not_block_this_action_is_refused():
    assert attacked().refused("ada block politician").expected["reason"] == "not_on_card"


@pytest.mark.parametrize("action", ["ponzi_scheme", "blackmail ada", "scandal ada"])
def test_general_actions_cannot_be_blocked_or_answered(action):
    table = Table().play(f"bob declare {action}").allow()
    assert table.phase in ("payment", "lose_card")
    for line in ("ada block ceo", "ada match", "ada sue", "ada concede"):
        assert table.refused(line).expected["reason"] == "wrong_moment"


def test_conceding_owes_the_amount():
    assert attacked().play("ada concede").owed == [("ada", "bob", 50, "fraud")]


def test_silence_is_conceding():
    assert attacked().silence("ada").owed == [("ada", "bob", 50, "fraud")]


def test_everybody_else_may_challenge_a_counteraction():
    table = attacked().play("ada block ceo")
    assert table.phase == "challenge_counter"
    assert table.waiting == ("bob", "cyd")


def test_a_block_that_nobody_doubts_ends_the_turn_with_nothing_owed():
    table = attacked().play("ada block ceo").allow()
    assert table.owed == []
    assert table.turn == "cyd"
    assert table.cards("ada") == table.cards("bob") == 2


def test_a_proved_block_costs_the_challenger_a_card():
    table = attacked().play("ada block ceo", "bob challenge", "ada show ceo", "bob lose_card")
    assert table.cards("bob") == 1
    assert table.turn == "cyd"


def test_a_block_is_proved_by_the_character_it_named_and_no_other():
    table = attacked().play("ada block ceo", "bob challenge")
    assert table.refused("ada show banker").expected["reason"] == "not_on_card"
    table.play("ada decline", "ada lose_card banker")
    assert table.owed == [("ada", "bob", 50, "fraud")]


def test_a_broken_block_loses_a_card_and_pays_and_the_turn_passes_on():
    table = attacked().play("ada block ceo", "cyd challenge", "ada decline", "ada lose_card")
    assert table.cards("ada") == 1
    assert table.pay_all().turn == "cyd"
    assert table.funds["bob"] == 250


def test_a_suit_that_stands_makes_the_actor_pay_for_the_lawsuit():
    table = attacked().play("ada sue").allow()
    assert table.owed == [("bob", "ada", 40, "lawsuit")]
    assert table.pay_all().turn == "cyd"


def test_a_suit_takes_from_the_actor_at_most_what_is_there():
    table = Table(funds={"bob": 15}).play("bob declare fraud ada").allow().play("ada sue").allow()
    assert table.owed == [("bob", "ada", 15, "lawsuit")]


def test_a_suit_is_proved_with_the_lawyer():
    table = attacked().play("ada sue", "bob challenge", "ada show lawyer", "bob lose_card")
    assert table.owed == [("bob", "ada", 40, "lawsuit")]


def test_a_suit_that_is_a_bluff_falls_and_the_action_succeeds():
    table = attacked().play("ada sue", "bob challenge", "ada decline", "ada lose_card")
    assert table.owed == [("ada", "bob", 50, "fraud")]


def test_against_a_lawsuit_the_lawyer_is_a_match_and_not_a_suit():
    assert attacked("lawsuit").kinds("ada") == {"concede", "block", "match"}
    assert attacked("lawsuit").refused("ada sue").expected["reason"] == "not_on_card"


def test_a_table_may_allow_suits_against_lawsuits():
    table = attacked("lawsuit", sue_a_lawsuit=True).play("ada sue").allow()
    assert table.owed == [("bob", "ada", 40, "lawsuit")]


def lost_challenge(**options) -> Table:
    """Ada, the target, has challenged in vain."""
    return Table(**options).play("bob declare fraud ada", "ada challenge", "bob show banker", "ada lose_card")


def test_a_target_who_lost_the_challenge_may_still_counter():
    assert lost_challenge().kinds("ada") == {"concede", "block", "match", "sue"}


def test_the_option_takes_the_counter_from_a_target_who_lost_the_challenge():
    table = lost_challenge(challenger_may_counter=False)
    assert table.owed == [("ada", "bob", 50, "fraud")]


def test_the_option_leaves_the_counter_to_a_target_when_somebody_else_challenged():
    table = Table(challenger_may_counter=False)
    table.play("bob declare fraud ada", "cyd challenge", "bob show banker", "cyd lose_card")
    assert table.phase == "counter"


def test_a_target_without_cards_is_not_asked_to_counter():
    table = Table("ada bob cyd").without_cards("ada")
    table.until_turn_of("bob")
    table.play("bob declare fraud ada").allow()
    assert table.owed == [("ada", "bob", 50, "fraud")]


def test_two_claims_of_one_turn_are_two_windows():
    table = Table().play("bob declare fraud ada", "cyd challenge", "bob show banker", "cyd lose_card")
    table.play("ada block ceo")
    assert table.waiting == ("bob", "cyd")
    assert table.play("cyd challenge", "ada show ceo", "cyd lose_card").cards("cyd") == 0


# A match: both claim the same character.


def matched(**options) -> Table:
    return attacked(**options).play("ada match").allow()


def test_in_a_match_actor_and_target_show_in_any_order():
    table = matched()
    assert table.phase == "match"
    assert table.waiting == ("ada", "bob")
    assert table.play("bob show banker 1").waiting == ("ada",)


@pytest.mark.parametrize(
    ("ada", "bob", "owed"),
    [
        ("show banker 1", "show banker 3", [("ada", "bob", 50, "fraud")]),
        ("show banker 3", "show banker 2", [("bob", "ada", 50, "fraud")]),
        ("decline", "show banker 1", [("ada", "bob", 50, "fraud")]),
        ("show banker 1", "decline", [("bob", "ada", 50, "fraud")]),
        ("decline", "decline", []),
    ],
)
@pytest.mark.parametrize("first", ["ada", "bob"])
def test_the_stronger_takes_the_money(ada, bob, owed, first):
    table = matched()
    lines = {"ada": f"ada {ada}", "bob": f"bob {bob}"}
    table.play(lines.pop(first), *lines.values())
    assert table.owed == owed
    assert table.phase == ("payment" if owed else "turn")


def test_no_card_is_lost_in_a_match():
    table = matched().play("ada decline", "bob show banker 2")
    assert table.cards("ada") == table.cards("bob") == 2


def test_one_copy_is_not_shown_by_both():
    table = matched().play("ada show banker 2")
    strengths = [move["strength"] for move in table.moves("bob") if move["type"] == "show"]
    assert strengths == [1, 3]
    assert table.refused("bob show banker 2").expected["reason"] == "not_on_card"


def test_nobody_can_show_a_card_whose_copies_all_lie_face_up():
    table = Table("ada bob cyd dee").lose("cyd banker", "cyd banker", "dee banker").until_turn_of("bob")
    table.play("bob declare fraud ada").allow().play("ada match").allow()
    assert table.moves("ada") == table.moves("bob") == [{"type": "decline"}]


def test_a_strength_must_be_said_in_a_match():
    assert matched().refused("ada show banker").expected["reason"] == "not_on_card"


def test_a_table_may_let_the_action_succeed_where_neither_can_show():
    table = matched(undecided_match_pays=True).play("ada decline", "bob decline")
    assert table.owed == [("ada", "bob", 50, "fraud")]
    assert table.view["counter"] is None


@pytest.mark.parametrize(
    ("ada", "bob", "loser", "owed"),
    [
        ("show banker 1", "show banker 3", "ada", [("ada", "bob", 50, "fraud")]),
        ("show banker 3", "decline", "bob", [("bob", "ada", 50, "fraud")]),
    ],
)
def test_a_table_may_let_the_loser_of_a_match_lose_a_card_before_paying(ada, bob, loser, owed):
    table = matched(match_costs_card=True).play(f"ada {ada}", f"bob {bob}")
    assert table.phase == "lose_card"
    assert table.view["prompt"]["because_of"] == "match"
    assert table.play(f"{loser} lose_card").owed == owed
    assert table.cards(loser) == 1
    assert table.pay_all().turn == "cyd"


def test_an_undecided_match_costs_nobody_a_card():
    assert matched(match_costs_card=True).play("ada decline", "bob decline").turn == "cyd"


def test_a_loser_of_a_match_without_cards_pays_all_the_same():
    table = Table("ada bob cyd", match_costs_card=True).lose("bob").until_turn_of("bob")
    table.play("bob declare fraud ada").allow()
    table.play("ada match", "bob challenge", "ada show banker", "bob lose_card")
    table.play("bob decline", "ada show banker 1")
    assert table.owed == [("bob", "ada", 50, "fraud")]


@pytest.mark.parametrize("back", [True, False])
def test_cards_shown_in_a_match_go_back_or_are_kept_as_the_table_has_chosen(back):
    table = matched(match_cards_return=back).play("ada show banker 1")
    assert table.events[0].facts["goes_back"] is back


def test_a_card_shown_for_a_challenge_goes_back_always():
    table = attacked(match_cards_return=False).play("ada block ceo", "bob challenge", "ada show ceo")
    assert table.events[0].facts["goes_back"] is True


def test_equal_strengths_of_another_deck_leave_the_match_undecided():
    table = matched(deck=deck_with("strengths = [1, 2, 3]", "strengths = [1, 1, 2]")).play(
        "ada show banker 1", "bob show banker 1"
    )
    assert table.owed == []
    assert table.turn == "cyd"


def test_who_has_no_card_left_can_show_nothing_in_a_match():
    table = Table("ada bob cyd").lose("bob")
    table.until_turn_of("bob")
    table.play("bob declare fraud ada").allow()
    table.play("ada match", "bob challenge", "ada show banker", "bob lose_card")
    assert table.phase == "match"
    assert table.moves("bob") == [{"type": "decline"}]


def test_an_answer_in_a_match_is_given_once():
    table = matched().play("ada decline")
    assert table.refused("ada show banker 3").expected["reason"] == "not_your_turn"


def test_who_proved_the_card_in_a_challenge_is_asked_to_show_again_in_the_match_that_follows():
    table = Table().play("bob declare fraud ada", "ada challenge", "bob show banker", "ada lose_card")
    table.play("ada match").allow().play("bob decline", "ada show banker 1")
    assert table.owed == [("bob", "ada", 50, "fraud")]


def test_silence_in_a_match_is_having_nothing_to_show():
    assert matched().silence("ada").play("bob show banker 1").owed == [("ada", "bob", 50, "fraud")]


def test_a_match_that_is_challenged_and_not_proved_falls():
    table = attacked().play("ada match", "cyd challenge", "ada decline", "ada lose_card")
    assert table.owed == [("ada", "bob", 50, "fraud")]
