"""The one-time link with which an organizer sets a password."""

import pytest
from flask import Flask

from app.services.program import Program
from tests.integration.console.conftest import PASSWORD, Desk


@pytest.fixture
def secret(program: Program) -> str:
    return program.services.people.invite_organizer("Ann Lee")


@pytest.fixture
def guest(app: Flask) -> Desk:
    return Desk(app).get("/organizer/welcome")


def test_whoever_is_invited_sets_a_password_and_sits_at_the_desk(guest: Desk, secret: str, program: Program):
    guest.says("Set a password").send("/organizer/welcome", secret=secret, password=PASSWORD)
    assert guest.path == "/organizer/"
    guest.says("Next time, sign in as “annlee” with your password.")
    program.services.people.sign_in("annlee", PASSWORD, address="1.2.3.4")


def test_the_name_to_sign_in_with_is_told_to_whoever_holds_the_invitation_before_it_is_used(
    guest: Desk, secret: str
):
    asked = {"csrf": guest.token(), "secret": secret}
    assert guest.client.post("/organizer/welcome/name", data=asked).json == {"user": "annlee"}
    answer = guest.client.post(
        "/organizer/welcome/name",
        data=asked | {"secret": "guessed"},
        headers={"X-Requested-With": "reckless"},
    )
    assert (answer.status_code, "used up or too old" in answer.text) == (404, True)
    guest.send("/organizer/welcome", secret=secret, password=PASSWORD)
    assert guest.path == "/organizer/"


def test_without_script_the_whole_link_is_pasted(guest: Desk, secret: str):
    guest.send(
        "/organizer/welcome", secret=f"http://tiles.test/organizer/welcome#{secret}", password=PASSWORD
    )
    assert guest.path == "/organizer/"


def test_an_invitation_is_good_for_one_use(guest: Desk, secret: str, app: Flask):
    guest.send("/organizer/welcome", secret=secret, password=PASSWORD)
    late = Desk(app).get("/organizer/welcome")
    late.send("/organizer/welcome", secret=secret, password=PASSWORD).says(
        "This invitation is used up or too old."
    )


def test_a_password_that_is_too_short_does_not_use_the_invitation_up(guest: Desk, secret: str):
    guest.send("/organizer/welcome", secret=secret, password="short").says("10 to 200 characters")
    guest.send("/organizer/welcome", secret=secret, password=PASSWORD)
    assert guest.path == "/organizer/"


def test_the_answer_never_repeats_secret_or_password(guest: Desk, secret: str):
    guest.send("/organizer/welcome", secret=secret, password="short")
    assert secret not in guest.html
    answer = guest.client.post(
        "/organizer/welcome", data={"csrf": guest.token(), "secret": secret, "password": PASSWORD}
    )
    assert secret not in str(answer.headers) + answer.get_data(as_text=True)
    assert PASSWORD not in str(answer.headers) + answer.get_data(as_text=True)


def test_a_phone_that_was_somebody_else_ends_that_session(
    app: Flask, secret: str, program: Program, desk: Desk
):
    before = desk.client.get_cookie("reckless")
    assert before is not None
    desk.get("/organizer/welcome").send("/organizer/welcome", secret=secret, password=PASSWORD)
    assert program.services.people.actor(before.value) is None
    desk.says("Ann Lee")
