"""Challenges to an action. Source: the rules of Reckless, "Challenges"; rules/reckless.md, "A turn" (2 and 5)."""

import pytest

from tests.unit.rules.kit import Table


def declared(players: str = "ada bob cyd", **options) -> Table:
    return Table(players, **options).play("bob declare fraud ada")


def challenged(**options) -> Table:
    return declared(**options).play("cyd challenge")


def test_everybody_else_is_asked_whatever_they_hold():
    table = declared("ada bob cyd dee")
    assert table.phase == "challenge"
    assert table.waiting == ("ada", "cyd", "dee")
    assert all(table.kinds(player) == {"allow", "challenge"} for player in table.waiting)


def test_a_player_without_cards_is_not_asked():
    table = Table("ada bob cyd dee").without_cards("dee")
    table.play(f"{table.turn} declare ponzi_scheme")
    assert "dee" not in table.waiting
    assert table.refused("dee challenge").expected["reason"] == "not_your_turn"


def test_with_nobody_to_ask_the_claim_stands_at_once():
    table = Table("ada bob").without_cards("ada")
    table.until_turn_of("bob")
    table.play("bob declare fraud ada")
    assert table.owed == [("ada", "bob", 50, "fraud")]


def test_the_claim_stands_when_the_last_one_lets_it_pass():
    table = declared().play("cyd allow")
    assert table.phase == "challenge"
    assert table.play("ada allow").phase == "counter"


def test_who_let_it_pass_is_not_asked_twice():
    assert declared().play("cyd allow").refused("cyd challenge").expected["reason"] == "not_your_turn"


def test_nobody_challenges_their_own_claim():
    assert declared().refused("bob challenge").expected["reason"] == "not_your_turn"


def test_the_target_can_challenge_too():
    assert declared().play("ada challenge").phase == "show"


def test_the_target_cannot_answer_while_others_may_still_challenge():
    assert declared().refused("ada block ceo").expected["reason"] == "wrong_moment"


def test_the_first_challenge_counts_and_later_ones_hear_who_was_first():
    refusal = challenged().refused("ada challenge")
    assert refusal.expected["reason"] == "already_challenged"
    assert refusal.expected["challenger"] == "cyd"


def test_the_same_challenge_twice_is_refused():
    assert challenged().refused("cyd challenge").expected["reason"] == "already_challenged"


def test_allowing_after_a_challenge_is_too_late():
    assert challenged().refused("ada allow").expected["reason"] == "wrong_moment"


def test_a_settled_challenge_is_not_raised_again():
    table = challenged().play("bob show banker", "cyd lose_card")
    assert table.phase == "counter"
    assert table.refused("ada challenge").expected["reason"] == "wrong_moment"


def test_the_challenged_player_alone_shows_or_declines():
    table = challenged()
    assert table.waiting == ("bob",)
    assert table.moves("bob") == [{"type": "show", "card": "banker"}, {"type": "decline"}]


def test_the_challenger_loses_a_card_when_the_claim_is_proved():
    table = challenged().play("bob show banker")
    assert table.phase == "lose_card"
    assert table.waiting == ("cyd",)
    table.play("cyd lose_card lawyer")
    assert table.seat("cyd")["lost"] == ("lawyer",)
    assert (table.cards("ada"), table.cards("bob"), table.cards("cyd")) == (2, 2, 1)


def test_a_proved_action_stands():
    assert challenged().play("bob show banker", "cyd lose_card").phase == "counter"


def test_a_bluffer_who_is_caught_loses_a_card_and_the_action_is_off():
    table = challenged().play("bob decline", "bob lose_card")
    assert table.cards("bob") == 1
    assert table.owed == []
    assert table.turn == "cyd"


@pytest.mark.parametrize(
    "line", ["bob show ceo", "bob show ponzi_scheme", "bob show joker", "bob show banker 2"]
)
def test_showing_another_card_proves_nothing_and_costs_nothing(line):
    table = challenged()
    refusal = table.refused(line)
    assert refusal.expected["reason"] == "not_on_card"
    assert refusal.expected["card"] == "banker"
    assert refusal.expected["awaited"] == ("show", "decline")
    assert table.waiting == ("bob",)


def test_a_card_whose_copies_all_lie_face_up_cannot_be_shown():
    table = Table("ada bob cyd dee").lose("ada banker", "cyd banker", "dee banker")
    table.until_turn_of("bob")
    table.play("bob declare fraud ada", "cyd challenge")
    assert table.moves("bob") == [{"type": "decline"}]
    assert table.refused("bob show banker").expected["reason"] == "not_on_card"


def test_the_table_may_keep_to_itself_which_card_was_lost():
    table = challenged().play("bob decline", "bob lose_card")
    assert table.seat("bob")["lost"] == ("unknown",)


def test_no_more_copies_of_a_card_can_be_lost_than_the_deck_has():
    table = Table("ada bob cyd dee").lose("ada banker", "cyd banker", "dee banker")
    table.until_turn_of("bob").play("bob declare scandal ada").allow()
    loser = "ada"
    assert {"type": "lose_card", "card": "banker"} not in table.moves(loser)
    assert table.refused(f"{loser} lose_card banker").expected["reason"] == "not_on_card"
    assert {"type": "lose_card", "card": "ceo"} in table.moves(loser)


@pytest.mark.parametrize(
    ("silent", "leads_to"), [("cyd", "challenge"), ("ada", "challenge")], ids=["a bystander", "the target"]
)
def test_silence_in_a_challenge_window_is_letting_it_pass(silent, leads_to):
    table = declared().silence(silent)
    assert table.kinds_of_events() == ["allowed"]
    assert table.phase == leads_to


def test_silence_on_a_demand_to_show_is_declining():
    assert challenged().silence("bob").kinds_of_events() == ["declined"]


def test_silence_on_a_card_to_lose_gives_the_last_one():
    table = challenged().play("bob decline").silence("bob")
    assert table.seat("bob")["lost"] == ("unknown",)


def test_silence_on_a_turn_or_a_debt_means_nothing():
    table = Table()
    assert table.rules.default_move(table.state, "bob") is None
    table.play("bob declare blackmail ada").allow()
    assert table.phase == "payment"
    assert table.rules.default_move(table.state, "ada") is None


def test_nobody_else_can_be_silent():
    table = declared()
    assert table.rules.default_move(table.state, "bob") is None
    assert table.rules.default_move(table.state, "eve") is None
