"""Who may sit at the desk, and what time it is there."""

from app.pages.session import services, signed_in
from app.services.actor import Actor


def organizer() -> Actor:
    """Whoever asks, if they are an organizer.

    Raises:
        NotSignedIn: If nobody is signed in.
        NotAllowed: If a player is.
    """
    who = signed_in()
    who.must_be_organizer()
    return who


def now() -> int:
    """Microseconds since 1970-01-01 UTC, by the clock of the services."""
    return services().clock.now()
