"""What actions do, who owes whom, and how the game ends. Source: rules/reckless.md, "A turn" (6, 7), "Out"."""

import pytest

from tests.unit.rules.kit import Table, deck_with

AMOUNTS = {"bribe": 40, "lobbying": 30, "lawsuit": 40, "fraud": 50, "collusion": 30}


@pytest.mark.parametrize(("action", "amount"), AMOUNTS.items())
def test_each_character_takes_its_amount(action, amount):
    table = Table().play(f"bob declare {action} ada").allow().play("ada concede")
    assert table.owed == [("ada", "bob", amount, action)]


def test_a_ponzi_scheme_takes_from_every_other_solvent_player():
    table = Table("ada bob cyd dee", funds={"dee": 50})
    table.play("bob declare blackmail dee").allow().pay_all()
    table.play("cyd declare ponzi_scheme").allow()
    assert table.owed == [("ada", "cyd", 10, "ponzi_scheme"), ("bob", "cyd", 10, "ponzi_scheme")]


def test_the_debts_of_a_ponzi_scheme_are_settled_in_any_order_and_the_turn_waits_for_all():
    table = Table().play("bob declare ponzi_scheme").allow()
    table.pay("cyd", "bob", 10)
    assert table.phase == "payment"
    assert table.waiting == ("ada",)
    assert table.pay("ada", "bob", 10).turn == "cyd"


def test_blackmail_takes_from_the_chosen_player():
    table = Table().play("bob declare blackmail cyd").allow()
    assert table.owed == [("cyd", "bob", 50, "blackmail")]


def test_a_scandal_costs_the_target_a_card_and_no_money():
    table = Table().play("bob declare scandal cyd").allow()
    assert table.waiting == ("cyd",)
    table.play("cyd lose_card")
    assert table.cards("cyd") == 1
    assert table.turn == "cyd"


def test_a_scandal_finds_nothing_when_the_last_card_went_for_doubting_it():
    table = Table().lose("ada").until_turn_of("bob")
    table.play("bob declare scandal ada", "ada challenge", "bob show scandal", "ada lose_card")
    assert table.cards("ada") == 0
    assert table.turn == "cyd"


def test_doubting_a_scandal_in_vain_costs_the_target_two_cards():
    table = Table().play("bob declare scandal ada", "ada challenge", "bob show scandal", "ada lose_card")
    assert table.phase == "lose_card"
    assert table.play("ada lose_card").cards("ada") == 0


def test_who_has_less_than_the_amount_owes_all_of_it():
    table = Table(funds={"ada": 20}).play("bob declare fraud ada").allow().play("ada concede")
    assert table.owed == [("ada", "bob", 20, "fraud")]


def test_who_turns_out_to_have_nothing_owes_nothing_and_holds_nobody_up():
    table = Table().play("bob declare blackmail ada", "ada allow")
    table.funds = {**table.funds, "ada": 0}
    assert table.play("cyd allow").turn == "cyd"


def test_debts_are_numbered_through_the_match():
    table = Table()
    ids = []
    for _ in range(3):
        table.play(f"{table.turn} declare ponzi_scheme").allow()
        ids += [debt.id for debt in table.rules.obligations(table.state)]
        table.pay_all()
    assert ids == [1, 2, 3, 4, 5, 6]


def test_nothing_can_be_played_while_a_debt_is_open():
    table = Table().play("bob declare blackmail ada").allow()
    for player in table.players:
        assert table.kinds(player) == set()
    assert table.refused("cyd declare fraud ada").expected["reason"] == "wrong_moment"


def test_a_lost_card_leaves_the_game():
    table = Table().lose("bob banker")
    assert table.seat("bob")["lost"] == ("banker",)
    assert table.cards("bob") == 1
    assert table.events[0].facts["goes_back"] is False


def test_a_table_may_shuffle_lost_cards_back_into_the_deck():
    table = Table(lost_cards_return=True).lose("bob banker", "cyd banker", "ada banker")
    assert table.events[0].facts == {"player": "ada", "card": "banker", "goes_back": True}
    assert [table.seat(player)["lost"] for player in table.players] == [(), (), ()]
    assert [table.cards(player) for player in table.players] == [1, 1, 1]
    table.until_turn_of("bob").play("bob declare fraud ada", "cyd challenge")
    assert {"type": "show", "card": "banker"} in table.moves("bob")


# Out, and the end.


def test_a_player_whose_balance_reaches_zero_is_bankrupt_and_holds_no_cards():
    table = Table(funds={"ada": 50}).play("bob declare blackmail ada").allow().pay_all()
    assert table.seat("ada")["bankrupt"]
    assert table.seat("ada")["out"]
    assert table.cards("ada") == 0
    assert "bankrupt" in table.kinds_of_events()


@pytest.mark.parametrize("back", [True, False])
def test_a_bankrupt_players_cards_go_back_or_leave_the_game_as_the_table_has_chosen(back):
    table = Table(funds={"ada": 50}, bankrupt_cards_return=back).play("bob declare blackmail ada").allow()
    bankrupt = next(event for event in table.pay_all().events if event.kind == "bankrupt")
    assert bankrupt.facts == {"player": "ada", "goes_back": back}
    assert table.cards("ada") == 0


def test_a_bankrupt_player_has_no_moves():
    table = Table(funds={"ada": 50}).play("bob declare blackmail ada").allow().pay_all()
    assert table.rules.legal_moves(table.state, "ada", table.funds) == ()
    assert table.refused("ada resign").expected["reason"] == "out_of_the_game"


def test_the_others_still_pay_when_one_goes_bankrupt_over_a_ponzi_scheme():
    table = Table(funds={"ada": 10}).play("bob declare ponzi_scheme").allow().pay("ada", "bob", 10)
    assert table.seat("ada")["bankrupt"]
    assert table.owed == [("cyd", "bob", 10, "ponzi_scheme")]


def test_the_last_solvent_player_wins():
    table = Table("ada bob", funds={"ada": 50}).play("bob declare blackmail ada").allow().pay_all()
    assert table.phase == "over"
    assert table.winners == ("bob",)
    assert table.view["winners"] == ("bob",)
    assert table.waiting == ()


def test_losing_all_cards_ends_nobodys_game():
    table = Table().without_cards("ada")
    assert not table.seat("ada")["out"]
    table.until_turn_of("bob").play("bob declare fraud ada").allow()
    assert table.owed == [("ada", "bob", 50, "fraud")]


@pytest.mark.parametrize(
    ("funds", "winners"),
    [({"ada": 300}, ("ada",)), ({"bob": 300}, ("bob",)), ({"cyd": 300}, ("ada", "bob"))],
)
def test_when_nobody_holds_a_card_balances_decide_and_equal_ones_share(funds, winners):
    table = Table(funds=funds, deck=deck_with("cards_dealt = 2", "cards_dealt = 1")).lose("bob")
    table.play("cyd declare bribe ada", "ada challenge", "cyd show politician", "ada lose_card")
    assert table.winners is None
    table.pay_all().correct(ada=funds.get("ada", 200)).play("cyd resign")
    assert table.winners == winners


def test_a_table_may_have_nobody_win_with_equal_balances():
    assert Table(equal_balances_share=False).close().winners == ()
    assert Table(equal_balances_share=False, funds={"cyd": 300}).close().winners == ("cyd",)


def test_a_game_goes_on_while_one_player_holds_a_card():
    table = Table("ada bob").without_cards("ada")
    assert table.winners is None


# Option out_of_cards = "eliminated".


def test_the_option_takes_a_player_out_with_the_last_card():
    table = Table(out_of_cards="eliminated").without_cards("ada")
    assert table.seat("ada")["out"]
    assert not table.seat("ada")["bankrupt"]
    assert table.funds["ada"] > 0


def test_an_eliminated_player_pays_first_what_the_turn_asks():
    table = Table(out_of_cards="eliminated").lose("ada").until_turn_of("bob")
    table.play("bob declare fraud ada", "ada challenge", "bob show banker", "ada lose_card")
    assert table.owed == [("ada", "bob", 50, "fraud")]
    assert not table.seat("ada")["out"]
    assert table.pay_all().seat("ada")["out"]


def test_the_last_one_with_cards_wins_where_the_others_are_eliminated():
    table = Table("ada bob", out_of_cards="eliminated").without_cards("ada")
    assert table.winners == ("bob",)
