"""Moves as data, and what leaves the rules for pages and programs."""

import json

import pytest

from app.errors import Invalid
from app.rules import BANK, GAMES
from app.rules.reckless import moves
from tests.unit.rules.kit import Table, deck_with

RULES = GAMES["reckless"]

INTERFACE = [
    ({"type": "declare", "action": "fraud", "target": "bob"}, moves.Declare("ada", "fraud", "bob")),
    ({"type": "declare", "action": "ponzi_scheme"}, moves.Declare("ada", "ponzi_scheme")),
    ({"type": "declare", "action": "ponzi_scheme", "target": None}, moves.Declare("ada", "ponzi_scheme")),
    ({"type": "allow"}, moves.Allow("ada")),
    ({"type": "challenge"}, moves.Challenge("ada")),
    ({"type": "concede"}, moves.Concede("ada")),
    ({"type": "block", "character": "ceo"}, moves.Block("ada", "ceo")),
    ({"type": "match"}, moves.Match("ada")),
    ({"type": "sue"}, moves.Sue("ada")),
    ({"type": "show", "card": "banker"}, moves.Show("ada", "banker")),
    ({"type": "show", "card": "banker", "strength": 3}, moves.Show("ada", "banker", 3)),
    ({"type": "decline"}, moves.Decline("ada")),
    ({"type": "lose_card"}, moves.LoseCard("ada")),
    ({"type": "lose_card", "card": "banker"}, moves.LoseCard("ada", "banker")),
    ({"type": "pass"}, moves.Pass("ada")),
    ({"type": "resign"}, moves.Resign("ada")),
]


@pytest.mark.parametrize(("data", "move"), INTERFACE, ids=[str(case[0]) for case in INTERFACE])
def test_the_moves_of_the_interface_are_read(data, move):
    assert RULES.decode("ada", data) == move


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "type"),
        ({"type": None}, "type"),
        ({"type": 3}, "type"),
        ({"type": ["allow"]}, "type"),
        ({"type": "undo"}, "type"),
        ({"type": "Declare", "action": "fraud"}, "type"),
        ({"type": "declare"}, "action"),
        ({"type": "declare", "action": None}, "action"),
        ({"type": "declare", "action": 5}, "action"),
        ({"type": "declare", "action": "f" * 65}, "action"),
        ({"type": "declare", "action": "fraud", "target": ["bob"]}, "target"),
        ({"type": "declare", "action": "fraud", "victim": "bob"}, "victim"),
        ({"type": "allow", "player": "bob"}, "player"),
        ({"type": "block"}, "character"),
        ({"type": "show", "card": "banker", "strength": "3"}, "strength"),
        ({"type": "show", "card": "banker", "strength": True}, "strength"),
        ({"type": "show", "card": "banker", "strength": 3.0}, "strength"),
    ],
)
def test_what_is_no_move_is_refused_and_the_part_named(data, field):
    with pytest.raises(Invalid) as refused:
        RULES.decode("ada", data)
    assert refused.value.field == field


@pytest.mark.parametrize("data", [None, [], "allow", 5])
def test_what_is_no_object_is_refused(data):
    with pytest.raises(Invalid):
        RULES.decode("ada", data)


@pytest.mark.parametrize(
    "data",
    [{"type": "pay", "payee": "bob", "amount": 50, "obligation": 1}, {"type": "correct"}, {"type": "close"}],
)
def test_a_player_cannot_send_what_only_the_service_puts_in(data):
    with pytest.raises(Invalid):
        RULES.decode("ada", data)
    assert RULES.encode(RULES.restore("ada", data)) == data


def test_the_banks_moves_have_no_player_of_the_table():
    table = Table()
    assert RULES.correction(table.state).player == BANK
    assert RULES.closing(table.state).player == BANK


# Views.


def test_a_view_is_json():
    table = Table().play("bob declare fraud ada", "cyd challenge")
    assert json.loads(json.dumps(table.view))["challenger"] == "cyd"


def test_with_the_cards_on_the_table_everybody_sees_the_same():
    table = Table().play("bob declare fraud ada", "cyd challenge", "bob decline")
    assert len({json.dumps(table.rules.view(table.state, viewer)) for viewer in (*table.players, None)}) == 1


def test_the_view_names_the_phases_of_the_interface():
    seen = []
    table = Table()
    for line in (
        "bob declare fraud ada",
        "ada allow",
        "cyd allow",
        "ada match",
        "cyd challenge",
        "ada show banker",
        "cyd lose_card",
        "ada show banker 3",
        "bob decline",
    ):
        seen.append(table.phase)
        table.play(line)
    seen.append(table.phase)
    assert table.close().phase == "over"
    assert seen == [
        "turn",
        "challenge",
        "challenge",
        "counter",
        "challenge_counter",
        "show",
        "lose_card",
        "match",
        "match",
        "payment",
    ]


def test_the_view_keeps_action_and_counter_until_the_turn_ends():
    table = Table().play("bob declare fraud ada").allow().play("ada sue").allow()
    assert table.phase == "payment"
    assert table.turn == "bob"
    assert table.view["action"]["action"] == "fraud"
    assert table.view["counter"] == {"player": "ada", "type": "sue", "character": "lawyer"}
    assert table.pay_all().view["action"] is None


def test_whoever_is_asked_sees_what_each_answer_can_cost():
    table = Table().play("bob declare fraud ada")
    assert table.view["prompt"] == {
        "claimant": "bob",
        "card": "banker",
        "shown_costs_card": "challenger",
        "declined_costs_card": "bob",
    }
    assert table.play("cyd challenge").view["prompt"]["shown_costs_card"] == "cyd"
    assert table.play("bob show banker").view["prompt"]["because_of"] == "challenge"
    assert table.play("cyd lose_card").view["prompt"] == {
        "concede_pays": 50,
        "block_with": ("ceo",),
        "match_with": "banker",
        "sue_with": "lawyer",
        "sue_gets": 40,
    }
    table.play("ada match").allow().play("ada show banker 2")
    assert table.view["prompt"] == {
        "card": "banker",
        "amount": 50,
        "strengths": (1, 2, 3),
        "shown": {"ada": 2},
    }


def test_a_deck_without_a_suing_card_offers_no_suit():
    table = Table(deck=deck_with("sues = true", "sues = false")).play("bob declare fraud ada").allow()
    assert table.view["prompt"]["sue_with"] is None
    assert "sue" not in table.kinds("ada")


def test_the_question_changes_when_another_one_is_asked_and_not_with_each_answer():
    table = Table()
    questions = [table.rules.question(table.state)]
    for line in ("bob declare fraud ada", "ada allow", "cyd allow", "ada match", "bob allow", "cyd allow"):
        questions.append(table.play(line).rules.question(table.state))
    table.play("ada show banker 1")
    questions.append(table.rules.question(table.state))
    first, declared, asked, counter, countered, asked_again, match, shown = questions
    assert declared == asked
    assert countered == asked_again
    assert match == shown
    assert len({repr(question) for question in (first, declared, counter, countered, match)}) == 5


def test_the_tariff_is_made_from_the_deck_in_force():
    table = Table(deck=deck_with("amount = 10", "amount = 25"))
    tariff = {action["action"]: action for action in RULES.actions(table.settings)}
    assert tariff["ponzi_scheme"]["amount"] == 25
    assert tariff["fraud"] == {
        "action": "fraud",
        "name": "Fraud",
        "card": "banker",
        "card_name": "Banker",
        "copies": 3,
        "strengths": (1, 2, 3),
        "amount": 50,
        "cost": 0,
        "effect": "target_pays",
        "targeted": True,
        "general": False,
        "blocked_by": ("ceo",),
        "suable": True,
        "house": ("cost", "blocked_by"),
    }
    assert tariff["lawsuit"]["suable"] is False
    assert tariff["scandal"]["house"] == ("amount", "cost", "effect")
    assert json.dumps(list(tariff.values()))


def test_still_in_are_those_who_are_not_out():
    table = Table().play("bob resign")
    assert table.rules.still_in(table.state) == ("ada", "cyd")
