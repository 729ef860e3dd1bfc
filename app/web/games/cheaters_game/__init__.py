"""Cheater's Game on the pages."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from app.rules.cheaters_game.settings import HOUSE_RULES
from app.web.games.base import Presenter
from app.web.games.cheaters_game import hints, parts, sheet, stage, told
from app.web.games.cheaters_game.house import OPTIONS
from app.web.games.cheaters_game.tracks import tracks
from app.web.games.options import Words
from app.web.reading import Sitting, Table, View
from app.web.screen import Absent, Chip, Details, Rules, Stage
from app.web.words import signed

MODES: Mapping[str, Words] = {
    "dealer": _l("No dice needed: the service throws them."),
    "table": _l("You have dice: whoever rolls says what they show."),
}


class CheatersGame(Presenter[Table]):
    """How Cheater's Game is shown."""

    game = "cheaters_game"
    modes = MODES
    options = OPTIONS
    defaults = HOUSE_RULES
    signs = (
        *(f"die-{face}" for face in parts.FACES),
        "roll",
        "dice",
        "alliance",
        "whistle",
        "honest",
        "cheater",
        "offer",
    )
    below = "web/games/cheaters_game.html"
    holding = ""
    styles = ("css/cheaters_game.css",)
    first_seat = ""
    pays = False
    scored = _l("Points")
    minor = frozenset({"joined", "declined", "rolling"})

    def panel_values(self, table: Table) -> Mapping[str, Any]:
        """Both tracks, once a game has begun."""
        return {"tracks": tracks(table)} if "alliances" in table.facts else {}

    def stage(self, table: Table, pick: str) -> Stage:
        """One stage for each phase."""
        return stage.stage(table, pick)

    def waits(self, table: Table) -> str:
        """Who else is awaited, and for what."""
        return stage.waits(table)

    def details(self, table: Table, player: Sitting) -> Details:
        """The total, what it is made of, and turns to be passed."""
        facts = player.facts
        if "total" not in facts:
            return Details(score=player.balance)
        honest, cheater, passes = facts["honest"], facts["cheater"], facts["passes"]
        chips = [
            Chip("honest", _("%(points)s honest points", points=signed(honest)), signed(honest)),
            Chip("cheater", _("%(points)d cheater points", points=cheater), str(cheater)),
        ]
        if passes and table.status == "playing":
            says = ngettext("has to pass %(num)d turn", "has to pass %(num)d turns", passes)
            chips.append(Chip("whistle", says, ngettext("pass", "pass %(num)d×", passes)))
        return Details(score=facts["total"], chips=tuple(chips), gone=_("out") if player.out else "")

    def absent(self, table: Table) -> tuple[Absent, ...]:
        """What silence would mean."""
        return stage.absent(table)

    def told(self, table: Table, kind: str, facts: View) -> str:
        """An event as a sentence."""
        return told.told(table, kind, facts)

    def booked(self, table: Table, booking: View) -> str:
        """Nothing: the events have said it."""
        return ""

    def score(self, table: Table, player: Sitting) -> int | None:
        """The total."""
        total: int = player.facts.get("total", player.balance)
        return total

    def counted(self, table: Table, player: Sitting) -> str:
        """What the total is made of."""
        facts = player.facts
        if "total" not in facts:
            return ""
        return _(
            "%(honest)s honest, %(cheater)d cheater", honest=signed(facts["honest"]), cheater=facts["cheater"]
        )

    def moral(self, table: Table) -> str:
        """How it was decided."""
        by = table.facts.get("decided_by")
        return told.decided(by) if by else ""

    def course(self, table: Table, steps: Sequence[Mapping[str, int]]) -> Sequence[Mapping[str, int]]:
        """No picture: totals go up and down with alliances that the accounts alone don't name."""
        return ()

    def resigning(self, table: Table) -> str:
        """Out at once."""
        return _("You are out of the game at once, and can't win. In each alliance the next member leads.")

    def ending(self, table: Table) -> str:
        """The points decide."""
        return _("The game stops here for everybody, and the points are counted as they are.")

    def hint(self, table: Table) -> str:
        """Each prompt explained."""
        return hints.hint(table)

    def rules(self, table: Table, deck: str) -> Rules:
        """A turn, doubles, the end, silence."""
        return sheet.rules(table, deck, self.in_force(table))
