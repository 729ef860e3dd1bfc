"""The page for programs names what the rules of Cheater's Game have. Source: docs/cheaters-game.md."""

import re
from pathlib import Path

import pytest

from app.rules.cheaters_game import legal, moves
from app.rules.cheaters_game.score import Decided
from tests.unit.rules.cheaters import allied, real_dice

PAGE = (Path(__file__).parents[3] / "docs" / "cheaters-game.md").read_text(encoding="utf-8")
RULES = "\n".join(file.read_text(encoding="utf-8") for file in Path(legal.__file__).parent.glob("*.py"))


def named(what: str) -> None:
    assert f"`{what}`" in PAGE


@pytest.mark.parametrize("kind", moves.PLAYER_MOVES)
def test_every_move_is_on_the_page(kind):
    named(kind)


def test_every_field_of_the_view_is_on_the_page():
    table = allied(real_dice(), "ada", "bob", "4 4")
    for view in (table.view, table.close().view):
        for field in {*view, *view["alliances"][0], *view["players"][0], *view["prompt"]} - {
            "waiting_for",
            "user",
        }:
            named(field)


@pytest.mark.parametrize("decided", Decided)
def test_every_way_to_decide_is_on_the_page(decided):
    named(decided)


REASONS = re.findall(
    r'(?:return|\() ?"(\w+)", (?:"|message)', Path(legal.__file__).read_text(encoding="utf-8")
)


@pytest.mark.parametrize("reason", sorted(set(REASONS)))
def test_every_reason_to_refuse_is_on_the_page(reason):
    named(reason)


@pytest.mark.parametrize("action", ["roll", "alliance_roll", "bonus", "whistle", "dissolved", "game_over"])
def test_every_kind_of_transfer_is_on_the_page(action):
    assert f'"{action}"' in RULES
    named(action)
