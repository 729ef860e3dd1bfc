"""`reckless organizer add`."""

from dataclasses import replace

import pytest

from app.cli.common import address_warnings
from app.errors import NotFound, NotSignedIn
from app.services.actor import Role
from app.services.program import open_program
from tests.integration.cli.conftest import PUBLIC_URL, Reckless
from tests.integration.evening import settings_for

PASSWORD = "a long enough password"


@pytest.fixture
def people(reckless: Reckless):
    program = open_program(settings_for(reckless.database))
    yield program.services.people
    program.close()


def test_the_link_opens_once_and_makes_an_organizer(reckless: Reckless, people):
    link = reckless("organizer", "add", "Olga", "--json").data["link"]
    address, _, secret = link.partition("#")
    assert address == f"{PUBLIC_URL}/organizer/welcome"
    assert people.accept_invitation(secret, PASSWORD).actor.role is Role.ORGANIZER
    with pytest.raises(NotFound):
        people.accept_invitation(secret, PASSWORD)
    assert people.sign_in("olga", PASSWORD, address="1.2.3.4").actor.name == "Olga"


def test_people_see_the_link_on_a_line_of_its_own(reckless: Reckless):
    ended = reckless("organizer", "add", "Olga")
    assert ended.code == 0
    assert ended.out.splitlines()[1].startswith(f"{PUBLIC_URL}/organizer/welcome#")


def test_the_link_leads_where_the_service_is_said_to_be(reckless: Reckless):
    ended = reckless("organizer", "add", "Olga", "--public-url", "https://tiles.example.org", "--json")
    assert ended.data["link"].startswith("https://tiles.example.org/organizer/welcome#")
    assert ended.data["warnings"] == []


def test_a_link_to_a_guessed_address_says_so():
    guessed = replace(
        settings_for("sqlite:///any"), public_url="http://192.0.2.7:8080", public_url_is_set=False
    )
    [warning] = address_warnings(guessed, links="this link leads")
    assert warning.startswith("this link leads to http://192.0.2.7:8080")
    assert "--public-url" in warning


def test_a_password_on_standard_input_is_taken_at_once_and_never_shown(reckless: Reckless, people):
    ended = reckless("organizer", "add", "Olga", "--password-stdin", stdin=f"{PASSWORD}\n")
    assert ended.code == 0
    assert PASSWORD not in ended.out
    assert people.sign_in("olga", PASSWORD, address="1.2.3.4").actor.is_organizer


@pytest.mark.parametrize(
    ("public_url", "says"),
    [(PUBLIC_URL, f"at {PUBLIC_URL} now"), ("", "at the address that reckless serve tells now")],
)
def test_the_address_is_told_where_it_is_known(reckless: Reckless, public_url: str, says: str):
    environ = {"stdin": f"{PASSWORD}\n", "RECKLESS_PUBLIC_URL": public_url}
    ended = reckless("organizer", "add", "Olga", "--password-stdin", **environ)
    assert says in ended.out
    assert ended.out.count("://") == bool(public_url)


def test_a_known_organizer_gets_a_new_password(reckless: Reckless, people):
    reckless("organizer", "add", "Olga", "--password-stdin", stdin=f"{PASSWORD}\n")
    reckless("organizer", "add", "Olga", "--password-stdin", stdin=f"{PASSWORD} 2\n")
    with pytest.raises(NotSignedIn):
        people.sign_in("olga", PASSWORD, address="1.2.3.4")
    assert people.sign_in("olga", f"{PASSWORD} 2", address="1.2.3.4")


def test_blanks_around_a_password_are_not_part_of_it(reckless: Reckless, people):
    reckless("organizer", "add", "Olga", "--password-stdin", stdin=f"  {PASSWORD} \n")
    assert people.sign_in("olga", PASSWORD, address="1.2.3.4")
    assert people.sign_in("olga", f" {PASSWORD}  ", address="1.2.3.4")


@pytest.mark.parametrize(("stdin", "words"), [("", "No password came"), ("short\n", "10 to 200 characters")])
def test_a_password_that_is_none_is_refused(reckless: Reckless, stdin: str, words: str):
    reckless("organizer", "add", "Olga", "--password-stdin", stdin=stdin).refused(words)


def test_a_tile_can_not_become_an_organizer(reckless: Reckless):
    (tile,) = reckless.issue(1)["tiles"]
    reckless("organizer", "add", tile["user"]).refused("A tile has the user name")
