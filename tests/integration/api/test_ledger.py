"""The journal: who sees what, pages, reversals, and the proof."""


def pay_once(house):
    house.start()
    house.a_debt()
    return house.pay("ada", "bob", 50).json


def test_the_journal_comes_in_pages_newest_first(house):
    pay_once(house)
    pages, after = [], ""
    while True:
        page = house["olga"].get(f"/ledger/transfers?limit=2&after={after}").json
        pages.append([transfer["number"] for transfer in page["items"]])
        if page["next"] is None:
            break
        after = page["next"]
    assert pages == [[f"{house.table}-4", f"{house.table}-3"], [f"{house.table}-2", f"{house.table}-1"]]


def test_a_player_sees_their_own_transfers_whatever_they_ask_for(house):
    pay_once(house)
    items = house["cyd"].get("/ledger/transfers?user=ada").json["items"]
    assert [(transfer["payee"], transfer["kind"]) for transfer in items] == [("cyd", "grant")]


def test_an_organizer_filters_by_table_and_user_in_any_case(house):
    pay_once(house)
    items = house["olga"].get(f"/ledger/transfers?table={house.table.upper()}&user=BOB").json["items"]
    assert [transfer["kind"] for transfer in items] == ["payment", "grant"]
    assert house["olga"].get("/ledger/transfers?table=nowhere").json["items"] == []


def test_transfers_are_found_by_what_they_move_at_least_and_at_most(house):
    pay_once(house)
    olga = house["olga"]
    assert [one["amount"] for one in olga.get("/ledger/transfers?most=50").json["items"]] == [50]
    assert {one["amount"] for one in olga.get("/ledger/transfers?least=51&most=200").json["items"]} == {200}
    refused = olga.get("/ledger/transfers?least=9&most=8")
    assert (refused.status_code, refused.json["field"]) == (422, "least")
    assert olga.get("/ledger/transfers?least=0").status_code == 422


def test_a_transfer_is_shown_to_those_it_concerns(house):
    number = pay_once(house)["number"]
    for user in ("ada", "bob", "olga"):
        assert house[user].get(f"/ledger/transfers/{number.upper()}").status_code == 200
    assert house["cyd"].get(f"/ledger/transfers/{number}").status_code == 404
    for number in ("nothing", "x-1", f"{house.table}-99", f"{house.table}-0x1"):
        assert house["olga"].get(f"/ledger/transfers/{number}").status_code == 404


def test_an_organizer_reverses_a_transfer_once_and_both_are_linked(house):
    paid = pay_once(house)
    path = f"/ledger/transfers/{paid['number']}/reverse"
    assert house["ada"].post(path, {"reason": "sorry"}).status_code == 403
    assert house["olga"].post(path, {"reason": " "}).json["field"] == "reason"
    back = house["olga"].post(path, {"reason": "wrong player"}, key="undo")
    assert back.status_code == 201
    assert (back.json["kind"], back.json["reverses"], back.json["amount"]) == ("reversal", paid["number"], 50)
    assert house["olga"].post(path, {"reason": "wrong player"}, key="undo").json == back.json
    assert house["olga"].post(path, {"reason": "once more"}).status_code == 409
    original = house["olga"].get(f"/ledger/transfers/{paid['number']}").json
    assert original["reversed_by"] == back.json["number"]
    assert house.balances() == {"ada": 200, "bob": 200, "cyd": 200}
    assert house.log()[-1]["transfer"] == back.json["number"]


def test_the_proof_is_for_organizers_and_counts_what_it_checked(house):
    pay_once(house)
    assert house["ada"].get("/ledger/verify").status_code == 403
    verdict = house["olga"].get("/ledger/verify").json
    assert verdict == {
        "ok": True,
        "tables": 1,
        "lines": len(house.log()),
        "transfers": 4,
        "leaves": 0,
        "checkpoints": 0,
        "faults": [],
    }
