"""Bots on the phones' pages: the host adds them, they stand in for who has to go, and hints explain the prompts."""

from app.services.program import Program
from tests.integration.evening import Evening
from tests.integration.web.conftest import Phone


def test_the_host_adds_bots_and_lets_one_play_on_for_somebody_who_comes_back(app, program: Program):
    evening = Evening(program, "ada bob", mode="dealer")
    table = f"/tables/{evening.id}"
    host = Phone(app, "ada").get(table).press("hard")
    host.says("Alma", "bot")
    assert "Add a bot" not in Phone(app, "bob").get(table).words
    evening.start()
    host.get(f"{table}/corner").press("Let a bot play for Bob")
    host.says("A bot plays for Bob from here on.")
    bob = Phone(app, "bob").get(table).says("A bot plays for you.")
    bob.press("Play yourself again").says("Bob plays again.")
    assert "A bot plays for you." not in bob.words


def test_who_comes_back_after_the_game_takes_the_seat_back_before_the_next(app, program: Program):
    evening = Evening(program, "ada bob", mode="dealer").start()
    table = f"/tables/{evening.id}"
    Phone(app, "ada").get(f"{table}/corner").press("Let a bot play for Bob")
    evening.close()
    Phone(app, "bob").get(table).says("A bot plays for you.").press("Play yourself again")
    assert [player["bot"] for player in evening.view()["players"]] == [None, None]
    assert "Play yourself again" not in Phone(app, "bob").get(table).words


def test_who_runs_a_table_lets_somebody_play_again_and_no_mere_bot(app, program: Program):
    evening = Evening(program, "ada bob", mode="dealer")
    table = f"/tables/{evening.id}"
    host = Phone(app, "ada").get(table).press("easy")
    evening.start()
    for page in (f"{table}/corner", table):
        host.get(f"{table}/corner").press("Let a bot play for Bob")
        if page == table:
            evening.close()
        assert "Let Alma play again" not in host.get(page).words
        host.press("Let Bob play again")
        assert [player["bot"] for player in evening.view()["players"]] == [None, None, "easy"]
        assert "play again" not in host.get(page).words


def test_nobody_adds_a_bot_where_the_cards_are_real(app, program: Program):
    evening = Evening(program, "ada bob")
    host = Phone(app, "ada").get(f"/tables/{evening.id}")
    assert "Add a bot" not in host.words
    host.send(f"/tables/{evening.id}/bots", bot="hard").says("real cards")


def test_prompts_are_explained_to_whoever_asks_for_it_until_they_have_enough(app, program: Program):
    evening = Evening(program, "ada bob", mode="dealer").start()
    bob = Phone(app, "bob").get(f"/tables/{evening.id}/corner")
    bob.get(f"/tables/{evening.id}?explain=on").says("Each one claims a card")
    bob.get(f"/tables/{evening.id}").says("Each one claims a card", "No more hints")
    bob.get(f"/tables/{evening.id}?explain=off").get(f"/tables/{evening.id}")
    assert "Each one claims a card" not in bob.words
