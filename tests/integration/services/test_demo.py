"""The table that `reckless demo` opens, for each game there is."""

import pytest

from app.rules import GAMES
from app.rules.bots import Strength
from app.services.actor import command_line
from app.services.demo import VISITOR, set_up
from tests.games import high_card
from tests.games.registering import high_card_in_the_box

__all__ = ["high_card_in_the_box"]


@pytest.mark.usefixtures("high_card_in_the_box")
@pytest.mark.parametrize("game", [*GAMES, high_card.name])
def test_every_game_begins_at_once_and_the_visitor_is_asked_first(program, game):
    demo = set_up(program, game, Strength.MEDIUM)
    view = program.services.tables.view(command_line(), demo.table_id)
    named = {player["user"]: player["name"] for player in view["players"]}
    assert (view["game"], view["status"], len(named)) == (game, "playing", 4)
    assert [named[user] for user in view["waiting_for"]] == [VISITOR]
