"""Set-up, turns, deaths and the end. Source: the printed rules, "Setup", "To win", "On your turn"."""

import pytest

from app.errors import Invalid
from app.rules import Player
from app.rules.gorilla_warfare.state import Deal, Shuffle
from tests.unit.rules.gorilla import SMALL_DECK, Dealt
from tests.unit.rules.kit import Table

ADA = "evasion evasion / command raid kamikaze"
CYD = "evasion command / raid kamikaze deployment"
DEADLY = "collateral_damage"


def bob_has(cards: str, pile: str = "", *, ada: str = ADA, cyd: str = CYD) -> Dealt:
    return Dealt(pile, ada=ada, bob=cards, cyd=cyd)


def doomed(pile: str = DEADLY) -> Dealt:
    """Bob is about to refill his hand with COLLATERAL DAMAGE, the last card of his deck."""
    table = bob_has("fog_of_war fog_of_war / fog_of_war fog_of_war evasion", pile)
    table.play("bob play fog_of_war shuffle", "bob play fog_of_war shuffle")
    table.play("cyd play evasion", "cyd done", "ada play evasion", "ada done")
    assert (table.hand("bob"), table.deck("bob")) == ("fog_of_war fog_of_war", "evasion collateral_damage")
    return table


@pytest.mark.parametrize("count", range(2, 7))
def test_two_cards_are_the_hand_three_the_deck_and_no_collateral_damage_is_dealt(count):
    table = Table(" ".join("abcdef"[:count]), game="gorilla_warfare")
    for seat in table.state.seats:
        assert (len(seat.hand), len(seat.deck)) == (2, 3)
        assert not any(card.startswith(DEADLY) for card in (*seat.hand, *seat.deck))
    assert sum(card.startswith(DEADLY) for card in table.state.draw) == 4
    assert table.view["draw_pile"] == 56 - 5 * count


def test_chance_first_shuffles_all_but_collateral_damage_and_then_the_draw_pile_with_it():
    table = Table("ada bob", game="gorilla_warfare")
    first = table.rules.new(table.players, table.settings)
    assert isinstance(first.now, Deal)
    assert len(table.rules.lot(first)) == 52 - 1
    then = table.rules.apply(first, table.record[0][0], {}).state
    assert isinstance(then.now, Shuffle)
    assert len(table.rules.lot(then)) == 56 - 10 - 1


def test_the_player_to_the_dealers_left_starts_unless_another_seat_is_chosen():
    assert Table("ada bob cyd", game="gorilla_warfare").turn == "bob"
    assert Table("ada bob cyd", game="gorilla_warfare", starting_seat=3).turn == "cyd"


@pytest.mark.parametrize("players", [("ada",), tuple("abcdefg"), ("ada", "ada")])
def test_so_many_or_the_same_twice_cannot_play(players):
    table = Table("ada bob", game="gorilla_warfare")
    with pytest.raises(Invalid) as refused:
        table.rules.new(tuple(map(Player, players)), table.settings)
    assert refused.value.field == "players"


def test_nobody_can_start_from_an_empty_seat():
    with pytest.raises(Invalid) as refused:
        Table("ada bob", game="gorilla_warfare", starting_seat=3)
    assert refused.value.field == "options.starting_seat"


def test_at_least_one_card_is_played_in_a_turn():
    table = bob_has("evasion raid")
    assert table.refused("bob done").expected["reason"] == "must_play"
    assert table.kinds("bob") == {"play"}
    assert table.play("bob play evasion").kinds("bob") == {"play", "done"}


def test_with_an_empty_hand_the_turn_goes_on_to_its_end_by_itself():
    table = bob_has("evasion saving_grace").play("bob play evasion", "bob play saving_grace")
    assert table.turn == "cyd"


def test_a_hand_is_refilled_from_the_top_of_the_own_deck():
    table = bob_has("saving_grace saving_grace / raid command kamikaze", "evasion")
    table.play("bob play saving_grace", "bob done")
    assert (table.hand("bob"), table.deck("bob")) == ("saving_grace raid", "command kamikaze evasion")


@pytest.mark.parametrize(
    ("last", "deck"),
    [("fog_of_war shuffle", "reconnaissance saving_grace"), ("evasion", "reconnaissance")],
    ids=["without an evasion", "after one"],
)
def test_three_cards_are_drawn_for_a_deck_that_runs_short_or_two_after_an_evasion(last, deck):
    card = last.split()[0]
    table = Dealt(
        "command defence raid reconnaissance saving_grace",
        ada="fog_of_war evasion / evasion evasion evasion",
        bob=f"deployment {card} / deployment deployment kamikaze",
    )
    table.play("bob play deployment", "bob play deployment", "bob play deployment")
    table.play("bob play kamikaze", "ada allow")
    assert (table.hand("bob"), table.deck("bob")) == (card, "defence")
    table.play(f"bob play {last}")
    assert (table.hand("bob"), table.deck("bob")) == ("defence raid", deck)
    assert table.turn == "ada"


def test_a_second_evasion_does_no_more_than_the_first():
    table = bob_has("evasion evasion / raid command kamikaze", "saving_grace").play(
        "bob play evasion", "bob play evasion"
    )
    assert (table.hand("bob"), table.deck("bob")) == ("raid command", "kamikaze")


def test_whoever_is_robbed_refills_at_once_and_draws_three_where_the_deck_runs_short():
    table = Dealt(
        "saving_grace kamikaze command defence raid",
        ada="raid raid / evasion evasion evasion",
        bob="deployment deployment / deployment evasion evasion",
    )
    table.play("bob play deployment", "bob play deployment", "bob play evasion", "bob play deployment")
    table.play("bob play evasion")
    assert (table.hand("bob"), table.deck("bob"), table.turn) == ("saving_grace kamikaze", "", "ada")
    table.play("ada play raid bob 2", "bob allow")
    assert (table.hand("bob"), table.deck("bob")) == ("saving_grace command", "defence raid")


def test_collateral_damage_that_reaches_a_hand_puts_its_holder_out():
    table = doomed().play("bob play fog_of_war shuffle", "bob play fog_of_war shuffle")
    assert table.seat("bob") == {
        "user": "bob",
        "cards": 0,
        "deck_cards": 0,
        "front": (),
        "out": True,
        "resigned": False,
        "total": 0,
    }
    assert table.turn == "cyd"
    assert table.winners is None


def test_the_cards_of_whoever_is_out_are_shuffled_into_the_draw_pile():
    table = doomed()
    before, held = table.view["draw_pile"], 4
    table.play("bob play fog_of_war shuffle", "bob play fog_of_war shuffle")
    assert table.view["draw_pile"] == before + held - 2
    assert "collateral_damage" in table.pile
    assert table.told()[-3:] == ["out", "shuffled", "turn"]


def test_who_is_put_out_in_anothers_turn_ends_nobodys_turn():
    table = bob_has("kamikaze raid", DEADLY).play("bob play kamikaze", "ada allow", "cyd allow")
    assert table.seat("cyd")["out"]
    assert (table.turn, table.waiting) == ("bob", ("bob",))


def test_who_dies_by_the_own_kamikaze_gives_the_turn_to_the_left():
    table = bob_has("kamikaze raid", f"evasion evasion {DEADLY}").play(
        "bob play kamikaze", "ada allow", "cyd allow"
    )
    assert (table.seat("bob")["out"], table.turn) == (True, "cyd")


def test_a_defence_in_front_goes_into_the_draw_pile_with_the_cards_of_whoever_is_out():
    table = bob_has("defence evasion", cyd="kamikaze raid", pile=f"evasion evasion {DEADLY}")
    table.play("bob play defence", "bob done", "cyd play kamikaze", "ada allow", "bob allow")
    assert (table.seat("bob")["out"], table.front("bob")) == (True, "")
    assert table.discard == "kamikaze"


def test_the_last_player_standing_wins_and_draws_no_more():
    table = Dealt(f"{DEADLY} {DEADLY}", ada=ADA, bob="kamikaze raid").play("bob play kamikaze", "ada allow")
    assert table.winners == ("bob",)
    assert table.waiting == ()
    assert table.rules.lot(table.state) is None
    assert table.refused("bob play raid ada 1").expected["reason"] == "game_over"


def test_an_empty_draw_pile_is_made_of_the_discard_pile_but_its_top():
    table = Dealt(
        deck=SMALL_DECK, ada="saving_grace saving_grace", bob="evasion evasion / evasion evasion evasion"
    )
    table.play("bob play evasion", "bob play evasion", "ada play saving_grace", "ada done")
    assert (table.pile, table.discard) == ("", "saving_grace evasion")
    table.next_piles = [["saving_grace", "evasion"]]
    table.play("bob play evasion", "bob play evasion")
    assert table.told()[:4] == ["played", "refilled", "reshuffled", "shuffled"]
    assert (table.hand("bob"), table.deck("bob")) == ("evasion saving_grace", "evasion")
    assert (table.pile, table.discard) == ("evasion", "evasion")


def test_where_no_card_is_left_none_is_drawn():
    table = Dealt(
        deck=SMALL_DECK, ada="saving_grace saving_grace", bob="evasion saving_grace / evasion evasion evasion"
    )
    table.play("bob play evasion", "bob done", "ada play saving_grace", "ada done", "bob play saving_grace")
    assert (table.pile, table.discard) == ("", "saving_grace")
    table.play("bob done")
    assert table.told() == ["refilled", "nothing_left", "turn"]


@pytest.mark.parametrize("leaver", ["ada", "bob"])
def test_of_two_the_one_who_stays_wins(leaver):
    table = Dealt(ada=ADA, bob="evasion raid").play(f"{leaver} resign")
    assert table.winners == ({"ada": "bob", "bob": "ada"}[leaver],)


def test_the_cards_of_whoever_resigns_are_shuffled_into_the_draw_pile():
    table = bob_has("raid evasion")
    before = table.view["draw_pile"]
    table.play("ada resign")
    assert (table.view["draw_pile"], table.turn) == (before + 5, "bob")
    assert table.seat("ada")["resigned"]


def test_who_resigns_on_turn_gives_it_to_the_left_and_takes_the_attack_along():
    table = bob_has("command evasion").play("bob play command ada", "bob resign")
    assert (table.turn, table.waiting, table.phase) == ("cyd", ("cyd",), "turn")
    assert len(table.state.seat("ada").deck) == 3


def test_an_attack_on_somebody_who_resigns_is_off():
    table = bob_has("raid evasion").play("bob play raid ada 1", "ada resign")
    assert (table.turn, table.phase, table.hand("bob")) == ("bob", "turn", "evasion")


def test_a_kamikaze_goes_on_without_whoever_resigns():
    table = bob_has("kamikaze raid", "evasion command").play("bob play kamikaze", "cyd resign")
    assert table.waiting == ("ada",)
    table.play("ada allow")
    assert len(table.state.seat("ada").deck) == 4


def test_whoever_is_out_is_refused():
    table = bob_has("raid evasion").play("ada resign")
    assert table.refused("ada resign").expected["reason"] == "out_of_the_game"


def test_a_table_that_is_closed_before_the_end_has_no_winner():
    assert bob_has("raid evasion").close().winners == ()


def test_silence_in_a_window_uses_a_defence_in_front_and_none_from_the_hand():
    hidden = bob_has("command evasion", ada="defence defence").play("bob play command ada").silence("ada")
    assert hidden.hand("ada") == "defence defence"
    assert len(hidden.state.seat("ada").deck) == 4
    laid = bob_has("defence evasion", cyd="command raid").play(
        "bob play defence", "bob done", "cyd play command bob"
    )
    assert laid.silence("bob").front("bob") == ""


def test_silence_on_turn_plays_the_leftmost_card_in_its_first_way_and_then_no_more():
    table = bob_has("raid evasion", cyd="saving_grace raid").silence("bob")
    assert table.view["action"]["card"] == "raid"
    assert (table.view["action"]["target"], table.view["action"]["position"]) == ("cyd", 1)
    table.silence("cyd").silence("bob")
    assert table.turn == "cyd"


def test_silence_after_a_deployment_plays_the_topmost_card_that_can_be_played():
    table = bob_has("deployment evasion / saving_grace raid command").silence("bob").silence("bob")
    assert table.discard == "saving_grace"
    assert table.deck("bob").split()[-1] == "deployment"


def test_every_card_that_is_played_asks_a_new_question_and_an_answer_does_not():
    table = bob_has("kamikaze command")
    asked = [table.rules.question(table.state)]
    table.play("bob play kamikaze")
    asked.append(table.rules.question(table.state))
    table.play("ada allow")
    assert table.rules.question(table.state) == asked[-1]
    table.play("cyd allow")
    asked.append(table.rules.question(table.state))
    table.play("bob play command ada")
    asked.append(table.rules.question(table.state))
    assert len({str(one) for one in asked}) == 4


def test_whoever_is_put_out_by_the_first_of_several_cards_draws_no_more():
    table = bob_has("deployment fog_of_war / deployment deployment evasion")
    table.play("bob play deployment", "bob play deployment", "bob play deployment", "bob play evasion")
    before = table.view["draw_pile"]
    table.next_piles = [[DEADLY, "kamikaze"]]
    table.play("bob play fog_of_war shuffle")
    assert table.told() == ["played", "shuffled", "drew", "out", "shuffled", "turn"]
    assert table.view["draw_pile"] == before
    assert [event.facts["cards"] for event in table.events if event.kind == "out"] == [1]


def test_whoever_goes_out_later_stands_before_those_who_went_earlier():
    table = Dealt(ada=ADA, bob="raid evasion", cyd=CYD, dan="raid raid").play("dan resign", "ada resign")
    assert [table.seat(player)["total"] for player in ("ada", "bob", "cyd", "dan")] == [1, 2, 2, 0]
