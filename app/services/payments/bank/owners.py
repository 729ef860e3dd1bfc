"""Who is who in the bank outside."""

import threading

from app.errors import RailRefused
from app.rails import SYSTEM
from app.services.ground import Ground
from app.services.ground.mirror import is_system
from app.storage import orders


class Owners:
    """Accounts of ours and the ids by which the bank outside knows them. Thread-safe."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._lock = threading.Lock()
        self._owners: dict[str, str] = {}
        self._users: dict[str, str] = {}

    def of(self, user: str) -> str:
        """The bank's id of an account; asked by its user name the first time, and kept.

        Raises:
            RailRefused: If the bank has nobody of that name.
            RailUnknown: If it can't be asked.
        """
        if is_system(user):
            return SYSTEM
        if user not in self._owners:
            self._read()
        if user not in self._owners:
            self._ask(user)
        return self._owners[user]

    def user(self, owner: str) -> str | None:
        """The account with this id of the bank's, or None if it is none of ours."""
        if owner not in self._users:
            self._read()
        return self._users.get(owner)

    def add(self, user: str, owner: str) -> bool:
        """Note who is who; False if either is taken by another."""
        added = self._ground.database.write(lambda connection: orders.add_owner(connection, user, owner))
        self._read()
        return added or self._owners.get(user) == owner

    def _ask(self, user: str) -> None:
        rail = self._ground.rail
        owner = rail.find_user(user) if rail is not None else None
        if owner is None or not self.add(user, owner):
            raise RailRefused("The bank knows no account %(user)s.", answer="unknownUser", user=user)

    def _read(self) -> None:
        with self._ground.database.read() as connection:
            owners = orders.owners(connection)
        with self._lock:
            self._owners = owners
            self._users = {owner: user for user, owner in owners.items()}
