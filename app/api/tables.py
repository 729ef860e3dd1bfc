"""Tables: opening, sitting down, starting, looking, closing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Response, jsonify

from app.api import shapes
from app.api.access import caller, services
from app.api.calls import Calls, key
from app.services.ids import typed
from app.services.tables import TableSettings
from app.services.tables.views import TableCard

CALLS = Calls("tables", "Tables and who sits there.")
PAGE = 200


def view_of(table_id: str) -> Response:
    """The table as the caller may see it now. It is shown as it is: games have fields of their own."""
    view = services().tables.view(caller(), table_id)
    return jsonify(shapes.shown_view(view, services().public_url))


@CALLS.call("POST", "/tables", takes=shapes.NewTable, gives=shapes.Opened, status=201)
def open_table(
    event: str | None = None,
    **settings: Any,  # noqa: ANN401 - read by the schema
) -> tuple[dict[str, str], dict[str, str]]:
    """Open a table: an organizer, or a player who becomes its host."""
    chosen = None if event is None else typed(event)
    opened = services().tables.open(caller(), TableSettings(**settings), key(), event=chosen)
    answer = {
        "id": opened.id,
        "code": opened.code,
        "join_url": shapes.join_url(services().public_url, opened.code),
    }
    return answer, {"Location": f"/v1/tables/{opened.id}"}


@CALLS.call("GET", "/tables", gives=shapes.TableCards)
def list_tables() -> dict[str, object]:
    """All tables, the last to change first: organizer."""
    return {"items": services().tables.all(caller())}


@CALLS.call("GET", "/tables/by-code/<code>", gives=shapes.TableCard)
def find_table(code: str) -> TableCard:
    """The table behind the six characters on the host's screen: anybody who is signed in."""
    return services().tables.by_code(code)


@CALLS.call("GET", "/tables/<table_id>", gives=shapes.View)
def view_table(table_id: str) -> Response:
    """The table as the caller may see it: seated player, host, organizer."""
    return view_of(table_id)


@CALLS.call("PATCH", "/tables/<table_id>", takes=shapes.Settings, gives=shapes.View)
def configure_table(table_id: str, **changes: Any) -> Response:  # noqa: ANN401
    """Change how a table plays, before a match: host, organizer. What is not named stays as it is."""
    view: Mapping[str, Any] = services().tables.view(caller(), table_id)
    present = TableSettings(
        game=view["game"], mode=view["mode"], validation=view["validation"], options=view["options"]
    )
    options = {**present.options, **changes.pop("options", {})}
    services().tables.configure(caller(), table_id, replace(present, options=options, **changes), key())
    return view_of(table_id)


@CALLS.call("POST", "/tables/<table_id>/seats", takes=shapes.NewSeat, gives=shapes.View, status=201)
def take_seat(
    table_id: str, user: str | None = None, name: str | None = None, bot: str | None = None
) -> tuple[Response, int]:
    """Take the next seat: a player; host and organizer may seat others and bots, and let a bot play for the absent."""
    who, bots = caller(), services().bots
    if bot is None:
        services().tables.sit(who, table_id, user=user, name=name, key=key())
    elif bot == "none":
        bots.give_back(who, table_id, user=user, key=key())
    elif user is None:
        bots.seat(who, table_id, bot, key=key())
    else:
        bots.stand_in(who, table_id, bot, user=user, key=key())
    return view_of(table_id), 201


@CALLS.call("DELETE", "/tables/<table_id>/seats", query=shapes.SeatQuery, status=204)
def leave_seat(table_id: str, user: str = "") -> None:
    """Give up a seat before or after a match: its player, host, organizer. During one, resigning is a move."""
    services().tables.leave(caller(), table_id, user=typed(user) or None, key=key())


@CALLS.call("POST", "/tables/<table_id>/start", gives=shapes.View)
def start_match(table_id: str) -> Response:
    """Begin a match, or another one with the same seats: host. Balances are set to the starting credits."""
    services().tables.start(caller(), table_id, key())
    return view_of(table_id)


@CALLS.call("POST", "/tables/<table_id>/close", gives=shapes.View)
def close_table(table_id: str) -> Response:
    """End the match now, or the table before one: host, organizer. Everybody is free to sit elsewhere."""
    services().tables.close(caller(), table_id, key())
    return view_of(table_id)


@CALLS.call("POST", "/tables/<table_id>/pause", takes=shapes.Pause, gives=shapes.View)
def pause_table(table_id: str, reason: str = "") -> Response:
    """Stop play and its clock, with a reason that the table sees: organizer who may act there."""
    services().pausing.pause(caller(), table_id, reason=reason, key=key())
    return view_of(table_id)


@CALLS.call("POST", "/tables/<table_id>/resume", gives=shapes.View)
def resume_table(table_id: str) -> Response:
    """Let play go on; a clock that ran goes on where it stood: organizer who may act there."""
    services().pausing.resume(caller(), table_id, key=key())
    return view_of(table_id)


@CALLS.call("GET", "/tables/<table_id>/log", query=shapes.LogQuery, gives=shapes.Lines)
def read_log(table_id: str, after: int = 0, limit: int = PAGE) -> dict[str, object]:
    """Every move, refusal, payment and correction in order: as the view."""
    lines = services().tables.log(caller(), table_id, after=after, limit=limit)
    items = [
        {
            "seq": line.seq,
            "match": line.match,
            "at": line.at,
            "kind": line.kind,
            "actor": line.actor,
            "data": line.data,
            "transfer": f"{table_id}-{line.data['transfer']}" if "transfer" in line.data else None,
        }
        for line in lines
    ]
    return {"items": items, "next": lines[-1].seq if len(lines) == limit else None}
