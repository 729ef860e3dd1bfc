"""Amounts: exact decimals, read from and written as the plain text that Cyclos uses."""

import re
from decimal import Context, Decimal

from cyclos_client.errors import CyclosInvalid

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_MOST_DIGITS = 40
"""More than any currency has; keeps a hostile "1E+999" from filling memory."""

_EXACT = Context(prec=3 * _MOST_DIGITS)


def parse_amount(value: str | int | Decimal) -> Decimal:
    """Read an amount as servers write them: "12.50", "160", 160, "1E+2"; minus zero is zero.

    A comma, thousands marks, blanks and anything that is not finite are refused, never guessed.

    Raises:
        CyclosInvalid: If it is not a plain decimal number.
    """
    if isinstance(value, bool | float) or not isinstance(value, str | int | Decimal):
        raise CyclosInvalid(f"An amount is a decimal number as text, not {type(value).__name__}.")
    text = str(value)
    if not _NUMBER.fullmatch(text):
        raise CyclosInvalid('An amount is digits with at most one point, such as "12.50".')
    number = Decimal(text)
    if abs(number.adjusted()) > _MOST_DIGITS or len(number.as_tuple().digits) > _MOST_DIGITS:
        raise CyclosInvalid(f"An amount has at most {_MOST_DIGITS} digits.")
    if not number:
        number = abs(number)
    # "1E+2" is 100: in this form it also reads so.
    return Decimal(f"{number:f}")


def format_amount(amount: str | int | Decimal, decimals: int | None = None) -> str:
    """Write an amount for the wire: a plain decimal with the currency's decimals.

    Args:
        amount: Exact; floats are refused.
        decimals: The currency's `decimal_digits`; None keeps the decimals the amount has.

    Raises:
        CyclosInvalid: If it is not a number, or has more decimals than the currency: nothing is rounded.
    """
    number = parse_amount(amount)
    if decimals is None:
        return f"{number:f}"
    scaled = number.quantize(Decimal(1).scaleb(-decimals), context=_EXACT)
    if scaled != number:
        raise CyclosInvalid(f"{number:f} has more decimals than the currency, which has {decimals}.")
    return f"{scaled:f}"


def payable(amount: str | int | Decimal) -> Decimal:
    """The amount as a number above zero.

    Raises:
        CyclosInvalid: If it is not a number, or is zero or below.
    """
    number = parse_amount(amount)
    if number <= 0:
        raise CyclosInvalid("An amount to pay is above zero.")
    return number
