"""Settings: every variable is read once, and every bad value gives one line that says how to mend it."""

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.config import check_public_url, data_folder, lan_address, read_settings
from app.errors import ConfigError

KEY = "k" * 32
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="about homes and modes of POSIX systems")
POSTGRES = "postgresql+psycopg://u:p@db/reckless"


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'evening.sqlite'}"


@pytest.fixture
def environ(sqlite: str) -> dict[str, str]:
    return {"RECKLESS_DATABASE_URL": sqlite}


def refused(environ: dict[str, str], **changes: str) -> str:
    with pytest.raises(ConfigError) as error:
        read_settings({**environ, **changes})
    return str(error.value)


BAD = [
    ("RECKLESS_BACKEND", "cyclos"),
    ("RECKLESS_BACKEND", "paypal"),
    ("RECKLESS_DATABASE_URL", "mysql://u:p@db/x"),
    ("RECKLESS_DATABASE_URL", "evening.sqlite"),
    ("RECKLESS_DATABASE_URL", "sqlite://"),
    ("RECKLESS_DATABASE_URL", "sqlite:///"),
    ("RECKLESS_DATABASE_URL", "sqlite:///:memory:"),
    ("RECKLESS_DATABASE_URL", "sqlite:////no/such/folder/evening.sqlite"),
    ("RECKLESS_DATABASE_URL", "sqlite:////tmp"),
    ("RECKLESS_DATABASE_URL", "postgresql://u:p@db/x"),
    ("RECKLESS_DATABASE_URL", "postgresql+psycopg://"),
    ("RECKLESS_DATABASE_URL", "postgresql+psycopg://u:p@db:port/x"),
    ("RECKLESS_PUBLIC_URL", "tiles.example.org"),
    ("RECKLESS_PUBLIC_URL", "ftp://tiles.example.org"),
    ("RECKLESS_PUBLIC_URL", "http://"),
    ("RECKLESS_PUBLIC_URL", "http://[::1"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org:99999"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org:0"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org/?a=1"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org/#top"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org/games"),
    ("RECKLESS_PUBLIC_URL", "http://user@tiles.example.org"),
    ("RECKLESS_PUBLIC_URL", "http://:secret@tiles.example.org"),
    ("RECKLESS_PUBLIC_URL", "http://tiles example.org"),
    ("RECKLESS_PUBLIC_URL", "http://tiles.example.org/a\nb"),
    ("RECKLESS_SECRET_KEY", "short"),
    ("RECKLESS_SECRET_KEY", "half a character \udcff of forty characters"),
    ("RECKLESS_DECKS", "/no/such/folder"),
    ("RECKLESS_DECKS", __file__),
    ("RECKLESS_TRUSTED_PROXIES", "one"),
    ("RECKLESS_TRUSTED_PROXIES", "-1"),
    ("RECKLESS_TRUSTED_PROXIES", "11"),
    ("RECKLESS_TRUSTED_PROXIES", "1.5"),
    ("RECKLESS_TRUSTED_PROXIES", "9" * 5000),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=[f"{name}={value[:40]}" for name, value in BAD])
def test_a_bad_value_stops_the_start_with_one_line_that_names_the_variable(environ, name, value):
    line = refused({**environ, "RECKLESS_SECRET_KEY": KEY}, **{name: value})
    assert name in line
    assert "\n" not in line


def test_a_line_about_a_database_never_shows_its_password(environ):
    line = refused(environ, RECKLESS_DATABASE_URL="mysql://u:pa55word@db/x")
    assert "pa55word" not in line


def test_the_line_about_a_short_key_does_not_show_it(environ):
    assert "hunter2" not in refused(environ, RECKLESS_SECRET_KEY="hunter2")


@pytest.mark.parametrize(
    "name",
    [
        "RECKLESS_BACKEND",
        "RECKLESS_CYCLOS_URL",
        "RECKLESS_DECKS",
        "RECKLESS_PUBLIC_URL",
        "RECKLESS_SECRET_KEY",
        "RECKLESS_TRUSTED_PROXIES",
    ],
)
def test_an_empty_variable_is_as_good_as_none(environ, name):
    assert read_settings({**environ, name: ""}) == read_settings(environ)


@ON_POSIX
def test_without_a_database_url_a_file_in_the_users_data_folder_is_used(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    settings = read_settings({})
    assert settings.database_url == f"sqlite:///{data_folder() / 'reckless.sqlite'}"
    assert data_folder().is_dir()


@ON_POSIX
def test_a_data_folder_that_can_not_be_made_is_told_in_one_line(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    with pytest.raises(ConfigError, match="RECKLESS_DATABASE_URL"):
        read_settings({})


def test_a_key_is_made_once_and_kept_beside_the_database_for_its_owner_alone(environ, tmp_path):
    first = read_settings(environ).secret_key
    assert len(first) >= 32
    assert read_settings(environ).secret_key == first
    key_file = tmp_path / "evening.key"
    assert key_file.read_text() == first
    assert os.name != "posix" or key_file.stat().st_mode & 0o077 == 0


def test_eight_that_start_together_share_one_key(environ):
    with ThreadPoolExecutor(8) as starting:
        keys = set(starting.map(lambda _: read_settings(environ).secret_key, range(8)))
    assert len(keys) == 1


def test_a_given_key_is_used_and_not_written_anywhere(environ, tmp_path):
    assert read_settings({**environ, "RECKLESS_SECRET_KEY": KEY}).secret_key == KEY
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"short", b"\xff\xfe" * 40], ids=["empty", "short", "no text"])
def test_a_damaged_key_file_is_told_in_one_line(environ, tmp_path, content):
    (tmp_path / "evening.key").write_bytes(content)
    assert "evening.key" in refused(environ)


def test_a_key_file_that_can_not_be_read_is_told_in_one_line(environ, tmp_path):
    (tmp_path / "evening.key").mkdir()
    assert "evening.key" in refused(environ)


def test_on_postgresql_a_key_must_be_given_as_every_process_needs_the_same():
    assert "RECKLESS_SECRET_KEY" in refused({}, RECKLESS_DATABASE_URL=POSTGRES)


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("https://tiles.example.org/", "https://tiles.example.org"),
        ("http://192.168.1.20:8080", "http://192.168.1.20:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_a_public_url_has_no_slash_at_the_end(given, read):
    assert check_public_url(given) == read


def test_the_folder_of_decks_is_the_given_one_or_that_beside_the_sqlite_database(environ, tmp_path):
    assert read_settings(environ).decks is None
    (tmp_path / "decks").mkdir()
    assert read_settings(environ).decks == tmp_path / "decks"
    assert read_settings({**environ, "RECKLESS_DECKS": str(tmp_path)}).decks == tmp_path


def test_beside_a_postgresql_database_there_is_no_folder_of_decks():
    assert read_settings({"RECKLESS_DATABASE_URL": POSTGRES, "RECKLESS_SECRET_KEY": KEY}).decks is None


def test_without_a_public_url_it_is_this_machines_address_and_may_change(environ):
    settings = read_settings(environ, port=9999)
    assert settings.public_url == f"http://{lan_address()}:9999"
    assert not settings.public_url_is_set


def test_the_lan_address_is_one_that_can_be_printed():
    socket.inet_aton(lan_address())
    assert lan_address() != "0.0.0.0"


def test_it_is_known_whether_the_database_is_a_sqlite_file(environ):
    assert read_settings(environ).on_sqlite
    assert not read_settings({"RECKLESS_DATABASE_URL": POSTGRES, "RECKLESS_SECRET_KEY": KEY}).on_sqlite


CYCLOS = {
    "RECKLESS_BACKEND": "cyclos",
    "RECKLESS_CYCLOS_URL": "https://bank.test",
    "RECKLESS_CYCLOS_TOKEN": "t0ken",
}


def test_a_cyclos_is_reached_by_its_address_and_a_token(environ):
    cyclos = read_settings({**environ, **CYCLOS}).cyclos
    assert cyclos is not None
    assert (cyclos.url, cyclos.token, cyclos.user, cyclos.ca) == ("https://bank.test", "t0ken", "", None)
    assert "t0ken" not in repr(cyclos)


def test_user_and_password_will_do_instead_of_a_token(environ):
    cyclos = read_settings(
        {
            **environ,
            **CYCLOS,
            "RECKLESS_CYCLOS_TOKEN": "",
            "RECKLESS_CYCLOS_USER": "admin",
            "RECKLESS_CYCLOS_PASSWORD": "pa55word",
        }
    ).cyclos
    assert cyclos is not None
    assert (cyclos.user, cyclos.password) == ("admin", "pa55word")
    assert "pa55word" not in repr(cyclos)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("RECKLESS_CYCLOS_URL", {"RECKLESS_CYCLOS_URL": ""}),
        ("RECKLESS_CYCLOS_TOKEN", {"RECKLESS_CYCLOS_TOKEN": ""}),
        ("RECKLESS_CYCLOS_TOKEN", {"RECKLESS_CYCLOS_USER": "admin"}),
        ("RECKLESS_CYCLOS_TOKEN", {"RECKLESS_CYCLOS_TOKEN": "", "RECKLESS_CYCLOS_USER": "admin"}),
        ("RECKLESS_CYCLOS_CA", {"RECKLESS_CYCLOS_CA": "/no/such/file.pem"}),
    ],
)
def test_what_is_needed_to_reach_a_cyclos_and_missing_is_named_in_one_line(environ, name, changes):
    line = refused(environ, **{**CYCLOS, **changes})
    assert name in line
    assert "\n" not in line
    assert "t0ken" not in line
