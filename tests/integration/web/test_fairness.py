"""The hash of a match's seed can be read from the deal on: by everybody at the table, wherever the service draws."""

import hashlib
import re

import pytest

from app.rules import GAMES
from tests.integration.api.calling import Caller, add_organizer
from tests.integration.evening import Evening
from tests.integration.web.conftest import Phone

DEALT = [name for name, game in GAMES.items() if "dealer" in game.modes]
HASH = re.compile(r"\b[0-9a-f]{64}\b")


@pytest.fixture
def begun(program):
    def begin(game: str, mode: str = "dealer") -> Evening:
        return Evening(program, game=game, mode=mode, validation=GAMES[game].levels[0]).start()

    return begin


@pytest.mark.parametrize("game", DEALT)
def test_the_hash_is_on_the_pages_and_in_the_answers_to_programs_while_the_game_runs(
    program, app, begun, game
):
    evening = begun(game)
    published = evening.view("ada")["chance"]["hash"]
    assert HASH.fullmatch(published)
    add_organizer(program, "olga")
    for user in ("ada", "bob", "olga"):
        phone = Phone(app, user)
        phone.get(f"/tables/{evening.id}/log").says(f"shown at the end. Its hash: {published}")
        phone.says("Was it drawn fairly?", "note it now.", f"later. {published}")
        phone.get(f"/rules?table={evening.id}").says("note it now.", published)
        caller = Caller(app, program.services.people.enter(f"{user}-secret").token)
        assert caller.get(f"/tables/{evening.id}").json["chance"] == {"hash": published, "seed": None}
        assert published in caller.get(f"/tables/{evening.id}/log?limit=500").text


@pytest.mark.parametrize("game", DEALT)
def test_the_seed_that_is_shown_at_the_end_gives_the_hash_that_was_shown_before(app, begun, game):
    evening = begun(game)
    phone = Phone(app, "ada").get(f"/tables/{evening.id}/log")
    (before,) = set(HASH.findall(phone.words))
    evening.close()
    for page in ("", "/log"):
        (fair,) = re.findall(
            r'<details[^>]*id="fair">.*?</details>', phone.get(f"/tables/{evening.id}{page}").html, re.S
        )
        seed, published = HASH.findall(fair)
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == published == before
    phone.get(f"/tables/{evening.id}/replay?step=1").says(f"The hash of the seed: {before}")


def test_where_people_report_what_chance_does_there_is_no_hash(app, begun):
    evening = begun("cheaters_game", "table")
    phone = Phone(app, "ada").get(f"/tables/{evening.id}/log").says("The game began: Ada, Bob and Cyd.")
    assert "hash" not in phone.words
    assert "drawn fairly" not in phone.get(f"/rules?table={evening.id}").words
