"""People, and how they are known: signing in, passwords, and whatever else stands for a person or acts for one."""

from app.services.people.service import (
    MAX_PASSWORD,
    MIN_PASSWORD,
    SESSION_S,
    People,
    SignedIn,
    Whereabouts,
    organizer_user,
)

__all__ = [
    "MAX_PASSWORD",
    "MIN_PASSWORD",
    "SESSION_S",
    "People",
    "SignedIn",
    "Whereabouts",
    "organizer_user",
]
