"""Tables: opening, sitting down, beginning, ending, playing again; who may do and see what."""

import pytest

from app.errors import Conflict, IllegalMove, Invalid, NotAllowed, NotFound, StaleState
from app.services.ground.snapshots import Snapshots
from app.services.program import open_program
from app.services.tables import MAX_UNFINISHED, TableSettings
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening, add_tiles, player, refusal_of, settings_for
from tests.integration.services.test_payments import SHIPPED

DEARER = SHIPPED.replace('action = "fraud"\namount = 50', 'action = "fraud"\namount = 60')


# Opening


def test_whoever_opens_a_table_is_its_host_and_its_code_leads_there(evening):
    card = evening.services.tables.by_code(evening.code)
    assert (card.id, card.host, card.status, card.seats) == (
        evening.id,
        "ada",
        "lobby",
        ("Ada", "Bob", "Cyd"),
    )


def test_a_join_code_may_be_typed_in_any_way(evening):
    typed = f" {evening.code[:3].upper()}-{evening.code[3:]} "
    assert evening.services.tables.by_code(typed).id == evening.id


@pytest.mark.parametrize("code", ["", "zzzzzz", "\x00", "\ud800", "x" * 5000])
def test_a_code_that_nobody_has_is_not_found(evening, code):
    assert isinstance(refusal_of(evening.services.tables.by_code, code), NotFound)


@pytest.mark.parametrize(
    ("field", "settings"),
    [
        ("game", {"game": "monopoly"}),
        ("mode", {"mode": "box"}),
        ("validation", {"validation": "lax"}),
        ("options.colour", {"options": {"colour": "red"}}),
        ("options.out_of_cards", {"options": {"out_of_cards": 1}}),
        ("deck", {"deck": "x" * 20_001}),
        ("deck", {"deck": "no toml"}),
        ("deck", {"deck": "# \ud800\n" + SHIPPED}),
        ("deck", {"deck": ""}),
    ],
)
def test_a_setting_that_can_not_be_read_is_named(program, field, settings):
    add_tiles(program, "ada")
    refusal = refusal_of(program.services.tables.open, player("ada"), TableSettings(**settings))
    assert isinstance(refusal, Invalid)
    assert refusal.field == field


def test_one_key_opens_one_table(program):
    add_tiles(program, "ada")
    settings = TableSettings()
    opened = [program.services.tables.open(player("ada"), settings, key="k") for _ in range(2)]
    assert opened[0] == opened[1]


def test_who_sits_somewhere_opens_no_other_table(evening):
    assert isinstance(refusal_of(evening.services.tables.open, player("bob"), TableSettings()), Conflict)


def test_a_player_cant_fill_the_desk_with_tables(program, clock):
    evening = Evening(program, "ada bob")
    evening.leave("ada")
    for _ in range(MAX_UNFINISHED - 1):
        other = program.services.tables.open(player("ada"), TableSettings())
    refused = refusal_of(program.services.tables.open, player("ada"), TableSettings())
    assert (type(refused), refused.facts["count"]) == (Conflict, MAX_UNFINISHED)
    program.services.tables.close(player("ada"), other.id)
    program.services.tables.open(player("ada"), TableSettings())
    assert isinstance(refusal_of(program.services.tables.open, player("ada"), TableSettings()), Conflict)
    clock.pass_(25 * 3600)
    program.services.tables.open(player("ada"), TableSettings())


def test_an_organizer_may_open_many(evening):
    first, second = (evening.services.tables.open(ORGANIZER, TableSettings()) for _ in range(2))
    assert first.id != second.id


# Sitting down and leaving


def test_seats_are_taken_in_order_under_a_name_of_ones_own(program):
    evening = Evening(program, "ada bob")
    evening.sit("bob", name="Robert the Bold")
    assert [one["name"] for one in evening.view()["players"]] == ["Ada", "Robert the Bold"]


def test_sitting_down_again_changes_nothing(evening):
    before, seq = evening.everything(), evening.view()["seq"]
    evening.sit("bob")
    assert (evening.everything(), evening.view()["seq"]) == (before, seq)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ADA",
        " ada ",
        "\u0410da",  # Cyrillic
        "\uff21da",  # wide
        "A\u034fda",
        "Ada\u3164",
        "Ada\ufe0f",
        "\u00c1da",
        "A\u0301da",
    ],
)
def test_a_name_at_the_table_belongs_to_one(evening, name):
    assert isinstance(refusal_of(evening.sit, "bob", name=name), Conflict)


def test_names_that_look_alike_on_a_phone_are_one(program):
    evening = Evening(program, "ada bob")
    evening.sit("ada", name="Bill 0")
    for name in ("BiII O", "Bi11 0", "Вill О"):
        assert isinstance(refusal_of(evening.sit, "bob", name=name), Conflict)


@pytest.mark.parametrize(
    "name", ["Łukasz", "Ζωή", "राम", "小林", "ليلى", "שלום", "🦍 Kong", "Zoë", "❤️", "Nguyễn Ấn"]
)
def test_a_name_may_be_of_any_script(program, name):
    evening = Evening(program, "ada bob")
    evening.sit("ada", name="रमा")
    evening.sit("bob", name=name)
    assert evening.view()["players"][1]["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        " ",
        "x" * 25,
        "a\x00b",
        "\ud800",
        "@bank",
        "\uff20clock",
        "a\u202eb",
        "\u3164",
        "\u115f\u1160",
        "\u2800",
        "a" + "\u0301" * 12,
    ],
)
def test_a_name_can_be_read(evening, name):
    assert isinstance(refusal_of(evening.sit, "bob", name=name), Invalid)


def test_an_account_sits_at_one_running_table(evening):
    other = Evening(evening.program, "eve")
    assert isinstance(refusal_of(other.sit, "bob"), Conflict)
    evening.leave("bob")
    other.sit("bob")


def test_the_host_and_organizers_seat_others_and_nobody_else_does(program):
    evening = Evening(program, "ada bob")
    add_tiles(program, "cyd", "dan", "eve")
    sit = evening.services.tables.sit
    sit(player("ada"), evening.id, user="CYD")
    sit(ORGANIZER, evening.id, user="dan")
    assert isinstance(refusal_of(sit, player("bob"), evening.id, user="eve"), NotAllowed)
    assert list(evening.balances) == ["ada", "bob", "cyd", "dan"]


@pytest.mark.parametrize("user", ["nobody", "olga", "@bank"])
def test_only_tiles_sit_down(evening, user):
    evening.services.people.add_organizer("olga", "a long password")
    sit = evening.services.tables.sit
    assert isinstance(refusal_of(sit, player("ada"), evening.id, user=user), NotFound)


def test_nobody_sits_down_in_the_middle_of_a_game(evening):
    evening.start()
    add_tiles(evening.program, "dan")
    assert isinstance(refusal_of(evening.sit, "dan"), Conflict)


def test_a_table_has_twelve_seats(program):
    evening = Evening(program, " ".join(f"p{n}" for n in range(12)))
    add_tiles(program, "late")
    assert isinstance(refusal_of(evening.sit, "late"), Conflict)


def test_in_a_running_game_one_resigns_instead_of_leaving(evening):
    evening.start()
    assert isinstance(refusal_of(evening.leave, "bob"), Conflict)
    evening.play("bob resign")


def test_who_left_and_comes_back_has_the_last_seat_and_the_same_account(evening):
    evening.leave("ada")
    evening.sit("ada")
    assert list(evening.balances) == ["bob", "cyd", "ada"]


def test_a_stranger_can_not_make_others_leave(evening):
    leave = evening.services.tables.leave
    assert isinstance(refusal_of(leave, player("bob"), evening.id, user="cyd"), NotAllowed)
    leave(player("ada"), evening.id, user=" CYD")
    assert list(evening.balances) == ["ada", "bob"]


# Beginning


def test_a_match_begins_with_the_starting_credits_from_the_bank(evening):
    evening.start()
    assert evening.balances == {"ada": 200, "bob": 200, "cyd": 200}
    assert evening.books()["@bank"] == -600
    assert {t.kind for t in evening.transfers()} == {"grant"}


@pytest.mark.parametrize("who", ["bob", "cyd"])
def test_only_host_and_organizers_begin_end_and_configure(evening, who):
    tables = evening.services.tables
    for do in (tables.start, tables.close):
        assert isinstance(refusal_of(do, player(who), evening.id), NotAllowed)
    assert isinstance(refusal_of(tables.configure, player(who), evening.id, TableSettings()), NotAllowed)


def test_an_organizer_may_begin(evening):
    assert evening.start(by="olga").phase == "turn"


def test_a_running_match_is_not_begun_again_and_nothing_is_dealt(evening):
    evening.start()
    assert isinstance(refusal_of(evening.start), Conflict)
    assert evening.balances["ada"] == 200


def test_one_key_begins_one_match(evening):
    evening.start(key="k").start(key="k")
    assert evening.view()["match"] == 1


def test_one_alone_does_not_begin(program):
    evening = Evening(program, "ada")
    assert isinstance(refusal_of(evening.start), Invalid)
    assert (evening.view()["status"], evening.view()["match"]) == ("lobby", 0)


# Settings


def test_settings_can_be_changed_before_a_match(evening):
    evening.services.tables.configure(player("ada"), evening.id, TableSettings(deck=DEARER))
    evening.start().play("bob declare fraud ada").allow().play("ada concede")
    assert evening.due == [("ada", "bob", 60, "fraud")]


def test_without_a_deck_the_table_keeps_the_one_it_has(evening):
    configure = evening.services.tables.configure
    configure(player("ada"), evening.id, TableSettings(deck=DEARER))
    configure(player("ada"), evening.id, TableSettings(options={"timer_s": 30}))
    assert next(a["amount"] for a in evening.view()["actions"] if a["action"] == "fraud") == 60
    assert evening.view()["options"] == {"timer_s": 30}


def test_settings_can_not_be_changed_in_the_middle_of_a_match(evening):
    evening.start()
    configure = evening.services.tables.configure
    assert isinstance(refusal_of(configure, player("ada"), evening.id, TableSettings()), Conflict)


OTHER_SETTINGS = [
    TableSettings(deck=DEARER),
    TableSettings(validation="honor"),
    TableSettings(options={"starting_seat": 3}),
]


@pytest.mark.parametrize("settings", OTHER_SETTINGS, ids=["deck", "level", "house rule"])
def test_a_match_that_was_played_keeps_its_settings_when_those_of_the_table_change(evening, settings):
    evening.start().a_debt().pay_all().close()
    before = evening.everything()
    evening.services.tables.configure(player("ada"), evening.id, settings)
    evening.restart()
    assert evening.everything() == before
    evening.start()
    assert evening.view()["match"] == 2


# The end, and playing again


def test_closing_ends_the_match_for_the_richest_and_lets_everybody_go(evening):
    evening.start().a_debt().pay_all().close()
    assert (evening.view()["status"], evening.winners) == ("over", ["bob"])
    other = Evening(evening.program, "eve")
    other.sit("cyd")


def test_after_the_end_nothing_is_played(evening):
    evening.start().close()
    refusal = refusal_of(evening.play, "bob declare fraud ada")
    assert isinstance(refusal, IllegalMove)
    assert refusal.expected["phase"] == "over"
    assert evening.moves("bob") == []


def test_a_finished_table_plays_again_with_the_same_seats_and_fresh_credits(evening):
    evening.start().a_debt().pay_all().close().start()
    assert evening.balances == {"ada": 200, "bob": 200, "cyd": 200}
    assert (evening.view()["match"], evening.phase, evening.winners) == (2, "turn", None)
    kinds = [t.kind for t in evening.transfers() if t.match == 2]
    assert sorted(kinds) == ["grant", "return"]


def test_who_sits_elsewhere_by_now_keeps_a_table_from_playing_again(evening):
    evening.start().close()
    other = Evening(evening.program, "eve")
    other.sit("cyd")
    refusal = refusal_of(evening.start)
    assert isinstance(refusal, Conflict)
    assert "Cyd" in str(refusal)
    evening.services.tables.leave(player("ada"), evening.id, user="cyd")
    assert evening.start().view()["match"] == 2


def test_who_is_bankrupt_may_sit_at_another_table_at_once(program):
    poor = SHIPPED.replace("starting_credits = 200", "starting_credits = 40")
    evening = Evening(program, "ada bob cyd", deck=poor).start().a_debt()
    evening.pay("cyd bob 40")
    Evening(program, "eve").sit("cyd")
    assert evening.view()["status"] == "playing"


def test_a_lobby_that_is_closed_lets_everybody_go(evening):
    evening.close()
    Evening(evening.program, "eve").sit("bob")
    assert evening.view()["status"] == "over"
    assert isinstance(refusal_of(evening.start), Conflict)


def test_one_finds_back_to_the_table_where_one_sits_or_sat_last(evening):
    seated_at = evening.services.tables.seated_at
    assert seated_at(player("bob")) == evening.id
    evening.start().close()
    assert seated_at(player("bob")) == evening.id
    assert seated_at(player("stranger")) is None


def test_nobody_is_led_back_to_a_table_that_was_closed_before_a_game(evening):
    evening.close()
    assert evening.services.tables.seated_at(player("bob")) is None


# Who sees what


@ON_BOTH
def test_a_stranger_sees_neither_table_nor_log(evening):
    tables = evening.services.tables
    for look in (tables.view, tables.log):
        assert isinstance(refusal_of(look, player("eve"), evening.id), NotAllowed)
        for unknown in ("nowhere", "", "\x00", "\ud800"):
            assert isinstance(refusal_of(look, player("eve"), unknown), NotFound)
        look(ORGANIZER, evening.id)


def test_all_tables_are_for_organizers(evening):
    assert [card.id for card in evening.services.tables.all(ORGANIZER)] == [evening.id]
    assert isinstance(refusal_of(evening.services.tables.all, player("ada")), NotAllowed)


@pytest.mark.parametrize("limit", [-1, 1001])
def test_a_page_of_the_log_has_a_limit(evening, limit):
    assert isinstance(
        refusal_of(evening.services.tables.log, player("ada"), evening.id, limit=limit), Invalid
    )


def test_after_the_last_line_there_is_nothing_however_far_one_looks(evening):
    log = evening.services.tables.log
    assert log(player("ada"), evening.id, after=10**30) == ()
    assert log(player("ada"), evening.id, limit=0) == ()


# Moves


def test_a_page_that_was_drawn_from_an_older_question_decides_nothing(evening):
    evening.start()
    drawn = evening.view()["seq"]
    evening.play("bob declare fraud ada", seq=drawn).allow()
    before = evening.everything()
    assert isinstance(refusal_of(evening.play, "ada allow", seq=drawn), StaleState)
    assert evening.everything() == before


def test_two_answers_to_one_question_may_cross(evening):
    evening.start().play("bob declare fraud ada")
    drawn = evening.view()["seq"]
    evening.play("ada allow", seq=drawn).play("cyd allow", seq=drawn)
    assert evening.phase == "counter"


def test_host_and_organizer_move_for_somebody_absent_and_nobody_else_does(evening):
    evening.start().play("bob declare fraud ada")
    assert isinstance(refusal_of(evening.play, "cyd allow", by="bob"), NotAllowed)
    evening.play("cyd allow", by="ada").play("ada allow", by="olga")
    assert [line.actor for line in evening.log("move")] == ["bob", "ada", "olga"]
    assert [line.data["by"] for line in evening.log("move")] == ["bob", "cyd", "ada"]


def test_nobody_moves_for_somebody_who_does_not_sit_here(evening):
    evening.start()
    assert isinstance(refusal_of(evening.play, "eve allow", by="ada"), NotFound)


UNREADABLE = [
    {},
    {"type": "pay"},
    {"type": "close"},
    {"type": "correct"},
    {"type": 1},
    {"type": "declare"},
    {"type": "declare", "action": 5},
    {"type": "declare", "action": "fraud", "target": ["ada"]},
    {"type": "pass", "x": 1},
    {"type": "pass", "x": float("nan")},
]


@pytest.mark.parametrize("move", UNREADABLE, ids=str)
def test_a_move_that_can_not_be_read_is_told_and_leaves_no_line(evening, move):
    evening.start()
    seq = evening.view()["seq"]
    refusal = refusal_of(evening.services.play.play, player("bob"), evening.id, move)
    assert isinstance(refusal, Invalid)
    assert evening.view()["seq"] == seq


def test_half_a_character_in_a_move_is_refused_and_logged_like_any_other_word(evening):
    evening.start()
    move = {"type": "declare", "action": "\ud800\x00", "target": "ada"}
    refusal = refusal_of(evening.services.play.play, player("bob"), evening.id, move)
    assert isinstance(refusal, IllegalMove)
    assert evening.log("refused")[-1].data["tried"]["move"] == move
    evening.restart()
    assert evening.log("refused")[-1].data["tried"]["move"] == move


def test_before_the_game_begins_nothing_is_played(evening):
    refusal = refusal_of(evening.play, "bob declare fraud ada")
    assert isinstance(refusal, IllegalMove)
    assert refusal.expected["phase"] == "lobby"


def test_a_refused_move_is_in_the_log_and_changes_nothing(evening):
    before = evening.start().everything()
    refusal_of(evening.play, "ada declare fraud bob")
    assert evening.everything() == before
    (line,) = evening.log("refused")
    assert (line.actor, line.data["code"]) == ("ada", "illegal_move")
    assert line.data["expected"]["waiting_for"] == ["bob"]


def test_the_same_key_moves_once(evening):
    evening.start().play("bob declare fraud ada", key="k").play("bob declare fraud ada", key="k")
    assert len(evening.log("move")) == 1


# What is kept in memory


def test_what_is_kept_is_what_the_log_says(evening):
    evening.start()
    for step in (
        "bob declare fraud ada",
        "ada allow",
        "cyd challenge",
        "bob show banker",
        "cyd lose_card ceo",
    ):
        evening.play(step)
        with evening.program.database.read() as connection:
            kept = evening.program.ground.snapshots.read(connection, evening.id)
            assert kept == Snapshots().read(connection, evening.id)


def test_a_program_that_was_behind_catches_up_by_the_log(evening):
    other = open_program(settings_for(evening.program.database.url), clock=evening.program.ground.clock)
    evening.start()
    assert other.services.tables.view(player("ada"), evening.id)["phase"] == "turn"
    evening.play("bob declare fraud ada", "ada allow").undo().play("ada challenge")
    assert other.services.tables.view(player("ada"), evening.id) == evening.view()
    other.services.play.play(player("bob"), evening.id, {"type": "decline"})
    assert evening.phase == "lose_card"
    other.close()
