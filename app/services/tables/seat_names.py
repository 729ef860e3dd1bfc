"""What people are called at a table: a name that can be read, and looks like no other one there."""

import unicodedata

from app.errors import Conflict, Invalid
from app.services.ground.snapshots import Snapshot

MAX_NAME = 24
MAX_MARKS = 2
"""Signs above or below one letter; more of them run over the lines around."""

_CYRILLIC = "АВЕЗКМНОРСТУХІЈЅавеіјкморсухѕһԁԛԝ", "ABE3KMHOPCTYXIJSabeijkmopcyxshdqw"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ", "ABEZHIKMNOPTYXaiknoptux"
_LOOKS = {
    **str.maketrans(*_CYRILLIC),
    **str.maketrans(*_GREEK),
    # Of what takes part in a text unseen, Python counts these as printable.
    **dict.fromkeys([0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, *range(0x180B, 0x1810)]),
    **dict.fromkeys([*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]),
}
_SMALL_LOOKS = str.maketrans("il|0", "111o")


def look(name: str) -> str:
    """The same text for names that people across a table take for one another; empty for what can't be seen."""
    plain = unicodedata.normalize("NFKD", name).translate(_LOOKS).casefold()
    seen = (letter for letter in plain if unicodedata.combining(letter) < _ABOVE_OR_BELOW)
    return " ".join("".join(seen).translate(_SMALL_LOOKS).split())


_ABOVE_OR_BELOW = 200
"""Unicode's class of signs around a letter, such as accents; vowels of other scripts have lower ones."""


def seat_name(wished: str, snapshot: Snapshot, user: str) -> str:
    """A name that nobody else has at the table.

    Raises:
        Invalid: If it is empty, too long, can't be seen, or runs over its line.
        Conflict: If another seat has it, or one that looks like it.
    """
    name = " ".join(unicodedata.normalize("NFC", wished).split())
    looks = look(name)
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable() or not looks or looks.startswith("@"):
        raise Invalid("A name has 1 to %(most)d printable characters.", field="name", most=MAX_NAME)
    if _most_marks(name) > MAX_MARKS:
        raise Invalid("This name has too many signs above or below a letter.", field="name")
    alike = next((seat for seat in snapshot.seats if seat.user != user and look(seat.name) == looks), None)
    if alike is not None:
        raise Conflict("Somebody at this table is called %(name)s already.", name=alike.name)
    return name


def _most_marks(name: str) -> int:
    """How many signs stand on one letter at most."""
    most = here = 0
    for letter in unicodedata.normalize("NFD", name):
        here = here + 1 if unicodedata.combining(letter) >= _ABOVE_OR_BELOW else 0
        most = max(most, here)
    return most
