"""Names for tiles: two plain words that people can call across a table."""

import secrets
from collections.abc import Collection, Iterator

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


def draw(taken: Collection[str] = ()) -> Iterator[str]:
    """Names in random order, each once and none of those taken; after the last one, again with a number.

    No second word comes again before every other one has come, while there are free names with it.
    """
    chance = secrets.SystemRandom()
    number = 1
    while True:
        yield from _dealt(set(taken), "" if number == 1 else f" {number}", chance)
        number += 1


def _dealt(taken: set[str], end: str, chance: secrets.SystemRandom) -> Iterator[str]:
    free = {second: chance.sample(FIRST, len(FIRST)) for second in SECOND}
    for _round in FIRST:
        for second in chance.sample(SECOND, len(SECOND)):
            name = next((n for n in _drain(free[second], second, end) if n not in taken), None)
            if name is not None:
                yield name


def _drain(firsts: list[str], second: str, end: str) -> Iterator[str]:
    while firsts:
        yield f"{firsts.pop()} {second}{end}"
