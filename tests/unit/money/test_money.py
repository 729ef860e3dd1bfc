"""Reading credits: digits alone, from 1 to a thousand million; nothing is guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import PaymentRefused, Refusal
from app.money import MAX_CREDITS, parse_credits


@pytest.mark.parametrize("value", [40, "40", " 40 ", "040", "\t40\n"])
def test_whole_numbers_are_read(value):
    assert parse_credits(value) == 40


@pytest.mark.parametrize("value", [1, MAX_CREDITS, str(MAX_CREDITS)])
def test_the_ends_of_the_range_belong_to_it(value):
    assert parse_credits(value) == int(value)


@pytest.mark.parametrize(
    "value",
    [
        *(0, -1, -40, "0", "00", "-0", "-40", "--40", "+40", MAX_CREDITS + 1, str(MAX_CREDITS + 1)),
        *(2**63, 10**30, "9" * 11, "9" * 5000),
        *("40.00", "40,00", "1.234", "1,234", "1.234,50", "40.5", "40.999", "1E+2", "0x28", "4_0", "4 0"),
        *("٤٠", "４０", "²", "", " ", "forty", "40\x00", "NaN", "inf"),
        *(True, False, None, 40.0, 40.5, float("nan"), [40], {"amount": 40}, b"40"),
    ],
)
def test_everything_else_is_a_bad_amount(value):
    with pytest.raises(PaymentRefused) as refused:
        parse_credits(value)
    assert refused.value.reason is Refusal.BAD_AMOUNT


@given(st.integers(1, MAX_CREDITS))
def test_a_number_and_its_digits_mean_the_same(number):
    assert parse_credits(number) == parse_credits(str(number)) == number


@given(st.text())
def test_no_text_is_read_as_another_number_than_its_digits_say(text):
    try:
        number = parse_credits(text)
    except PaymentRefused:
        return
    assert text.strip().lstrip("0") == str(number)
