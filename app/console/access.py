"""Who may sit at the desk, and what time it is there."""

from datetime import tzinfo
from typing import cast

from flask import g

from app.pages.session import services, signed_in
from app.services.actor import Actor
from app.services.zones import zone_named


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


def zone() -> tzinfo | None:
    """The zone of this page's times: that of what it is about, or of the evening."""
    if "desk_zone" not in g:
        g.desk_zone = zone_named(_evening_zone())
    return cast("tzinfo | None", g.desk_zone)


def about(event_id: str | None) -> None:
    """Say that this page is about an event: its times are told in the event's zone."""
    found = next((one for one in services().events.all(organizer()) if one.id == event_id), None)
    if found is not None:
        g.desk_zone = zone_named(found.zone)


def _evening_zone() -> str | None:
    """The zone of the events that run, or of the newest; None, which is this machine's, where they don't agree."""
    mine = [event for event in services().events.all(organizer()) if event.mine is not None]
    zones = {event.zone for event in mine if not event.is_over} or {event.zone for event in mine[:1]}
    return zones.pop() if len(zones) == 1 else None
