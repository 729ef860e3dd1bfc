"""Gorilla Warfare over the services: every card's way is on record, and nobody learns what they may not see."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from app.errors import IllegalMove, Invalid, NotAllowed, PaymentRefused
from app.rules import CHANCE, SHIPPED, Drawn, Step, gorilla_warfare
from app.services.ground import Change, change_table
from app.services.program import Program, open_program
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, refusal_of, settings_for
from tests.integration.gorilla import GORILLA, SameSeed, arranged, begun
from tests.unit.rules.gorilla import Dealt


@pytest.fixture
def program(database_url, clock) -> Iterator[Program]:
    program = open_program(settings_for(database_url), clock=clock, chance=SameSeed())
    yield program
    program.close()


@pytest.fixture
def dealt(program) -> Evening:
    return Evening(program, **GORILLA).start()


def play_on(evening: Evening, chance: Random, most: int = 400) -> Evening:
    """Play by legal moves, chosen at random."""
    for _ in range(most):
        if evening.winners is not None:
            break
        user = chance.choice(evening.waiting)
        moves = [move for move in evening.moves(user) if move["type"] not in ("resign", "undo")]
        evening.services.play.play(evening.actor(user), evening.id, chance.choice(moves))
    return evening


@ON_BOTH
def test_a_whole_game_leaves_every_card_in_one_place_and_the_audit_finds_nothing(program):
    evening = play_on(Evening(program, "ada bob cyd dan", **GORILLA).start(), Random(3))
    assert len(evening.winners or ()) == 1
    assert ways_of_the_cards(evening) == {"draw_pile", "discard_pile"} | {
        f"{place} of {user}" for user in evening.winners or () for place in places_of(evening, user)
    }
    assert evening.services.history.verify().ok
    assert evening.transfers() == []


def ways_of_the_cards(evening: Evening) -> set[str]:
    """Where the cards lie in the end, by nothing but the ways that the log tells of each of them."""
    lies: dict[str, str] = {}
    for line in evening.log():
        for event in line.data.get("events", ()):
            if event["kind"] == "moved":
                for card, source, to in event["facts"]["cards"]:
                    assert lies.get(card, source) == source
                    lies[card] = to
    return set(lies.values())


def places_of(evening: Evening, user: str) -> list[str]:
    view = evening.view(user)
    (seat,) = (seat for seat in view["players"] if seat["user"] == user)
    return [
        place
        for place, has in (("hand", view["hand"]), ("deck", view["deck"]), ("front", seat["front"]))
        if has
    ]


def a_move(evening: Evening) -> dict[str, Any]:
    """What the log would say of the move that silence makes now."""
    with evening.program.database.read() as connection:
        match = evening.program.ground.snapshots.read(connection, evening.id).match
    assert match is not None
    move = match.game.default_move(match.state, evening.waiting[0])
    assert move is not None
    step = match.game.apply(match.state, move, {})
    events = [{"kind": e.kind, "facts": e.facts, "audience": e.audience} for e in step.events]
    return json.loads(
        json.dumps(
            {
                "by": move.player,
                "move": match.game.encode(move),
                "funds": dict.fromkeys(evening.users, 0),
                "events": events,
                "bookings": [],
            }
        )
    )


def faults_after(evening: Evening, kind: str, data: dict[str, Any]) -> list[str]:
    """What the audit finds once a line was written past the rules, with every seal as it should be."""
    evening.spoiled = True

    def act(_, snapshot, book):
        book.line(kind, data)
        return Change(snapshot.match)

    change_table(evening.program.ground, evening.id, user="ada", key=None, contents={}, act=act)
    return [str(fault) for fault in evening.services.history.verify().faults]


@pytest.mark.parametrize("part", range(3), ids=["card", "source", "place"])
def test_a_card_that_the_log_sends_another_way_is_found(dealt, part):
    line = a_move(dealt)
    (moved,) = [event for event in line["events"] if event["kind"] == "moved"]
    moved["facts"]["cards"][0][part] = ("kamikaze-1", "aside", "aside")[part]
    (fault,) = faults_after(dealt, "move", line)
    assert ", its events: found" in fault


def test_the_same_line_as_it_should_be_is_no_fault(dealt):
    assert faults_after(dealt, "move", a_move(dealt)) == []


def test_what_was_not_drawn_is_found(dealt):
    move = {"type": "drawn", "numbers": [1]}
    drawn = {**a_move(dealt), "by": CHANCE, "move": move, "events": []}
    (fault,) = faults_after(dealt, "chance", drawn)
    assert "found a draw, expected none" in fault


class Forgetful:
    """The game, but for a card that gets lost whenever a pile is shuffled."""

    def __getattr__(self, name: str) -> Any:
        return getattr(gorilla_warfare, name)

    def apply(self, state: Any, move: Any, funds: Any) -> Step[Any]:
        step = gorilla_warfare.apply(state, move, funds)
        if not isinstance(move, Drawn):
            return step
        return Step(replace(step.state, draw=step.state.draw[1:]), step.events)


def test_a_card_that_the_program_itself_has_lost_is_named(program, monkeypatch):
    monkeypatch.setitem(SHIPPED, "gorilla_warfare", Forgetful())
    evening = Evening(program, **GORILLA).start()
    evening.spoiled = True
    (fault,) = evening.services.history.verify().faults
    assert "what the table holds: found" in str(fault)
    assert "is missing, expected everything in its place" in str(fault)


def test_an_answer_by_defence_is_waited_for_until_the_time_is_up(database_url, clock):
    table = Dealt(ada="defence defence", bob="command evasion", cyd="raid raid")
    program = arranged(database_url, clock, table)
    evening = begun(program, "ada bob cyd", timer_s=20).play("bob play command ada")
    assert (evening.waiting, evening.view()["seconds_left"]) == (["ada"], 20)
    clock.pass_(19)
    assert evening.services.play.expire() == 0
    clock.pass_(2)
    assert evening.services.play.expire() == 1
    assert evening.log("silence")[-1].data["move"] == {"type": "allow"}
    assert evening.view("ada")["hand"] == ("defence", "defence")
    program.close()


def test_a_turn_that_nobody_plays_is_played_by_silence(program, clock):
    evening = Evening(program, **GORILLA, options={"timer_s": 20}).start()
    for _ in range(12):
        clock.pass_(21)
        evening.services.play.expire()
    assert {line.data["by"] for line in evening.log("silence")} == set(evening.users)


def test_what_was_played_cannot_be_taken_back(dealt):
    play_on(dealt, Random(1), most=1)
    assert isinstance(refusal_of(dealt.undo), IllegalMove)


def test_nobody_pays_anybody(dealt):
    refused = refusal_of(dealt.pay, "ada bob 3")
    assert isinstance(refused, PaymentRefused)
    assert refused.code == "nothing_due"


@pytest.mark.parametrize("settings", [{"mode": "table"}, {"validation": "open"}])
def test_a_table_for_another_way_to_play_is_not_opened(program, settings):
    refused = refusal_of(Evening, program, **GORILLA | settings)
    assert isinstance(refused, Invalid)
    assert refused.field in settings


def test_a_host_learns_nothing_by_trying_moves_for_others(dealt):
    held = dealt.view("bob")["hand"][0]
    for line in (f"bob play {held}", "bob play kamikaze", "bob play defence", "bob done", "bob defend"):
        assert isinstance(refusal_of(dealt.play, line, by="ada"), NotAllowed)
    assert dealt.log("refused") == []
    dealt.play("bob silence", by="ada")
    assert dealt.log("move")[-1].data["move"]["card"] == held
    dealt.play("cyd resign", by="ada")
    assert dealt.view()["players"][2]["out"]


def test_nobodys_silence_speaks_who_is_not_awaited(dealt):
    assert isinstance(refusal_of(dealt.play, "cyd silence", by="ada"), IllegalMove)
    assert isinstance(refusal_of(dealt.play, "bob silence", by="cyd"), NotAllowed)


def test_whoever_is_out_may_sit_down_elsewhere_while_the_others_play_on(dealt):
    dealt.play("cyd resign")
    assert dealt.winners is None
    assert Evening(dealt.program, "cyd", new_tiles=False).view()["status"] == "lobby"


def test_a_program_that_starts_anew_has_the_same_cards(dealt):
    play_on(dealt, Random(2), most=5)
    before = [dealt.view(user) for user in dealt.users]
    assert [dealt.restart().view(user) for user in dealt.users] == before
    dealt.program.close()
