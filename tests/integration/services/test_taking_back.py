"""The option by which taking moves back is left to organizers."""

import pytest

from app.errors import Invalid, NotAllowed
from app.services.tables import TableSettings
from tests.integration.evening import Evening, player, refusal_of

UNDO = {"type": "undo"}


def playing(program, **options) -> Evening:
    return Evening(program, options=options).start().play("bob declare fraud ada")


def test_the_host_takes_moves_back_unless_the_table_says_otherwise(program):
    evening = playing(program)
    assert UNDO in evening.moves("ada")
    assert evening.undo().phase == "turn"


def test_where_it_is_left_to_organizers_the_host_is_not_offered_it_and_refused(program):
    evening = playing(program, host_may_undo=False)
    assert UNDO not in evening.moves("ada")
    assert isinstance(refusal_of(evening.undo), NotAllowed)
    assert evening.phase == "challenge"


def test_an_organizer_may_take_moves_back_at_every_table(program):
    evening = playing(program, host_may_undo=False)
    assert UNDO in evening.moves("olga")
    assert evening.undo(by="olga").phase == "turn"


@pytest.mark.parametrize("value", ["no", 0, None])
def test_the_option_is_true_or_false(program, value):
    settings = TableSettings(options={"host_may_undo": value})
    refused = refusal_of(program.services.tables.open, player("ada"), settings)
    assert isinstance(refused, Invalid)
    assert refused.field == "options.host_may_undo"
