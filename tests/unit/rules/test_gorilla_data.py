"""Deck file, settings, refusals, secrets and the audit of Gorilla Warfare. Source: rules/gorilla-warfare.md."""

import json
from dataclasses import replace

import pytest

from app.errors import Invalid, PaymentRefused
from app.money import Credits
from app.rules import CHANCE, GAMES, Drawn, Event, Level, Payment, Player, Step
from app.rules.gorilla_warfare import configure
from app.rules.gorilla_warfare.audit import audit, misplaced, mistold
from app.rules.gorilla_warfare.cards import Kind, load
from tests.unit.rules.gorilla import Dealt
from tests.unit.rules.kit import Table, shipped_deck

DECK = shipped_deck("gorilla_warfare")
GAME = GAMES["gorilla_warfare"]


@pytest.fixture(scope="module")
def table() -> Dealt:
    """In the middle of a game: bob has attacked cyd."""
    return Dealt(
        ada="evasion evasion / command raid kamikaze",
        bob="raid reconnaissance / raid command defence",
        cyd="defence evasion / raid kamikaze deployment",
    ).play("bob play reconnaissance draw_pile", "bob play raid cyd 1")


def test_the_shipped_deck_has_the_counts_of_the_rules():
    counts = {kind.value: count for kind, count in load(DECK).counts}
    assert counts == {
        "collateral_damage": 4,
        "command": 6,
        "defence": 8,
        "deployment": 5,
        "evasion": 6,
        "fog_of_war": 5,
        "kamikaze": 3,
        "raid": 6,
        "reconnaissance": 8,
        "saving_grace": 5,
    }
    assert (load(DECK).min_players, load(DECK).max_players) == (2, 6)


def test_the_tariff_names_every_card_with_its_count_and_marks_the_house_defaults():
    tariff = {row["card"]: row for row in GAME.actions(configure_with())}
    assert list(tariff) == list(Kind)
    assert tariff["fog_of_war"]["card_name"] == "Fog of War"
    assert (tariff["raid"]["copies"], tariff["raid"]["house"]) == (6, ("copies",))
    assert tariff["collateral_damage"]["house"] == ()


@pytest.mark.parametrize(
    ("written", "instead", "field"),
    [
        ("raid = 6", "raid = -1", "cards.raid"),
        ("raid = 6", "raid = 31", "cards.raid"),
        ("raid = 6", "raid = 6.0", "cards.raid"),
        ("raid = 6", "raid = true", "cards.raid"),
        ("raid = 6\n", "", "cards.raid"),
        ("raid = 6", "raid = 6\nraids = 1", "cards.raids"),
        ("collateral_damage = 4", "collateral_damage = 0", "cards.collateral_damage"),
        ("[cards]", "[kinds]", "cards"),
        ("min_players = 2", "min_players = 1", "min_players"),
        ("max_players = 6", "max_players = 7", "max_players"),
        ("max_players = 6", "max_players = 1", "max_players"),
        ('name = "Gorilla Warfare"', 'name = ""', "name"),
        ('"cards.raid"', '"cards.riad"', "house"),
        ("defence = 8", "defence = 0\nextra = 1", "cards.extra"),
        ("[cards]", "[cards", "deck"),
    ],
)
def test_a_fault_of_a_deck_file_names_its_key(written, instead, field):
    assert written in DECK
    with pytest.raises(Invalid) as refused:
        load(DECK.replace(written, instead))
    assert refused.value.field == field
    assert str(refused.value)


def test_a_deck_that_is_too_small_for_its_fullest_table_is_refused():
    few = DECK
    for kind, count in load(DECK).counts:
        if kind not in (Kind.COLLATERAL_DAMAGE, Kind.RAID, Kind.DEFENCE, Kind.COMMAND, Kind.EVASION):
            few = few.replace(f"{kind} = {count}", f"{kind} = 0")
    with pytest.raises(Invalid, match="30 cards; without COLLATERAL DAMAGE there are 26") as refused:
        load(few)
    assert refused.value.field == "max_players"


def configure_with(**changed):
    return configure(**{"mode": "dealer", "validation": "strict", "deck": DECK, "options": {}} | changed)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"mode": "table"}, "mode"),
        ({"validation": "honor"}, "validation"),
        ({"options": {"starting_seat": 0}}, "options.starting_seat"),
        ({"options": {"starting_seat": True}}, "options.starting_seat"),
        ({"options": {"starting_seat": "2"}}, "options.starting_seat"),
        ({"options": {"undo": True}}, "options.undo"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(changed, field):
    with pytest.raises(Invalid) as refused:
        configure_with(**changed)
    assert refused.value.field == field


def test_the_game_is_dealt_by_the_service_and_has_no_payments_to_be_lax_about():
    assert GAME.modes == ("dealer",)
    assert GAME.levels == (Level.STRICT,)
    assert GAME.starting_credits(configure_with()) == 0


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("cyd play raid bob 1", "wrong_moment"),
        ("bob allow", "not_your_turn"),
        ("bob done", "wrong_moment"),
        ("eve allow", "not_seated"),
    ],
)
def test_a_refusal_in_a_window_says_why(table, line, reason):
    refused = table.refused(line)
    assert refused.expected["reason"] == reason
    assert refused.expected["waiting_for"] == ("cyd",)
    assert refused.expected["awaited"] == ("allow", "defend")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bob allow", "wrong_moment"),
        ("bob defend", "wrong_moment"),
        ("ada play evasion", "not_your_turn"),
        ("bob play kamikaze", "not_held"),
        ("bob play gorilla", "not_held"),
        ("bob play raid", "not_on_card"),
        ("bob play raid cyd", "not_on_card"),
        ("bob play raid cyd 3", "not_on_card"),
        ("bob play raid cyd 0", "not_on_card"),
        ("bob play raid bob 1", "not_on_card"),
        ("bob play raid eve 1", "not_on_card"),
        ("bob play raid hand cyd 1", "not_on_card"),
        ("bob play evasion cyd", "not_on_card"),
        ("bob done", "must_play"),
    ],
)
def test_a_refusal_on_turn_says_why(line, reason):
    fresh = Dealt(ada="raid raid", bob="raid evasion / command command kamikaze", cyd="raid raid")
    assert fresh.refused(line).expected["reason"] == reason


def test_a_defence_that_is_not_held_is_refused_without_saying_what_is():
    fresh = Dealt(ada="raid raid", bob="command evasion", cyd="raid raid").play("bob play command cyd")
    refused = fresh.refused("cyd defend")
    assert refused.expected["reason"] == "no_defence"
    assert "raid" not in json.dumps(refused.expected)


@pytest.mark.parametrize("running", [True, False])
def test_nobody_owes_anything_in_this_game(table, running):
    payment = Payment(Player("ada"), Player("bob"), Credits(1))
    state = table.state if running else None
    with pytest.raises(PaymentRefused) as refused:
        GAME.check_payment(state, payment, {})
    assert refused.value.reason == ("nothing_due" if running else "no_game")


def test_a_payment_after_the_end_is_told_that_the_game_is_over():
    over = Dealt(ada="raid raid", bob="raid evasion").play("ada resign")
    assert over.payment_refused("ada", "bob", 1).reason == "game_over"


def test_what_chance_draws_must_fit_the_shuffle():
    start = GAME.new((Player("ada"), Player("bob")), configure_with())
    with pytest.raises(Invalid):
        GAME.apply(start, Drawn(CHANCE, (0,)), {})


# Secrets


def test_a_stranger_sees_piles_and_hands_as_numbers(table):
    view = json.dumps(GAME.view(table.state, None))
    for kind in ("defence", "kamikaze", "deployment", "command", "evasion", "collateral_damage"):
        assert kind not in view


def test_everybody_sees_the_own_hand_and_deck_and_nobody_elses(table):
    view = table.seen_by("cyd")
    assert view["hand"] == ("defence", "evasion")
    assert view["deck"] == ("raid", "kamikaze", "deployment")
    assert "command" not in json.dumps(view)
    assert table.seen_by("bob")["deck"] == ("raid", "command", "defence")


def test_no_view_says_which_copy_of_a_card_it_is(table):
    for viewer in ("ada", "bob", "cyd"):
        assert not any(card in json.dumps(table.seen_by(viewer)) for card in table.settings.deck.cards)


def test_what_everybody_is_told_names_no_hidden_card():
    """Over a whole game by silence: the public events name only cards that were played or lie in the open."""
    playing = Table("ada bob cyd dan", game="gorilla_warfare", seed=4)
    while playing.winners is None:
        playing.silence(playing.waiting[0])
        for event in playing.events:
            if event.audience is None and event.kind not in ("played", "defended", "rescued", "no_effect"):
                assert not any(kind in json.dumps(event.facts) for kind in Kind), event
            if event.audience is not None and event.kind != "moved":
                assert event.facts
                assert len(event.audience) <= 2
            if event.kind == "moved":
                assert event.audience == ()


# The audit


def test_a_missing_card_is_named(table):
    state = table.state
    assert misplaced(state) is None
    (lost, *left) = state.draw
    assert misplaced(replace(state, draw=tuple(left))) == f"{lost} is missing"


def test_a_doubled_card_is_named_with_both_places(table):
    state = table.state
    card = state.draw[3]
    assert misplaced(replace(state, discard=(card, *state.discard))) == (
        f"{card} lies in the draw_pile and in the discard_pile"
    )


def test_a_card_of_another_box_is_named(table):
    state = replace(table.state, discard=("raid-99", *table.state.discard))
    assert misplaced(state) == "raid-99 lies in the discard_pile, and is no card of this box"


def a_raid() -> tuple:
    playing = Dealt(ada="raid raid", bob="raid evasion / command command kamikaze", cyd="raid evasion")
    before = playing.play("bob play raid cyd 2").state
    move = GAME.decode(Player("cyd"), {"type": "allow"})
    return before, GAME.apply(before, move, {})


def test_the_recorded_ways_of_the_cards_lead_from_one_state_to_the_next():
    before, step = a_raid()
    (moved,) = [event for event in step.events if event.kind == "moved"]
    assert [way[1:] for way in moved.facts["cards"]] == [
        ("hand of cyd", "hand of bob"),
        ("deck of cyd", "hand of cyd"),
    ]
    assert audit(before, step) is None


@pytest.mark.parametrize(
    ("instead", "found"),
    [
        ([], "lies in the"),
        ([["kamikaze-1", "draw_pile", "hand of bob"]], "kamikaze-1 is told to leave the draw_pile"),
        ([["saving_grace-1", "hand of bob", "hand of cyd"]], "and lay in the draw_pile"),
        ([["raid-99", "draw_pile", "hand of bob"]], "and lay in the box of another game"),
    ],
)
def test_a_card_that_went_another_way_than_the_record_says_is_named(instead, found):
    before, step = a_raid()
    assert found in str(mistold(before, [Event("moved", {"cards": instead}, ())], step.state))
    assert found in str(audit(before, Step(step.state, (Event("moved", {"cards": instead}, ()),))))
