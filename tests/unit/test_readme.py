"""The README names what people can rely on; these tests hold it to the code."""

import re
from pathlib import Path

import click
import pytest

from app import errors
from app.api import problems
from app.cli import main
from app.errors import AppError, Refusal

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

DOCUMENTS = ("cheaters-game", "gorilla-warfare", "rulings")
"""Those that tell of games."""


def commands(group: click.Command, name: str) -> list[str]:
    if isinstance(group, click.Group):
        return [
            found for part, command in group.commands.items() for found in commands(command, f"{name} {part}")
        ]
    return [name]


def codes() -> set[str]:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, AppError)]
    internal = {errors.AppError, errors.Refused, errors.ConfigError}
    return {kind.code for kind in kinds if kind not in internal} | {
        one.code for one in problems.HTTP.values()
    }


@pytest.mark.parametrize("code", [*Refusal, *sorted(codes() - {"refused"})])
def test_every_error_code_is_in_the_readme(code: str) -> None:
    assert f"`{code}`" in README


def test_refusals_stand_in_the_order_in_which_they_are_checked() -> None:
    assert re.findall(r"^\| `(\w+)` \| (?=the payer sits|.)", README, re.M)[: len(Refusal)] == list(Refusal)


@pytest.mark.parametrize("command", commands(main, "reckless"))
def test_every_command_is_in_the_readme(command: str) -> None:
    assert f"`{command}`" in README


@pytest.mark.parametrize("command", commands(main, "reckless"))
def test_the_readme_says_what_must_be_given_to_a_command(command: str) -> None:
    found: click.Command = main
    for part in command.split()[1:]:
        assert isinstance(found, click.Group)
        found = found.commands[part]
    row = next(line for line in README.splitlines() if line.startswith(f"| `{command}`"))
    needed = [
        one.make_metavar(click.Context(found)) if isinstance(one, click.Argument) else one.opts[-1]
        for one in found.params
        if one.required
    ]
    assert [one for one in needed if one not in row] == []


def test_the_readme_and_the_documents_of_games_say_where_the_rules_are() -> None:
    documents = [README, *((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in DOCUMENTS)]
    assert [text.partition("\n")[0] for text in documents if "`/rules" not in text] == []


def test_every_setting_is_in_the_readme() -> None:
    used = set(re.findall(r"RECKLESS_[A-Z_]+", (ROOT / "app" / "config.py").read_text(encoding="utf-8")))
    assert used <= set(re.findall(r"RECKLESS_[A-Z_]+", README))


def test_every_file_the_readme_points_to_exists() -> None:
    targets = re.findall(r"\]\((docs/[^)]+)\)|src=\"(docs/[^\"]+)\"", README)
    assert [found for pair in targets for found in pair if found and not (ROOT / found).exists()] == []
