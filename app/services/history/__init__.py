"""What was: the journal and proving it, finished matches step by step, and matches played again from their seeds."""

from app.services.history.service import History, Only, Page, Verdict

__all__ = ["History", "Only", "Page", "Verdict"]
