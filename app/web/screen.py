"""What a table's page shows, as plain values: filled by a game's presenter from a view, drawn by the templates."""

from dataclasses import dataclass

from app.web.reading import Sitting, View


@dataclass(frozen=True, slots=True)
class Choice:
    """One large button.

    Exactly one of `move` (posted), `href` (opened) and `pay` (a debt that is paid) is given, or none when
    `why_not` says why it can't be had. `risk` says what it can cost; `covered` stands there while the viewer's own
    deck is covered, where that would be told. `held` marks what the viewer's own cards can
    prove; it is seen only while the hand is not covered. `then` is the answer that the phone sends by itself once
    this one was accepted and the moment for the next has come ("let it pass, then pay").
    """

    label: str
    risk: str = ""
    covered: str = ""
    card: str = ""
    amount: int | None = None
    tone: str = "plain"
    move: View | None = None
    href: str = ""
    pay: View | None = None
    why_not: str = ""
    held: bool = False
    then: View | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """What is happening, in one sentence from the viewer's side, and what the viewer can do about it.

    `asked` is true when the viewer is awaited; `waiting` says who else is, and for what.
    `layout` is `list`, `grid` (the actions), `cards` (small, two in a row), `three` (in a row) or `numbers`.
    `dice` are what was thrown, each from 1 to 6. `secret` says that the buttons tell what the viewer holds: they are
    covered with the hand, as are the sign and the headline of what is being aimed.
    """

    headline: str
    note: str = ""
    card: str = ""
    against: str = ""
    dice: tuple[int, ...] = ()
    amount: int | None = None
    tone: str = "calm"
    asked: bool = False
    choices: tuple[Choice, ...] = ()
    ahead: tuple[Choice, ...] = ()
    layout: str = "list"
    waiting: str = ""
    back: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A small sign with the words for those who listen, such as a card that lies face up; `text` is seen beside it."""

    card: str
    says: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Details:
    """What a game shows of one player: the number that counts (None: there is none), and what lies before them.

    `cards` are those that lie face down; `chips` what everybody sees; `gone` says how somebody is out, or is empty.
    `more` is a few signs besides, such as "+3", and `more_says` the same for those who listen.
    """

    score: int | None
    cards: int | None = None
    chips: tuple[Chip, ...] = ()
    gone: str = ""
    more: str = ""
    more_says: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat as the table sees it."""

    sitting: Sitting
    details: Details
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


@dataclass(frozen=True, slots=True)
class Price:
    """Something that can be paid for: its key, what it is called as a title, its card and its price."""

    key: str
    title: str
    card: str
    amount: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One sentence of the rules page, and whether it is a ruling of the house."""

    text: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """What one card says, sentence by sentence; `amount` None where it takes no money."""

    card: str
    name: str
    says: tuple[Rule, ...]
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading of the rules page, and what stands under it; `steps` says that their order matters."""

    heading: str
    rules: tuple[Rule, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules page of one game, with the deck and options in force."""

    title: str
    motto: str
    about: str
    cards: tuple[Printed, ...] = ()
    chapters: tuple[Chapter, ...] = ()

    @property
    def has_house_rulings(self) -> bool:
        """Whether a sentence is marked as a ruling of the house."""
        said = [rule for one in self.cards for rule in one.says] + [
            r for one in self.chapters for r in one.rules
        ]
        return any(rule.house for rule in said)
