"""What is drawn from a seed: the same every time, fair, and checkable by any other program."""

import hashlib
import hmac
from collections import Counter

import pytest

from app.rules.chance import draw, fingerprint

SEED = bytes(range(32))


def test_the_same_seed_draws_the_same_numbers_and_another_one_others():
    lot = (1000,) * 10
    assert draw(SEED, 1, lot) == draw(SEED, 1, lot)
    assert draw(SEED, 1, lot) != draw(bytes(32), 1, lot)


def test_every_lot_of_a_match_is_another_one():
    lots = [draw(SEED, number, (10**6, 10**6)) for number in range(1, 200)]
    assert len(set(lots)) == len(lots)
    assert len({part for lot in lots for part in lot}) > 390


def test_another_program_comes_to_the_same_numbers():
    """As docs/new-game.md describes it: the first eight bytes of HMAC-SHA256 over lot:part:attempt."""
    digest = hmac.new(SEED, b"3:1:0", hashlib.sha256).digest()
    assert draw(SEED, 3, (6, 52))[1] == int.from_bytes(digest[:8], "big") % 52


def test_what_would_favour_small_numbers_is_drawn_again():
    n = 2**63 + 1  # nearly half of all eight-byte numbers lie above the last whole multiple
    again = 0
    for number in range(1, 60):
        first = int.from_bytes(hmac.digest(SEED, f"{number}:0:0".encode(), "sha256")[:8], "big")
        (drawn,) = draw(SEED, number, (n,))
        assert drawn < n
        again += first >= n
        assert (drawn == first) is (first < n)
    assert again > 15


def test_a_die_falls_on_every_side_about_as_often():
    thrown = Counter(draw(SEED, 1, (6,) * 6000))
    assert set(thrown) == set(range(6))
    chi_square = sum((times - 1000) ** 2 / 1000 for times in thrown.values())
    assert chi_square < 20.5  # 99.9 % of fair dice stay below


def test_nothing_to_draw_is_nothing_drawn():
    assert draw(SEED, 1, ()) == ()


@pytest.mark.parametrize("seed", [SEED, bytes(32)])
def test_the_fingerprint_is_the_sha_256_of_the_seed(seed):
    assert fingerprint(seed) == hashlib.sha256(seed).hexdigest()
