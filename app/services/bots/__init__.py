"""Bots: seating them at tables, and the thread in which they think."""

from app.services.bots.service import DEALT, Bots

__all__ = ["DEALT", "Bots"]
