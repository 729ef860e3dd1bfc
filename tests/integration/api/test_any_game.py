"""A game that the API has never heard of: its moves go in, its view comes out, its secrets stay."""

import pytest

from tests.games.registering import high_card_in_the_box
from tests.integration.api.calling import House

__all__ = ["high_card_in_the_box"]

pytestmark = pytest.mark.usefixtures("high_card_in_the_box")


def test_a_small_game_is_played_over_the_api_to_its_end(house: House):
    house.start(seats="ada bob", game="high_card", mode="dealer", options={"stake": 7})
    ada, bob = house.view("ada"), house.view("bob")
    assert [move["type"] for move in ada["legal_moves"]] == ["stay", "fold"]
    assert bob["legal_moves"] == []
    assert ada["hand"] != bob["hand"]
    assert (ada["seats"], ada["chance"]["seed"]) == ([2, 6], None)
    assert house.move("ada", "stay").json["turn"] == "bob"
    over = house.move("bob", "fold").json
    assert over["winners"] == ["ada"]
    assert len(over["chance"]["seed"]) == 64
    assert [player["balance"] for player in over["players"]] == [7, -7]


def test_a_move_of_another_game_is_refused(house: House):
    house.start(seats="ada bob", game="high_card", mode="dealer")
    refused = house["ada"].post(house.at("moves"), {"type": "declare", "action": "fraud", "target": "bob"})
    assert (refused.status_code, refused.json["code"]) == (422, "invalid")
