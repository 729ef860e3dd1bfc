"""What a table's own row and its seats say, against its log: no seal covers them, but the log tells most of it too."""

import json
from collections.abc import Sequence

from app.services.audit.shapes import Data, shown
from app.services.audit.verdict import Wrong
from app.services.ground.snapshots import Match
from app.storage.audit import LineFacts
from app.storage.tables import SeatRow, TableRow

TELLING = frozenset(("opened", "settings", "start", "closed", "moved", "seat"))
"""Kinds of lines that tell how a table's row or its seats change."""

_SETTINGS = ("game", "mode", "validation", "deck", "options")


class Told:
    """How the row and the seats of one table have to be, by the lines so far.

    The log does not tell the deck and the options of a table before its first start or change of settings, nor its
    code, its deadline and its pause: those are compared with nothing.
    """

    def __init__(self) -> None:
        """Begin before the first line."""
        self._facts: dict[str, object] = {}
        self._seats: dict[str, SeatRow] = {}

    def follow(self, line: LineFacts, data: Data) -> None:
        """Take in what a line of a kind among TELLING says.

        Raises:
            Wrong: If a match starts with other settings or players than the lines before tell.
        """
        facts = self._facts
        match line.kind:
            case "opened":
                facts |= {name: data.get(name) for name in ("game", "mode", "validation")}
                facts |= {"host": line.actor, "status": "lobby", "created_at": line.at}
                facts["event_id"] = data.get("event")
            case "settings":
                # The name of a deck file does not tell what stood in it; without one the table keeps its deck.
                if data.get("deck") is not None or data.get("game") != facts.get("game"):
                    facts.pop("deck", None)
                facts |= {name: data.get(name) for name in ("game", "mode", "validation")}
                facts["options"] = json.dumps(data.get("options"), sort_keys=True)
            case "start":
                self._check_start(line, data)
                facts |= {name: data[name] for name in _SETTINGS}
                facts["status"] = "playing"
            case "closed":
                facts["status"] = "over"
            case "moved":
                facts["event_id"] = data.get("event")
            case _:
                self._seat(line.table_id, data)

    def _check_start(self, line: LineFacts, data: Data) -> None:
        seats = sorted(self._seats.values(), key=lambda seat: seat.position)
        for name, told in (*self._facts.items(), ("players", [seat.user for seat in seats])):
            if data.get(name, told) != told:
                where = f"line {line.seq} of the log, its {name}"
                raise Wrong(where, shown(data[name]), f"{shown(told)}, as the lines before tell")

    def _seat(self, table_id: str, data: Data) -> None:
        user = str(data.get("user"))
        if data.get("left"):
            self._seats.pop(user, None)
        else:
            position, name, bot = (data.get(part) for part in ("seat", "name", "bot"))
            self._seats[user] = SeatRow(table_id, position, user, name, bot)  # type: ignore[arg-type]  # compared only

    def check(self, row: TableRow, seats: Sequence[SeatRow], match: Match | None, changed_at: int) -> None:
        """Compare the row and the seats with what the whole log told.

        Args:
            row: The table's.
            seats: Its seats.
            match: The last match as the rules made it; None if it was not played again, or there was none.
            changed_at: When the last line was written.

        Raises:
            Wrong: At the first that is something else.
        """
        wanted = self._facts | {"changed_at": changed_at}
        if match is not None:
            wanted["status"] = "over" if match.is_over else "playing"
        elif wanted.get("status") == "playing" and row.status == "over":
            wanted["status"] = "over"  # without playing again, nobody knows whether a move has ended the game
        for name, expected in wanted.items():
            found = getattr(row, name)
            if found != expected:
                raise Wrong(f"the table's {name}", shown(found), f"{shown(expected)}, by the log")
        sitting = {seat.user: seat for seat in seats}
        for user in sorted(sitting.keys() | self._seats.keys(), key=str):
            here, told = sitting.get(user), self._seats.get(user)
            if here != told:
                raise Wrong(f"the seat of {user}", _seat(here), f"{_seat(told)}, by the log")


def _seat(seat: SeatRow | None) -> str:
    if seat is None:
        return "none"
    played = f", played by a bot ({shown(seat.bot)})" if seat.bot is not None else ""
    return f"seat {shown(seat.position)} as {shown(seat.name)}{played}"
