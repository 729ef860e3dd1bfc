"""The list of rulings is complete and true. Source: docs/rulings.md."""

import re
import tomllib
from pathlib import Path

import pytest

from app.rules import cheaters_game, gorilla_warfare, reckless
from tests.unit.rules.kit import shipped_deck

HERE = Path(__file__).parent
TEXT = (HERE.parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
TESTS = "\n".join(file.read_text(encoding="utf-8") for file in HERE.parents[1].rglob("test_*.py"))

TITLES = {reckless: "Reckless", cheaters_game: "Cheater's Game", gorilla_warfare: "Gorilla Warfare"}
OPTIONS = [
    (title, name, default)
    for game, title in TITLES.items()
    for name, default in game.settings.HOUSE_RULES.items()
]


def rulings_of(title: str) -> str:
    """All that the page says of a game."""
    (text,) = (
        part for part in re.split(r"^# Rulings of ", TEXT, flags=re.M) if part.startswith(f"{title}\n")
    )
    return text


@pytest.mark.parametrize(("title", "name", "default"), OPTIONS)
def test_every_option_is_listed_with_its_default(title, name, default):
    said = str(default).lower()
    assert re.search(rf"\| `options\.{name}` \| `{said}` \|", rulings_of(title))


@pytest.mark.parametrize("game", [reckless, gorilla_warfare])
def test_every_value_that_the_house_has_set_is_listed(game):
    title = TITLES[game]
    for pattern in tomllib.loads(shipped_deck(game.name))["house"]:
        assert f"{pattern.rsplit('.', 1)[-1]}`" in rulings_of(title), pattern


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", TEXT))))
def test_every_test_that_is_named_exists(name):
    assert f"def {name}(" in TESTS
