"""Events and pauses over the API: who may, what is answered, and what is not done twice."""

import pytest

from tests.integration.api.calling import add_organizer


@pytest.fixture
def hall(house):
    """The house with Rita, Audrey and Nils, who organize too."""
    for user in ("rita", "audrey", "nils"):
        add_organizer(house.program, user)
    return house


@pytest.fixture
def event(hall) -> str:
    """Olga's event, with Rita as referee and Audrey as auditor."""
    opened = hall["olga"].post("/events", {"name": "Club evening", "zone": "Europe/Berlin"})
    path = f"/events/{opened.json['id']}"
    for user, role in (("rita", "referee"), ("audrey", "auditor")):
        assert hall["olga"].post(f"{path}/roles", {"user": user, "role": role}).status_code == 200
    return path


def refused(answer) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


NOT_ALLOWED, CONFLICT = (403, "not_allowed"), (409, "conflict")


def test_an_opened_event_tells_its_recovery_code_once_and_is_listed(hall, event):
    opened = hall["olga"].post("/events", {"name": "Another"})
    assert (opened.status_code, set(opened.json)) == (201, {"id", "recovery_code"})
    listed = {one["name"]: one for one in hall["olga"].get("/events").json["items"]}
    assert set(listed) == {"Another", "Club evening"}
    another = listed["Another"]
    assert "recovery_code" not in another
    assert (another["zone"], another["ended_at"], another["mine"]) == ("UTC", None, "owner")


def test_an_event_shows_its_roles_and_the_board_only_to_those_with_a_role(hall, event):
    shown = hall["audrey"].get(event).json
    assert shown["roles"] == {"olga": "owner", "rita": "referee", "audrey": "auditor"}
    assert (shown["mine"], "/board/" in shown["board_url"]) == ("auditor", True)
    assert refused(hall["nils"].get(event)) == NOT_ALLOWED
    (seen,) = hall["nils"].get("/events").json["items"]
    assert (seen["mine"], seen["board_url"]) == (None, None)


@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("roles", {"user": "nils", "role": "referee"}),
        ("roles", {"user": "rita", "role": "none"}),
        ("hand-over", {"user": "rita"}),
        ("end", None),
    ],
)
def test_what_the_owner_decides_is_refused_to_all_others(hall, event, part, body):
    for user in ("rita", "audrey", "nils", "ada"):
        assert refused(hall[user].post(f"{event}/{part}", body)) == NOT_ALLOWED
    assert hall["olga"].get(event).json["roles"] == {"olga": "owner", "rita": "referee", "audrey": "auditor"}


def test_players_and_strangers_have_no_part_in_events(hall, event):
    assert refused(hall["ada"].post("/events", {"name": "Mine"})) == NOT_ALLOWED
    assert refused(hall["ada"].get("/events")) == NOT_ALLOWED
    assert refused(hall["ada"].get(event)) == NOT_ALLOWED
    stranger = type(hall["ada"])(hall.app)
    assert refused(stranger.get("/events")) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("part", "body", "status", "code", "field"),
    [
        ("", {}, 422, "invalid", "name"),
        ("", {"name": "x", "zone": "Berlin"}, 422, "invalid", "zone"),
        ("", {"name": "x", "colour": "red"}, 422, "invalid", "colour"),
        ("/roles", {"user": "nils", "role": "king"}, 422, "invalid", "role"),
        ("/roles", {"user": "nobody", "role": "referee"}, 404, "not_found", None),
        ("/hand-over", {"user": "ada"}, 404, "not_found", None),
        ("/tables", {"table": "nowhere"}, 404, "not_found", None),
    ],
)
def test_what_is_wrong_with_a_request_about_an_event_is_named(hall, event, part, body, status, code, field):
    answer = hall["olga"].post(f"{event}{part}" if part else "/events", body)
    assert (answer.status_code, answer.json["code"], answer.json.get("field")) == (status, code, field)


def test_an_event_that_is_not_there_is_not_found(hall):
    assert refused(hall["olga"].get("/events/nowhere")) == (404, "not_found")


def test_one_key_opens_one_event_and_is_good_for_nothing_else(hall):
    first, again = (hall["olga"].post("/events", {"name": "Once"}, key="one") for _ in range(2))
    assert first.json == again.json
    assert len(hall["olga"].get("/events").json["items"]) == 1
    assert refused(hall["olga"].post("/events", {"name": "Twice"}, key="one")) == (422, "key_reused")


def test_who_was_handed_an_event_owns_it_and_the_former_owner_is_a_referee(hall, event):
    answer = hall["olga"].post(f"{event}/hand-over", {"user": "rita"})
    assert answer.json["roles"] == {"olga": "referee", "rita": "owner", "audrey": "auditor"}
    assert answer.json["mine"] == "referee"


def test_a_table_belongs_to_the_one_event_that_runs_or_is_taken_in(hall, event):
    hall.open()
    assert hall.view()["event"]["name"] == "Club evening"
    hall.table = hall["olga"].post("/tables", {"event": ""}).json["id"]
    assert hall.view("olga")["event"] is None
    assert refused(hall["audrey"].post(f"{event}/tables", {"table": hall.table})) == NOT_ALLOWED
    assert hall["rita"].post(f"{event}/tables", {"table": hall.table}).status_code == 200
    assert hall.view("olga")["event"]["name"] == "Club evening"
    assert refused(hall["nils"].get(hall.at())) == NOT_ALLOWED


def test_a_pause_says_by_whom_and_why_and_nobody_moves_or_pays(hall, event):
    hall.start()
    hall.a_debt()
    for user in ("ada", "audrey", "nils"):
        assert refused(hall[user].post(hall.at("pause"), {"reason": "so"})) == NOT_ALLOWED
    paused = hall["rita"].post(hall.at("pause"), {"reason": "A  card fell down"}, key="pause")
    assert paused.status_code == 200
    shown = hall.view()
    assert (shown["paused"]["reason"], shown["legal_moves"]) == ("A card fell down", [])
    assert refused(hall.pay("ada", "bob", 50)) == CONFLICT
    assert refused(hall["bob"].post(hall.at("moves"), {"type": "resign"})) == CONFLICT
    assert refused(hall["rita"].post(hall.at("pause"), {})) == CONFLICT
    # The same key again is the same pause, and no second one.
    assert (
        hall["rita"].post(hall.at("pause"), {"reason": "A  card fell down"}, key="pause").status_code == 200
    )
    assert [line["kind"] for line in hall.log()].count("paused") == 1


def test_play_goes_on_when_somebody_who_may_lets_it(hall, event):
    hall.start()
    hall.a_debt()
    assert refused(hall["rita"].post(hall.at("resume"))) == CONFLICT
    hall["rita"].post(hall.at("pause"), {})
    assert refused(hall["audrey"].post(hall.at("resume"))) == NOT_ALLOWED
    assert hall["olga"].post(hall.at("resume")).json["paused"] is None
    assert hall.pay("ada", "bob", 50).status_code == 201


@pytest.mark.parametrize("body", [{"reason": "x" * 201}, {"reason": "a\u0007b"}, {"reason": 7}])
def test_a_reason_that_can_t_be_read_pauses_nothing(hall, event, body):
    hall.start()
    answer = hall["rita"].post(hall.at("pause"), body)
    assert (answer.status_code, answer.json["code"], answer.json["field"]) == (422, "invalid", "reason")
    assert hall.view()["paused"] is None


def test_only_a_running_match_is_paused(hall, event):
    hall.open()
    assert refused(hall["rita"].post(hall.at("pause"), {})) == CONFLICT


def test_an_event_ends_when_nobody_plays_any_more_and_then_only_reads(hall, event):
    hall.start()
    hall.a_debt()
    number = hall.pay("ada", "bob", 50).json["number"]
    assert refused(hall["olga"].post(f"{event}/end")) == CONFLICT
    hall["rita"].post(hall.at("close"))
    assert hall["olga"].post(f"{event}/end", key="end").json["ended_at"]
    assert hall["olga"].post(f"{event}/end", key="end").status_code == 200
    assert refused(hall["olga"].post(f"{event}/end")) == CONFLICT
    assert refused(hall["ada"].post(hall.at("start"))) == CONFLICT
    assert refused(hall["olga"].post(f"/ledger/transfers/{number}/reverse", {"reason": "late"})) == CONFLICT
    assert hall["audrey"].get(f"/ledger/transfers/{number}").status_code == 200
    assert hall["olga"].get("/ledger/verify").json["ok"]
