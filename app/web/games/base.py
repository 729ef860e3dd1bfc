"""How one game is shown. What stands here shows any game plainly; a game's own presenter says it better."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.pages.titles import title_of
from app.rules import GAMES
from app.web.games.options import SERVICE_DEFAULTS, Option, Words
from app.web.games.paying import Payment, paid_for
from app.web.reading import Sitting, Table, View, common
from app.web.screen import Absent, Chapter, Chip, Choice, Details, Price, Rule, Rules, Stage
from app.web.words import names

T = TypeVar("T", bound=Table)

FEW = 8
"""How many moves a hint names."""

MODES: Mapping[str, Words] = {
    "table": _l("You have the box: people say what the cards did."),
    "dealer": _l("No box needed: the phones deal."),
}


class Presenter(Generic[T]):
    """How one game is shown: a subclass says its own, and overrides what it shows in another way.

    Attributes:
        game: The name it has in `GAMES`.
        modes: What each way to play it means, in one sentence.
        options: Its house rules, in the order of the form.
        defaults: What each of them is where a table says nothing.
        signs: The cards that have a sign of their own in `img/signs.svg` and `css/table.css`.
        panel: A template that is drawn between seats and stage, or "".
        below: A template that is drawn below the buttons, or "".
        holding: A template that is drawn above the buttons, such as a hand of cards, or "".
        styles: Style sheets of its own, besides `css/table.css`.
        first_seat: What is said in the lobby of who sat down first, or "".
        pays: Whether players pay each other.
        scored: What the number beside a name on a result slip counts, as the head of its column.
        minor: Kinds of events that are left out of the last lines under the stage when nothing else happened.
    """

    game: str
    modes: Mapping[str, Words] = MODES
    options: tuple[Option, ...] = ()
    defaults: Mapping[str, Any] = {}
    signs: tuple[str, ...] = ()
    panel: str = ""
    below: str = ""
    holding: str = "web/hand.html"
    styles: tuple[str, ...] = ()
    first_seat: Words = _l("deals")
    pays: bool = True
    scored: Words = _l("Score")
    minor: frozenset[str] = frozenset()

    def __init__(self, game: str = "") -> None:
        """Show this game, unless a subclass says which."""
        if game:
            self.game = game

    @property
    def title(self) -> Words:
        """What people call the game."""
        return title_of(self.game)

    def read(self, view: View) -> T:
        """Read a view into what the other functions are given."""
        return Table(**common(view))  # type: ignore[return-value]  # a subclass with more to read overrides this

    def in_force(self, table: Table) -> Mapping[str, Any]:
        """Every option of the game and of the service with its value at this table."""
        return {**SERVICE_DEFAULTS, **self.defaults, **table.options}

    def panel_values(self, table: T) -> Mapping[str, Any]:
        """What the templates of panel and holding draw from; here the view's `hand`, which its owner alone has."""
        held = table.facts.get("hand") or ()
        return {"hand": [Chip(str(one), self.word(table, one)) for one in held]}

    def stage(self, table: T, pick: str) -> Stage:
        """What is happening in a running game, from the viewer's side, and what the viewer can do.

        Args:
            table: As the viewer sees it.
            pick: What was chosen with a link `?pick=...` of the stage before, or "".
        """
        if table.due:
            return Payment(table, self.an_action, self.card_of).stage()
        choices = tuple(
            Choice(label=self.move(table, move), move=move, tone="go" if number == 0 else "plain")
            for number, move in enumerate(table.legal)
            if move["type"] not in ("resign", "undo")
        )
        return Stage(
            headline=_("Your move.") if choices else _("Others move."),
            tone="asked" if choices else "calm",
            choices=choices,
        )

    def move(self, table: T, move: View) -> str:
        """What a move is called on its button."""
        parts = [value for key, value in move.items() if key != "type"]
        said = [str(part) for part in (", ".join(map(str, p)) if isinstance(p, list) else p for p in parts)]
        kind = str(move["type"]).replace("_", " ").capitalize()
        return f"{kind}: {', '.join(table.name(part) for part in said)}" if said else kind

    def word(self, table: T, value: object) -> str:
        """A value of an event or a view in words: people by their names, data within data as a list."""
        match value:
            case str():
                return table.name(value)
            case Mapping():
                return ", ".join(
                    f"{self.word(table, key)} {self.word(table, of_it)}" for key, of_it in value.items()
                )
            case Sequence():
                return names([self.word(table, one) for one in value])
            case _:
                return str(value)

    def waits(self, table: T) -> str:
        """Who else is awaited, and for what; "" when nobody is."""
        others = [table.name(user) for user in table.waiting_for if user != table.you]
        return _("Waiting for %(who)s.", who=names(others)) if others else ""

    def details(self, table: T, player: Sitting) -> Details:
        """What a seat shows."""
        return Details(score=player.balance, cards=player.cards or None, gone=_("out") if player.out else "")

    def absent(self, table: T) -> tuple[Absent, ...]:
        """What host or organizer can do for others who are awaited."""
        return paid_for(table)

    def told(self, table: T, kind: str, facts: View) -> str:
        """An event of the log as a sentence with all its facts; "" for one that needs none."""
        told = [self._fact(table, key, value) for key, value in facts.items()]
        said = ", ".join(fact for fact in told if fact)
        return f"{kind.replace('_', ' ').capitalize()}: {said}." if said else ""

    def _fact(self, table: T, key: str, value: object) -> str:
        """One fact: whom it is about by the name alone, everything else after the name that the event has for it."""
        if value in (None, "", (), [], {}) or value is False:
            return ""
        named = table.name(key) if table.player(key) else key.replace("_", " ")
        if value is True:
            return named
        is_a_person = isinstance(value, str) and table.player(value) is not None
        return self.word(table, value) if is_a_person else f"{named} {self.word(table, value)}"

    def booked(self, table: T, booking: View) -> str:
        """What a move itself put into the books, as a sentence; "" if the events have said it."""
        return _(
            "%(payer)s pays %(payee)s %(amount)d.",
            payer=self.owner(table, booking["payer"]),
            payee=self.owner(table, booking["payee"]),
            amount=booking["amount"],
        )

    def owner(self, table: T, owner: str) -> str:
        """What an account's owner is called: a player, the bank, or an account of the game's own."""
        if owner == "@bank":
            return _("the bank")
        return table.name(owner).removeprefix("@").replace("-", " ")

    def action(self, table: T, key: str) -> str:
        """What can be paid for, as a title."""
        return key.replace("_", " ").capitalize()

    def an_action(self, table: T, key: str) -> str:
        """The same inside a sentence."""
        return key.replace("_", " ")

    def card_of(self, table: T, action: str) -> str:
        """The card that an action claims, or ""."""
        return ""

    def prices(self, table: T) -> tuple[Price, ...]:
        """What can be paid for at a table that checks payments by the price list."""
        return ()

    def score(self, table: T, player: Sitting) -> int | None:
        """What the standings count at the end; None in a game without points."""
        return player.balance

    def rank(self, table: T, player: Sitting) -> int:
        """By what those who have not won are put in order at the end, the highest first."""
        return self.score(table, player) or 0

    def counted(self, table: T, player: Sitting) -> str:
        """What that is made of, for the standings; "" where there is nothing to say."""
        return ""

    def moral(self, table: T) -> str:
        """One dry sentence under the result."""
        return ""

    def course(self, table: T, steps: Sequence[Mapping[str, int]]) -> Sequence[Mapping[str, int]]:
        """What the picture of the game's course is drawn from: each player's number after each step; empty for none.

        Args:
            table: When it is over.
            steps: What lay in all accounts before each move: the players', and the game's own.
        """
        end = {player.user: player.balance for player in table.players}
        return [*({user: step.get(user, 0) for user in end} for step in steps), end]

    def resigning(self, table: T) -> str:
        """What resigning means for the viewer."""
        return _("You are out of the game.")

    def ending(self, table: T) -> str:
        """What it means for everybody if the game is ended now."""
        return _("The game stops here for everybody.")

    def hint(self, table: T) -> str:
        """What is asked of the viewer just now, for somebody who plays for the first time; "" for nothing to say."""
        if table.due:
            return _(
                "The game waits until what is owed is paid. Nothing else moves money from one player to another."
            )
        choices = self.stage(table, "").choices
        if not choices:
            return _("Others move. You are asked as soon as it is your turn.")
        return _(
            "It is your turn. You can: %(moves)s.", moves="; ".join(str(one.label) for one in choices[:FEW])
        )

    def rules(self, table: T, deck: str) -> Rules:
        """The rules page: here what the docstring of the game's module says after its first paragraph.

        Args:
            table: With the options in force; without players where only the box is looked at.
            deck: The text of the deck file in force, "" without one.
        """
        _title, *paragraphs = inspect.cleandoc(GAMES[self.game].__doc__ or "").split("\n\n")
        about = paragraphs[0] if paragraphs else _("Your host knows the rules.")
        many = _("For %(fewest)d to %(most)d players.", fewest=table.fewest, most=table.most)
        more = tuple(Rule(" ".join(one.split())) for one in paragraphs[1:])
        chapter = Chapter(_("How it is played"), (Rule(many), *more))
        return Rules(
            title=str(self.title), motto=str(self.title), about=" ".join(about.split()), chapters=(chapter,)
        )
