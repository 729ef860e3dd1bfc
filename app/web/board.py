"""All that the table's page draws, from the view and the log: pure values for the templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from app.services import ids
from app.services.ground.firm import WHY, Firm
from app.services.tables.loglines import LogLine
from app.web.bank import hanging
from app.web.chart import chart
from app.web.games import presenter, read
from app.web.lines import read_lines
from app.web.reading import Table, View
from app.web.seated_bots import comes_back, stand_ins, strengths
from app.web.stage import absent, seats, stage, title, unreachable

LAST_LINES = 12
NEAR = 60
"""Lines of the log among which the last that matter are looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings; players with equal scores share a place. `score` is None in a game without points.

    `counted` says what it is made of, or is empty.
    """

    place: int
    user: str
    name: str
    score: int | None
    counted: str
    you: bool
    won: bool


def board(view: View, log: tuple[LogLine, ...], *, pick: str = "", explains: bool = False) -> dict[str, Any]:
    """The values of the table's templates. Host and referees run the table; `explains` adds a hint to each prompt."""
    table = read(view)
    shown = presenter(table.game)
    lines = [line for line in read_lines(table, log[-NEAR:]) if not line.refused and not line.minor]
    may = view.get("may") or {"run": table.is_host, "referee": False}
    runs = bool(may["run"])
    values: dict[str, Any] = {
        "table": table,
        "stage": stage(table, pick),
        "seats": seats(table),
        "title": title(table),
        "lines": lines[:LAST_LINES],
        "absent": absent(table) if runs else (),
        "unreachable": unreachable(table) if runs else (),
        "can_undo": bool(table.allows("undo")),
        "no_undo": _(WHY[Firm(view["no_undo"])]) if view.get("no_undo") else "",
        "no_undo_is": view.get("no_undo"),
        "can_resign": bool(table.allows("resign")),
        "host": runs,
        "referee": bool(may["referee"]),
        "code": ids.grouped(table.code),
        "play": last_declared(log),
        "paid_to_me": paid_to_me(view),
        "shown": shown,
        "explains": explains,
        "hint": shown.hint(table) if explains and table.status == "playing" and not table.is_out else "",
        "strengths": strengths(table, runs=runs),
        "stand_ins": stand_ins(table, runs=runs),
        "comes_back": comes_back(table, runs=runs),
        "chance": table.chance,
        "bank": hanging(table, runs=runs),
    }
    if table.status == "over":
        values |= _result(table, log)
    return {**values, **shown.panel_values(table)}


def paid_to_me(view: View) -> str:
    """The number of the match's last payment if the viewer got it, or an empty text."""
    last = view.get("last_payment")
    return str(last["number"]).rpartition("-")[2] if last and last["payee"] == view["you"] else ""


def last_declared(log: tuple[LogLine, ...]) -> int:
    """The line of the log in which the last action was declared; 0 if it is not among these lines."""
    lines = [
        line.seq for line in log if any(event["kind"] == "declared" for event in line.data.get("events", ()))
    ]
    return lines[-1] if lines else 0


def standings(table: Table) -> tuple[Place, ...]:
    """Who came where of those who played: winners first, then by what the game counts."""
    shown = presenter(table.game)
    played = [player for player in table.players if not player.new]
    ranks = {player.user: (player.user in table.winners, shown.rank(table, player)) for player in played}
    order = sorted(played, key=lambda player: ranks[player.user], reverse=True)
    places: list[Place] = []
    for number, player in enumerate(order, start=1):
        same = places and ranks[places[-1].user] == ranks[player.user]
        places.append(
            Place(
                place=places[-1].place if same else number,
                user=player.user,
                name=player.name,
                score=shown.score(table, player),
                counted=shown.counted(table, player),
                you=player.user == table.you,
                won=player.user in table.winners,
            )
        )
    return tuple(places)


def _result(table: Table, log: tuple[LogLine, ...]) -> Mapping[str, Any]:
    rows = standings(table)
    best = max((row.score for row in rows if row.won and row.score is not None), default=None)
    shown = presenter(table.game)
    steps = [line.data["funds"] for line in log if line.match == table.match and "funds" in line.data]
    return {
        "standings": rows,
        "prize": best,
        "note": shown.moral(table),
        "chart": chart(table, shown.course(table, steps)),
    }
