"""What people are called: by the table at which the caller sits, else by their own name."""

from typing import cast

from flask import current_app, g

from app.services import Services
from app.services.accounts import MACHINES

BANK_NAME = "Bank"


def services() -> Services:
    """The services of the running program."""
    return cast(Services, current_app.extensions["reckless"])


def own_user() -> str | None:
    """The user name of who calls; None for a guest."""
    found = g.get("cyclos_caller")
    return found.actor.user if found is not None else None


def display(user: str) -> str:
    """What a person, or an account of no person, is called."""
    if user.startswith(MACHINES):
        return BANK_NAME
    if "cyclos_names" not in g:
        g.cyclos_names = {}
    known: dict[str, str] = g.cyclos_names
    if user not in known:
        known.update(services().accounts.names(own_user() or "", [user]))
    return known.get(user, user)


def remember(user: str, name: str) -> None:
    """Note a name that is known already, so that it is not looked up."""
    if "cyclos_names" not in g:
        g.cyclos_names = {}
    g.cyclos_names.setdefault(user, name)
