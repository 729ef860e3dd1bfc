"""People: signing in and out, organizers and their invitations, unlocking."""

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.errors import Conflict, Invalid, NotFound, NotSignedIn
from app.services import ids
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.people import passwords
from app.services.people.passwords import RecentProofs, hash_secret
from app.services.people.tries import Proved, count_try, forgive_try
from app.services.standing import closed_tables, must_keep_keys
from app.storage import Connection, people, tables
from app.storage import tiles as register
from app.storage.people import PersonRow

SECOND = 1_000_000
SESSION_S = {Role.PLAYER: 36 * 3600, Role.ORGANIZER: 16 * 3600}
INVITATION_S = 24 * 3600
MIN_PASSWORD, MAX_PASSWORD = 10, 200
MAX_NAME = 64

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new session. The token is told once and kept as a hash only."""

    token: str
    actor: Actor


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in; `label` is that of their print run."""

    user: str
    name: str
    role: Role
    label: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a tile is in use; times are microseconds since 1970-01-01 UTC."""

    user: str
    name: str
    label: str
    table_id: str | None
    last_seen: int | None
    locked: bool


class People:
    """What one can ask of people."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground
        self._proofs = RecentProofs()

    def sign_in(self, user: str, password: str, *, address: str) -> SignedIn:
        """Open a session with a user name and a password, typed in any way.

        Every try is counted before it is looked at, so that many at once gain nothing.

        Raises:
            NotSignedIn: If they don't fit together.
            TooManyTries: If this account or address must wait.
        """
        proved = self._prove(user, password, address)
        return self._open_session(proved.person, account=proved.account, forgive=proved.others)

    def vouch(self, user: str, password: str, *, address: str) -> Actor:
        """Who it is that gives this user name and password, without a session; the same limits hold.

        Who proved it a moment ago is believed without another slow look: programs send a password with every call.

        Raises:
            NotSignedIn: If they don't fit together.
            TooManyTries: If this account or address must wait.
        """
        name = ids.typed(user)[:MAX_NAME]
        with self._ground.database.read() as connection:
            person = people.get(connection, name)
        # One look at a time for each name: of many calls that begin at once, each would count as a try of its own.
        with self._proofs.turn(name):
            if person is None or not self._proofs.known(person, password, self._ground.clock.steady()):
                proved = self._prove(user, password, address)
                self._ground.database.write(lambda connection: forgive_try(connection, proved))
                person = proved.person
                self._proofs.add(person, password, self._ground.clock.steady())
        return Actor(user=person.user, name=person.name, role=Role(person.role), session="")

    def _prove(self, user: str, password: str, address: str) -> "Proved":
        name = ids.typed(user)[:MAX_NAME]
        with self._ground.database.read() as connection:
            person = people.get(connection, name)
        account, others = f"user:{name}", [f"address:{address}"[:100]]
        if person is not None and person.role == Role.ORGANIZER:
            # No tile's code lets an organizer in: whoever locks the account does so for their own address alone.
            account, others = f"user:{name} from {address}"[:100], [*others, f"organizer:{name}"]
        count_try(self._ground, account, *others)
        printed = person is None or person.role == Role.PLAYER
        # Pages and terminals add or lose blanks at the ends; as part of a password they would lock people out.
        given = ids.typed(password) if printed else password.strip()
        if (
            not passwords.fits(given[:MAX_PASSWORD], person.password_hash if person else None)
            or person is None
        ):
            raise NotSignedIn(
                "This user name and password don't fit together. Both are on the inner side of the tile."
            )
        return Proved(person, account, tuple(others))

    def enter(self, secret: str) -> SignedIn:
        """Open a session with a tile's private code; it works even while the account is closed to passwords.

        Raises:
            NotSignedIn: If no tile has this code (any more).
        """
        with self._ground.database.read() as connection:
            person = people.by_enter_hash(connection, hash_secret(secret.strip()))
        if person is None:
            raise NotSignedIn("This sign-in code is not valid any more. Ask the organizer for a new tile.")
        return self._open_session(person)

    def actor(self, token: str) -> Actor | None:
        """Who holds this session, or None if it has ended."""
        token_hash = hash_secret(token)
        found = people.of_session(self._ground.database, token_hash, self._ground.clock.now())
        if found is None:
            return None
        user, name, role = found
        return Actor(user=user, name=name, role=Role(role), session=token_hash.hex()[:16])

    def renew(self, token: str) -> SignedIn:
        """Open a session in the place of another one, which ends.

        Raises:
            NotSignedIn: If that one has ended already.
        """
        actor = self.actor(token)
        with self._ground.database.read() as connection:
            person = people.get(connection, actor.user) if actor else None
        if person is None:
            raise NotSignedIn("This session has ended. Sign in again.")
        self.sign_out(token)
        return self._open_session(person)

    def sign_out(self, token: str) -> None:
        """End a session, here and now."""
        self._ground.database.write(lambda connection: people.end_session(connection, hash_secret(token)))

    def invite_organizer(self, name: str) -> str:
        """Make a one-time secret with which a new or known organizer sets a password within a day.

        Raises:
            Invalid: If the name can't be one.
            Conflict: If a tile has it.
        """
        user, secret = organizer_user(name), ids.new_secret()
        until = self._ground.clock.now() + INVITATION_S * SECOND

        def work(connection: Connection) -> None:
            person = people.get(connection, user)
            if person is not None and person.role != Role.ORGANIZER:
                raise Conflict("A tile has the user name %(name)s already.", name=name)
            older = [name for name in people.invited(connection) if organizer_user(name) == user]
            people.withdraw_invitations(connection, older)
            people.add_invitation(connection, hash_secret(secret), " ".join(name.split()), until)

        self._ground.database.write(work)
        return secret

    def invitation(self, secret: str) -> str:
        """The name for which an invitation was made.

        Raises:
            NotFound: If it is used up or too old.
        """
        with self._ground.database.read() as connection:
            name = people.invitation(connection, hash_secret(secret.strip()), self._ground.clock.now())
        if name is None:
            raise NotFound(
                "This invitation is used up or too old. Make a new one with: reckless organizer add NAME"
            )
        return name

    def accept_invitation(self, secret: str, password: str) -> SignedIn:
        """Set the password of an invited organizer and sign in; uses the invitation up.

        Raises:
            NotFound: If it is used up or too old.
            Invalid: If the password is too short or too long.
        """
        name = self.invitation(secret)
        password_hash = passwords.hash_chosen(_chosen(password))

        def work(connection: Connection) -> PersonRow:
            if not people.spend_invitation(connection, hash_secret(secret.strip())):
                raise NotFound("This invitation is used up.")
            return self._put_organizer(connection, name, password_hash)

        return self._open_session(self._ground.database.write(work))

    def add_organizer(self, name: str, password: str) -> None:
        """Add an organizer, or give a known one another password.

        Raises:
            Invalid: If name or password can't be one.
            Conflict: If a tile has the name.
        """
        password_hash = passwords.hash_chosen(_chosen(password))
        self._ground.database.write(lambda connection: self._put_organizer(connection, name, password_hash))

    def has_organizer(self) -> bool:
        """Whether there is any organizer yet."""
        with self._ground.database.read() as connection:
            return bool(people.every(connection, Role.ORGANIZER))

    def person(self, user: str) -> Person:
        """Who has this user name.

        Raises:
            NotFound: If nobody has.
        """
        with self._ground.database.read() as connection:
            row = people.get(connection, ids.typed(user)[:MAX_NAME])
            batch = people.batch(connection, row.batch) if row and row.batch else None
        if row is None:
            raise NotFound("No tile has the user name %(user)s.", user=user[:MAX_NAME])
        return Person(row.user, row.name, Role(row.role), batch.label if batch else "")

    def unlock(self, actor: Actor, user: str) -> None:
        """Let an account try passwords again; for organizers who keep the keys, and logged."""
        name = ids.typed(user)[:MAX_NAME]

        def work(connection: Connection) -> None:
            must_keep_keys(connection, actor)
            people.clear_tries(connection, f"user:{name}")

        self._ground.database.write(work)
        logger.info("Organizer %s unlocked %s.", actor.user, name)

    def whereabouts(self, actor: Actor) -> tuple[Whereabouts, ...]:
        """Every tile and where it is in use; for organizers."""
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            rows = people.every(connection, Role.PLAYER)
            labels = {batch.id: batch.label for batch in people.batches(connection)}
            closed = closed_tables(connection, actor)
            seats = {u: t for u, t in tables.everyone_sitting(connection).items() if t not in closed}
            blocked = {row.subject for row in people.blocked(connection, self._ground.clock.now())}
        return tuple(
            Whereabouts(
                user=row.user,
                name=row.name,
                label=labels.get(row.batch or "", ""),
                table_id=seats.get(row.user),
                last_seen=row.seen_at,
                locked=f"user:{row.user}" in blocked,
            )
            for row in rows
        )

    def _open_session(
        self, person: PersonRow, *, account: str | None = None, forgive: Sequence[str] = ()
    ) -> SignedIn:
        """Open a session; tries at the account are forgotten, and this one does not count against `forgive`."""
        token, now, role = secrets.token_urlsafe(32), self._ground.clock.now(), Role(person.role)
        opened_by = (person.password_hash, person.enter_hash)

        def work(connection: Connection) -> None:
            present = people.get(connection, person.user)
            if present is None or (present.password_hash, present.enter_hash) != opened_by:
                raise NotSignedIn(
                    "This tile was printed anew: what is on the older one is not valid any more."
                )
            forgive_try(connection, Proved(person, account or f"user:{person.user}", tuple(forgive)))
            people.add_session(
                connection, hash_secret(token), person.user, at=now, until=now + SESSION_S[role] * SECOND
            )
            people.seen(connection, person.user, now)
            if role is Role.PLAYER:
                register.used(connection, person.user, now)

        self._ground.database.write(work)
        session = hash_secret(token).hex()[:16]
        return SignedIn(token, Actor(user=person.user, name=person.name, role=role, session=session))

    def _put_organizer(self, connection: Connection, name: str, password_hash: str) -> PersonRow:
        user = organizer_user(name)
        known = people.get(connection, user)
        if known is not None and known.role != Role.ORGANIZER:
            raise Conflict("A tile has the user name %(name)s already.", name=name)
        if known is not None:
            people.set_secrets(connection, user, password_hash=password_hash, enter_hash=None)
            people.end_sessions_of(connection, [user])
            return replace(known, password_hash=password_hash, enter_hash=None)
        person = PersonRow(
            user=user,
            name=" ".join(name.split()),
            role=Role.ORGANIZER,
            password_hash=password_hash,
            enter_hash=None,
            batch=None,
            position=0,
            created_at=self._ground.clock.now(),
            seen_at=None,
        )
        people.add(connection, [person])
        return person


def organizer_user(name: str) -> str:
    """The user name of an organizer: the name in small letters, without blanks and hyphens.

    Raises:
        Invalid: If nothing is left, or it has characters that an address or a sign-in header can't carry.
    """
    user = ids.typed(name)
    if (
        not 1 <= len(user) <= 40
        or len(name) > MAX_NAME
        or not all(letter.isalnum() or letter in "._" for letter in user)
    ):
        raise Invalid("An organizer's name has 1 to 40 letters and digits.", field="name")
    return user


def _chosen(password: str) -> str:
    password = password.strip()
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise Invalid(
            "A password has %(least)d to %(most)d characters.",
            field="password",
            least=MIN_PASSWORD,
            most=MAX_PASSWORD,
        )
    return password
