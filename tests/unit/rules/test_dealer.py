"""Reckless dealt by the service: whoever shows holds the card, and every card is in one place.

Source: rules/reckless.md, "Two ways to play, one engine".
"""

from dataclasses import replace

import pytest

from app.rules import GAMES, Level
from app.rules.reckless.hands import whole
from tests.unit.rules.dealt import DealtReckless
from tests.unit.rules.kit import Table, deck_with

HANDS = {"ada": "banker2 lawyer1", "bob": "banker3 scandal", "cyd": "ceo1 ceo3"}


@pytest.fixture
def table() -> DealtReckless:
    return DealtReckless(hands=HANDS)


def test_everybody_is_dealt_two_cards_and_sees_these_alone(table):
    assert [table.hand(player) for player in table.players] == list(HANDS.values())
    assert table.seen_by("ada")["hand"] == (
        {"card": "banker", "strength": 2},
        {"card": "lawyer", "strength": 1},
    )
    assert table.view["hand"] == ()
    assert table.view["in_deck"] == 18 - 6


def test_the_deal_tells_everybody_their_own_cards_alone(table):
    ((deal, funds),) = table.record
    shuffled, *drew = table.rules.apply(table.start, deal, funds).events
    assert (shuffled.kind, shuffled.audience) == ("shuffled", None)
    assert [(event.audience, event.facts["player"]) for event in drew] == [((p,), p) for p in table.players]


def test_any_card_can_be_claimed_whatever_is_held(table):
    held_or_not = {move["action"] for move in table.moves("bob")}
    assert held_or_not == {action.key for action in table.settings.deck.actions}


def test_everybody_is_asked_whether_they_hold_anything_or_not(table):
    table.play("bob declare fraud ada")
    assert table.waiting == ("ada", "cyd")
    assert table.moves("ada") == table.moves("cyd")
    table.allow()
    kinds = [move["type"] for move in table.moves("ada")]
    assert kinds == ["concede", "block", "match", "sue"]


def test_who_holds_the_card_can_show_it_and_gets_another(table):
    table.play("bob declare fraud ada", "ada challenge")
    assert [move["type"] for move in table.moves("bob")] == ["show", "decline"]
    table.next_draws.append("politician1")
    table.play("bob show banker")
    assert table.hand("bob") == "scandal politician1"
    assert table.view["in_deck"] == 12
    shown, shuffled, drew = (e for e in table.events if e.kind in ("shown", "shuffled", "drew"))
    assert shown.facts == {"player": "bob", "card": "banker", "strength": 3, "goes_back": True}
    assert shuffled.audience is None
    assert drew.audience == ("bob",)
    assert table.phase == "lose_card"


def test_who_does_not_hold_it_can_not_show_it(table):
    table.play("bob declare bribe ada", "ada challenge")
    assert [move["type"] for move in table.moves("bob")] == ["decline"]
    assert table.refused("bob show politician").expected["reason"] == "not_held"
    assert table.refused("bob show banker").expected["reason"] == "not_on_card"


def test_a_special_card_is_shown_and_exchanged_like_any_other(table):
    table.play("bob declare scandal ada", "cyd challenge")
    table.next_draws.append("blackmail")
    table.play("bob show scandal")
    assert table.hand("bob") == "banker3 blackmail"


def test_who_loses_a_card_chooses_among_their_own_and_it_lies_open_to_all(table):
    table.play("bob declare bribe ada", "ada challenge", "bob decline")
    assert table.moves("bob") == [
        {"type": "lose_card"},
        {"type": "lose_card", "card": "banker"},
        {"type": "lose_card", "card": "scandal"},
    ]
    assert table.refused("bob lose_card ceo").expected["reason"] == "not_held"
    table.play("bob lose_card scandal")
    assert table.hand("bob") == "banker3"
    assert table.seat("bob")["lost"] == ("scandal",)


def test_whoever_is_silent_loses_the_card_drawn_last(table):
    table.play("bob declare bribe ada", "ada challenge", "bob decline").silence("bob")
    assert table.hand("bob") == "banker3"
    (lost,) = (event for event in table.events if event.kind == "card_lost")
    assert lost.facts["card"] == "scandal"


def test_who_holds_several_of_a_card_says_which(table):
    table.play("bob declare fraud cyd").allow().play("cyd block ceo", "bob challenge")
    shows = [(move["card"], move["strength"]) for move in table.moves("cyd") if move["type"] == "show"]
    assert shows == [("ceo", 1), ("ceo", 3)]
    table.next_draws.append("lobbyist2")
    table.play("cyd show ceo 1")
    assert table.hand("cyd") == "ceo3 lobbyist2"


def test_in_a_match_the_held_strengths_decide(table):
    table.play("bob declare fraud ada").allow().play("ada match").allow()
    assert [move for move in table.moves("ada") if move["type"] == "show"] == [
        {"type": "show", "card": "banker", "strength": 2}
    ]
    table.play("ada show banker 2", "bob show banker 3")
    assert table.owed == [("ada", "bob", 50, "fraud")]
    assert table.view["in_deck"] == 12


def test_a_bankrupts_cards_go_back_and_the_deck_is_shuffled():
    table = DealtReckless(hands=HANDS, funds={"ada": 30})
    table.play("bob declare fraud ada").allow().play("ada concede").pay_all()
    assert table.hand("ada") == ""
    assert table.view["in_deck"] == 14
    assert "shuffled" in table.kinds_of_events()


def test_a_bankrupts_cards_leave_the_game_where_the_table_wants_it():
    table = DealtReckless(hands=HANDS, funds={"ada": 30}, bankrupt_cards_return=False)
    table.play("bob declare fraud ada").allow().play("ada concede").pay_all()
    assert table.view["in_deck"] == 12
    assert "shuffled" not in table.kinds_of_events()


def test_a_bankrupt_who_comes_back_draws_as_many_cards_again():
    table = DealtReckless(hands=HANDS, funds={"ada": 30})
    table.play("bob declare fraud ada").allow().play("ada concede").pay_all()
    table.next_draws.append("lawyer3 lawyer2")
    table.correct(ada=40)
    assert table.hand("ada") == "lawyer3 lawyer2"


def test_a_lost_card_goes_back_where_the_table_wants_it():
    table = DealtReckless(hands=HANDS, lost_cards_return=True)
    table.play("bob declare bribe ada", "ada challenge", "bob decline", "bob lose_card scandal")
    assert table.view["in_deck"] == 13
    assert table.seat("bob")["lost"] == ()


def test_what_was_seen_by_all_can_not_be_taken_back_but_a_claim_can(table):
    table.play("bob declare fraud ada")
    assert not any(event.is_binding for event in table.events)
    table.play("ada challenge", "bob show banker")
    assert any(event.kind == "shown" and event.is_binding for event in table.events)


def test_the_audit_finds_a_card_that_is_missing_or_twice_there(table):
    claim = table.rules.decode("bob", {"type": "declare", "action": "ponzi_scheme"})
    step = table.rules.apply(table.state, claim, table.funds)
    assert table.rules.audit(table.state, step) is None
    hands = step.state.hands
    for pile in (hands.pile[1:], (*hands.pile, hands.pile[0]), (hands.pile[1], *hands.pile[1:])):
        wrong = replace(step, state=replace(step.state, hands=replace(hands, pile=pile)))
        assert table.rules.audit(table.state, wrong) is not None


def test_the_audit_finds_a_card_too_many_at_a_seat_though_no_card_was_touched(table):
    claim = table.rules.decode("bob", {"type": "declare", "action": "ponzi_scheme"})
    step = table.rules.apply(table.state, claim, table.funds)
    first, *others = step.state.seats
    wrong = replace(step, state=replace(step.state, seats=(replace(first, held=3), *others)))
    assert wrong.state.hands is table.state.hands
    assert table.rules.audit(table.state, wrong) == "a hand of ada that has not 3 cards"


def test_the_box_has_every_card_once():
    assert len(set(whole(Table().settings.deck))) == 18


def test_whoever_deals_declares_everything():
    assert GAMES["reckless"].modes == ("table", "dealer")
    assert DealtReckless().settings.level is Level.STRICT


def test_a_deck_of_one_card_needs_no_chance():
    """At the fullest table of a deck without spare cards the shown card is drawn again."""
    deck = deck_with("spare_cards = 2", "spare_cards = 0").replace("max_players = 8", "max_players = 9")
    table = DealtReckless("a b c d e f g h i", hands={"b": "banker1 banker2"}, deck=deck)
    table.play("b declare fraud a", "a challenge", "b show banker 1")
    assert table.hand("b") == "banker2 banker1"
    assert len(table.record) == 4
