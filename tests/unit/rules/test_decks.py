"""Deck files: what the shipped one says, and how a bad one is refused."""

import tomllib

import pytest

from app.errors import Invalid
from app.rules.decks import Effect, load
from tests.unit.rules.kit import Table, deck_with, shipped_deck

SHIPPED = load(shipped_deck())
GONE = '[specials.scandal]\nname = "Scandal"\ncopies = 1\neffect = "target_loses_card"\ncost = 0\n'


def test_the_shipped_deck_has_the_values_of_the_rules():
    assert SHIPPED.starting_credits == 200
    assert SHIPPED.cards_dealt == 2
    assert (SHIPPED.min_players, SHIPPED.max_players) == (2, 8)
    assert SHIPPED.size == 18
    amounts = {action.key: action.amount for action in SHIPPED.actions}
    assert amounts == {
        "bribe": 40,
        "lobbying": 30,
        "lawsuit": 40,
        "fraud": 50,
        "collusion": 30,
        "ponzi_scheme": 10,
        "blackmail": 50,
        "scandal": 0,
    }
    assert {action.cost for action in SHIPPED.actions} == {0}
    assert {card.key: card.copies for card in SHIPPED.cards if card.strengths} == dict.fromkeys(
        ("politician", "lobbyist", "lawyer", "banker", "ceo"), 3
    )
    assert SHIPPED.suing == "lawyer"


@pytest.mark.parametrize(
    ("key", "house"),
    [
        ("starting_credits", False),
        ("max_players", True),
        ("characters.banker.amount", False),
        ("characters.banker.blocks", True),
        ("characters.ceo.cost", True),
        ("specials.scandal.effect", True),
        ("specials.ponzi_scheme.amount", True),
        ("specials.ponzi_scheme.name", False),
    ],
)
def test_the_shipped_deck_says_what_is_a_house_default(key, house):
    assert SHIPPED.is_house_ruling(key) is house


@pytest.mark.parametrize(
    ("written", "instead", "field"),
    [
        ("starting_credits = 200", "", "starting_credits"),
        ("starting_credits = 200", "starting_credits = 0", "starting_credits"),
        ("starting_credits = 200", "starting_credits = 200.0", "starting_credits"),
        ("starting_credits = 200", "starting_credits = true", "starting_credits"),
        ("starting_credits = 200", 'starting_credits = "200"', "starting_credits"),
        ("starting_credits = 200", "starting_credits = 1_000_001", "starting_credits"),
        ("starting_credits = 200", "starting_credit = 200", "starting_credits"),
        ("cards_dealt = 2", "cards_dealt = 2\ncards_dalt = 3", "cards_dalt"),
        ("cards_dealt = 2", "cards_dealt = 11", "cards_dealt"),
        ("min_players = 2", "min_players = 1", "min_players"),
        ("min_players = 2", "min_players = 9", "max_players"),
        ("max_players = 8", "max_players = 9", "max_players"),
        ("spare_cards = 2", "spare_cards = 3", "max_players"),
        ("spare_cards = 2", "spare_cards = -1", "spare_cards"),
        ("spare_cards = 2", "spare_cards = false", "spare_cards"),
        ("strengths = [1, 2, 3]", "strengths = []", "strengths"),
        ("strengths = [1, 2, 3]", "strengths = 3", "strengths"),
        ("strengths = [1, 2, 3]", "strengths = [1, 2, true]", "strengths"),
        ('name = "Reckless"', "name = 7", "name"),
        ('name = "Reckless"', 'name = ""', "name"),
        ('name = "Reckless"', 'name = "a\\u0007b"', "name"),
        ("amount = 50\ncost = 0\nblocks", "cost = 0\nblocks", "characters.banker.amount"),
        ("amount = 50\ncost = 0\nblocks", "amount = -1\ncost = 0\nblocks", "characters.banker.amount"),
        ("amount = 50\ncost = 0\nblocks", "amount = 50\ncost = -1\nblocks", "characters.banker.cost"),
        ('blocks = ["lawsuit"]', 'blocks = ["theft"]', "characters.banker.blocks"),
        ('blocks = ["lawsuit"]', 'blocks = ["blackmail"]', "characters.banker.blocks"),
        ('blocks = ["lawsuit"]', 'blocks = "lawsuit"', "characters.banker.blocks"),
        ('blocks = ["lawsuit"]', "blocks = [1]", "characters.banker.blocks"),
        ('blocks = ["lawsuit"]', 'blocks = ["lawsuit"]\nsues = true', "characters.banker.sues"),
        ('blocks = ["lawsuit"]', 'blocks = ["lawsuit"]\nsues = 1', "characters.banker.sues"),
        ('action = "fraud"', 'action = "Fraud"', "characters.banker.action"),
        ('action = "fraud"', "action = 1", "characters.banker.action"),
        ('"fraud"', '"bribe"', "bribe"),
        ('"collusion"', '"ponzischeme"', "ponzi_scheme"),
        ("[specials.scandal]", "[specials.banker]", "banker"),
        ("[specials.scandal]", "[specials.Scandal]", "specials.Scandal"),
        ('effect = "everyone_pays"', 'effect = "everybody_pays"', "specials.ponzi_scheme.effect"),
        (
            'effect = "target_loses_card"',
            'effect = "target_loses_card"\namount = 5',
            "specials.scandal.amount",
        ),
        ("copies = 1", "copies = 0", "specials.ponzi_scheme.copies"),
        ('"min_players",', '"min_player",', "house"),
        ('"min_players",', "7,", "house"),
        ("[specials.scandal]", "[specials]\nscandal = 5\n[specials.other]", "specials.scandal"),
    ],
)
def test_a_bad_deck_file_is_refused_and_the_key_is_named(written, instead, field):
    text = deck_with(written, instead)
    with pytest.raises(Invalid) as refused:
        load(text)
    assert refused.value.field == field
    assert field in str(refused.value)


def test_the_message_names_the_key_and_the_range():
    with pytest.raises(Invalid, match=r"characters\.ceo\.amount must be a whole number from 1 to 1000000"):
        load(deck_with('action = "collusion"\namount = 30', 'action = "collusion"\namount = 0'))


@pytest.mark.parametrize("text", ["", "[", "a = 1\na = 2", "name = ", "x" * 20_001, "a = " + "[" * 5000])
def test_what_is_no_deck_file_at_all_is_refused(text):
    with pytest.raises(Invalid):
        load(text)


def test_two_cards_stay_in_a_deck_that_does_not_say_how_many():
    with pytest.raises(Invalid, match="18 cards, 2 of them spare; there are 17"):
        load(deck_with("spare_cards = 2", "").replace('    "spare_cards",\n', "").replace(GONE, ""))


def test_a_deck_may_be_dealt_to_the_last_card():
    text = deck_with("spare_cards = 2", "spare_cards = 0").replace("max_players = 8", "max_players = 9")
    assert load(text).max_players == 9


def test_a_deck_needs_characters():
    with pytest.raises(Invalid) as refused:
        load('name="a"\nstarting_credits=1\ncards_dealt=1\nmin_players=2\nmax_players=2\nstrengths=[1]')
    assert refused.value.field == "characters"


@pytest.mark.parametrize(
    "characters", ["characters = 5", "[characters]\n" + "".join(f"c{n} = {{}}\n" for n in range(31))]
)
def test_characters_are_a_table_of_a_reasonable_size(characters):
    with pytest.raises(Invalid) as refused:
        load(
            'name="a"\nstarting_credits=1\ncards_dealt=1\nmin_players=2\nmax_players=2\nstrengths=[1]\n'
            + characters
        )
    assert refused.value.field == "characters"


def test_a_small_deck_of_its_own_can_be_played():
    text = """
        name = "Thieves"
        starting_credits = 10
        cards_dealt = 1
        min_players = 2
        max_players = 2
        strengths = [1, 2, 3, 4]
        [characters.thief]
        name = "Thief"
        action = "theft"
        amount = 4
        blocks = ["theft"]
    """
    table = Table("ada bob", deck=text).play("bob declare theft ada", "ada allow")
    assert table.kinds("ada") == {"concede", "block", "match"}
    table.play("ada block thief", "bob challenge", "ada show thief", "bob lose_card")
    assert table.moves("ada")[0] == {"type": "declare", "action": "theft", "target": "bob"}


def test_amounts_of_another_deck_are_what_is_owed():
    table = Table(deck=deck_with("amount = 10", "amount = 25")).play("bob declare ponzi_scheme").allow()
    assert [amount for _, _, amount, _ in table.owed] == [25, 25]


def test_a_blocker_of_another_deck_blocks():
    table = Table(deck=deck_with('blocks = ["lobbying"]', 'blocks = ["lobbying", "fraud"]'))
    table.play("bob declare fraud ada").allow()
    blocks = [move["character"] for move in table.moves("ada") if move["type"] == "block"]
    assert blocks == ["politician", "ceo"]


def test_a_special_of_another_deck_can_do_what_another_special_does():
    text = deck_with('effect = "target_loses_card"', 'effect = "target_pays"\namount = 5')
    assert load(text).action("scandal").effect is Effect.TARGET_PAYS


def test_every_key_of_the_shipped_file_is_explained_by_its_type():
    assert set(tomllib.loads(shipped_deck())) == {
        "name",
        "starting_credits",
        "cards_dealt",
        "min_players",
        "max_players",
        "spare_cards",
        "strengths",
        "house",
        "characters",
        "specials",
    }


def test_a_number_longer_than_python_reads_is_refused_in_words():
    with pytest.raises(Invalid, match="a number that is too long"):
        load("starting_credits = " + "9" * 15_000)
