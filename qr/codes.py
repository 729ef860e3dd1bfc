"""The human code of a tile: seven unambiguous characters, the last of which catches typing mistakes."""

from collections.abc import Callable, Sequence
from typing import Final

from qr.emblems import EMBLEMS, emblem_for

ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
"""No vowels, so no words; none of 0 O 1 l I, so no doubt."""

CODE_LENGTH: Final = 7

_LETTERS: Final = ALPHABET[8:]
_VALUES: Final = {character: value for value, character in enumerate(ALPHABET)}
# A prime above the size of the alphabet, and a weight of its own for every place: then no single wrong
# character and no swap of any two characters leaves the sum as it was. The price is that 1 in 29 stems has no
# check character in the alphabet; `new_code` passes those over.
_MODULUS: Final = 29
_WEIGHTS: Final = (7, 6, 5, 4, 3, 2, 1)
_SUM: Final = 13


def new_code(random_bytes: Callable[[int], bytes], *, emblem: int | None = None) -> str:
    """Draw a code; each of the 330 million is equally likely.

    Args:
        random_bytes: Gives that many random bytes, such as `secrets.token_bytes`.
        emblem: Index into `EMBLEMS` that the code shall have, so that the tiles of a batch differ; any if None.

    Raises:
        ValueError: If there is no emblem of that index.
    """
    if emblem is not None and not 0 <= emblem < len(EMBLEMS):
        raise ValueError(f"no emblem {emblem}")
    while True:
        stem = _draw(_LETTERS, 1, random_bytes) + _draw(ALPHABET, CODE_LENGTH - 2, random_bytes)
        value = (_SUM - _weigh(stem)) % _MODULUS
        if value == len(ALPHABET):
            continue
        code = stem + ALPHABET[value]
        if emblem is None or emblem_for(code) is EMBLEMS[emblem]:
            return code


def check(code: str) -> bool:
    """Tell whether a code, typed in any case with any blanks and hyphens, can have been given out."""
    plain = normal(code)
    return looks_like_code(plain) and plain[0] in _LETTERS and _weigh(plain) % _MODULUS == _SUM


def looks_like_code(text: str) -> bool:
    """Tell whether a text has the length and the characters of a code; its check character is not looked at."""
    return len(text) == CODE_LENGTH and all(character in _VALUES for character in text)


def normal(code: str) -> str:
    """Return a code as it is stored: lower case, without blanks and hyphens."""
    return "".join(code.split()).replace("-", "").replace("\u2011", "").lower()


def group(code: str) -> str:
    """Return a code as people read it: `K7M 2QXD`; anything else comes back as it is."""
    plain = normal(code)
    return f"{plain[:3]} {plain[3:]}".upper() if looks_like_code(plain) else code


def _weigh(plain: Sequence[str]) -> int:
    return sum(weight * _VALUES[character] for weight, character in zip(_WEIGHTS, plain, strict=False))


def _draw(characters: str, count: int, random_bytes: Callable[[int], bytes]) -> str:
    # Bytes above the largest multiple are drawn again, or the first characters would come up more often.
    limit = 256 - 256 % len(characters)
    drawn = ""
    while len(drawn) < count:
        drawn += "".join(
            characters[b % len(characters)] for b in random_bytes(count - len(drawn)) if b < limit
        )
    return drawn
