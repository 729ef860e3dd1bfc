"""Signing in and out, and who one is."""

from flask import Response, request

from app.cyclos_api import callers, owners, reading, shapes
from app.cyclos_api.callers import By, Caller
from app.cyclos_api.names import services
from app.cyclos_api.operations import Answer, operation, respond
from app.cyclos_api.permissions import permissions
from app.cyclos_api.problems import Forbidden, MissingParameter, signing_in
from app.cyclos_api.shapes import Shape
from app.services.people import SignedIn

HALF = 21
"""Characters of a session token that a browser's script is told; the rest is in a cookie that it can't read."""


def auth_of(who: Caller | None) -> Shape:
    """Who calls, and what they may do: Auth."""
    if who is None:
        return {"permissions": {}}
    shown: Shape = {
        "user": shapes.user(who.actor.user),
        "principal": who.actor.user,
        "principalType": shapes.USERNAME,
        "passwordType": shapes.PASSWORD_TYPE,
        "role": "administrator" if who.actor.is_organizer else "member",
        "global": False,
        "systemAdministrator": False,
        "expiredPassword": False,
        "pendingAgreements": False,
        "permissions": permissions(who.actor),
    }
    if who.client is not None:
        shown["accessClient"] = {"id": who.client.id, "name": who.client.name}
    return shown


@operation("getCurrentAuth", "GET", "/auth", guest=True)
def current_auth() -> Shape:
    """Who calls, and what they may do."""
    return auth_of(callers.guest_or_caller())


@operation("getDataForLogin", "GET", "/auth/data-for-login", guest=True)
def data_for_login() -> Shape:
    """What a sign-in form needs."""
    return LOGIN_FORM


LOGIN_FORM: Shape = {
    "principalTypes": shapes.PRINCIPAL_TYPES,
    "loginPasswordInput": shapes.PASSWORD_INPUT,
    "accessPasswordType": shapes.PASSWORD_TYPE,
    "forgotPasswordMediums": [],
    "identityProviders": [],
}


@operation("getSessionProperties", "GET", "/auth/session")
def session_properties() -> Shape:
    """The session of the call."""
    must_have_session()
    return {"source": "login"}


def must_have_session() -> str:
    """The token of the call's session.

    Raises:
        Forbidden: If it came without one.
    """
    who = callers.caller()
    if who.by is not By.SESSION:
        raise Forbidden("illegalAction")
    return who.token


@operation("login", "POST", "/auth/session", signs_in=True)
def login() -> Response:
    """Open a session by name and password; in a browser, half of its token goes into a cookie."""
    given = callers.credentials()
    if given is None:
        callers.find()
        callers.caller()
        raise Forbidden("illegalAction")
    signed = _signed_in(callers.user_named(given), given.password)
    auth = auth_of(Caller(signed.actor, By.SESSION, signed.token))
    return _with_token(auth, signed.token)


def _signed_in(user: str, password: str) -> SignedIn:
    with signing_in():
        return services().people.sign_in(user, password, address=callers.address())


def _with_token(auth: Shape, token: str) -> Response:
    """The answer with a session's token, whole or in two halves."""
    told = token[:HALF] if _wants_cookie() else token
    response = respond({**auth, "sessionToken": told})
    if _wants_cookie():
        set_half(response, token[HALF:])
    return response


def _wants_cookie() -> bool:
    return request.args.get("cookie", "").lower() == "true"


def set_half(response: Response, half: str) -> None:
    """Put the second half of a session's token into a cookie."""
    response.set_cookie(
        callers.SESSION, half, httponly=True, samesite="Strict", secure=request.is_secure, path="/"
    )


@operation("logout", "DELETE", "/auth/session")
def logout() -> Response:
    """End the session, here and on the server."""
    services().people.sign_out(must_have_session())
    response = Response(status=200)
    response.delete_cookie(callers.SESSION, httponly=True, samesite="Strict", path="/")
    return response


class LoginBody(reading.Body):
    """Somebody whom an administrator signs in: LoginUser."""

    user = reading.text(1_000)
    password = reading.text()
    remoteAddress = reading.text()  # noqa: N815 - as it is sent


@operation("loginUser", "POST", "/sessions")
def login_user() -> Shape:
    """Open a session for somebody with their name and password, from another web site: organizers."""
    callers.actor().must_be_organizer()
    sent = reading.body(LoginBody())
    for name in ("user", "password"):
        if not sent.get(name):
            raise MissingParameter(name)
    found = owners.located(sent["user"])
    with signing_in():
        signed = services().people.sign_in(
            found.user, sent["password"], address=sent.get("remoteAddress") or callers.address()
        )
    auth = auth_of(Caller(signed.actor, By.SESSION, signed.token))
    return {**auth, "sessionToken": signed.token}


@operation("replaceSession", "POST", "/auth/session/replace/{sessionToken}", guest=True)
def replace_session(session_token: str) -> Response:
    """Put a new session in the place of one whose token was handed on, which ends."""
    signed = services().people.renew(session_token)
    told = signed.token[:HALF] if _wants_cookie() else signed.token
    response = respond(Answer(told, as_text=True))
    if _wants_cookie():
        set_half(response, signed.token[HALF:])
    return response
