"""Databases full of tables at play, made at once and without any network, for others to serve."""

import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.config import Settings
from app.services.actor import Actor, Role
from app.services.people.passwords import hash_secret
from app.services.program import Program, open_program
from app.services.tables import TableSettings
from app.storage import Connection, people
from app.storage.people import PersonRow

SECRET_KEY = "the key of a database that lives for one measurement"
DAY_US = 24 * 3600 * 1_000_000


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a table, signed in with this token."""

    user: str
    token: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table at play, and who sits there in order."""

    id: str
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment that will be accepted if it comes in its turn."""

    table: str
    payer: Player
    payee: str
    amount: int

    @property
    def body(self) -> str:
        """What a phone sends."""
        return json.dumps({"to": self.payee, "amount": self.amount})

    @property
    def bare_body(self) -> str:
        """The same for a view that looks nobody up."""
        return json.dumps({"payer": self.payer.user, "to": self.payee, "amount": self.amount})


def settings_for(database: Path) -> Settings:
    """What a service on this SQLite file runs with."""
    return Settings(
        database_url=f"sqlite:///{database}",
        public_url="http://127.0.0.1:8080",
        public_url_is_set=True,
        secret_key=SECRET_KEY,
    )


def fill(database: Path, *, tables: int, seats: int, validation: str) -> list[Table]:
    """Make a database with tables at which a match has just begun."""
    program = open_program(settings_for(database))
    try:
        players = _players(program, tables * seats)
        return [
            _table(program, tuple(players[n * seats : (n + 1) * seats]), validation) for n in range(tables)
        ]
    finally:
        program.close()


def to_and_fro(table: Table) -> tuple[Payment, ...]:
    """Payments that an open table takes for ever: round the table, a credit each."""
    following = (*table.players[1:], table.players[0])
    return tuple(
        Payment(table.id, payer, payee.user, 1) for payer, payee in zip(table.players, following, strict=True)
    )


def make_debts(database: Path, tables: Iterable[Table]) -> list[tuple[Payment, ...]]:
    """Play a Ponzi scheme at each strict table; what is owed after it, table by table."""
    program = open_program(settings_for(database))
    try:
        return [_ponzi_scheme(program, table) for table in tables]
    finally:
        program.close()


def actor(player: Player) -> Actor:
    """Who this is to the services."""
    return Actor(player.user, player.user, Role.PLAYER, session="")


def _players(program: Program, count: int) -> list[Player]:
    now = program.ground.clock.now()
    players = [Player(f"p{n:05d}", secrets.token_urlsafe(32)) for n in range(count)]
    rows = [
        PersonRow(
            user=player.user,
            name=f"Player {player.user}",
            role=Role.PLAYER,
            password_hash=None,
            enter_hash=hash_secret(f"secret of {player.user}"),
            batch=None,
            position=0,
            created_at=now,
            seen_at=None,
        )
        for player in players
    ]

    def write(connection: Connection) -> None:
        people.add(connection, rows)
        for player in players:
            people.add_session(connection, hash_secret(player.token), player.user, at=now, until=now + DAY_US)

    program.database.write(write)
    return players


def _table(program: Program, players: tuple[Player, ...], validation: str) -> Table:
    services, host = program.services, actor(players[0])
    table_id = services.tables.open(host, TableSettings(validation=validation)).id
    for player in players:
        services.tables.sit(actor(player), table_id)
    services.tables.start(host, table_id)
    return Table(table_id, players)


def _ponzi_scheme(program: Program, table: Table) -> tuple[Payment, ...]:
    services, by_user = program.services, {player.user: player for player in table.players}
    view: Any = services.tables.view(actor(table.players[0]), table.id)
    taker = by_user[view["turn"]]
    services.play.play(actor(taker), table.id, {"type": "declare", "action": "ponzi_scheme"})
    for player in table.players:
        if player is not taker:
            services.play.play(actor(player), table.id, {"type": "allow"})
    view = services.tables.view(actor(taker), table.id)
    return tuple(
        Payment(table.id, by_user[debt["payer"]], debt["payee"], debt["amount"]) for debt in view["due"]
    )
