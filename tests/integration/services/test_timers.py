"""Silence and time: windows end when they must, and nobody's clock is stretched."""

import pytest

from app.services.program import Background
from tests.integration.databases import execute
from tests.integration.evening import Evening, refusal_of


@pytest.fixture
def timed(program, clock) -> Evening:
    """A table at which one has 30 seconds to answer; Bob has declared fraud against Ada."""
    return Evening(program, options={"timer_s": 30}).start().play("bob declare fraud ada")


def seconds_left(evening: Evening) -> int | None:
    return evening.view()["seconds_left"]


def expire(evening: Evening) -> int:
    return evening.services.play.expire()


def test_a_new_question_has_the_full_time(timed):
    assert seconds_left(timed) == 30


def test_nothing_happens_before_the_time_is_up(timed, clock):
    clock.pass_(29.9)
    assert expire(timed) == 0
    assert timed.phase == "challenge"


def test_silence_in_a_challenge_window_allows_for_everybody_at_once(timed, clock):
    clock.pass_(30)
    assert expire(timed) == 2
    assert timed.phase == "counter"
    assert [line.data["move"]["type"] for line in timed.log("silence")] == ["allow", "allow"]
    assert {line.actor for line in timed.log("silence")} == {"@clock"}


def test_silence_of_the_target_concedes(timed, clock):
    timed.allow()
    clock.pass_(30)
    assert expire(timed) == 1
    assert timed.due == [("ada", "bob", 50, "fraud")]


def test_silence_on_a_demand_to_show_declines_and_the_card_is_lost_in_the_next_window(timed, clock):
    timed.play("cyd challenge")
    clock.pass_(30)
    expire(timed)
    assert timed.phase == "lose_card"
    assert seconds_left(timed) == 30
    clock.pass_(30)
    expire(timed)
    assert timed.phase == "turn"
    assert next(one["cards"] for one in timed.view()["players"] if one["user"] == "bob") == 1


def test_silence_in_a_match_shows_nothing_for_both(timed, clock):
    timed.allow().play("ada match").allow()
    assert timed.phase == "match"
    clock.pass_(30)
    assert expire(timed) == 2
    assert timed.phase == "turn"


def test_a_turn_and_a_debt_wait_for_as_long_as_it_takes(timed, clock):
    timed.allow().play("ada concede")
    assert seconds_left(timed) is None
    clock.pass_(100_000)
    assert expire(timed) == 0
    timed.pay_all()
    assert (timed.phase, seconds_left(timed)) == ("turn", None)


def test_a_window_keeps_its_end_while_answers_come_in(timed, clock):
    clock.pass_(10)
    timed.play("cyd allow")
    assert seconds_left(timed) == 20


def test_a_refused_try_does_not_stretch_the_window(timed, clock):
    clock.pass_(10)
    refusal_of(timed.play, "bob challenge")
    refusal_of(timed.pay, "ada bob 50")
    assert seconds_left(timed) == 20


def test_somebody_who_leaves_does_not_stretch_the_window_of_the_others(program, clock):
    evening = Evening(program, "ada bob cyd dan", options={"timer_s": 30}).start()
    evening.play("bob declare fraud ada", "dan allow")
    clock.pass_(10)
    evening.play("dan resign")
    assert evening.waiting == ["ada", "cyd"]
    assert seconds_left(evening) == 20


def test_a_new_question_gets_a_fresh_window(timed, clock):
    clock.pass_(29)
    timed.allow()
    assert (timed.phase, seconds_left(timed)) == ("counter", 30)
    clock.pass_(29)
    timed.play("ada block ceo")
    assert (timed.phase, seconds_left(timed)) == ("challenge_counter", 30)


def test_an_answer_that_is_taken_back_opens_the_window_anew(timed, clock):
    timed.play("cyd allow")
    clock.pass_(20)
    timed.undo()
    assert seconds_left(timed) == 30


def test_a_clock_that_is_set_back_stretches_nobodys_time(timed, clock):
    clock.set_back(3600)
    assert seconds_left(timed) == 30
    clock.pass_(30)
    assert expire(timed) == 2


def test_the_deadline_on_the_page_is_on_the_clock_on_the_wall(timed, clock):
    clock.set_back(3600)
    assert timed.view()["deadline"] == "2027-01-15T07:00:30Z"


def test_the_order_of_the_books_is_that_of_the_numbers_even_if_the_clock_was_set_back(evening, clock):
    evening.start().a_debt().pay_all()
    clock.set_back(3600)
    evening.a_debt().pay_all()
    numbers = [int(t.number.rpartition("-")[2]) for t in evening.transfers()]
    assert numbers == sorted(numbers)


def test_a_window_survives_a_restart(timed, clock):
    clock.pass_(10)
    timed.restart()
    assert seconds_left(timed) == 20
    clock.pass_(20)
    assert expire(timed) == 2


def test_without_a_timer_nobody_is_pressed(evening, clock):
    evening.start().play("bob declare fraud ada")
    assert (seconds_left(evening), evening.view()["deadline"]) == (None, None)
    clock.pass_(10**6)
    assert expire(evening) == 0


def test_when_the_game_is_over_no_time_runs(timed):
    timed.close()
    assert seconds_left(timed) is None


@pytest.mark.parametrize("timer", [-1, 3601, 1.5, True, "30", None])
def test_a_timer_is_whole_seconds_up_to_an_hour(program, timer):
    refusal = refusal_of(Evening, program, options={"timer_s": timer})
    assert (refusal.code, refusal.field) == ("invalid", "options.timer_s")


def test_a_table_that_is_out_of_order_keeps_no_other_one_from_going_on(program, clock, caplog):
    broken = Evening(program, "ada bob cyd", options={"timer_s": 1}).start().play("bob declare fraud ada")
    sound = Evening(program, "dan eve fay", options={"timer_s": 1}).start().play("eve declare fraud dan")
    execute(program.database, "DROP TRIGGER log_refuses_update")
    execute(
        program.database, "UPDATE log SET data = '{' WHERE table_id = :id AND kind = 'start'", id=broken.id
    )
    sound.restart()
    clock.pass_(2)
    assert expire(sound) == 2
    assert sound.phase == "counter"
    assert broken.id in caplog.text
    sound.program.close()


def test_the_server_lets_silence_speak_by_itself(timed, clock):
    clock.pass_(31)
    background = Background(timed.program)
    hub, seq = timed.services.hub, timed.view()["seq"]
    with hub.watching(timed.id):
        hub.wait(timed.id, seq + 1, 10)
    background.close()
    assert timed.phase == "counter"


def test_lines_and_cards_have_the_time_of_the_clock(timed, clock):
    assert timed.log("move")[-1].at == clock.now()
    assert timed.services.tables.by_code(timed.code).since == clock.now()
