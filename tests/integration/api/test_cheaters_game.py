"""Cheater's Game over /v1: programs see the whole table, and every point in the journal."""

from random import Random

from tests.integration.api.calling import House


def test_a_whole_game_is_played_over_the_api_by_its_legal_moves(house: House):
    house.start(game="cheaters_game", mode="dealer", options={"rounds": 2})
    chance = Random(5)
    while (view := house.view())["winners"] is None:
        user = view["waiting_for"][0]
        move = chance.choice(
            [one for one in house.view(user)["legal_moves"] if one["type"] not in ("resign", "undo")]
        )
        house.move(user, move.pop("type"), **move)
    assert [one["user"] for one in view["standings"]] == ["ada", "bob", "cyd"]
    assert {one["user"]: one["honest"] for one in view["standings"]} == house.balances()
    assert house["olga"].get("/ledger/verify").json["ok"]


def test_a_program_is_told_why_a_move_is_refused_and_what_would_be_right(house: House):
    house.start(game="cheaters_game", mode="table")
    house.move("ada", "invite", players=["bob", "cyd"])
    house.move("bob", "join")
    house.move("cyd", "decline")
    refused = house["ada"].post(house.at("moves"), {"type": "dice", "dice": [3, 7]})
    assert (refused.status_code, refused.json["expected"]["reason"]) == (409, "wrong_dice")
    assert refused.json["expected"]["count"] == 2
    house.move("ada", "dice", dice=[3, 3])
    refused = house["ada"].post(house.at("moves"), {"type": "offer", "to": "cyd", "amount": 10.5})
    assert (refused.status_code, refused.json["field"]) == (422, "amount")
    house.move("ada", "offer", to="cyd", amount=2)
    refused = house["bob"].post(house.at("moves"), {"type": "accept"})
    assert refused.json["expected"]["waiting_for"] == ["cyd"]
    house.move("cyd", "accept")
    assert house.balances() == {"ada": 4, "bob": 0, "cyd": 2}
    assert house.view()["alliances"] == [
        {"number": 1, "leader": "ada", "members": ["ada", "bob"], "points": 6, "dice": 2}
    ]
