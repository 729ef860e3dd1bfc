"""The stories that rule writers can read: each file is played, and its answers are compared."""

from pathlib import Path

import pytest

from app.rules import cheaters_game, gorilla_warfare, reckless
from tests.playthroughs.runner import SENTENCES, Sentences, files, rewrite, stories_of

RULES = {game.name: game.settings.HOUSE_RULES for game in (reckless, cheaters_game, gorilla_warfare)}


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_the_game_answers_as_the_file_says(file: Path, request: pytest.FixtureRequest):
    written = file.read_text(encoding="utf-8")
    played = rewrite(written)
    if request.config.getoption("--write-playthroughs"):
        file.write_text(played, encoding="utf-8")
        return
    assert written == played


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, rules in RULES.items() for name in rules], ids="-".join
)
def test_each_house_rule_has_a_story(game: str, name: str):
    assert f"  {name}=" in stories_of(game)


@pytest.mark.parametrize(("game", "sentences"), SENTENCES.items())
def test_the_stories_tell_every_event_of_the_game(game: str, sentences: Sentences):
    everything = stories_of(game)
    untold = [
        kind
        for kind, sentence in sentences.TOLD.items()
        if sentence.split("}")[-1].replace("_", " ") not in everything
    ]
    assert not untold
