"""Users and numbers are named so that Cyclos takes them for nothing else."""

from urllib.parse import quote, unquote, urlsplit

import pytest
import responses

from cyclos_client import (
    SELF,
    SYSTEM,
    Basic,
    CyclosInvalid,
    SessionToken,
    UserFilters,
    by_number,
    user_by,
    user_id,
    user_named,
)
from tests.unit.cyclos_client.stubs import API, client_of


@pytest.mark.parametrize(
    ("name", "reference"),
    [
        ("bob", "bob"),
        ("bob@x.org", "bob@x.org"),
        ("KEY-4711", "KEY-4711"),
        ("1234567890", "'1234567890"),
        ("-5", "*:-5"),
        ("+49171", "*:+49171"),
        ("self", "*:self"),
        ("system", "*:system"),
        ("a:b", "*:a:b"),
        ("https://host/pay/?to=bob", "*:https://host/pay/?to=bob"),
        ("'quoted", "*:'quoted"),
        ("*star", "*:*star"),
        ("two words", "*:two words"),
        (".", "*:."),
        ("..", "*:.."),
        ("Ümit", "Ümit"),
    ],
)
def test_a_name_is_never_taken_for_an_id_a_word_or_a_type(name, reference):
    assert user_named(name) == reference


@pytest.mark.parametrize(
    ("identifier", "reference"),
    [("102", "102"), ("-8721534090241144497", "-8721534090241144497"), ("u-102", "id:u-102")],
)
def test_an_id_is_an_id(identifier, reference):
    assert user_id(identifier) == reference


def test_one_kind_of_identification_can_be_named():
    assert user_by("accountNumber", "P9102") == "accountNumber:P9102"


def test_who_is_signed_in_and_the_system_are_words():
    assert (SELF, SYSTEM) == ("self", "system")


@pytest.mark.parametrize(
    "make",
    [
        lambda: user_named(" "),
        lambda: user_id(""),
        lambda: user_by("user name", "x"),
        lambda: user_by("email", ""),
    ],
)
def test_an_empty_or_broken_reference_is_refused(make):
    with pytest.raises(CyclosInvalid):
        make()


@pytest.mark.parametrize(("number", "key"), [("RC5007", "RC5007"), ("5007", "'5007"), ("-5007", "'-5007")])
def test_a_number_of_digits_is_quoted_as_a_key(number, key):
    assert by_number(number) == key


@pytest.mark.parametrize(
    "name", ["1234", "..", "a/b", "a?b#c", "100%", "two words", "Ümit", "a%2Fb", "self", "x;y"]
)
def test_a_name_reaches_the_server_as_one_part_of_the_path(name):
    with responses.RequestsMock() as stub:
        stub.get(f"{API}/users/{quote(user_named(name), safe='')}/locate", json={"id": "102"})
        client_of().locate_user(user_named(name))
        _, api, users, part, locate = urlsplit(stub.calls[0].request.url).path.split("/")
    assert (api, users, unquote(part), locate) == ("api", "users", user_named(name), "locate")


@pytest.mark.parametrize(
    "send",
    [
        lambda half: client_of().locate_user(user_named(half)),
        lambda half: client_of().search_users(UserFilters(keywords=half)),
        lambda half: client_of().activate_token(SELF, "qrCard", half),
        lambda half: client_of(Basic(half, "secret")).get_current_auth(),
        lambda half: client_of(SessionToken(half)).get_current_auth(),
        lambda half: client_of(channel=half).get_current_auth(),
    ],
    ids=["path", "query", "body", "name", "token", "channel"],
)
def test_half_a_character_is_refused_before_anything_is_sent(send):
    with pytest.raises(CyclosInvalid):
        send("bob\ud800")


@pytest.mark.parametrize("key", ["", ".", ".."])
def test_a_key_that_would_lead_to_another_operation_is_refused(key):
    with pytest.raises(CyclosInvalid):
        client_of().view_transfer(key)
