"""What a table may choose, and who can sit at it."""

import pytest

from app.errors import Invalid
from app.rules import GAMES
from app.rules.reckless.settings import HOUSE_RULES
from tests.unit.rules.kit import Table, shipped_deck

RULES = GAMES["reckless"]


def configure(**changes):
    given = {"mode": "table", "validation": "strict", "deck": shipped_deck(), "options": {}}
    return RULES.configure(**{**given, **changes})


DEFAULTS = {
    "starting_seat": 2,
    "pass_with_cards": False,
    "challenger_may_counter": True,
    "sue_a_lawsuit": False,
    "undecided_match_pays": False,
    "match_costs_card": False,
    "match_cards_return": True,
    "lost_cards_return": False,
    "bankrupt_cards_return": True,
    "out_of_cards": "plays_on",
    "equal_balances_share": True,
    "resign_at_once": False,
}
"""Source: rules/reckless.md, the passages marked as rulings."""


def test_the_defaults_are_the_rulings():
    assert HOUSE_RULES == DEFAULTS
    assert configure() == configure(options=DEFAULTS)


@pytest.mark.parametrize("name", [name for name, default in DEFAULTS.items() if isinstance(default, bool)])
def test_a_ruling_can_be_turned_round(name):
    assert getattr(configure(options={name: not DEFAULTS[name]}), name) is not DEFAULTS[name]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mode": "box"}, "mode"),
        ({"mode": "dealer", "validation": "honor"}, "validation"),
        ({"mode": "dealer", "validation": "open"}, "validation"),
        ({"mode": ""}, "mode"),
        ({"validation": "lax"}, "validation"),
        ({"validation": "STRICT"}, "validation"),
        ({"deck": "name = 1"}, "name"),
        ({"options": {"out_of_card": "plays_on"}}, "options.out_of_card"),
        ({"options": {"out_of_cards": "dead"}}, "options.out_of_cards"),
        ({"options": {"out_of_cards": None}}, "options.out_of_cards"),
        ({"options": {"challenger_may_counter": "yes"}}, "options.challenger_may_counter"),
        ({"options": {"challenger_may_counter": 1}}, "options.challenger_may_counter"),
        ({"options": {"starting_seat": 0}}, "options.starting_seat"),
        ({"options": {"starting_seat": True}}, "options.starting_seat"),
        ({"options": {"starting_seat": "2"}}, "options.starting_seat"),
        ({"options": {"pass_with_cards": 0}}, "options.pass_with_cards"),
        ({"options": {"sue_a_lawsuit": []}}, "options.sue_a_lawsuit"),
        *(({"options": {name: "maybe"}}, f"options.{name}") for name in DEFAULTS),
        ({"options": {"deck": "other"}}, "options.deck"),
        ({"options": {"level": "open"}}, "options.level"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_and_named(changes, field):
    with pytest.raises(Invalid) as refused:
        configure(**changes)
    assert refused.value.field == field


@pytest.mark.parametrize("players", ["ada", "a b c d e f g h i", "ada bob ada"])
def test_so_many_or_the_same_twice_cannot_play(players):
    with pytest.raises(Invalid) as refused:
        Table(players)
    assert refused.value.field == "players"


def test_the_starting_seat_must_be_taken():
    with pytest.raises(Invalid) as refused:
        Table("ada bob", starting_seat=3)
    assert refused.value.field == "options.starting_seat"


def test_everybody_begins_with_the_starting_credits():
    assert RULES.starting_credits(configure()) == 200


def test_everybody_begins_with_the_dealt_cards():
    table = Table("ada bob cyd")
    assert [table.cards(player) for player in table.players] == [2, 2, 2]
