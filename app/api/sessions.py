"""Signing in and out, and who one is."""

from flask import request

from app.api import shapes
from app.api.access import caller, services, token
from app.api.calls import Calls
from app.services.people import SignedIn

CALLS = Calls("sessions", "Signing in and out.")


@CALLS.call("POST", "/sessions", takes=shapes.Credentials, gives=shapes.Session, status=201, anybody=True)
def sign_in(user: str, password: str) -> SignedIn:
    """Sign in with a user name and a password, typed in any way.

    The token is told once, so a repeated key opens another session; the ones before stay valid.
    """
    return services().people.sign_in(user, password, address=request.remote_addr or "")


@CALLS.call("DELETE", "/sessions", status=204)
def sign_out() -> None:
    """Sign out: the session ends here and now."""
    services().people.sign_out(token())


@CALLS.call("GET", "/me", gives=shapes.Me)
def me() -> dict[str, object]:
    """Who is signed in, and the table at which they sit, or sat last and another game can begin."""
    actor = caller()
    table = services().tables.seated_at(actor)
    return {"user": actor.user, "name": actor.name, "role": actor.role, "table": table}
