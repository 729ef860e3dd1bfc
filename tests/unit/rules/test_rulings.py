"""The list of rulings is complete and true. Source: docs/rulings.md."""

import re
import tomllib
from pathlib import Path

import pytest

from app.rules.reckless.settings import HOUSE_RULES
from tests.unit.rules.kit import shipped_deck

HERE = Path(__file__).parent
TEXT = (HERE.parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
TESTS = "\n".join(file.read_text(encoding="utf-8") for file in HERE.parents[1].rglob("test_*.py"))


@pytest.mark.parametrize(("name", "default"), HOUSE_RULES.items())
def test_every_option_is_listed_with_its_default(name, default):
    said = str(default).lower()
    assert re.search(rf"\| `options\.{name}` \| `{said}` \|", TEXT)


def test_every_value_that_the_house_has_set_is_listed():
    for pattern in tomllib.loads(shipped_deck())["house"]:
        assert f"{pattern.rsplit('.', 1)[-1]}`" in TEXT, pattern


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(test_\w+)`", TEXT))))
def test_every_test_that_is_named_exists(name):
    assert f"def {name}(" in TESTS
