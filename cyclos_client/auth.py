"""How to sign in: the schemes that programs use. None of them shows its secret in a repr."""

import base64
from dataclasses import dataclass, field

from cyclos_client.errors import CyclosInvalid
from cyclos_client.references import utf8


@dataclass(frozen=True, slots=True)
class Guest:
    """Not signed in."""


@dataclass(frozen=True, slots=True)
class Basic:
    """Name and password with every request.

    Attributes:
        principal: Login name, e-mail, card, ... whatever the channel takes.
        password: The password; for a card its PIN.
        principal_type: Internal name of the one kind of identification to try; "*" tries all; None is the
            channel's own choice.
    """

    principal: str
    password: str = field(repr=False)
    principal_type: str | None = None


@dataclass(frozen=True, slots=True)
class SessionLogin:
    """Name and password once, then the session they open; a session that ended is opened anew, once.

    Attributes:
        principal: As for `Basic`.
        password: As for `Basic`.
        principal_type: As for `Basic`.
        timeout_s: Seconds of idleness after which the session ends; None is the server's own choice.
    """

    principal: str
    password: str = field(repr=False)
    principal_type: str | None = None
    timeout_s: int | None = None


@dataclass(frozen=True, slots=True)
class SessionToken:
    """A session that somebody else opened; when it ends, it has ended."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AccessClientToken:
    """The token of an activated access client, after one's own prefix if it was activated with one."""

    token: str = field(repr=False)


Credentials = Guest | Basic | SessionLogin | SessionToken | AccessClientToken


def basic_headers(principal: str, password: str, principal_type: str | None) -> dict[str, str]:
    """The headers that say who we are, once and for one request.

    Raises:
        CyclosInvalid: If the name holds a colon, which ends the name in this scheme.
    """
    if ":" in principal or not principal:
        raise CyclosInvalid("A name to sign in with is not empty and has no colon.")
    token = base64.b64encode(utf8(f"{principal}:{password}")).decode("ascii")
    headers = {"Authorization": f"Basic {token}"}
    if principal_type is not None:
        headers["Principal-Type"] = principal_type
    return headers


def secret_header(value: str) -> str:
    """A secret as the value of a header.

    Raises:
        CyclosInvalid: If it can't be one; the message does not tell it.
    """
    if value != value.strip() or any(ord(letter) < 32 or ord(letter) == 127 for letter in value):
        raise CyclosInvalid("A secret that is sent in a header has no line breaks and no blanks at its ends.")
    return value
