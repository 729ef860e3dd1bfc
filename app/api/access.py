"""Who calls: by a bearer token, or by the pages' cookie together with the forms' token."""

from typing import cast

from flask import current_app, g, request

from app.errors import NotAllowed, NotSignedIn
from app.services import Services
from app.services.actor import Actor
from app.services.people.sessions import COOKIE, csrf_fits

CSRF_HEADER = "X-CSRF-Token"
READING = ("GET", "HEAD", "OPTIONS")


def services() -> Services:
    """The services of the running program."""
    return cast(Services, current_app.extensions["reckless"])


def sign_in_caller() -> None:
    """Find out who calls, before anything else is looked at.

    Raises:
        NotSignedIn: If nobody is signed in (any more).
        NotAllowed: If another site may have made the browser call.
    """
    token = _bearer()
    if token is None:
        token = request.cookies.get(COOKIE, "")
        if not token:
            raise NotSignedIn("Sign in first: POST /v1/sessions, then send Authorization: Bearer TOKEN.")
        if request.method not in READING and not csrf_fits(
            _secret(), token, request.headers.get(CSRF_HEADER)
        ):
            raise NotAllowed("A call with a cookie needs the page's token in X-CSRF-Token. Nothing was done.")
    actor = services().people.actor(token)
    if actor is None:
        raise NotSignedIn("This session has ended. Sign in again.")
    g.caller, g.token = actor, token


def caller() -> Actor:
    """Who calls."""
    return cast(Actor, g.caller)


def token() -> str:
    """The token of the caller's session."""
    return str(g.token)


def _bearer() -> str | None:
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def _secret() -> bytes:
    secret = current_app.secret_key or b""
    return secret if isinstance(secret, bytes) else secret.encode()
