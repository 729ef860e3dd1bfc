"""Whose turn it is, and what can be declared. Source: rules/reckless.md, "A turn" (1)."""

import pytest

from app.rules import BANK, Booking
from tests.unit.rules.kit import Table, deck_with


def test_the_player_to_the_dealers_left_starts():
    assert Table("ada bob cyd").turn == "bob"


def test_another_seat_can_be_chosen_to_start():
    assert Table("ada bob cyd", starting_seat=1).turn == "ada"


def test_play_goes_round_clockwise():
    table = Table("ada bob cyd")
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.play(f"{table.turn} declare ponzi_scheme").allow().pay_all()
    assert turns == ["bob", "cyd", "ada", "bob"]


def test_bankrupt_players_are_passed_over():
    table = Table("ada bob cyd", funds={"cyd": 50})
    table.play("bob declare blackmail cyd").allow().pay_all()
    assert table.turn == "ada"


def test_all_eight_actions_are_open_with_every_target():
    declared = [
        (move["action"], move.get("target")) for move in Table().moves("bob") if move["type"] == "declare"
    ]
    targeted = ("bribe", "lobbying", "lawsuit", "fraud", "collusion", "blackmail", "scandal")
    expected = {(action, target) for action in targeted for target in ("ada", "cyd")}
    assert set(declared) == expected | {("ponzi_scheme", None)}
    assert len(declared) == len(set(declared))


def test_a_character_can_be_claimed_by_everybody_whatever_they_hold():
    table = Table().play("bob declare fraud ada").allow().play("ada concede")
    assert table.pay_all().play("cyd declare fraud ada").phase == "challenge"


def test_a_declaration_says_who_claims_what_against_whom():
    table = Table().play("bob declare fraud ada")
    assert table.view["action"] == {
        "player": "bob",
        "action": "fraud",
        "target": "ada",
        "card": "banker",
        "amount": 50,
        "general": False,
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ada declare fraud bob", "not_your_turn"),
        ("bob declare theft ada", "not_on_card"),
        ("bob declare fraud bob", "wrong_target"),
        ("bob declare fraud eve", "wrong_target"),
        ("bob declare fraud", "wrong_target"),
        ("bob declare ponzi_scheme ada", "wrong_target"),
        ("bob allow", "wrong_moment"),
        ("bob pass", "must_act"),
        ("eve declare fraud ada", "not_seated"),
    ],
)
def test_what_is_not_open_on_ones_turn_is_refused_with_its_reason(line, reason):
    refusal = Table().refused(line)
    assert refusal.expected["reason"] == reason
    assert refusal.expected["phase"] == "turn"
    assert refusal.expected["waiting_for"] == ("bob",)
    assert refusal.expected["awaited"] == ("declare", "pass")


def test_a_bankrupt_player_is_no_target():
    table = Table("ada bob cyd", funds={"cyd": 50})
    table.play("bob declare blackmail cyd").allow().pay_all()
    refusal = table.refused("ada declare fraud cyd")
    assert refusal.expected["reason"] == "wrong_target"
    assert refusal.expected["targets"] == ["bob"]


def test_a_player_without_cards_can_only_pass():
    table = Table("ada bob cyd").without_cards("bob").until_turn_of("bob")
    assert table.moves("bob") == [{"type": "pass"}]
    assert table.refused("bob declare fraud ada").expected["reason"] == "no_cards"


def test_passing_with_cards_is_open_where_the_table_wants_it():
    assert {"type": "pass"} not in Table().moves("bob")
    table = Table(pass_with_cards=True)
    assert {"type": "pass"} in table.moves("bob")
    assert table.play("bob pass").turn == "cyd"


def test_a_scandal_needs_a_target_with_a_card_to_lose():
    table = Table("ada bob cyd").without_cards("ada")
    targets = [move["target"] for move in table.moves(table.turn) if move.get("action") == "scandal"]
    assert "ada" not in targets
    assert targets


# Costs: a deck may print them; the shipped one has none.

COSTLY = deck_with('action = "fraud"\namount = 50\ncost = 0', 'action = "fraud"\namount = 50\ncost = 30')


def test_a_cost_is_charged_when_the_action_is_declared():
    table = Table(deck=COSTLY).play("bob declare fraud ada")
    assert table.bookings == (Booking("bob", BANK, 30, "fraud"),)
    assert table.funds["bob"] == 170


def test_a_cost_stays_paid_when_the_action_is_blocked_or_a_bluff():
    table = Table(deck=COSTLY).play("bob declare fraud ada", "ada challenge", "bob decline", "bob lose_card")
    assert table.turn == "cyd"
    assert table.funds["bob"] == 170


@pytest.mark.parametrize(("had", "open_to"), [(29, False), (30, False), (31, True)])
def test_an_action_that_takes_the_last_credit_is_not_affordable(had, open_to):
    table = Table(deck=COSTLY, funds={"bob": had})
    offered = {"type": "declare", "action": "fraud", "target": "ada"} in table.moves("bob")
    assert offered is open_to
    if not open_to:
        refusal = table.refused("bob declare fraud ada")
        assert refusal.expected["reason"] == "cannot_afford"
        assert refusal.expected["cost"] == 30


def test_who_can_afford_nothing_passes():
    deck = deck_with("cost = 0", "cost = 500")
    assert Table(deck=deck).moves("bob") == [{"type": "pass"}]
