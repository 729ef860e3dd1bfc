"""Names for tiles: two plain words that people can call across a table."""

import secrets
from collections.abc import Iterator

FIRST = (
    "Amber", "Ashen", "Autumn", "Azure", "Brass", "Bronze", "Cedar", "Chalk", "Cobalt", "Copper", "Coral", "Crimson",
    "Dapper", "Dusty", "Ebony", "Emerald", "Gilded", "Ginger", "Granite", "Hazel", "Indigo", "Iron", "Ivory", "Jade",
    "Lemon", "Linen", "Lucky", "Marble", "Merry", "Midnight", "Mint", "Nimble", "Ochre", "Olive", "Onyx", "Opal",
    "Pearl", "Pewter", "Plum", "Quiet", "Rusty", "Saffron", "Scarlet", "Silent", "Silver", "Sly", "Smoky", "Stormy",
    "Sunny", "Tawny", "Teal", "Tidy", "Velvet", "Violet", "Walnut", "Wily",
)  # fmt: skip
SECOND = (
    "Badger", "Bear", "Beaver", "Bison", "Camel", "Cobra", "Condor", "Crane", "Crow", "Dingo", "Dove", "Eagle",
    "Falcon", "Ferret", "Fox", "Gecko", "Goose", "Hare", "Hawk", "Heron", "Ibis", "Jackal", "Jaguar", "Kestrel",
    "Koala", "Lark", "Lemur", "Lion", "Lynx", "Magpie", "Marten", "Mole", "Moose", "Newt", "Otter", "Owl", "Panda",
    "Parrot", "Pelican", "Pike", "Puma", "Raven", "Robin", "Salmon", "Seal", "Shark", "Sparrow", "Stork", "Swan",
    "Tiger", "Toad", "Viper", "Weasel", "Wolf", "Wombat", "Yak",
)  # fmt: skip


def draw() -> Iterator[str]:
    """Names in random order, each once; after the last one, again with a number."""
    pairs = [f"{first} {second}" for first in FIRST for second in SECOND]
    secrets.SystemRandom().shuffle(pairs)
    yield from pairs
    number = 2
    while True:
        yield from (f"{pair} {number}" for pair in pairs)
        number += 1
