"""Access clients: programs that act for a person, by a token of their own instead of a password."""

import secrets
from dataclasses import dataclass, replace
from enum import StrEnum

from app.errors import Conflict, Invalid, NotFound
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.people.passwords import hash_secret
from app.storage import Connection, cyclos
from app.storage.cyclos import ClientRow

CODE_S = 10 * 60
MAX_CLIENTS = 20
MAX_NAME = 64
MAX_PREFIX = 64


class ClientStatus(StrEnum):
    """What an access client is good for."""

    UNASSIGNED = "unassigned"
    ACTIVE = "active"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class AccessClient:
    """An access client; times are microseconds since 1970-01-01 UTC."""

    id: str
    user: str
    name: str
    status: ClientStatus
    activated_at: int | None


@dataclass(frozen=True, slots=True)
class Activated:
    """An access client and its new token, which is told once and kept as a hash only."""

    client: AccessClient
    token: str


class AccessClients:
    """What one can ask of access clients."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def add(self, actor: Actor, name: str) -> AccessClient:
        """Add one for oneself; it is good for nothing before it is activated.

        Raises:
            Invalid: If the name can't be one.
            Conflict: If there are too many.
        """
        called = " ".join(name.split())
        if not 1 <= len(called) <= MAX_NAME or not called.isprintable():
            raise Invalid("A name has 1 to %(most)d printable characters.", field="name", most=MAX_NAME)
        row = ClientRow(
            id=ids.new_id(12),
            user=actor.user,
            name=called,
            status=ClientStatus.UNASSIGNED,
            code_hash=None,
            code_until=None,
            token_hash=None,
            created_at=self._ground.clock.now(),
            activated_at=None,
        )

        def work(connection: Connection) -> None:
            own = cyclos.clients_of(connection, actor.user)
            given_up = [
                client.id
                for client in own
                if client.status == ClientStatus.UNASSIGNED and (client.code_until or 0) <= row.created_at
            ]
            cyclos.remove_clients(connection, given_up)
            if len(own) - len(given_up) >= MAX_CLIENTS:
                raise Conflict("One account has at most %(most)d access clients.", most=MAX_CLIENTS)
            cyclos.add_client(connection, row)

        self._ground.database.write(work)
        return _shown(row)

    def of(self, actor: Actor, user: str) -> tuple[AccessClient, ...]:
        """Somebody's access clients: one's own, or for organizers anybody's.

        Raises:
            NotAllowed: If they are none of the actor's business.
        """
        if user != actor.user:
            actor.must_be_organizer()
        with self._ground.database.read() as connection:
            return tuple(_shown(row) for row in cyclos.clients_of(connection, user))

    def activation_code(self, actor: Actor, client_id: str) -> str:
        """A code of four digits with which the program gets its token, within ten minutes.

        It is worth nothing without the owner's password, which goes with it.

        Raises:
            NotFound: If there is no such client of the actor's.
            Conflict: If it has its token already.
        """
        code = f"{secrets.randbelow(10_000):04d}"
        until = self._ground.clock.now() + CODE_S * 1_000_000

        def work(connection: Connection) -> None:
            row = _own(connection, actor, client_id)
            if row.status != ClientStatus.UNASSIGNED:
                raise Conflict("This access client is in use already.")
            cyclos.put_client(connection, replace(row, code_hash=hash_secret(code), code_until=until))

        self._ground.database.write(work)
        return code

    def activate(self, actor: Actor, code: str, prefix: str = "") -> Activated:
        """Give the program its token; the code is used up.

        Args:
            actor: The owner, who has given the password.
            code: As `activation_code` told it.
            prefix: What the program will put before the token by itself, so that the token alone opens nothing.

        Raises:
            NotFound: If none of the actor's clients waits with this code.
            Invalid: If the prefix is too long.
        """
        if len(prefix) > MAX_PREFIX or not prefix.isprintable():
            raise Invalid("A prefix has at most %(most)d characters.", field="prefix", most=MAX_PREFIX)
        token, now, code_hash = secrets.token_urlsafe(32), self._ground.clock.now(), hash_secret(code.strip())

        def work(connection: Connection) -> ClientRow:
            waiting = [
                row
                for row in cyclos.clients_of(connection, actor.user)
                if row.code_hash == code_hash and (row.code_until or 0) > now
            ]
            row = cyclos.client(connection, waiting[0].id) if waiting else None
            if row is None or row.code_hash != code_hash:
                raise NotFound("No access client waits with this code.")
            row = replace(
                row,
                status=ClientStatus.ACTIVE,
                code_hash=None,
                code_until=None,
                token_hash=hash_secret(prefix + token),
                activated_at=now,
            )
            cyclos.put_client(connection, row)
            return row

        return Activated(_shown(self._ground.database.write(work)), token)

    def set_status(self, actor: Actor, client_id: str, status: ClientStatus) -> None:
        """Block an active client, unblock a blocked one, or take its token away (unassigned).

        Raises:
            NotFound: If there is no such client of the actor's.
            Conflict: If it has no token.
        """

        def work(connection: Connection) -> None:
            row = _own(connection, actor, client_id)
            if row.status == ClientStatus.UNASSIGNED:
                raise Conflict("This access client is not in use.")
            gone = status is ClientStatus.UNASSIGNED
            cyclos.put_client(
                connection, replace(row, status=status, token_hash=None if gone else row.token_hash)
            )

        self._ground.database.write(work)

    def actor(self, token: str) -> tuple[Actor, AccessClient] | None:
        """For whom the program with this token acts, and the client, which may be blocked; None if no client has it."""
        token_hash = hash_secret(token)
        found = cyclos.of_client(self._ground.database, token_hash)
        if found is None:
            return None
        user, name, role, client_id, client_name, status = found
        client = AccessClient(client_id, user, client_name, ClientStatus(status), None)
        return Actor(user=user, name=name, role=Role(role), session=token_hash.hex()[:16]), client


def _own(connection: Connection, actor: Actor, client_id: str) -> ClientRow:
    row = cyclos.client(connection, client_id) if ids.possible(client_id) else None
    if row is None or row.user != actor.user:
        raise NotFound("There is no such access client.")
    return row


def _shown(row: ClientRow) -> AccessClient:
    return AccessClient(row.id, row.user, row.name, ClientStatus(row.status), row.activated_at)
