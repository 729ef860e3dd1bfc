"""The start page, signing in by hand and by a tile's private code, signing out."""

from urllib.parse import urlencode

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go, local, text
from app.pages.session import actor, forget, remember, services, token
from app.services.people import SignedIn
from app.web.bound import arrived, bound
from app.web.page import my_table


def start() -> str | Response:
    """Sign in, or your table, or a table to find."""
    table_id = my_table()
    if actor() and table_id and "lobby" not in request.args:
        return go(f"/tables/{table_id}")
    return render_template(
        "web/start.html",
        next=local(request.args.get("next", "/")),
        user=request.args.get("user", ""),
        comes_back=bool(request.args.get("next")),
    )


def sign_in() -> Response:
    """Sign in with the user and password on a tile."""
    back_to("/?" + _query(next=text("next"), user=text("user")))
    signed = services().people.sign_in(text("user"), text("password"), address=request.remote_addr or "")
    return _let_in(signed)


def enter() -> str:
    """What a tile's private code opens; the secret is after the # and known to the script alone."""
    return render_template("web/enter.html", asks=False, next=local(request.args.get("next", "/")))


def enter_with_secret() -> str | Response:
    """Sign in with a tile's secret. A phone that is somebody else already asks first."""
    back_to("/")
    signed = services().people.enter(text("secret"))
    now = actor()
    if now is None or now.user == signed.actor.user or text("switch"):
        return _let_in(signed)
    services().people.sign_out(signed.token)
    return render_template(
        "web/enter.html", asks=True, other=signed.actor.name, secret=text("secret"), next=local(text("next"))
    )


def sign_out() -> Response:
    """End the session, here and on the server."""
    if token():
        services().people.sign_out(token())
    return forget(make_response(go("/")))


def _let_in(signed: SignedIn) -> Response:
    if token():
        services().people.sign_out(token())
    wished = local(text("next"))
    on = bound() if wished == "/" else wished
    return arrived(remember(make_response(go(on)), signed.token))


def _query(**values: str) -> str:
    return urlencode({name: value for name, value in values.items() if value and value != "/"})


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/", "start", start)
    blueprint.add_url_rule("/sign-in", "sign_in", sign_in, methods=["POST"])
    blueprint.add_url_rule("/enter", "enter", enter)
    blueprint.add_url_rule("/enter", "enter_with_secret", enter_with_secret, methods=["POST"])
    blueprint.add_url_rule("/sign-out", "sign_out", sign_out, methods=["POST"])
