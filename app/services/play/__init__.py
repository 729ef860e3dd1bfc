"""Playing a match: how it is opened, its moves and what follows from them, taking back, and the pause."""

from app.services.play.service import Play, check_options, mover, running

__all__ = ["Play", "check_options", "mover", "running"]
