"""Amounts are exact decimals: case C9."""

from decimal import Decimal

import pytest

from cyclos_client import (
    Currency,
    CyclosInvalid,
    PerformPayment,
    TicketNew,
    format_amount,
    parse_amount,
    user_named,
)


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        ("160", "160"),
        ("160.00", "160"),
        (160, "160"),
        ("1E+2", "100"),
        ("-0.00", "0"),
        ("-12.50", "-12.5"),
        ("+40", "40"),
        (".5", "0.5"),
        ("40.", "40"),
        (Decimal("12.50"), "12.5"),
        ("0.1", "0.1"),
    ],
)
def test_a_reading_is_the_exact_decimal(read, meant):
    assert parse_amount(read) == Decimal(meant)


@pytest.mark.parametrize("zero", ["-0", "-0.00", "-0E+3"])
def test_minus_zero_shows_as_zero(zero):
    assert str(parse_amount(zero)).lstrip("0.") == ""


def test_an_exponent_reads_like_the_number_it_is():
    assert str(parse_amount("1E+2")) == "100"


@pytest.mark.parametrize(
    "text",
    [
        "40,00",
        "1.234,50",
        "1,234.50",
        "4 0",
        "",
        " 40",
        "4_0",
        "٤٠",
        "４０",
        "NaN",
        "Infinity",
        "--40",
        "4e",
        "0x10",
        "1E+999",
    ],
)
def test_what_can_be_read_in_two_ways_or_in_none_is_refused(text):
    with pytest.raises(CyclosInvalid):
        parse_amount(text)


@pytest.mark.parametrize("value", [40.0, True, None, [40]])
def test_floats_and_other_things_are_no_amounts(value):
    with pytest.raises(CyclosInvalid):
        parse_amount(value)


@pytest.mark.parametrize(
    ("amount", "decimals", "written"),
    [
        ("40", 2, "40.00"),
        ("40.5", 2, "40.50"),
        ("40.00", 0, "40"),
        ("1E+2", 0, "100"),
        (Decimal("0.1") + Decimal("0.2"), 2, "0.30"),
        ("123456789012345678901234567890.12", 2, "123456789012345678901234567890.12"),
        ("12.5", None, "12.5"),
    ],
)
def test_an_amount_is_sent_with_the_decimals_of_the_currency(amount, decimals, written):
    assert format_amount(amount, decimals) == written


@pytest.mark.parametrize(("amount", "decimals"), [("40.999", 2), ("40.5", 0), ("0.001", 2)])
def test_more_decimals_than_the_currency_has_are_refused_not_rounded(amount, decimals):
    with pytest.raises(CyclosInvalid, match="more decimals"):
        format_amount(amount, decimals)


def test_a_currency_knows_how_its_amounts_are_written():
    assert str(Currency(decimal_digits=2).amount("40")) == "40.00"


@pytest.mark.parametrize("amount", ["0", "0.00", "-40", "-0"])
@pytest.mark.parametrize(
    "make",
    [lambda amount: PerformPayment(user_named("bob"), amount), lambda amount: TicketNew(amount)],
    ids=["payment", "ticket"],
)
def test_nothing_is_paid_that_is_not_above_zero(amount, make):
    with pytest.raises(CyclosInvalid, match="above zero"):
        make(amount)
