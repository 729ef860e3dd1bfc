"""Who calls: by name and password, by a session, or by the token of an access client."""

import base64
import binascii
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from flask import g, request

from app.cyclos_api.names import services
from app.cyclos_api.problems import Forbidden, Unauthorized, signing_in
from app.services.actor import Actor
from app.services.people.access_clients import AccessClient, ClientStatus

SESSION = "Session-Token"
"""The header with a whole session token, and the cookie with its second half."""
PREFIX = "Session-Prefix"
CLIENT = "Access-Client-Token"
ANY_PRINCIPAL = "*"


class By(StrEnum):
    """How somebody has proved who they are."""

    BASIC = "basic"
    SESSION = "session"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, and by what; `token` is the session's."""

    actor: Actor
    by: By
    token: str = ""
    client: AccessClient | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """A name and a password, and what kind of name it is."""

    principal: str
    password: str
    kind: str


def find(*, by_query: bool = False) -> None:
    """Find out who calls, before anything else is looked at.

    Raises:
        Unauthorized: If what was given opens nothing (any more).
    """
    g.cyclos_caller = _find(by_query=by_query)


def act_as(who: Caller | None) -> None:
    """Go on as somebody who was found before, in a stream that lasts; names are looked up anew."""
    g.cyclos_caller = who
    g.pop("cyclos_names", None)


def guest_or_caller() -> Caller | None:
    """Who calls; None for a guest."""
    return cast("Caller | None", g.cyclos_caller)


def caller() -> Caller:
    """Who calls.

    Raises:
        Unauthorized: If it is a guest.
    """
    found = guest_or_caller()
    if found is None:
        raise Unauthorized("missingAuthorization")
    return found


def actor() -> Actor:
    """The person who calls, or for whom a program does.

    Raises:
        Unauthorized: If it is a guest.
    """
    return caller().actor


def user_named(credentials: Credentials) -> str:
    """The user name behind a name of any kind; the name itself if it is nobody's.

    Raises:
        Forbidden: If names of this kind open nothing here.
    """
    if credentials.kind not in (ANY_PRINCIPAL, "username", "qrCard"):
        raise Forbidden("inaccessiblePrincipal")
    found = services().references.look_for(f"{credentials.kind}:{credentials.principal}")
    return found.user if found else credentials.principal


def address() -> str:
    """Where the call comes from."""
    return request.remote_addr or ""


def credentials() -> Credentials | None:
    """Name and password of the call, or None if it has none.

    Raises:
        Unauthorized: If they can't be read.
    """
    header = request.headers.get("Authorization", "")
    if not header.strip():
        return None
    scheme, _, rest = header.strip().partition(" ")
    if scheme.lower() == "bearer":
        raise Unauthorized("invalidAccessToken")
    try:
        plain = base64.b64decode(rest.strip(), validate=True).decode()
    except (binascii.Error, ValueError) as error:
        raise Unauthorized("login") from error
    # A password may have colons; a name has none.
    principal, colon, password = plain.partition(":")
    if scheme.lower() != "basic" or not colon:
        raise Unauthorized("login")
    return Credentials(principal, password, request.headers.get("Principal-Type") or ANY_PRINCIPAL)


def session_token(*, by_query: bool = False) -> str | None:
    """The token of the call's session, put together from its halves where it comes in two; None without one."""
    whole, half = request.headers.get(SESSION), request.headers.get(PREFIX)
    if by_query:
        whole = whole or request.args.get("sessionToken") or request.args.get(SESSION)
        half = half or request.args.get(PREFIX)
    if whole:
        return whole
    return half + request.cookies.get(SESSION, "") if half else None


def _find(*, by_query: bool) -> Caller | None:
    given = credentials()
    if given is not None:
        user = user_named(given)
        with signing_in():
            return Caller(services().people.vouch(user, given.password, address=address()), By.BASIC)
    token = session_token(by_query=by_query)
    if token is not None:
        actor = services().people.actor(token)
        if actor is None:
            raise Unauthorized("loggedOut")
        return Caller(actor, By.SESSION, token)
    token = request.headers.get(CLIENT) or (request.args.get("accessClientToken") if by_query else None)
    return _client(token) if token else None


def _client(token: str) -> Caller:
    found = services().access_clients.actor(token)
    if found is None:
        raise Unauthorized("invalidAccessClient")
    who, client = found
    if client.status is not ClientStatus.ACTIVE:
        raise Unauthorized("blockedAccessClient")
    return Caller(who, By.CLIENT, client=client)
