"""What every table's page shows around its game: seats, the window's title, lobby and end."""

from dataclasses import replace

from flask_babel import gettext as _

from app.web.bank import asking, asks_for
from app.web.games import presenter
from app.web.reading import Sitting, Table
from app.web.screen import Absent, Seat, Stage
from app.web.words import names


def stage(table: Table, pick: str = "") -> Stage:
    """The stage for this viewer; `pick` is what was chosen with a link of the stage before, or empty."""
    shown = presenter(table.game)
    if table.status == "lobby":
        return Stage(headline=_("Who is in?"))
    if table.status == "over":
        return Stage(headline=_result(table), tone="over")
    if table.paused:
        return Stage(headline=_("%(name)s paused the game.", name=table.paused["by"]), note=_why(table))
    drawn: Stage = asking(table) or shown.stage(table, pick)
    note = " ".join(part for part in (_gone(table), drawn.note) if part)
    return replace(drawn, note=note, asked=table.asked, waiting=shown.waits(table))


def seats(table: Table) -> tuple[Seat, ...]:
    """The seats in order of play."""
    shown = presenter(table.game)
    return tuple(
        Seat(
            sitting=player,
            details=shown.details(table, player),
            turn=player.user == table.turn,
            awaited=table.status == "playing" and player.user in table.waiting_for,
            you=player.user == table.you,
            host=player.user == table.host,
        )
        for player in table.players
        if not player.left
    )


def title(table: Table) -> str:
    """The window's title: it changes when the viewer is awaited."""
    if table.status == "over":
        return _("Game over · Reckless")
    if table.paused:
        return _("Paused · Reckless")
    if not table.asked:
        return _("Reckless")
    if table.phase == "payment":
        return _("● You owe · Reckless")
    return _("● Your turn · Reckless") if table.phase == "turn" else _("● You are asked · Reckless")


def absent(table: Table) -> tuple[Absent, ...]:
    """What can be done for others who are awaited: what their silence would mean, or paying their debts."""
    open_now = table.status == "playing" and not table.paused
    found: tuple[Absent, ...] = presenter(table.game).absent(table) if open_now else ()
    return tuple(one for one in found if not (one.pay and asks_for(table, one.user)))


def _gone(table: Table) -> str:
    """What is told to somebody who sits here and plays no more."""
    return _("You are out of this game.") if table.is_out else ""


def unreachable(table: Table) -> tuple[Sitting, ...]:
    """Others who are awaited and for whom nothing can be done, so that the table may wait for ever: no bots."""
    if table.status != "playing" or table.paused:
        return ()
    helped = {one.user for one in absent(table)}
    return tuple(
        player
        for player in table.players
        if player.user in table.waiting_for
        and player.user not in (table.you, *helped)
        and not (player.facts.get("bot") or player.out or player.leaving)
    )


def _why(table: Table) -> str:
    rest = _("Nobody can move or pay until an organizer lets it go on. No clock runs.")
    if (table.facts.get("may") or {}).get("referee"):
        rest = _("Nobody can move or pay until you let it go on. No clock runs.")
    reason = (table.paused or {}).get("reason")
    return _("“%(reason)s” %(rest)s", reason=reason, rest=rest) if reason else rest


def _result(table: Table) -> str:
    winners = table.winners
    if not winners and table.facts.get("winners") is not None:
        return _("Nobody won.")
    if not winners:
        return _("This table is closed.")
    if table.you in winners:
        return _("You won.") if len(winners) == 1 else _("You share the win.")
    if len(winners) == 1:
        return _("%(name)s won.", name=table.name(winners[0]))
    return _("%(names)s share the win.", names=names([table.name(user) for user in winners]))
