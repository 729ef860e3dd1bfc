"""Credits: whole numbers, always. Reading them from the outside happens here and nowhere else."""

import re
from typing import NewType

from app.errors import PaymentRefused, Refusal

Credits = NewType("Credits", int)

MAX_CREDITS = Credits(10**9)
"""More than any game hands out; small enough that sums stay exact in every database and in JavaScript."""

_DIGITS = re.compile(r"[0-9]{1,10}", re.ASCII)


def parse_credits(value: object) -> Credits:
    """Read an amount of whole credits as sent by a person or a program.

    Digits alone are accepted ("40", 40, blanks around). A sign, a decimal part or a thousands mark could be read in
    two ways, so "+40", "40.00" and "1.234" are refused, not guessed.

    Raises:
        PaymentRefused: `bad_amount`, unless it is a whole number from 1 to MAX_CREDITS.
    """
    match value:
        case bool():
            raise PaymentRefused(Refusal.BAD_AMOUNT)
        case int():
            number = value
        case str() if _DIGITS.fullmatch(value.strip()):
            number = int(value)
        case _:
            raise PaymentRefused(Refusal.BAD_AMOUNT)
    if not 1 <= number <= MAX_CREDITS:
        raise PaymentRefused(Refusal.BAD_AMOUNT)
    return Credits(number)
