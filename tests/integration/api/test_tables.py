"""Opening, sitting down, configuring, playing, coming back (cases E1, H3), and the log."""

import threading

import pytest

from tests.integration.databases import ON_BOTH


def test_whoever_opens_a_table_gets_its_door_and_its_address(house):
    answer = house["ada"].post(
        "/tables", {"game": "reckless", "validation": "honor", "options": {"timer_s": 30}}
    )
    table = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/v1/tables/{table['id']}"
    assert table["join_url"] == f"http://tiles.test/join/{table['code']}"
    view = house["ada"].get(f"/tables/{table['id'].upper()}").json
    assert (view["host"], view["validation"], view["options"]["timer_s"]) == ("ada", "honor", 30)
    assert view["join_url"] == table["join_url"]


def test_the_six_characters_lead_to_the_table_typed_in_any_way(house):
    house.open(seats="ada")
    code = house.view()["code"]
    card = house["dan"].get(f"/tables/by-code/{code[:3].upper()} {code[3:]}").json
    assert (card["id"], card["seats"], card["status"]) == (house.table, ["Ada"], "lobby")
    assert house["dan"].get("/tables/by-code/nothere").status_code == 404


def test_an_organizer_sees_all_tables_and_a_player_none_of_the_lists(house):
    house.open()
    assert [card["id"] for card in house["olga"].get("/tables").json["items"]] == [house.table]
    assert house["ada"].get("/tables").status_code == 403


def test_only_who_sits_there_hosts_or_organizes_sees_a_table(house):
    house.start()
    for part in ("", "log", "stream"):
        assert house["dan"].get(house.at(part)).status_code == 403
    assert house["olga"].get(house.at()).status_code == 200


def test_host_and_organizer_seat_others_and_nobody_else_does(house):
    house.open(seats="ada")
    assert house["ada"].post(house.at("seats"), {"user": "B-O B", "name": "Bobby"}).status_code == 201
    assert house["olga"].post(house.at("seats"), {"user": "CYD"}).status_code == 201
    assert house["bob"].post(house.at("seats"), {"user": "dan"}).status_code == 403
    assert [player["name"] for player in house.view()["players"]] == ["Ada", "Bobby", "Cyd"]


def test_leaving_and_being_taken_from_a_seat(house):
    house.open()
    assert house["bob"].call("DELETE", house.at("seats")).status_code == 204
    assert house["ada"].call("DELETE", house.at("seats?user=CYD")).status_code == 204
    assert [player["user"] for player in house.view()["players"]] == ["ada"]
    assert house["bob"].get(house.at()).status_code == 403
    assert house["bob"].call("DELETE", house.at("seats?user=ada")).status_code in (403, 404)


def test_settings_that_are_not_named_stay_as_they_are(house):
    house.open(validation="honor", options={"timer_s": 30, "pass_with_cards": True})
    view = house["ada"].call("PATCH", house.at(), {"options": {"timer_s": 60}}).json
    assert view["validation"] == "honor"
    assert view["options"] == {"timer_s": 60, "pass_with_cards": True}
    assert house["bob"].call("PATCH", house.at(), {"validation": "open"}).status_code == 403
    house["ada"].post(house.at("start"))
    assert house["ada"].call("PATCH", house.at(), {"validation": "open"}).status_code == 409


def test_a_deck_with_a_fault_is_refused_by_its_key(house):
    answer = house["ada"].post("/tables", {"deck": "name = 'Mine'\nstarting_credits = -1"})
    assert (answer.status_code, answer.json["code"]) == (422, "invalid")
    assert answer.json["field"] == "starting_credits"


def test_another_match_begins_with_the_same_seats(house):
    house.start()
    assert house["ada"].post(house.at("close")).json["status"] == "over"
    view = house["ada"].post(house.at("start")).json
    assert (view["match"], view["status"]) == (2, "playing")
    assert house["bob"].post(house.at("start")).status_code == 403


def test_what_a_view_lists_is_accepted_and_what_it_does_not_list_is_refused(house):
    house.start()
    moves = [move for move in house.view("bob")["legal_moves"] if move["type"] == "declare"]
    assert house["ada"].post(house.at("moves"), moves[0]).json["code"] == "illegal_move"
    assert house["bob"].post(house.at("moves"), moves[0]).status_code == 200


def test_a_target_may_be_typed_in_any_case(house):
    house.start()
    view = house.move("bob", "declare", action="fraud", target="A-DA").json
    assert view["action"]["target"] == "ada"


def test_a_move_on_an_old_view_does_nothing(house):
    house.start()
    seq = house.view()["seq"]
    house.move("bob", "declare", action="fraud", target="ada")
    answer = house["ada"].post(house.at("moves"), {"type": "challenge", "expected_seq": seq})
    assert (answer.status_code, answer.json["code"]) == (409, "stale_state")


def test_the_host_takes_the_last_move_back_and_others_do_not(house):
    house.start()
    house.move("bob", "declare", action="fraud", target="ada")
    assert house["bob"].post(house.at("moves"), {"type": "undo"}).status_code == 403
    assert house.move("ada", "undo").json["phase"] == "turn"


@ON_BOTH
def test_of_two_challenges_at_once_one_counts_and_the_other_is_told_so(house):
    house.start()
    house.move("bob", "declare", action="fraud", target="ada")
    answers = {}

    def challenge(user):
        answers[user] = house[user].post(house.at("moves"), {"type": "challenge"})

    house["cyd"], house["ada"]  # both are signed in before the race
    threads = [threading.Thread(target=challenge, args=[user]) for user in ("ada", "cyd")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    first, late = sorted(answers, key=lambda user: answers[user].status_code)
    assert [answers[first].status_code, answers[late].status_code] == [200, 409]
    assert answers[late].json["expected"]["reason"] == "already_challenged"
    assert answers[late].json["expected"]["challenger"] == first
    assert [line["kind"] for line in house.log()][-2:] == ["move", "refused"]


def test_nobody_answers_a_question_twice(house):
    house.start()
    house.move("bob", "declare", action="fraud", target="ada")
    house.move("cyd", "allow")
    assert house["cyd"].post(house.at("moves"), {"type": "challenge"}).json["code"] == "illegal_move"


def test_who_comes_back_finds_the_same_seat_and_the_same_money(house):
    house.start()
    house.a_debt()
    house.pay("ada", "bob", 50)
    phone = house.another("ada")
    assert phone.get("/me").json["table"] == house.table
    again = phone.post(house.at("seats"), {})
    assert again.status_code == 201
    assert house.balances() == {"ada": 150, "bob": 250, "cyd": 200}
    assert len(house.view()["players"]) == 3
    taken = house["dan"].post(house.at("seats"), {"name": "ADA"})
    assert (taken.status_code, taken.json["code"]) == (409, "conflict")


def test_two_phones_of_one_player_both_see_and_one_answer_counts(house):
    house.start()
    house.move("bob", "declare", action="fraud", target="ada")
    one, two = house.another("ada"), house.another("ada")
    assert one.get(house.at()).json["legal_moves"] == two.get(house.at()).json["legal_moves"]
    assert one.post(house.at("moves"), {"type": "allow"}).status_code == 200
    assert two.post(house.at("moves"), {"type": "allow"}).status_code == 409


def test_the_log_comes_in_pages_and_leaves_nothing_out(house):
    house.start()
    house.a_debt()
    house.pay("ada", "cyd", 50)
    house.pay("ada", "bob", 50)
    lines, after = [], 0
    while after is not None:
        page = house["cyd"].get(house.at(f"log?after={after}&limit=3")).json
        lines += page["items"]
        after = page["next"]
    assert lines == house.log("cyd")
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["kind"] for line in lines[-2:]] == ["refused", "payment"]
    assert lines[-1]["transfer"] == house.view()["last_payment"]["number"]
    assert all(line["at"].endswith("Z") for line in lines)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_route_edits_the_log_or_the_journal(house, method):
    house.start()
    for path in (house.at("log"), "/ledger/transfers", f"/ledger/transfers/{house.table}-1"):
        assert house["olga"].call(method, path).status_code == 405


def test_a_bot_is_seated_and_stands_in_by_its_strength(house):
    house.open(mode="dealer")
    seats = house.at("seats")
    answer = house["ada"].post(seats, {"bot": "hard"})
    assert (answer.status_code, answer.json["players"][-1]["bot"]) == (201, "hard")
    assert house["ada"].post(seats, {"bot": "perfect"}).status_code == 422
    house["ada"].post(house.at("start"))
    stood_in = house["ada"].post(seats, {"user": "bob", "bot": "easy"}).json["players"]
    assert [seat["bot"] for seat in stood_in if seat["user"] == "bob"] == ["easy"]
    back = house["bob"].post(seats, {"bot": "none"}).json["players"]
    assert [seat["bot"] for seat in back if seat["user"] == "bob"] == [None]
