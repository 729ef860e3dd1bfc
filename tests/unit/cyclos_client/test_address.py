"""The server's address, in every spelling people type."""

import pytest

from cyclos_client import CyclosClient, CyclosInvalid, normal_root


@pytest.mark.parametrize(
    ("typed", "root"),
    [
        ("https://bank.example", "https://bank.example"),
        ("https://bank.example/", "https://bank.example"),
        ("https://bank.example/api", "https://bank.example"),
        ("https://bank.example/api/", "https://bank.example"),
        ("https://bank.example//api//", "https://bank.example"),
        ("HTTPS://Bank.Example/API-Bank/", "https://bank.example/API-Bank"),
        ("https://bank.example/mycyclos/api", "https://bank.example/mycyclos"),
        ("www.example.org/mycyclos", "https://www.example.org/mycyclos"),
        ("bank.example:8443", "https://bank.example:8443"),
        ("https://bank.example:443/", "https://bank.example"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/api", "http://[::1]:8080"),
        (" https://bank.example \n", "https://bank.example"),
        ("//bank.example", "https://bank.example"),
        ("localhost:5000", "https://localhost:5000"),
    ],
)
def test_every_spelling_leads_to_one_root(typed, root):
    assert normal_root(typed) == root


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "https://",
        "ftp://bank.example",
        "https://ada:secret@bank.example",
        "https://bank.example/?sessionToken=x",
        "https://bank.example/#/login",
        "https://bank.example:99999",
        "https://[::1",
        "https://bank example",
        "https://bank.example/a b",
        "https:\\\\bank.example",
        "https://bank.example/%2e%2e/",
    ],
)
def test_what_is_no_address_is_refused_with_one_that_would_be(typed):
    with pytest.raises(CyclosInvalid, match=r"https://bank\.example/cyclos") as caught:
        normal_root(typed)
    assert "secret" not in str(caught.value)


def test_a_client_knows_its_root():
    assert CyclosClient("Bank.example/api/").root == "https://bank.example"
