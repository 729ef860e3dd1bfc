"""What is over: a game in pictures and step by step."""

import re

import pytest

from app.errors import Conflict, NotAllowed, NotFound
from app.rules import GAMES
from app.services.actor import command_line
from app.services.pictures.charts import claims, flow
from tests.integration.evening import ORGANIZER, Evening, player, refusal_of
from tests.integration.web.conftest import Phone


@pytest.fixture
def over(evening: Evening) -> Evening:
    """Bob is believed and paid by Cyd; Cyd's own claim is challenged and proved; then the game is ended."""
    evening.start().a_debt().pay_all()
    evening.play("cyd declare fraud ada", "ada challenge", "cyd show banker", "ada lose_card lawyer")
    return evening.close()


def test_pictures_have_their_words_and_every_name(over: Evening, app):
    phone = Phone(app, "bob").get(f"/tables/{over.id}/pictures")
    for title in (
        "Standings",
        "Balances, step by step",
        "Who took what from whom",
        "Claims and challenges",
    ):
        assert f'aria-label="{title}.' in phone.html
    assert "Cyd gave Bob 50." in phone.words
    assert "Cyd claimed 1 times: 0 bluffs were caught, 1 were proved" in phone.words
    assert Phone(app, "cyd").get(f"/tables/{over.id}").words.count("In pictures") == 1


def test_the_numbers_of_a_match_are_counted_from_log_and_books(over: Evening):
    facts = over.services.pictures.story(ORGANIZER, over.id).facts
    assert facts.flows == {("cyd", "bob"): 50}
    assert facts.steps[-1] == over.balances
    assert (facts.claims["cyd"].proved, facts.claims["ada"].challenges, facts.claims["ada"].right) == (
        1,
        1,
        0,
    )


def test_a_move_that_was_taken_back_and_a_reversal_leave_no_trace_in_the_pictures(evening: Evening):
    evening.start().play("bob declare fraud ada").undo().a_debt().pay_all()
    evening.reverse(evening.transfers()[-1].number)
    story = evening.services.pictures.story(ORGANIZER, evening.id)
    assert story.facts.claims["bob"].made == 1
    assert story.facts.flows == {}
    assert "Who took what from whom" not in [one.title for one in story.drawings]


def test_every_word_in_a_picture_is_escaped(over: Evening):
    from app.services.pictures.charts import Captions
    from app.web.svg import svg

    facts = over.services.pictures.story(ORGANIZER, over.id).facts
    names = dict.fromkeys(facts.players, "<b>&\"'")
    for draw in (flow, claims):
        drawing = draw(facts, names, Captions())
        assert drawing
        assert "<b>" not in svg(drawing)


def steps(phone: Phone) -> tuple[int, int]:
    found = re.search(r'id="step">(\d+) / (\d+)<', phone.html)
    assert found
    return int(found.group(1)), int(found.group(2))


def test_a_game_is_gone_through_from_its_beginning_to_its_end(over: Evening, app):
    phone = Phone(app, "ada").get(f"/tables/{over.id}/replay")
    assert steps(phone)[0] == 1
    said = [phone.words]
    while 'id="next"' in phone.html:
        address = re.search(r'id="next" rel="next" href="([^"]+)"', phone.html)
        assert address
        phone.get(f"/tables/{over.id}/replay{address.group(1).replace('&amp;', '&')}")
        said.append(phone.words)
    now, count = steps(phone)
    assert now == count == len(said)
    together = " ".join(said)
    for sentence in ("The game began", "Bob claims", "Cyd paid Bob 50", "challenges", "showed"):
        assert sentence in together


def test_balances_debts_and_eyes_are_those_of_the_step(over: Evening):
    moment = over.services.replays.moment
    before = moment(ORGANIZER, over.id, step=1)
    assert {one["balance"] for one in before.view["players"]} == {200}
    paid = next(
        found
        for step in range(1, before.steps + 1)
        if (found := moment(ORGANIZER, over.id, step=step)).line.kind == "payment"
    )
    assert {one["user"]: one["balance"] for one in paid.view["players"]} == {
        "ada": 200,
        "bob": 250,
        "cyd": 150,
    }
    owed = moment(ORGANIZER, over.id, step=paid.step - 1, seat="ada")
    assert owed.view["due"][0]["payer"] == "cyd"
    assert owed.view["you"] == "ada"
    assert moment(ORGANIZER, over.id, step=9999).step == before.steps


def test_what_is_not_over_is_not_shown_and_strangers_see_nothing(over: Evening, app):
    moment = over.services.replays.moment
    assert isinstance(refusal_of(moment, player("eve"), over.id), NotAllowed)
    assert isinstance(refusal_of(moment, ORGANIZER, over.id, match=7), NotFound)
    assert isinstance(refusal_of(moment, ORGANIZER, over.id, seat="eve"), NotFound)
    over.start()
    assert isinstance(refusal_of(moment, ORGANIZER, over.id, match=2), Conflict)
    assert moment(player("ada"), over.id).match == 1  # the last one that is over
    assert steps(Phone(app, "ada").get(f"/tables/{over.id}/replay?match=1&step=3"))[0] == 3


def test_hidden_hands_are_seen_afterwards_through_each_ones_eyes(program, app):
    """A dealt game: during it nobody can go back; afterwards each hand can be seen, and everybody's eyes see none."""
    evening = Evening(program, mode="dealer").start()
    moment = evening.services.replays.moment
    hand = evening.view("bob")["hand"]
    assert hand
    assert isinstance(refusal_of(moment, ORGANIZER, evening.id), (Conflict, NotFound))
    evening.close()
    first = moment(player("ada"), evening.id, seat="bob")
    assert first.view["hand"] == hand
    assert not moment(player("ada"), evening.id).view.get("hand")
    page = Phone(app, "ada").get(f"/tables/{evening.id}/replay?step=99&seat=bob")
    assert 'id="hand"' in page.html
    assert 'id="hand"' not in page.get(f"/tables/{evening.id}/replay?step=99").html


@pytest.mark.parametrize(
    ("game", "mode"), [(name, mode) for name, game in GAMES.items() for mode in game.modes]
)
def test_any_game_can_be_gone_through_and_seen_in_pictures(program, app, game: str, mode: str):
    evening = Evening(program, "ada bob cyd dan", game=game, mode=mode, validation=GAMES[game].levels[0])
    evening.start().close()
    phone = Phone(app, "ada")
    for seat in ("", "&seat=bob"):
        phone.get(f"/tables/{evening.id}/replay?step=99{seat}")
        assert phone.page.status_code == 200
        assert steps(phone)[0] == steps(phone)[1]
    assert phone.get(f"/tables/{evening.id}/pictures").page.status_code == 200
    assert phone.get(f"/tables/{evening.id}/slip").page.status_code == 200
    evening.check()


def test_of_a_very_long_game_the_pictures_show_the_end(over: Evening, monkeypatch):
    monkeypatch.setattr("app.services.pictures.service.MOST_LINES", 3)
    story = over.services.pictures.story(ORGANIZER, over.id)
    assert story.facts.players == ("ada", "bob", "cyd")
    assert "Standings" in [one.title for one in story.drawings]


def test_step_by_step_tells_the_time_of_the_table_s_event(program, app):
    program.services.events.open(command_line(), name="Club evening", zone="Asia/Tokyo")
    evening = Evening(program).start().close()
    log = Phone(app, "bob").get(f"/tables/{evening.id}/log").words
    page = Phone(app, "bob").get(f"/tables/{evening.id}/replay?step=1").says("JST")
    assert "Asia/Tokyo" in log
    assert "UTC" not in page.words
