"""A table as it stands: its row, seats, accounts and game, read from the log and kept while nothing moves.

What is kept is valid for one seal. A seal covers everything before it, so a kept snapshot is either exactly the present
one or not used at all: even one made inside a transaction that was given up does no harm.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from app.errors import Json, LedgerError, NotFound
from app.ledger import BANK, Account
from app.money import Credits
from app.rules import GAMES, Drawn, Funds, Game, Move, Player, Step
from app.services import ids
from app.services.actor import Actor
from app.services.ground.firm import Firm
from app.services.standing import Standing, acts, standing
from app.storage import Connection, books, orders, tables
from app.storage.books import SealedTransfer
from app.storage.orders import Outside, Purpose
from app.storage.tables import LineRow, SeatRow, TableRow

UNDOABLE = ("move", "silence")
"""Kinds of lines whose move the host can take back while no debt was paid since."""

SETTLING = ("seat", "settings", "closed", "correction")
"""Kinds of lines after which no move before them is taken back: seats, rules or books are others since."""

FIRM_BY: Mapping[str, Firm] = {
    "payment": Firm.PAID,
    "correction": Firm.PAID,
    "closed": Firm.CLOSED,
}
"""Why nothing before a line of this kind is taken back, where it is not that seats or settings are others."""

KEPT = 1000
"""Tables whose snapshot is kept in memory."""


@dataclass(frozen=True, slots=True)
class Before:
    """How it was before a move that can still be taken back."""

    state: Any
    seq: int
    """The line of the log with the move."""


@dataclass(frozen=True, slots=True)
class Match:
    """The match that is, or was last, played at a table.

    Attributes:
        mode: How it is played; the table's settings may be others since it ended.
        asked: The line of the log with which the present question was first asked.
        players: Who played from its start, in order of play; some may have left the table since it ended.
        past: The moves that can be taken back.
        seed_hash: What was published of the seed that chance is drawn from; "" where nothing is drawn.
        seed: The seed itself, in hexadecimal digits, once the match is over; "" before.
        drawn: How many lots were drawn so far.
        told: Whether somebody has learned in it what not everybody knew.
        firm: Why nothing before `past` can be taken back.
    """

    game: Game[Any]
    mode: str
    settings: Any
    state: Any
    asked: int
    players: tuple[Player, ...]
    past: tuple[Before, ...] = ()
    seed_hash: str = ""
    seed: str = ""
    drawn: int = 0
    told: bool = False
    firm: Firm = Firm.NOTHING

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.game.winners(self.state) is not None

    def after(self, line: LineRow) -> "Match":
        """The match after a line of the log."""
        data = line.said
        if line.kind in SETTLING and "move" not in data:
            return self.settled(line.kind)
        if line.kind == "seed":
            return replace(self, past=(), firm=Firm.OVER, seed=data["seed"])
        if line.kind == "undo":
            return replace(self, state=self.past[-1].state, asked=line.seq, past=self.past[:-1])
        if "move" not in data:
            return self
        move = self.game.restore(Player(data["by"]), data["move"])
        funds = {Player(player): Credits(amount) for player, amount in data["funds"].items()}
        return self.moved(move, self.game.apply(self.state, move, funds), seq=line.seq, kind=line.kind)

    def settled(self, kind: str) -> "Match":
        """The match once no move of it can be taken back any more, by a line of this kind or since before."""
        return replace(self, past=(), firm=FIRM_BY.get(kind, Firm.CHANGED)) if self.past else self

    def moved(self, move: Move, step: Step[Any], *, seq: int, kind: str) -> "Match":
        """The match after a step that this move led to, in a line of the log of this number and kind."""
        chance = isinstance(move, Drawn)
        told = self.told or chance or step.is_binding
        # What a whole match kept secret is shown when it ends: nobody goes back into it then.
        shows_all = told and self.game.winners(step.state) is not None
        firm = Firm.OVER if shows_all else Firm.DRAWN if chance else Firm.SHOWN if step.is_binding else None
        if firm is None and kind not in UNDOABLE:
            firm = FIRM_BY.get(kind, Firm.CHANGED)
        same_question = self.game.question(step.state) == self.game.question(self.state)
        return replace(
            self,
            state=step.state,
            asked=self.asked if same_question else seq,
            past=() if firm else (*self.past, Before(self.state, seq)),
            firm=firm or self.firm,
            drawn=self.drawn + chance,
            told=told,
        )


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stands after the last line of its log.

    `outside` is what of it hangs in a bank outside; None where our own books are the bank. `event` is the event it
    belongs to, if any, as that stood when the snapshot was read: no seal covers it.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    accounts: Mapping[str, Account]
    match: Match | None
    last_payment: SealedTransfer | None
    outside: Outside | None = None
    event: Standing | None = None

    @property
    def game(self) -> Game[Any]:
        """The rules played here."""
        return GAMES[self.row.game]

    @property
    def options(self) -> dict[str, Any]:
        """The table's options, the service's and the game's."""
        options: dict[str, Any] = json.loads(self.row.options)
        return options

    @property
    def settings(self) -> Any:  # noqa: ANN401 - settings of any game
        """The game's own settings."""
        row = self.row
        return settings_of(row.game, row.mode, row.validation, row.deck, row.options)

    def seat(self, user: str) -> SeatRow | None:
        """This user's seat, or None."""
        return next((seat for seat in self.seats if seat.user == user), None)

    @property
    def asks_bank(self) -> bool:
        """Whether a bank outside is being asked for a payment here, or has not answered for one."""
        return self.outside is not None and any(one.purpose is Purpose.DEBT for one in self.outside.orders)

    @property
    def is_paused(self) -> bool:
        """Whether a match is running here that an organizer has paused."""
        return self.row.paused_at is not None and self.row.status == "playing"

    @property
    def is_frozen(self) -> bool:
        """Whether the table's event has ended: nothing of it changes any more."""
        return self.event is not None and self.event.is_over

    @property
    def is_done(self) -> bool:
        """Whether no game can begin here any more: its event has ended, or it was closed before a game."""
        return self.is_frozen or (self.row.status == "over" and self.match is None)

    def runs(self, actor: Actor) -> bool:
        """Whether this person runs the table: its host, or an organizer who may act there.

        An organizer runs what their role lets them run, and hosting gives them no more.
        """
        if self.is_frozen:
            return False
        return acts(actor, self.event) if actor.is_organizer else actor.user == self.row.host

    def may_undo(self, actor: Actor) -> bool:
        """Whether this person may take moves back here."""
        return self.runs(actor) and (actor.is_organizer or bool(self.options.get("host_may_undo", True)))

    def no_undo(self, actor: Actor) -> Firm | None:
        """Why this person takes no move back now; None if they can."""
        if self.match is None:
            return Firm.NOTHING
        if self.is_paused:
            return Firm.PAUSED
        if not self.may_undo(actor):
            return Firm.OTHERS
        if not self.match.past:
            return self.match.firm
        return Firm.BANK if self.asks_bank else None

    def is_secret(self, match: int) -> bool:
        """Whether something in this match of the table may not be known to everybody yet."""
        running = match == self.row.match and self.row.status == "playing"
        return running and self.match is not None and (bool(self.match.seed_hash) or self.match.told)

    def funds(self) -> Funds:
        """What lies in the accounts of the seated players, and in the game's own, now."""
        return funds(self.seats, self.accounts)


def funds(seats: Iterable[SeatRow], accounts: Mapping[str, Account]) -> dict[Player, Credits]:
    """What lies in the accounts of each of these players, and in the game's own."""
    seated = {seat.user: accounts[seat.user].balance if seat.user in accounts else 0 for seat in seats}
    own = {owner: account.balance for owner, account in accounts.items() if is_games_own(owner)}
    return {Player(owner): Credits(balance) for owner, balance in (seated | own).items()}


def is_games_own(owner: str) -> bool:
    """Whether an account is neither a player's nor the bank's."""
    return owner.startswith("@") and owner != BANK


@lru_cache(maxsize=256)
def settings_of(game: str, mode: str, validation: str, deck: str, options: str) -> Any:  # noqa: ANN401 - settings of any game
    """The game's own settings of a table, read once.

    Raises:
        Invalid: If one can't be read; the field names it.
    """
    chosen = {name: value for name, value in json.loads(options).items() if name not in SERVICE_OPTIONS}
    return GAMES[game].configure(mode=mode, validation=validation, deck=deck, options=chosen)


SERVICE_OPTIONS = ("timer_s", "host_may_undo")
"""Options of a table that are not the game's."""


class Snapshots:
    """Reads snapshots and keeps the last ones. Thread-safe.

    Two are kept of each table. The writer's may belong to a transaction that is still open: only a transaction that
    holds the table's lock looks at it. Readers are given the last one that is on disk.
    """

    def __init__(self, *, with_outside: bool = False) -> None:
        """Start with none; `with_outside` if credits are moved by a bank outside."""
        self._with_outside = with_outside
        self._written: OrderedDict[str, Snapshot] = OrderedDict()
        self._on_disk: OrderedDict[str, Snapshot] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, connection: Connection, table_id: str) -> Snapshot:
        """The table as it stands on disk, at this connection's moment or later.

        Raises:
            NotFound: If there is no such table.
        """
        row = _found(tables.get(connection, table_id) if ids.possible(table_id) else None)
        kept = self._on_disk.get(row.id)
        if kept is not None and kept.row.seq > row.seq:
            return kept
        snapshot = self._complete(connection, _of(connection, row, kept))
        self.on_disk(snapshot)
        return snapshot

    def locked(self, connection: Connection, table_id: str) -> Snapshot:
        """The table as this transaction sees it; nothing else moves there until the transaction ends.

        Raises:
            NotFound: If there is no such table.
        """
        row = _found(tables.lock(connection, table_id) if ids.possible(table_id) else None)
        return self._complete(
            connection, _of(connection, row, self._written.get(row.id), self._on_disk.get(row.id))
        )

    def _complete(self, connection: Connection, snapshot: Snapshot) -> Snapshot:
        """The snapshot with its event, and what hangs in a bank outside; its seal covers that: every step is a line."""
        if snapshot.row.event_id is not None:
            snapshot = replace(snapshot, event=standing(connection, snapshot.row.event_id))
        if not self._with_outside or snapshot.outside is not None:
            return snapshot
        return replace(snapshot, outside=orders.outside(connection, snapshot.row.id))

    def written(self, snapshot: Snapshot) -> None:
        """Keep what a transaction has just written, for the next one at this table."""
        self._keep(self._written, snapshot)

    def on_disk(self, snapshot: Snapshot) -> None:
        """Keep a snapshot that is committed, unless a later one is kept."""
        kept = self._on_disk.get(snapshot.row.id)
        if kept is None or kept.row.seq <= snapshot.row.seq:
            self._keep(self._on_disk, snapshot)

    def _keep(self, where: "OrderedDict[str, Snapshot]", snapshot: Snapshot) -> None:
        with self._lock:
            where[snapshot.row.id] = snapshot
            where.move_to_end(snapshot.row.id)
            if len(where) > KEPT:
                where.popitem(last=False)


def _found(row: TableRow | None) -> TableRow:
    if row is None:
        raise NotFound("There is no such table.")
    return row


def _of(connection: Connection, row: TableRow, *kept: Snapshot | None) -> Snapshot:
    """The snapshot of a row: a kept one under the same seal, or one caught up from there, or read from the start."""
    for snapshot in kept:
        if snapshot is not None and snapshot.row.log_seal == row.log_seal:
            return snapshot if snapshot.row == row else replace(snapshot, row=row)
    for snapshot in kept:
        later = _catch_up(connection, snapshot, row) if snapshot is not None else None
        if later is not None:
            return later
    return _from_the_start(connection, row)


def _catch_up(connection: Connection, kept: Snapshot, row: TableRow) -> Snapshot | None:
    """The present snapshot from an older one, or None if that one is not on the way to it."""
    if kept.row.match != row.match or kept.row.seq >= row.seq or kept.match is None:
        return None
    lines = tables.lines(connection, row.id, after=kept.row.seq - 1)
    if not lines or lines[0].seal != kept.row.log_seal:
        return None
    match = kept.match
    for line in lines[1:]:
        match = match.after(line)
    return _snapshot(connection, row, match)


def _from_the_start(connection: Connection, row: TableRow) -> Snapshot:
    if row.match == 0:
        return _snapshot(connection, row, None)
    match: Match | None = None
    for line in tables.lines(connection, row.id, match=row.match):
        match = begin(line) if line.kind == "start" else match.after(line) if match else None
    if match is None:
        raise LedgerError(
            "The log of table %(table)s has no start of match %(match)d.", table=row.id, match=row.match
        )
    return _snapshot(connection, row, match)


def start_data(row: TableRow, seats: Iterable[SeatRow], seed_hash: str) -> dict[str, Json]:
    """What a line of the kind "start" says: who plays, and by which settings; those of the table may change.

    With it the hash of the seed is published, before anything is drawn from it; "" if nothing will be.
    """
    return {
        "players": [seat.user for seat in seats],
        "game": row.game,
        "mode": row.mode,
        "validation": row.validation,
        "deck": row.deck,
        "options": row.options,
        "seed_hash": seed_hash,
    }


def begin(line: LineRow) -> Match:
    """The match that a line of the kind "start" opens."""
    data = line.said
    game = GAMES[data["game"]]
    settings = settings_of(data["game"], data["mode"], data["validation"], data["deck"], data["options"])
    players = tuple(Player(player) for player in data["players"])
    state = game.new(players, settings)
    return Match(
        game, data["mode"], settings, state, asked=line.seq, players=players, seed_hash=data["seed_hash"]
    )


def _snapshot(connection: Connection, row: TableRow, match: Match | None) -> Snapshot:
    return Snapshot(
        row=row,
        seats=tables.seats(connection, row.id),
        accounts=books.accounts(connection, row.id),
        match=match,
        last_payment=books.last_payment(connection, row.id, row.match),
    )
