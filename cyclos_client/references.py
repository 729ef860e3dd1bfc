"""How users, and things with numbers, are named towards Cyclos so that nothing is taken for something else.

Cyclos reads digits alone as an internal id, `self` and `system` as words, and `type:value` as one kind of
identification. A login name that happens to look like one of these has to be escaped.
"""

import re
from typing import NewType
from urllib.parse import quote

from cyclos_client.errors import CyclosInvalid

UserRef = NewType("UserRef", str)
"""A user, or the system as owner of accounts, in the grammar of Cyclos."""

SELF = UserRef("self")
"""Who is signed in."""

SYSTEM = UserRef("system")
"""The system as owner of accounts."""

_DIGITS = re.compile(r"[+-]?[0-9]+", re.ASCII)
_TYPE = re.compile(r"\w+", re.ASCII)
_PLAIN = re.compile(r"[^\s:*'+-][^\s:]*")


def user_id(identifier: str) -> UserRef:
    """The user with this internal id, as `User.id` tells it."""
    if not identifier:
        raise CyclosInvalid("An id is not empty.")
    return UserRef(identifier if _DIGITS.fullmatch(identifier) else f"id:{identifier}")


def user_by(kind: str, value: str) -> UserRef:
    """The user with this value of one identification.

    Args:
        kind: Internal name of the principal type: `username`, `email`, `accountNumber`, a token type, ...
        value: What is looked up, as it is.
    """
    if not _TYPE.fullmatch(kind) or not value:
        raise CyclosInvalid("A reference is the internal name of a principal type and a value.")
    return UserRef(f"{kind}:{value}")


def user_named(value: str) -> UserRef:
    """The user whom any identification of the channel names so: a login name, a scanned card, an e-mail.

    Text that Cyclos would take for an id, a word of its own or a type is escaped: "1234" becomes "'1234",
    "self" becomes "*:self".
    """
    if not value.strip():
        raise CyclosInvalid("A name is not empty.")
    if re.fullmatch(r"[0-9]+", value, re.ASCII):
        return UserRef(f"'{value}")
    if value not in (SELF, SYSTEM, ".", "..") and _PLAIN.fullmatch(value):
        return UserRef(value)
    return UserRef(f"*:{value}")


def by_number(number: str) -> str:
    """A transaction number or a token's value as a key: digits alone are quoted, or they would be an id."""
    return f"'{number}" if _DIGITS.fullmatch(number) else number


def utf8(text: str) -> bytes:
    """Text as the bytes of the wire.

    Raises:
        CyclosInvalid: If it holds half a character, as broken input can; the message does not tell it.
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise CyclosInvalid("A text holds half a character and can't be sent.") from None


def fill_path(template: str, **parts: str) -> str:
    """Put values into a path of the API, each of them as one segment whatever it holds.

    Raises:
        CyclosInvalid: If a value is empty, or is "." or "..", which would lead to another operation.
    """
    for name, value in parts.items():
        if value in ("", ".", ".."):
            raise CyclosInvalid(f"The {name} in an address can't be {value!r}.")
    return template.format_map({name: quote(utf8(value), safe="") for name, value in parts.items()})
