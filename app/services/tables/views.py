"""A table as one person may see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.errors import Json
from app.rules import Player
from app.services.accounts.receipts import as_receipt
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.ground.names_of import names_of, played_by
from app.services.ground.snapshots import Match, Snapshot
from app.services.standing import Standing, acts
from app.storage import Connection, people, tables
from app.storage.orders import State
from app.storage.tables import SeatRow


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table at a glance.

    `since` is when something was done there last that those who are awaited may wait for, microseconds since 1970-01-01
    UTC: no refused try, and no line that is not about the game.
    """

    id: str
    code: str
    game: str
    validation: str
    status: str
    phase: str
    match: int
    host: str
    seats: tuple[str, ...]
    waiting_for: tuple[str, ...]
    since: int
    event_id: str | None = None
    paused_at: int | None = None
    runs: bool = False
    """Whether the viewer runs the table."""


ASIDE = ("refused", "seat", "settings", "moved")
"""Kinds of lines that change nothing about how long somebody is awaited in a running game."""


def card(connection: Connection, snapshot: Snapshot, viewer: Actor | None = None) -> TableCard:
    """The table at a glance; nothing in it is hidden from anybody."""
    row, match = snapshot.row, snapshot.match
    waiting: tuple[str, ...] = (
        match.game.waiting_for(match.state) if match and row.status == "playing" else ()
    )
    return TableCard(
        id=row.id,
        code=row.code,
        game=row.game,
        validation=row.validation,
        status=row.status,
        phase=_phase(snapshot),
        match=row.match,
        host=row.host,
        seats=tuple(seat.name for seat in snapshot.seats),
        waiting_for=tuple(seat.name for seat in snapshot.seats if seat.user in waiting),
        since=tables.moved_at(connection, row.id, ASIDE) if row.status == "playing" else row.changed_at,
        event_id=row.event_id,
        paused_at=row.paused_at if snapshot.is_paused else None,
        runs=viewer is not None and snapshot.runs(viewer),
    )


def view(ground: Ground, snapshot: Snapshot, viewer: Actor) -> dict[str, Json]:
    """The table as this person may see it: the view of interface.md, and what pages need besides.

    Besides: `code`, `host`, `match`, `status` (lobby, playing, over), `options`, `you` (own user name),
    `seconds_left`, `actions` (the tariff in force), `seats` (fewest and most that can play), `last_payment`, `chance`
    (hash and seed of what is drawn), `bank` (what hangs in a bank outside), `event` (id, name and zone of the one it
    belongs to, and whether it has ended), `paused` (by whom and why it stands still), `may` (whether the viewer runs
    the table, or is a referee there), `no_undo` (why they take no move back now, a `Firm`), `gone` (user to name of
    those who played here before and are no `players` any more), and what the game adds for the moment. Of the `players`
    of a match that is over, some may have `left` the table, and others sit there only since (`new`).
    """
    row, match = snapshot.row, snapshot.match
    # What a match ended with is shown by its own rules, even if the table is to play something else next.
    rules, mode = (match.game, match.mode) if match else (snapshot.game, row.mode)
    settings = match.settings if match else snapshot.settings
    stood_in = _stood_in_for(ground, snapshot)
    shown: dict[str, Json] = {
        "id": row.id,
        "code": row.code,
        "game": rules.name,
        "mode": mode,
        "validation": row.validation,
        "options": snapshot.options,
        "host": row.host,
        "you": viewer.user,
        "status": row.status,
        "match": row.match,
        "seq": row.seq,
        "turn": None,
        "action": None,
        "counter": None,
        "winners": None,
        "actions": rules.actions(settings),
        "seats": rules.seats(settings),
        "last_payment": _last_payment(snapshot),
        "chance": _chance(match),
        "bank": _bank(snapshot),
        "event": _event(snapshot.event),
        "paused": _paused(ground, snapshot),
        "no_undo": snapshot.no_undo(viewer),
        "may": {
            "run": snapshot.runs(viewer),
            "referee": not snapshot.is_frozen and acts(viewer, snapshot.event),
        },
        **_deadline(ground, row.deadline),
    }
    if match is not None:
        return shown | _of_match(ground, snapshot, match, viewer, stood_in)
    return shown | {
        "phase": _phase(snapshot),
        "waiting_for": [row.host] if row.status == "lobby" else [],
        "legal_moves": [],
        "due": [],
        "players": [_player(snapshot, seat, {}, stood_in) for seat in snapshot.seats],
    }


def _of_match(
    ground: Ground, snapshot: Snapshot, match: Match, viewer: Actor, stood_in: frozenset[str]
) -> dict[str, Json]:
    """What there is to see of the match that is, or was last, played."""
    player = Player(viewer.user) if snapshot.seat(viewer.user) else None
    game = dict(match.game.view(match.state, player))
    players = game.pop("players")
    by_user = {str(facts["user"]): facts for facts in players} if isinstance(players, (list, tuple)) else {}
    over = snapshot.row.status == "over"
    return game | {
        "waiting_for": [] if over else list(match.game.waiting_for(match.state)),
        "legal_moves": _legal_moves(snapshot, match, viewer),
        "due": [] if over else [debt.as_json() for debt in match.game.obligations(match.state)],
        "players": _players(ground, snapshot, match, by_user, stood_in),
        "gone": _gone(ground, snapshot, match),
    }


def _event(event: Standing | None) -> Json:
    """What everybody at a table may know of its event."""
    if event is None:
        return None
    return {"id": event.id, "name": event.name, "zone": event.zone, "ended": event.is_over}


def _chance(match: Match | None) -> Json:
    """What is public of the seed that cards and dice are drawn from; None where people report them."""
    if match is None or not match.seed_hash:
        return None
    return {"hash": match.seed_hash, "seed": match.seed or None}


def _paused(ground: Ground, snapshot: Snapshot) -> Json:
    """Who paused the table, and why; None while it plays."""
    if not snapshot.is_paused:
        return None
    with ground.database.read() as connection:
        line = tables.last_of_kind(connection, snapshot.row.id, "paused")
    facts = line.said if line else {}
    return {"by": facts.get("name", ""), "reason": facts.get("reason", "")}


def _bank(snapshot: Snapshot) -> Json:
    """What of the table hangs in the bank outside; None where our own books are the bank."""
    if snapshot.outside is None:
        return None
    return {
        "orders": [
            {
                "order": order.reference,
                "purpose": order.purpose.value,
                "state": "unknown" if order.state is State.UNKNOWN else "asking",
                "payer": order.payer,
                "payee": order.payee,
                "amount": order.amount,
                "action": order.action,
                "obligation": order.obligation,
            }
            for order in snapshot.outside.orders
        ],
        "flagged": [
            {
                "movement": one.id,
                "number": one.number,
                "payer": one.payer,
                "payee": one.payee,
                "amount": one.amount,
                "description": one.description,
            }
            for one in snapshot.outside.flagged
        ],
    }


def _last_payment(snapshot: Snapshot) -> Json:
    """What both phones show of the payment that was booked last in this match."""
    if snapshot.last_payment is None:
        return None
    receipt = as_receipt(snapshot.last_payment, snapshot, None)
    return {
        "number": receipt.number,
        "payer": receipt.payer,
        "payee": receipt.payee,
        "amount": receipt.amount,
        "action": receipt.action,
        "confirmation": receipt.confirmation,
        "at": receipt.at,
        "seq": snapshot.last_payment.transfer.seq,
    }


def _phase(snapshot: Snapshot) -> str:
    if snapshot.row.status != "playing" or snapshot.match is None:
        return snapshot.row.status
    return str(snapshot.match.game.view(snapshot.match.state, None)["phase"])


def _stood_in_for(ground: Ground, snapshot: Snapshot) -> frozenset[str]:
    """People in whose seats a bot plays until they come back."""
    by_bots = [seat.user for seat in snapshot.seats if seat.bot]
    if not by_bots:
        return frozenset()
    with ground.database.read() as connection:
        return frozenset(
            user for user in by_bots if (one := people.get(connection, user)) and one.role != Role.BOT
        )


def _players(
    ground: Ground,
    snapshot: Snapshot,
    match: Match,
    by_user: Mapping[str, Mapping[str, Any]],
    stood_in: frozenset[str],
) -> list[dict[str, Json]]:
    """Who plays, or played the match that is over: also who has `left` since. Then who sat down since: `new`."""
    here = {seat.user for seat in snapshot.seats}
    played = snapshot.seats
    if here != set(match.players):
        with ground.database.read() as connection:
            played = played_by(connection, snapshot)
    new = [seat for seat in snapshot.seats if seat not in played]
    return [
        *(
            {**_player(snapshot, seat, by_user.get(seat.user, {}), stood_in), "left": seat.user not in here}
            for seat in played
        ),
        *({**_player(snapshot, seat, {}, stood_in), "new": True} for seat in new),
    ]


def _gone(ground: Ground, snapshot: Snapshot, match: Match) -> dict[str, str]:
    """User to name of those with an account at the table who neither sit there nor played the last match."""
    known = {*match.players, *(seat.user for seat in snapshot.seats)}
    gone = {owner for owner in snapshot.accounts if not owner.startswith("@")} - known
    if not gone:
        return {}
    with ground.database.read() as connection:
        names = names_of(connection, snapshot.row.id)
    return {owner: names[owner] for owner in sorted(gone)}


def _player(
    snapshot: Snapshot, seat: SeatRow, facts: Mapping[str, Any], stood_in: frozenset[str]
) -> dict[str, Json]:
    account = snapshot.accounts.get(seat.user)
    return {
        "user": seat.user,
        "name": seat.name,
        "bot": seat.bot,
        "stands_in": seat.user in stood_in,
        "balance": account.balance if account else 0,
        "cards": 0,
        "lost": [],
        "bankrupt": False,
        **facts,
    }


def _legal_moves(snapshot: Snapshot, match: Match, viewer: Actor) -> list[Json]:
    moves: list[Json] = []
    if snapshot.is_paused or snapshot.is_frozen:
        return moves
    if snapshot.seat(viewer.user) and snapshot.row.status == "playing":
        legal = match.game.legal_moves(match.state, Player(viewer.user), snapshot.funds())
        moves.extend(match.game.encode(move) for move in legal)
    if snapshot.no_undo(viewer) is None:
        moves.append({"type": "undo"})
    return moves


def _deadline(ground: Ground, deadline: int | None) -> dict[str, Json]:
    """The deadline as wall-clock time, and the whole seconds that are left."""
    if deadline is None:
        return {"deadline": None, "seconds_left": None}
    left = max(0, deadline - ground.clock.steady())
    at = datetime.fromtimestamp((ground.clock.now() + left) // 1_000_000, UTC)
    return {"deadline": at.isoformat().replace("+00:00", "Z"), "seconds_left": -(-left // 1_000_000)}
