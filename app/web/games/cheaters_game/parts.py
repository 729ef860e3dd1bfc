"""What the phases of Cheater's Game have in common on the stage."""

from urllib.parse import quote

from flask_babel import gettext as _

from app.web.games.cheaters_game.told import rolled
from app.web.reading import Table
from app.web.words import names

FACES = range(1, 7)


def people(table: Table, users: tuple[str, ...]) -> str:
    """Names in a row, the viewer's as `you`, last."""
    others = [table.name(user) for user in users if user != table.you]
    return names([*others, *[_("you")] * (table.you in users)])


def pick(kind: str, *chosen: object) -> str:
    """The address of the same page with what was chosen so far."""
    return f"?pick={kind}:{quote(','.join(map(str, chosen)))}"


def last_roll(table: Table) -> tuple[str, tuple[int, ...]]:
    """The last roll as a sentence and as dice; nothing if none is to be seen."""
    thrown = table.facts["thrown"]
    return (rolled(table, thrown[-1]), tuple(thrown[-1]["dice"])) if thrown else ("", ())


def said_no(table: Table, declined: tuple[str, ...]) -> str:
    """Who has said no to an invitation."""
    return _("Declined: %(who)s.", who=people(table, declined))
