"""Rows of people: tiles, organizers, print runs, sessions, failed sign-ins, answered keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from app.storage import schema
from app.storage.database import Database
from app.storage.prepared import Prepared
from app.storage.rows import flat

_people, _batches, _sessions = schema.people, schema.batches, schema.sessions
_invitations, _tries, _answers = schema.invitations, schema.sign_in_tries, schema.answers
_clients, _seats = schema.cyclos.access_clients, schema.seats


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who can sign in; secrets as hashes only."""

    user: str
    name: str
    role: str
    password_hash: str | None
    enter_hash: bytes | None
    batch: str | None
    position: int
    created_at: int
    seen_at: int | None


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A print run; `secrets` is sealed, and None once erased."""

    id: str
    label: str
    count: int
    created_at: int
    created_by: str
    printed_at: int | None
    secrets: bytes | None
    secrets_until: int | None


@dataclass(frozen=True, slots=True)
class TriesRow:
    """Failed sign-ins of one account or address."""

    subject: str
    failures: int
    last_at: int
    blocked_until: int


_SESSION = Prepared(
    select(_people.c.user, _people.c.name, _people.c.role)
    .join(_sessions, _sessions.c.user == _people.c.user)
    .where(_sessions.c.token_hash == bindparam("token_hash"), _sessions.c.expires_at > bindparam("now"))
)
_ANSWER = Prepared(
    select(_answers.c.digest, _answers.c.answer).where(
        _answers.c.user == bindparam("of_user"), _answers.c.key == bindparam("of_key")
    )
)
_ADD_ANSWER = Prepared(insert(_answers).inline())


def add(connection: Connection, people: Sequence[PersonRow]) -> None:
    """Write new people."""
    connection.execute(insert(_people), [flat(person) for person in people])


def get(connection: Connection, user: str) -> PersonRow | None:
    """The person with this user name, or None."""
    found = connection.execute(select(_people).where(_people.c.user == user)).first()
    return PersonRow(*found) if found else None


def by_enter_hash(connection: Connection, enter_hash: bytes) -> PersonRow | None:
    """The person with this private sign-in code, or None."""
    found = connection.execute(select(_people).where(_people.c.enter_hash == enter_hash)).first()
    return PersonRow(*found) if found else None


def every(connection: Connection, role: str | None = None) -> list[PersonRow]:
    """Everybody (with this role), by print run and position in it."""
    query = select(_people).order_by(
        _people.c.created_at, _people.c.batch, _people.c.position, _people.c.user
    )
    if role is not None:
        query = query.where(_people.c.role == role)
    return [PersonRow(*row) for row in connection.execute(query)]


def idle_bots(connection: Connection, role: str, most: int) -> list[str]:
    """Some accounts of this role that have no seat anywhere."""
    found = connection.scalars(
        select(_people.c.user)
        .where(_people.c.role == role, ~select(_seats).where(_seats.c.user == _people.c.user).exists())
        .order_by(_people.c.user)
        .limit(most)
        .with_for_update(skip_locked=True)
    )
    return list(found)


def of_batch(connection: Connection, batch: str) -> list[PersonRow]:
    """The people of a print run in its order."""
    rows = connection.execute(select(_people).where(_people.c.batch == batch).order_by(_people.c.position))
    return [PersonRow(*row) for row in rows]


def rename(connection: Connection, user: str, name: str) -> None:
    """Give a person another name."""
    connection.execute(update(_people).where(_people.c.user == user).values(name=name))


def set_secrets(
    connection: Connection, user: str, *, password_hash: str | None, enter_hash: bytes | None
) -> None:
    """Replace a person's secrets; without any, nobody signs in."""
    connection.execute(
        update(_people)
        .where(_people.c.user == user)
        .values(password_hash=password_hash, enter_hash=enter_hash)
    )


def seen(connection: Connection, user: str, at: int) -> None:
    """Note when a person signed in."""
    connection.execute(update(_people).where(_people.c.user == user).values(seen_at=at))


def add_batch(connection: Connection, batch: BatchRow) -> None:
    """Write a new print run."""
    connection.execute(insert(_batches), flat(batch))


def batch(connection: Connection, batch_id: str) -> BatchRow | None:
    """The print run, or None."""
    found = connection.execute(select(_batches).where(_batches.c.id == batch_id)).first()
    return BatchRow(*found) if found else None


def batches(connection: Connection) -> list[BatchRow]:
    """All print runs, newest first."""
    return [
        BatchRow(*row) for row in connection.execute(select(_batches).order_by(_batches.c.created_at.desc()))
    ]


def mark_printed(connection: Connection, batch_id: str, at: int) -> None:
    """Note that a print run is printed, and erase its secrets."""
    connection.execute(
        update(_batches)
        .where(_batches.c.id == batch_id)
        .values(printed_at=at, secrets=None, secrets_until=None)
    )


def has_old_secrets(connection: Connection, now: int) -> bool:
    """Whether there are secrets of print runs that were not printed in time."""
    return bool(connection.scalar(select(exists().where(_batches.c.secrets_until <= now))))


def erase_old_secrets(connection: Connection, now: int) -> None:
    """Erase the secrets of print runs that were not printed in time."""
    connection.execute(
        update(_batches).where(_batches.c.secrets_until <= now).values(secrets=None, secrets_until=None)
    )


def add_session(connection: Connection, token_hash: bytes, user: str, *, at: int, until: int) -> None:
    """Open a session, and clear away those that have ended."""
    connection.execute(delete(_sessions).where(_sessions.c.expires_at <= at))
    connection.execute(
        insert(_sessions), {"token_hash": token_hash, "user": user, "created_at": at, "expires_at": until}
    )


def of_session(database: Database, token_hash: bytes, now: int) -> tuple[str, str, str] | None:
    """(user, name, role) of a running session, or None; asked at every request."""
    found = database.look_up(_SESSION, {"token_hash": token_hash, "now": now})
    return (found[0], found[1], found[2]) if found else None


def end_session(connection: Connection, token_hash: bytes) -> None:
    """End a session."""
    connection.execute(delete(_sessions).where(_sessions.c.token_hash == token_hash))


def end_sessions_of(connection: Connection, users: Sequence[str]) -> None:
    """End all sessions of these people, and take the tokens of the programs that act for them."""
    connection.execute(delete(_sessions).where(_sessions.c.user.in_(users)))
    connection.execute(
        update(_clients).where(_clients.c.user.in_(users)).values(status="unassigned", token_hash=None)
    )


def add_invitation(connection: Connection, secret_hash: bytes, name: str, until: int) -> None:
    """Write an invitation."""
    connection.execute(insert(_invitations), {"secret_hash": secret_hash, "name": name, "expires_at": until})


def invited(connection: Connection) -> list[str]:
    """The names on all invitations that are not used up."""
    return list(connection.scalars(select(_invitations.c.name)))


def withdraw_invitations(connection: Connection, names: Sequence[str]) -> None:
    """Withdraw the invitations of these names."""
    connection.execute(delete(_invitations).where(_invitations.c.name.in_(names)))


def invitation(connection: Connection, secret_hash: bytes, now: int) -> str | None:
    """Whom an invitation is for, or None if there is none or its time is over."""
    found: str | None = connection.scalar(
        select(_invitations.c.name).where(
            _invitations.c.secret_hash == secret_hash, _invitations.c.expires_at > now
        )
    )
    return found


def spend_invitation(connection: Connection, secret_hash: bytes) -> bool:
    """Use an invitation up; False if somebody else did so first."""
    return (
        connection.execute(delete(_invitations).where(_invitations.c.secret_hash == secret_hash)).rowcount
        == 1
    )


def tries(connection: Connection, subject: str) -> TriesRow | None:
    """Failed sign-ins of an account or address, or None; nobody else counts at it until this write has ended."""
    found = connection.execute(select(_tries).where(_tries.c.subject == subject).with_for_update()).first()
    return TriesRow(*found) if found else None


def add_tries(connection: Connection, row: TriesRow) -> None:
    """Begin to count an account or address for which `tries` found nothing; two who begin at once clash."""
    connection.execute(insert(_tries), flat(row))


def put_tries(connection: Connection, row: TriesRow) -> None:
    """Write what `tries` found anew."""
    # In place: whoever waits for a row's lock would not see another row that takes the place of a deleted one.
    connection.execute(update(_tries).where(_tries.c.subject == row.subject).values(flat(row)))


def clear_tries(connection: Connection, subject: str) -> None:
    """Forget the failed sign-ins of an account or address."""
    connection.execute(delete(_tries).where(_tries.c.subject == subject))


def blocked(connection: Connection, now: int) -> list[TriesRow]:
    """Accounts and addresses that are blocked now."""
    return [TriesRow(*row) for row in connection.execute(select(_tries).where(_tries.c.blocked_until > now))]


def answer(connection: Connection, user: str, key: str) -> tuple[bytes, str] | None:
    """(hash of what was asked, what was answered) under an idempotency key, or None."""
    found = _ANSWER.first(connection, {"of_user": user, "of_key": key})
    return (found[0], found[1]) if found else None


def add_answer(connection: Connection, user: str, key: str, *, digest: bytes, answer: str, at: int) -> None:
    """Note what was answered under an idempotency key."""
    _ADD_ANSWER.write(connection, {"user": user, "key": key, "digest": digest, "answer": answer, "at": at})
