"""Gorilla Warfare over the services: every card's way is on record, and nobody learns what they may not see."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.errors import IllegalMove, Invalid, PaymentRefused
from app.rules import CHANCE, SHIPPED, Drawn, Lot, Step, gorilla_warfare
from app.services.chance import Chance
from app.services.ground import Change, change_table
from app.services.program import Program, open_program
from tests.integration.api.calling import Caller, app_over, events
from tests.integration.databases import ON_BOTH
from tests.integration.evening import Evening, HandClock, refusal_of, settings_for
from tests.unit.rules.gorilla import Dealt

GORILLA = {"game": "gorilla_warfare", "mode": "dealer"}


class SameSeed(Chance):
    """Chance that deals the same cards every time."""

    def new_seed(self) -> bytes:
        return b"s" * 32


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
    drawn = {"by": CHANCE, "move": {"type": "drawn", "numbers": [1]}, "funds": {}, "events": []}
    (fault,) = faults_after(dealt, "chance", drawn)
    assert 'found the move {"type": "drawn"' in fault


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
    hands = {"ada": "defence defence", "bob": "command evasion", "cyd": "raid raid"}
    program = open_program(settings_for(database_url), clock=clock, chance=Arranged(Dealt(**hands)))
    evening = Evening(program, **GORILLA, options={"timer_s": 20}).start()
    evening.play("bob play command ada")
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


def test_whoever_is_out_may_sit_down_elsewhere_while_the_others_play_on(dealt):
    dealt.play("cyd resign")
    assert dealt.winners is None
    assert Evening(dealt.program, "cyd", new_tiles=False).view()["status"] == "lobby"


def test_a_program_that_starts_anew_has_the_same_cards(dealt):
    play_on(dealt, Random(2), most=5)
    before = [dealt.view(user) for user in dealt.users]
    assert [dealt.restart().view(user) for user in dealt.users] == before
    dealt.program.close()


# Two worlds that differ only in what ada can't see


class Arranged(SameSeed):
    """Chance that deals what a test wants, and then leaves every pile as it lies."""

    def __init__(self, table: Dealt):
        self.lots = [move.numbers for move, _ in table.record if isinstance(move, Drawn)]

    def drawn(self, seed: bytes, number: int, lot: Lot) -> Drawn:
        return Drawn(CHANCE, self.lots.pop(0) if self.lots else tuple(n - 1 for n in lot))


ADA = "evasion evasion / command raid kamikaze"
PILE = "saving_grace command saving_grace"
WORLDS = (
    Dealt(
        PILE,
        ada=ADA,
        bob="command defence / raid raid evasion",
        cyd="defence defence / raid defence fog_of_war",
    ),
    Dealt(
        "kamikaze command collateral_damage",
        ada=ADA,
        bob="command raid / defence deployment evasion",
        cyd="raid reconnaissance / command command deployment",
    ),
)
STORY = (
    "bob play command cyd",
    "cyd allow",
    "bob done",
    "cyd resign",
    "ada play evasion",
    "ada done",
    "bob play defence",
    "bob done",
    "ada play command bob",
    "bob allow",
)


class World:
    """One of the worlds, and all that ada is sent in it: answers, log and stream."""

    def __init__(self, folder: Path, table: Dealt):
        url = f"sqlite:///{folder / 'world.sqlite'}"
        self.program = open_program(settings_for(url), clock=HandClock(), chance=Arranged(table))
        self.evening = Evening(self.program, **GORILLA, options={"timer_s": 20}).start()
        self.app = app_over(self.program)
        self.ada = Caller(self.app, self.program.services.people.enter("ada-secret").token)

    def sent_to_ada(self) -> str:
        table = f"/tables/{self.evening.id}"
        answers = [self.ada.get(path).text for path in (table, f"{table}/log?limit=500")]
        told = next(events(self.ada.get(f"{table}/stream", headers={"Last-Event-ID": "0"}, buffered=False)))
        text = json.dumps([answers, told, self.evening.view("ada")["waiting_for"]])
        return text.replace(self.evening.id, "ID").replace(self.evening.code, "CODE")


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    one, other = (World(folder, table) for folder, table in zip(folders, WORLDS, strict=True))
    yield one, other
    one.program.close()
    other.program.close()


def test_what_ada_cannot_see_changes_nothing_that_she_is_sent_and_no_moment_at_which_somebody_is_asked(
    worlds,
):
    one, other = worlds
    assert one.evening.view("bob")["hand"] != other.evening.view("bob")["hand"]
    for line in STORY:
        assert one.sent_to_ada() == other.sent_to_ada()
        one.evening.play(line)
        other.evening.play(line)
    assert one.sent_to_ada() == other.sent_to_ada()
    assert one.evening.view("bob")["deck"] != other.evening.view("bob")["deck"]
