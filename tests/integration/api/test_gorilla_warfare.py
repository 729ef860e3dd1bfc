"""Gorilla Warfare over /v1: programs play it by its legal moves, and are sent no card that they may not see."""

import json
from random import Random

from tests.integration.api.calling import House

GORILLA = {"game": "gorilla_warfare", "mode": "dealer"}


def test_a_whole_game_is_played_over_the_api_by_its_legal_moves(house: House):
    house.start(**GORILLA)
    chance = Random(5)
    while (view := house.view())["winners"] is None:
        user = view["waiting_for"][0]
        move = chance.choice(
            [one for one in house.view(user)["legal_moves"] if one["type"] not in ("resign", "undo")]
        )
        house.move(user, move.pop("type"), **move)
    (winner,) = view["winners"]
    assert [player["user"] for player in view["players"] if not player["out"]] == [winner]
    assert house["olga"].get("/ledger/verify").json["ok"]


def test_hands_decks_and_looks_are_their_owners_and_piles_are_numbers(house: House):
    house.start(**GORILLA)
    views = {user: house.view(user) for user in ("ada", "bob", "cyd", "olga")}
    for user in ("ada", "bob", "cyd"):
        assert (len(views[user]["hand"]), len(views[user]["deck"])) == (2, 3)
    assert (views["olga"]["hand"], views["olga"]["deck"]) == ([], [])
    assert (views["ada"]["draw_pile"], views["ada"]["discard_pile"], views["ada"]["discard_top"]) == (
        41,
        0,
        None,
    )
    log = json.dumps(house.log("olga"))
    assert "moved" not in log
    assert "numbers" not in log


def test_a_program_is_told_why_a_card_cannot_be_played_and_nobody_else_is(house: House):
    house.start(**GORILLA)
    not_held = next(card for card in ("raid", "command", "kamikaze") if card not in house.view("bob")["hand"])
    refused = house["bob"].post(house.at("moves"), {"type": "play", "card": not_held})
    assert (refused.status_code, refused.json["expected"]["reason"]) == (409, "not_held")
    assert not_held not in json.dumps(house.log("ada")[-1])
    refused = house["bob"].post(house.at("moves"), {"type": "play", "card": "raid", "position": "first"})
    assert (refused.status_code, refused.json["field"]) == (422, "position")
