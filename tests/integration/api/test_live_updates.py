"""The stream: whole views, resumed by the last event's id, over when the session is."""

import json

from tests.integration.api.calling import events


def stream(house, user="ada", query="", **headers):
    answer = house[user].client.get(
        f"/v1{house.at('stream')}{query}",
        headers={"Authorization": f"Bearer {house[user].token}", **headers},
    )
    assert answer.status_code == 200
    return answer, events(answer)


def next_view(told):
    event = next(told)
    assert event["event"] == "view"
    view = json.loads(event["data"])
    assert int(event["id"]) == view["seq"]
    return view


def test_the_present_view_comes_at_once_and_a_new_one_whenever_the_table_moves(house):
    house.start()
    answer, told = stream(house)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert next(told) == {"retry": "2000"}
    assert next_view(told) == house.view()
    house.move("bob", "declare", action="fraud", target="ada")
    view = next_view(told)
    assert view == house.view()
    assert view["phase"] == "challenge"
    answer.close()


def test_moves_made_between_two_looks_are_not_missed(house):
    house.start()
    answer, told = stream(house)
    next(told)
    next_view(told)
    house.move("bob", "declare", action="fraud", target="ada")
    house.move("ada", "allow")
    assert next_view(told)["waiting_for"] == ["cyd"]
    answer.close()


def test_who_comes_back_is_told_at_once_what_has_moved_and_nothing_twice(house):
    house.start()
    seen = house.view()["seq"]
    answer, told = stream(house, **{"Last-Event-ID": str(seen)})
    assert [next(told), next(told)] == [{"retry": "2000"}, {}]
    answer.close()
    house.move("bob", "declare", action="fraud", target="ada")
    for how in ({"Last-Event-ID": str(seen)}, {"Last-Event-ID": "nonsense"}, {"Last-Event-ID": "999999"}):
        answer, told = stream(house, **how)
        next(told)
        assert next_view(told)["seq"] > seen
        answer.close()
    answer, told = stream(house, query=f"?after={seen}")
    next(told)
    assert next_view(told)["seq"] > seen
    answer.close()


def test_everybody_gets_their_own_view(house):
    house.start()
    for user in ("ada", "bob", "olga"):
        answer, told = stream(house, user)
        next(told)
        assert next_view(told)["you"] == user
        answer.close()


def test_the_stream_ends_with_the_session(house):
    house.start()
    phone = house.another("ada")
    house.callers["ada"] = phone
    _, told = stream(house)
    next(told)
    next_view(told)
    phone.call("DELETE", "/sessions")
    house.move("bob", "declare", action="fraud", target="cyd")
    assert list(told) == []


def test_the_stream_ends_when_its_player_leaves(house):
    house.open()
    _, told = stream(house, "cyd")
    next(told)
    next_view(told)
    house["cyd"].call("DELETE", house.at("seats"))
    assert list(told) == []


def test_the_stream_ends_when_the_service_stops(house):
    house.start()
    _, told = stream(house)
    next(told)
    next_view(told)
    house.program.services.hub.close()
    assert list(told) == []


def test_an_open_stream_is_counted_and_a_closed_one_no_more(house):
    house.start()
    hub = house.program.services.hub
    answer, told = stream(house)
    next(told)
    assert hub.watchers() == 1
    answer.close()
    told.close()
    assert hub.watchers() == 0
