"""The stories that rule writers can read: each file is played, and its answers are compared."""

from pathlib import Path

import pytest

from app.rules.reckless.settings import HOUSE_RULES
from tests.playthroughs.runner import TOLD, files, rewrite


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_the_game_answers_as_the_file_says(file: Path, request: pytest.FixtureRequest):
    written = file.read_text(encoding="utf-8")
    played = rewrite(written)
    if request.config.getoption("--write-playthroughs"):
        file.write_text(played, encoding="utf-8")
        return
    assert written == played


@pytest.mark.parametrize("name", HOUSE_RULES)
def test_each_house_rule_has_a_story(name: str):
    assert any(f"  {name}=" in file.read_text(encoding="utf-8") for file in files())


def test_the_stories_tell_every_event_of_the_game():
    everything = "\n".join(file.read_text(encoding="utf-8") for file in files())
    untold = [
        kind for kind, sentence in TOLD.items() if sentence.split("}")[-1].replace("_", " ") not in everything
    ]
    assert not untold
