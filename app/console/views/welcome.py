"""The one-time link with which an organizer sets a password."""

from flask import Blueprint, flash, jsonify, make_response, render_template
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from app.pages.forms import back_to, go, text
from app.pages.session import remember, services, token
from app.services.people import MAX_PASSWORD, MIN_PASSWORD, organizer_user


def welcome() -> str:
    """The form; the secret stands after the # and is known to the script alone, or is pasted by hand."""
    return render_template("console/welcome.html", least=MIN_PASSWORD, most=MAX_PASSWORD)


def invited() -> Response:
    """The user name of whoever holds this invitation: their link has its secret, and the page's script asks with it."""
    name = services().people.invitation(text("secret"))
    return jsonify(user=organizer_user(name))


def set_password() -> Response:
    """Set the password, use the link up, and sign in."""
    back_to("/organizer/welcome")
    # Whoever pastes by hand pastes the whole link.
    secret = text("secret").rpartition("#")[2]
    signed = services().people.accept_invitation(secret, text("password", MAX_PASSWORD + 1))
    if token():
        services().people.sign_out(token())
    flash(_("Next time, sign in as “%(user)s” with your password.", user=signed.actor.user), "good")
    return remember(make_response(go("/organizer/")), signed.token)


def add_to(blueprint: Blueprint) -> None:
    """Add these views."""
    blueprint.add_url_rule("/welcome", "welcome", welcome)
    blueprint.add_url_rule("/welcome", "set_password", set_password, methods=["POST"])
    blueprint.add_url_rule("/welcome/name", "invited", invited, methods=["POST"])
