"""Tiles: the accounts that they open, the sheets on which they are printed, and the register of all that were."""

from app.services.tiles.service import MAX_COUNT, SECRETS_KEPT_S, Tiles

__all__ = ["MAX_COUNT", "SECRETS_KEPT_S", "Tiles"]
