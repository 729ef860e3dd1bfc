"""Numbers that anybody can draw again: from a seed that is kept secret during a match, and shown when it is over.

HMAC-SHA256 under the seed is the source. What is drawn depends on nothing but the seed, the number of the lot within
the match, and its parts, so that a recorded match can be proved with any other program too.
"""

import hashlib
import hmac
from itertools import count

from app.rules.core import Lot

SEED_BYTES = 32

_RANGE = 2**64


def fingerprint(seed: bytes) -> str:
    """Return what is published of a seed before play: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, number: int, lot: Lot) -> tuple[int, ...]:
    """Draw a lot.

    Args:
        seed: Of the match; SEED_BYTES long.
        number: Which lot of the match it is, from 1.
        lot: For each n in it a whole number from 0 to n - 1 is drawn, each as likely as any other; n is 2**64 at most.
    """
    return tuple(_one(seed, f"{number}:{part}", n) for part, n in enumerate(lot))


def _one(seed: bytes, place: str, n: int) -> int:
    # What lies above the last whole multiple of n would make small numbers likelier: it is drawn again.
    fair = _RANGE - _RANGE % n
    for attempt in count():
        digest = hmac.digest(seed, f"{place}:{attempt}".encode(), "sha256")
        value = int.from_bytes(digest[:8], "big")
        if value < fair:
            return value % n
    raise AssertionError("count() never ends")
