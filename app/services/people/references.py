"""Who is meant: whatever is scanned, typed or sent as a reference to a person, in one place for every door.

Understood are a user name, a card's value, a pay link, a ticket's link or number; with `id:`, `username:`, `qrCard:` or
`*:` in front or without, and with a quote in front of digits, as a Cyclos has it.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from app.errors import Invalid, NotFound
from app.services import codes, ids
from app.services.ground import Ground
from app.storage import Connection, cyclos, people
from app.storage.people import PersonRow

MAX_TEXT = 1_000
MAX_SHOWN = 64
TICKET_DIGITS = 32

_TYPED = re.compile(r"^(\*|[A-Za-z]\w*):(?!//)(.*)$", re.DOTALL)
_TICKET = re.compile(rf"^[0-9A-Za-z]{{{TICKET_DIGITS}}}$", re.ASCII)


class Principal(StrEnum):
    """What a person is known by."""

    USERNAME = "username"
    CARD = "qrCard"


@dataclass(frozen=True, slots=True)
class Reference:
    """Whom a text means.

    Attributes:
        user: The user name.
        name: The person's own name.
        is_player: Whether it is a player, who has an account.
        principal: By what they were found; None for an id.
        value: The part of the text by which they were found.
    """

    user: str
    name: str
    is_player: bool
    principal: Principal | None
    value: str


class References:
    """Finds persons."""

    def __init__(self, ground: Ground) -> None:
        """Stand on the shared parts."""
        self._ground = ground

    def find(self, said: str) -> Reference:
        """The person whom a text means.

        Raises:
            NotFound: If it is nobody.
        """
        found = self.look_for(said)
        if found is None:
            raise NotFound("No tile has the user name %(user)s.", user=said[:MAX_SHOWN])
        return found

    def look_for(self, said: str) -> Reference | None:
        """The person whom a text means, or None if it is nobody."""
        with self._ground.database.read() as connection:
            return self._find(connection, said)

    def _find(self, connection: Connection, said: str) -> Reference | None:
        text = said.strip()
        if not text.isprintable() or len(text) > MAX_TEXT:
            return None
        typed = _TYPED.match(text)
        kind, value = (typed.group(1), typed.group(2)) if typed else ("*", text)
        value = value.strip().removeprefix("'") if kind != "id" else value
        match kind:
            case "id":
                return _as_reference(people.get(connection, value), None, value)
            case Principal.USERNAME:
                return _by_name(connection, value)
            case Principal.CARD:
                return self._by_card(connection, value)
            case "*":
                return (
                    self._by_link(connection, value)
                    or _by_name(connection, value)
                    or self._by_card(connection, value)
                )
            case _:
                return None

    def _by_link(self, connection: Connection, text: str) -> Reference | None:
        number = ticket_number(text, base=self._ground.public_url)
        if number is not None:
            ticket = cyclos.ticket(connection, number)
            return _as_reference(people.get(connection, ticket.payee), None, text) if ticket else None
        if "/" not in text:
            return None
        try:
            target = codes.pay_target(text, base=self._ground.public_url)
        except Invalid:
            return None
        return _by_name(connection, target.user)

    def _by_card(self, connection: Connection, value: str) -> Reference | None:
        card = cyclos.token_of_value(connection, value)
        if card is None or card.user is None or card.status != "active":
            return None
        if card.expires_at is not None and card.expires_at <= self._ground.clock.now():
            return None
        return _as_reference(people.get(connection, card.user), Principal.CARD, value)


def ticket_number(text: str, *, base: str) -> str | None:
    """The number of a ticket, from its link at this address or by itself; None if it is none."""
    plain = text.strip()
    if _TICKET.match(plain):
        return plain
    try:
        parts = urlsplit(plain if "//" in plain else f"//{plain}")
    except ValueError:
        return None
    folder, _, number = parts.path.rstrip("/").rpartition("/")
    if parts.netloc.lower() != urlsplit(base).netloc.lower() or folder.lower() != "/pay":
        return None
    return number if _TICKET.match(number) else None


def _by_name(connection: Connection, value: str) -> Reference | None:
    user = ids.typed(value)[:MAX_SHOWN]
    return _as_reference(people.get(connection, user), Principal.USERNAME, value) if user else None


def _as_reference(person: PersonRow | None, principal: Principal | None, value: str) -> Reference | None:
    if person is None:
        return None
    return Reference(person.user, person.name, person.role == "player", principal, value)
