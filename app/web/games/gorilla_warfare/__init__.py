"""Gorilla Warfare on the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from app.rules.gorilla_warfare.settings import HOUSE_RULES
from app.web.games.base import Presenter
from app.web.games.gorilla_warfare import hints, sheet, stage, told, words
from app.web.games.gorilla_warfare.reading import Table, read
from app.web.games.options import Number
from app.web.reading import Sitting, View
from app.web.screen import Absent, Chip, Details, Rules, Stage


class GorillaWarfare(Presenter[Table]):
    """How Gorilla Warfare is shown."""

    game = "gorilla_warfare"
    options = (
        Number(
            "starting_seat",
            _l("Which seat starts"),
            low=1,
            high=6,
            hint=_l("The first seat deals; to its left sits the second."),
        ),
    )
    defaults = HOUSE_RULES
    signs = tuple(words.CARD)
    panel = "web/games/gorilla_warfare.html"
    holding = ""
    styles = ("css/gorilla.css",)
    pays = False
    scored = _l("Outlived")
    minor = frozenset({"turn", "allowed", "refilled", "got", "shuffled", "moved"})

    def read(self, view: View) -> Table:
        """Read a view of Gorilla Warfare."""
        return read(view)

    def panel_values(self, table: Table) -> Mapping[str, Any]:
        """The piles, and one's own cards."""
        return {"card_name": words.card}

    def stage(self, table: Table, pick: str) -> Stage:
        """One's turn, an attack, or somebody else's turn."""
        return stage.stage(table, pick)

    def waits(self, table: Table) -> str:
        """Who else is awaited, and for what."""
        return stage.waits(table)

    def details(self, table: Table, player: Sitting) -> Details:
        """The cards in hand, how many are in the deck, and every DEFENCE in front."""
        front = Chip("defence", _("a Defence in front"))
        deck = player.facts.get("deck_cards") or 0
        return Details(
            score=None,
            cards=player.cards or 0,
            chips=(front,) * table.in_front(player.user),
            gone=_("out") if player.out else "",
            more=f"+{deck}",
            more_says=words.in_deck(deck),
        )

    def absent(self, table: Table) -> tuple[Absent, ...]:
        """What their silence would do; who moves for others knows no more of their cards than anybody."""
        return tuple(
            Absent(user=user, label=stage.silence(table, user), move={"type": "silence"})
            for user in table.waiting_for
            if user != table.you
        )

    def told(self, table: Table, kind: str, facts: View) -> str:
        """An event as a sentence."""
        return told.told(table, kind, facts)

    def score(self, table: Table, player: Sitting) -> int | None:
        """Nothing is counted in this game: the last one standing has won."""
        return None

    def counted(self, table: Table, player: Sitting) -> str:
        """How many they have outlived."""
        return ngettext("outlived %(num)d player", "outlived %(num)d players", self.rank(table, player))

    def rank(self, table: Table, player: Sitting) -> int:
        """Whoever has outlived more stood longer."""
        return player.facts.get("total") or 0

    def course(self, table: Table, steps: Sequence[Mapping[str, int]]) -> Sequence[Mapping[str, int]]:
        """There is no picture of a game without numbers."""
        return ()

    def moral(self, table: Table) -> str:
        """What there is to say about those who did not win."""
        return _("Everybody else writhes around in agony for a while.") if table.winners else ""

    def resigning(self, table: Table) -> str:
        """The cards go back."""
        return _("You are out of the game, and your cards are shuffled into the draw pile.")

    def ending(self, table: Table) -> str:
        """Nobody is the last one standing."""
        return _("The game stops here for everybody, and nobody wins.")

    def hint(self, table: Table) -> str:
        """Each prompt explained."""
        return hints.hint(table)

    def rules(self, table: Table, deck: str) -> Rules:
        """The cards of the deck in force, a turn, answers, the end, silence."""
        return sheet.rules(table, deck, self.in_force(table))
