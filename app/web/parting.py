"""The second question before one leaves the game or ends it for everybody: what will happen, then yes or no."""

from dataclasses import dataclass

from flask_babel import gettext as _

from app.web.games import presenter
from app.web.reading import Table, View


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked again: a heading, one sentence that says what will happen, and the button that does it."""

    heading: str
    says: str
    yes: str
    action: str
    move: View | None = None


def question(table: Table, sure: str, *, may_end: bool) -> Question | None:
    """The question for `sure`, as the address names it; None where this person has nothing to be sure of.

    Args:
        table: As the viewer sees it.
        sure: `resign` or `close`.
        may_end: Whether the viewer runs the table.
    """
    if sure == "resign" and table.allows("resign"):
        return Question(
            heading=_("Resign?"),
            says=resigning(table),
            yes=_("Yes, resign"),
            action=f"/tables/{table.id}/moves",
            move={"type": "resign"},
        )
    if sure == "close" and may_end:
        playing = table.status == "playing"
        return Question(
            heading=_("End the game?") if playing else _("Close the table?"),
            says=ending(table),
            yes=_("Yes, end it") if playing else _("Yes, close it"),
            action=f"/tables/{table.id}/close",
        )
    return None


def resigning(table: Table) -> str:
    """What resigning means for the viewer."""
    said: str = presenter(table.game).resigning(table)
    return said


def ending(table: Table) -> str:
    """What ending it means for everybody."""
    if table.status == "playing":
        said: str = presenter(table.game).ending(table)
        return said
    return _("This table closes: everybody gets up and is free to sit elsewhere.")
