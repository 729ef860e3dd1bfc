"""Who is there: looking people up, and registering players without a printed tile."""

from dataclasses import dataclass

from app.errors import Conflict, Invalid
from app.services import ids
from app.services.accounts import table_of
from app.services.actor import Actor, Role
from app.services.ground import Ground
from app.services.people import passwords
from app.services.standing import closed_reader, must_keep_keys
from app.storage import Connection, cyclos, people, tables
from app.storage.people import PersonRow

MIN_PASSWORD, MAX_PASSWORD = 8, 64
MAX_USER, MAX_NAME = 40, 64
RESERVED = frozenset({"self", "system"})
"""What stands for somebody else in an address."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who can be found; `name` is what the asker's table calls them, or their own name."""

    user: str
    name: str
    role: Role


class Directory:
    """What one can ask about who is there."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def search(self, actor: Actor, keywords: str = "") -> tuple[Entry, ...]:
        """People whose user name or name has all these words in it, by name.

        An organizer finds everybody; a player those at the own table, and whoever has exactly this user name.
        """
        words = keywords.casefold().split()
        with self._ground.database.read() as connection:
            found = self._within_reach(connection, actor, keywords)
        exact = ids.typed(keywords)
        fitting = (
            entry
            for entry in found
            if entry.user == exact or all(word in f"{entry.user} {entry.name}".casefold() for word in words)
        )
        return tuple(sorted(fitting, key=lambda entry: (entry.name.casefold(), entry.user)))

    def called(self, actor: Actor, text: str) -> tuple[Entry, ...]:
        """Whom an organizer means who types a user name or a name, as an own one or at any table.

        A user name is one person's; of names, those that are just so, or else those that have all these words in them.

        Raises:
            NotAllowed: If it is no organizer who asks.
            Invalid: If nobody is called so.
        """
        actor.must_be_organizer()
        with self._ground.database.read() as connection:
            named = {(row.user, row.name): row.role for row in people.every(connection)}
            seated = tables.names_at_tables(connection, closed_reader(actor))
        roles = {user: role for (user, _name), role in named.items()}
        names = sorted({*named, *seated}, key=lambda one: (one[1].casefold(), one[0]))
        said = " ".join(text.casefold().split())
        fitting = (
            [one for one in names if one[0] == ids.typed(text)]
            or [one for one in names if one[1].casefold() == said]
            or [one for one in names if all(word in one[1].casefold() for word in said.split())]
        )
        if not fitting:
            raise Invalid("Nobody is called %(name)s.", field="user", name=text)
        return tuple(
            Entry(user, name, Role(roles.get(user, Role.PLAYER))) for user, name in dict(fitting).items()
        )

    def _within_reach(self, connection: Connection, actor: Actor, keywords: str) -> list[Entry]:
        if actor.is_organizer:
            return [Entry(row.user, row.name, Role(row.role)) for row in people.every(connection)]
        table_id = table_of(connection, actor.user)
        seats = self._ground.snapshots.read(connection, table_id).seats if table_id else ()
        found = [Entry(seat.user, seat.name, Role.PLAYER) for seat in seats]
        person = people.get(connection, ids.typed(keywords)[:MAX_NAME])
        if person is not None and person.user not in {entry.user for entry in found}:
            found.append(Entry(person.user, person.name, Role(person.role)))
        return found

    def register(self, actor: Actor, *, user: str, name: str, password: str) -> Entry:
        """Add a player without a tile; for organizers.

        Raises:
            NotAllowed: If it is no organizer who asks.
            Invalid: If name or password can't be one; the field names it.
            Conflict: If the user name is taken.
        """
        with self._ground.database.read() as connection:
            must_keep_keys(connection, actor)
        wanted = check_user(user)
        called = " ".join(name.split()) or wanted
        if len(called) > MAX_NAME or not called.isprintable():
            raise Invalid("A name has 1 to %(most)d printable characters.", field="name", most=MAX_NAME)
        row = PersonRow(
            user=wanted,
            name=called,
            role=Role.PLAYER,
            password_hash=passwords.hash_chosen(_counted(password)),
            enter_hash=None,
            batch=None,
            position=0,
            created_at=self._ground.clock.now(),
            seen_at=None,
        )

        def work(connection: Connection) -> None:
            self._must_be_free(connection, wanted)
            people.add(connection, [row])

        self._ground.database.write(work)
        return Entry(wanted, called, Role.PLAYER)

    def objection(self, user: str) -> str | None:
        """Why nobody new can have this user name, or None if somebody can."""
        try:
            with self._ground.database.read() as connection:
                self._must_be_free(connection, check_user(user))
        except (Invalid, Conflict) as error:
            return str(error)
        return None

    def _must_be_free(self, connection: Connection, user: str) -> None:
        if people.get(connection, user) is not None or cyclos.token_of_value(connection, user) is not None:
            raise Conflict("The user name %(user)s is taken.", user=user)


def check_user(text: str) -> str:
    """The user name that somebody wishes, in its one spelling.

    Raises:
        Invalid: If it is none. Digits alone would be taken for an id, and a colon ends a name where people sign in.
    """
    user = ids.typed(text)
    fine = 1 <= len(user) <= MAX_USER and all(letter.isalnum() or letter in "._" for letter in user)
    if not fine or not user[0].isalpha() or user in RESERVED or user != text.strip().lower():
        raise Invalid(
            "A user name has 1 to %(most)d letters and digits, and begins with a letter.",
            field="username",
            most=MAX_USER,
        )
    return user


def _counted(password: str) -> str:
    """What counts of a password that a player types, as signing in reads it.

    Raises:
        Invalid: If that is too little or too much.
    """
    counted = ids.typed(password)
    if not MIN_PASSWORD <= len(counted) <= MAX_PASSWORD:
        raise Invalid(
            "A password has %(least)d to %(most)d characters, not counting blanks and hyphens.",
            field="passwords",
            least=MIN_PASSWORD,
            most=MAX_PASSWORD,
        )
    return counted
