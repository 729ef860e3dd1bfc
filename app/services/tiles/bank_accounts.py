"""The tiles' accounts in the bank outside: opened with a new tile, or people's own, which are adopted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.errors import Conflict, Invalid, RailRefused
from app.rails import NewUser
from app.services.ground import Ground
from app.services.tiles.sheets import Tile
from app.storage import Connection, orders

MAX_LOGIN = 64


@dataclass(frozen=True, slots=True)
class Adopted:
    """An account that somebody has in the bank outside already; `name` is what its tile says."""

    login: str
    name: str


def read_list(text: str) -> tuple[Adopted, ...]:
    """Read a list of accounts to adopt: a login name a line, and after a comma the name for the tile, if another.

    Raises:
        Invalid: If a line names nobody, or somebody twice.
    """
    found: dict[str, Adopted] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        login, _, name = (part.strip() for part in line.partition(","))
        if not login and not name:
            continue
        if not login or len(login) > MAX_LOGIN or login in found:
            raise Invalid(
                "Line %(line)d of the list: a login name of the bank that was not there yet, a comma, a name.",
                field="adopt",
                line=number,
            )
        found[login] = Adopted(login, " ".join((name or login).split())[:MAX_LOGIN])
    if not found:
        raise Invalid("The list of accounts to adopt is empty.", field="adopt")
    return tuple(found.values())


class BankAccounts:
    """Without a bank outside there is nothing to open, and nothing happens here."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def must_answer(self, user: str) -> None:
        """Ask the bank outside for somebody: what can't be reached is to be known before anything is made.

        Raises:
            RailError: If it can't be asked.
        """
        if self._ground.rail is not None:
            self._ground.rail.find_user(user)

    def find(self, adopted: Sequence[Adopted]) -> tuple[str, ...]:
        """The bank's ids of accounts that are to be adopted.

        Raises:
            Invalid: If the bank knows one of them not, or there is no bank outside.
            RailError: If it can't be asked.
        """
        rail = self._ground.rail
        if not adopted:
            return ()
        if rail is None:
            raise Invalid(
                "Accounts are adopted from a Cyclos: set RECKLESS_BACKEND=cyclos first.", field="adopt"
            )
        owners = []
        for one in adopted:
            owner = rail.find_user(one.login)
            if owner is None:
                raise Invalid("The bank has no user %(login)s.", field="adopt", login=one.login)
            owners.append(owner)
        return tuple(owners)

    def adopt(self, connection: Connection, users: Sequence[str], owners: Sequence[str]) -> None:
        """Note whose accounts new tiles stand for.

        Raises:
            Conflict: If one of them has a tile already; the transaction must be given up.
        """
        for user, owner in zip(users, owners, strict=False):
            if not orders.add_owner(connection, user, owner, adopted=True):
                raise Conflict("One of these accounts has a tile already. Reprint that one instead.")

    def open(self, tiles: Sequence[Tile]) -> None:
        """Open an account for every tile that has none yet; going on where it was broken off does no harm.

        Raises:
            RailError: If the bank refuses, or can't be asked. The tiles are kept, and can be printed once it does.
        """
        rail = self._ground.rail
        if rail is None:
            return
        with self._ground.database.read() as connection:
            known = orders.owners(connection)
        for tile in tiles:
            if tile.user in known:
                continue
            owner = rail.find_user(tile.user) or rail.add_user(
                NewUser(user=tile.user, name=tile.name, password=tile.password, code=tile.user)
            )
            self._note(tile.user, owner)

    def renew(self, passwords: Mapping[str, str]) -> None:
        """Give accounts that were opened with a tile the password of their new one; adopted ones keep their own.

        Raises:
            RailError: If the bank refuses, or can't be asked.
        """
        rail = self._ground.rail
        if rail is None:
            return
        with self._ground.database.read() as connection:
            ours = orders.opened_with_a_tile(connection)
        for user, password in passwords.items():
            if user in ours:
                rail.set_password(ours[user], password)

    def _note(self, user: str, owner: str) -> None:
        added = self._ground.database.write(lambda connection: orders.add_owner(connection, user, owner))
        if not added:
            raise RailRefused("The bank's account %(user)s is another tile's.", answer="taken", user=user)
