"""Errors as people read them: each sentence in their language."""

import pytest

from app.errors import RailError
from app.pages import problems
from app.services.tiles.batches import kept_all_the_same

DUTCH = {
    "The bank can't be reached (%(reason)s).": "De bank is niet bereikbaar (%(reason)s).",
    "The print run %(batch)s is made all the same: its sheet waits for a day at the desk, under Tiles.": (
        "Printreeks %(batch)s is toch gemaakt: het vel ligt een dag klaar aan de balie, onder Tegels."
    ),
}


def added_to(error):
    with pytest.raises(type(error)) as caught, kept_all_the_same("k7m2qxd9"):
        raise error
    return caught.value


def in_dutch(text, **facts):
    return DUTCH[text] % facts if facts else DUTCH.get(text, text)


def test_what_is_said_of_a_print_run_after_an_error_is_translated_by_itself(monkeypatch):
    monkeypatch.setattr(problems, "_", in_dutch)
    refused = added_to(RailError("The bank can't be reached (%(reason)s).", reason="100 % dood"))
    assert problems.told(refused) == (
        "De bank is niet bereikbaar (100 % dood)."
        " Printreeks k7m2qxd9 is toch gemaakt: het vel ligt een dag klaar aan de balie, onder Tegels."
    )
    assert str(refused).startswith(
        "The bank can't be reached (100 % dood). The print run k7m2qxd9 is made all the same"
    )


def test_a_sentence_without_facts_keeps_its_percent_signs(monkeypatch):
    monkeypatch.setattr(problems, "_", in_dutch)
    assert problems.told(added_to(RailError("Print at 100 %."))).startswith(
        "Print at 100 %. Printreeks k7m2qxd9"
    )
