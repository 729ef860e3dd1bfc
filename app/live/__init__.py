"""Live updates: who waits for a table is woken when the table's log has grown."""

from app.live.hub import Hub

__all__ = ["Hub"]
