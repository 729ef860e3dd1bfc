"""The second question before one leaves the game or ends it for everybody: what will happen, then yes or no."""

from dataclasses import dataclass

from flask_babel import gettext as _

from app.web.reading import Table, View


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked again: a heading, one sentence that says what will happen, and the button that does it."""

    heading: str
    says: str
    yes: str
    action: str
    move: View | None = None


def question(table: Table, sure: str, *, may_end: bool, at_once: bool) -> Question | None:
    """The question for `sure`, as the address names it; None where this person has nothing to be sure of.

    Args:
        table: As the viewer sees it.
        sure: `resign` or `close`.
        may_end: Whether the viewer runs the table.
        at_once: Whether this house lets one resign with open debts.
    """
    if sure == "resign" and table.allows("resign"):
        return Question(
            heading=_("Resign?"),
            says=resigning(table, at_once=at_once),
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


def resigning(table: Table, *, at_once: bool) -> str:
    """What resigning means for the viewer."""
    you = table.player(table.you)
    balance = you.balance if you else 0
    if at_once:
        return _("You are out of the game at once and keep your %(balance)d.", balance=balance)
    return _(
        "You are out of the game and keep your %(balance)d; what you owe is paid first.", balance=balance
    )


def ending(table: Table) -> str:
    """What ending it means for everybody."""
    if table.status == "playing":
        return _("The game stops here for everybody: whoever has most money wins, open debts are void.")
    return _("This table closes: everybody gets up and is free to sit elsewhere.")
