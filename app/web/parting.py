"""The second question before one leaves the game or ends it for everybody: what will happen, then yes or no."""

from dataclasses import dataclass

from flask_babel import gettext as _

from app.web.games import presenter
from app.web.reading import Table, View
from app.web.stage import unreachable


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked again: a heading, one sentence that says what will happen, and the button that does it.

    `absent` is for whom the move is made, if not for oneself.
    """

    heading: str
    says: str
    yes: str
    action: str
    move: View | None = None
    absent: str = ""


def question(table: Table, sure: str, *, may_end: bool, absent: str = "") -> Question | None:
    """The question for `sure`, as the address names it; None where this person has nothing to be sure of.

    Args:
        table: As the viewer sees it.
        sure: `resign`, `out` or `close`.
        may_end: Whether the viewer runs the table.
        absent: Who is to be taken out.
    """
    if sure == "resign" and table.allows("resign"):
        return Question(
            heading=_("Resign?"),
            says=resigning(table),
            yes=_("Yes, resign"),
            action=f"/tables/{table.id}/moves",
            move={"type": "resign"},
        )
    out = next((one for one in unreachable(table) if one.user == absent), None)
    if sure == "out" and may_end and out is not None:
        return Question(
            heading=_("Take %(name)s out of the game?", name=out.name),
            says=_(
                "%(name)s resigns and does not come back into this game. The log says that it was you.",
                name=out.name,
            ),
            yes=_("Yes, take them out"),
            action=f"/tables/{table.id}/moves",
            move={"type": "resign"},
            absent=out.user,
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
