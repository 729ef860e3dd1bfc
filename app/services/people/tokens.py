"""Tokens: cards with a code that stands for a person, who may be paid by it and, with the password, pay.

unassigned → pending → active ↔ blocked, and from anywhere → canceled; an active one expires if it was given an end.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.errors import Conflict, Invalid, NotFound
from app.services import ids
from app.services.actor import Actor
from app.services.ground import Ground
from app.services.standing import must_keep_keys
from app.storage import Connection, cyclos, people
from app.storage.cyclos import TokenRow

MAX_VALUE = 64
MAX_TOKENS = 5
"""Cards that one person may have in use."""


class TokenStatus(StrEnum):
    """What a token is good for."""

    UNASSIGNED = "unassigned"
    PENDING = "pending"
    ACTIVE = "active"
    BLOCKED = "blocked"
    CANCELED = "canceled"
    EXPIRED = "expired"


STEPS = {
    TokenStatus.PENDING: (TokenStatus.UNASSIGNED,),
    TokenStatus.ACTIVE: (TokenStatus.PENDING, TokenStatus.BLOCKED),
    TokenStatus.BLOCKED: (TokenStatus.ACTIVE,),
    TokenStatus.CANCELED: (
        TokenStatus.UNASSIGNED,
        TokenStatus.PENDING,
        TokenStatus.ACTIVE,
        TokenStatus.BLOCKED,
    ),
}
"""From where a token can come to where."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token; times are microseconds since 1970-01-01 UTC."""

    id: str
    value: str
    user: str | None
    status: TokenStatus
    created_at: int
    activated_at: int | None
    expires_at: int | None


class Tokens:
    """What one can ask of tokens."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def create(self, actor: Actor, value: str, *, user: str | None = None, activate: bool = False) -> Token:
        """Make a token, for somebody or nobody yet; for organizers.

        Raises:
            Invalid: If the value can't be one.
            Conflict: If it is another token's, or a user name.
            NotFound: If nobody has this user name.
        """
        self._must_keep_keys(actor)
        return self._add(value, user, active=activate and user is not None)

    def add_own(self, actor: Actor, user: str, value: str) -> Token:
        """Take a card into use: the actor's, or for organizers anybody's. One that waits for its owner is activated.

        Raises:
            Invalid: If the value can't be one.
            Conflict: If it is somebody else's or a user name, or the person has too many.
            NotAllowed: If it is for somebody else.
        """
        if user != actor.user:
            self._must_keep_keys(actor)
        with self._ground.database.read() as connection:
            known = cyclos.token_of_value(connection, _value(value))
        if known is None:
            return self._add(value, user, active=True)
        if known.user not in (None, user):
            raise Conflict("This card is somebody else's.")

        def work(connection: Connection) -> TokenRow:
            row = _locked(connection, known.id)
            if row.user not in (None, user):
                raise Conflict("This card is somebody else's.")
            _must_have_room(connection, user)
            row = replace(row, user=user)
            row = replace(row, status=TokenStatus.PENDING) if row.status == TokenStatus.UNASSIGNED else row
            row = self._moved(row, TokenStatus.ACTIVE)
            cyclos.put_token(connection, row)
            return row

        return self._shown(self._ground.database.write(work))

    def assign(self, actor: Actor, key: str, user: str) -> None:
        """Give an unassigned token to somebody; for organizers.

        Raises:
            Conflict: If it is assigned already.
            NotFound: If there is no such token or person.
        """
        self._must_keep_keys(actor)
        token = self.find(actor, key)

        def work(connection: Connection) -> None:
            _must_be_a_person(connection, user)
            row = self._moved(_locked(connection, token.id), TokenStatus.PENDING)
            cyclos.put_token(connection, replace(row, user=user))

        self._ground.database.write(work)

    def set_status(self, actor: Actor, key: str, status: TokenStatus) -> None:
        """Bring a token to where it can come from where it is: owners block their own, the rest is for organizers.

        Raises:
            Conflict: If it can't come there.
            NotFound: If there is no such token for the actor.
            NotAllowed: If it is for organizers.
        """
        token = self.find(actor, key)
        if not (status is TokenStatus.BLOCKED or (status, token.status) == _OWN_STEP):
            self._must_keep_keys(actor)

        def work(connection: Connection) -> None:
            cyclos.put_token(connection, self._moved(_locked(connection, token.id), status))

        self._ground.database.write(work)

    def set_expiry(self, actor: Actor, key: str, at: int | None) -> None:
        """Give a token an end, or none; for organizers."""
        self._must_keep_keys(actor)
        token = self.find(actor, key)

        def work(connection: Connection) -> None:
            cyclos.put_token(connection, replace(_locked(connection, token.id), expires_at=at))

        self._ground.database.write(work)

    def find(self, actor: Actor, key: str) -> Token:
        """A token by its id or value: one's own, or for organizers any.

        Raises:
            NotFound: If there is none for the actor.
        """
        with self._ground.database.read() as connection:
            row = cyclos.token(connection, key) if key.isprintable() else None
        if row is None or not (row.user == actor.user or actor.is_organizer):
            raise NotFound("There is no such card.")
        return self._shown(row)

    def of(self, actor: Actor, user: str | None) -> tuple[Token, ...]:
        """Somebody's tokens: one's own; for organizers anybody's, or all (None).

        Raises:
            NotAllowed: If they are somebody else's.
        """
        if user != actor.user:
            actor.must_be_organizer()
        with self._ground.database.read() as connection:
            rows = cyclos.tokens_of(connection, user)
        return tuple(self._shown(row) for row in rows)

    def _must_keep_keys(self, actor: Actor) -> None:
        with self._ground.database.read() as connection:
            must_keep_keys(connection, actor)

    def _add(self, value: str, user: str | None, *, active: bool) -> Token:
        now = self._ground.clock.now()
        assigned = TokenStatus.ACTIVE if active else TokenStatus.PENDING
        row = TokenRow(
            id=ids.new_id(12),
            value=_value(value),
            user=user,
            status=assigned if user is not None else TokenStatus.UNASSIGNED,
            created_at=now,
            activated_at=now if active else None,
            expires_at=None,
        )

        def work(connection: Connection) -> None:
            if user is not None:
                _must_be_a_person(connection, user)
                _must_have_room(connection, user)
            if cyclos.token_of_value(connection, row.value) is not None:
                raise Conflict("There is a card with this value already.")
            if people.get(connection, ids.typed(row.value)) is not None:
                raise Conflict("This is somebody's user name.")
            cyclos.add_token(connection, row)

        self._ground.database.write(work)
        return self._shown(row)

    def _moved(self, row: TokenRow, status: TokenStatus) -> TokenRow:
        if row.status not in STEPS[status]:
            raise Conflict("This card is %(status)s.", status=row.status)
        now = self._ground.clock.now()
        first = status is TokenStatus.ACTIVE and row.activated_at is None
        return replace(row, status=status, activated_at=now if first else row.activated_at)

    def _shown(self, row: TokenRow) -> Token:
        over = row.expires_at is not None and row.expires_at <= self._ground.clock.now()
        alive = row.status in (TokenStatus.ACTIVE, TokenStatus.BLOCKED)
        status = TokenStatus.EXPIRED if over and alive else TokenStatus(row.status)
        return Token(row.id, row.value, row.user, status, row.created_at, row.activated_at, row.expires_at)


_OWN_STEP = (TokenStatus.ACTIVE, TokenStatus.PENDING)
"""Owners also take a card into use that waits for them."""


def _value(text: str) -> str:
    value = text.strip()
    if not 1 <= len(value) <= MAX_VALUE or not value.isprintable() or any(c in value for c in " :/"):
        raise Invalid(
            "A card's value has 1 to %(most)d characters, without blanks, colons and slashes.",
            field="value",
            most=MAX_VALUE,
        )
    return value


def _locked(connection: Connection, token_id: str) -> TokenRow:
    row = cyclos.locked_token(connection, token_id)
    if row is None:
        raise NotFound("There is no such card.")
    return row


def _must_be_a_person(connection: Connection, user: str) -> None:
    if people.get(connection, user) is None:
        raise NotFound("No tile has the user name %(user)s.", user=user)


def _must_have_room(connection: Connection, user: str) -> None:
    in_use = [row for row in cyclos.tokens_of(connection, user) if row.status != TokenStatus.CANCELED]
    if len(in_use) >= MAX_TOKENS:
        raise Conflict("One person has at most %(most)d cards.", most=MAX_TOKENS)
