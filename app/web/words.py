"""What pages of every game share in words: names in a row, logins as they are printed, counted cards."""

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext


def names(people: Sequence[str]) -> str:
    """Join names: `Ada`, `Ada and Bob`, `Ada, Bob and Cyd`."""
    if len(people) < 2:
        return "".join(people)
    return _("%(first)s and %(last)s", first=", ".join(people[:-1]), last=people[-1])


def cards_left(count: int) -> str:
    """Count cards, for those who listen: `2 cards`."""
    return ngettext("%(num)d card", "%(num)d cards", count)


def signed(number: int) -> str:
    """A number with a minus as wide as a digit, `−12`, instead of a hyphen."""
    return f"−{-number}" if number < 0 else str(number)
