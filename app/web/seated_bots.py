"""What can be done about bots at a table: who may seat one, and whose seat can be given to one or taken back."""

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.rules.bots import Strength
from app.services.bots import DEALT
from app.web.games.options import Words
from app.web.reading import Sitting, Table

STRENGTHS: dict[str, Words] = {
    Strength.EASY: _l("easy"),
    Strength.MEDIUM: _l("medium"),
    Strength.HARD: _l("hard"),
}


@dataclass(frozen=True, slots=True)
class StandIn:
    """One button: whose seat, what it says, and what is played there afterwards (a strength, or "none")."""

    user: str
    label: str
    bot: str


def strengths(table: Table, *, runs: bool) -> tuple[tuple[str, Words], ...]:
    """How well a bot can play that is added here, or nothing where none can be."""
    possible = runs and table.status == "lobby" and table.mode == DEALT and len(table.players) < table.most
    return tuple(STRENGTHS.items()) if possible else ()


def stand_ins(table: Table, *, runs: bool) -> tuple[StandIn, ...]:
    """Whose seat this viewer can give to a bot in the running game; nobody's who is out of it."""
    if table.status != "playing" or table.mode != DEALT:
        return ()
    return tuple(
        _stand_in(table, player)
        for player in table.players
        if not player.out and not player.facts.get("bot") and (runs or player.user == table.you)
    )


def comes_back(table: Table, *, runs: bool) -> tuple[StandIn, ...]:
    """Whose seat, in which a bot plays for somebody, this viewer can give back: the own one, and who runs it any."""
    return tuple(
        StandIn(player.user, _("Let %(name)s play again", name=player.name), "none")
        if player.user != table.you
        else StandIn(player.user, _("Play yourself again"), "none")
        for player in table.players
        if player.facts.get("stands_in") and (runs or player.user == table.you) and not table.is_done
    )


def _stand_in(table: Table, player: Sitting) -> StandIn:
    yours = player.user == table.you
    label = _("Let a bot play for you") if yours else _("Let a bot play for %(name)s", name=player.name)
    return StandIn(player.user, label, Strength.MEDIUM)
