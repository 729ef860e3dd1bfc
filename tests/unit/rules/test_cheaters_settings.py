"""What a table can choose in Cheater's Game, and its moves and view as data."""

import json

import pytest

from app.errors import Invalid
from app.rules import BANK, CHANCE, GAMES
from app.rules.cheaters_game import moves
from tests.unit.rules.cheaters import allied, alone, real_dice
from tests.unit.rules.kit import Table, deck_with, shipped_deck

RULES = GAMES["cheaters_game"]


def configure(mode="table", validation="strict", deck=None, **options):
    return RULES.configure(
        mode=mode, validation=validation, deck=deck or shipped_deck("cheaters_game"), options=options
    )


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"mode": "box"}, "mode"),
        ({"validation": "honor"}, "validation"),
        ({"validation": "open"}, "validation"),
        ({"deck": "name = 1"}, "min_players"),
        ({"deck": "no TOML"}, "deck"),
        ({"deck": deck_with("alliance_sets = 5", "alliance_sets = 0", "cheaters_game")}, "alliance_sets"),
        ({"deck": deck_with("max_players = 5", "max_players = 2", "cheaters_game")}, "max_players"),
        ({"deck": deck_with("race_over = 100", "race_over = 100\ndice = 10", "cheaters_game")}, "dice"),
        ({"rounds": 0}, "options.rounds"),
        ({"rounds": 101}, "options.rounds"),
        ({"rounds": "10"}, "options.rounds"),
        ({"rounds": True}, "options.rounds"),
        ({"race": 1}, "options.race"),
        ({"starting_seat": 0}, "options.starting_seat"),
        ({"starting_seat": 7}, "options.starting_seat"),
        ({"out_of_cards": "plays_on"}, "options.out_of_cards"),
        ({"sheet": True}, "options.sheet"),
        ({"dealt": True}, "options.dealt"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_and_named(settings, field):
    with pytest.raises(Invalid) as refused:
        configure(**settings)
    assert refused.value.field == field
    assert str(refused.value)


@pytest.mark.parametrize("players", ["ada bob", "ada bob cyd dan eve fay", "ada ada bob"])
def test_three_to_five_different_people_play(players):
    with pytest.raises(Invalid) as refused:
        RULES.new(tuple(players.split()), configure())
    assert refused.value.field == "players"
    assert RULES.seats(configure()) == (3, 5)


def test_somebody_must_sit_on_the_seat_that_starts():
    with pytest.raises(Invalid) as refused:
        RULES.new(("ada", "bob", "cyd"), configure(starting_seat=4))
    assert refused.value.field == "options.starting_seat"


def test_the_game_has_an_account_for_each_set_of_pawns():
    assert RULES.accounts(configure()) == tuple(f"@alliance-{number}" for number in range(1, 6))


def test_honest_points_may_be_negative_and_an_alliances_never():
    settings = configure()
    assert RULES.floor(settings, "ada") < -1000
    assert RULES.floor(settings, "@alliance-1") == 0


def test_everybody_starts_with_nothing():
    assert RULES.starting_credits(configure()) == 0


def test_the_rule_file_says_its_title_and_its_game():
    assert RULES.deck_title(shipped_deck("cheaters_game")) == "Cheater's Game"


@pytest.mark.parametrize(
    ("data", "move"),
    [
        ({"type": "roll"}, moves.Roll("ada")),
        ({"type": "invite", "players": ["bob", "cyd"]}, moves.Invite("ada", ("bob", "cyd"))),
        ({"type": "roll_alliances"}, moves.RollAlliances("ada")),
        ({"type": "whistle", "alliance": 2}, moves.Whistle("ada", 2)),
        ({"type": "join"}, moves.Join("ada")),
        ({"type": "decline"}, moves.Decline("ada")),
        ({"type": "dice", "dice": [3, 3]}, moves.Dice("ada", (3, 3))),
        ({"type": "offer", "to": "bob", "amount": 0}, moves.Offer("ada", "bob", 0)),
        ({"type": "accept"}, moves.Accept("ada")),
        ({"type": "refuse"}, moves.Refuse("ada")),
        ({"type": "misunderstand"}, moves.Misunderstand("ada")),
        ({"type": "resign"}, moves.Resign("ada")),
    ],
    ids=lambda value: str(value.get("type")) if isinstance(value, dict) else "",
)
def test_the_moves_of_the_interface_are_read(data, move):
    assert RULES.decode("ada", data) == move


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"type": "invite"}, "players"),
        ({"type": "invite", "players": "bob"}, "players"),
        ({"type": "invite", "players": [1]}, "players"),
        ({"type": "dice", "dice": [1.0]}, "dice"),
        ({"type": "dice", "dice": ["1"]}, "dice"),
        ({"type": "dice", "dice": [True]}, "dice"),
        ({"type": "whistle"}, "alliance"),
        ({"type": "whistle", "alliance": "1"}, "alliance"),
        ({"type": "offer", "to": "bob"}, "amount"),
        ({"type": "drawn", "numbers": [0]}, "type"),
        ({"type": "correct"}, "type"),
        ({"type": "close"}, "type"),
    ],
)
def test_what_is_no_players_move_is_refused_and_the_part_named(data, field):
    with pytest.raises(Invalid) as refused:
        RULES.decode("ada", data)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("player", "data"),
    [(CHANCE, {"type": "drawn", "numbers": [0, 5]}), (BANK, {"type": "correct"}), (BANK, {"type": "close"})],
)
def test_the_services_moves_are_read_back_from_the_record(player, data):
    assert RULES.encode(RULES.restore(player, json.loads(json.dumps(data)))) == {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }


def test_people_and_dice_are_taken_in_any_order():
    table = real_dice("ada bob cyd dan").play("ada invite dan bob", "dan join", "bob join")
    assert table.view["alliances"][0]["members"] == ("ada", "bob", "dan")
    assert table.play("ada dice 6 1 4").view["thrown"][0]["dice"] == (1, 4, 6)


def test_everybody_sees_the_same():
    table = Table("ada bob cyd", game="cheaters_game", mode="dealer").play("ada invite bob", "bob join")
    views = {json.dumps(table.rules.view(table.state, viewer)) for viewer in (*table.players, None)}
    assert len(views) == 1


def test_the_view_names_what_is_asked():
    table = allied(real_dice(), "ada", "bob", "4 4")
    assert table.view["prompt"] == {"pool": 8, "targets": ("bob", "cyd")}
    assert table.play("ada offer cyd 3").view["prompt"] == {"to": "cyd", "amount": 3, "kept": 5, "pool": 8}
    assert table.play("cyd accept").view["prompt"] == {
        "can_invite": ("ada", "cyd"),
        "declined": (),
        "most": 4,
    }
    assert table.play("bob invite ada cyd", "cyd decline").view["prompt"] == {
        "leader": "bob",
        "asked": ("ada",),
        "joined": (),
        "declined": ("cyd",),
    }
    assert table.close().view["prompt"] == {}


def test_the_question_stays_while_answers_to_one_invitation_come_in():
    table = real_dice("ada bob cyd dan").play("ada invite bob cyd dan")
    asked = table.rules.question(table.state)
    table.play("bob join", "cyd decline")
    assert table.rules.question(table.state) == asked
    table.play("dan join")
    assert table.rules.question(table.state) != asked


def test_a_second_turn_of_the_same_player_is_another_question():
    table = allied(real_dice(), "ada", "bob cyd", "1 2 4")
    alone(table, "bob 1", "cyd 1")
    asked = table.rules.question(table.state)
    table.play("ada whistle 1")
    assert table.turn == "ada"
    assert table.rules.question(table.state) != asked


@pytest.mark.parametrize(
    ("line", "reason"),
    [("zoe roll", "not_seated"), ("bob roll", "not_your_turn"), ("ada accept", "wrong_moment")],
)
def test_a_refusal_says_why_and_who_is_awaited(line, reason):
    refused = real_dice().refused(line)
    assert (refused.expected["reason"], refused.expected["waiting_for"]) == (reason, ("ada",))


def test_after_the_end_nothing_can_be_played():
    table = real_dice().close()
    assert table.refused("ada roll").expected["reason"] == "game_over"
    assert table.moves("ada") == []
