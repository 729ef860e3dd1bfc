"""A game that nobody has drawn a page for is played on the phones all the same: docs/new-game.md says so."""

import pytest

from app.rules import GAMES
from app.services.tables import TableSettings
from app.web.games import PRESENTERS
from tests.games.registering import high_card_in_the_box
from tests.integration.evening import Evening, add_tiles
from tests.integration.web.conftest import Phone

__all__ = ["high_card_in_the_box"]


def of_game(program, app, game: str, **settings) -> tuple[Evening, Phone]:
    usual = GAMES[game]
    evening = Evening(program, game=game, **{"mode": usual.modes[0], **settings})
    return evening, Phone(app, "ada")


@pytest.mark.usefixtures("high_card_in_the_box")
def test_a_game_without_a_page_of_its_own_is_played_to_its_end_by_its_buttons(program, app):
    evening, ada = of_game(program, app, "high_card")
    bob, cyd = Phone(app, "bob"), Phone(app, "cyd")
    ada.get(f"/tables/{evening.id}").says("High Card", "No box needed: the phones deal.")
    ada.press("Start with 3 players").says("Your move.", "Stay", "Fold")
    bob.get(f"/tables/{evening.id}").says("Others move.", "Waiting for Ada.")
    ada.press("Stay").says("Others move.", "Stayed: Ada.", "Ada pays pot 5.")
    bob.get(f"/tables/{evening.id}").press("Fold")
    cyd.get(f"/tables/{evening.id}").press("Fold").says("Ada won.")
    ada.get(f"/tables/{evening.id}").says("You won.", "Play again")
    ada.get(f"/tables/{evening.id}/log").says("Its hash:", "The seed from which everything was drawn:")


@pytest.mark.usefixtures("high_card_in_the_box")
def test_such_a_game_tells_its_players_all_that_it_says_to_them_and_nothing_to_others(program, app):
    evening, ada = of_game(program, app, "high_card")
    ada.get(f"/tables/{evening.id}").press("Start with 3 players")
    cards = {user: evening.view(user)["hand"][0] for user in ("ada", "bob", "cyd")}
    table = f"/tables/{evening.id}"
    for user, own in cards.items():
        phone = Phone(app, user).get(f"{table}?explain=on")
        text = " ".join(phone.page.text.split())
        assert f"<b>{own}</b>" in text, "the card in the hand"
        assert f"Dealt: {user.capitalize()}, card {own}." in Phone(app, user).get(f"{table}/log").page.text
        assert [f"Dealt: {other.capitalize()}" in text for other in cards if other != user] == [False, False]
        assert "0 cards" not in text
    ada.get(f"{table}?explain=on").says("It is your turn. You can: Stay; Fold.")
    Phone(app, "bob").get(f"{table}?explain=on").says(
        "Others move. You are asked as soon as it is your turn."
    )
    for user in cards:
        Phone(app, user).get(table).press("Stay")
    shown = ", ".join(f"{user.capitalize()} {card}" for user, card in cards.items())
    ada.get(f"{table}/log").says(f"Cards: {shown}.", "Over: winners ")


@pytest.mark.usefixtures("high_card_in_the_box")
def test_its_rules_are_what_its_module_says_and_no_mark_is_explained_that_is_not_there(program, app):
    evening, ada = of_game(program, app, "high_card")
    for page in ("/rules?game=high_card", f"/rules?table={evening.id}"):
        text = (
            ada.get(page).says("For 2 to 6 players.", "The highest card that stayed takes the pot.").page.text
        )
        assert "ruling of this house" not in text
    ada.get("/rules?game=reckless").says("ruling of this house")


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_out_is_told_so_and_nothing_about_playing(program, app, game):
    mode = GAMES[game].modes[-1]
    evening = Evening(program, "ada bob cyd dan", game=game, mode=mode, validation=GAMES[game].levels[0])
    evening.start().play("dan resign")
    dan = Phone(app, "dan").get(f"/tables/{evening.id}?explain=on").says("You are out of this game.")
    assert 'id="hint"' not in dan.html
    assert "Keep your Defence" not in dan.words
    bob = Phone(app, "ada").get(f"/tables/{evening.id}?explain=on")
    assert "You are out" not in bob.words
    assert 'id="hint"' in bob.html


@pytest.mark.usefixtures("high_card_in_the_box")
def test_its_rules_page_its_settings_and_its_corner_are_there_too(program, app):
    evening, ada = of_game(program, app, "high_card")
    for page in ("settings", "corner"):
        assert ada.get(f"/tables/{evening.id}/{page}").page.status_code == 200
    ada.get(f"/rules?table={evening.id}").says("High Card")
    ada.get("/rules?game=high_card").says("High Card")


@pytest.mark.usefixtures("high_card_in_the_box")
def test_it_is_offered_where_a_table_is_opened(program, app):
    add_tiles(program, "eve")
    eve = Phone(app, "eve").get("/").says("What you play", "High Card")
    eve.press("Open a table", way="high_card:dealer", validation="open").says("High Card")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_pages_in_every_way_to_play_it(program, app, game):
    for number, mode in enumerate(GAMES[game].modes):
        users = " ".join(f"{name}{number}" for name in ("ada", "bob", "cyd"))
        evening = Evening(program, users, game=game, mode=mode)
        ada = Phone(app, f"ada{number}")
        assert ada.get(f"/tables/{evening.id}").page.status_code == 200
        ada.press("Start with 3 players")
        for page in ("", "/log", "/corner", "/settings", f"/with/bob{number}"):
            assert ada.get(f"/tables/{evening.id}{page}").page.status_code == 200
        assert ada.get(f"/rules?table={evening.id}").page.status_code == 200
        ada.get(f"/tables/{evening.id}/corner?sure=close").press("Yes, end it")
        assert ada.get(f"/tables/{evening.id}").page.status_code == 200


def test_a_table_that_changes_its_game_changes_its_deck_and_options_with_it(evening, app):
    ada = Phone(app, "ada").get(f"/tables/{evening.id}/settings")
    for way in ("gorilla_warfare:dealer", "reckless:table"):
        ada.get(f"/tables/{evening.id}/settings").press("Keep", way=way)
        if evening.view()["match"]:
            # What was played last is still what the page shows.
            assert ada.get(f"/tables/{evening.id}").page.status_code == 200
        view = evening.start().view()
        assert f"{view['game']}:{view['mode']}" == way
        evening.close()


def test_every_presenter_is_for_a_game_and_names_what_the_game_knows():
    for name, shown in PRESENTERS.items():
        assert set(shown.modes) >= set(GAMES[name].modes)
        defaults = {key: shown.defaults[key] for key in (option.name for option in shown.options)}
        assert TableSettings(options=defaults).as_json()["options"] == defaults
