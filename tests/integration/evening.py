"""An evening at one table, driven by names: what tests of services, pages and API play with.

    evening = Evening(program, "ada bob cyd").start()
    evening.play("bob declare fraud ada", "ada allow", "cyd allow", "ada concede")
    evening.pay("ada bob 50 fraud")

Tiles are made without printing: ada's user name is `ada`, her password `ada-password`, her private code `ada-secret`.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Self

from app.config import Settings
from app.errors import AppError
from app.ledger import BANK
from app.services import Services
from app.services.accounts.receipts import Receipt
from app.services.actor import Actor, Role
from app.services.clock import Clock
from app.services.ground.snapshots import Snapshots
from app.services.people.passwords import hash_printed, hash_secret
from app.services.program import Program, open_program
from app.services.tables import TableSettings
from app.services.tables.loglines import LogLine
from app.storage import people
from app.storage.people import PersonRow
from tests.unit.rules.kit import as_data

SECOND = 1_000_000
START = 1_800_000_000 * SECOND
SECRET_KEY = "a secret key of forty characters or more"
ORGANIZER = Actor("olga", "Olga", Role.ORGANIZER, session="")


class HandClock(Clock):
    """A clock that moves when told to."""

    def __init__(self):
        self.wall = self.sure = START

    def now(self) -> int:
        return self.wall

    def steady(self) -> int:
        return self.sure

    def pass_(self, seconds: float) -> None:
        self.wall += int(seconds * SECOND)
        self.sure += int(seconds * SECOND)

    def set_back(self, seconds: int) -> None:
        """What somebody does to the machine's clock: only the wall follows."""
        self.wall -= seconds * SECOND


def settings_for(url: str) -> Settings:
    return Settings(
        database_url=url, public_url="http://tiles.test", public_url_is_set=True, secret_key=SECRET_KEY
    )


def add_tiles(program: Program, *users: str) -> None:
    """People with tiles, without the second that printing takes."""
    rows = [
        PersonRow(
            user=user,
            name=user.capitalize(),
            role=Role.PLAYER,
            password_hash=None,
            enter_hash=hash_secret(f"{user}-secret"),
            batch=None,
            position=0,
            created_at=START,
            seen_at=None,
        )
        for user in users
    ]
    program.database.write(lambda connection: people.add(connection, rows))


def set_password(program: Program, user: str, password: str) -> None:
    """Give a tile a password; without this it opens by its private code alone."""
    secret = hash_secret(f"{user}-secret")
    program.database.write(
        lambda connection: people.set_secrets(
            connection, user, password_hash=hash_printed(password), enter_hash=secret
        )
    )


def player(user: str) -> Actor:
    return Actor(user, user.capitalize(), Role.PLAYER, session="")


class Evening:
    """One table with its people; the first one opens it and is its host."""

    def __init__(
        self, program: Program, users: str = "ada bob cyd", *, new_tiles: bool = True, **settings: Any
    ):
        self.program = program
        self.spoiled = False
        """Whether a test has changed the books by hand: then nothing proves itself any more."""
        self.users = users.split()
        self.host = self.users[0]
        if new_tiles:
            add_tiles(program, *self.users)
        self.opened = self.services.tables.open(player(self.host), TableSettings(**settings))
        self.id, self.code = self.opened.id, self.opened.code
        for user in self.users:
            self.sit(user)

    @property
    def services(self) -> Services:
        return self.program.services

    @property
    def clock(self) -> Any:
        return self.program.ground.clock

    def actor(self, user: str) -> Actor:
        return ORGANIZER if user == ORGANIZER.user else player(user)

    # What people do

    def sit(self, user: str, **how: Any) -> int:
        return self.services.tables.sit(self.actor(user), self.id, **how)

    def leave(self, user: str) -> int:
        return self.services.tables.leave(self.actor(user), self.id)

    def start(self, by: str | None = None, key: str | None = None) -> Self:
        self.services.tables.start(self.actor(by or self.host), self.id, key)
        return self

    def close(self, by: str | None = None) -> Self:
        self.services.tables.close(self.actor(by or self.host), self.id)
        return self

    def play(
        self, *lines: str, by: str | None = None, key: str | None = None, seq: int | None = None
    ) -> Self:
        """Play lines like `bob declare fraud ada`; `by` makes the moves for absent players."""
        for line in lines:
            user, *words = line.split()
            self.services.play.play(
                self.actor(by or user),
                self.id,
                as_data(words),
                on_behalf_of=user if by else None,
                expected_seq=seq,
                key=key,
            )
        return self

    def allow(self) -> Self:
        """Have everybody who is asked let the claim pass."""
        return self.play(*(f"{user} allow" for user in self.waiting))

    def pay(self, line: str, *, by: str | None = None, key: str | None = None) -> Receipt:
        """Pay like `ada bob 50 fraud`: payer, payee, amount, and the action if it is named."""
        payer, payee, amount, *action = line.split()
        return self.services.payments.pay(
            self.actor(by or payer),
            self.id,
            to=payee,
            amount=amount,
            action=" ".join(action) or None,
            on_behalf_of=payer if by else None,
            key=key,
        )

    def pay_all(self) -> Self:
        for debt in self.due:
            self.pay("{} {} {} {}".format(*debt))
        return self

    def undo(self, by: str | None = None, key: str | None = None) -> Self:
        self.services.play.play(self.actor(by or self.host), self.id, {"type": "undo"}, key=key)
        return self

    def reverse(
        self, number: str, reason: str = "a mistake", *, by: str = "olga", key: str | None = None
    ) -> Receipt:
        return self.services.payments.reverse(self.actor(by), number, reason=reason, key=key)

    def a_debt(self) -> Self:
        """Bring the table to an open debt: whoever's turn it is takes 50 from the next one by fraud."""
        actor, target = self.turn, self.users[(self.users.index(self.turn) + 1) % len(self.users)]
        self.play(f"{actor} declare fraud {target}").allow()
        return self.play(f"{target} concede")

    # What there is to see

    def view(self, user: str | None = None) -> dict[str, Any]:
        return self.services.tables.view(self.actor(user or self.host), self.id)

    def log(self, kind: str | None = None, user: str | None = None) -> list[LogLine]:
        lines = self.services.tables.log(self.actor(user or self.host), self.id, limit=500)
        return [line for line in lines if kind in (None, line.kind)]

    @property
    def phase(self) -> str:
        return self.view()["phase"]

    @property
    def turn(self) -> str:
        return self.view()["turn"]

    @property
    def waiting(self) -> list[str]:
        return list(self.view()["waiting_for"])

    @property
    def due(self) -> list[tuple[str, str, int, str]]:
        return [(d["payer"], d["payee"], d["amount"], d["action"]) for d in self.view()["due"]]

    @property
    def winners(self) -> list[str] | None:
        found = self.view()["winners"]
        return None if found is None else list(found)

    @property
    def balances(self) -> dict[str, int]:
        return {one["user"]: one["balance"] for one in self.view()["players"]}

    def moves(self, user: str) -> list[dict[str, Any]]:
        return list(self.view(user)["legal_moves"])

    def transfers(self) -> list[Receipt]:
        """All transfers of the table, oldest first."""
        page = self.services.history.transfers(ORGANIZER, table_id=self.id, limit=500)
        return list(reversed(page.items))

    def books(self) -> Mapping[str, int]:
        """Every account of the table, the bank's too."""
        with self.program.database.read() as connection:
            snapshot = Snapshots().read(connection, self.id)
        return {owner: account.balance for owner, account in snapshot.accounts.items()}

    def everything(self) -> tuple[Any, ...]:
        """All that must be as before after a refusal, but for the log."""
        with self.program.database.read() as connection:
            snapshot = Snapshots().read(connection, self.id)
        return snapshot.match, snapshot.accounts, snapshot.seats, snapshot.row.status, snapshot.row.deadline

    def check(self) -> None:
        """What holds at every moment: the books prove themselves, sum to zero, and nobody is below zero."""
        verdict = self.services.history.verify()
        assert verdict.ok, str(verdict.faults[0])
        books = self.books()
        assert sum(books.values()) == 0
        assert min((balance for owner, balance in books.items() if owner != BANK), default=0) >= 0

    # What happens to the machine

    def over(self, program: Program) -> Self:
        """The same evening over another program, whose database has the same table."""
        twin = copy(self)
        twin.program = program
        return twin

    def restart(self, clock: Clock | None = None) -> Self:
        """Stop the program and start it again over the same database."""
        url, old = self.program.database.url, self.program
        old.close()
        self.program = open_program(settings_for(url), clock=clock or old.ground.clock)
        return self


def refusal_of(do: Callable[..., object], *arguments: Any, **named: Any) -> Any:
    """The error with which something is refused."""
    try:
        do(*arguments, **named)
    except AppError as error:
        return error
    raise AssertionError("it was not refused")
