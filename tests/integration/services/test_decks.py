"""Decks: the one in the box, the organizer's folder, and what a table makes of them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.errors import ConfigError, Invalid
from app.rules import GAMES
from app.services.ground.decks import DeckCard, Decks, shipped_deck
from app.services.program import Program, open_program
from app.services.tables import TableSettings
from tests.integration.evening import Evening, player, refusal_of, settings_for

BOX = DeckCard("reckless", "Reckless", "reckless")
TEXT = shipped_deck(GAMES["reckless"])


def poor(starting: int = 90, name: str = "Poor") -> str:
    """The shipped deck under another name, with so many credits to begin with."""
    renamed = TEXT.replace('name = "Reckless"', f'name = "{name}"')
    return renamed.replace("starting_credits = 200", f"starting_credits = {starting}")


def for_reckless(decks: tuple[DeckCard, ...]) -> tuple[DeckCard, ...]:
    return tuple(deck for deck in decks if deck.game == "reckless")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "poor.toml").write_text(poor(), encoding="utf-8")
    return folder


@pytest.fixture
def program(database_url: str, folder: Path) -> Iterator[Program]:
    program = open_program(replace(settings_for(database_url), decks=folder))
    yield program
    program.close()


def balances(program: Program, **settings) -> set[int]:
    return set(Evening(program, **settings).start().balances.values())


def test_the_deck_in_the_box_comes_first_and_then_the_folders_by_file_name(program, folder):
    (folder / "a second one.toml").write_text(poor(name="Second"), encoding="utf-8")
    expected = (BOX, DeckCard("a second one", "Second", "reckless"), DeckCard("poor", "Poor", "reckless"))
    assert for_reckless(program.services.tables.decks()) == expected


def test_without_a_folder_there_is_the_deck_in_the_box():
    assert for_reckless(Decks(None).cards()) == (BOX,)


def test_a_folder_that_has_gone_meanwhile_is_as_good_as_none(tmp_path):
    assert for_reckless(Decks(tmp_path / "gone").cards()) == (BOX,)


def test_only_deck_files_are_offered(folder):
    for name in ("notes.txt", ".poor.toml", "._poor.toml", "poor.toml~"):
        (folder / name).write_text("not a deck")
    assert [deck.name for deck in for_reckless(Decks(folder).cards())] == ["reckless", "poor"]


@pytest.mark.parametrize("deck", ["poor", poor(), "\n" + poor()], ids=["name", "text", "text after a blank"])
def test_a_table_takes_a_deck_by_name_or_as_text(program, deck):
    assert balances(program, deck=deck) == {90}


@pytest.mark.parametrize("deck", [None, "reckless"])
def test_without_a_deck_or_by_its_name_a_table_plays_the_deck_in_the_box(program, deck):
    assert balances(program, deck=deck) == {200}


def test_a_table_can_go_back_to_the_deck_in_the_box_by_its_name(program):
    evening = Evening(program, deck="poor")
    program.services.tables.configure(player("ada"), evening.id, TableSettings(deck="reckless"))
    assert set(evening.start().balances.values()) == {200}


@pytest.mark.parametrize("deck", ["rich", "", " ", "Poor", "poor.toml", "../decks/poor", "/etc/passwd"])
def test_an_unknown_name_is_refused_with_the_known_ones(program, deck):
    refused = refusal_of(program.services.tables.open, player("ada"), TableSettings(deck=deck))
    assert isinstance(refused, Invalid)
    assert refused.field == "deck"
    assert refused.facts["known"] == "reckless, poor"


def test_a_broken_text_is_refused_with_the_key_that_is_wrong(program):
    refused = refusal_of(program.services.tables.open, player("ada"), TableSettings(deck=poor(starting=0)))
    assert isinstance(refused, Invalid)
    assert refused.field == "starting_credits"


def test_a_text_that_is_too_long_is_refused(program):
    long = poor() + "#" * 20_000
    refused = refusal_of(program.services.tables.open, player("ada"), TableSettings(deck=long))
    assert isinstance(refused, Invalid)
    assert refused.field == "deck"


def test_a_table_keeps_its_deck_whatever_becomes_of_the_file(program, folder):
    evening = Evening(program, deck="poor").start()
    (folder / "poor.toml").write_text(poor(starting=10), encoding="utf-8")
    evening.restart()
    assert set(evening.balances.values()) == {90}
    evening.close().start()
    assert set(evening.balances.values()) == {90}
    evening.program.close()


def test_a_file_that_comes_while_the_service_runs_is_found(program, folder):
    (folder / "rich.toml").write_text(poor(starting=900, name="Rich"), encoding="utf-8")
    assert balances(program, deck="rich") == {900}


def test_a_file_that_breaks_while_the_service_runs_says_what_is_wrong_and_is_not_played(program, folder):
    (folder / "poor.toml").write_text(poor(starting=0), encoding="utf-8")
    (broken,) = (deck for deck in program.services.tables.decks() if deck.error)
    assert (broken.name, broken.title) == ("poor", "")
    assert "starting_credits" in str(broken.error)
    refused = refusal_of(program.services.tables.open, player("ada"), TableSettings(deck="poor"))
    assert isinstance(refused, Invalid)
    assert refused.field == "starting_credits"


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        ("bad.toml", poor(starting=0).encode(), "starting_credits"),
        ("bad.toml", b"[[[", "TOML"),
        ("bad.toml", b"\xff\xfe\x00", "TOML"),
        ("bad.toml", b"", "name"),
        ("bad.toml", b"#" * 20_001, "20000"),
        ("bad.toml", b"game = 5\n" + TEXT.encode(), "game"),
        ("bad.toml", b'game = "chess"\n' + TEXT.encode(), "reckless"),
        ("reckless.toml", TEXT.encode(), "box"),
        ("a=b.toml", TEXT.encode(), "equals sign"),
        (f"{'x' * 41}.toml", TEXT.encode(), "40"),
    ],
)
def test_a_broken_file_stops_the_start_with_one_line_that_names_file_and_fault(
    database_url, folder, file, content, why
):
    (folder / file).write_bytes(content)
    with pytest.raises(ConfigError) as stopped:
        open_program(replace(settings_for(database_url), decks=folder))
    line = str(stopped.value)
    assert file in line
    assert why in line
    assert "\n" not in line


def test_a_file_that_can_not_be_read_stops_the_start(database_url, folder):
    (folder / "folder.toml").mkdir()
    with pytest.raises(ConfigError, match=r"folder\.toml"):
        open_program(replace(settings_for(database_url), decks=folder))


def test_a_deck_file_can_name_its_game(program, folder):
    (folder / "named.toml").write_text('game = "reckless"\n' + poor(starting=70), encoding="utf-8")
    assert balances(program, deck="named") == {70}


def test_a_mark_at_the_beginning_of_the_file_does_no_harm(folder):
    (folder / "marked.toml").write_bytes(b"\xef\xbb\xbf" + poor(name="Marked").encode())
    assert DeckCard("marked", "Marked", "reckless") in Decks(folder).cards()
