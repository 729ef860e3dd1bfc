"""Bots at tables of the service: how they come, what they do, and that nothing waits for them."""

import logging

import pytest

from app.errors import Conflict, Invalid, KeyReused, NotAllowed
from app.rules import GAMES
from app.services.bots.runner import BotRunner
from app.services.payments import Payments
from app.services.play import Play
from app.services.tables import TableSettings
from tests.integration.databases import ON_BOTH
from tests.integration.evening import ORGANIZER, Evening, player

PATIENCE_S = 60
LONG = 3000
"""Rounds of answers that no match of bots needs."""


def with_bots(program, *strengths: str, game: str = "reckless", users: str = "ada", **settings) -> Evening:
    evening = Evening(program, users, game=game, mode="dealer", **settings)
    for strength in strengths:
        evening.services.bots.seat(player(evening.host), evening.id, strength)
    return evening


def view_of(evening: Evening, user: str = "ada") -> dict:
    return evening.services.tables.view(player(user), evening.id)


def sat(evening: Evening) -> list[tuple[str, str | None]]:
    return [(seat["name"], seat["bot"]) for seat in view_of(evening)["players"]]


def play_on(evening: Evening) -> None:
    """Have bots answer until the match is over."""
    for _ in range(LONG):
        if not evening.services.bots.act(evening.id):
            break


@ON_BOTH
def test_a_bot_sits_down_with_a_name_of_its_own_and_its_strength_for_all_to_see(program):
    evening = with_bots(program, "easy", "hard")
    assert sat(evening) == [("Ada", None), ("Alma", "easy"), ("Bruno", "hard")]
    line = evening.services.tables.log(player("ada"), evening.id)[-1]
    assert (line.kind, line.actor, line.data["bot"]) == ("seat", "ada", "hard")


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_a_whole_match_once_its_last_player_has_left_it_to_one(program, game):
    others = ["easy", "medium"]
    evening = with_bots(program, *others, game=game).start()
    evening.services.bots.stand_in(player("ada"), evening.id, "hard")
    play_on(evening)
    view = view_of(evening)
    assert view["status"] == "over"
    assert not [
        line
        for line in evening.services.tables.log(player("ada"), evening.id, limit=1000)
        if line.kind == "refused"
    ]


def test_a_bot_does_not_decide_for_people(program):
    evening = with_bots(program, "hard", users="ada bob").start()
    play_on(evening)
    awaited = view_of(evening)["waiting_for"]
    assert set(awaited) & {"ada", "bob"}
    bots = {seat["user"] for seat in view_of(evening)["players"] if seat["bot"]}
    assert not set(awaited) & bots


def test_another_worker_that_was_quicker_is_no_trouble_of_the_bot(program, caplog, monkeypatch):
    caplog.set_level(logging.INFO)
    evening = with_bots(program, "easy", "easy", users="ada").start()
    evening.services.bots.stand_in(player("ada"), evening.id, "easy", user="ada")

    tried = []

    def too_late(*_args: object, key: str, **_more: object) -> None:
        tried.append(key)
        raise KeyReused("This idempotency key was used for another request.")

    monkeypatch.setattr(Play, "play", too_late)
    monkeypatch.setattr(Payments, "pay", too_late)
    assert not evening.services.bots.act(evening.id)
    assert tried
    assert caplog.text == ""


def test_whoever_left_comes_back_and_plays_again(program):
    evening = with_bots(program, "medium", users="ada bob").start()
    evening.services.bots.stand_in(player("ada"), evening.id, "easy", user="bob")
    assert sat(evening)[1] == ("Bob", "easy")
    evening.services.bots.give_back(player("bob"), evening.id)
    assert sat(evening)[1] == ("Bob", None)
    told = [
        line.data for line in evening.services.tables.log(player("ada"), evening.id) if line.kind == "seat"
    ]
    assert [one["bot"] for one in told[-2:]] == ["easy", None]


def test_nobody_gives_away_the_seat_of_another_player(program):
    evening = with_bots(program, "medium", users="ada bob").start()
    with pytest.raises(NotAllowed):
        evening.services.bots.stand_in(player("bob"), evening.id, "hard", user="ada")
    with pytest.raises(NotAllowed):
        evening.services.bots.seat(player("bob"), evening.id, "hard")
    evening.services.bots.stand_in(ORGANIZER, evening.id, "hard", user="ada")
    assert sat(evening)[0] == ("Ada", "hard")


def test_a_bot_sits_where_the_app_deals_and_nowhere_else(program):
    evening = Evening(program, "ada bob")
    with pytest.raises(Conflict, match="real cards"):
        evening.services.bots.seat(player("ada"), evening.id, "hard")
    evening.start()
    with pytest.raises(Conflict, match="real cards"):
        evening.services.bots.stand_in(player("ada"), evening.id, "hard")


def test_no_game_begins_with_real_cards_while_a_bot_sits_there(program):
    evening = with_bots(program, "hard", users="ada bob")
    evening.services.tables.configure(player("ada"), evening.id, TableSettings())
    with pytest.raises(Conflict, match="real cards"):
        evening.start()


@pytest.mark.parametrize("strength", ["", "perfect", "HARD"])
def test_a_strength_that_there_is_not_is_refused_and_named(program, strength):
    evening = with_bots(program)
    with pytest.raises(Invalid) as refused:
        evening.services.bots.seat(player("ada"), evening.id, strength)
    assert refused.value.facts["known"] == "easy, medium, hard"


def test_a_bot_has_no_seat_to_give_back(program):
    evening = with_bots(program, "hard").start()
    bot = view_of(evening)["players"][1]["user"]
    with pytest.raises(Conflict):
        evening.services.bots.give_back(player("ada"), evening.id, user=bot)


def test_a_bot_that_got_up_is_the_next_one_to_sit_down(program):
    evening = with_bots(program, "hard")
    first = view_of(evening)["players"][1]["user"]
    evening.services.tables.leave(player("ada"), evening.id, user=first)
    evening.services.bots.seat(player("ada"), evening.id, "easy")
    assert view_of(evening)["players"][1]["user"] == first


@ON_BOTH
def test_bots_wake_by_what_happens_and_go_on_after_a_restart(program):
    evening = with_bots(program, "hard", "easy").start()
    evening.services.bots.stand_in(player("ada"), evening.id, "medium")
    runner = BotRunner(evening.services.bots, evening.services.hub, lambda: 0.0)
    try:
        wait_for_lines(evening, 10)
    finally:
        runner.close()
    stopped_at = view_of(evening)["seq"]
    runner = BotRunner(evening.services.bots, evening.services.hub, lambda: 0.0)
    try:
        wait_for_lines(evening, stopped_at + 10)
    finally:
        runner.close()


def wait_for_lines(evening: Evening, count: int) -> None:
    """Wait until the table's log is so long, or the match over."""
    with evening.services.hub.watching(evening.id):
        while (view := view_of(evening))["seq"] < count and view["status"] == "playing":
            seq = view["seq"]
            assert evening.services.hub.wait(evening.id, seq, PATIENCE_S) > seq
