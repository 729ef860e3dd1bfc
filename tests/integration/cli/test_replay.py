"""`reckless replay`: what was drawn and played, drawn and played again."""

import hashlib
import json

import pytest

from app.services.program import open_program
from app.storage import tables
from app.storage.tables import LineRow
from tests.integration.cli.conftest import Reckless
from tests.integration.databases import execute
from tests.integration.evening import Evening, settings_for


@pytest.fixture
def evening(reckless: Reckless):
    """One game that the service dealt, with a card shown and exchanged, is over; another one has begun."""
    program = open_program(settings_for(reckless.database))
    evening = Evening(program, mode="dealer")
    evening.spoiled = True
    evening.start()
    card = evening.view("bob")["hand"][0]["card"]
    actions = {line["card"]: line for line in evening.view()["actions"]}
    target = " ada" if actions[card]["targeted"] else ""
    evening.play(f"bob declare {actions[card]['action']}{target}", "cyd challenge")
    show = next(move for move in evening.moves("bob") if move["type"] == "show")
    evening.services.play.play(evening.actor("bob"), evening.id, show)
    evening.close().start()
    yield evening
    program.close()


def forge(evening: Evening, seq: int, change) -> None:
    """Change a line of the log past the program; nothing but a replay looks at what it says."""
    database = evening.program.database
    execute(database, "DROP TRIGGER log_refuses_update")
    with database.read() as connection:
        line: LineRow = tables.lines(connection, evening.id, after=seq - 1, limit=1)[0]
    data = json.loads(line.data)
    change(data)
    execute(
        database,
        "UPDATE log SET data = :data WHERE table_id = :id AND seq = :seq",
        data=json.dumps(data),
        id=evening.id,
        seq=seq,
    )


def drawn(evening: Evening) -> list[int]:
    return [line.seq for line in evening.log("chance")]


def test_games_are_played_again_and_all_is_as_recorded(reckless, evening):
    ended = reckless("replay", "--check")
    assert ended.code == 0, ended
    first, second = ended.out.splitlines()
    assert first.endswith("6 moves made again, 2 of them drawn from the seed; all as recorded.")
    assert second.endswith("1 move made again, 1 of them drawn from the seed; all as recorded.")


def test_it_tells_the_seed_of_a_game_that_is_over_and_of_no_other(reckless, evening):
    over, running = reckless("replay", "--json").data["games"]
    assert hashlib.sha256(bytes.fromhex(over["seed"])).hexdigest() == over["seed_hash"]
    assert running["seed"] == ""
    assert len(running["seed_hash"]) == 64


def test_one_table_and_one_match_can_be_chosen(reckless, evening):
    data = reckless("replay", "--check", "--table", evening.code.upper(), "--match", 2, "--json").data
    assert [(game["table"], game["match"], game["fault"]) for game in data["games"]] == [
        (evening.id, 2, None)
    ]
    reckless("replay", "--check", "--match", 3).refused("no match 3")
    reckless("replay", "--check", "--table", "zzzzzz").refused("no such table")


def test_other_numbers_than_the_seed_gives_are_found(reckless, evening):
    forge(evening, drawn(evening)[1], lambda data: data["move"]["numbers"].reverse())
    ended = reckless("replay", "--check")
    assert ended.code == 1
    assert f"line {drawn(evening)[1]} of the log, what was drawn: found other numbers" in ended.out
    assert reckless("replay").code == 0


def test_a_move_that_was_never_open_is_found(reckless, evening):
    (declared,) = (line.seq for line in evening.log("move") if line.data["move"]["type"] == "declare")
    forge(evening, declared, lambda data: data.update(by="cyd"))
    ended = reckless("replay", "--check", "--json")
    assert ended.code == 1
    assert f"line {declared} of the log" in ended.data["games"][0]["fault"]


def test_an_event_that_did_not_follow_is_found(reckless, evening):
    forge(evening, drawn(evening)[0], lambda data: data["events"].pop())
    assert "its events" in reckless("replay", "--check").out


def test_another_seed_than_the_published_one_is_found(reckless, evening):
    execute(evening.program.database, "DROP TRIGGER seeds_refuses_update")
    execute(evening.program.database, "UPDATE seeds SET seed = :seed WHERE match = 1", seed=bytes(32))
    ended = reckless("replay", "--check")
    assert ended.code == 1
    assert "the seed with the hash 66687aadf862bd776c8fc18b8e9f8e20" in ended.out


def test_the_audit_of_the_books_draws_everything_again_too(reckless, evening):
    execute(evening.program.database, "DROP TRIGGER seeds_refuses_update")
    execute(evening.program.database, "UPDATE seeds SET seed = :seed WHERE match = 1", seed=bytes(32))
    ended = reckless("audit", "verify")
    assert ended.code == 1
    assert "the one whose hash is" in ended.out
