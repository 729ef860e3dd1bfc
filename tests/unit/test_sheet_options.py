"""A form of sheet options that is refused can say at which field, in terms of what was typed."""

import pytest

from app.services.tiles.sheets import what_is_wrong


@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"bleed": "50"}, "bleed", "The bleed must be from 0 to 5 mm, not 50"),
        ({"bleed": "-1"}, "bleed", "The bleed must be from 0 to 5 mm, not -1"),
        ({"gap": "50"}, "gap", "The gap must be from 0 to 30 mm, not 50"),
        ({"gap": "x"}, "gap", "like 2.5"),
        ({"tile": "300x300"}, "tile", "not 300"),
        ({"skip": "999"}, "skip", "not 999"),
    ],
)
def test_the_option_that_is_wrong_is_the_one_that_is_named(typed, field, says):
    refused = what_is_wrong(typed)
    assert refused is not None
    assert refused.field == field
    assert says in str(refused)


def test_options_that_fit_are_not_refused():
    assert what_is_wrong({"bleed": "3", "paper": "a4"}) is None
