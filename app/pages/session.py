"""Who is at the phone: the session cookie, the actor behind it, and the forms' forgery check."""

import hmac
import secrets
from typing import cast

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

from app.errors import NotAllowed, NotSignedIn
from app.services import Services
from app.services.actor import Actor
from app.services.people.sessions import COOKIE, csrf_token

COOKIE_AGE_S = 30 * 24 * 3600
HEADER = "X-CSRF-Token"


class ForeignForm(NotAllowed):
    """A form that the present session's own page did not send: forged, or from before signing in anew."""

    code = "foreign_form"


class Notes(SecureCookieSessionInterface):
    """Flask's signed cookie; who brings none, such as a program at the API, costs no signature."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The browser's notes, empty if it brought none."""
        if self.get_cookie_name(app) in request.cookies:
            return super().open_session(app, request)
        return self.session_class()


def services() -> Services:
    """The services of the running program."""
    return cast(Services, current_app.extensions["reckless"])


def token() -> str:
    """The session token that the browser holds, or an empty text."""
    return request.cookies.get(COOKIE, "")


def actor() -> Actor | None:
    """Who is signed in, or None; looked up once a request."""
    if "actor" not in g:
        g.actor = services().people.actor(token()) if token() else None
    return cast("Actor | None", g.actor)


def signed_in() -> Actor:
    """Who is signed in.

    Raises:
        NotSignedIn: If nobody is.
    """
    found = actor()
    if found is None:
        raise NotSignedIn("Sign in first. You will come back to this page.")
    return found


def remember(response: Response, new_token: str) -> Response:
    """Let the browser hold a new session; what it held before is ended by the caller."""
    response.set_cookie(
        COOKIE,
        new_token,
        max_age=COOKIE_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
        path="/",
    )
    return response


def forget(response: Response) -> Response:
    """Take the session from the browser."""
    response.delete_cookie(COOKIE, httponly=True, samesite="Lax", path="/")
    return response


def csrf() -> str:
    """What every form of this browser must carry; it changes with the session."""
    return csrf_token(_key(), token() if actor() else f"guest\n{_guest()}")


def check_csrf() -> None:
    """Refuse a form that this browser's own page did not send.

    Raises:
        ForeignForm: If the forgery check fails.
    """
    given = request.headers.get(HEADER) or request.form.get("csrf", "")
    if not hmac.compare_digest(given.encode(), csrf().encode()):
        raise ForeignForm("This page is from another session. Load it again, then repeat.")


def _guest() -> str:
    """A random number that stands for a browser before anybody has signed in."""
    if "guest" not in session:
        session["guest"] = secrets.token_urlsafe(16)
    return str(session["guest"])


def _key() -> bytes:
    secret = current_app.secret_key or ""
    return secret if isinstance(secret, bytes) else secret.encode()
