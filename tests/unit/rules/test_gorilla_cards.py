"""Each card of Gorilla Warfare, and what a DEFENCE does to it. Source: the printed rules, "The cards"."""

import pytest

from tests.unit.rules.gorilla import SMALL_DECK, Dealt

ADA = "evasion evasion / command raid kamikaze"
CYD = "evasion command / raid kamikaze deployment"


def bob_has(cards: str, pile: str = "", *, ada: str = ADA, cyd: str = CYD) -> Dealt:
    return Dealt(pile, ada=ada, bob=cards, cyd=cyd)


def test_command_has_another_draw_onto_the_bottom_of_their_deck():
    table = bob_has("command evasion", "saving_grace").play("bob play command cyd", "cyd allow")
    assert table.deck("cyd") == "raid kamikaze deployment saving_grace"
    assert table.hand("cyd") == "evasion command"


def test_collateral_damage_that_a_command_brings_waits_in_the_deck():
    table = bob_has("command evasion", "collateral_damage").play("bob play command cyd", "cyd allow")
    assert table.deck("cyd").endswith("collateral_damage")
    assert not table.seat("cyd")["out"]


@pytest.mark.parametrize(
    "played",
    [
        "command cyd",
        "raid cyd 1",
        "fog_of_war swap_hands cyd",
        "fog_of_war swap_decks cyd",
        "reconnaissance hand cyd",
    ],
)
@pytest.mark.parametrize("cyd", [CYD, "defence command / raid kamikaze deployment"], ids=["without", "with"])
def test_the_attacked_is_asked_with_a_defence_or_without_one(played, cyd):
    table = bob_has(f"{played.split()[0]} evasion", cyd=cyd).play(f"bob play {played}")
    assert (table.phase, table.waiting) == ("answer", ("cyd",))
    assert table.kinds("cyd") == ({"allow", "defend"} if "defence" in cyd else {"allow"})


@pytest.mark.parametrize(
    "played",
    [
        "command cyd",
        "raid cyd 1",
        "fog_of_war swap_hands cyd",
        "fog_of_war swap_decks cyd",
        "reconnaissance hand cyd",
    ],
)
def test_a_defence_stops_it_and_the_hand_is_refilled_at_once(played):
    card = played.split()[0]
    table = bob_has(
        f"{card} evasion / raid raid raid", "saving_grace", cyd="defence command / raid kamikaze deployment"
    )
    table.play(f"bob play {played}", "cyd defend")
    assert table.hand("cyd") == "command raid"
    assert table.deck("cyd") == "kamikaze deployment"
    assert (table.hand("bob"), table.deck("bob")) == ("evasion", "raid raid raid")
    assert table.discard == f"defence {card}"
    assert table.seen_by("bob")["looks"] == ()
    assert table.pile.startswith("saving_grace")
    assert table.waiting == ("bob",)


@pytest.mark.parametrize(
    "played", ["fog_of_war shuffle", "reconnaissance draw_pile", "evasion", "saving_grace"]
)
def test_nobody_is_asked_about_what_attacks_nobody(played):
    table = bob_has(f"{played.split()[0]} raid", cyd="defence defence").play(f"bob play {played}")
    assert (table.phase, table.waiting) == ("turn", ("bob",))


def test_a_defence_laid_in_front_protects_until_it_is_used():
    table = bob_has("defence evasion", cyd="command raid / evasion evasion evasion")
    table.play("bob play defence", "bob done")
    assert (table.front("bob"), table.discard) == ("defence", "")
    table.play("cyd play command bob", "bob defend")
    assert (table.front("bob"), table.discard) == ("", "defence command")
    table.play("cyd play raid bob 1")
    assert table.kinds("bob") == {"allow"}


def test_a_defence_in_front_is_discarded_when_its_players_turn_comes_again():
    table = bob_has("defence evasion").play("bob play defence", "bob done")
    table.play("cyd play evasion", "cyd done", "ada play evasion")
    assert table.front("bob") == "defence"
    table.play("ada done")
    assert (table.turn, table.front("bob"), table.discard[:7]) == ("bob", "", "defence")
    assert "expired" in table.told()


def test_the_defence_in_front_is_used_before_one_in_the_hand():
    table = bob_has("defence defence", cyd="command raid").play("bob play defence", "bob done")
    table.play("cyd play command bob", "bob defend")
    assert (table.front("bob"), table.hand("bob")[:7]) == ("", "defence")


def test_whoever_has_a_defence_in_front_may_keep_it_for_later():
    table = bob_has("defence evasion", cyd="command raid").play("bob play defence", "bob done")
    table.play("cyd play command bob", "bob allow")
    assert table.front("bob") == "defence"


def test_deployment_has_a_card_of_the_own_deck_played_at_once():
    table = bob_has("deployment evasion / raid command saving_grace").play("bob play deployment")
    assert (table.phase, table.kinds("bob")) == ("deploy", {"play"})
    table.play("bob play command ada", "ada allow")
    assert (table.phase, table.hand("bob"), table.deck("bob")) == ("turn", "evasion", "raid saving_grace")
    assert table.discard == "command deployment"


def test_a_deployed_card_is_the_topmost_of_its_kind():
    table = bob_has("deployment evasion / raid command raid")
    topmost = table.state.seat("bob").deck[0]
    table.play("bob play deployment", "bob play raid ada 1", "ada allow")
    assert table.state.discard[0] == topmost


def test_a_deployment_can_deploy_another():
    table = bob_has("deployment evasion / deployment raid evasion").play(
        "bob play deployment", "bob play deployment", "bob play raid ada 2", "ada allow"
    )
    assert table.hand("bob") == "evasion evasion"
    assert table.deck("bob") == "evasion"


def test_collateral_damage_cannot_be_deployed_and_without_another_card_a_deployment_has_no_effect():
    table = bob_has("fog_of_war fog_of_war / deployment deployment evasion", "collateral_damage")
    table.play("bob play fog_of_war shuffle", "bob play fog_of_war shuffle")
    table.play("cyd play evasion", "cyd done", "ada play evasion", "ada done")
    assert (table.turn, table.deck("bob")) == ("bob", "evasion collateral_damage")
    table.play("bob play deployment")
    assert table.moves("bob") == [{"type": "play", "card": "evasion"}]
    table.play("bob play evasion", "bob play deployment")
    assert "no_effect" in table.told()


def test_evasion_spares_the_draw_at_the_end_of_the_turn():
    table = bob_has("evasion raid / kamikaze command raid", "saving_grace").play(
        "bob play evasion", "bob done"
    )
    assert table.deck("bob") == "command raid"
    assert table.pile.startswith("saving_grace")
    assert table.turn == "cyd"


def test_without_evasion_the_top_of_the_draw_pile_goes_to_the_bottom_of_the_deck():
    table = bob_has("saving_grace raid / kamikaze command raid", "evasion").play(
        "bob play saving_grace", "bob done"
    )
    assert table.deck("bob") == "command raid evasion"


def test_fog_of_war_shuffles_the_draw_pile():
    table = bob_has("fog_of_war raid", "evasion command")
    table.next_piles = [["kamikaze", "raid", "raid"]]
    table.play("bob play fog_of_war shuffle")
    assert table.pile.startswith("kamikaze raid raid")
    assert table.told() == ["played", "shuffled"]


def test_fog_of_war_swaps_hands_and_the_other_refills_at_once():
    table = bob_has("fog_of_war raid").play("bob play fog_of_war swap_hands cyd", "cyd allow")
    assert table.hand("bob") == "evasion command"
    assert (table.hand("cyd"), table.deck("cyd")) == ("raid raid", "kamikaze deployment")
    table.play("bob play command ada", "ada allow", "bob play evasion")
    assert table.turn == "cyd"


def test_fog_of_war_swaps_decks():
    table = bob_has("fog_of_war raid / evasion evasion saving_grace").play(
        "bob play fog_of_war swap_decks cyd", "cyd allow"
    )
    assert (table.deck("bob"), table.deck("cyd")) == (
        "raid kamikaze deployment",
        "evasion evasion saving_grace",
    )
    assert (table.hand("bob"), table.hand("cyd")) == ("raid", "evasion command")


def test_kamikaze_has_everybody_draw_from_the_left_of_its_player_on():
    table = bob_has("kamikaze raid", "evasion command saving_grace").play("bob play kamikaze")
    assert set(table.waiting) == {"ada", "cyd"}
    table.play("ada allow", "cyd allow")
    decks = [table.deck(player).split()[-1] for player in ("cyd", "ada", "bob")]
    assert decks == ["evasion", "command", "saving_grace"]
    assert table.waiting == ("bob",)


def test_collateral_damage_that_a_kamikaze_brings_kills_at_once():
    table = bob_has("kamikaze raid", "evasion collateral_damage command").play(
        "bob play kamikaze", "cyd allow", "ada allow"
    )
    assert table.seat("ada")["out"]
    assert "ada" not in table.rules.still_in(table.state)
    assert (table.turn, table.deck("bob").split()[-1]) == ("bob", "command")


def test_a_defence_against_a_kamikaze_protects_its_player_alone():
    table = bob_has("kamikaze raid", "evasion command", cyd="defence command / raid kamikaze deployment")
    table.play("bob play kamikaze", "cyd defend", "ada allow")
    assert (table.hand("cyd"), table.deck("cyd")) == ("command raid", "kamikaze deployment")
    assert [table.deck(player).split()[-1] for player in ("ada", "bob")] == ["evasion", "command"]


def test_who_plays_a_kamikaze_is_saved_by_a_defence_in_front():
    table = bob_has("kamikaze defence", "evasion command collateral_damage").play(
        "bob play defence", "bob play kamikaze"
    )
    assert table.waiting == ("ada", "bob", "cyd")
    table.play("bob defend", "cyd allow", "ada allow")
    assert not table.seat("bob")["out"]
    assert table.turn == "cyd"


def test_who_plays_a_kamikaze_cannot_answer_it_from_the_hand():
    table = bob_has("kamikaze defence", "evasion command collateral_damage").play("bob play kamikaze")
    assert table.waiting == ("ada", "cyd")
    assert table.refused("bob defend").expected["reason"] == "not_your_turn"


def test_raid_takes_the_card_at_the_chosen_position_into_the_own_hand():
    table = bob_has("raid saving_grace").play("bob play raid cyd 2", "cyd allow")
    assert table.hand("bob") == "saving_grace command"
    assert (table.hand("cyd"), table.deck("cyd")) == ("evasion raid", "kamikaze deployment")
    assert "stolen" in table.told("bob")
    assert "stolen" in table.told("cyd")
    assert "stolen" not in table.told("ada")
    table.play("bob play command ada")
    assert table.phase == "answer"


def test_reconnaissance_shows_the_top_three_of_the_draw_pile_to_its_player_alone():
    table = bob_has("reconnaissance raid", "evasion collateral_damage raid").play(
        "bob play reconnaissance draw_pile"
    )
    looks = [{"at": None, "cards": ("evasion", "collateral_damage", "raid")}]
    assert list(table.seen_by("bob")["looks"]) == looks
    assert table.seen_by("ada")["looks"] == ()
    assert table.told("ada") == ["played", "looked"]
    assert table.told("bob") == ["played", "looked", "saw"]


def test_reconnaissance_shows_what_is_there_where_the_draw_pile_runs_low():
    deck = SMALL_DECK.replace("reconnaissance = 0", "reconnaissance = 1")
    table = Dealt(
        deck=deck, ada="saving_grace evasion", bob="reconnaissance evasion", pile="collateral_damage"
    )
    table.play("bob play reconnaissance draw_pile")
    (look,) = table.seen_by("bob")["looks"]
    assert look["cards"] == ("collateral_damage", *table.pile.split()[1:])
    assert len(look["cards"]) == 2


def test_reconnaissance_shows_another_hand_from_the_left():
    table = bob_has("reconnaissance raid").play("bob play reconnaissance hand cyd", "cyd allow")
    assert list(table.seen_by("bob")["looks"]) == [{"at": "cyd", "cards": ("evasion", "command")}]
    assert table.seen_by("cyd")["looks"] == ()


def test_what_was_looked_at_is_shown_until_the_turn_ends():
    table = bob_has("reconnaissance raid / evasion evasion evasion").play(
        "bob play reconnaissance draw_pile", "bob done"
    )
    assert table.seen_by("bob")["looks"] == ()


def test_saving_grace_swaps_itself_for_the_top_of_the_discard_pile():
    table = bob_has("command saving_grace / raid raid raid").play(
        "bob play command ada", "ada allow", "bob play saving_grace"
    )
    assert table.discard == "saving_grace"
    assert table.deck("bob").split()[-2] == "command"  # below it lies the card of step 3
    assert "rescued" in table.told()


def test_saving_grace_on_an_empty_discard_pile_has_no_effect():
    table = bob_has("saving_grace raid").play("bob play saving_grace")
    assert (table.discard, table.deck("bob").count("saving_grace")) == ("saving_grace", 0)
    assert table.told() == ["played", "no_effect"]
