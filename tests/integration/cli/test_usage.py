"""Exit codes, and what is wrong in one line."""

import json
from pathlib import Path

import pytest

from tests.integration.cli.conftest import Reckless

KEY = "a secret key of forty characters or more"

BAD_SETTINGS = [
    ("RECKLESS_BACKEND", "paypal"),
    ("RECKLESS_DATABASE_URL", "mysql://localhost/x"),
    ("RECKLESS_DATABASE_URL", "sqlite:///"),
    ("RECKLESS_DATABASE_URL", "sqlite:////nowhere/at/all/x.sqlite"),
    ("RECKLESS_DATABASE_URL", "postgresql+psycopg://["),
    ("RECKLESS_PUBLIC_URL", "ftp://tiles.test"),
    ("RECKLESS_PUBLIC_URL", "tiles.test"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.test:99999"),
    ("RECKLESS_SECRET_KEY", "short"),
    ("RECKLESS_TRUSTED_PROXIES", "many"),
    ("RECKLESS_TRUSTED_PROXIES", "-1"),
    ("RECKLESS_TRUSTED_PROXIES", "9" * 5000),
]


@pytest.mark.parametrize(("name", "value"), BAD_SETTINGS)
def test_a_bad_value_of_a_variable_is_named_in_one_line(reckless: Reckless, name: str, value: str):
    reckless("organizer", "add", "Olga", **{name: value}).refused(name)


@pytest.mark.parametrize("command", [("organizer", "add", "Olga"), ("serve", "--port", "0")])
def test_a_process_with_a_bad_setting_ends_with_code_2_and_no_traceback(
    reckless: Reckless, command: tuple[str, ...]
):
    reckless.in_process(*command, RECKLESS_PUBLIC_URL="nonsense").refused("RECKLESS_PUBLIC_URL=nonsense")


def test_a_bad_option_is_named_as_the_option_it_was(reckless: Reckless):
    reckless("organizer", "add", "Olga", "--database", "mysql://x").refused("--database can't be used")
    reckless("serve", "--public-url", "ftp://x").refused("--public-url ftp://x is no web address")
    reckless("organizer", "add", "Olga", "--database", "").refused("--database is empty")


def test_the_database_option_wins_over_the_environment(reckless: Reckless, tmp_path: Path):
    other = tmp_path / "other.sqlite"
    assert reckless("organizer", "add", "Olga", "--database", f"sqlite:///{other}").code == 0
    assert other.exists()
    assert not (tmp_path / "books.sqlite").exists()


@pytest.mark.parametrize("contents", [b"no database at all, just words " * 40, b"SQLite format 3\0cut off"])
def test_a_file_that_is_no_database_is_told_from_one(reckless: Reckless, tmp_path: Path, contents: bytes):
    (tmp_path / "books.sqlite").write_bytes(contents)
    reckless("audit", "verify").refused("The database can't be opened")


def test_a_postgresql_server_that_does_not_answer_is_one_line(reckless: Reckless):
    reckless(
        "organizer",
        "add",
        "Olga",
        RECKLESS_DATABASE_URL="postgresql+psycopg://nobody@127.0.0.1:1/none",
        RECKLESS_SECRET_KEY=KEY,
    ).refused("The database can't be opened")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nonsense",), "No such command 'nonsense'"),
        (("tiles", "nonsense"), "No such command 'nonsense'"),
        (("tiles", "issue", "--label", "x"), "Missing option"),
        (("tiles", "reprint", "--out", "x.pdf"), "Missing argument"),
        (("serve", "--port", "70000"), "--port"),
        (("serve", "--workers", "0"), "--workers"),
        (("audit", "verify", "--nonsense"), "--nonsense"),
    ],
)
def test_wrong_usage_is_one_line_that_says_where_to_look(
    reckless: Reckless, arguments: tuple[str, ...], words: str
):
    assert "--help" in reckless(*arguments).refused(words).err


def test_with_json_an_error_is_an_object_too(reckless: Reckless):
    ended = reckless("organizer", "add", "", "--json").refused("")
    assert json.loads(ended.err) == {
        "error": {"code": "invalid", "message": "An organizer's name has 1 to 40 letters and digits."}
    }


@pytest.mark.parametrize("arguments", [(), ("--help",), ("tiles",), ("serve", "--help")])
def test_help_is_no_error(reckless: Reckless, arguments: tuple[str, ...]):
    ended = reckless(*arguments)
    assert ended.code == 0
    assert "Usage: reckless" in ended.out


def test_the_module_is_the_same_as_the_command(reckless: Reckless):
    ended = reckless.in_process("--help")
    assert (ended.code, ended.err) == (0, "")
    assert "serve" in ended.out


def test_a_key_file_that_is_damaged_is_one_line(reckless: Reckless, tmp_path: Path):
    (tmp_path / "books.key").write_text("x")
    reckless("organizer", "add", "Olga").refused("books.key is damaged")
