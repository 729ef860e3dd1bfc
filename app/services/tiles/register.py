"""The register of tiles: which were printed, when each was first used, which still works, and where it was last."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from app.errors import Invalid, Json, NotFound
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.once import Request, once
from app.services.standing import must_keep_keys
from app.services.tiles.bank_accounts import BankAccounts
from app.storage import Connection, people, tables
from app.storage import tiles as rows
from app.storage.tiles import TileRow

SECOND = 1_000_000
# What a spreadsheet takes for a formula when a cell begins with it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

COLUMNS = (
    "batch",
    "label",
    "position",
    "user",
    "name",
    "state",
    "works",
    "created",
    "printed",
    "first_used",
    "last_used",
    "last_table",
    "revoked",
    "replaced_by",
)


class TileState(StrEnum):
    """How far a tile got."""

    ISSUED = "issued"
    PRINTED = "printed"
    USED = "used"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class TileRecord:
    """A tile of a print run; times are microseconds since 1970-01-01 UTC.

    Attributes:
        batch: Id of its print run.
        label: What the print run is called.
        position: Number in the print run, from 1.
        user: User name.
        name: Display name.
        state: How far it got.
        created_at: When its print run was opened.
        printed_at: When it was marked as printed.
        first_used_at: When somebody first signed in with it.
        last_used_at: When somebody signed in last; None if it works no more.
        last_table: Table at which the account sits, or sat last.
        revoked_at: Since when it works no more.
        replaced_by: Print run that took its place.
    """

    batch: str
    label: str
    position: int
    user: str
    name: str
    state: TileState
    created_at: int
    printed_at: int | None
    first_used_at: int | None
    last_used_at: int | None
    last_table: str | None
    revoked_at: int | None
    replaced_by: str | None

    @property
    def works(self) -> bool:
        """Whether its codes and password still open the account."""
        return self.state is not TileState.REVOKED


class Register:
    """What one can ask of the register."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._accounts = BankAccounts(ground)

    def records(self, actor: Actor, batch_id: str | None = None) -> tuple[TileRecord, ...]:
        """Every tile (of one print run), newest print run first; for organizers."""
        actor.must_be_organizer()
        if batch_id is not None and not ids.possible(batch_id):
            return ()
        with self._ground.database.read() as connection:
            found = rows.register(connection, batch_id)
            where = tables.everyones_table(connection)
        return tuple(_record(row, where) for row in found)

    def revoke(self, actor: Actor, users: Sequence[str], key: str | None = None) -> None:
        """Make tiles worthless without new ones in their place: nobody gets in with them, and who is in is put out.

        Raises:
            NotFound: If one of them is no tile; none is changed then.
            RailError: If the bank outside refuses, or can't be asked, to lock its account too.
        """
        with self._ground.database.read() as connection:
            must_keep_keys(connection, actor)
        wanted = list(dict.fromkeys(ids.typed(user) for user in users))
        if not wanted:
            raise Invalid("Name the tiles by their user names.", field="users")
        now = self._ground.clock.now()

        def act(connection: Connection) -> Mapping[str, Json]:
            for user in wanted:
                person = people.get(connection, user)
                if person is None or person.role != Role.PLAYER:
                    raise NotFound("No tile has the user name %(user)s.", user=user)
                people.set_secrets(connection, user, password_hash=None, enter_hash=None)
            people.end_sessions_of(connection, wanted)
            rows.revoke(connection, wanted, at=now, replaced_by=None)
            return {}

        contents: dict[str, Json] = {"do": "revoke", "users": list(wanted)}
        once(self._ground.database, Request(user=actor.user, key=key, contents=contents, at=now), act)
        # Nobody is told these: what was printed opens nothing in the bank outside either.
        self._accounts.renew({user: ids.new_password() for user in wanted})


def as_csv(records: Iterable[TileRecord]) -> str:
    """The register as a CSV text (RFC 4180) without any secret; no cell is a formula to a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for record in records:
        writer.writerow([_harmless(cell) for cell in _cells(record)])
    return out.getvalue()


def _cells(record: TileRecord) -> tuple[str, ...]:
    return (
        record.batch,
        record.label,
        str(record.position),
        record.user,
        record.name,
        record.state.value,
        "yes" if record.works else "no",
        _time(record.created_at),
        _time(record.printed_at),
        _time(record.first_used_at),
        _time(record.last_used_at),
        record.last_table or "",
        _time(record.revoked_at),
        record.replaced_by or "",
    )


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _time(at: int | None) -> str:
    return datetime.fromtimestamp(at // SECOND, UTC).isoformat() if at is not None else ""


def _record(row: TileRow, where: Mapping[str, str]) -> TileRecord:
    if row.revoked_at is not None:
        state = TileState.REVOKED
    elif row.first_used_at is not None:
        state = TileState.USED
    else:
        state = TileState.PRINTED if row.printed_at is not None else TileState.ISSUED
    valid = state is not TileState.REVOKED
    return TileRecord(
        batch=row.batch,
        label=row.label,
        position=row.position,
        user=row.user,
        name=row.name,
        state=state,
        created_at=row.created_at,
        printed_at=row.printed_at,
        first_used_at=row.first_used_at,
        last_used_at=row.seen_at if valid and row.first_used_at is not None else None,
        last_table=where.get(row.user) if valid else None,
        revoked_at=row.revoked_at,
        replaced_by=row.replaced_by,
    )
