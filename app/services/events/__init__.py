"""Events: evenings of many tables, and the board that shows them to spectators."""

from app.services.events.service import MAX_DELAY_S, Decision, Event, Events, Opened

__all__ = ["MAX_DELAY_S", "Decision", "Event", "Events", "Opened"]
