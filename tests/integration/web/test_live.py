"""The stream of a table: numbers only, for those who sit there, for as long as their session lasts."""

import threading

import pytest


@pytest.fixture
def ada(evening, phone):
    return phone("ada")


def events(answer, count):
    """The next so many events of a stream."""
    found = []
    for piece in answer.response:
        found += [block for block in piece.decode().strip().split("\n\n") if block]
        if len(found) >= count:
            break
    return found


def stream(phone, evening, **headers):
    return phone.client.get(f"/tables/{evening.id}/stream", headers=headers)


def test_it_begins_with_the_present_number_and_may_not_be_buffered(evening, ada):
    answer = stream(ada, evening)
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["X-Accel-Buffering"] == "no"
    seq = evening.view()["seq"]
    assert events(answer, 2)[1] == f"id: {seq}\ndata: {seq}"


def test_a_move_is_told_at_once_and_by_its_number_alone(evening, ada):
    answer = stream(ada, evening)
    pieces = iter(answer.response)
    next(pieces), next(pieces)
    threading.Timer(0.2, evening.start).start()
    told = next(pieces).decode()
    assert told == f"id: {evening.view()['seq']}\ndata: {evening.view()['seq']}\n\n"


def test_a_move_that_comes_while_the_last_one_is_told_is_not_missed(evening, ada):
    pieces = iter(stream(ada, evening).response)
    next(pieces), next(pieces)
    evening.start()
    seq = evening.view()["seq"]
    assert next(pieces).decode() == f"id: {seq}\ndata: {seq}\n\n"


def test_who_comes_back_hears_only_what_is_new(evening, ada):
    seq = evening.view()["seq"]
    answer = stream(ada, evening, **{"Last-Event-ID": str(seq)})
    assert events(answer, 2)[1].startswith("event: beat")


def test_it_ends_with_the_session(evening, ada, program):
    answer = stream(ada, evening)
    pieces = iter(answer.response)
    next(pieces), next(pieces)
    program.services.people.sign_out(ada.client.get_cookie("reckless").value)
    evening.start()
    rest = b"".join(piece if isinstance(piece, bytes) else piece.encode() for piece in pieces).decode()
    assert rest.endswith("event: signed-out\ndata: \n\n")


def test_nobody_hears_a_table_without_a_session(evening, stranger):
    assert stranger.client.get(f"/tables/{evening.id}/stream").status_code == 303
