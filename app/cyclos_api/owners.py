"""Whom an address or a body means: `self`, `system`, or a person referred to in any way."""

import re

from app.cyclos_api.callers import actor
from app.cyclos_api.names import own_user, services
from app.cyclos_api.problems import Forbidden, missing
from app.services.accounts import MACHINES
from app.services.people.references import Reference

SELF, SYSTEM = "self", "system"

_ID = re.compile(r"[+-]?[0-9]+", re.ASCII)


def located(said: str) -> Reference:
    """The person whom a text means.

    Raises:
        Missing: If it is nobody; clients look for the word User in it, and search the directory then.
    """
    # Digits alone are an id, and ours are user names.
    meant = f"id:{said.strip()}" if _ID.fullmatch(said.strip()) else said
    with missing("User", said):
        return services().references.find(meant)


def user_of(said: str) -> str:
    """The user name of a person in an address; `self` is who calls.

    Raises:
        Missing: If it is nobody.
    """
    return actor().user if said == SELF else located(said).user


def owner_of(said: str) -> str:
    """The owner of accounts in an address; `system` is the bank.

    Raises:
        Forbidden: If a player asks for the bank.
        Missing: If it is nobody.
    """
    if said != SYSTEM:
        return user_of(said)
    if not actor().is_organizer:
        raise Forbidden
    return MACHINES


def must_see(user: str) -> None:
    """Raise Forbidden unless this is who calls, or an organizer calls."""
    if user != own_user() and not actor().is_organizer:
        raise Forbidden
