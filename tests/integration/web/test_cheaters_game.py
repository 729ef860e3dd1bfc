"""The pages of Cheater's Game, without script: what each moment says, to whom, and which buttons it offers."""

import re
from collections.abc import Callable

import pytest

from app.console import words
from app.rules.cheaters_game.settings import HOUSE_RULES
from app.web.games.cheaters_game.house import OPTIONS
from app.web.games.cheaters_game.told import EVENTS
from tests.integration.evening import ORGANIZER, Evening
from tests.integration.web.conftest import Phone
from tests.playthroughs.told_cheaters_game import TOLD

ALL = "ada bob cyd dan"

FORMED = ("ada invite bob cyd", "bob join", "cyd join")
DOUBLES = (*FORMED, "ada dice 4 4 1")
OFFERED = (*DOUBLES, "ada offer dan 3")
LATER = (*OFFERED, "dan accept", "bob roll", "bob dice 2", "cyd invite dan", "dan join", "cyd dice 5 6")


@pytest.fixture
def evening(program) -> Evening:
    """Four people with real dice; nothing has begun."""
    return Evening(program, ALL, game="cheaters_game", mode="table", options={"rounds": 2})


@pytest.fixture
def at(app, evening) -> Callable[..., Phone]:
    """A person's page of the table, with this pick."""

    phones: dict[str, Phone] = {}

    def look(user: str, *, pick: str = "") -> Phone:
        phones.setdefault(user, Phone(app, user))
        return phones[user].get(f"/tables/{evening.id}" + (f"?pick={pick}" if pick else ""))

    return look


MOMENTS = [
    ("", "ada", "", ["Your turn.", "Roll for yourself One die", "Form an alliance"]),
    ("", "bob", "", ["Ada is choosing.", "Waiting for Ada to choose."]),
    ("", "ada", "invite:cyd,bob", ["With whom?", "✓ Bob will be asked", "Invite Bob and Cyd"]),
    (FORMED[0], "bob", "", ["Ada wants you in an alliance.", "Asked too: Cyd.", "Join", "you lose as many"]),
    (FORMED[1], "cyd", "", ["In: Bob.", "Decline Costs you nothing."]),
    ("", "ada", "", ["You have asked Bob and Cyd.", "Waiting for Cyd to join or decline."]),
    ("", "dan", "", ["Ada has asked Cyd.", "In: Bob."]),
    ("", "bob", "", ["Ada has asked Cyd.", "In: you."]),
    (FORMED[2], "ada", "", ["Roll 3 dice for alliance 1.", "Tap what each shows: 1 of 3."]),
    ("", "ada", "dice:4,2", ["Tap what each shows: 3 of 3.", "Start again"]),
    ("", "bob", "", ["Ada rolls 3 dice for alliance 1.", "Waiting for Ada to roll."]),
    (DOUBLES[3], "ada", "", ["Doubles. 8 for you to split.", "Offer something to Dan"]),
    ("", "ada", "offer:dan", ["Offer Dan how much of 8?", "0 keep 8", "8 keep 0", "To somebody else"]),
    ("", "bob", "", ["Doubles. Ada has 8 to split.", "Waiting for Ada to make an offer."]),
    (OFFERED[4], "dan", "", ["Ada offers you 3 of 8.", "3 for you, 5 for Ada.", "I misunderstood"]),
    ("", "ada", "", ["You offer Dan 3 and keep 5.", "Waiting for Dan to accept or refuse."]),
    ("", "bob", "", ["Ada offers Dan 3 of 8."]),
    (LATER[5], "bob", "", ["Your turn.", "Ada rolled 1 4 4 for alliance 1: 9."]),
    (LATER[6], "bob", "", ["Roll 1 die.", "Tap what it shows."]),
    ("", "ada", "", ["Bob rolls a die."]),
    (LATER[7], "cyd", "", ["Your turn.", "Bob rolled 2."]),
    (LATER[8], "ada", "", ["Cyd has asked Dan."]),
    (LATER[9], "ada", "", ["Cyd rolls 2 dice for alliance 2."]),
    (LATER[10], "dan", "", ["Your turn.", "Cyd rolled 5 6 for alliance 2: 11.", "Blow the whistle"]),
    (
        "",
        "dan",
        "whistle",
        ["On whom?", "Turn in alliance 2", "11 for you. Cyd: 11 less, and a turn to pass."],
    ),
    ("", "ada", "", ["Round 1 of 2", "Ada leads Bob and Cyd", "3 sets of pawns are free."]),
    ("dan whistle 2", "ada", "", ["has to pass 1 turn", "−11 honest points", "9 cheater points"]),
    (
        "",
        "ada",
        "",
        ["Your turn.", "Dan blew the whistle on alliance 2: 11 more. That costs Cyd 11 and a turn."],
    ),
    ("", "cyd", "", ["− 11 Dan blew the whistle on you. That costs you 11 and a turn."]),
    ("", "bob", "", ["Dan blew the whistle on Cyd.", "Waiting for Ada to choose."]),
    ("", "dan", "", ["11 You blew the whistle. That costs Cyd 11 and a turn."]),
    ("ada invite bob", "cyd", "", ["Ada has asked Bob."]),
    ("bob decline", "ada", "", ["Nobody joins. Choose again.", "Declined: Bob.", "Form an alliance"]),
    ("", "ada", "invite:", ["With whom?", "Bob Has said no in this turn."]),
    ("", "bob", "", ["Ada is choosing.", "Declined: you."]),
    ("ada roll", "cyd", "", ["Ada rolls a die."]),
    (
        "ada dice 3",
        "cyd",
        "",
        ["Bob is choosing.", "Ada rolled 3. Dan blew the whistle on you. That costs you 11 and a turn."],
    ),
    ("", "ada", "", ["Bob is choosing.", "Ada rolled 3. Waiting"]),
]
"""A line that is played (or none), who looks, with which pick, and what they read."""

ODD_PICKS = (
    "dice:9,9,9",
    "dice:",
    "dice:1,2,3,4,5,6",
    "offer:zoe",
    "offer:",
    "invite:zoe,ada",
    "whistle:7",
    ":::",
    "%00",
)


def test_every_moment_says_what_happens_and_what_each_answer_means(at, evening):
    evening.start()
    for line, user, pick, says in MOMENTS:
        evening.play(*[line] if line else [])
        at(user, pick=pick).says(*says)


def test_an_odd_pick_is_as_good_as_none(at, evening):
    evening.start()
    for lines in ((), FORMED, DOUBLES[3:]):
        evening.play(*lines)
        for pick in ODD_PICKS:
            page = at(evening.waiting[0], pick=pick).page
            assert page is not None
            assert page.status_code == 200, (lines, pick)


def test_a_whole_turn_is_played_without_script(at, evening):
    evening.start()
    at("ada", pick="invite:bob").press("Invite Bob")
    at("bob").press("Join")
    at("ada", pick="dice:3").press("3")
    at("ada", pick="offer:cyd").press("2 keep 4")
    at("cyd").press("Accept")
    assert evening.balances == {"ada": 4, "bob": 0, "cyd": 2, "dan": 0}
    assert evening.turn == "bob"


def test_without_a_free_set_of_pawns_the_page_says_why_no_alliance_can_be_formed(at, evening):
    evening.start()
    for pair in ("ada bob", "bob cyd", "cyd dan", "dan ada", "ada bob"):
        leader, member = pair.split()
        evening.play(f"{leader} invite {member}", f"{member} join", f"{leader} dice 1 2")
    at("bob").says("Form an alliance All sets of pawns are in use.")


def test_after_a_refused_invitation_no_older_dice_are_shown(at, evening):
    evening.start().play("ada roll", "ada dice 3")
    assert "die-3" in at("cyd").html
    evening.play("bob invite cyd", "cyd decline")
    for user in ("ada", "bob"):
        assert "die-3" not in at(user).html


def test_a_pass_is_no_number_that_could_be_points(at, evening):
    evening.start().play(*FORMED, "ada dice 1 2 3", "bob whistle 1")
    seats = at("dan").html.partition('class="stage')[0]
    assert " ".join(re.findall(r">(pass[^<]*)<", seats)) == "pass"
    assert "−1<" not in seats


def test_with_everybody_having_declined_the_page_says_so(at, evening):
    evening.start().play("ada invite bob cyd dan", "bob decline", "cyd decline", "dan decline")
    at("ada").says("Everybody has said no.")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (FORMED[:1], "For Bob: no, thanks"),
        (OFFERED, "For Dan: refuse the offer"),
    ],
)
def test_the_host_answers_for_somebody_who_is_away(at, evening, lines, says):
    evening.start().play(*lines)
    ada = at("ada").get(f"/tables/{evening.id}/corner")
    ada.says(says).press(says)
    assert evening.log("move")[-1].actor == "ada"


def test_who_is_awaited_for_a_turn_is_taken_out_by_a_button_that_asks_once_more(at, evening):
    evening.start().play("ada roll", "ada dice 1")
    corner = f"/tables/{evening.id}/corner"
    ada = (
        at("ada").get(corner).says("Their silence means nothing at this moment.", "Take Bob out of the game")
    )
    assert "For Bob" not in ada.words
    assert "pay what they owe" not in ada.words
    ada.get(f"{corner}?sure=out&for=bob").says("Take Bob out of the game?", "The log says that it was you.")
    ada.press("Yes, take them out")
    line = evening.log("move")[-1]
    assert (line.actor, line.data["by"], line.data["move"]["type"]) == ("ada", "bob", "resign")
    assert "Take Bob" not in at("cyd").get(f"{corner}?sure=out&for=dan").words


def test_the_end_shows_totals_what_they_are_made_of_and_how_it_was_decided(at, evening):
    evening.start().play(*LATER).close()
    bob = at("bob").says("Cyd won.", "The highest total wins.", "0 honest, 20 cheater", "Result slip")
    assert "Your payments" not in bob.words
    assert "crown-sign" in bob.html


def test_nobody_wins_where_all_are_cheaters_and_equal(at, evening):
    evening.start().play(
        "ada invite bob cyd dan", "bob join", "cyd join", "dan join", "ada dice 1 2 3 6"
    ).close()
    bob = at("bob").says("Nobody won.", "nobody is left who could win")
    assert "crown-sign" not in bob.html


def test_the_log_tells_every_event(at, evening):
    evening.start().play(*LATER)
    ada = at("ada").get(f"/tables/{evening.id}/log")
    ada.says(
        "Ada invites Bob and Cyd.",
        "Ada leads alliance 1 with Bob and Cyd.",
        "Ada rolled 1 4 4 for alliance 1: 9. Doubles: 8 for Ada to split.",
        "Ada offers Dan 3 and keeps 5.",
        "Dan accepts: 3, and 5 for Ada.",
        "Bob rolled 2.",
    )
    assert "moved" not in ada.words
    assert set(EVENTS) == set(TOLD) - {"turn", "corrected", "closed"}


def test_what_one_did_oneself_stands_behind_ones_own_seat(at, evening):
    evening.start().play(*LATER)
    at("bob").get(f"/tables/{evening.id}/with/bob").says("With you", "Bob rolled 2.")


def test_the_desk_says_what_a_table_waits_for(app, evening):
    evening.start()
    said = []
    for line in ("ada invite bob cyd", "bob join", "cyd join", "ada dice 4 4 1", "ada offer dan 3"):
        (card,) = evening.play(line).services.tables.all(ORGANIZER)
        with app.test_request_context():
            said.append(words.awaited(card))
    assert said == [
        "Bob and Cyd to join or decline",
        "Cyd to join or decline",
        "Ada to roll",
        "Ada to make an offer",
        "Dan to accept or refuse",
    ]


def test_the_settings_ask_for_every_house_rule():
    assert {option.name for option in OPTIONS} == set(HOUSE_RULES)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {},
            [
                "The game ends after 10 rounds. house",
                "Doubles are looked for among the dice of each alliance. house",
            ],
        ),
        ({"race": True}, ["somebody has more than 100 points."]),
        ({"shared_pool": True}, ["Doubles are looked for among all the dice of a turn. house"]),
        ({"timer_s": 30}, ["An invitation and an offer wait 30 seconds."]),
    ],
)
def test_the_rules_page_says_the_options_in_force(program, app, options, says):
    evening = Evening(program, ALL, game="cheaters_game", mode="dealer", options=options)
    page = Phone(app, "ada").get(f"/rules?table={evening.id}")
    page.says("They say that cheaters never win.", "Blow the whistle", *says)
