"""What a table's page shows, as plain values: filled by `stage.py` from a view, drawn by the templates."""

from dataclasses import dataclass

from app.web.reading import Sitting, View


@dataclass(frozen=True, slots=True)
class Choice:
    """One large button.

    Exactly one of `move` (posted), `href` (opened) and `pay` (a debt that is paid) is given, or none when
    `why_not` says why it can't be had. `risk` says what it can cost. `then` is the answer that the phone sends by
    itself once this one was accepted and the moment for the next has come ("let it pass, then pay").
    """

    label: str
    risk: str = ""
    card: str = ""
    amount: int | None = None
    tone: str = "plain"
    move: View | None = None
    href: str = ""
    pay: View | None = None
    why_not: str = ""
    then: View | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """What is happening, in one sentence from the viewer's side, and what the viewer can do about it.

    `asked` is true when the viewer is awaited; `waiting` says who else is, and for what.
    `layout` is `list`, `grid` (the actions), `cards` (small, two in a row) or `three` (in a row).
    """

    headline: str
    note: str = ""
    card: str = ""
    against: str = ""
    amount: int | None = None
    tone: str = "calm"
    asked: bool = False
    choices: tuple[Choice, ...] = ()
    ahead: tuple[Choice, ...] = ()
    layout: str = "list"
    waiting: str = ""
    back: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat as the table sees it."""

    sitting: Sitting
    turn: bool
    awaited: bool
    you: bool
    host: bool


@dataclass(frozen=True, slots=True)
class Absent:
    """What host or organizer can do for somebody who doesn't answer: a move, or paying a debt."""

    user: str
    label: str
    move: View | None = None
    pay: View | None = None
