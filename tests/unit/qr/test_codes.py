"""The human code of a tile and its check character."""

import random
from itertools import combinations, product

import pytest

from qr import ALPHABET, EMBLEMS, check, emblem_for, group, new_code
from qr.codes import _MODULUS, _WEIGHTS, normal


@pytest.fixture(scope="module")
def codes() -> list[str]:
    chance = random.Random(1)
    return [new_code(chance.randbytes) for _ in range(60)]


def test_the_alphabet_has_no_two_characters_that_look_alike():
    assert not set("01oilaeu") & set(ALPHABET)
    assert len(set(ALPHABET)) == len(ALPHABET) == 28


def test_a_new_code_has_seven_characters_of_the_alphabet_and_starts_with_a_letter(codes):
    assert all(len(code) == 7 and set(code) <= set(ALPHABET) and code[0].isalpha() for code in codes)


def test_a_new_code_passes_its_own_check(codes):
    assert all(check(code) for code in codes)


def test_every_single_wrong_character_is_caught(codes):
    wrong = [
        code[:place] + other + code[place + 1 :]
        for code in codes
        for place, other in product(range(7), ALPHABET)
        if other != code[place]
    ]

    assert len(wrong) == 60 * 7 * 27
    assert not any(check(code) for code in wrong)


def test_every_swap_of_two_different_characters_is_caught(codes):
    for code in codes:
        for i, j in combinations(range(7), 2):
            swapped = list(code)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            assert code[i] == code[j] or not check("".join(swapped))


def test_no_code_at_all_can_hide_a_wrong_character_or_a_swap():
    # The sum changes by weight x difference, and by difference of weights x difference: never a multiple of a prime
    # that is larger than every factor. So what holds for sixty codes holds for all 330 million.
    differences = range(1, len(ALPHABET))
    assert all(weight * difference % _MODULUS for weight in _WEIGHTS for difference in differences)
    assert all(
        (a - b) * difference % _MODULUS for a, b in combinations(_WEIGHTS, 2) for difference in differences
    )
    assert all(_MODULUS % n for n in range(2, _MODULUS))


@pytest.mark.parametrize(
    "typed", ["k7m2qxd", "K7M 2QXD", "  k7m-2qxd ", "K7M\u00a02QXD", "k 7 m 2 q x d", "k7m\u20112qxd"]
)
def test_a_code_is_known_in_every_spelling(typed):
    assert check(typed)
    assert normal(typed) == "k7m2qxd"
    assert group(typed) == "K7M 2QXD"


@pytest.mark.parametrize("typed", ["", "k7m2qx", "k7m2qxdd", "k7m2qx0", "77m2qxd", "ada", "k7m2qxе"])
def test_what_can_not_be_a_code_is_refused(typed):
    assert not check(typed)


def test_a_name_that_is_no_code_is_not_grouped():
    assert group("ada") == "ada"


def test_every_character_comes_up_about_equally_often():
    chance = random.Random(3)
    drawn = "".join(new_code(chance.randbytes)[1:6] for _ in range(4000))
    counts = [drawn.count(character) for character in ALPHABET]
    assert min(counts) > 600
    assert max(counts) < 830


def test_the_tiles_of_a_batch_can_have_different_emblems():
    chance = random.Random(2)
    emblems = [emblem_for(new_code(chance.randbytes, emblem=n)) for n in range(12)]
    assert emblems == list(EMBLEMS)


def test_an_emblem_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no emblem 12"):
        new_code(random.Random(1).randbytes, emblem=12)


def test_the_emblem_follows_from_the_user_whatever_the_case():
    assert emblem_for("K7M2QXD") is emblem_for("k7m2qxd")


def test_no_two_emblems_share_a_shape_or_an_ink():
    assert len({emblem.path for emblem in EMBLEMS}) == len({emblem.ink for emblem in EMBLEMS}) == 12


def test_every_ink_reads_as_text_on_white():
    def luminance(ink):
        parts = [part / 255 for part in ink]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for emblem in EMBLEMS:
        assert 1.05 / (luminance(emblem.ink) + 0.05) >= 4.5, emblem.key
